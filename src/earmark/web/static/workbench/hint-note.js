/**
 * The quiet line under a box for a reason: what the server's audits say of the text, after a pause in typing. It has
 * its room from the start, so that nothing moves when it speaks, and never takes the focus.
 */

import { postHints } from "./api.js";
import { keepFocusOnPress } from "./focus.js";
import { make } from "./markup.js";
import { say } from "./texts.js";
import { pathOf } from "./work.js";

/** @typedef {import("./shapes.js").Answer} Answer */
/** @typedef {import("./shapes.js").Finding} Finding */
/** @typedef {import("./work.js").Work} Work */

const PAUSE_MS = 800;

/** The gravest comes first. */
const SEVERITIES = ["error", "warning", "hint"];

export class HintNote {
  #words = make("p", { class: "hint-words", role: "status", "aria-live": "polite" });
  #away = make("button", { type: "button", class: "hint-away", hidden: true }, "×");
  /** @type {Finding|null} What is shown: one at a time, since more is no longer quiet. */
  #finding = null;
  /** What was asked about last, so that the same is not asked twice. */
  #asked = "";
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  #request = new AbortController();

  /**
   * @param {Work} work
   * @param {{target: string, question: string, back: () => void}} options `back` gives the focus to the box.
   */
  constructor(work, { target, question, back }) {
    this.work = work;
    this.target = target;
    this.question = question;
    this.where = `${pathOf(target, question)}.justification`;
    this.#away.setAttribute("aria-label", say("No more hints here"));
    this.#away.title = say("No more hints here");
    keepFocusOnPress(this.#away);
    this.#away.addEventListener("click", () => {
      if (document.activeElement === this.#away) back();
      if (this.#finding) this.work.putHintAway(this.where, this.#finding);
      this.#show("", null);
    });
    this.element = make("div", { class: "hint" }, this.#words, this.#away);
  }

  /** Follow the answer: what has changed is looked at once the rater pauses.
   * @param {Answer} answer */
  follow(answer) {
    const text = (answer.justification || "").trim();
    const asked = JSON.stringify([answer, document.documentElement.lang]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    clearTimeout(this.#timer);
    this.#request.abort();
    if (!text) this.#show("", null);
    else this.#timer = setTimeout(() => void this.#ask(answer), PAUSE_MS);
  }

  /** Without an answer from the server there is no hint, and nothing else is amiss.
   * @param {Answer} answer */
  async #ask(answer) {
    if (!this.element.isConnected) return;
    this.#request = new AbortController();
    const { signal } = this.#request;
    const asked = { target: this.target, question: this.question, answer, language: document.documentElement.lang };
    const hints = await postHints(this.work.assignment.id, asked, { signal }).catch(() => null);
    if (!hints || signal.aborted) return;
    const { strength, findings } = hints;
    const [gravest = null] = SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
    const shown = this.work.hints.isQuiet(this.where) ? null : gravest;
    this.work.hints.note(this.where, { found: findings, shown });
    this.#show(strength, shown);
  }

  /** @param {string} strength
   * @param {Finding|null} finding */
  #show(strength, finding) {
    this.#finding = finding;
    const words = finding ? [strength, finding.message, finding.suggestion].filter(Boolean).join(" ") : "";
    if (this.#words.textContent !== words) this.#words.textContent = words;
    this.#away.hidden = !finding;
    this.element.classList.toggle("speaks", finding !== null);
  }
}
