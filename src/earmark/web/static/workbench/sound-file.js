/**
 * The samples of any stretch of a recording, exact to the sample, from the bytes of that stretch alone: an hour
 * is never decoded in the page. Turns are cut from it, and what is drawn fine.
 */

import { Problem } from "./api.js";
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
    this.#index ??= this.#readIndex();
    const index = await this.#index.catch((failure) => {
      this.#index = null; // the next try may find the network again
      throw failure;
    });
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
    const answer = await fetch(this.source, { headers: { Range: `bytes=${from}-${to - 1}` } }).catch((lost) => {
      throw new Problem(0, { title: String(lost) });
    });
    if (!answer.ok) throw new Problem(answer.status, {});
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return answer.status === 206 ? bytes : bytes.slice(from, to);
  }
}

/** @param {Uint8Array} bytes */
function viewOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
