/** One side of a pair, as the parts that play and draw a recording want to see it: as a work of its own. */

import { Listening } from "../listening.js";
import { spansOf } from "../work.js";

/** @typedef {import("../shapes.js").Range} Range */
/** @typedef {import("../shapes.js").Stimulus} Stimulus */
/** @typedef {import("./pair-work.js").PairWork} PairWork */

export class Side {
  /**
   * @param {PairWork} work
   * @param {Stimulus} stimulus
   * @param {import("../shapes.js").Heard|undefined} saved
   */
  constructor(work, stimulus, saved) {
    this.work = work;
    this.stimulus = stimulus;
    this.id = /** @type {"a"|"b"} */ (stimulus.side);
    /** @type {string} The turn in focus, or the side as a whole. */
    this.target = this.id;
    this.turns = [...stimulus.turns].sort((one, other) => one.position - other.position);
    this.agentTurns = this.turns.filter((turn) => turn.role === "agent");
    this.listening = new Listening(spansOf({ ...stimulus, turns: this.turns }, this.id), saved);
    this.targets = this.turns.map((turn) => turn.id);
  }

  get assignment() {
    return this.work.assignment;
  }

  get protocol() {
    return this.work.protocol;
  }

  get effort() {
    return this.work.effort;
  }

  get isConversation() {
    return this.turns.length > 0;
  }

  get showsTranscript() {
    return this.work.showsTranscript;
  }

  get isHeard() {
    return this.listening.heard.has(this.id);
  }

  /** What is still to be heard, its first stretch; nothing before a start and once all was heard.
   * @returns {Range|undefined} */
  get firstMissing() {
    return this.listening.seconds && !this.isHeard ? this.listening.firstMissing(this.id) : undefined;
  }

  /** @param {string} target */
  turn(target) {
    return this.turns.find((turn) => turn.id === target);
  }

  /** How a turn is called: T1 is the first of the agent's.
   * @param {string} id */
  labelOf(id) {
    return `T${this.agentTurns.findIndex((turn) => turn.id === id) + 1}`;
  }

  /** @param {string} target
   * @param {"user"|"agent"} role */
  turnBefore(target, role) {
    const at = this.turns.findIndex((turn) => turn.id === target);
    return this.turns.slice(0, Math.max(0, at)).findLast((turn) => turn.role === role);
  }

  /** @param {string} target
   * @returns {Range} */
  rangeOf(target) {
    const turn = this.turn(target);
    return turn ? { start: turn.start_s, end: turn.end_s } : { start: 0, end: this.stimulus.duration_s };
  }

  /** The place among the turns of what sounds at a time, or came last before it; -1 before the first.
   * @param {number} seconds */
  placeAt(seconds) {
    return this.turns.findLastIndex((turn) => turn.start_s <= seconds + 0.001);
  }

  /** Nothing is asked about turns here. @returns {import("../shapes.js").Question[]} */
  questionsFor() {
    return [];
  }

  /** @returns {import("../shapes.js").Answers} */
  answersFor() {
    return {};
  }

  discardOf() {
    return undefined;
  }

  isOpen() {
    return true;
  }
}
