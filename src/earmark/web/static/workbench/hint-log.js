/** Which hints were shown on one assignment, and what became of each: it goes with the answers. */

/** @typedef {import("./shapes.js").Finding} Finding */
/** @typedef {import("./shapes.js").ShownHint} ShownHint */
/** @typedef {{strength: string, findings: Finding[]}} Hints What the audits say of one text. */

export class HintLog {
  /** @type {Map<string, ShownHint>} By field and kind, in the order in which they were first shown. */
  #shown = new Map();

  /** @type {Map<string, string>} What the hints of this visit said. */
  #said = new Map();

  /** @param {ShownHint[]} [saved] */
  constructor(saved = []) {
    for (const hint of saved) this.#shown.set(keyOf(hint.where, hint.id), hint);
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
    const there = new Set(found.map(({ where, id }) => keyOf(where, id)));
    for (const [key, hint] of this.#shown) {
      if (!there.has(key) && hint.outcome !== "put-away") this.#shown.set(key, { ...withoutReason(hint), outcome: "mended" });
    }
    for (const finding of shown) {
      const key = keyOf(finding.where, finding.id);
      const before = this.#shown.get(key)?.outcome;
      if (before !== "put-away" && before !== "answered") this.#put(finding.where, finding, "kept");
    }
  }

  /** The rater says why a finding stands all the same.
   * @param {Finding} finding
   * @param {string} reason */
  answer(finding, reason) {
    const { where, id, severity } = finding;
    this.#shown.set(keyOf(where, id), { where, id, severity, outcome: "answered", reason });
  }

  /** What was answered to a finding, an empty text for nothing.
   * @param {Finding} finding */
  answerTo({ where, id }) {
    return this.#shown.get(keyOf(where, id))?.reason || "";
  }

  /** Whether one finding was put away.
   * @param {Finding} finding */
  isPutAway({ where, id }) {
    return this.#shown.get(keyOf(where, id))?.outcome === "put-away";
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
    return open.flatMap(({ where, id }) => this.#said.get(keyOf(where, id)) ?? []);
  }

  /** @returns {ShownHint[]} */
  toBody() {
    return [...this.#shown.values()];
  }

  /** @param {string} where
   * @param {Finding} finding
   * @param {ShownHint["outcome"]} outcome */
  #put(where, { id, severity, message }, outcome) {
    this.#shown.set(keyOf(where, id), { where, id, severity, outcome });
    this.#said.set(keyOf(where, id), message);
  }
}

/** @param {ShownHint} hint
 * @returns {ShownHint} */
function withoutReason({ where, id, severity, outcome }) {
  return { where, id, severity, outcome };
}

/**
 * @param {string} where
 * @param {string} id
 */
function keyOf(where, id) {
  return `${where} ${id}`;
}
