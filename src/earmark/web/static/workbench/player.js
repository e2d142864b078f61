/**
 * Playing: a stretch with exact edges, once or over and over, or on from here; back and forth; slower and faster
 * at the same pitch; one position for all of it.
 *
 * Two elements take turns: one holds the whole recording and streams it, the other a piece cut out of it to the
 * sample. A stretch plays from its piece; what goes on and on, from the whole.
 *
 *     const player = new Player();
 *     player.load({ audio_url, duration_s, channels });
 *     player.prepare({ start: 1.2, end: 1.5 });            // optional: the piece is there when it is asked for
 *     await player.playRange({ start: 1.2, end: 1.5 });    // or toggle, loop, toggleOn
 *
 * Events: `ready` (enough of the recording is here to play it through), `state` (playing, stopped, another speed or mode, a failure), `tick` (the position moved), `stretch`
 * (`detail` is a `Stretch`: sound that was really played without a gap, and how).
 */

import { Ears } from "./ears.js";
import { LONGEST_PIECE_S, Pieces } from "./pieces.js";
import { Recovery, faultOf } from "./recovery.js";
import { isOfSound } from "./sound-file.js";

/** @typedef {import("./ears.js").EarMode} EarMode */
/** @typedef {import("./pieces.js").Piece} Piece */
/** @typedef {import("./shapes.js").Range} Range */
/** @typedef {Range & {rate: number, mode: EarMode}} Stretch */

const AT_END_S = 0.03;
/** A recording that ends by more than this before its end has lost a part: elements say their end less exactly. */
const BREAKS_OFF_S = 0.25;
/** How much further than by playing a place may be that playing has led to: elements say their place less exactly. */
const RUNS_AHEAD_S = 0.1;
/** @type {import("./recovery.js").FaultKind[]} Faults that are over once a sound has come. */
const LOADING = ["missing", "format", "network"];
export const SOFTEST = 0.1;
/** So long a sound system may take to start: a wireless one needs seconds. */
const LONGEST_START_MS = 8000;

