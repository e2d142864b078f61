/** Why the server does not take something, in words: by the code that it sends, or else by its status. */

import { say } from "./texts.js";

/** @typedef {import("./api.js").Problem} Problem */

/** @type {Record<string, () => string>} */
const BY_CODE = {
  "study-closed": () => say("The study is closed and its results are final. What you sent stands as it is."),
  "paused-for-you": () => say("The owner has paused your work in this study. What you sent stands as it is."),
  "item-withdrawn": () => say("The owner has taken this item out of the study. What you sent stands as it is."),
  "submitted-meanwhile": () => say("This was submitted from another tab or device meanwhile. Load the page again to correct it."),
  "recording-corrected": () => say("The recording was corrected since this page was loaded. Load the page again to hear it."),
  left: () => say("You skipped or discarded this item in another tab or on another device. You can undo that under “My work”."),
};

/** @type {Record<number, () => string>} */
const BY_STATUS = {
  401: () => say("You are signed out. Sign in again, then try once more; nothing here is lost."),
  403: () => say("Your role in this study does not include it. Ask the study's owner if it should."),
  404: () => say("This is no longer yours to work on, or is not there any more."),
  409: () => say("This was changed from elsewhere meanwhile. Load the page again."),
  413: () => say("This is more text than the server takes at once. All of it is still here: shorten the longest texts."),
};

/**
 * The words for a refusal by a code of ours; empty where it is none of these.
 *
 * @param {Problem} problem
 */
export function barWords({ faults }) {
  return (faults[0] && BY_CODE[faults[0].code]?.()) || "";
}

/**
 * The words for any refusal, in the language of the page: what the server says itself is English.
 *
 * @param {Problem} problem
 */
export function refusalWords(problem) {
  const words = barWords(problem) || BY_STATUS[problem.status]?.();
  if (words) return words;
  return document.documentElement.lang === "en" ? problem.message : say("The server cannot use this as it is (%(status)s). Load the page again; what you wrote is kept.", { status: problem.status });
}
