/**
 * What has been heard, counted from what was really played: a turn counts as heard to its end once every part of
 * it has been, in whatever order and at whatever speed, with its own channel in the ear. Jumping to its last second
 * is not hearing it. The server counts anew from the same stretches (core/listening.py).
 */

/** @typedef {import("./ears.js").EarMode} EarMode */
/** @typedef {import("./player.js").Stretch} Stretch */
/** @typedef {import("./shapes.js").Heard} Heard */
/** @typedef {import("./shapes.js").HeardTarget} HeardTarget */
/** @typedef {import("./shapes.js").Range} Range */
/** @typedef {Range & {channel: number|null}} Span What a target is about; with null every channel has to be heard. */

/** What may be missing in all: a player's own edges, not a word. In seconds, and as a share of a short stretch. */
const SLACK_S = 0.1;
const SLACK_SHARE = 0.05;
/** Playing across this point of a stretch is one play of it. */
const INTO_S = 0.05;

/** @type {Record<EarMode, (number|null)[]>} */
const CHANNELS = { both: [null, 0, 1], centred: [null, 0, 1], left: [0], right: [1] };

export class Listening extends EventTarget {
  /** Stretches played so far by mode, in order and apart.
   * @type {Map<EarMode, Range[]>} */
  #played = new Map();
  /** @type {Map<string, HeardTarget>} */
  #targets = new Map();
  heard = new Set();
  seconds = 0;

  /**
   * @param {Map<string, Span>} spans What is counted: turns by id, and `item` for the whole.
   * @param {Heard|undefined} saved
   */
  constructor(spans, saved) {
    super();
    this.spans = spans;
    this.seconds = saved?.seconds || 0;
    for (const [mode, stretches] of Object.entries(saved?.played || {})) {
      this.#played.set(/** @type {EarMode} */ (mode), stretches.map(([start, end]) => ({ start, end })));
    }
    for (const [target, count] of Object.entries(saved?.targets || {})) this.#targets.set(target, structuredClone(count));
    this.#findHeard([...spans]);
  }

  /** How often a target was played, from near its start.
   * @param {string} target */
  playsOf(target) {
    return this.#targets.get(target)?.plays || 0;
  }

  /** The first stretch of a target that no mode of hearing brought, and that is longer than what may be missing.
   * @param {string} target
   * @returns {Range|undefined} */
  firstMissing(target) {
    const { start, end, channel } = /** @type {Span} */ (this.spans.get(target));
    const played = joined([...this.#played].flatMap(([mode, stretches]) => (CHANNELS[mode].includes(channel) ? stretches : [])));
    const ends = [start, ...played.map((range) => range.end)];
    const gaps = ends.map((from, at) => ({ start: from, end: played[at]?.start ?? end }));
    return gaps.find((gap) => gap.end - gap.start > SLACK_S) ?? gaps.find((gap) => gap.end > gap.start);
  }

  /** Take note of sound that was played without a gap.
   * @param {Stretch} stretch
   * @param {string} [_side] Where it is one of two. */
  add(stretch, _side) {
    this.seconds += stretch.end - stretch.start;
    const before = this.#played.get(stretch.mode) || [];
    this.#played.set(stretch.mode, joined([...before, { start: stretch.start, end: stretch.end }]));
    const met = [...this.spans].filter(([, span]) => stretch.start < span.end && stretch.end > span.start);
    const plays = met.filter(([target, span]) => this.#count(target, span, stretch));
    if (this.#findHeard(met) || plays.length) this.dispatchEvent(new Event("news"));
  }

  /** @returns {Heard} */
  toBody() {
    const played = [...this.#played].map(([mode, ranges]) => [mode, ranges.map(({ start, end }) => [toMillis(start), toMillis(end)])]);
    const targets = [...this.#targets].map(([target, { plays, seconds, speeds, modes }]) => [
      target,
      { plays, seconds: toMillis(seconds), speeds: allToMillis(speeds), modes: allToMillis(modes) },
    ]);
    return { played: Object.fromEntries(played), targets: Object.fromEntries(targets), seconds: toMillis(this.seconds) };
  }

  /**
   * Count a stretch for a target; whether that is another play of it.
   *
   * @param {string} target
   * @param {Span} span
   * @param {Stretch} stretch
   */
  #count(target, span, { start, end, rate, mode }) {
    const seconds = Math.min(end, span.end) - Math.max(start, span.start);
    const into = span.start + Math.min(INTO_S, (span.end - span.start) / 2);
    const isPlay = start < into && into <= end;
    const count = this.#targets.get(target) || { plays: 0, seconds: 0, speeds: {}, modes: {} };
    count.plays += isPlay ? 1 : 0;
    count.seconds += seconds;
    count.speeds[rate] = (count.speeds[rate] || 0) + seconds;
    count.modes[mode] = (count.modes[mode] || 0) + seconds;
    this.#targets.set(target, count);
    return isPlay;
  }

  /** Find what has been heard to its end; whether there is more of it than before.
   * @param {[string, Span][]} spans */
  #findHeard(spans) {
    const before = this.heard.size;
    for (const [target, span] of spans) if (this.#missing(span) <= slackOf(span)) this.heard.add(target);
    return this.heard.size > before;
  }

  /** @param {Span} span */
  #missing({ start, end, channel }) {
    const ranges = [...this.#played].flatMap(([mode, stretches]) => (CHANNELS[mode].includes(channel) ? stretches : []));
    const parts = joined(ranges).map((one) => Math.min(one.end, end) - Math.max(one.start, start));
    return end - start - parts.filter((part) => part > 0).reduce((sum, part) => sum + part, 0);
  }
}

/** @param {Range} range */
function slackOf({ start, end }) {
  return Math.min(SLACK_S, SLACK_SHARE * (end - start));
}

/** @param {number} seconds */
function toMillis(seconds) {
  return Math.round(seconds * 1000) / 1000;
}

/** @param {Record<string, number>} seconds */
function allToMillis(seconds) {
  return Object.fromEntries(Object.entries(seconds).map(([name, value]) => [name, toMillis(value)]));
}

/**
 * Put stretches in order and join those that touch.
 *
 * @param {Range[]} ranges
 * @returns {Range[]}
 */
function joined(ranges) {
  /** @type {Range[]} */
  const result = [];
  for (const { start, end } of [...ranges].sort((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}
