/**
 * Saving as one types: first to the browser's own store, then to the server. "Saved" is the server's word: no state
 * here runs ahead of its answer.
 *
 * Each change has the next number, and a save carries that of the newest change in it, so that the newest is told
 * apart wherever it lies. Saves go one at a time. While the server cannot be reached the newest state waits and is
 * tried again, ever less often, and at once when the network comes back.
 */

import { putDraft } from "./api.js";
import { handOver } from "./shelf.js";

/** @typedef {import("./api.js").Problem} Problem */
/** @typedef {import("./api.js").Submission} Submission */
/** @typedef {import("./shapes.js").Body} Body */
/** @typedef {import("./shelf.js").Shelf} Shelf */
/** @typedef {import("./shelf.js").Unsent} Unsent */
/** @typedef {"rest"|"waiting"|"saving"|"saved"|"retrying"|"superseded"|"refused"|"too-long"|"signed-out"} SaveState */

const PAUSE_MS = 400;
export const FIRST_RETRY_MS = 1000;
export const LAST_RETRY_MS = 15000;
export const LONGEST_SAVE_MS = 20000;
/** Browsers send at most 64 KiB for a page that is gone. */
const LARGEST_FLUSH = 60000;

/** States in which a save is tried again by and by.
 * @type {SaveState[]} */
const TRYING = ["retrying", "signed-out"];

/** States in which what stands on this page alone is not going to be saved as it is.
 * @type {SaveState[]} */
const LEFT_BEHIND = ["superseded", "refused", "too-long"];

const TOO_LARGE = 413;

export class Drafts extends EventTarget {
  /** @type {SaveState} */
  state = "rest";
  /** Whether the browser's store has what the server has not. */
  isKept = true;
  #dirty = false;
  #busy = false;
  #stopped = false;
  #isForgotten = false;
  #retry = FIRST_RETRY_MS;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  /** @type {Submission|null} */
  #submission = null;
  /** When the rater sent it. */
  #sentAt = 0;
  #isStale = false;
  /** @type {Promise<void>|null} */
  #keeping = null;

  /**
   * @param {string} assignment
   * @param {{sequence: number, base: number, revises: number|null, recording: number, tab: string, shelf: Shelf,
   *   body: () => Body}} options `base` is the sequence of the server's draft that this tab began with, 0 for none,
   *   `sequence` the number of the last change that is known, `revises` the revision that it corrects, and
   *   `recording` the revision of the recording that is heard here: they tell the server that nothing of another
   *   tab is overwritten unseen.
   */
  constructor(assignment, { sequence, base, revises, recording, tab, shelf, body }) {
    super();
    this.assignment = assignment;
    this.base = base;
    this.sequence = sequence;
    this.revises = revises;
    this.recording = recording;
    this.tab = tab;
    this.shelf = shelf;
    this.body = body;
    this.again = () => TRYING.includes(this.state) && this.#arm(0);
    window.addEventListener("online", this.again);
    window.addEventListener("focus", this.again);
  }

