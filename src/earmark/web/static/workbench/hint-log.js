/** Which hints were shown on one assignment, and what became of each: it goes with the answers. */

/** @typedef {import("./shapes.js").Finding} Finding */
/** @typedef {import("./shapes.js").ShownHint} ShownHint */
/** @typedef {{strength: string, findings: Finding[]}} Hints What the audits say of one text. */

export class HintLog {
  /** @type {Map<string, ShownHint>} By field, kind and what it is about, in the order in which they were first shown. */
  #shown = new Map();

  /** @type {Map<string, string>} What the hints of this visit said. */
  #said = new Map();

  /** @param {ShownHint[]} [saved] */
  constructor(saved = []) {
    for (const hint of saved) this.#shown.set(keyOf(hint), hint);
  }

  /** The audits have spoken on a field: what they no longer find is mended, one of the rest is shown.
   * @param {string} where
   * @param {{found: Finding[], shown: Finding|null}} findings */
  note(where, { found, shown }) {
    const ids = found.map(({ id }) => id);
    for (const [key, hint] of this.#shown) {
      const isGone = hint.where === where && hint.outcome === "kept" && !ids.includes(hint.id);
      if (isGone) this.#shown.set(key, { ...hint, outcome: "mended" });
    }
    if (shown) this.#put(where, shown, "kept");
  }

  /** The rater wants no more hints on this field.
   * @param {string} where
   * @param {Finding} finding The one that was shown. */
  putAway(where, finding) {
    this.#put(where, finding, "put-away");
  }

  /** The audits have looked at everything and some of it was shown: what they no longer find is mended, what is shown is
   * kept; what was put away or answered stays so.
   * @param {Finding[]} shown
   * @param {Finding[]} [found] All that they found; those shown, if nothing else is said. */
  see(shown, found = shown) {
    const there = new Set(found.map(keyOf));
    for (const [key, hint] of this.#shown) {
      if (!there.has(key) && hint.outcome !== "put-away") this.#shown.set(key, { ...withoutReason(hint), outcome: "mended" });
    }
    for (const finding of shown) {
      const before = this.#shown.get(keyOf(finding))?.outcome;
      if (before !== "put-away" && before !== "answered") this.#put(finding.where, finding, "kept");
    }
  }

  /** The rater says why a finding stands all the same, or with an empty text takes that back.
   * @param {Finding} finding
   * @param {string} reason */
  answer(finding, reason) {
    const hint = named(finding);
    this.#shown.set(keyOf(finding), reason ? { ...hint, outcome: "answered", reason } : { ...hint, outcome: "kept" });
  }

  /** What was answered to a finding, an empty text for nothing.
   * @param {Finding} finding */
  answerTo(finding) {
    return this.#shown.get(keyOf(finding))?.reason || "";
  }

  /** Whether one finding was put away.
   * @param {Finding} finding */
  isPutAway(finding) {
    return this.#shown.get(keyOf(finding))?.outcome === "put-away";
  }

  /** Whether the rater has put hints on a field away.
   * @param {string} where */
  isQuiet(where) {
    return this.toBody().some((hint) => hint.where === where && hint.outcome === "put-away");
  }

  /** What hints that still hold said, of everything under a path.
   * @param {string} path
   * @returns {string[]} */
  open(path) {
    const open = this.toBody().filter((hint) => hint.outcome === "kept" && hint.where.startsWith(`${path}.`));
    return open.flatMap((hint) => this.#said.get(keyOf(hint)) ?? []);
  }

  /** @returns {ShownHint[]} */
  toBody() {
    return [...this.#shown.values()];
  }

  /** @param {string} where
   * @param {Finding} finding
   * @param {ShownHint["outcome"]} outcome */
  #put(where, finding, outcome) {
    const hint = named({ ...finding, where });
    this.#shown.set(keyOf(hint), { ...hint, outcome });
    this.#said.set(keyOf(hint), finding.message);
  }
}

/** @param {ShownHint} hint
 * @returns {ShownHint} */
function withoutReason({ reason, ...hint }) {
  return hint;
}

/** What a hint is known by.
 * @param {Finding} finding */
function named({ where, id, about, severity }) {
  return about ? { where, id, about, severity } : { where, id, severity };
}

/** @param {{where: string, id: string, about?: string}} hint */
function keyOf({ where, id, about = "" }) {
  return `${where} ${id} ${about}`;
}
