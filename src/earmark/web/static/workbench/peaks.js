/** What lanes are drawn from: a short document first, and finer pieces of it where the view is zoomed in. */

import { getBytes } from "./api.js";

/** @typedef {import("./shapes.js").Peaks} Peaks */
/** @typedef {import("./shapes.js").Range} Range */
/** @typedef {{low: number, high: number}} Extremes */

const FULL_SCALE = 32768;
const KEPT = 24;

/** Event `news`: finer pieces have come. */
export class PeakSource extends EventTarget {
  /** Pieces by level and number; null while one is on its way.
   * @type {Map<string, Int16Array|null>} */
  #pieces = new Map();

  /**
   * @param {Peaks} peaks
   * @param {string} [url] Where finer pieces are; without it there are none.
   */
  constructor(peaks, url) {
    super();
    this.peaks = peaks;
    this.url = url;
  }

  /**
   * The coarsest level that still has a point for each step of the drawing, or the finest there is.
   *
   * @param {number} wanted Points a second.
   */
  levelFor(wanted) {
    const finer = this.url ? this.peaks.finer || [] : [];
    const levels = [this.peaks.points_per_second, ...finer].sort((one, other) => one - other);
    return levels.find((level) => level >= wanted) ?? levels.at(-1) ?? this.peaks.points_per_second;
  }

  /** Ask for the pieces of a stretch that are not here yet.
   * @param {Range} range
   * @param {number} level */
  fetch({ start, end }, level) {
    const size = this.peaks.piece_points;
    if (level === this.peaks.points_per_second || !size) return;
    const last = Math.floor((Math.min(end, this.peaks.duration_s) * level - 1) / size);
    for (let number = Math.max(0, Math.floor((start * level) / size)); number <= last; number += 1) {
      const name = `${level}/${number}`;
      if (this.#pieces.has(name)) continue;
      this.#pieces.set(name, null);
      getBytes(this.#address(name)).then((bytes) => this.#keep(name, bytes), () => this.#pieces.delete(name));
    }
  }

  /**
   * The least and greatest sample of a stretch of one channel, from the finest points that are here.
   *
   * @param {number} channel
   * @param {Range} seconds
   * @param {number} level
   * @returns {Extremes}
   */
  extremes(channel, seconds, level) {
    return this.#fine(channel, seconds, level) ?? this.#coarse(channel, seconds);
  }

  /** @param {string} name */
  #address(name) {
    const [path, query] = (this.url ?? "").split("?");
    return `${path}/${name}${query ? `?${query}` : ""}`;
  }

  /**
   * @param {string} name
   * @param {ArrayBuffer} bytes
   */
  #keep(name, bytes) {
    this.#pieces.delete(name);
    this.#pieces.set(name, new Int16Array(bytes));
    for (const oldest of [...this.#pieces.keys()].slice(0, -KEPT)) this.#pieces.delete(oldest);
    this.dispatchEvent(new Event("news"));
  }

  /**
   * @param {number} channel
   * @param {Range} seconds
   * @param {number} level
   */
  #fine(channel, seconds, level) {
    const size = this.peaks.piece_points;
    if (level === this.peaks.points_per_second || !size) return null;
    let [low, high] = [0, 0];
    const from = Math.floor(seconds.start * level);
    const to = Math.max(from + 1, Math.ceil(seconds.end * level));
    for (let point = from; point < to; point += 1) {
      const piece = this.#pieces.get(`${level}/${Math.floor(point / size)}`);
      if (!piece) return null;
      const at = 2 * ((point % size) * this.peaks.channels + channel);
      low = Math.min(low, piece[at] ?? 0);
      high = Math.max(high, piece[at + 1] ?? 0);
    }
    return { low: low / FULL_SCALE, high: high / FULL_SCALE };
  }

  /**
   * @param {number} channel
   * @param {Range} seconds
   */
  #coarse(channel, seconds) {
    const { points_per_second: level, min, max } = this.peaks;
    const from = Math.floor(seconds.start * level);
    const to = Math.max(from + 1, Math.ceil(seconds.end * level));
    let [low, high] = [0, 0];
    for (let point = from; point < to; point += 1) {
      low = Math.min(low, min[channel]?.[point] ?? 0);
      high = Math.max(high, max[channel]?.[point] ?? 0);
    }
    return { low, high };
  }
}
