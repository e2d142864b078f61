import { make } from "./markup.js";
import { QuestionCard } from "./question.js";
import { inLanguage, say } from "./texts.js";

/** @typedef {{id: string, title: string}} Line */

/** A checklist: entries ticked, or tried and marked with one of the protocol's states. */
export class ChecklistQuestion extends QuestionCard {
  /** @type {Map<string, HTMLInputElement>} By entry and state. */
  #ticks = new Map();

  /** @override */
  parts() {
    this.#ticks.clear();
    const rows = this.#lines.map((line) =>
      make("li", {}, make("span", {}, line.title), make("span", { class: "states" }, ...this.#states.map((state) => this.#tick(line, state)))),
    );
    return [make("ul", { class: "checklist" }, ...rows)];
  }

  /** @override */
  update() {
    const entries = this.answer.entries || {};
    for (const [key, tick] of this.#ticks) {
      const [entry = "", state] = key.split(" ");
      tick.checked = entries[entry]?.state === state;
    }
  }

  /**
   * @param {Line} line
   * @param {string} state
   */
  #tick(line, state) {
    const tick = make("input", { type: "checkbox", "data-focus": `${this.question.id}.${line.id}.${state}` });
    tick.addEventListener("change", () => this.#set(line.id, tick.checked ? state : null));
    this.#ticks.set(`${line.id} ${state}`, tick);
    return make("label", {}, tick, state === "done" ? say("Done") : state);
  }

  /**
   * @param {string} entry
   * @param {string|null} state
   */
  #set(entry, state) {
    const { [entry]: _, ...others } = this.answer.entries || {};
    const entries = state ? { ...others, [entry]: { state } } : others;
    this.put({ entries: Object.keys(entries).length ? entries : null });
  }

  /** @returns {Line[]} */
  get #lines() {
    const own = (this.question.entries || []).map((entry) => ({ id: entry.id, title: inLanguage(entry.title) }));
    const from = this.question.entries_from && this.work.assignment.item.scenario[this.question.entries_from];
    const further = Array.isArray(from) ? from.map((text, index) => ({ id: `${index + 1}`, title: String(text) })) : [];
    return [...own, ...further];
  }

  get #states() {
    return this.question.states || ["done"];
  }
}

customElements.define("ear-checklist-question", ChecklistQuestion);
