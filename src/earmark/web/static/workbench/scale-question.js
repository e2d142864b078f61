import { CriteriaTags } from "./criteria-tags.js";
import { EvidenceRow } from "./evidence-row.js";
import { HintNote } from "./hint-note.js";
import { make } from "./markup.js";
import { isRequired } from "./missing.js";
import { QuestionCard } from "./question.js";
import { RadioCards } from "./radio-cards.js";
import { ReasonBox } from "./reason-box.js";
import { inLanguage, say } from "./texts.js";

/** A rating scale: every point with its anchor in view, criteria, and a justification where the protocol asks one. */
export class ScaleQuestion extends QuestionCard {
  /** @override */
  parts() {
    const { id, criteria = [], help, justification, look_for = [] } = this.question;
    this.cards = new RadioCards(
      this.#points.map((point) => ({
        value: String(point.value),
        mark: String(point.value),
        label: inLanguage(point.label),
        anchor: inLanguage(point.anchor),
      })),
      { labelledBy: `${this.titleId} ${this.promptId}`, name: id, pick: (value) => this.choose({ score: Number(value) }) },
    );
    this.tags =
      criteria.length > 0
        ? new CriteriaTags(criteria, { name: id, rest: inLanguage(help), change: (chosen) => this.choose({ criteria: chosen }) })
        : null;
    this.words = justification
      ? new ReasonBox(justification, {
          name: `${id}.justification`,
          title: say("Justification"),
          change: (text) => this.put({ justification: text, evidence: this.evidence?.read(text) ?? [] }),
        })
      : null;
    this.evidence = this.question.evidence_marks && this.words ? this.#evidenceOf(this.words) : null;
    const isAudited = justification && this.work.protocol.audits.length > 0;
    this.hints = isAudited
      ? new HintNote(this.work, { target: this.target, question: id, back: () => void this.focusWords() })
      : null;
    const look = look_for.length > 0 && make("p", { class: "look-for" }, say("Listen for:"), " ", look_for.map(inLanguage).join(" · "));
    return [look || null, this.cards.element, this.words?.element, this.evidence?.element, this.hints?.element, this.tags?.element].filter((part) => part != null);
  }

  /** @override */
  update() {
    const { score, criteria = [], justification = "", evidence = [] } = this.answer;
    this.cards?.update(score === undefined ? undefined : String(score), this.lock);
    this.tags?.update(criteria);
    this.words?.update(justification, {
      required: isRequired(this.words.rule, this.work.answersFor(this.target)),
      fault: this.faultOf("justification"),
    });
    this.evidence?.update(evidence);
    this.hints?.follow(this.answer);
  }

  /** @override @param {string} key */
  takeKey(key) {
    if (this.words?.takeKey(key)) return true;
    const point = this.#points[this.#keys.indexOf(key)];
    if (!point) return false;
    if (!this.lock) this.choose({ score: point.value });
    return true;
  }

  /** @override */
  focusCriteria() {
    this.tags?.focus();
    return Boolean(this.tags);
  }

  /** @override @param {import("./shapes.js").Range} range */
  point(range) {
    this.evidence?.add(range);
    return Boolean(this.evidence);
  }

  /** @override */
  get keyHint() {
    return this.#keys.length > 0 ? `${this.#keys[0]}–${this.#keys.at(-1)}`.toUpperCase() : "";
  }

  /** The line under the criteria holds the help while none of them is pointed at. @override */
  get helpInPrompt() {
    return super.helpInPrompt && !this.question.criteria?.length;
  }

  /** @override */
  focusFirst() {
    this.cards?.focus();
  }

  /** @param {ReasonBox} words */
  #evidenceOf({ box, head }) {
    const row = new EvidenceRow(box, {
      words: this.question.evidence_words || [],
      length: this.work.stimulus.duration_s,
      hear: (range) => this.dispatchEvent(new CustomEvent("hear", { detail: range, bubbles: true })),
      glance: (one) => this.dispatchEvent(new CustomEvent("glance", { detail: one, bubbles: true })),
      add: () => this.dispatchEvent(new CustomEvent("point", { bubbles: true })),
    });
    head.append(row.button);
    return row;
  }

  get #points() {
    return this.question.points || [];
  }

  /** The protocol's keys, or the points' own digits where one digit says each. */
  get #keys() {
    if (this.question.keys?.length) return this.question.keys;
    const digits = this.#points.map((point) => String(point.value));
    return digits.every((digit) => digit.length === 1) ? digits : [];
  }
}

customElements.define("ear-scale-question", ScaleQuestion);
