/** One assignment in hand: what is asked, what is answered so far, and where the rater is. */

import { Effort } from "./effort.js";
import { freshKey } from "./fresh-key.js";
import { HintLog } from "./hint-log.js";
import { Listening } from "./listening.js";
import { isAsked } from "./missing.js";

/** @typedef {import("./shapes.js").Answer} Answer */
/** @typedef {import("./shapes.js").Answers} Answers */
/** @typedef {import("./shapes.js").Assignment} Assignment */
/** @typedef {import("./shapes.js").Body} Body */
/** @typedef {import("./shapes.js").Discard} Discard */
/** @typedef {import("./shapes.js").Question} Question */
/** @typedef {import("./shapes.js").Range} Range */
/** @typedef {import("./shapes.js").Turn} Turn */

/** The whole item as a target of questions, beside the ids of turns. */
export const ITEM = "item";
/** Both sides of a comparison together, and each of them. */
export const PAIR = "pair";
export const SIDES = ["a", "b"];

/** @typedef {import("./shapes.js").Step} Step */

/** So many changes can be undone; they go along with each draft. */
const MOST_UNDONE = 40;

export class Work extends EventTarget {
  /** @type {Step[]} What can be undone, the last at the end. */
  #done;

  /** @param {Assignment} assignment */
  constructor(assignment) {
    super();
    this.assignment = assignment;
    this.protocol = assignment.protocol;
    this.stimulus = /** @type {import("./shapes.js").Stimulus} */ (assignment.stimuli[0]);
    this.turns = [...this.stimulus.turns].sort((one, other) => one.position - other.position);
    this.agentTurns = this.turns.filter((turn) => turn.role === "agent");
    const saved = assignment.draft?.body;
    this.answers = saved?.answers || {};
    this.discards = saved?.discards || [];
    this.listening = this.listeningFrom(saved?.listening);
    this.hints = new HintLog(saved?.hints);
    this.effort = new Effort(saved?.time, this.protocol.listening.fact_check_seconds ?? null);
    this.key = saved?.view?.key || freshKey();
    this.targets = this.findTargets();
    this.#done = (saved?.view?.undo || []).filter(({ target }) => this.targets.includes(target));
    this.target = this.targets.find((target) => target === saved?.view?.turn) || this.targets[0] || ITEM;
    /** @type {import("./shapes.js").Fault[]} What the server, or the page before it, found missing or wrong. */
    this.faults = [];
    /** Whether its sound was given up: what was not heard by then cannot be rated, whatever the protocol asks. */
    this.isUnplayable = false;
  }

  get isConversation() {
    return this.protocol.item.kind === "conversation";
  }

  /** Whether the words of turns may be seen here. */
  get showsTranscript() {
    return this.assignment.transcript && this.protocol.listening.transcript.show !== "never";
  }

  /** @param {string} target */
  turn(target) {
    return this.turns.find((turn) => turn.id === target);
  }

  /** The last turn of a role before another.
   * @param {string} target
   * @param {"user"|"agent"} role */
  turnBefore(target, role) {
    const at = this.turns.findIndex((turn) => turn.id === target);
    return this.turns.slice(0, Math.max(0, at)).findLast((turn) => turn.role === role);
  }

  /** The stretch of sound that a target is about.
   * @param {string} target
   * @returns {Range} */
  rangeOf(target) {
    const turn = this.turn(target);
    return turn ? { start: turn.start_s, end: turn.end_s } : { start: 0, end: this.stimulus.duration_s };
  }

  /** How a turn is called on the page.
   * @param {string} id */
  labelOf(id) {
    return `A${this.agentTurns.findIndex((turn) => turn.id === id) + 1}`;
  }

  /** @param {string} target */
  questionsFor(target) {
    const { ask } = placeOf(target);
    const of = this.assignment.item.scenario.class;
    return this.protocol.questions.filter(
      (question) => question.ask === ask && question.asked !== "study-setting" && (!question.classes?.length || question.classes.includes(of)),
    );
  }

  /** @param {string} target
   * @returns {Answers} */
  answersFor(target) {
    const { part, key } = placeOf(target);
    return (key === null ? this.answers[part] : /** @type {Record<string, Answers>|undefined} */ (this.answers[part])?.[key]) || {};
  }

