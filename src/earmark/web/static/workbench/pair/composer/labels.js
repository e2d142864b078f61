/** A labelled line for each dimension and model, in the order in which the dimensions weigh. */

import { shortName } from "../scenario-card.js";
import { PAIR, SIDES } from "../../work.js";

/** @typedef {import("../pair-work.js").PairWork} PairWork */

/**
 * The lines that a text lacks, one under the other; in English, as rationales are.
 *
 * @param {PairWork} work
 * @param {string} text
 */
export function labelledLines(work, text) {
  const compared = work.questionsFor(PAIR).filter(({ kind, id }) => kind === "choice" && id !== work.scenarioClass?.priority_from && id !== "intent");
  const weights = work.scenarioClass?.priority ?? [];
  const weight = (/** @type {string} */ id) => (id === "overall" ? -1 : weights.includes(id) ? weights.indexOf(id) : weights.length);
  const ordered = [...compared].sort((one, other) => weight(one.id) - weight(other.id));
  const bySide = work.questionsFor(SIDES[0] ?? "a").filter(({ kind }) => kind === "choice");
  const labels = [...ordered, ...bySide].flatMap(({ id, title }) => {
    const name = shortName(title.en || id);
    return id === "overall" ? [name] : SIDES.map((side) => `${name} ${side.toUpperCase()}`);
  });
  return labels.filter((label) => !text.includes(`${label}:`)).map((label) => `${label}: `).join("\n");
}
