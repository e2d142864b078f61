/** Whether what one typed is on the server, as the server says it. */

import { make } from "./markup.js";
import { say } from "./texts.js";

/** @typedef {import("./drafts.js").Drafts} Drafts */
/** @typedef {import("./drafts.js").SaveState} SaveState */

/** @type {Record<SaveState, () => string>} */
const WORDS = {
  rest: () => "",
  waiting: () => say("Saving…"),
  saving: () => say("Saving…"),
  saved: () => say("Saved"),
  retrying: () => say("Not saved, trying again"),
  superseded: () => say("Not saved here: open in a newer tab"),
  refused: () => say("Not saved: this task is no longer yours"),
  "signed-out": () => say("Not saved: you are signed out"),
};

/**
 * @param {HTMLElement} place
 * @param {SaveState} state
 */
export function showSaveState(place, state) {
  place.className = `save-state ${state}`;
  place.replaceChildren(WORDS[state]() && make("span", { class: "dot", "aria-hidden": "true" }), WORDS[state]());
}