  /** @param {string} target
   * @param {string} question
   * @returns {Answer} */
  answer(target, question) {
    return this.answersFor(target)[question] || {};
  }

  /** Choose: as setAnswer, and it can be undone. Words are not among it, they have the browser's own undo.
   * @param {string} target
   * @param {string} question
   * @param {Answer} fields */
  choose(target, question, fields) {
    const before = this.answer(target, question);
    const was = Object.fromEntries(Object.keys(fields).map((field) => [field, before[field] ?? null]));
    this.#remember({ target, question, was });
    this.setAnswer(target, question, fields);
  }

  /** Take the last choice, or the last discard, back; false where there is none.
   * @returns {boolean} */
  undo() {
    const last = this.#done.at(-1);
    if (!last) return false;
    this.#done = this.#done.slice(0, -1);
    if (last.target !== this.target) this.moveTo(last.target);
    if (last.question !== undefined) this.setAnswer(last.target, last.question, last.was || {});
    else this.#setDiscards(last.discards || []);
    return true;
  }

  /** Change fields of an answer; an empty field is taken out.
   * @param {string} target
   * @param {string} question
   * @param {Answer} fields */
  setAnswer(target, question, fields) {
    const merged = Object.entries({ ...this.answer(target, question), ...fields });
    const kept = Object.fromEntries(merged.filter(([, value]) => !isEmpty(value)));
    const { [question]: _, ...others } = this.answersFor(target);
    const answers = Object.keys(kept).length ? { ...others, [question]: kept } : others;
    const { part, key } = placeOf(target);
    this.answers = { ...this.answers, [part]: key === null ? answers : { ...this.answers[part], [key]: answers } };
    const where = pathOf(target, question);
    const mended = [where, ...Object.keys(fields).map((field) => `${where}.${field}`)];
    this.faults = this.faults.filter((fault) => !mended.includes(fault.where));
    this.#changed();
  }

  /** The discard that takes a question of a target out, if there is one.
   * @param {string} target
   * @param {string} question */
  discardOf(target, question) {
    return this.discards.find(
      (mark) => mark.target === target && (mark.question === null || mark.question === question),
    );
  }

  /** @param {Discard} discard */
  discard(discard) {
    const covered = (/** @type {Discard} */ mark) =>
      mark.target === discard.target && (discard.question === null || mark.question === discard.question);
    this.#remember({ target: discard.target, discards: this.discards });
    this.faults = this.faults.filter((fault) => !fault.where.startsWith(`answers.turns.${discard.target}.`));
    this.#setDiscards([...this.discards.filter((mark) => !covered(mark)), discard]);
  }

  /** @param {Discard} discard */
  takeBack(discard) {
    this.#remember({ target: discard.target, discards: this.discards });
    this.#setDiscards(this.discards.filter((mark) => mark !== discard));
  }

