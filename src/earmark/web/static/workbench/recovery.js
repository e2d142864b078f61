/**
 * What is done about a sound that fails: it is asked for anew, a few times and ever less often. While the server is
 * away it goes on being tried, since nothing is wrong with the sound; otherwise it is given up, with the reason.
 */

import { Problem, getBytesOf } from "./api.js";
import { timeOf } from "./clock.js";
import { say } from "./texts.js";

/** @typedef {"missing"|"decode"|"format"|"short"|"network"} FaultKind */
/**
 * @typedef {object} SoundFault Why a sound does not play.
 * @property {FaultKind} kind `short` ends before its recording does.
 * @property {string} detail What the browser or the server says of it.
 * @property {number} at Where it failed, in seconds.
 */

const PAUSES_MS = [500, 1500, 3000];
const LONGEST_PAUSE_MS = 15000;

/** Kinds by the code of a `MediaError`.
 * @type {Record<number, FaultKind>} */
const KINDS = { 2: "network", 3: "decode", 4: "format" };

/** @type {Record<FaultKind, () => string>} */
const WORDS = {
  missing: () => say("the server has no such sound"),
  decode: () => say("its sound is damaged and cannot be decoded"),
  format: () => say("the browser cannot read it"),
  short: () => say("it breaks off before its end"),
  network: () => say("it stops coming"),
};

export class Recovery {
  #tries = 0;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;

  /** Whether a failure is being mended. */
  get isTrying() {
    return this.#timer !== undefined;
  }

  /** Forget what failed: it plays, or another sound comes. */
  reset() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tries = 0;
  }

  /** See to a failure.
   * @param {SoundFault} fault
   * @param {{url: string, again: (busted: string) => void, giveUp: (fault: SoundFault) => void, away: () => void}} ways
   *   `again` loads the sound from an address that no cache knows; `away` is told that the server does not answer. */
  async mend(fault, { url, again, giveUp, away }) {
    if (this.isTrying) return;
    this.#tries += 1;
    const tries = this.#tries;
    const pause = PAUSES_MS[tries - 1] ?? LONGEST_PAUSE_MS;
    this.#timer = setTimeout(() => undefined);
    const found = await probe(bustedUrl(url, tries));
    if (!this.isTrying || tries !== this.#tries) return;
    if (found === "away") away();
    else if (tries > PAUSES_MS.length) return this.#end(() => giveUp(found === "here" ? fault : { ...fault, kind: "missing", detail: found }));
    this.#timer = setTimeout(() => this.#end(() => again(bustedUrl(url, tries))), pause);
  }

  /** @param {() => void} act */
  #end(act) {
    this.#timer = undefined;
    act();
  }
}

/**
 * What a player's element says of its failure.
 *
 * @param {HTMLAudioElement} audio
 * @param {number} at
 * @returns {SoundFault}
 */
export function faultOf({ error }, at) {
  return { kind: KINDS[error?.code ?? 4] ?? "format", detail: `MediaError ${error?.code ?? "?"} ${error?.message ?? ""}`.trim(), at };
}

/**
 * A failure as the rater reads it, and the owner after her.
 *
 * @param {SoundFault} fault
 */
export function accountOf({ kind, detail, at }) {
  const words = say("The sound does not play: %(why)s, at %(time)s, after %(tries)s tries.", { why: WORDS[kind](), time: timeOf(at), tries: PAUSES_MS.length + 1 });
  return `${words} (${detail.slice(0, 200)}; ${navigator.userAgent})`;
}

/** @param {string} url
 * @param {number} tries */
function bustedUrl(url, tries) {
  return `${url}${url.includes("?") ? "&" : "?"}try=${tries}-${Date.now()}`;
}

/** Whether the server has a sound: `here`, `away` where it does not say, or what it says instead.
 * @param {string} url */
async function probe(url) {
  try {
    await getBytesOf(url, 0, 1);
    return "here";
  } catch (failure) {
    if (!(failure instanceof Problem)) throw failure;
    return failure.passes || failure.status === 401 ? "away" : `HTTP ${failure.status}`;
  }
}
