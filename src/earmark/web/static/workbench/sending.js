/** Answers on their way: tried until the server has taken them or refuses them, under one key, so that they count once. */

import { postSubmission } from "./api.js";
import { saysTheSame } from "./beginning.js";
import { FIRST_RETRY_MS, LAST_RETRY_MS, LONGEST_SAVE_MS } from "./drafts.js";

/** @typedef {import("./api.js").Problem} Problem */
/** @typedef {import("./api.js").Submission} Submission */
/** @typedef {{submission: string, late: boolean, extra: boolean}} Receipt */

export class Sending {
  #isOver = false;
  /** @type {() => void} Ends the pause before the next try. */
  #wake = () => undefined;

  /**
   * @param {string} assignment
   * @param {Submission} submission
   * @param {{trying: () => void, failed: (problem: Problem) => void}} news Told before each try, and after one that
   *   can help to repeat.
   */
  constructor(assignment, submission, { trying, failed }) {
    this.assignment = assignment;
    this.submission = submission;
    this.trying = trying;
    this.failed = failed;
    this.again = () => this.#wake();
  }

  /** Send until it is settled.
   * @returns {Promise<Receipt|null>} Nothing where the rater took it back.
   * @throws {Problem} The server refuses it. */
  async run() {
    window.addEventListener("online", this.again);
    window.addEventListener("focus", this.again);
    try {
      for (let pause = FIRST_RETRY_MS; ; pause = Math.min(2 * pause, LAST_RETRY_MS)) {
        const receipt = await this.#try();
        if (receipt) return receipt;
        await this.#pause(pause);
        if (this.#isOver) return null;
      }
    } finally {
      window.removeEventListener("online", this.again);
      window.removeEventListener("focus", this.again);
    }
  }

  /** Send no more if the answers are others by now.
   * @param {import("./shapes.js").Body} body */
  compare(body) {
    if (saysTheSame(this.submission.body, body)) return;
    this.#isOver = true;
    this.#wake();
  }

  /** @returns {Promise<Receipt|null>} */
  async #try() {
    this.trying();
    try {
      return await postSubmission(this.assignment, this.submission, { signal: AbortSignal.timeout(LONGEST_SAVE_MS) });
    } catch (failure) {
      const problem = /** @type {Problem} */ (failure);
      if (!problem.passes && problem.status !== 401) throw problem;
      this.failed(problem);
      return null;
    }
  }

  /** @param {number} pause
   * @returns {Promise<void>} */
  #pause(pause) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pause);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