export class Player extends EventTarget {
  #whole = new Audio();
  #cut = new Audio();
  #active = this.#whole;
  /** @type {Pieces|null} */
  #pieces = null;
  /** @type {Piece|null} What the element for pieces holds. */
  #piece = null;
  /** @type {Range|null} The stretch that playing stops at the end of. */
  #range = null;
  #looping = false;
  /** Where that begins which has not been told of as played, and since when. */
  #from = 0;
  #since = 0;
  #rate = 1;
  /** Counts what was asked for, so that a piece that comes too late is not played. */
  #wish = 0;
  #coming = false;
  /** @type {import("./recovery.js").SoundFault|null} Why the sound does not play; while it is tried again, too. */
  fault = null;
  /** Whether it was given up. */
  failed = false;
  /** Whether it waits for a server that does not answer. */
  isAway = false;
  /** Whether the sound system did not start when something was to be played, or stopped while it was. */
  isSilent = false;
  #recovery = new Recovery();
  #url = "";
  /** From here on its bytes are lost. */
  #lostFrom = Infinity;
  /** @type {(() => void)|null} What was to be played when it failed. */
  #asked = null;
  duration = Infinity;
  ears = new Ears([this.#whole, this.#cut], () => this.playing && this.#fallSilent());

  constructor() {
    super();
    for (const audio of [this.#whole, this.#cut]) this.#attend(audio);
    this.#whole.addEventListener("error", () => this.#fail(faultOf(this.#whole, this.#from)));
    this.#whole.addEventListener("ended", () => this.#checkEnd());
    this.#whole.addEventListener("canplaythrough", () => this.#ready());
  }

  /** Seconds from the start of the recording. */
  get time() {
    const at = this.#active.currentTime;
    return this.#active === this.#cut && this.#piece ? Math.min(this.#piece.start + at, this.#piece.end) : at;
  }

  /** Whether sound plays, or will as soon as it is here. */
  get playing() {
    return this.#coming || (!this.#active.paused && !this.#active.ended);
  }

  get rate() {
    return this.#rate;
  }

  /** Whether a stretch plays over and over. */
  get looping() {
    return this.#looping && this.playing;
  }

  /** Whether sound plays that will stop at the end of its stretch, rather than on and on. */
  get inRange() {
    return this.playing && this.#range !== null;
  }

  /** Take up a recording, from its start.
   * @param {{audio_url: string, channels: number, duration_s: number, gain_db?: number}} stimulus
   * @param {Blob|null} [here] Its sound, where it is here already. */
  load(stimulus, here = null) {
    this.#quiet();
    this.#pieces?.close();
    this.#pieces = new Pieces(here ?? stimulus.audio_url);
    this.#piece = null;
    this.#range = null;
    this.#active = this.#whole;
    this.#begin(0);
    this.#forgetFault();
    this.#asked = null;
    this.#url = stimulus.audio_url;
    this.duration = stimulus.duration_s;
    URL.revokeObjectURL(this.#whole.src);
    this.#whole.src = here ? URL.createObjectURL(here) : stimulus.audio_url;
    this.setRate(this.#rate);
    this.ears.expect(stimulus.channels);
    this.ears.match(stimulus.gain_db ?? 0);
    void this.#checkBytes();
  }

  /** Load the sound again after it was given up. */
  reload() {
    this.#forgetFault();
    this.#loadFrom(`${this.#url}${this.#url.includes("?") ? "&" : "?"}again=${Date.now()}`);
  }

  /** Load the sound from another address of it, and go on with what was asked for.
   * @param {string} url */
  #loadFrom(url) {
    this.#quiet();
    this.#pieces?.close();
    this.#pieces = new Pieces(url);
    this.#piece = null;
    this.#enterWhole(0);
    URL.revokeObjectURL(this.#whole.src);
    this.#whole.src = url;
    this.setRate(this.#rate);
    this.#tell("state");
    this.#asked?.();
    void this.#checkBytes();
  }

  /** The samples of the recording, for drawing. */
  get file() {
    return this.#pieces?.file ?? null;
  }

  /** Have a stretch ready that may be asked for soon.
   * @param {Range} range */
  prepare(range) {
    void this.#pieceOf(range);
  }

  /** Play a stretch from its start and stop at its end.
   * @param {Range} range */
  playRange(range) {
    return this.#play(range, range.start, false);
  }

  /** Play a stretch over and over, until something else is asked for.
   * @param {Range} range */
  loop(range) {
    return this.#play(range, range.start, true);
  }

  /** Pause; or go on with this stretch where it stopped; or play it from its start.
   * @param {Range} range */
  async toggle(range) {
    if (this.playing) return this.pause();
    const inside = this.time > range.start && this.time < range.end - AT_END_S;
    return this.#play(range, inside ? this.time : range.start, false);
  }

  /** Pause, or play on from here to the end of the recording. */
  async toggleOn() {
    if (this.playing) return this.pause();
    return this.#play(null, this.time >= this.duration - AT_END_S ? 0 : this.time, false);
  }

  pause() {
    this.#asked = null;
    this.#quiet();
    this.#tell("state");
  }

  /** @param {number} seconds */
  seek(seconds) {
    const to = Math.min(Math.max(0, seconds), this.duration);
    this.#note();
    const stays = this.#active === this.#cut && this.#piece && to >= this.#piece.start && to < this.#piece.end;
    if (stays) this.#cut.currentTime = to - (this.#piece?.start ?? 0);
    else this.#leavePiece(to);
    this.#begin(to);
    this.#tell("tick");
  }

  /** @param {number} seconds */
  nudge(seconds) {
    this.seek(this.time + seconds);
  }

  /** @param {number} rate */
  setRate(rate) {
    this.#note();
    this.#rate = rate;
    for (const audio of [this.#whole, this.#cut]) audio.defaultPlaybackRate = audio.playbackRate = rate;
  }

  /** @param {EarMode} mode */
  setMode(mode) {
    this.#note();
    this.ears.listen(mode);
    this.#tell("state");
  }

  /** Hear one side alone in its own ear instead of in both, or the other way about. */
  turnSolo() {
    this.ears.placeSolo(this.ears.solo === "both-ears" ? "own-ear" : "both-ears");
    this.#tell("state");
  }

  get volume() {
    return this.ears.volume;
  }

  /** @param {number} volume From `SOFTEST` to 1; what is turned off altogether would be played and not heard. */
  setVolume(volume) {
    this.ears.setVolume(Math.min(1, Math.max(SOFTEST, Math.round(volume * 100) / 100)));
    this.#tell("state");
  }

  /** @param {HTMLAudioElement} audio */
  #attend(audio) {
    audio.preservesPitch = true;
    const mine = (/** @type {() => void} */ act) => () => this.#active === audio && act();
    audio.addEventListener("seeking", mine(() => this.#jumped()));
    for (const name of ["timeupdate", "ended"]) audio.addEventListener(name, mine(() => this.#tick()));
    for (const name of ["play", "pause", "ended", "ratechange"]) audio.addEventListener(name, mine(() => this.#tell("state")));
    audio.addEventListener("play", mine(() => this.#follow()));
  }

  /**
   * @param {Range|null} range Null goes on to the end of the recording.
   * @param {number} from
   * @param {boolean} again
   */
  async #play(range, from, again) {
    this.#quiet();
    this.#asked = () => void this.#play(range, from, again);
    const wish = this.#wish;
    this.#coming = true;
    this.#tell("state");
    const [piece] = await Promise.all([this.#pieceOf(range), this.#openEars()]);
    if (wish !== this.#wish) return;
    this.#coming = false;
    this.#range = range;
    this.#looping = again;
    for (const audio of [this.#whole, this.#cut]) audio.loop = again;
    if (piece) this.#enterPiece(piece, from);
    else this.#enterWhole(from);
    await this.#start(wish);
  }

  /** Open the sound path. Where no sound system starts, browsers wait for ever and say nothing; what was asked for is
   * given up then, so that it does not burst in later. */
  async #openEars() {
    const late = setTimeout(() => this.#fallSilent(), LONGEST_START_MS);
    await this.ears.open();
    clearTimeout(late);
    if (!this.isSilent) return;
    this.isSilent = false;
    this.#tell("state");
  }

  #fallSilent() {
    this.isSilent = true;
    this.pause();
  }

  /** The piece of a stretch; null where the recording itself has to do: the stretch is all of it, or too long, or
   * its bytes did not come, which the recording then says itself.
   * @param {Range|null} range
   * @returns {Promise<Piece|null>} */
  async #pieceOf(range) {
    if (!range || !this.#pieces || !this.#isCuttable(range)) return null;
    return this.#pieces.cut(range).catch((failure) => {
      if (isOfSound(failure)) return null;
      throw failure;
    });
  }

  /** @param {Range} range */
  #isCuttable({ start, end }) {
    return end - start <= LONGEST_PIECE_S && (start > 0 || end < this.duration);
  }

  /**
   * @param {Piece} piece
   * @param {number} from
   */
  #enterPiece(piece, from) {
    this.#active = this.#cut;
    if (this.#piece !== piece) {
      this.#piece = piece;
      this.#cut.src = piece.url;
    }
    this.#cut.currentTime = Math.max(0, from - piece.start);
    this.#begin(Math.max(from, piece.start));
  }

  /** @param {number} from */
  #enterWhole(from) {
    this.#active = this.#whole;
    this.#whole.currentTime = from;
    this.#begin(from);
  }

  /** On with the whole from elsewhere, playing if the piece was.
   * @param {number} to */
  #leavePiece(to) {
    const goesOn = this.#active === this.#cut && !this.#cut.paused && !this.#cut.ended;
    if (this.#range && (to < this.#range.start || to >= this.#range.end)) this.#range = null;
    this.#cut.pause();
    this.#enterWhole(to);
    if (goesOn) void this.#start(this.#wish);
  }

  /** @param {number} wish */
  async #start(wish) {
    try {
      await this.#active.play();
    } catch (stopped) {
      // A pause or a new recording while the sound was still coming is no failure.
      if (wish === this.#wish && !(stopped instanceof DOMException && stopped.name === "AbortError")) this.#fail(faultOf(this.#active, this.#from));
    }
  }

  /** Stop all that sounds or is about to. */
  #quiet() {
    this.#note();
    this.#wish += 1;
    this.#coming = false;
    this.#whole.pause();
    this.#cut.pause();
  }

  #follow() {
    this.#tick();
    if (this.playing) requestAnimationFrame(() => this.#follow());
  }

  #tick() {
    this.#note();
    const isOver = this.#range && this.#active === this.#whole && !this.#whole.paused && this.time >= this.#range.end;
    if (isOver && this.#looping) this.#enterWhole(this.#range?.start ?? 0);
    else if (isOver) this.pause();
    if ((isOver && !this.#looping) || this.#active.ended) this.#range = null;
    this.#tell("tick");
  }

  /** Tell what has been played since the last time. */
  #note() {
    const now = this.time;
    if (this.#active.seeking || now <= this.#from) return;
    if (this.fault && this.fault.kind !== "short" && !this.#recovery.isTrying && now > this.fault.at + AT_END_S) this.#mended();
    this.#played(now);
    this.#begin(now);
  }

  /** @param {number} place From here on nothing has been told of as played. */
  #begin(place) {
    this.#from = place;
    this.#since = performance.now();
  }

  /** @param {number} to */
  #played(to) {
    if (to > this.#lostFrom) return; // played, and silent
    const detail = /** @type {Stretch} */ ({ start: this.#from, end: to, rate: this.#rate, mode: this.ears.mode });
    this.dispatchEvent(new CustomEvent("stretch", { detail }));
  }

  /** The place is another. A busy browser says so of the jump to a start when it plays on from there already: what
   * it has played since then was heard. */
  #jumped() {
    const now = this.time;
    const furthest = this.#from + ((performance.now() - this.#since) / 1000) * this.#rate + RUNS_AHEAD_S;
    if (now >= this.#from && now <= furthest) return;
    const wrapped = this.#looping && !this.#active.paused && now < this.#from;
    if (wrapped) this.#played(this.#range?.end ?? now);
    this.#begin(now);
    this.#tell("tick");
  }

  /** The whole has ended: at its end, or before. */
  #checkEnd() {
    const at = this.#whole.currentTime;
    if (at < this.duration - BREAKS_OFF_S) this.#fail({ kind: "short", detail: `${at.toFixed(2)} s of ${this.duration.toFixed(2)} s`, at });
  }

  /** Look whether all bytes are there: a browser plays a recording that is cut off without a word. */
  async #checkBytes() {
    const pieces = this.#pieces;
    this.#lostFrom = Infinity;
    try {
      const at = (await pieces?.file.breaksOff()) ?? null;
      if (pieces !== this.#pieces) return;
      if (at === null) return this.fault?.kind === "short" ? this.#mended() : undefined;
      this.#lostFrom = at;
      this.#fail({ kind: "short", detail: `${at.toFixed(2)} s of ${this.duration.toFixed(2)} s`, at });
    } catch (failure) {
      if (!isOfSound(failure)) throw failure; // the element will say it
    }
  }

  /** @param {import("./recovery.js").SoundFault} fault */
  #fail(fault) {
    if (this.failed) return;
    this.fault = fault;
    this.#coming = false;
    void this.#recovery.mend(fault, {
      url: this.#url,
      again: (url) => this.#loadFrom(url),
      giveUp: (found) => {
        Object.assign(this, { fault: found, failed: true, isAway: false });
        this.#tell("state");
      },
      away: () => {
        this.isAway = true;
        this.#tell("state");
      },
    });
    this.#tell("state");
  }

  /** Enough is here; what failed before anything came is no more. */
  #ready() {
    if (this.fault?.at === 0 && LOADING.includes(this.fault.kind)) this.#mended();
    this.#tell("ready");
  }

  #mended() {
    this.#forgetFault();
    this.#tell("state");
  }

  #forgetFault() {
    this.#recovery.reset();
    Object.assign(this, { fault: null, failed: false, isAway: false });
  }

  /** @param {string} name */
  #tell(name) {
    this.dispatchEvent(new Event(name));
  }
}
