/** All turns at a glance, each with what it still lacks; a press goes there. */

import { timeOf } from "./clock.js";
import { openDialog } from "./dialog.js";
import { wordsFor } from "./faults.js";
import { make } from "./markup.js";
import { gapsOf, progressOf } from "./missing.js";
import { nameOf, summaryOf } from "./summary.js";
import { inLanguage, say } from "./texts.js";
import { pathOf } from "./work.js";

/** @typedef {import("./work.js").Work} Work */

/**
 * @param {Work} work
 * @param {{goTo: (target: string) => void}} options
 */
export function openOverview(work, { goTo }) {
  return openDialog(say("Overview"), (close) => {
    const rows = work.targets.map((target) => {
      const row = make("button", { type: "button", class: `overview-row ${progressOf(work, target)}` }, ...cellsOf(work, target));
      row.addEventListener("click", () => {
        close();
        goTo(target);
      });
      return make("li", {}, row);
    });
    return [make("p", { class: "soft" }, summaryOf(work)), make("ol", { class: "overview" }, ...rows)];
  });
}

/**
 * @param {Work} work
 * @param {string} target
 */
function cellsOf(work, target) {
  const turn = work.turn(target);
  return [
    make("span", { class: "overview-name" }, nameOf(work, target), turn ? make("span", { class: "time" }, timeOf(turn.start_s)) : null),
    make("span", { class: "overview-scores" }, scoresOf(work, target)),
    make("span", { class: "overview-lacks" }, lacksOf(work, target)),
    ...hintsOn(work, target),
  ];
}

/** Hints on words that still hold: advice, which keeps nobody from submitting.
 * @param {Work} work
 * @param {string} target */
function hintsOn(work, target) {
  return work.questionsFor(target).flatMap((question) =>
    work.hints.open(pathOf(target, question.id)).map((words) => make("span", { class: "overview-hint" }, `${inLanguage(question.title)}: ${words}`)),
  );
}

/** What a gap is, in a word. @type {Record<string, () => string>} */
const LACKS = {
  "answer-missing": () => say("score"),
  "reason-missing": () => say("reason"),
  "too-short": () => say("more words"),
  "too-long": () => say("fewer words"),
};

/**
 * @param {Work} work
 * @param {string} target
 */
function lacksOf(work, target) {
  const state = progressOf(work, target);
  if (state === "done") return say("Complete");
  if (state === "discarded") return say("Discarded");
  if (state === "empty") return work.isOpen(target) ? say("Not begun") : say("Not heard to its end yet");
  const gaps = Map.groupBy(gapsOf(work, target), ({ question }) => question);
  const lacks = [...gaps].map(([question, open]) => {
    const words = open.map(({ fault }) => LACKS[fault.code]?.() || wordsFor(fault));
    return `${inLanguage(question.title)}: ${words.join(", ")}`;
  });
  return say("Missing: %(what)s", { what: lacks.join(" · ") });
}

/**
 * @param {Work} work
 * @param {string} target
 */
function scoresOf(work, target) {
  const answers = work.answersFor(target);
  const scores = work.questionsFor(target).filter((question) => question.kind === "scale");
  return scores.map((question) => (work.discardOf(target, question.id) ? "–" : answers[question.id]?.score ?? "·")).join("  ");
}
