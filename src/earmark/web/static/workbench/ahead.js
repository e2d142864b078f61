/**
 * The sound of the next item, fetched while the rater is at this one. The server names it without leasing it, so it
 * may turn out to be another's: then what was fetched is let go.
 */

import { getAhead, getBlob } from "./api.js";
import { isOfSound } from "./sound-file.js";

/** Longer recordings are not fetched: they open by a few of their bytes, and most of them would be heard much later. */
const LONGEST_S = 900;

export class Ahead {
  /** @type {{stimulus: string, revision: number, sound: Blob}|null} */
  #here = null;
  #stop = new AbortController();
  /** @type {string|null} */
  #after = null;

  get isHere() {
    return this.#here !== null;
  }

  /** Fetch what comes after an assignment, once.
   * @param {string} assignment */
  async fetch(assignment) {
    if (this.#after === assignment) return;
    this.#drop();
    this.#after = assignment;
    const { signal } = this.#stop;
    try {
      const { revision, stimuli } = await getAhead(assignment);
      const [next] = stimuli;
      if (!next || stimuli.length > 1 || next.duration_s > LONGEST_S) return;
      const sound = await getBlob(next.audio_url, signal);
      if (!signal.aborted) this.#here = { stimulus: next.id, revision, sound };
    } catch (failure) {
      if (!isOfSound(failure)) throw failure; // else it is fetched when its turn comes
    }
  }

  /** The sound of a recording, if it is here; whatever else was fetched is let go.
   * @param {string} stimulus
   * @param {number} revision
   * @returns {Blob|null} */
  take(stimulus, revision) {
    const here = this.#here?.stimulus === stimulus && this.#here.revision === revision ? this.#here.sound : null;
    this.#drop();
    return here;
  }

  #drop() {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#here = null;
    this.#after = null;
  }
}
