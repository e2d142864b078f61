import { make } from "./markup.js";
import { QuestionCard } from "./question.js";
import { inLanguage, say } from "./texts.js";

/** @typedef {import("./shapes.js").Cluster} Cluster */
/** @typedef {{cluster: string, severity: string, instances: {note: string}[]}} Flag */

/** Error clusters: none, or a severity with a note that shows where. */
export class FlagsQuestion extends QuestionCard {
  /** @type {Map<string, {severity: HTMLSelectElement, note: HTMLInputElement}>} */
  #rows = new Map();

  /** @override */
  parts() {
    this.#rows.clear();
    return [make("ul", { class: "flags" }, ...(this.question.clusters || []).map((cluster) => this.#row(cluster)))];
  }

  /** @override */
  update() {
    for (const [id, row] of this.#rows) {
      const flag = this.#flags.find((one) => one.cluster === id);
      row.severity.value = flag?.severity || "";
      row.note.hidden = !flag;
      const note = flag?.instances[0]?.note || "";
      if (row.note.value !== note) row.note.value = note;
    }
  }

  /** @returns {Flag[]} */
  get #flags() {
    return this.answer.flags || [];
  }

  /** @param {Cluster} cluster */
  #row(cluster) {
    const name = `${this.question.id}.${cluster.id}`;
    const severity = make(
      "select",
      { "data-focus": name, "aria-label": inLanguage(cluster.title) },
      make("option", { value: "" }, say("None")),
      ...(this.question.severities || []).map((one) => make("option", { value: one.id }, inLanguage(one.label))),
    );
    const note = make("input", {
      type: "text",
      "data-focus": `${name}.note`,
      "aria-label": say("Where, in your words"),
      placeholder: say("Where, in your words"),
    });
    const change = () => this.#set(cluster.id, severity.value, note.value);
    severity.addEventListener("change", change);
    note.addEventListener("input", change);
    this.#rows.set(cluster.id, { severity, note });
    return make("li", {}, make("span", {}, inLanguage(cluster.title)), severity, note);
  }

  /**
   * @param {string} cluster
   * @param {string} severity
   * @param {string} note
   */
  #set(cluster, severity, note) {
    const others = this.#flags.filter((flag) => flag.cluster !== cluster);
    this.put({ flags: severity ? [...others, { cluster, severity, instances: [{ note }] }] : others });
  }
}

customElements.define("ear-flags-question", FlagsQuestion);
