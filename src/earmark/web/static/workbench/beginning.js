/** Where work on a task begins: with what the server has, or with what was left unsent on this device. */

/** @typedef {import("./shapes.js").Assignment} Assignment */
/** @typedef {import("./shapes.js").Body} Body */
/** @typedef {import("./shelf.js").Unsent} Unsent */

/**
 * How what was left here stands to what the server has: `newer` goes on from it, `sent` is there already, `apart`
 * differs without having seen it, and `other-recording` is about a recording that was corrected since.
 *
 * @param {Assignment} assignment
 * @param {Unsent} left
 * @returns {"newer"|"sent"|"apart"|"other-recording"}
 */
export function relationOf({ draft, revision, recording }, left) {
  if (left.recording !== recording.revision) return "other-recording";
  if (left.revises === revision) {
    if (draft && draft.tab === left.tab) return draft.sequence >= left.sequence ? "sent" : "newer";
    if (!draft || draft.sequence === left.base) return "newer";
  }
  return draft && saysTheSame(draft.body, left.body) ? "sent" : "apart";
}

/** Whether answers, discards and marks of the talks are the same; what was heard meanwhile, and where the rater is, make no difference.
 * @param {Body} one
 * @param {Body} other */
export function saysTheSame(one, other) {
  return ordered([one.answers, one.discards, one.talks]) === ordered([other.answers, other.discards, other.talks]);
}

/** A text that is the same for the same content, in whatever order its fields came.
 * @param {unknown} content */
export function ordered(content) {
  return JSON.stringify(content, (_, value) => {
    const isObject = value && typeof value === "object" && !Array.isArray(value);
    return isObject ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;
  });
}
