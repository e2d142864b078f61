/** The words of the page, in the language of the page, which can change under a rater's hands. */

import { changeLanguage, gettext } from "../js/messages.js";

/** @typedef {import("./shapes.js").Text} Text */

export { changeLanguage, gettext as say };

/**
 * Pick the language of the page from a text of the protocol; English where it has not been translated.
 *
 * @param {Text|null|undefined} text
 */
export function inLanguage(text) {
  return text ? text[document.documentElement.lang] || text.en || "" : "";
}
