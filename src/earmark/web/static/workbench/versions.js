/** Two versions of one task, side by side where they differ: the rater chooses, since nothing is merged unseen. */

import { wordsIn } from "./answer-words.js";
import { ordered } from "./beginning.js";
import { openDialog } from "./dialog.js";
import { make } from "./markup.js";
import { nameOf } from "./summary.js";
import { inLanguage, say } from "./texts.js";
import { Work } from "./work.js";

/** @typedef {import("./shapes.js").Assignment} Assignment */
/** @typedef {import("./shapes.js").Body} Body */
/** @typedef {import("./shelf.js").Unsent} Unsent */
/** @typedef {{where: string, here: string, there: string}} Difference */

/**
 * Show both and let the rater choose. Who closes it has chosen nothing: what is here stays, and is asked about again.
 *
 * @param {Assignment} assignment As the server has it.
 * @param {Unsent} left
 * @param {{canStay: boolean}} options Whether what is here can still be used.
 * @returns {Promise<"here"|"there"|null>}
 */
export async function chooseVersion(assignment, left, { canStay }) {
  /** @type {"here"|"there"|null} */
  let chosen = null;
  await openDialog(say("This task has two versions"), (close) => {
    const take = (/** @type {"here"|"there"} */ version, /** @type {string} */ words, /** @type {boolean} */ isMain) =>
      make("button", { type: "button", class: isMain ? "button main" : "button", "data-version": version, onclick: () => ((chosen = version), close()) }, words);
    const when = new Date(left.at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    return [
      make("p", { class: "soft" }, canStay ? aboutBoth() : aboutOtherRecording()),
      table(differencesOf(assignment, left.body), say("On this device, not sent (%(when)s)", { when })),
      make("div", { class: "actions" }, take("there", say("Go on with the server's"), !canStay), canStay ? take("here", say("Go on with what is on this device"), true) : null),
    ];
  });
  return chosen;
}

function aboutBoth() {
  return say("What is on this device was never sent, and another tab or device has written since. Nothing is mixed: choose the one to go on with; the other is let go.");
}

function aboutOtherRecording() {
  return say("What is on this device was never sent, and the recording was corrected since, so that it cannot be used as it is. Copy from it what still holds.");
}

/**
 * @param {Assignment} assignment
 * @param {Body} here
 * @returns {Difference[]}
 */
function differencesOf(assignment, here) {
  const [mine, others] = [workOf(assignment, here), workOf(assignment, assignment.draft?.body)];
  const targets = [...new Set([...others.targets, ...Object.keys(here.answers?.turns || {})])];
  return targets.flatMap((target) =>
    mine.questionsFor(target).flatMap((question) => {
      if (sameIn(mine, others, target, question.id)) return [];
      const [one, other] = [mine, others].map((work) => wordsIn(work, target, question));
      const name = others.targets.includes(target) ? nameOf(others, target) : say("A turn that is no more");
      return [{ where: `${name} · ${inLanguage(question.title)}`, here: one || "", there: other || "" }];
    }),
  );
}

/**
 * @param {Assignment} assignment
 * @param {Body|undefined} body
 */
function workOf(assignment, body) {
  return new Work({ ...assignment, draft: body ? { sequence: 0, tab: "", body } : null });
}

/**
 * @param {Work} one
 * @param {Work} other
 * @param {string} target
 * @param {string} question
 */
function sameIn(one, other, target, question) {
  const [here, there] = [one, other].map((work) => ordered([work.answer(target, question), work.discardOf(target, question) ?? null]));
  return here === there;
}

/**
 * @param {Difference[]} differences
 * @param {string} hereTitle
 */
function table(differences, hereTitle) {
  const head = make("tr", {}, make("th", {}), make("th", { scope: "col" }, hereTitle), make("th", { scope: "col" }, say("On the server")));
  const rows = differences.map(({ where, here, there }) =>
    make("tr", {}, make("th", { scope: "row" }, where), make("td", { "data-version": "here" }, here || "–"), make("td", { "data-version": "there" }, there || "–")),
  );
  return make("div", { class: "versions" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
}
