/** Putting words into a text box as if they were typed: the browser can take them back, and the draft hears of them. */

/** Places to fill in: a placeholder in braces, or a labelled line that has nothing behind its label. */
const STOP = /\{([a-z][a-z0-9-]*)\}|^\p{Lu}[^\n:{}]{0,50}: ?$/gmu;

/** @type {WeakSet<HTMLTextAreaElement>} Boxes in which a Hangul syllable is being put together. */
const composing = new WeakSet();

/** @param {HTMLTextAreaElement} box */
export function watchComposition(box) {
  box.addEventListener("compositionstart", () => composing.add(box));
  box.addEventListener("compositionend", () => composing.delete(box));
}

/**
 * Put words where the caret is, or in the place of what is marked, with a space before them where one is wanted.
 *
 * @param {HTMLTextAreaElement} box
 * @param {string} words
 * @param {{range?: [number, number], isExact?: boolean}} [where] `isExact` leaves out the space.
 * @returns {[number, number]} Where they stand now.
 */
export function putInto(box, words, { range, isExact = false } = {}) {
  if (composing.has(box)) box.blur(); // ends the syllable, which stays
  box.focus();
  const [from, to] = range ?? [box.selectionStart, box.selectionEnd];
  const room = !isExact && from > 0 && !/[\s(“]$/.test(box.value.slice(0, from)) ? " " : "";
  box.setSelectionRange(from, to);
  // The one way that keeps the browser's own undo; where there is none, the words come all the same.
  if (!document.execCommand("insertText", false, room + words)) {
    box.setRangeText(room + words, from, to, "end");
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return [from + room.length, from + room.length + words.length];
}

/**
 * Go to the next place to fill in, from what is marked on; the id of its placeholder, an empty text at a labelled
 * line, null where there is none.
 *
 * @param {HTMLTextAreaElement} box
 * @param {{from?: number, isBack?: boolean}} [how]
 */
export function goToStop(box, { from = box.selectionEnd, isBack = false } = {}) {
  const stops = [...box.value.matchAll(STOP)].map((match) => ({ start: match[1] ? match.index : match.index + match[0].length, end: match.index + match[0].length, id: match[1] ?? "" }));
  const [here, there] = [box.selectionStart, box.selectionEnd];
  const isHere = (/** @type {{start: number, end: number}} */ { start, end }) => start === here && end === there;
  const stop = isBack ? stops.findLast((one) => one.end <= here && !isHere(one)) : stops.find((one) => one.start >= from && !isHere(one));
  if (!stop) return null;
  box.setSelectionRange(stop.start, stop.end);
  return stop.id;
}

/** The placeholder that is marked, if one is.
 * @param {HTMLTextAreaElement} box */
export function markedPlaceholder(box) {
  return /^\{([a-z][a-z0-9-]*)\}$/.exec(box.value.slice(box.selectionStart, box.selectionEnd))?.[1] ?? "";
}

/** How many places wait to be filled in.
 * @param {string} text */
export function countPlaceholders(text) {
  return [...text.matchAll(STOP)].filter((match) => match[1]).length;
}
