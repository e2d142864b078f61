/**
 * The samples of any stretch of a recording, exact to the sample, from the bytes of that stretch alone: an hour
 * is never decoded in the page. Turns are cut from it, and what is drawn fine.
 */

import { Problem, getBytesOf } from "./api.js";
import { UnreadableSoundError, bareFlac, endOfIndex, frameAt, readIndex } from "./flac-index.js";

/** @typedef {import("./flac-index.js").FlacIndex} FlacIndex */
/** @typedef {import("./shapes.js").Range} Range */
/** @typedef {{rate: number, channels: Float32Array[], start: number}} Samples `start` in seconds, of the first sample. */

/** Enough for the index of about a quarter of an hour. */
const HEAD_BYTES = 1 << 16;

/** Whether a failure is one that `SoundFile.read` names, rather than a fault of ours.
 * @param {unknown} failure */
export function isOfSound(failure) {
  return failure instanceof Problem || failure instanceof UnreadableSoundError || failure instanceof DOMException;
}

export class SoundFile {
  /** @type {Promise<FlacIndex>|null} */
  #index = null;
  /** Bytes there are, as the server says. */
  #size = Infinity;

  /** @param {string|Blob} source Its address, or the file itself. */
  constructor(source) {
    this.source = source;
  }

  /**
   * Decode a stretch; what lies outside the recording is left out.
   *
   * @param {Range} range
   * @returns {Promise<Samples>}
   * @throws {Problem} The bytes did not come.
   * @throws {import("./flac-index.js").UnreadableSoundError} The file is not of the form the server writes.
   * @throws {DOMException} Its sound is damaged.
   */
  async read({ start, end }) {
    const index = await this.#indexed();
    const { rate, channels, firsts, offsets, sizes } = index;
    const from = Math.max(0, Math.round(start * rate));
    const to = Math.min(index.samples, Math.round(end * rate));
    if (to <= from) return { rate, channels: Array.from({ length: channels }, () => new Float32Array()), start: from / rate };
    const [first, last] = [frameAt(index, from), frameAt(index, to - 1)];
    const bytes = await this.#bytes(offsets[first] ?? 0, (offsets[last] ?? 0) + (sizes[last] ?? 0));
    const context = new OfflineAudioContext(channels, 1, rate);
    const decoded = await context.decodeAudioData(bareFlac(index, bytes).buffer);
    const skipped = from - (firsts[first] ?? 0);
    const cut = (/** @type {number} */ channel) => decoded.getChannelData(channel).slice(skipped, skipped + to - from);
    return { rate, channels: Array.from({ length: channels }, (_, channel) => cut(channel)), start: from / rate };
  }

  /** Where the sound breaks off, in seconds, since bytes that its index names are not there; null where it is whole. A
   * browser plays such a sound to its end, in silence, and says nothing. Fails as `read` does.
   * @returns {Promise<number|null>} */
  async breaksOff() {
    const { offsets, sizes, firsts, rate } = await this.#indexed();
    const size = this.source instanceof Blob ? this.source.size : this.#size;
    const lost = offsets.findIndex((offset, at) => offset + (sizes[at] ?? 0) > size);
    return lost < 0 ? null : (firsts[lost] ?? 0) / rate;
  }

  #indexed() {
    this.#index ??= this.#readIndex();
    return this.#index.catch((failure) => {
      this.#index = null; // the next try may find the network again
      throw failure;
    });
  }

  async #readIndex() {
    let head = await this.#bytes(0, HEAD_BYTES);
    const end = endOfIndex(viewOf(head)) ?? 0;
    if (end > head.length) head = await this.#bytes(0, end);
    return readIndex(viewOf(head));
  }

  /**
   * Bytes of the file; fewer where it ends before.
   *
   * @param {number} from
   * @param {number} to
   */
  async #bytes(from, to) {
    if (this.source instanceof Blob) return new Uint8Array(await this.source.slice(from, to).arrayBuffer());
    const answer = await getBytesOf(this.source, from, to);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    this.#size = Number(/\/(\d+)$/.exec(answer.headers.get("content-range") ?? "")?.[1] ?? bytes.length);
    return answer.status === 206 ? bytes : bytes.slice(from, to);
  }
}

/** @param {Uint8Array} bytes */
function viewOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
