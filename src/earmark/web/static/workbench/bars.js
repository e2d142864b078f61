/** Why the server lets nothing of a task be changed, in words, by the code that it sends. */

import { say } from "./texts.js";

/** @typedef {import("./api.js").Problem} Problem */

/** @type {Record<string, () => string>} */
const WORDS = {
  "study-closed": () => say("The study is closed and its results are final. What you sent stands as it is."),
  "paused-for-you": () => say("The owner has paused your work in this study. What you sent stands as it is."),
  "item-withdrawn": () => say("The owner has taken this item out of the study. What you sent stands as it is."),
  "submitted-meanwhile": () => say("This was submitted from another tab or device meanwhile. Load the page again to correct it."),
};

/**
 * The words for a refusal; empty where it is none of these.
 *
 * @param {Problem} problem
 */
export function barWords({ faults }) {
  return (faults[0] && WORDS[faults[0].code]?.()) || "";
}
