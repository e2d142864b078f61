/** The list of turns: who, from when, to when, and the words, each of which can be written over. */

import { focusIn, restoreFocus } from "../workbench/focus.js";
import { make } from "../workbench/markup.js";
import { say } from "../workbench/texts.js";

/** @typedef {import("./edit-list.js").Edge} Edge */
/** @typedef {import("./edit-list.js").EditedTurn} EditedTurn */
/** @typedef {import("./edit-list.js").EditList} EditList */

/** @typedef {{row: HTMLTableRowElement, turn: EditedTurn, fault: string|undefined}} Shown */

/** Event `no-time`: what was written in place of a time (`detail`) is none, and the time stays as it was. */
export class TurnRows extends HTMLElement {
  /** @type {Shown[]} What stands in the table: a step makes only those rows anew whose turns it changed. */
  #shown = [];
  #body = make("tbody", { role: "rowgroup" });

  /**
   * @param {EditList} list
   * @param {{faults: () => Map<number, string>}} options `faults` by the number of a turn, from 1.
   */
  constructor(list, { faults }) {
    super();
    this.list = list;
    this.faults = faults;
  }

  connectedCallback() {
    this.className = "turn-rows";
    this.#shown = [];
    this.#body.replaceChildren();
    const head = [say("Turn"), say("Who"), say("Start (s)"), say("End (s)"), say("Words")];
    const names = make("tr", { role: "row" }, ...head.map((words) => make("th", { role: "columnheader" }, words)));
    this.replaceChildren(make("table", { role: "table" }, make("thead", { role: "rowgroup" }, names), this.#body));
    this.refresh();
  }

  refresh() {
    const focus = focusIn(this);
    const before = document.activeElement;
    const shown = this.#reconciled();
    const kept = new Set(shown.map(({ row }) => row));
    for (const { row } of this.#shown) if (!kept.has(row)) row.remove();
    let next = this.#body.firstElementChild;
    for (const [index, { row, turn }] of shown.entries()) {
      if (row === next) next = next.nextElementSibling;
      else this.#body.insertBefore(row, next);
      numbered(row, index);
      marked(row, index === this.list.chosen);
      const words = row.querySelector("textarea");
      if (words && words.value !== turn.text) words.value = turn.text;
    }
    this.#shown = shown;
    if (focus.name && document.activeElement !== before) restoreFocus(this, focus);
  }

  /** What is to be shown: the row of a turn that is the same, but for its words, and a new one for any other.
   * @returns {Shown[]} */
  #reconciled() {
    const faults = this.faults();
    const known = new Map(this.#shown.map((one) => [one.turn, one]));
    const there = new Set(this.list.turns);
    return this.list.turns.map((turn, index) => {
      const here = this.#shown[index];
      const rewritten = here && !there.has(here.turn) && isSameSpan(here.turn, turn) ? here : undefined;
      const held = known.get(turn) ?? rewritten;
      const fault = faults.get(index + 1);
      return { row: held && held.fault === fault ? held.row : this.#row(turn, fault), turn, fault };
    });
  }

  /** Bring the chosen turn into view. */
  reveal() {
    this.querySelector("tr.now")?.scrollIntoView({ block: "nearest" });
  }

  /** Go to the words of the chosen turn. */
  write() {
    /** @type {HTMLElement|null} */ (this.querySelector(`[data-focus="text-${this.list.chosen}"]`))?.focus();
  }

  /** @param {EditedTurn} turn
   * @param {string|undefined} fault */
  #row(turn, fault) {
    const words = make("textarea", { rows: "1", "data-name": "text" });
    words.value = turn.text;
    const row = make(
      "tr",
      { class: turn.role, role: "row" },
      cell(""),
      cell("", this.#role(turn)),
      cell("", this.#time(turn, "start")),
      cell("", this.#time(turn, "end")),
      cell("words", words, fault && make("p", { class: "fault" }, fault)),
    );
    const choose = () => this.list.chosen !== indexOf(row) && this.list.choose(indexOf(row));
    words.addEventListener("input", () => this.list.setText(words.value, indexOf(words)));
    row.addEventListener("focusin", choose);
    row.addEventListener("click", choose);
    return row;
  }

  /** @param {EditedTurn} turn */
  #role(turn) {
    const options = /** @type {const} */ (["user", "agent"]).map((role) =>
      make("option", { value: role, selected: role === turn.role }, role === "user" ? say("User") : say("Agent")),
    );
    const select = make("select", { class: turn.role, "data-name": "role" }, ...options);
    select.addEventListener("change", () => this.list.setRole(/** @type {EditedTurn["role"]} */ (select.value), indexOf(select)));
    return select;
  }

  /** @param {EditedTurn} turn
   * @param {Edge} edge */
  #time(turn, edge) {
    const field = make("input", { type: "text", inputmode: "decimal", class: "time", "data-name": edge, value: turn[edge].toFixed(3) });
    field.addEventListener("change", () => {
      const wanted = Number(field.value.replace(",", "."));
      const index = indexOf(field);
      const isTime = field.value.trim() !== "" && Number.isFinite(wanted);
      if (isTime) this.list.moveEdge(edge, wanted, index);
      else this.dispatchEvent(new CustomEvent("no-time", { detail: field.value.trim() }));
      field.value = (this.list.turns[index]?.[edge] ?? turn[edge]).toFixed(3);
    });
    return field;
  }
}

/** @param {EditedTurn} one
 * @param {EditedTurn} other */
function isSameSpan(one, other) {
  return one.role === other.role && one.start === other.start && one.end === other.end;
}

/** @param {string} name
 * @param {...(HTMLElement|string|undefined)} content */
function cell(name, ...content) {
  return make("td", { class: name, role: "cell" }, ...content);
}

/** Where the turn of an element stands in the list, from 0.
 * @param {HTMLElement} element */
function indexOf(element) {
  return element.closest("tr")?.sectionRowIndex ?? -1;
}

/** Give a row the number of its turn, and its fields the names that say it.
 * @param {HTMLTableRowElement} row
 * @param {number} index */
function numbered(row, index) {
  const n = index + 1;
  if (row.dataset.n === String(n)) return;
  row.dataset.n = String(n);
  if (row.cells[0]) row.cells[0].textContent = String(n);
  const names = {
    role: say("Who speaks in turn %(n)s", { n }),
    start: say("Start of turn %(n)s, in seconds", { n }),
    end: say("End of turn %(n)s, in seconds", { n }),
    text: say("Words of turn %(n)s", { n }),
  };
  for (const [name, words] of Object.entries(names)) {
    const field = row.querySelector(`[data-name="${name}"]`);
    field?.setAttribute("data-focus", `${name}-${index}`);
    field?.setAttribute("aria-label", words);
  }
}

/** @param {HTMLTableRowElement} row
 * @param {boolean} isChosen */
function marked(row, isChosen) {
  if (row.classList.contains("now") === isChosen && row.hasAttribute("aria-current")) return;
  row.classList.toggle("now", isChosen);
  row.setAttribute("aria-current", isChosen ? "true" : "false");
}

customElements.define("ear-turn-rows", TurnRows);
