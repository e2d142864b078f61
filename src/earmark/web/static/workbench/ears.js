/**
 * What reaches each ear. The sound runs through a splitter, four gains and a merger, so that a change of mode is
 * a change of gains: no jump, no click, no reload.
 */

/** @typedef {"both"|"left"|"right"|"centred"} EarMode */

/** Gains from (left, right) to the left ear, then from (left, right) to the right ear.
 * @type {Record<EarMode, [number, number, number, number]>} */
const GAINS = {
  both: [1, 0, 0, 1],
  left: [1, 0, 1, 0],
  right: [0, 1, 0, 1],
  centred: [0.5, 0.5, 0.5, 0.5],
};

const GLIDE_S = 0.005;

export class Ears {
  /** @type {EarMode} */
  mode = "both";
  #channels = 2;
  /** @type {AudioContext|null} */
  #context = null;
  /** @type {GainNode[]} */
  #gains = [];

  /** @param {HTMLAudioElement} audio */
  constructor(audio) {
    this.audio = audio;
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

  /** Open the sound path; browsers allow it only once the rater has asked for sound. */
  async open() {
    this.#context ??= this.#build();
    if (this.#context.state === "suspended") await this.#context.resume();
  }

  #build() {
    const context = new AudioContext();
    const splitter = context.createChannelSplitter(2);
    const merger = context.createChannelMerger(2);
    context.createMediaElementSource(this.audio).connect(splitter);
    this.#gains = [0, 1, 0, 1].map((input, index) => {
      const gain = context.createGain();
      splitter.connect(gain, input);
      gain.connect(merger, 0, index < 2 ? 0 : 1);
      return gain;
    });
    merger.connect(context.destination);
    this.#context = context;
    this.#apply();
    return context;
  }

  #apply() {
    const wanted = this.#channels === 1 ? GAINS.left : GAINS[this.mode];
    const now = this.#context?.currentTime ?? 0;
    this.#gains.forEach((gain, index) => gain.gain.setTargetAtTime(wanted[index] ?? 0, now, GLIDE_S));
  }
}