  /** @param {Discard[]} discards */
  #setDiscards(discards) {
    this.discards = discards;
    this.#changed();
  }

  /** @param {Step} step */
  #remember(step) {
    this.#done = [...this.#done.slice(1 - MOST_UNDONE), step];
  }

  /** @param {string} where
   * @param {import("./shapes.js").Finding} finding */
  putHintAway(where, finding) {
    this.hints.putAway(where, finding);
    this.#changed();
  }

  /** All that the audits found was shown at once.
   * @param {import("./shapes.js").Finding[]} findings */
  seeHints(findings) {
    this.hints.see(findings);
    this.#changed();
  }

  /** @param {import("./shapes.js").Finding} finding
   * @param {string} reason Why it stands all the same. */
  answerHint(finding, reason) {
    this.hints.answer(finding, reason);
    this.#changed();
  }

  /** @param {string} target */
  moveTo(target) {
    this.target = target;
    this.dispatchEvent(new Event("move"));
    this.#changed();
  }

  /** Whether enough has been heard for a target to be rated.
   * @param {string} target */
  isOpen(target) {
    const { heard } = this.protocol.listening;
    if (this.isUnplayable && !this.listening.heard.has(target)) return false;
    if (heard === "nothing" || !this.assignment.hear_first) return true;
    if (heard !== "turn") return this.listening.heard.has(ITEM);
    if (target !== ITEM) return this.listening.heard.has(target);
    return this.agentTurns.every((turn) => this.listening.heard.has(turn.id));
  }

  /** @param {boolean} isUnplayable */
  markUnplayable(isUnplayable) {
    if (this.isUnplayable === isUnplayable) return;
    this.isUnplayable = isUnplayable;
    this.listening.dispatchEvent(new Event("news"));
  }

  /** The draft: everything, so that nothing is lost by a discard that is taken back.
   * @returns {Body} */
  draft() {
    return { ...this.submission(), answers: this.answers, view: { turn: this.target, key: this.key, undo: this.#done } };
  }

  /** What is submitted. An answer to what is not asked any more, after another was changed, is none; what a discard
   * takes out goes along, and the server puts it aside, for a rater who takes the discard back later.
   * @returns {Body} */
  submission() {
    const answers = Object.fromEntries(
      Object.entries(this.answers).map(([part, given]) => {
        if (part === "item" || part === "pair") return [part, this.#asked(part, given)];
        return [part, Object.fromEntries(Object.entries(given).map(([key, one]) => [key, this.#asked(key, one)]))];
      }),
    );
    const hints = this.hints.toBody();
    const shown = hints.length ? { hints } : {};
    return { answers, discards: this.discards, listening: this.listening.toBody(), time: this.effort.toBody(), ...shown };
  }

  /** Answers to what is asked: one that falls away may take others with it.
   * @param {string} target
   * @param {Answers} answers
   * @returns {Answers} */
  #asked(target, answers) {
    const kept = this.questionsFor(target).filter((question) => question.id in answers && isAsked(question, answers));
    if (kept.length === Object.keys(answers).length) return answers;
    return this.#asked(target, Object.fromEntries(kept.map(({ id }) => [id, answers[id] || {}])));
  }

  /** @returns {string[]} */
  findTargets() {
    const asks = new Set(this.protocol.questions.map((question) => question.ask));
    const turns = asks.has("agent-turn") ? this.agentTurns.map((turn) => turn.id) : [];
    return [...turns, ...(asks.has("item") ? [ITEM] : []), ...(asks.has("pair") ? [PAIR] : []), ...(asks.has("side") ? SIDES : [])];
  }

  /** What was heard so far.
   * @param {import("./shapes.js").Heard|undefined} saved
   * @returns {Listening} */
  listeningFrom(saved) {
    return new Listening(spansOf(this.stimulus, ITEM), saved);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * The path of an answer in the submission, as faults name it.
 *
 * @param {string} target
 * @param {string} question
 */
export function pathOf(target, question) {
  const { part, key } = placeOf(target);
  return key === null ? `answers.${part}.${question}` : `answers.${part}.${key}.${question}`;
}

/**
 * Where the answers about a target stand in a body, and what kind of question is asked about it.
 *
 * @param {string} target
 * @returns {{part: "item"|"turns"|"sides"|"pair", key: string|null, ask: Question["ask"]}}
 */
function placeOf(target) {
  if (target === ITEM || target === PAIR) return { part: target, key: null, ask: target };
  if (SIDES.includes(target)) return { part: "sides", key: target, ask: "side" };
  return { part: "turns", key: target, ask: "agent-turn" };
}

/**
 * What of a recording is heard, and on which channel.
 *
 * @param {import("./shapes.js").Stimulus} stimulus
 * @param {string} whole What all of it is called.
 * @returns {Map<string, import("./listening.js").Span>}
 */
export function spansOf({ agent_channel: agent, channels, duration_s, turns }, whole) {
  const channelOf = (/** @type {Turn} */ { role }) => (agent === null || channels < 2 ? null : role === "agent" ? agent : 1 - agent);
  const parts = turns.map((turn) => /** @type {const} */ ([turn.id, { start: turn.start_s, end: turn.end_s, channel: channelOf(turn) }]));
  return new Map([[whole, { start: 0, end: duration_s, channel: null }], ...parts]);
}

/** @param {unknown} value */
function isEmpty(value) {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}
