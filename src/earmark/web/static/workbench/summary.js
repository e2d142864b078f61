/** How far the work is, in a line, and what its parts are called. */

import { gapsOf, progressOf } from "./missing.js";
import { inLanguage, say } from "./texts.js";
import { ITEM, PAIR, SIDES } from "./work.js";

/** @typedef {import("./work.js").Work} Work */

/**
 * How far the assignment is, in one sentence.
 *
 * @param {Work} work
 */
export function summaryOf(work) {
  if (work.targets.length === 1) return questionsDone(work, work.target);
  const states = work.targets.map((target) => progressOf(work, target));
  const done = states.filter((state) => state === "done" || state === "discarded").length;
  const begun = states.filter((state) => state === "started").length;
  const said = say("%(done)s of %(all)s answered", { done, all: states.length });
  return begun > 0 ? `${said} · ${say("%(begun)s begun", { begun })}` : said;
}

/**
 * @param {Work} work
 * @param {string} target
 */
function questionsDone(work, target) {
  const questions = work.questionsFor(target).filter((question) => question.required);
  const open = new Set(gapsOf(work, target).map(({ question }) => question.id));
  return say("%(done)s of %(all)s answered", { done: questions.length - open.size, all: questions.length });
}

/**
 * @param {Work} work
 * @param {string} target
 */
export function nameOf(work, target) {
  if (target === ITEM) return work.isConversation ? say("Whole conversation") : say("Clip");
  if (target === PAIR) return say("The two conversations");
  if (SIDES.includes(target)) return inLanguage(work.protocol.item.sides[SIDES.indexOf(target)]);
  return say("Agent %(n)s", { n: work.agentTurns.findIndex((turn) => turn.id === target) + 1 });
}
