import { isRequired } from "./missing.js";
import { QuestionCard } from "./question.js";
import { ReasonBox } from "./reason-box.js";
import { inLanguage } from "./texts.js";

/** @type {import("./shapes.js").Reason} */
const FREE = { required: false, required_when: [], min_characters: 1, max_characters: 5000, phrases: [] };

/** Free text: a comment, a rationale, open feedback. */
export class TextQuestion extends QuestionCard {
  /** @override */
  parts() {
    const { id, rule, title } = this.question;
    this.words = new ReasonBox(rule || FREE, {
      name: `${id}.text`,
      title: inLanguage(title),
      change: (text) => this.put({ text }),
    });
    this.classList.add("text-question");
    return [this.words.element];
  }

  /** @override */
  update() {
    this.words?.update(this.answer.text || "", {
      required: this.question.required || isRequired(this.words.rule, this.work.answersFor(this.target)),
      fault: this.faultOf("text"),
    });
  }

  /** @override */
  focusFirst() {
    this.words?.box.focus();
  }

  /** Words may be written while one listens. @override */
  get lock() {
    return "";
  }

  /** @override @param {string} key */
  takeKey(key) {
    return this.words?.takeKey(key) ?? false;
  }
}

customElements.define("ear-text-question", TextQuestion);
