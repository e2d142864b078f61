/** What this person has set for their own pages: kept by the server, and so there on another device. */

import { ask } from "./api.js";

/**
 * @typedef {object} Kept
 * @property {"auto"|"light"|"dark"} theme
 * @property {boolean} transcript Whether the words of a turn are shown.
 * @property {Record<string, string>} keys Keys by what they do, where they differ from the page's own.
 * @property {number} volume
 * @property {number} speed
 * @property {boolean} grammar Whether grammar and spelling are checked, where a text has such help.
 * @property {0|30|60} break_minutes
 */

const PAUSE_MS = 600;

/** Event `change`: something is set differently. */
class Preferences extends EventTarget {
  /** @type {Kept} */
  kept = { theme: "auto", transcript: true, keys: {}, volume: 1, speed: 1, grammar: true, break_minutes: 0 };
  /** @type {Partial<Kept>} */
  #unsent = {};
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;

  /** @param {Kept} kept As the server has them. */
  load(kept) {
    this.kept = kept;
  }

  /** Set some; the server is told once nothing more comes. Should it not answer, they hold for this page, and what is
   * unsent goes along with the next change.
   * @param {Partial<Kept>} changes */
  set(changes) {
    this.kept = { ...this.kept, ...changes };
    this.#unsent = { ...this.#unsent, ...changes };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.send(), PAUSE_MS);
    this.dispatchEvent(new Event("change"));
  }

  /** Send what is unsent, now. */
  async send() {
    clearTimeout(this.#timer);
    const changes = this.#unsent;
    if (Object.keys(changes).length === 0) return;
    this.#unsent = {};
    await ask("PATCH", "/api/v1/me/preferences", changes, { keepalive: true }).catch(() => {
      this.#unsent = { ...changes, ...this.#unsent };
    });
  }
}

export const preferences = new Preferences();
