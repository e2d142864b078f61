/** Whether what one typed is on the server, as the server says it; and a way on where it is not. */

import { make } from "./markup.js";
import { say } from "./texts.js";

/** @typedef {import("./drafts.js").Drafts} Drafts */
/** @typedef {import("./drafts.js").SaveState} SaveState */

/** @type {Record<SaveState, (isKept: boolean) => string>} */
const WORDS = {
  rest: () => "",
  waiting: () => say("Saving…"),
  saving: () => say("Saving…"),
  saved: () => say("Saved"),
  retrying: (isKept) => (isKept ? say("Kept on this device, not yet sent") : say("Could not be saved, trying again: keep this page open")),
  superseded: () => say("Not saved here: another tab went on"),
  refused: () => say("Could not be saved"),
  "too-long": (isKept) => (isKept ? say("Kept on this device: too long to be saved") : say("Too long to be saved: keep this page open")),
  "signed-out": (isKept) => (isKept ? say("Kept on this device: you are signed out") : say("Could not be saved: you are signed out")),
};

/** What the workbench does on a press, by the id of the button.
 * @type {Partial<Record<SaveState, {id: string, words: () => string}>>} */
const WAYS = {
  superseded: { id: "take-over", words: () => say("Load again") },
  refused: { id: "written", words: () => say("What you wrote") },
  "too-long": { id: "written", words: () => say("What you wrote") },
  "signed-out": { id: "sign-in-again", words: () => say("Sign in again") },
};

/**
 * @param {{place: HTMLElement, way: HTMLElement}} parts Of the header: where it is said, and where the way on is.
 * @param {SaveState} state
 * @param {{before: string, isKept: boolean}} about `before` is what became of the task before, said until there is
 *   something to save in this one; `isKept` whether the browser's own store has what is not saved.
 */
export function showSaveState({ place, way }, state, { before, isKept }) {
  const words = state === "rest" ? before : WORDS[state](isKept);
  place.className = `save-state ${state === "rest" ? "saved" : state}`;
  place.replaceChildren(words && make("span", { class: "dot", "aria-hidden": "true" }), words);
  const on = WAYS[state];
  way.replaceChildren(on ? make("button", { type: "button", id: on.id, class: "button small" }, on.words()) : "");
}
