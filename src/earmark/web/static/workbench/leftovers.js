/** What earlier pages left unsent on this device: sent now, or where work on a task goes on. */

import { Problem, postSubmission, putDraft } from "./api.js";
import { relationOf } from "./beginning.js";
import { bring } from "./later.js";
import { takeHandover } from "./shelf.js";

/** @typedef {import("./shapes.js").Assignment} Assignment */
/** @typedef {import("./shelf.js").Shelf} Shelf */
/** @typedef {import("./shelf.js").Unsent} Unsent */
/** @typedef {{assignment: Assignment, sequence: number, base: number, isUnsent: boolean}} Beginning */

export class Leftovers {
  /** @param {Shelf} shelf */
  constructor(shelf) {
    this.shelf = shelf;
    /** What the page before in this tab left; its name goes on, since what it sent at the end may arrive yet. */
    this.handover = takeHandover(shelf.person);
    /** @type {string[]} Tasks of which the server refused what was written; it stays on this device. */
    this.refused = [];
  }

  /** Send the answers that were on their way, in the order in which the rater sent them.
   * @returns {Promise<number>} How many were taken.
   * @throws {Problem} The server cannot be reached, or nobody is signed in. */
  async submit() {
    let taken = 0;
    for (const row of (await this.#list()).reverse()) {
      if (!row.submission) continue;
      try {
        await postSubmission(row.assignment, row.submission);
        await this.#clear(row.assignment);
        taken += 1;
      } catch (failure) {
        if (!(failure instanceof Problem) || failure.passes || failure.status === 401) throw failure;
        await this.#replace({ ...row, submission: null }); // it is asked about when its task is opened
        this.refused.push(row.assignment);
      }
    }
    return taken;
  }

  /** Bring to the server what was written on tasks that are not in hand; what it does not take stays here.
   * @param {string} [besides] The task in hand. */
  async save(besides) {
    for (const row of await this.#list()) {
      if (row.assignment === besides || row.submission) continue;
      const { tab, sequence, base, revises, recording, body } = row;
      try {
        await putDraft(row.assignment, { tab, sequence, base, revises, recording_revision: recording, body });
        await this.#forget(row);
      } catch (failure) {
        if (!(failure instanceof Problem)) throw failure;
        if (failure.status === 409 && !this.refused.includes(row.assignment)) this.refused.push(row.assignment);
      }
    }
  }

  /** Decide where work on a task begins; the rater is asked where two versions differ.
   * @param {Assignment} assignment
   * @returns {Promise<Beginning>}
   * @throws {Problem} The rater has to be asked, and what asks did not come. */
  async begin(assignment) {
    this.refused = this.refused.filter((task) => task !== assignment.id); // it is seen to now
    const sequence = assignment.draft?.sequence || 0;
    const fromServer = { assignment, sequence, base: sequence, isUnsent: false };
    const [left] = await this.#list(assignment.id);
    if (!left) return fromServer;
    const relation = relationOf(assignment, left);
    if (relation === "newer") return goingOn(assignment, left);
    if (relation === "sent") {
      await this.#forget(left);
      return this.begin(assignment);
    }
    const versions = await bring("versions");
    if (!versions) throw new Problem(0, {});
    const chosen = await versions.chooseVersion(assignment, left, { canStay: relation === "apart" });
    if (chosen === "here") return goingOn(assignment, left);
    if (chosen === "there") await this.#clear(assignment.id);
    return fromServer;
  }

  /** @param {string} [assignment]
   * @returns {Promise<Unsent[]>} The newest first. */
  async #list(assignment) {
    const kept = await this.shelf.list(assignment);
    const { handover } = this;
    if (!handover || (assignment !== undefined && handover.assignment !== assignment)) return kept;
    const isOfIt = (/** @type {Unsent} */ row) => row.assignment === handover.assignment && row.tab === handover.tab;
    if (kept.some((row) => isOfIt(row) && row.sequence >= handover.sequence)) return kept;
    return [handover, ...kept.filter((row) => !isOfIt(row))];
  }

  /** @param {Unsent} row */
  async #replace(row) {
    if (this.handover?.assignment === row.assignment && this.handover.tab === row.tab) this.handover = row;
    await this.shelf.put(row);
  }

  /** @param {Unsent} row */
  async #forget(row) {
    if (this.handover?.assignment === row.assignment && this.handover.tab === row.tab) this.handover = null;
    await this.shelf.drop(row);
  }

  /** @param {string} assignment */
  async #clear(assignment) {
    if (this.handover?.assignment === assignment) this.handover = null;
    await this.shelf.clear(assignment);
  }
}

/**
 * On with what is on this device, over what the server has, which has been seen.
 *
 * @param {Assignment} assignment
 * @param {Unsent} left
 * @returns {Beginning}
 */
function goingOn(assignment, left) {
  const base = assignment.draft?.sequence || 0;
  const sequence = Math.max(left.sequence, base);
  return { assignment: { ...assignment, draft: { sequence, tab: left.tab, body: left.body } }, sequence, base, isUnsent: true };
}
