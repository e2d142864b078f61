/** Questions that stand between an edit and its being saved. */

import { openDialog } from "../workbench/dialog.js";
import { make } from "../workbench/markup.js";
import { say } from "../workbench/texts.js";

/**
 * Ask what happens to submissions on the turns as they were.
 *
 * @param {{submissions: number, in_hand: number}} stake
 * @returns {Promise<"keep"|"again"|null>} Null where nothing is to be saved.
 */
export async function askWhatHappens(stake) {
  /** @type {"keep"|"again"|null} */
  let chosen = null;
  await openDialog(say("What happens to what was rated?"), (close) => {
    /** @param {"keep"|"again"} choice @param {string} words @param {boolean} first */
    const button = (choice, words, first) =>
      make("button", { type: "button", class: first ? "button main" : "button", autofocus: first, onclick: () => { chosen = choice; close(); } }, words);
    return [
      make("p", {}, say("On the turns as they were: %(sent)s submitted, %(held)s in the hands of raters.", { sent: stake.submissions, held: stake.in_hand })),
      make("dl", { class: "choices" },
        make("dt", {}, say("Keep")), make("dd", {}, say("They go on counting, marked as made on the earlier turns.")),
        make("dt", {}, say("Rate again")), make("dd", {}, say("They are kept and exported, count no more, and the item is rated again.")),
      ),
      make("div", { class: "actions" }, button("again", say("Rate again"), false), button("keep", say("Keep"), true)),
    ];
  });
  return chosen;
}

/**
 * Tell that somebody else was quicker.
 *
 * @param {import("./editor-api.js").TurnListEntry|undefined} newest
 * @returns {Promise<boolean>} Whether to show what they saved.
 */
export async function tellOfNewer(newest) {
  let shows = false;
  const who = newest?.person || say("An import");
  await openDialog(say("Somebody else has saved these turns"), (close) => [
    make("p", {}, say("%(who)s saved a newer list, revision %(n)s. Look at it; one press of Undo brings yours back.", { who, n: newest?.revision ?? "" })),
    make("div", { class: "actions" }, make("button", { type: "button", class: "button main", autofocus: true, onclick: () => { shows = true; close(); } }, say("Show the newer list"))),
  ]);
  return shows;
}
