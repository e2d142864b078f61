/**
 * Stretches of a recording as files of their own, so that playing one begins with its first sample and ends with
 * its last, at every speed and in every browser. Stopping a player at a moment is not exact: what it says of its
 * place is up to 40 ms off once it stretches the sound.
 */

import { SoundFile } from "./sound-file.js";

/** @typedef {import("./shapes.js").Range} Range */
/** @typedef {import("./sound-file.js").Samples} Samples */
/** @typedef {{url: string, start: number, end: number}} Piece Edges in seconds of the recording, on whole samples. */

/** Longer stretches are played from the recording itself: their sound would be long in coming. */
export const LONGEST_PIECE_S = 120;
/** Decoded at once; the rest waits, so that a long piece takes no more memory than a short one. */
const PART_S = 20;
/** Silence after a piece: browsers that stretch sound drop the last of it, up to 20 ms. */
const TAIL_S = 0.06;
const KEPT = 8;
const FULL_SCALE = 32768;

export class Pieces {
  /** @type {Map<string, Promise<Piece>>} Oldest use first. */
  #pieces = new Map();

  /** @param {string|Blob} source */
  constructor(source) {
    this.file = new SoundFile(source);
  }

  /**
   * Cut a stretch, or return what was cut before. Fails as `SoundFile.read` does.
   *
   * @param {Range} range
   * @returns {Promise<Piece>}
   */
  cut(range) {
    const name = `${range.start} ${range.end}`;
    const piece = this.#pieces.get(name) ?? this.#make(range);
    this.#pieces.delete(name);
    this.#pieces.set(name, piece);
    piece.catch(() => this.#pieces.delete(name));
    for (const oldest of [...this.#pieces.keys()].slice(0, -KEPT)) this.#drop(oldest);
    return piece;
  }

  /** Let go of all that was cut. */
  close() {
    for (const name of [...this.#pieces.keys()]) this.#drop(name);
  }

  /** @param {string} name */
  #drop(name) {
    const piece = this.#pieces.get(name);
    this.#pieces.delete(name);
    piece?.then(({ url }) => URL.revokeObjectURL(url), () => undefined);
  }

  /**
   * @param {Range} range
   * @returns {Promise<Piece>}
   */
  async #make({ start, end }) {
    const parts = [];
    let [rate, channels, length, first] = [0, 0, 0, start];
    for (let from = start; from < end; from += PART_S) {
      const samples = await this.file.read({ start: from, end: Math.min(end, from + PART_S) });
      if (from === start) ({ rate, start: first } = samples);
      channels = samples.channels.length;
      length += samples.channels[0]?.length ?? 0;
      parts.push(new Blob([interleaved(samples)]));
    }
    const tail = Math.round(TAIL_S * rate);
    parts.push(new Blob([new Int16Array(tail * channels)]));
    const wave = new Blob([waveHead({ rate, channels, length: length + tail }), ...parts], { type: "audio/wav" });
    return { url: URL.createObjectURL(wave), start: first, end: first + length / rate };
  }
}

/**
 * Samples as 16 bits, which is what the recording holds: nothing is lost.
 *
 * @param {Samples} samples
 */
function interleaved({ channels }) {
  const length = channels[0]?.length ?? 0;
  const words = new Int16Array(length * channels.length);
  for (const [channel, samples] of channels.entries()) {
    for (let at = 0; at < length; at += 1) {
      const level = Math.round((samples[at] ?? 0) * FULL_SCALE);
      words[at * channels.length + channel] = Math.min(FULL_SCALE - 1, Math.max(-FULL_SCALE, level));
    }
  }
  return words; // WAV is little-endian, as is every machine with a browser
}

/** @param {{rate: number, channels: number, length: number}} shape */
function waveHead({ rate, channels, length }) {
  const bytes = length * channels * 2;
  const head = new DataView(new ArrayBuffer(44));
  const words = /** @type {const} */ ([[0, "RIFF"], [8, "WAVEfmt "], [36, "data"]]);
  for (const [at, word] of words) [...word].forEach((letter, index) => head.setUint8(at + index, letter.charCodeAt(0)));
  head.setUint32(4, 36 + bytes, true);
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true); // plain samples
  head.setUint16(22, channels, true);
  head.setUint32(24, rate, true);
  head.setUint32(28, rate * channels * 2, true);
  head.setUint16(32, channels * 2, true);
  head.setUint16(34, 16, true);
  head.setUint32(40, bytes, true);
  return head;
}
