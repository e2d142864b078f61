/** The box for a reason in one's own words, with its rule, its ready-made phrases and its fault. */

import { showFault } from "./faults.js";
import { freshId, keycap, make, withTerm } from "./markup.js";
import { excessOf } from "./missing.js";
import { inLanguage, say } from "./texts.js";

/** @typedef {import("./evidence-row.js").EvidenceRow} EvidenceRow */
/** @typedef {import("./shapes.js").Fault} Fault */
/** @typedef {import("./shapes.js").Reason} Reason */

/** From this share of the room on, the box says how much is left. */
const NEARLY_FULL = 0.9;

export class ReasonBox {
  #fault = make("p", { class: "fault", role: "alert", hidden: true, id: freshId() });
  #room = make("span", { class: "room", id: freshId() });

  /**
   * @param {Reason} rule
   * @param {{name: string, title: string, change: (text: string) => void}} options
   */
  constructor(rule, { name, title, change }) {
    this.rule = rule;
    this.change = change;
    const id = freshId();
    this.box = make("textarea", {
      id,
      rows: 2, // no maxlength: browsers cut what is pasted without a word
      "data-focus": name,
      "aria-describedby": `${this.#fault.id} ${this.#room.id}`,
      placeholder: inLanguage(rule.hint),
      lang: rule.language || null,
      spellcheck: "true",
    });
    this.box.addEventListener("input", () => change(this.box.value));
    this.head = make("div", { class: "reason-head" });
    const label = make("label", { for: id }, ...withTerm(inLanguage(rule.title) || title));
    this.head.append(label, ...this.#phrases(), this.#room);
    this.element = make("div", { class: "reason" }, this.head, this.box, this.#fault);
  }

  /**
   * @param {string} text
   * @param {{required: boolean, fault: Fault|undefined}} state
   */
  update(text, { required, fault }) {
    if (this.box.value !== text) this.box.value = text;
    this.box.setAttribute("aria-required", String(required));
    const excess = excessOf(text, this.rule);
    this.box.setAttribute("aria-invalid", String(fault !== undefined || excess > 0));
    showFault(this.#fault, fault);
    this.#room.classList.toggle("over", excess > 0);
    this.#room.textContent = excess > 0 ? say("%(n)s characters too many, nothing is cut", { n: excess }) : this.#leftFor(text);
  }

  /** How much room there is, once there is not much.
   * @param {string} text */
  #leftFor(text) {
    const { max_characters: most } = this.rule;
    return text.length > most * NEARLY_FULL ? say("%(left)s left", { left: Math.max(0, most - text.length) }) : "";
  }

  /** Fill in the phrase of a key; false where no phrase has it.
   * @param {string} key */
  takeKey(key) {
    const phrase = this.rule.phrases.find((one) => one.key?.toLowerCase() === key);
    if (phrase) this.change(inLanguage(phrase.text));
    return phrase !== undefined;
  }

  #phrases() {
    return this.rule.phrases.map((phrase) => {
      const use = make(
        "button",
        { type: "button", class: "phrase", title: inLanguage(phrase.note) || null },
        inLanguage(phrase.text),
        phrase.key ? keycap(phrase.key.toUpperCase()) : null,
      );
      use.addEventListener("click", () => this.change(inLanguage(phrase.text)));
      return use;
    });
  }
}
