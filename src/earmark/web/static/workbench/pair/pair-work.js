/** A pair in hand: two recordings, what is asked about each of them, and about both together. */

import { SIDES, PAIR, Work } from "../work.js";
import { Side } from "./side.js";

/** @typedef {import("../shapes.js").Heard} Heard */
/** @typedef {import("../player.js").Stretch} Stretch */

/** What was heard of both sides; events of either are its own. */
export class PairListening extends EventTarget {
  /** @param {Map<string, Side>} sides */
  constructor(sides) {
    super();
    this.sides = sides;
    for (const { listening } of sides.values()) listening.addEventListener("news", () => this.dispatchEvent(new Event("news")));
  }

  get heard() {
    return new Set([...this.sides.values()].flatMap(({ listening }) => [...listening.heard]));
  }

  /** @param {string} target */
  playsOf(target) {
    return Math.max(0, ...[...this.sides.values()].map(({ listening }) => listening.playsOf(target)));
  }

  /** @param {Stretch} stretch
   * @param {string} side */
  add(stretch, side) {
    this.sides.get(side)?.listening.add(stretch);
  }

  /** @returns {any} */
  toBody() {
    return { sides: Object.fromEntries([...this.sides].map(([id, { listening }]) => [id, listening.toBody()])) };
  }
}

export class PairWork extends Work {
  /** @param {import("../shapes.js").Assignment} assignment */
  constructor(assignment) {
    super(assignment);
    /** @type {import("../shapes.js").MarkedFact[]} Key facts as the rater marked them, told or not. */
    this.keyFacts = assignment.draft?.body.talks?.key_facts || [];
  }

  /** Whether the rater marked a key fact as told to a side; undefined where they marked nothing.
   * @param {string} side
   * @param {string} fact */
  toldTo(side, fact) {
    return this.keyFacts.find((mark) => mark.side === side && mark.fact === fact)?.told;
  }

  /** @param {import("../shapes.js").MarkedFact} mark */
  markTold(mark) {
    const others = this.keyFacts.filter(({ side, fact }) => side !== mark.side || fact !== mark.fact);
    this.keyFacts = [...others, mark];
    this.dispatchEvent(new Event("change"));
  }

  /** @override */
  submission() {
    const body = super.submission();
    return this.keyFacts.length ? { ...body, talks: { key_facts: this.keyFacts } } : body;
  }

  /** @override
   * @returns {any}
   * @param {Heard|undefined} saved */
  listeningFrom(saved) {
    /** @type {Map<string, Side>} */
    this.sides = new Map(this.assignment.stimuli.map((stimulus) => [stimulus.side, new Side(this, stimulus, saved?.sides?.[stimulus.side])]));
    return new PairListening(this.sides);
  }

  /** @override */
  get isConversation() {
    return false;
  }

  /** The side that is heard first. */
  get first() {
    return this.assignment.heard_first || "a";
  }

  /** @param {string} id */
  side(id) {
    return /** @type {Side} */ (this.sides?.get(id));
  }

  /** Whether a side may be heard by now: the other one comes first until it was heard to its end.
   * @param {string} id */
  mayHear(id) {
    return id === this.first || this.side(this.first).isHeard;
  }

  /** @override
   * @param {string} target */
  isOpen(target) {
    if (this.protocol.listening.heard !== "side") return true;
    const wanted = target === PAIR ? SIDES : [target];
    return wanted.every((id) => this.side(id).isHeard);
  }

  /** The class whose order of priority holds: that of the scenario, or the one that the rater has stated.
   * @returns {import("../shapes.js").ScenarioClass|undefined} */
  get scenarioClass() {
    const classes = this.protocol.classes || [];
    const own = classes.find(({ id }) => id === this.assignment.item.scenario.class);
    if (!own?.priority_from) return own;
    const stated = this.answer(PAIR, own.priority_from).choice;
    return classes.find(({ id }) => id === stated) || own;
  }

  /** @override @returns {string[]} */
  findTargets() {
    return [PAIR, ...SIDES].filter((target) => this.questionsFor(target).length > 0);
  }
}
