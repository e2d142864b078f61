/**
 * Playing: one turn, or on from here; back and forth; slower and faster at the same pitch.
 *
 * Events: `state` (playing, stopped, another speed or mode, a failure), `tick` (the position moved),
 * `stretch` (sound from `detail.from` to `detail.to` was played without a gap).
 */

import { Ears } from "./ears.js";

/** @typedef {import("./shapes.js").Range} Range */

const AT_END_S = 0.03;

export class Player extends EventTarget {
  /** @type {Range|null} The stretch that playing stops at the end of. */
  #range = null;
  #from = 0;
  #wantedRate = 1;
  failed = false;

  /** @param {HTMLAudioElement} audio */
  constructor(audio) {
    super();
    this.audio = audio;
    this.ears = new Ears(audio);
    audio.preservesPitch = true;
    audio.addEventListener("seeking", () => this.#jumped());
    audio.addEventListener("timeupdate", () => this.#tick());
    audio.addEventListener("ended", () => this.#tick());
    for (const name of ["play", "pause", "ended", "ratechange"]) {
      audio.addEventListener(name, () => this.#tell("state"));
    }
    audio.addEventListener("play", () => this.#follow());
    audio.addEventListener("error", () => this.#fail());
  }

  get time() {
    return this.audio.currentTime;
  }

  get playing() {
    return !this.audio.paused && !this.audio.ended;
  }

  get rate() {
    return this.#wantedRate;
  }

  /** Whether sound plays that will stop at the end of its stretch, rather than on and on. */
  get inRange() {
    return this.playing && this.#range !== null;
  }

  /** Take up a recording, from its start.
   * @param {{audio_url: string, channels: number, duration_s: number}} stimulus */
  load(stimulus) {
    this.#range = null;
    this.failed = false;
    this.duration = stimulus.duration_s;
    this.audio.src = stimulus.audio_url;
    this.audio.defaultPlaybackRate = this.#wantedRate;
    this.audio.playbackRate = this.#wantedRate;
    this.ears.expect(stimulus.channels);
    this.#from = 0;
  }

  /** Load the sound again after it failed. */
  reload() {
    const at = this.time;
    this.failed = false;
    this.audio.load();
    this.audio.currentTime = at;
    this.#tell("state");
  }

  /** Play a stretch from its start and stop at its end.
   * @param {Range} range */
  async playRange(range) {
    this.seek(range.start);
    this.#range = range;
    await this.#start();
  }

  /** Pause; or go on with this stretch where it stopped; or play it from its start.
   * @param {Range} range */
  async toggle(range) {
    if (this.playing) return this.pause();
    const inside = this.time > range.start && this.time < range.end - AT_END_S;
    if (!inside) return this.playRange(range);
    this.#range = range;
    return this.#start();
  }

  /** Pause, or play on from here to the end of the recording. */
  async toggleOn() {
    if (this.playing) return this.pause();
    this.#range = null;
    if (this.time >= (this.duration ?? Infinity) - AT_END_S) this.seek(0);
    return this.#start();
  }

  pause() {
    this.audio.pause();
  }

  /** @param {number} seconds */
  seek(seconds) {
    const to = Math.min(Math.max(0, seconds), this.duration ?? seconds);
    if (this.#range && (to < this.#range.start || to >= this.#range.end)) this.#range = null;
    this.audio.currentTime = to;
    this.#from = to;
    this.#tell("tick");
  }

  /** @param {number} seconds */
  nudge(seconds) {
    this.seek(this.time + seconds);
  }

  /** @param {number} rate */
  setRate(rate) {
    this.#wantedRate = rate;
    this.audio.defaultPlaybackRate = rate;
    this.audio.playbackRate = rate;
  }

  /** @param {import("./ears.js").EarMode} mode */
  setMode(mode) {
    this.ears.listen(mode);
    this.#tell("state");
  }

  async #start() {
    await this.ears.open();
    try {
      await this.audio.play();
    } catch (stopped) {
      // A pause or a new recording while the sound was still coming is no failure.
      if (!(stopped instanceof DOMException && stopped.name === "AbortError")) this.#fail();
    }
  }

  #follow() {
    this.#tick();
    if (this.playing) requestAnimationFrame(() => this.#follow());
  }

  #tick() {
    const now = this.time;
    if (!this.audio.seeking && now > this.#from) {
      const detail = { from: this.#from, to: now };
      this.#from = now;
      this.dispatchEvent(new CustomEvent("stretch", { detail }));
    }
    if (this.#range && this.playing && !this.audio.seeking && now >= this.#range.end) {
      this.#range = null;
      this.pause();
    }
    this.#tell("tick");
  }

  #jumped() {
    this.#from = this.time;
    this.#tell("tick");
  }

  #fail() {
    this.failed = true;
    this.#tell("state");
  }

  /** @param {string} name */
  #tell(name) {
    this.dispatchEvent(new Event(name));
  }
}
