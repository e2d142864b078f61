/** A stretch that the rater has marked: to be played, repeated, looked at, or named as evidence. */

/** @typedef {import("./shapes.js").Range} Range */

export const SHORTEST_SELECTION_S = 0.05;

/** Event `change`: another stretch is marked, or none. */
export class Selection extends EventTarget {
  /** @type {Range|null} */
  range = null;

  /** @param {number} duration */
  constructor(duration) {
    super();
    this.duration = duration;
  }

  /** Mark what lies between two moments, in either order; nothing where it is too short to hear.
   * @param {number} one
   * @param {number} other */
  mark(one, other) {
    const [start, end] = [Math.max(0, Math.min(one, other)), Math.min(this.duration, Math.max(one, other))];
    this.#set(end - start >= SHORTEST_SELECTION_S ? { start, end } : null);
  }

  /** Let it begin here, and end where it did, or a second later.
   * @param {number} at */
  startAt(at) {
    const end = this.range && this.range.end > at + SHORTEST_SELECTION_S ? this.range.end : at + 1;
    this.mark(at, end);
  }

  /** Let it end here, and begin where it did, or a second before.
   * @param {number} at */
  endAt(at) {
    const start = this.range && this.range.start < at - SHORTEST_SELECTION_S ? this.range.start : at - 1;
    this.mark(start, at);
  }

  clear() {
    this.#set(null);
  }

  /** @param {Range|null} range */
  #set(range) {
    if (range?.start === this.range?.start && range?.end === this.range?.end) return;
    this.range = range;
    this.dispatchEvent(new Event("change"));
  }
}
