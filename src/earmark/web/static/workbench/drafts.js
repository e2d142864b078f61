/**
 * Saving as one types. "Saved" is the server's word: no state here runs ahead of its answer.
 *
 * Saves go one at a time, each with the next sequence number, so that none overtakes another. While the server
 * cannot be reached the newest state waits and is tried again, ever less often, and at once when the network
 * comes back.
 */

import { Problem, putDraft } from "./api.js";

/** @typedef {import("./shapes.js").Body} Body */
/** @typedef {"rest"|"waiting"|"saving"|"saved"|"retrying"|"superseded"|"refused"|"signed-out"} SaveState */

const PAUSE_MS = 400;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 15000;
const LONGEST_SAVE_MS = 20000;
/** Browsers send at most 64 KiB for a page that is gone. */
const LARGEST_FLUSH = 60000;

/** States in which a save is tried again by and by.
 * @type {SaveState[]} */
const TRYING = ["retrying", "signed-out"];

/** States in which what stands on this page alone will not be saved any more.
 * @type {SaveState[]} */
const LEFT_BEHIND = ["superseded", "refused"];

export class Drafts extends EventTarget {
  /** @type {SaveState} */
  state = "rest";
  #dirty = false;
  #busy = false;
  #stopped = false;
  #retry = FIRST_RETRY_MS;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;

  /**
   * @param {string} assignment
   * @param {{base: number, revises: number|null, recording: number, tab: string, body: () => Body}} options `base` is the
   *   sequence of the draft that this tab began with, 0 for none, `revises` the revision that it corrects, and
   *   `recording` the revision of the recording that is heard here: they tell the server that nothing of another
   *   tab is overwritten unseen.
   */
  constructor(assignment, { base, revises, recording, tab, body }) {
    super();
    this.assignment = assignment;
    this.base = base;
    this.sequence = base;
    this.revises = revises;
    this.recording = recording;
    this.tab = tab;
    this.body = body;
    this.again = () => TRYING.includes(this.state) && this.#arm(0);
    window.addEventListener("online", this.again);
    window.addEventListener("focus", this.again);
  }

  /** Note that something changed; it is on its way to the server after a short pause in typing. */
  touch() {
    if (this.#stopped) return;
    this.#dirty = true;
    if (!TRYING.includes(this.state)) {
      this.#enter("waiting");
      this.#arm(PAUSE_MS);
    }
  }

  /** Whether a page that goes now would take something unsaved with it. */
  get isAtRisk() {
    if (LEFT_BEHIND.includes(this.state)) return this.#dirty;
    if (this.#stopped || !this.#isUnsaved) return false;
    return TRYING.includes(this.state) || JSON.stringify(this.body()).length * 3 > LARGEST_FLUSH;
  }

  /** A save that is on its way ends with the page, so it counts as none. */
  get #isUnsaved() {
    return this.#dirty || this.#busy;
  }

  /** Save now what is not saved, for a page that is about to go. */
  flush() {
    if (this.#stopped || !this.#isUnsaved) return;
    putDraft(this.assignment, this.#next(), { keepalive: true }).catch(() => undefined);
  }

  /** Save nothing while the answers are on their way: a draft that comes after them is one too many. */
  pause() {
    clearTimeout(this.#timer);
  }

  /** Save no more: the answers are in, or another tab has them. */
  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    window.removeEventListener("online", this.again);
    window.removeEventListener("focus", this.again);
  }

  async #save() {
    if (this.#busy || this.#stopped || !this.#dirty) return;
    this.#busy = true;
    this.#dirty = false;
    if (!TRYING.includes(this.state)) this.#enter("saving");
    try {
      const saved = await putDraft(this.assignment, this.#next(), { signal: AbortSignal.timeout(LONGEST_SAVE_MS) });
      if (saved.recording.corrected || saved.recording.taken_back) this.dispatchEvent(new CustomEvent("corrected", { detail: saved.recording }));
      this.#retry = FIRST_RETRY_MS;
      this.#enter(this.#dirty ? "waiting" : "saved");
      if (this.#dirty) this.#arm(PAUSE_MS);
    } catch (failure) {
      this.#fail(/** @type {Problem} */ (failure));
    } finally {
      this.#busy = false;
    }
  }

  /** The place of the next draft, or of the submission after all drafts.
   * @returns {import("./api.js").Stamp} */
  stamp() {
    this.sequence += 1;
    return { sequence: this.sequence, base: this.base, tab: this.tab };
  }

  /** Another tab has written, and this one has not seen it: what is done here is no longer saved. */
  supersede() {
    this.#enter("superseded");
    this.stop();
  }

  #next() {
    return { ...this.stamp(), revises: this.revises, recording_revision: this.recording, body: this.body() };
  }

  /** @param {Problem} problem */
  #fail(problem) {
    this.#dirty = true;
    if (problem.passes || problem.status === 401) {
      this.#enter(problem.passes ? "retrying" : "signed-out");
      this.#arm(this.#retry);
      this.#retry = Math.min(this.#retry * 2, LAST_RETRY_MS);
      return;
    }
    this.#enter(problem.status === 409 ? "superseded" : "refused");
    this.stop();
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
