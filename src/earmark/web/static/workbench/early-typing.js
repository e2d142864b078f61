/**
 * Typing that comes too early: a rater who begins to write before what she rates is open. Her letters are no commands,
 * or they would skip the item, mark a stretch or open a dialog.
 */

/** @typedef {import("./keys.js").Binding} Binding */

/** What stands in words and may be a key of its own. Digits are answered by the questions, and Space plays. */
const TYPED = /^[a-z'/;]$/;
/** Letters that follow each other within this time are one text. */
const RUN_MS = 1000;

export class EarlyTyping {
  /** Until then, whatever letter comes belongs to the text that has begun. */
  #until = -Infinity;

  /**
   * Whether a key is taken for the letter of a text: it does nothing here yet, or follows one that did nothing.
   *
   * @param {string} name As `nameOf` gives it.
   * @param {Binding|undefined} binding What it would do.
   * @param {number} now In milliseconds.
   */
  takes(name, binding, now) {
    if (!TYPED.test(name)) return false;
    if (binding && !binding.rests && now > this.#until) return false;
    this.#until = now + RUN_MS;
    return true;
  }
}
