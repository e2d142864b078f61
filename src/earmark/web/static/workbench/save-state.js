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
 * @param {string} before What became of the task before, said until there is something to save in this one.
 */
export function showSaveState(place, state, before) {
  const words = state === "rest" ? before : WORDS[state]();
  place.className = `save-state ${state === "rest" ? "saved" : state}`;
  place.replaceChildren(words && make("span", { class: "dot", "aria-hidden": "true" }), words);
}
