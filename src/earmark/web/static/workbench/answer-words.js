/** Answers in words, where a page shows what was written rather than its questions. */

import { ordered } from "./beginning.js";
import { timeOf } from "./clock.js";
import { inLanguage, say } from "./texts.js";

/**
 * What was answered to a question, and what was discarded, as a rater reads it: titles, never ids.
 *
 * @param {import("./work.js").Work} work
 * @param {string} target
 * @param {import("./shapes.js").Question} question
 */
export function wordsIn(work, target, question) {
  const discard = work.discardOf(target, question.id);
  const answer = Object.entries(work.answer(target, question.id)).flatMap(([field, value]) => {
    if (field === "flags") return value.map((/** @type {import("./shapes.js").Flag} */ flag) => flagIn(flag, question));
    if (field === "choice") return titled(question.options, value);
    return typeof value === "object" ? ordered(value) : String(value);
  });
  return [...(discard ? [say("Discarded"), discard.explanation] : []), ...answer].filter(Boolean).join(" · ");
}

/** A flag in words: its cluster, how grave, and each instance as far as words say it.
 * @param {import("./shapes.js").Flag} flag
 * @param {import("./shapes.js").Question} question */
function flagIn({ cluster, severity, instances }, { clusters, severities, instance_types: types }) {
  const told = instances.map(({ time, type, word, count, note, throughout }) =>
    [throughout && say("Throughout"), time && time.map(timeOf).join("–"), titled(types, type), word, count, note].filter((part) => part || part === 0).join(" "),
  );
  return `${titled(clusters, cluster)}: ${titled(severities, severity)}${[...told].filter(Boolean).map((one) => ` (${one})`).join("")}`;
}

/** The title of one of a list, else its id.
 * @param {{id: string, title?: import("./shapes.js").Text, label?: import("./shapes.js").Text}[]|undefined} list
 * @param {string|undefined} id */
function titled(list, id) {
  const one = list?.find((each) => each.id === id);
  return inLanguage(one?.title ?? one?.label) || id || "";
}