  /** Note that something changed: it is kept here at once, and is on its way to the server after a short pause. */
  touch() {
    if (this.#stopped) return;
    this.sequence += 1;
    this.#dirty = true;
    void this.keep();
    if (!TRYING.includes(this.state)) {
      this.#enter("waiting");
      this.#arm(PAUSE_MS);
    }
  }

  /** Whether a page that goes now would take something unsaved with it. */
  get isAtRisk() {
    if (LEFT_BEHIND.includes(this.state)) return this.#dirty;
    if (this.#stopped || !this.#isUnsent) return false;
    return TRYING.includes(this.state) || JSON.stringify(this.body()).length * 3 > LARGEST_FLUSH;
  }

  /** A save that is on its way ends with the page, so it counts as none. */
  get #isUnsent() {
    return this.#dirty || this.#busy || this.#submission !== null;
  }

  /** Leave what is not saved to the next page and to the server, for a page that is about to go. */
  flush() {
    if (this.#stopped || !this.#isUnsent) return;
    handOver(this.#row());
    if (!this.#submission) putDraft(this.assignment, this.#draft(), { keepalive: true }).catch(() => undefined);
  }

  /** Save nothing more as a draft while these answers are on their way; they are kept here until they have arrived.
   * @param {Submission} submission */
  async submit(submission) {
    clearTimeout(this.#timer);
    this.#submission = submission;
    this.#sentAt = Date.now();
    await this.keep();
  }

  /** Say that the answers did not get through, and are tried again.
   * @param {Problem} problem */
  wait({ passes }) {
    this.#enter(passes ? "retrying" : "signed-out");
  }

  /** Go on with drafts after a submission that was not taken, or that the rater takes back. */
  resume() {
    this.#submission = null;
    if (TRYING.includes(this.state)) this.#arm(0);
    this.touch();
  }

  /** Save no more: the answers are in, or another tab has them. */
  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    window.removeEventListener("online", this.again);
    window.removeEventListener("focus", this.again);
  }

  /** Save no more and keep nothing more here, whatever is on its way: the rater signs out of this browser. */
  forget() {
    this.#isForgotten = true;
    this.stop();
  }

  /** The answers are on the server: nothing of this task stays here. */
  async done() {
    this.stop();
    await this.#keeping;
    await this.shelf.clear(this.assignment);
  }

  /** The place of the submission after all drafts.
   * @returns {import("./api.js").Stamp} */
  stamp() {
    this.sequence += 1;
    return this.#stamp();
  }

  /** Another tab has written, and this one has not seen it: what is done here is no longer saved. */
  supersede() {
    this.#enter("superseded");
    this.stop();
  }

  /** Put on the shelf what is unsent, or take it off; what changes meanwhile is put there next.
   * @returns {Promise<void>} */
  keep() {
    this.#isStale = true;
    this.#keeping ??= this.#write().finally(() => (this.#keeping = null));
    return this.#keeping;
  }

  async #write() {
    while (this.#isStale && !this.#isForgotten) {
      this.#isStale = false;
      const before = this.isKept;
      this.isKept = this.#isUnsent ? await this.shelf.put(this.#row()) : await this.shelf.drop(this);
      if (before !== this.isKept) this.dispatchEvent(new Event("state"));
    }
  }

  /** @returns {Unsent} */
  #row() {
    const { assignment, tab, sequence, base, revises, recording } = this;
    const about = { person: this.shelf.person, assignment, tab, sequence, base, revises, recording };
    return { ...about, body: this.body(), at: this.#submission ? this.#sentAt : Date.now(), submission: this.#submission };
  }

  async #save() {
    await this.#keeping;
    if (this.#busy || this.#stopped || !this.#dirty || this.#submission) return;
    this.#busy = true;
    this.#dirty = false;
    if (!TRYING.includes(this.state)) this.#enter("saving");
    try {
      const saved = await putDraft(this.assignment, this.#draft(), { signal: AbortSignal.timeout(LONGEST_SAVE_MS) });
      this.#busy = false;
      if (saved.recording.corrected || saved.recording.taken_back) this.dispatchEvent(new CustomEvent("corrected", { detail: saved.recording }));
      this.#retry = FIRST_RETRY_MS;
      if (this.#dirty) this.#arm(PAUSE_MS);
      else void this.keep();
      if (!this.#submission) this.#enter(this.#dirty ? "waiting" : "saved");
    } catch (failure) {
      this.#busy = false;
      this.#fail(/** @type {Problem} */ (failure));
    }
  }

  /** @returns {import("./api.js").Stamp} */
  #stamp() {
    return { sequence: this.sequence, base: this.base, tab: this.tab };
  }

  #draft() {
    return { ...this.#stamp(), revises: this.revises, recording_revision: this.recording, body: this.body() };
  }

  /** @param {Problem} problem */
  #fail(problem) {
    this.#dirty = true;
    void this.keep();
    if (this.#submission) return; // it says how it fares itself
    if (problem.passes || problem.status === 401) {
      this.#enter(problem.passes ? "retrying" : "signed-out");
      this.#arm(this.#retry);
      this.#retry = Math.min(this.#retry * 2, LAST_RETRY_MS);
      return;
    }
    this.#enter(problem.status === TOO_LARGE ? "too-long" : problem.draft ? "superseded" : "refused");
    this.dispatchEvent(new CustomEvent("refused", { detail: problem }));
    if (problem.status !== TOO_LARGE) this.stop(); // what is shortened can be saved
  }

  /** @param {number} pause */
  #arm(pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), pause);
  }

  /** @param {SaveState} state */
  #enter(state) {
    if (this.state === state || this.#stopped) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
