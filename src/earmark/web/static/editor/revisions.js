/** The turn lists that a conversation has had: who made each, when, and how; one can be taken up again. */

import { make } from "../workbench/markup.js";
import { say } from "../workbench/texts.js";

/** @typedef {import("./editor-api.js").TurnListEntry} TurnListEntry */

const ORIGINS = {
  given: () => say("given by a file"),
  cut: () => say("cut by voice activity"),
  edited: () => say("edited"),
};

/**
 * @param {TurnListEntry[]} lists Newest first.
 * @param {(revision: number) => void} restore
 */
export function revisionList(lists, restore) {
  const entries = lists.map((list) => {
    const when = new Date(list.made_at);
    const time = make("time", { datetime: list.made_at }, when.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }), " UTC");
    const again = make("button", { type: "button", class: "button small", "aria-label": say("Restore revision %(n)s", { n: list.revision }), onclick: () => restore(list.revision) }, say("Restore"));
    return make(
      "li",
      {},
      make("strong", {}, say("Revision %(n)s", { n: list.revision })),
      list.current ? make("span", { class: "chip good" }, say("holds now")) : again,
      make("span", { class: "soft small" }, `${ORIGINS[list.origin]()} · ${list.turns === 1 ? say("1 turn") : say("%(n)s turns", { n: list.turns })} · ${list.person ?? say("Import")} · `, time),
    );
  });
  return make("section", { class: "card revisions" }, make("h2", {}, say("Revisions")), make("ol", { reversed: true }, ...entries));
}
