/**
 * What reaches each ear. The sound runs through a splitter, four gains and a merger, so that a change of mode is
 * a change of gains: no jump, no click, no reload.
 */

/** @typedef {"both"|"left"|"right"|"centred"} EarMode */
/** @typedef {"both-ears"|"own-ear"} Solo Where one channel alone is heard. */

/** Gains from (left, right) to the left ear, then from (left, right) to the right ear.
 * @typedef {[number, number, number, number]} Gains */

/** @type {Record<EarMode, Gains>} */
const GAINS = {
  both: [1, 0, 0, 1],
  left: [1, 0, 1, 0],
  right: [0, 1, 0, 1],
  centred: [0.5, 0.5, 0.5, 0.5],
};

/** @type {Record<string, Gains>} */
const OWN_EAR = { left: [1, 0, 0, 0], right: [0, 0, 0, 1] };

/** Long enough to make no click, too short to be heard as a fade. */
const GLIDE_S = 0.01;

export class Ears {
  /** @type {EarMode} */
  mode = "both";
  /** The rater's choice for the whole sitting, unlike the mode, which each recording begins with anew.
   * @type {Solo} */
  solo = "both-ears";
  volume = 1;
  /** What the recording is made louder or softer by, as a factor. */
  #gain = 1;
  #channels = 2;
  /** @type {AudioContext|null} */
  #context = null;
  /** @type {GainNode[]} */
  #gains = [];
  /** @type {GainNode|null} */
  #level = null;

  /**
   * @param {HTMLAudioElement[]} elements What is heard, one at a time.
   * @param {() => void} lost Told when the sound system stops by itself, as when its device goes.
   */
  constructor(elements, lost) {
    this.elements = elements;
    this.lost = lost;
  }

  /** Say how many channels the recording has; one channel always goes to both ears.
   * @param {number} channels */
  expect(channels) {
    this.#channels = channels;
    this.mode = "both";
    this.#apply();
  }

  /** @param {EarMode} mode */
  listen(mode) {
    this.mode = mode;
    this.#apply();
  }

  /** @param {Solo} solo */
  placeSolo(solo) {
    this.solo = solo;
    this.#apply();
  }

  /** @param {number} decibels Gain of this recording. */
  match(decibels) {
    this.#gain = 10 ** (decibels / 20);
    this.#apply();
  }

  /** @param {number} volume 0 to 1. */
  setVolume(volume) {
    this.volume = volume;
    this.#apply();
  }

  /** Open the sound path; browsers allow it only once the rater has asked for sound. */
  async open() {
    this.#context ??= this.#build();
    if (this.#context.state !== "running") await this.#context.resume();
  }

  #build() {
    const context = new AudioContext();
    context.addEventListener("statechange", () => context.state !== "running" && this.lost());
    const splitter = context.createChannelSplitter(2);
    const merger = context.createChannelMerger(2);
    const level = context.createGain();
    for (const element of this.elements) context.createMediaElementSource(element).connect(splitter);
    this.#gains = [0, 1, 0, 1].map((input, index) => {
      const gain = context.createGain();
      splitter.connect(gain, input);
      gain.connect(merger, 0, index < 2 ? 0 : 1);
      return gain;
    });
    merger.connect(level).connect(context.destination);
    this.#level = level;
    this.#context = context;
    this.#apply();
    return context;
  }

  #apply() {
    if (!this.#context || !this.#level) return;
    const own = this.solo === "own-ear" ? OWN_EAR[this.mode] : undefined;
    const wanted = this.#channels === 1 ? GAINS.left : (own ?? GAINS[this.mode]);
    for (const [index, gain] of this.#gains.entries()) glide(gain.gain, wanted[index] ?? 0, this.#context.currentTime);
    // Loudness goes about with the square of the slider, so that its middle sounds like half.
    glide(this.#level.gain, this.#gain * this.volume ** 2, this.#context.currentTime);
  }
}

/**
 * @param {AudioParam} param
 * @param {number} value
 * @param {number} now
 */
function glide(param, value, now) {
  param.cancelScheduledValues(now);
  param.setValueAtTime(param.value, now);
  param.linearRampToValueAtTime(value, now + GLIDE_S);
}
