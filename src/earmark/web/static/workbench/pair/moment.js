/** Where the sound of a side is, as words of a rationale name it: its turn, its time, what was said. */

import { timeOf } from "../clock.js";

/** @typedef {import("./side.js").Side} Side */
/** @typedef {{side: string, turn: string, time: string, quote: string}} Moment Each empty where there is none. */

const LONGEST_QUOTE = 90;

/**
 * @param {Side} side
 * @param {[number, number]} stretch What is marked, or the moment twice; in seconds.
 * @returns {Moment}
 */
export function momentOf(side, [start, end]) {
  const turn = side.turn(side.target) ?? side.turns[side.placeAt(start)];
  const agent = turn?.role === "agent" ? turn : side.turns.slice(turn ? side.turns.indexOf(turn) : 0).find(({ role }) => role === "agent");
  return {
    side: side.id.toUpperCase(),
    turn: agent ? side.labelOf(agent.id) : "",
    time: Math.abs(end - start) < 0.05 ? timeOf(start) : `${timeOf(start)}–${timeOf(end)}`,
    quote: turn?.text ? `${turn === agent ? "" : "user: "}"${shortened(turn.text)}"` : "",
  };
}

/** The beginning of what was said, up to a whole word.
 * @param {string} text */
function shortened(text) {
  const words = text.trim().replaceAll(/["“”\n]+/g, " ");
  if (words.length <= LONGEST_QUOTE) return words;
  return `${words.slice(0, LONGEST_QUOTE).replace(/\s+\S*$/, "")} …`;
}
