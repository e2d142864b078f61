/** The evidence of one box for a reason: what marks it, a chip for each mark, and words to choose from. */

import { evidenceIn, marksIn, timesOf } from "./evidence.js";
import { keepFocusOnPress } from "./focus.js";
import { keycap, make } from "./markup.js";
import { keyOf } from "./remapping.js";
import { inLanguage, say } from "./texts.js";

/** @typedef {import("./evidence.js").Mark} Mark */
/** @typedef {import("./shapes.js").Evidence} Evidence */
/** @typedef {import("./shapes.js").Range} Range */
/** @typedef {import("./shapes.js").Text} Text */

/** About a single moment so much is played before and after it; seconds. */
const ABOUT_S = 0.5;

export class EvidenceRow {
  /** @type {Evidence[]} */
  #evidence = [];
  #chips = make("div", { class: "evidence-chips" });
  #words = make("div", { class: "evidence-words", role: "group" });

  /**
   * @param {HTMLTextAreaElement} box
   * @param {{words: Text[], length: number, hear: (range: Range) => void, glance: (one: Evidence|null) => void, add: () => void}} options
   *   `add` marks what is selected, or the moment, `hear` plays, and `glance` shows where it lies.
   */
  constructor(box, { words, length, hear, glance, add }) {
    this.box = box;
    this.words = words;
    this.length = length;
    this.hear = hear;
    this.glance = glance;
    this.button = make(
      "button",
      { type: "button", class: "phrase evidence-add", title: say("Puts the marked stretch, or this moment, into your words. While you type: Alt+M.") },
      say("Point at the sound"),
      keycap(keyOf("point", "m")),
    );
    keepFocusOnPress(this.button);
    this.button.addEventListener("click", add);
    this.#words.setAttribute("aria-label", say("What is heard there"));
    for (const event of ["keyup", "click", "focus", "blur"]) box.addEventListener(event, () => this.#offer());
    box.addEventListener("keydown", (event) => this.#key(event));
    this.element = make("div", { class: "evidence" }, this.#words, this.#chips);
  }

  /** The evidence of a text, given what is kept so far.
   * @param {string} text */
  read(text) {
    return evidenceIn(text, { known: this.#evidence, length: this.length });
  }

  /** Put a stretch into the words where the caret is, ready for a word that says what is heard.
   * @param {Range} range */
  add({ start, end }) {
    const stretch = { start_s: rounded(start), end_s: rounded(end), note: "" };
    this.#finishComposing();
    const { selectionStart: at, value } = this.box;
    const space = at > 0 && !/\s/.test(value[at - 1] ?? "") ? " " : "";
    this.#evidence = [...this.#evidence, stretch];
    write(this.box, `${space}[${timesOf(stretch)} ]`);
    const inside = this.box.selectionStart - 1;
    this.box.setSelectionRange(inside, inside);
    this.#offer();
  }

  /** @param {Evidence[]} evidence */
  update(evidence) {
    this.#evidence = evidence;
    const shown = JSON.stringify([evidence, document.documentElement.lang]);
    if (this.#chips.dataset.shown === shown) return;
    this.#chips.dataset.shown = shown;
    this.glance(null);
    this.#chips.replaceChildren(...evidence.map((one) => this.#chip(one)));
  }

  /** A word by its place in the list; false where none is offered.
   * @param {number} place From 1. */
  choose(place) {
    const word = this.#words.hidden ? undefined : this.words[place - 1];
    if (word) this.#write(inLanguage(word));
    return word !== undefined;
  }

  /** @param {Evidence} one */
  #chip(one) {
    const words = [timesOf(one), one.note].filter(Boolean).join(" · ");
    const hear = make("button", { type: "button", class: "evidence-hear", title: say("Play what is meant") }, words);
    hear.addEventListener("click", () => this.hear(rangeOf(one, this.length)));
    const away = make("button", { type: "button", class: "evidence-away", "aria-label": say("Take out %(what)s", { what: words }) }, "×");
    away.addEventListener("click", () => this.#takeOut(one));
    for (const button of [hear, away]) keepFocusOnPress(button);
    const chip = make("span", { class: "evidence-chip" }, hear, away);
    for (const event of ["pointerenter", "focusin"]) chip.addEventListener(event, () => this.glance(one));
    for (const event of ["pointerleave", "focusout"]) chip.addEventListener(event, () => this.glance(null));
    return chip;
  }

  /** @param {Evidence} one */
  #takeOut(one) {
    const mark = marksIn(this.box.value).find((other) => timesOf(other) === timesOf(one) && other.note === one.note);
    if (!mark) return;
    const from = this.box.value[mark.from - 1] === " " ? mark.from - 1 : mark.from;
    this.box.focus();
    this.box.setSelectionRange(from, mark.to);
    write(this.box, "");
  }

  /** The mark that the caret is in, if it is in one. @returns {Mark|undefined} */
  get #mark() {
    const at = this.box.selectionStart;
    return document.activeElement === this.box ? marksIn(this.box.value).find(({ from, to }) => at > from && at < to) : undefined;
  }

  /** Offer words while the caret is in a mark. */
  #offer() {
    this.#words.hidden = !this.#mark || this.words.length === 0;
    if (this.#words.hidden || this.#words.dataset.lang === document.documentElement.lang) return;
    this.#words.dataset.lang = document.documentElement.lang;
    const buttons = this.words.map((word, index) => {
      const button = make("button", { type: "button", class: "phrase" }, inLanguage(word), index < 9 ? keycap(`Alt+${index + 1}`) : null);
      keepFocusOnPress(button);
      button.addEventListener("click", () => this.#write(inLanguage(word)));
      return button;
    });
    this.#words.replaceChildren(...buttons);
  }

  /** Say what is heard in the mark, and go on after it.
   * @param {string} note */
  #write(note) {
    this.#finishComposing();
    const mark = this.#mark;
    if (!mark) return;
    this.box.setSelectionRange(mark.from, mark.to);
    write(this.box, `[${timesOf(mark)} ${note}]`);
    this.#offer();
  }

  /** Enter, or the bracket itself, leaves a mark; Alt and a digit choose a word.
   * @param {KeyboardEvent} event */
  #key(event) {
    const digit = event.altKey && /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
    if (digit && this.choose(Number(digit))) return event.preventDefault();
    if (event.isComposing || event.keyCode === 229 || event.altKey || event.ctrlKey) return;
    const mark = event.key === "Enter" || event.key === "]" ? this.#mark : undefined;
    if (!mark) return;
    event.preventDefault();
    event.stopPropagation();
    this.box.setSelectionRange(mark.to, mark.to);
    this.#offer();
  }

  /** A syllable under composition is finished by the browser once the box loses the focus. */
  #finishComposing() {
    const isHere = document.activeElement === this.box;
    const { selectionStart, selectionEnd, value } = this.box;
    if (isHere) this.box.blur();
    this.box.focus();
    if (isHere) this.box.setSelectionRange(selectionStart, selectionEnd);
    else this.box.setSelectionRange(value.length, value.length);
  }
}

/** Write over what is selected, so that the browser's own undo takes it back.
 * @param {HTMLTextAreaElement} box
 * @param {string} text */
function write(box, text) {
  const { selectionStart: start, selectionEnd: end } = box;
  const isDone = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
  if (isDone) return;
  box.setRangeText(text, start, end, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @param {Evidence} one
 * @param {number} length
 * @returns {Range} */
function rangeOf({ start_s, end_s }, length) {
  if (start_s < end_s) return { start: start_s, end: end_s };
  return { start: Math.max(0, start_s - ABOUT_S), end: Math.min(length, end_s + ABOUT_S) };
}

/** @param {number} seconds To the millisecond. */
function rounded(seconds) {
  return Math.floor(seconds * 1000 + 1e-3) / 1000;
}
