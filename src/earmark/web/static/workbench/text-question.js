import { PLACEHOLDER, isRequired } from "./missing.js";
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

  /** Into the words; to the first place that waits to be filled in, where that is what is wrong.
   * @override */
  focusWords() {
    const isThere = super.focusWords();
    const place = this.faultOf("text")?.code === "placeholder-left" && PLACEHOLDER.exec(this.words?.box.value || "");
    if (place) this.words?.box.setSelectionRange(place.index, place.index + place[0].length);
    return isThere;
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
