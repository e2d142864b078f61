/**
 * What a submission still lacks, by the protocol's own rules and in the server's own words for faults. The server
 * decides; this tells the rater before it has to.
 */

import { pathOf } from "./work.js";

/** @typedef {import("./shapes.js").Answers} Answers */
/** @typedef {import("./shapes.js").Answer} Answer */
/** @typedef {import("./shapes.js").Fault} Fault */
/** @typedef {import("./shapes.js").Question} Question */
/** @typedef {import("./shapes.js").Reason} Reason */
/** @typedef {import("./shapes.js").When} When */
/** @typedef {import("./work.js").Work} Work */
/** @typedef {{target: string, question: Question, fault: Fault}} Gap */

/**
 * Whether a rule holds for the answers to the same target; no answer never does.
 *
 * @param {When} when
 * @param {Answers} answers
 */
export function holds(when, answers) {
  const answer = answers[when.question] || {};
  const value = answer.score ?? answer.choice;
  if (when.is) return when.is.includes(value);
  if (typeof value !== "number") return false;
  return value <= (when.at_most ?? Infinity) && value >= (when.at_least ?? -Infinity);
}

/**
 * Whether a question is asked at all, given the other answers to the same target.
 *
 * @param {Question} question
 * @param {Answers} answers
 */
export function isAsked(question, answers) {
  return !question.when || holds(question.when, answers);
}

/** What a phrase leaves to be filled in: an id in braces. */
export const PLACEHOLDER = /\{([a-z][a-z0-9-]*)\}/;

/** Characters of the reason why something else was chosen than was filled in. */
const SHORTEST_AGAINST = 3;

/** Fields that stand beside an answer: any of them alone is none. */
const BESIDE = ["criteria", "evidence", "justification", "reason", "draft", "filled", "against"];

/**
 * Whether an answer says nothing yet. Fields without a value are not there at all (see `Work.setAnswer`).
 *
 * @param {Answer} answer
 */
export function isBlank(answer) {
  const said = Object.entries(answer).filter(([field]) => !BESIDE.includes(field));
  return said.every(([, value]) => typeof value === "string" && !value.trim());
}

/**
 * The rule on the words beside an answer, and the field they are in.
 *
 * @param {Question} question
 * @returns {{rule: Reason, field: string}|null}
 */
export function wordsOf(question) {
  if (question.justification) return { rule: question.justification, field: "justification" };
  if (question.reason) return { rule: question.reason, field: "reason" };
  if (question.kind === "text" && question.rule) return { rule: question.rule, field: "text" };
  return null;
}

/**
 * Whether words must be there, given the answers to the same target.
 *
 * @param {Reason} rule
 * @param {Answers} answers
 */
export function isRequired(rule, answers) {
  return rule.required || rule.required_when.some((when) => holds(when, answers));
}

/**
 * Everything that a target still lacks, in the order of its questions.
 *
 * @param {Work} work
 * @param {string} target
 * @returns {Gap[]}
 */
export function gapsOf(work, target) {
  const answers = work.answersFor(target);
  return work.questionsFor(target).flatMap((question) => {
    if (work.discardOf(target, question.id) || !isAsked(question, answers)) return [];
    const where = pathOf(target, question.id);
    return [...faultsIn(question, answers, where)].map((fault) => ({ target, question, fault }));
  });
}

/**
 * @param {Question} question
 * @param {Answers} answers
 * @param {string} where
 * @returns {Generator<Fault>}
 */
function* faultsIn(question, answers, where) {
  const answer = answers[question.id] || {};
  if (isBlank(answer) && question.required) yield gap(where, "answer-missing");
  const words = wordsOf(question);
  const { choice, filled, against = "" } = answer;
  if (filled && choice !== filled.choice && against.trim().length < SHORTEST_AGAINST) yield gap(`${where}.against`, "against-missing");
  if (question.kind === "flags") yield* flagFaults(question, answer, where);
  if (!words) return;
  const written = (answer[words.field] || "").trim();
  if (question.composer?.length && PLACEHOLDER.test(written)) yield gap(`${where}.${words.field}`, "placeholder-left");
  if (excessOf(written, words.rule) > 0) yield gap(`${where}.${words.field}`, "too-long");
  const asked = !isBlank(answer) || question.required;
  if (!written && question.kind !== "text" && asked && isRequired(words.rule, answers)) yield gap(`${where}.${words.field}`, "reason-missing");
  if (written && [...written].length < words.rule.min_characters) yield gap(`${where}.${words.field}`, "too-short");
}

/**
 * By how many characters a text is longer than its rule lets it be; outer white space does not count, as for the server.
 *
 * @param {string} text
 * @param {Reason} rule
 */
export function excessOf(text, { max_characters: most }) {
  return text.length > most ? [...text.trim()].length - most : 0; // letters outside the first plane count twice in length
}

/**
 * What the flags of one target lack: an instance each, which says where, and what the cluster needs of one.
 *
 * @param {Question} question
 * @param {Answer} answer
 * @param {string} where
 * @returns {Generator<Fault>}
 */
function* flagFaults(question, answer, where) {
  for (const [index, flag] of (answer.flags || []).entries()) {
    const place = `${where}.flags.${index}.instances`;
    const says = (/** @type {import("./shapes.js").Instance} */ instance) => (question.instance_any_of || []).some((part) => instance[part]);
    if (!flag.instances.length || !flag.instances.every(says)) yield gap(place, "instance-empty");
    const needs = question.clusters?.find(({ id }) => id === flag.cluster)?.needs || [];
    for (const part of needs) {
      const has = (/** @type {import("./shapes.js").Instance} */ one) => (one[part] ?? "") !== "" || (part === "turn" && one.time !== undefined); // where a side has no turns
      if (!flag.instances.some(has)) yield gap(place, `${part}-missing`);
    }
  }
}

/**
 * @param {string} where
 * @param {string} code
 * @returns {Fault}
 */
function gap(where, code) {
  return { where, code, message: "" };
}

/**
 * How far a target has come.
 *
 * @param {Work} work
 * @param {string} target
 * @returns {"empty"|"started"|"done"|"discarded"}
 */
export function progressOf(work, target) {
  const questions = work.questionsFor(target);
  if (!questions.length) return work.listening.heard.has(target) ? "done" : "empty";
  if (questions.every((question) => work.discardOf(target, question.id))) return "discarded";
  if (gapsOf(work, target).length === 0) return "done";
  const started = Object.keys(work.answersFor(target)).length > 0;
  return started || questions.some((question) => work.discardOf(target, question.id)) ? "started" : "empty";
}

/**
 * Everything the whole assignment still lacks.
 *
 * @param {Work} work
 */
export function allGaps(work) {
  return work.targets.flatMap((target) => gapsOf(work, target));
}
