/** The list of keys. Each that has an action can be given another; what cannot be given says why. */

import { openDialog } from "./dialog.js";
import { drawn, nameOf } from "./keys.js";
import { make } from "./markup.js";
import { preferences } from "./preferences.js";
import { objection, remapped } from "./remapping.js";
import { say } from "./texts.js";

/** @typedef {import("./keys.js").Binding} Binding */

/** Choices of how long one works before a break is suggested, in minutes; 0 is never. */
const BREAKS = /** @type {const} */ ([0, 30, 60]);

/** @type {Record<string, (words: string) => string>} */
const OBJECTIONS = {
  owned: () => say("The browser or the page needs that key itself. Choose another."),
  "chord-needed": () => say("This works while you type, so it needs Alt and a key."),
  answers: () => say("That key answers a question. Choose another."),
  taken: (words) => say("That key is taken: %(what)s. Give that another key first.", { what: words }),
};

/**
 * @param {Binding[]} bindings As the page has them, before any remapping.
 * @param {Binding[]} further Keys of the questions in view, which cannot be changed.
 */
export function openKeys(bindings, further) {
  return openDialog(say("Keys"), () => [new KeyList(bindings, further).element]);
}

class KeyList {
  #list = make("dl", { class: "key-list" });
  #told = make("p", { class: "fault key-objection", role: "alert", hidden: true });
  #reset = make("button", { type: "button", class: "button" });
  /** @type {string|null} The action that waits for its key. */
  #waiting = null;

  /**
   * @param {Binding[]} bindings
   * @param {Binding[]} further
   */
  constructor(bindings, further) {
    this.bindings = bindings;
    this.further = further;
    const note = make("p", { class: "soft" }, say("Single keys rest while you type. Escape leaves a text box."));
    this.element = make("div", {}, this.#list, this.#told, note, this.#reset, further.length ? breakChoice() : null);
    this.element.addEventListener("keydown", (event) => this.#take(event));
    this.#reset.addEventListener("click", () => this.#keep({}));
    this.#show();
  }

  #show() {
    const rows = [...this.further, ...remapped(this.bindings)].map((binding) => this.#row(binding));
    this.#list.replaceChildren(...rows);
    this.#reset.replaceChildren(say("Give all keys back"));
    this.#reset.hidden = Object.keys(preferences.kept.keys).length === 0;
  }

  /** @param {Binding} binding */
  #row({ id, keys, words }) {
    const isWaiting = id !== undefined && id === this.#waiting;
    const key = isWaiting ? make("em", {}, say("Press a key…")) : make("kbd", {}, drawn(keys[0] || ""));
    const change = id && make("button", { type: "button", class: "tool key-change", "data-key": id, "aria-label": say("Change the key: %(what)s", { what: words }) }, isWaiting ? say("Leave it") : say("Change"));
    if (change) change.addEventListener("click", () => this.#wait(isWaiting ? null : id));
    return make("div", { class: "key-row" }, make("dt", {}, key), make("dd", {}, words, change || null));
  }

  /** @param {string|null} id */
  #wait(id) {
    const had = this.#waiting;
    this.#waiting = id;
    this.#tell("");
    this.#show();
    /** @type {HTMLElement|null} */ (this.#list.querySelector(`[data-key="${id || had}"]`))?.focus();
  }

  /** The next key is the one that is meant.
   * @param {KeyboardEvent} event */
  #take(event) {
    const binding = this.bindings.find(({ id }) => id && id === this.#waiting);
    if (!binding?.id) return;
    if (/^(?:Shift|Control|Alt|Meta|Tab)$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return this.#wait(null);
    const key = event.ctrlKey || event.metaKey ? "" : nameOf(event);
    const all = remapped(this.bindings);
    const against = objection(key, binding, { all, taken: this.further.flatMap(({ keys }) => keys) });
    if (against) return this.#tell(OBJECTIONS[against.why]?.(against.by?.words || "") || "");
    const others = Object.entries(preferences.kept.keys).filter(([id]) => id !== binding.id);
    const own = key === binding.keys[0] ? [] : [[binding.id, key]];
    this.#keep(Object.fromEntries([...others, ...own]));
  }

  /** @param {Record<string, string>} keys */
  #keep(keys) {
    preferences.set({ keys });
    this.#wait(null);
  }

  /** @param {string} words */
  #tell(words) {
    this.#told.textContent = words;
    this.#told.hidden = words === "";
  }
}

function breakChoice() {
  const words = (/** @type {number} */ minutes) => (minutes === 0 ? say("Never") : say("After %(n)s minutes of work", { n: minutes }));
  const select = make("select", { class: "rate" }, ...BREAKS.map((minutes) => make("option", { value: minutes }, words(minutes))));
  select.value = String(preferences.kept.break_minutes);
  select.addEventListener("change", () => preferences.set({ break_minutes: BREAKS.find((minutes) => String(minutes) === select.value) ?? 0 }));
  return make("label", { class: "break-choice" }, say("Suggest a break"), select);
}
