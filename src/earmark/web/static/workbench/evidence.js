/**
 * Evidence: stretches and moments of the recording that a rater's words point at. In the words each is a mark such
 * as `[0:12.4–0:13.1 pause]`, or `[0:12.4 click]` for a moment; beside them it is kept to the millisecond. The words
 * come first: a mark that is typed is evidence, and one that is deleted is none any more.
 */

import { timeOf } from "./clock.js";

/** @typedef {import("./shapes.js").Evidence} Evidence */
/** @typedef {{start_s: number, end_s: number, note: string, from: number, to: number}} Mark Where it is in the text, too. */

const TIME = String.raw`(\d{1,3}):([0-5]\d(?:\.\d)?)`;
const MARK = new RegExp(String.raw`\[${TIME}(?:[–-]${TIME})?(?: ([^\[\]\n]{0,200}))?\]`, "g");

/**
 * The times of a stretch as a mark and a chip show them.
 *
 * @param {{start_s: number, end_s: number}} stretch
 */
export function timesOf({ start_s, end_s }) {
  return start_s === end_s ? timeOf(start_s) : `${timeOf(start_s)}–${timeOf(end_s)}`;
}

/**
 * Every mark in a text, in order, with the times that it shows.
 *
 * @param {string} text
 * @returns {Mark[]}
 */
export function marksIn(text) {
  return [...text.matchAll(MARK)].flatMap((found) => {
    const [whole, minutes, seconds, minutes2, seconds2, note = ""] = found;
    const start_s = Number(minutes) * 60 + Number(seconds);
    const end_s = minutes2 === undefined ? start_s : Number(minutes2) * 60 + Number(seconds2);
    const from = found.index;
    return end_s < start_s ? [] : [{ start_s, end_s, note: note.trim(), from, to: from + whole.length }];
  });
}

/**
 * The evidence that a text names. What was marked before keeps its exact times.
 *
 * @param {string} text
 * @param {{known: Evidence[], length: number}} about `length` of the recording in seconds: a mark beyond it is only words.
 * @returns {Evidence[]}
 */
export function evidenceIn(text, { known, length }) {
  const left = [...known];
  return marksIn(text).flatMap((mark) => {
    const at = left.findIndex((one) => timesOf(one) === timesOf(mark));
    const [exact = mark] = at < 0 ? [] : left.splice(at, 1);
    if (exact.end_s > length) return [];
    return [{ start_s: exact.start_s, end_s: exact.end_s, note: mark.note }];
  });
}
