/** The component of each kind of question: a new kind is one file and one line here. */

import { ChecklistQuestion } from "./checklist-question.js";
import { ChoiceQuestion } from "./choice-question.js";
import { FlagsQuestion } from "./flags-question.js";
import { ScaleQuestion } from "./scale-question.js";
import { TextQuestion } from "./text-question.js";

/** @typedef {import("./question.js").QuestionCard} QuestionCard */
/** @typedef {import("./shapes.js").Question} Question */
/** @typedef {import("./work.js").Work} Work */

const KINDS = {
  scale: ScaleQuestion,
  choice: ChoiceQuestion,
  text: TextQuestion,
  flags: FlagsQuestion,
  checklist: ChecklistQuestion,
};

/**
 * @param {Work} work
 * @param {Question} question
 * @param {string} target
 * @returns {QuestionCard}
 */
export function cardFor(work, question, target) {
  return new KINDS[question.kind](work, question, target);
}
