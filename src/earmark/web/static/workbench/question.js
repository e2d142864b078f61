/** What every kind of question on the page shares: its card, its head, its discard, its fault. */

import { showFault } from "./faults.js";
import { freshId, keycap, make, withTerm } from "./markup.js";
import { isAsked, isBlank, wordsOf } from "./missing.js";
import { inLanguage, say } from "./texts.js";
import { SIDES, pathOf } from "./work.js";

/** @typedef {import("./shapes.js").Answer} Answer */
/** @typedef {import("./shapes.js").Question} Question */
/** @typedef {import("./work.js").Work} Work */

/** A card that asks one question of one target. Kinds build their parts and say which keys they take. */
export class QuestionCard extends HTMLElement {
  titleId = freshId();
  promptId = freshId();
  /** @type {HTMLElement} */
  #fault = make("p", { class: "fault", role: "alert", hidden: true });
  #lockNote = make("span", { class: "lock" });
  #notice = make("div", { class: "discarded", hidden: true });
  #body = make("div", { class: "question-body" });

  /**
   * @param {Work} work
   * @param {Question} question
   * @param {string} target
   */
  constructor(work, question, target) {
    super();
    this.work = work;
    this.question = question;
    this.target = target;
  }

  /** Make the elements, once, when the card comes onto the page. */
  connectedCallback() {
    if (this.firstChild) return;
    this.className = "card question";
    this.dataset.question = this.question.id;
    this.setAttribute("role", "group");
    this.setAttribute("aria-labelledby", this.titleId);
    this.#body.replaceChildren(...this.parts());
    this.replaceChildren(...this.#head(), this.#notice, this.#fault, this.#body);
    this.refresh();
  }

  /** The elements of this kind of question. @returns {Node[]} */
  parts() {
    return [];
  }

  /** Bring this kind's elements up to date with the answer. */
  update() {}

  /** Take a single key; true where it meant something here.
   * @param {string} _key
   * @returns {boolean} */
  takeKey(_key) {
    return false;
  }

  /** How the keys that answer this question are drawn. */
  get keyHint() {
    return "";
  }

  /** Whether the help stands beside the prompt; a kind that has a better place for it says no. */
  get helpInPrompt() {
    return Boolean(this.question.help);
  }

  /** Go to the criteria; false where there are none. */
  focusCriteria() {
    return false;
  }

  /** Put a stretch of sound into the words as evidence; false where none is taken.
   * @param {import("./shapes.js").Range} _range
   * @returns {boolean} */
  point(_range) {
    return false;
  }

  /** What its parts are found by when they are made anew. */
  get name() {
    return SIDES.includes(this.target) ? `${this.target}.${this.question.id}` : this.question.id;
  }

  /** Put the focus on the first thing to do here. */
  focusFirst() {
    /** @type {HTMLElement|null} */ (this.querySelector("input, textarea, button"))?.focus();
  }

  /** Put the focus into the words that go with the answer; false where none are asked. */
  focusWords() {
    const box = this.querySelector("textarea");
    box?.focus();
    return box !== null;
  }

  get answer() {
    return this.work.answer(this.target, this.question.id);
  }

  /** @param {Answer} fields */
  put(fields) {
    this.work.setAnswer(this.target, this.question.id, fields);
  }

  /** As put, and it can be undone.
   * @param {Answer} fields */
  choose(fields) {
    this.work.choose(this.target, this.question.id, fields);
  }

  /** Whether it is there to be answered: asked, and not discarded. */
  get isLive() {
    return !this.hidden && !this.work.discardOf(this.target, this.question.id);
  }

  get isBlank() {
    return isBlank(this.answer);
  }

  /** Why no choice can be made yet, or an empty text. */
  get lock() {
    if (!this.work.isOpen(this.target)) {
      return this.work.turn(this.target) && this.work.protocol.listening.heard === "turn"
        ? say("Opens once you have heard this turn to its end")
        : this.work.protocol.item.sides.length
          ? say("Opens once you have heard both to the end")
          : say("Opens once you have heard it to the end");
    }
    const answers = this.work.answersFor(this.target);
    const waits = this.work
      .questionsFor(this.target)
      .find((other) => this.question.after?.includes(other.id) && isBlank(answers[other.id] || {}));
    return waits ? say("Opens once “%(question)s” is answered", { question: inLanguage(waits.title) }) : "";
  }

  /** The fault of a field of this answer, or of the answer as a whole.
   * @param {string} [field] */
  faultOf(field) {
    const path = pathOf(this.target, this.question.id);
    const where = field ? `${path}.${field}` : path;
    return this.work.faults.find((fault) => fault.where === where);
  }

  /** Whether the words are what was refused, and were not changed since. */
  get hasFaultyWords() {
    const field = wordsOf(this.question)?.field;
    return field !== undefined && this.faultOf(field) !== undefined;
  }

  refresh() {
    const discard = this.work.discardOf(this.target, this.question.id);
    this.hidden = !isAsked(this.question, this.work.answersFor(this.target));
    this.classList.toggle("locked", this.lock !== "");
    this.classList.toggle("out", discard !== undefined);
    this.#lockNote.textContent = discard ? "" : this.lock;
    this.#body.hidden = discard !== undefined;
    this.#notice.hidden = discard === undefined;
    if (discard) this.#showDiscard(discard);
    this.update();
    showFault(this.#fault, this.faultOf() || this.faultOf("score") || this.faultOf("choice"));
    this.classList.toggle("faulty", !this.#fault.hidden);
  }

  #head() {
    const title = make("h2", { id: this.titleId }, ...withTerm(inLanguage(this.question.title)));
    if (!this.question.required) title.append(make("span", { class: "optional" }, say("optional")));
    const hint = this.keyHint ? make("span", { class: "key-hint" }, keycap(this.keyHint)) : null;
    const help = this.helpInPrompt && make("span", { class: "help" }, inLanguage(this.question.help));
    return [
      make("div", { class: "question-head" }, title, this.#guide(), this.#lockNote, hint),
      make("p", { class: "prompt", id: this.promptId }, inLanguage(this.question.prompt), help),
    ];
  }

  /** The page of the guideline that is about this question, where there is one. */
  #guide() {
    if (!this.work.protocol.guide?.some(({ id }) => id === this.question.id)) return null;
    const title = say("What the guideline says about %(question)s", { question: inLanguage(this.question.title) });
    const open = make("button", { type: "button", class: "about", title, "aria-label": title }, "?");
    open.addEventListener("click", () => this.dispatchEvent(new CustomEvent("guide", { detail: this.question.id, bubbles: true })));
    return open;
  }

  /** @param {import("./shapes.js").Discard} discard */
  #showDiscard(discard) {
    const exit = this.work.protocol.exits.find((leave) => leave.id === discard.exit);
    const reason = exit?.reasons.find((one) => one.id === discard.reason);
    const undo = make("button", { type: "button", class: "button" }, say("Rate it after all"));
    undo.addEventListener("click", () => this.work.takeBack(discard));
    this.#notice.replaceChildren(
      make("strong", {}, discard.question ? say("Discarded") : say("Turn discarded")),
      make("span", {}, [inLanguage(reason?.title), discard.explanation].filter(Boolean).join(": ")),
      undo,
    );
  }
}
