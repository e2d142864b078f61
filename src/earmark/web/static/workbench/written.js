/** What a rater wrote on a task, as text to take along: the way out where no server takes it. */

import { wordsIn } from "./answer-words.js";
import { openDialog } from "./dialog.js";
import { make } from "./markup.js";
import { nameOf } from "./summary.js";
import { inLanguage, say } from "./texts.js";

/** @typedef {import("./work.js").Work} Work */

/** @param {Work|null} work */
export async function showWritten(work) {
  if (!work) return;
  const text = make("textarea", { class: "input written", rows: 12, readonly: true, "aria-label": say("What you wrote") });
  text.value = writtenIn(work);
  await openDialog(say("What you wrote"), () => [
    make("p", { class: "soft" }, say("The server does not take this as it is. Copy what you want to keep.")),
    text,
  ]);
}

/** @param {Work} work */
function writtenIn(work) {
  const lines = work.targets.flatMap((target) =>
    work.questionsFor(target).flatMap((question) => {
      const given = wordsIn(work, target, question);
      return given ? [`${nameOf(work, target)}, ${inLanguage(question.title)}: ${given}`] : [];
    }),
  );
  return lines.join("\n");
}
