/** What a fault says to a rater. The server names kinds of faults; the words for them are the page's own. */

import { say } from "./texts.js";

/** @typedef {import("./shapes.js").Fault} Fault */

/** @type {Record<string, () => string>} */
const WORDS = {
  "answer-missing": () => say("Not answered yet."),
  "reason-missing": () => say("A reason in your own words is needed here."),
  "too-short": () => say("A few more words are needed here."),
  "too-long": () => say("This is too long. Keep the point and cut the rest."),
  "placeholder-left": () => say("A place in braces waits to be filled in. It is marked in the text."),
  "against-missing": () => say("Say why you chose something else than was filled in."),
  "instance-empty": () => say("Say where: a turn, a time, a note, or throughout."),
  "turn-missing": () => say("Name the turn, or take its time."),
  "word-missing": () => say("Name the word."),
  "count-missing": () => say("Say how many corrections it took; 0 is a number too."),
  "not-heard": () => say("Listen to the end first."),
  "unusable-character": () => say("This holds a character that cannot be kept, such as half of an emoji. Take it out and write it anew."),
  "beyond-the-sound": () => say("This evidence lies beyond the end of the sound. Take it out."),
};

/**
 * @param {Fault} fault
 * @returns {string} The page's words, or the server's sentence: audits have theirs in the language of the page.
 */
export function wordsFor(fault) {
  return WORDS[fault.code]?.() || fault.message;
}

/**
 * The line under a field that is missing or wrong, or an empty one that takes no room.
 *
 * @param {HTMLElement} line
 * @param {Fault|undefined} fault
 */
export function showFault(line, fault) {
  line.textContent = fault ? wordsFor(fault) : "";
  line.hidden = !fault;
}
