/** The stretch of a recording that is in view: zoomed, scrolled, and followed by all that is drawn on its axis. */

/** @typedef {import("./shapes.js").Range} Range */

const SHORTEST_S = 0.1;
/** Where the playhead comes back in once it has run out of the view, as a share of it. */
const REENTRY = 0.08;

/** Event `change`: another stretch is in view. */
export class View extends EventTarget {
  start = 0;
  end;

  /** @param {number} duration Of the recording, in seconds. */
  constructor(duration) {
    super();
    this.duration = duration;
    this.end = duration;
  }

  get length() {
    return this.end - this.start;
  }

  get isWhole() {
    return this.length >= this.duration - 1e-6;
  }

  /** Bring a stretch into view, kept within the recording.
   * @param {Range} range */
  show({ start, end }) {
    const length = Math.min(this.duration, Math.max(SHORTEST_S, end - start));
    const from = Math.min(Math.max(0, (start + end - length) / 2), this.duration - length);
    if (from === this.start && from + length === this.end) return;
    [this.start, this.end] = [from, from + length];
    this.dispatchEvent(new Event("change"));
  }

  showAll() {
    this.show({ start: 0, end: this.duration });
  }

  /**
   * @param {number} factor Above 1 shows less, larger.
   * @param {number} around A moment that stays where it is on the screen.
   */
  zoom(factor, around) {
    const at = Math.min(Math.max(around, this.start), this.end);
    const length = Math.min(this.duration, Math.max(SHORTEST_S, this.length / factor));
    const start = at - (length * (at - this.start)) / this.length;
    this.show({ start, end: start + length });
  }

  /** @param {number} seconds */
  scroll(seconds) {
    const start = Math.min(Math.max(0, this.start + seconds), this.duration - this.length);
    this.show({ start, end: start + this.length });
  }

  /** Go after a playhead that has left the view.
   * @param {number} at */
  follow(at) {
    if (at >= this.start && at <= this.end) return;
    const start = at - REENTRY * this.length;
    this.show({ start, end: start + this.length });
  }

  /** See to it that a stretch is in view, with some room about it; what is in view already stays where it is.
   * @param {Range} range */
  reveal({ start, end }) {
    if (start >= this.start && end <= this.end) return;
    const room = Math.max(this.length, 1.2 * (end - start));
    const middle = (start + end) / 2;
    this.show({ start: middle - room / 2, end: middle + room / 2 });
  }

  /** Where a moment lies on the axis, in per cent; outside 0 to 100 where it is not in view.
   * @param {number} seconds */
  percent(seconds) {
    return (100 * (seconds - this.start)) / this.length;
  }

  /** @param {number} share From 0, the left end of the axis, to 1. */
  at(share) {
    return this.start + Math.min(1, Math.max(0, share)) * this.length;
  }
}
