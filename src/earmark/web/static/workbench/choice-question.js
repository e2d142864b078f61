import { isRequired } from "./missing.js";
import { QuestionCard } from "./question.js";
import { RadioCards } from "./radio-cards.js";
import { ReasonBox } from "./reason-box.js";
import { inLanguage, say } from "./texts.js";

/** One option of a list, with a short reason where the protocol asks one. */
export class ChoiceQuestion extends QuestionCard {
  /** @override */
  parts() {
    const { reason } = this.question;
    this.cards = new RadioCards(
      this.#options.map((option, index) => ({
        value: option.id,
        mark: (this.#keys[index] || "").toUpperCase(),
        label: inLanguage(option.label),
        anchor: inLanguage(option.anchor),
      })),
      { labelledBy: `${this.titleId} ${this.promptId}`, name: this.name, pick: (value) => this.choose({ choice: value }) },
    );
    this.words = reason
      ? new ReasonBox(reason, { name: `${this.name}.reason`, title: say("Reason"), change: (text) => this.put({ reason: text }) })
      : null;
    return [this.cards.element, this.words?.element].filter((part) => part != null);
  }

  /** @override */
  update() {
    this.cards?.update(this.answer.choice, this.lock);
    this.words?.update(this.answer.reason || "", {
      required: isRequired(this.words.rule, this.work.answersFor(this.target)),
      fault: this.faultOf("reason"),
    });
  }

  /** @override @param {string} key */
  takeKey(key) {
    if (this.words?.takeKey(key)) return true;
    const option = this.#options[this.#keys.indexOf(key)];
    if (!option) return false;
    if (!this.lock) this.choose({ choice: option.id });
    return true;
  }

  /** @override */
  get keyHint() {
    return this.#keys.length > 0 ? `${this.#keys[0]}–${this.#keys.at(-1)}`.toUpperCase() : "";
  }

  /** The first words that are needed here and lacking, else the reason. @override */
  focusWords() {
    const lacking = [...this.querySelectorAll("textarea[aria-required='true']")].find((box) => /** @type {HTMLTextAreaElement} */ (box).value.trim() === "" && box.checkVisibility());
    if (!(lacking instanceof HTMLTextAreaElement)) return super.focusWords();
    lacking.focus();
    return true;
  }

  /** @override */
  focusFirst() {
    this.cards?.focus();
  }

  get #options() {
    const { options, variant, variants } = this.question;
    return (variant && variants?.[variant]) || options || [];
  }

  /** The protocol's keys, or 1, 2, 3 … in the order of the options. */
  get #keys() {
    if (this.question.keys?.length) return this.question.keys;
    return this.#options.length < 10 ? this.#options.map((_, index) => String(index + 1)) : [];
  }
}

customElements.define("ear-choice-question", ChoiceQuestion);
