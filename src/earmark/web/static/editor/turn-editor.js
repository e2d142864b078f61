/**
 * The page on which an owner edits the turns of a conversation: hear, cut, move, write, save as a new revision.
 * What is not saved is guarded; whoever saved in between is told of, and nothing of either is lost.
 */

import { getPeaks } from "../workbench/api.js";
import { openKeys } from "../workbench/keys-dialog.js";
import { Keys } from "../workbench/keys.js";
import { lanesOf } from "../workbench/lanes.js";
import { keycap, make } from "../workbench/markup.js";
import { Player } from "../workbench/player.js";
import { refusalWords } from "../workbench/refusals.js";
import { followSwitches } from "../workbench/switches.js";
import { say } from "../workbench/texts.js";
import { View } from "../workbench/view.js";
import { Waveform } from "../workbench/waveform.js";
import { stateOf, untilCut } from "./cutting.js";
import { EdgeBlocks } from "./edge-blocks.js";
import { EditList } from "./edit-list.js";
import { EditTools } from "./edit-tools.js";
import { getEarlierTurns, getTurns, putTurns } from "./editor-api.js";
import { editorKeys } from "./editor-keys.js";
import { revisionList } from "./revisions.js";
import { askWhatHappens, tellOfNewer } from "./saving.js";
import { TurnRows } from "./turn-rows.js";

/** @typedef {import("../workbench/api.js").Problem} Problem */
/** @typedef {import("../workbench/shapes.js").Peaks} Peaks */
/** @typedef {import("./edit-list.js").Edge} Edge */
/** @typedef {import("./editor-api.js").Opened} Opened */

const EDGE_S = 0.6;
/** What of a long call is in view at first. */
const FIRST_VIEW_S = 60;

export class TurnEditor extends HTMLElement {
  player = new Player();
  list = new EditList(0);
  /** @type {Opened|null} */
  #opened = null;
  /** @type {Peaks|null} */
  #peaks = null;
  /** @type {Waveform|null} */
  #waveform = null;
  /** @type {EdgeBlocks|null} */
  #blocks = null;
  /** @type {TurnRows|null} */
  #rows = null;
  /** @type {Keys|null} */
  #keys = null;
  #view = new View(0);
  #busy = false;
  /** @type {Map<number, string>} What the server found wrong, by the number of the turn. */
  #faults = new Map();
  #stage = make("div", { class: "lanes-and-turns" });
  #tools = new EditTools(this);
  #notice = make("p", { class: "note", role: "status", hidden: true });
  #state = make("span", { class: "save-state", role: "status" });
  #save = make("button", { type: "button", class: "button main", onclick: () => void this.save() });

  connectedCallback() {
    this.#keys = new Keys(() => editorKeys(this), () => false);
    this.player.addEventListener("tick", () => this.#moveHead());
    window.addEventListener("beforeunload", (event) => this.list.isDirty && event.preventDefault());
    followSwitches({ relabel: () => this.#build(), waits: (words) => this.#tell(words) });
    void this.#load();
  }

  get #address() {
    return this.dataset.address || "";
  }

  async #load() {
    try {
      const opened = await getTurns(this.#address);
      this.list = new EditList(opened.duration_s);
      this.#view = new View(opened.duration_s);
      this.#view.show({ start: 0, end: FIRST_VIEW_S });
      this.list.addEventListener("change", () => this.#refresh());
      this.player.load({ ...opened, audio_url: `${this.#address}/audio` });
      this.#take(opened);
      this.#build();
      this.#peaks = await getPeaks(`${this.#address}/peaks`);
      this.#waveform?.fill(this.#peaks, `${this.#address}/peaks`);
      if (opened.cutting) await this.#waitForTurns(opened);
    } catch (failure) {
      this.#tell(wordsFor(/** @type {Problem} */ (failure)));
    }
  }

  /** @param {Opened} opened */
  async #waitForTurns(opened) {
    const whole = await untilCut(this.#address, opened, (at) => {
      if (this.list.isDirty) return false; // somebody makes turns by hand: saving them tells of those that were cut
      this.#tell(stateOf(at));
      return this.isConnected;
    });
    if (!whole || this.list.isDirty) return;
    this.#take(whole);
    this.#build();
    this.#notice.hidden = true;
  }

  /** @param {Opened} opened */
  #take(opened) {
    this.#opened = opened;
    this.#faults = new Map();
    this.list.open(opened.turns);
  }

