/**
 * The quiet line under a box for a reason: what the server's audits say of the text, after a pause in typing. It has
 * its room from the start, so that nothing moves when it speaks, and never takes the focus.
 */

import { postHints } from "./api.js";
import { HintLine, gravestOf } from "./hint-line.js";
import { pathOf } from "./work.js";

/** @typedef {import("./shapes.js").Answer} Answer */
/** @typedef {import("./work.js").Work} Work */

const PAUSE_MS = 800;

export class HintNote {
  #line;
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
    this.#line = new HintLine({ back, putAway: (finding) => this.work.putHintAway(this.where, finding) });
    this.element = this.#line.element;
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
    if (!text) this.#line.show(null);
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
    const shown = this.work.hints.isQuiet(this.where) ? null : gravestOf(findings);
    this.work.hints.note(this.where, { found: findings, shown });
    this.#line.show(shown, strength);
  }
}
