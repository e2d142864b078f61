/**
 * The turns under the owner's hands, with undo and redo: every step keeps the whole list as it was, so that undoing
 * is putting it back. Times are kept to the millisecond and inside the recording; order is by start.
 *
 * Events: `change` (turns, choice or history are other).
 */

/** @typedef {{role: "user"|"agent", start: number, end: number, text: string}} EditedTurn */
/** @typedef {{turns: EditedTurn[], chosen: number}} Step */
/** @typedef {"start"|"end"} Edge */

/** Nothing is shorter than this after an edge was moved. */
export const SHORTEST_S = 0.01;
const NEW_TURN_S = 1;

export class EditList extends EventTarget {
  /** @type {EditedTurn[]} */
  turns = [];
  /** Index of the turn that keys and buttons are about, -1 in an empty list. */
  chosen = -1;
  /** @type {Step[]} */
  #undone = [];
  /** @type {Step[]} */
  #done = [];
  #saved = "[]";
  /** What is being written right now: all of it is one step. */
  #writing = "";

  /** @param {number} duration Seconds. */
  constructor(duration) {
    super();
    this.duration = duration;
  }

  /** Take up what the server has: nothing is undone behind it.
   * @param {EditedTurn[]} turns */
  open(turns) {
    this.turns = turns;
    this.chosen = Math.min(Math.max(this.chosen, 0), turns.length - 1);
    this.#done = [];
    this.#undone = [];
    this.markSaved();
  }

  /** What stands here now is what the server has. */
  markSaved() {
    this.#saved = JSON.stringify(this.turns);
    this.#tell();
  }

  get isDirty() {
    return JSON.stringify(this.turns) !== this.#saved;
  }

  get canUndo() {
    return this.#done.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  /** @returns {EditedTurn|undefined} */
  get turn() {
    return this.turns[this.chosen];
  }

  /** @param {number} index */
  choose(index) {
    this.chosen = Math.min(Math.max(0, index), this.turns.length - 1);
    this.#writing = "";
    this.#tell();
  }

  undo() {
    this.#step(this.#done, this.#undone);
  }

  redo() {
    this.#step(this.#undone, this.#done);
  }

  /** Put other turns in the place of all, as one step.
   * @param {EditedTurn[]} turns */
  replace(turns) {
    this.#change(turns, 0);
  }

  /** Cut the chosen turn in two; its words stay with the first part. False where the place is not inside it.
   * @param {number} at */
  split(at) {
    const { turn, chosen } = this;
    const cut = rounded(at);
    if (!turn || cut - turn.start < SHORTEST_S || turn.end - cut < SHORTEST_S) return false;
    const parts = [{ ...turn, end: cut }, { ...turn, start: cut, text: "" }];
    this.#change(this.turns.toSpliced(chosen, 1, ...parts), chosen + 1);
    return true;
  }

  /** Make one turn of the chosen one and the next of the same speaker. False where there is none. */
  mergeNext() {
    const { turn, chosen } = this;
    const next = this.turns.findIndex(({ role }, index) => index > chosen && role === turn?.role);
    const other = this.turns[next];
    if (!turn || !other) return false;
    const text = [turn.text, other.text].filter(Boolean).join(" ");
    const merged = { ...turn, end: Math.max(turn.end, other.end), text };
    this.#change(this.turns.toSpliced(next, 1).with(chosen, merged), chosen);
    return true;
  }

  /** Move an edge of a turn to a time, as far as the recording and its other edge let it.
   * @param {Edge} edge
   * @param {number} to
   * @param {number} [index] */
  moveEdge(edge, to, index = this.chosen) {
    const turn = this.turns[index];
    if (!turn) return;
    const least = edge === "start" ? 0 : turn.start + SHORTEST_S;
    const most = edge === "start" ? turn.end - SHORTEST_S : this.duration;
    const at = rounded(Math.min(Math.max(least, to), most));
    if (at !== turn[edge]) this.#put(index, { ...turn, [edge]: at });
  }

  /** @param {EditedTurn["role"]} role
   * @param {number} [index] */
  setRole(role, index = this.chosen) {
    const turn = this.turns[index];
    if (turn && turn.role !== role) this.#put(index, { ...turn, role });
  }

  /** @param {string} text
   * @param {number} [index] */
  setText(text, index = this.chosen) {
    const turn = this.turns[index];
    if (!turn || turn.text === text) return;
    const goesOn = this.#writing === `text ${index}`;
    if (goesOn) this.turns = this.turns.with(index, { ...turn, text });
    else this.#change(this.turns.with(index, { ...turn, text }), this.chosen);
    this.#writing = `text ${index}`;
    if (goesOn) this.#tell();
  }

  /** Add a turn of a second, or of what is left of the recording.
   * @param {number} at
   * @param {EditedTurn["role"]} role */
  add(at, role) {
    const start = rounded(Math.min(at, this.duration - SHORTEST_S));
    this.#insert([...this.turns, { role, start, end: rounded(Math.min(start + NEW_TURN_S, this.duration)), text: "" }]);
  }

  remove() {
    if (this.turn) this.#change(this.turns.toSpliced(this.chosen, 1), this.chosen);
  }

  /** @param {number} index
   * @param {EditedTurn} turn */
  #put(index, turn) {
    const turns = this.turns.with(index, turn);
    if (index === this.chosen) this.#insert(turns, turn);
    else this.#change(turns, this.chosen);
  }

  /** Order the turns, and choose one of them wherever it is then.
   * @param {EditedTurn[]} turns
   * @param {EditedTurn|undefined} chosen */
  #insert(turns, chosen = turns.at(-1)) {
    const ordered = turns.toSorted((one, other) => one.start - other.start || one.end - other.end);
    this.#change(ordered, ordered.indexOf(/** @type {EditedTurn} */ (chosen)));
  }

  /** @param {EditedTurn[]} turns
   * @param {number} chosen */
  #change(turns, chosen) {
    this.#done.push({ turns: this.turns, chosen: this.chosen });
    this.#undone = [];
    this.#writing = "";
    this.turns = turns;
    this.chosen = Math.min(chosen, turns.length - 1);
    this.#tell();
  }

  /** @param {Step[]} from
   * @param {Step[]} to */
  #step(from, to) {
    const step = from.pop();
    if (!step) return;
    this.#writing = "";
    to.push({ turns: this.turns, chosen: this.chosen });
    this.turns = step.turns;
    this.chosen = step.chosen;
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}

/** @param {number} seconds To the millisecond, as turn lists are written. */
function rounded(seconds) {
  return Math.round(seconds * 1000) / 1000;
}