  #build() {
    const opened = this.#opened;
    if (!opened) return;
    this.#blocks = new EdgeBlocks(this.list, { view: this.#view, shade: (turn) => this.#waveform?.shade(turn) });
    this.#rows = new TurnRows(this.list, { faults: () => this.#faults });
    this.#rows.addEventListener("no-time", (event) => this.#tell(wordsForNoTime(/** @type {CustomEvent} */ (event).detail)));
    const condition = opened.condition ? ` · ${opened.condition}` : "";
    const back = make("a", { href: this.dataset.back || "/" }, say("All items"));
    this.#save.replaceChildren(say("Save as a new revision"), keycap("Alt+S"));
    this.replaceChildren(
      make("div", { class: "heading" }, make("h2", {}, `${opened.item}${condition}`), back, make("div", { class: "at-end" }, this.#state)),
      this.#notice,
      make("section", { class: "card stage desk conversation" }, this.#stage, this.#tools),
      make("section", { class: "card" }, this.#rows),
      make("div", { class: "actions" }, this.#save),
      revisionList(opened.lists, (revision) => void this.restore(revision)),
    );
    this.#drawStage();
    this.#refresh();
  }

  /** Lanes and blocks on one axis. */
  #drawStage() {
    const opened = this.#opened;
    if (!opened || !this.#blocks) return;
    this.#waveform = new Waveform({ ...this.#lanes(opened), view: this.#view, seek: (seconds) => this.player.seek(seconds) });
    this.#stage.replaceChildren(this.#waveform, this.#blocks);
    if (this.#peaks) this.#waveform.fill(this.#peaks, `${this.#address}/peaks`);
    this.#moveHead();
  }

  /** @param {Opened} opened */
  #lanes(opened) {
    const turns = this.list.turns.map((turn, index) => ({ id: String(index), role: turn.role }));
    const work = { stimulus: opened, isConversation: true, turns, rangeOf: (/** @type {string} */ id) => this.list.turns[Number(id)] };
    return lanesOf(/** @type {import("../workbench/work.js").Work} */ (/** @type {unknown} */ (work)));
  }

  #refresh() {
    this.#blocks?.refresh();
    this.#rows?.refresh();
    const turn = this.list.turn;
    this.#recolour();
    this.#waveform?.shade(turn ?? null);
    this.#tools.refresh();
    this.#save.disabled = this.#busy || !this.list.isDirty;
    this.#save.title = this.list.isDirty ? "" : say("Nothing is other than what is saved.");
    this.#state.textContent = this.list.isDirty ? say("Not saved yet") : say("Revision %(n)s", { n: this.#opened?.revision ?? 1 });
  }

  /** Where both voices share a lane, its colours follow the turns. */
  #recolour() {
    if (this.#opened?.channels !== 1 || !this.#waveform) return;
    this.#waveform.voices = this.#lanes(this.#opened).voices;
    this.#view.dispatchEvent(new Event("change"));
  }

  #moveHead() {
    const at = this.player.time;
    if (this.player.playing) this.#view.follow(at);
    this.#waveform?.moveTo(at);
    this.#tools.moveTo(at);
  }

  /** @param {number} index */
  choose(index) {
    this.list.choose(index);
    this.#rows?.reveal();
    if (this.list.turn) this.#view.reveal(this.list.turn);
  }

  play() {
    const { turn } = this.list;
    void (turn ? this.player.toggle(turn) : this.player.toggleOn());
  }

  /** Hear the first or the last moment of the turn alone.
   * @param {Edge} edge */
  playEdge(edge) {
    const { turn } = this.list;
    if (!turn) return;
    const range = edge === "start" ? { start: turn.start, end: Math.min(turn.end, turn.start + EDGE_S) } : { start: Math.max(turn.start, turn.end - EDGE_S), end: turn.end };
    void this.player.playRange(range);
  }

  split() {
    if (!this.list.split(this.player.time)) this.#tell(say("Put the playhead inside the turn to split it."));
  }

  merge() {
    if (!this.list.mergeNext()) this.#tell(say("This speaker has no turn after this one."));
  }

  swapRole() {
    this.list.setRole(this.list.turn?.role === "agent" ? "user" : "agent");
  }

  write() {
    this.#rows?.write();
  }

  add() {
    this.list.add(this.player.time, "agent");
    this.#rows?.reveal();
  }

  /** @param {number} times */
  zoom(times) {
    this.#view.zoom(times, this.player.time);
  }

  showKeys() {
    void openKeys(editorKeys(this), []);
  }

  /** Take up the turns of an earlier list, as one step that can be undone.
   * @param {number} revision */
  async restore(revision) {
    try {
      this.list.replace((await getEarlierTurns(this.#address, revision)).turns);
      this.#tell(say("Revision %(n)s stands here again. It holds once you save it.", { n: revision }));
    } catch (failure) {
      this.#tell(wordsFor(/** @type {Problem} */ (failure)));
    }
  }

  /** @param {"keep"|"again"|null} choice */
  async save(choice = null) {
    const opened = this.#opened;
    this.#commitField();
    if (!opened || this.#busy || !this.list.isDirty) return;
    this.#busy = true;
    this.#refresh();
    try {
      this.#take(await putTurns(this.#address, { seen_revision: opened.revision, turns: this.list.turns, choice }));
      this.#busy = false;
      this.#build();
      this.#tell(say("Saved as revision %(n)s.", { n: this.#opened?.revision ?? "" }));
    } catch (failure) {
      this.#busy = false;
      this.#refresh();
      await this.#refused(/** @type {Problem} */ (failure));
    }
  }

  /** Take a time that stands written in its field and was not left yet. */
  #commitField() {
    const field = document.activeElement;
    if (field instanceof HTMLInputElement && this.contains(field)) field.dispatchEvent(new Event("change"));
  }

  /** @param {Problem} problem */
  async #refused(problem) {
    if (problem.stake) {
      const choice = await askWhatHappens(problem.stake);
      if (choice) await this.save(choice);
    } else if (problem.status === 409) await this.#meetNewer();
    else {
      this.#faults = new Map(problem.faults.map(({ where, message }) => [Number(where.split(".")[1]), message]));
      const words = problem.faults.length ? say("These turns cannot be saved as they are. Nothing was changed.") : wordsFor(problem);
      const general = problem.faults.filter(({ where }) => !where.includes(".")).map(({ message }) => message);
      this.#tell([words, ...general].join(" "));
      this.#refresh();
    }
  }

  /** Show what somebody else has saved; one step back are the edits that stood here. */
  async #meetNewer() {
    const newer = await getTurns(this.#address);
    if (!(await tellOfNewer(newer.lists[0]))) return;
    this.#opened = newer;
    this.#faults = new Map();
    this.list.replace(newer.turns);
    this.list.markSaved();
    this.#build();
  }

  /** @param {string} words */
  #tell(words) {
    if (!this.contains(this.#notice)) this.prepend(this.#notice);
    this.#notice.hidden = false;
    this.#notice.textContent = words;
  }
}

/** @param {string} written */
function wordsForNoTime(written) {
  if (!written) return say("A turn needs both its times, so this one stays as it was. Write seconds, such as 12.4.");
  return say("“%(written)s” is no time, so it stays as it was. Write seconds, such as 12.4.", { written });
}

/** @param {Problem} problem */
function wordsFor(problem) {
  return problem.passes ? say("The server did not answer. Your edits are still here; try again in a moment.") : refusalWords(problem);
}

customElements.define("ear-turn-editor", TurnEditor);
