/**
 * What has been heard, counted honestly: a turn counts as heard to its end once every part of it has really been
 * played, in whatever order and at whatever speed. Jumping to its last second is not hearing it.
 */

/** @typedef {import("./shapes.js").Heard} Heard */
/** @typedef {import("./shapes.js").Range} Range */

/** What may be missing in all: a player's own edges, not a word. In seconds, and as a share of a short stretch. */
const SLACK_S = 0.1;
const SLACK_SHARE = 0.05;
/** Playing across this point of a stretch is one play of it. */
const INTO_S = 0.05;

export class Listening extends EventTarget {
  /** @type {Range[]} Stretches played so far, in order and apart. */
  #played = [];

  /**
   * @param {Map<string, Range>} ranges What is counted: turns by id, and `item` for the whole.
   * @param {Heard|undefined} saved
   */
  constructor(ranges, saved) {
    super();
    this.ranges = ranges;
    /** @type {Map<string, number>} */
    this.plays = new Map(Object.entries(saved?.plays || {}));
    this.heard = new Set(saved?.heard_to_end || []);
    this.seconds = saved?.seconds || 0;
  }

  /** Take note that the sound from `from` to `to` was played without a gap.
   * @param {Range} stretch */
  add(stretch) {
    this.seconds += stretch.end - stretch.start;
    this.#played = joined([...this.#played, stretch]);
    let news = false;
    for (const [key, range] of this.ranges) {
      const into = range.start + Math.min(INTO_S, (range.end - range.start) / 2);
      if (stretch.start < into && into <= stretch.end) {
        this.plays.set(key, (this.plays.get(key) || 0) + 1);
        news = true;
      }
      if (!this.heard.has(key) && this.#missing(range) <= slackOf(range)) {
        this.heard.add(key);
        news = true;
      }
    }
    if (news) this.dispatchEvent(new Event("news"));
  }

  /** @returns {Heard} */
  toBody() {
    return {
      plays: Object.fromEntries(this.plays),
      heard_to_end: [...this.heard],
      seconds: Math.round(this.seconds * 10) / 10,
    };
  }

  /** @param {Range} range */
  #missing(range) {
    const covered = this.#played.map(({ start, end }) => Math.min(end, range.end) - Math.max(start, range.start));
    return range.end - range.start - covered.filter((part) => part > 0).reduce((sum, part) => sum + part, 0);
  }
}

/** @param {Range} range */
function slackOf({ start, end }) {
  return Math.min(SLACK_S, SLACK_SHARE * (end - start));
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
