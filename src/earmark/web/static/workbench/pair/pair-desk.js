/** One pair on the page: both recordings, what is compared, each side's success, errors of both, and the reasons. */

import { Desk } from "../desk.js";
import { askWhy } from "../exits.js";
import { focusIn, restoreFocus } from "../focus.js";
import { hearingKeys } from "../hearing-keys.js";
import { timeOf } from "../clock.js";
import { bring } from "../later.js";
import { keycap, make } from "../markup.js";
import { allGaps } from "../missing.js";
import { cardFor } from "../questions.js";
import { inLanguage, say } from "../texts.js";
import { PAIR, SIDES } from "../work.js";
import { DualMarks } from "./dual-marks.js";
import { FactChecks } from "./fact-checks.js";
import { PairFindings } from "./findings.js";
import { FlagMatrix } from "./flag-matrix.js";
import { PairWork } from "./pair-work.js";
import { openScenario, scenarioOf } from "./scenario-card.js";
import { SideView } from "./side-view.js";
import { TalksPanel } from "./talks-panel.js";
import { momentOf } from "./moment.js";

export { PairWork };

/** @typedef {import("../keys.js").Binding} Binding */
/** @typedef {import("../player.js").Player} Player */
/** @typedef {import("../question.js").QuestionCard} QuestionCard */
/** @typedef {import("../shapes.js").Discard} Discard */
/** @typedef {import("../shapes.js").Exit} Exit */
/** @typedef {import("../shapes.js").Question} Question */
/** @typedef {import("./side.js").Side} Side */

export class PairDesk extends Desk {
  /** @type {QuestionCard[]} */
  #cards = [];
  /** @type {import("./composer/composer.js").Composer|null} */
  #composer = null;
  #scenario = make("div", {});
  #stop = new AbortController();
  #findings;
  /** @type {DualMarks|null} */
  #dualMarks = null;
  #checks;
  #talks;

  /**
   * @param {PairWork} work
   * @param {Map<string, Player>} players By side.
   * @param {import("../desk.js").Ways} ways
   */
  constructor(work, players, ways) {
    super(ways);
    this.work = work;
    this.players = players;
    /** @type {string} The side in focus. */
    this.active = work.first;
    this.views = new Map(
      SIDES.map((id) => {
        const actions = { choose: (/** @type {import("../shapes.js").Turn} */ turn) => this.choose(id, turn.id), giveUp: (/** @type {Exit} */ exit, /** @type {Discard} */ filled) => void this.leaveBy(exit, filled) };
        return [id, new SideView(work.side(id), this.#player(id), actions)];
      }),
    );
    this.#findings = new PairFindings(work, (words) => this.notify(words));
    const hear = (/** @type {string} */ side, /** @type {string} */ turn) => this.choose(side, turn);
    this.#checks = new FactChecks(work, hear);
    this.#talks = new TalksPanel(work, { hear, arrived: ({ fact_check: found }) => this.#checks.take(found) });
    this.status.addEventListener("click", () => this.showFaults());
  }

  connectedCallback() {
    this.#stop = new AbortController();
    const until = { signal: this.#stop.signal };
    this.work.addEventListener("change", () => this.refresh(), until);
    this.work.addEventListener("change", () => this.#findings.follow(), until);
    this.work.listening.addEventListener("news", () => this.refresh(), until);
    for (const [id, player] of this.players) player.addEventListener("state", () => this.#heard(id), until);
    this.addEventListener("focusin", (event) => this.#mark(event.target));
    this.addEventListener("keydown", (event) => this.#keyInText(event));
    this.build();
  }

  disconnectedCallback() {
    this.#stop.abort();
  }

  /** Make everything anew, in the language of the page. */
  build() {
    const focus = focusIn(this);
    this.className = "desk pair-desk";
    const { work } = this;
    const asked = SIDES.map((side) => ({ side, questions: work.questionsFor(side) }));
    const pair = work.questionsFor(PAIR);
    const cards = (/** @type {Question[]} */ questions, /** @type {string} */ target) => questions.map((question) => cardFor(work, question, target));
    const compared = cards(pair.filter(({ kind }) => kind !== "text"), PAIR);
    const written = cards(pair.filter(({ kind }) => kind === "text"), PAIR);
    const bySide = asked.map(({ side, questions }) => cards(questions.filter(({ kind }) => kind !== "flags").map((question) => this.#named(question, side)), side));
    const flags = work.questionsFor("a").filter(({ kind }) => kind === "flags").map((question) => new FlagMatrix(work, question, (side) => this.pointIn(side)));
    this.#cards = [...compared, ...bySide.flat(), ...flags, ...written];
    this.replaceChildren(
      this.#scenario,
      make("div", { class: "sides" }, ...[...this.views.values()].map(({ element }) => element)),
      this.#talks.element,
      make("section", { class: "comparisons" }, ...compared),
      make("section", { class: "by-side" }, ...bySide.map((one) => make("div", { class: "by-side-column" }, ...one))),
      ...flags,
      ...written,
      this.#findings.ofTheTalks,
      this.foot(this.work.protocol.exits),
    );
    for (const view of this.views.values()) view.build();
    this.#dualMarks = new DualMarks(work, this.#cards);
    this.#composer = null;
    this.#findings.standBeside(this.#cards);
    this.#checks.build(this.views, this.#cards);
    this.#talks.build([...this.querySelectorAll("[data-measured='response-latency']")].map((row) => /** @type {HTMLElement} */ (row)));
    this.refresh();
    restoreFocus(this, focus);
    void this.#compose(written);
  }

  refresh() {
    this.#scenario.replaceChildren(scenarioOf(this.work));
    for (const card of this.#cards) card.refresh();
    for (const [id, view] of this.views) view.refresh({ isActive: id === this.active, isLocked: !this.work.mayHear(id) });
    this.#checks.refresh();
    this.#composer?.refresh();
    const required = this.#cards.filter(({ question, hidden }) => question.required && !hidden).length;
    const lacking = new Set(this.#gaps.map(({ target, question }) => `${target} ${question.id}`)).size;
    this.status.textContent = lacking ? say("%(done)s of %(all)s answered", { done: Math.max(0, required - lacking), all: required }) : say("Complete");
    this.next.replaceChildren(this.work.assignment.revision ? say("Submit correction") : say("Submit"), keycap(say("Enter")));
    if (!this.work.faults.length) this.notify("");
    if (!this.#activeCard?.lock) this.retractEarly();
    this.#dualMarks?.refresh();
  }

  /** @returns {Binding[]} */
  bindings() {
    if (this.busy) return [];
    return [
      ...hearingKeys(/** @type {any} */ (this.#view.stage)),
      { id: "switch-side", keys: ["x", "Alt+x"], words: say("Hear the other model at the same turn"), run: () => this.switchSide() },
      { id: "previous", keys: ["["], words: say("Previous turn"), run: () => this.#step(-1) },
      { id: "next", keys: ["]"], words: say("Next turn"), run: () => this.#step(1) },
      { id: "scenario", keys: ["p"], words: say("Scenario card"), run: () => void openScenario(this.work) },
      { id: "note-error", keys: ["n"], words: say("Note an error"), run: () => this.#cards.find((card) => card instanceof FlagMatrix)?.focusFirst() },
      { id: "talks", keys: ["y"], words: say("Whether both talks were given alike"), rests: true, run: () => this.#talks.toggle() },
      { id: "point", keys: ["m", "Alt+m"], words: say("Put the marked stretch, or this moment, into your words"), rests: true, run: () => this.point() },
      { id: "undo", keys: ["Ctrl+z"], words: say("Take back the last score, tag or discard"), run: () => void this.work.undo() },
      { id: "overview", keys: ["o"], words: say("Go to what is missing"), rests: true, run: () => this.showFaults() },
      { id: "go-on", keys: ["Enter"], words: say("Go on: words, next question, next turn, submit"), run: () => this.advance() },
      ...(this.#composer?.bindings() ?? []),
      ...this.exitKeys(this.work.protocol.exits),
    ];
  }

  /** @returns {Binding[]} */
  questionKeys() {
    const byKeys = [...Map.groupBy(this.#cards.filter((card) => !(card instanceof FlagMatrix)), ({ keyHint }) => keyHint)].filter(([keys]) => keys);
    return byKeys.map(([keys, cards]) => {
      const questions = cards.map(({ question }) => inLanguage(question.title)).join(" · ");
      return { keys: [keys], words: say("Answer the question in focus: %(questions)s", { questions }), run: () => undefined };
    });
  }

  /** Before the question in focus is open, what is typed says why there is nothing to be typed in yet. Errors and the
   * rationale may be written while one listens.
   * @override
   * @param {string} key
   * @param {Binding|undefined} binding */
  withholds(key, binding) {
    const why = this.#activeCard?.lock;
    const cannotPlay = [...this.players.values()].some(({ failed, isSilent }) => failed || isSilent);
    return !this.busy && !cannotPlay && Boolean(why) && this.takesEarly(key, binding, why || "");
  }

  /** @param {string} key */
  takeKey(key) {
    if (this.busy) return false;
    const taker = [this.#activeCard, ...this.#cards].find((card) => card?.isLive && card.takeKey(key));
    if (!taker) return false;
    if (taker.lock) this.notify(taker.lock);
    else if (!taker.isBlank && !taker.focusWords()) this.#after(taker)?.focusFirst();
    return true;
  }

  /** The marked stretch of a side, or the moment that it is at.
   * @param {string} side
   * @returns {[number, number]} */
  pointIn(side) {
    const { stage, player } = /** @type {SideView} */ (this.views.get(side));
    const { range } = stage.selection;
    return range ? [range.start, range.end] : [player.time, player.time];
  }

  /** Put where the sound is into what is being written: the instance of an error, or words. */
  point() {
    if (this.#cards.some((card) => card instanceof FlagMatrix && card.point())) return;
    const [start, end] = this.pointIn(this.active);
    const box = document.activeElement instanceof HTMLTextAreaElement ? document.activeElement : this.querySelector("[data-focus='rationale.text']");
    if (!(box instanceof HTMLTextAreaElement)) return;
    if (this.#composer?.box === box) return this.#composer.putEvidence("time");
    const stretch = start === end ? timeOf(start) : `${timeOf(start)}–${timeOf(end)}`;
    const { selectionStart: from, selectionEnd: to, value } = box;
    const room = from > 0 && !/\s$/.test(value.slice(0, from)) ? " " : "";
    box.focus();
    box.setRangeText(`${room}${this.active.toUpperCase()} ${stretch} `, from, to, "end");
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Hear a turn of a side.
   * @param {string} id
   * @param {string} turn */
  choose(id, turn) {
    if (!this.#turnTo(id)) return;
    this.work.side(id).target = turn;
    this.#view.stage.showTarget();
    void this.#player(id).playRange(this.work.side(id).rangeOf(turn));
  }

  /** The other side at the same turn, from its first sample; with the sound, if there was sound. Where a side has no
   * turns, at the same time; one that was not played yet, from its beginning, since all of it is to be heard. */
  switchSide() {
    const [here, there] = [this.active, this.active === "a" ? "b" : "a"];
    const player = this.#player(here);
    const { playing: wasPlaying, inRange, time } = player;
    if (!this.#turnTo(there)) return;
    const [from, to] = [this.work.side(here), this.work.side(there)];
    if (!to.listening.seconds) return this.#begin(to, wasPlaying);
    const at = from.turn(from.target) && !wasPlaying ? from.turns.findIndex(({ id }) => id === from.target) : from.placeAt(time);
    const turn = to.turns[Math.min(Math.max(0, at), to.turns.length - 1)];
    const start = turn ? turn.start_s : Math.min(time, to.stimulus.duration_s);
    to.target = turn?.id ?? to.id;
    this.#view.stage.showTarget();
    if (wasPlaying && inRange && turn) void this.#player(there).playRange(to.rangeOf(turn.id));
    else {
      this.#player(there).seek(start);
      if (wasPlaying) void this.#player(there).toggleOn();
    }
  }

  /** @param {Side} side
   * @param {boolean} withSound */
  #begin(side, withSound) {
    side.target = side.id;
    this.#view.stage.showTarget();
    if (this.#player(side.id).inRange) this.#player(side.id).pause();
    this.#player(side.id).seek(0);
    if (withSound) void this.#player(side.id).toggleOn();
  }

  /** On by one step: to the next question that lacks something; what is complete is sent by the button alone. */
  advance() {
    const here = this.#cards.findIndex((card) => card.contains(document.activeElement));
    const owes = this.#cards[here];
    if (owes && this.#gaps.some(({ target, question, fault }) => fault.code === "against-missing" && target === owes.target && question.id === owes.question.id)) return void owes.focusWords();
    const lacks = (/** @type {QuestionCard} */ card) => this.#lacks(card);
    const later = this.#cards.find((card, index) => index > here && lacks(card)) || this.#cards.find(lacks);
    if (later && (later.isBlank || isUntouched(later.answer))) later.focusFirst();
    else if (later) later.focusWords();
    else this.next.focus();
  }

  /** The main action: submit after a last look at what the audits find, or show what is missing.
   * @override */
  async goOn() {
    if (this.#gaps.length) this.showFaults();
    else if (await this.#findings.lastLook()) await this.ways.submit();
  }

  /** Say what is missing, and go to the first of it. */
  showFaults() {
    const gaps = this.#gaps;
    if (gaps.length && !this.work.faults.length) this.work.faults = gaps.map(({ fault }) => fault);
    this.refresh();
    if (!this.work.faults.length) return this.next.focus();
    const faulty = this.#cards.filter((card) => card.querySelector(".fault:not([hidden])"));
    const unheard = SIDES.filter((id) => !this.work.isOpen(id)).map((id) => this.views.get(id)?.name || "");
    const where = [...unheard, ...faulty.map(({ question }) => inLanguage(question.title))].join(", ");
    this.notify(say("Not submitted yet. Something is missing: %(where)s", { where }));
    const [first] = faulty;
    if (first?.isBlank) first.focusFirst();
    else first?.focusWords();
  }

  /** @param {Exit} exit
   * @param {Discard|null} [filled]
   * @override */
  async leaveBy(exit, filled = null) {
    for (const player of this.players.values()) player.pause();
    const discard = await askWhy(exit, { target: "item", questions: [], before: filled ?? this.saidBefore(exit) });
    if (discard) await this.leave(discard);
  }

  /** Bring the help in writing to the text that has it, once the page stands; without it the text is written all the same.
   * @param {QuestionCard[]} cards */
  async #compose(cards) {
    const card = /** @type {import("../text-question.js").TextQuestion|undefined} */ (cards.find(({ question }) => question.composer?.length));
    const brought = card && (await bring("composer"));
    if (!brought || !card.isConnected) return;
    this.#composer = new brought.Composer(this.work, card, () => momentOf(this.work.side(this.active), this.pointIn(this.active)));
  }

  get #view() {
    return /** @type {SideView} */ (this.views.get(this.active));
  }

  get #gaps() {
    return allGaps(this.work);
  }

  /** @param {string} id */
  #player(id) {
    return /** @type {Player} */ (this.players.get(id));
  }

  /** A question about a side, with the side in its name.
   * @param {Question} question
   * @param {string} side
   * @returns {Question} */
  #named(question, side) {
    const name = this.work.protocol.item.sides[SIDES.indexOf(side)] || {};
    const title = Object.fromEntries(Object.keys(question.title).map((tag) => [tag, `${(name[tag] || name.en || "").split(" (")[0]} · ${question.title[tag]}`]));
    return { ...question, title };
  }

  /** @param {QuestionCard} card */
  #lacks(card) {
    const targets = card instanceof FlagMatrix ? SIDES : [card.target];
    return this.#gaps.some(({ target, question }) => question.id === card.question.id && targets.includes(target));
  }

  /** @param {QuestionCard} card */
  #after(card) {
    const at = this.#cards.indexOf(card);
    return this.#cards.find((other, index) => index > at && other.isLive && other.isBlank && other.question.required);
  }

  /** Bring a side into focus; false while the other one has to be heard first.
   * @param {string} id */
  #turnTo(id) {
    if (!this.work.mayHear(id)) {
      this.notify(say("Hear %(side)s to its end first. The order is drawn, so that neither model profits from it.", { side: this.views.get(this.work.first)?.name || "" }));
      return false;
    }
    if (id !== this.active) this.#player(this.active).pause();
    this.active = id;
    this.refresh();
    return true;
  }

  /** A player does something else: one sounds at a time, and in the order that was drawn.
   * @param {string} id */
  #heard(id) {
    if (this.#player(id).playing && id !== this.active && !this.#turnTo(id)) this.#player(id).pause();
    for (const [key, view] of this.views) view.refresh({ isActive: key === this.active, isLocked: !this.work.mayHear(key) });
    this.#composer?.refresh();
  }

  /** @param {number} by */
  #step(by) {
    const side = this.work.side(this.active);
    const at = side.turns.findIndex(({ id }) => id === side.target);
    const turn = side.turns[at + by];
    if (!turn && by < 0 && at === 0) this.#begin(side, false); // before the first turn lies the beginning
    if (!turn) return;
    side.target = turn.id;
    if (this.#player(this.active).inRange) this.#player(this.active).pause();
    if (!this.#player(this.active).playing) this.#player(this.active).seek(turn.start_s);
    this.#view.stage.showTarget();
  }

  get #activeCard() {
    const inFocus = this.#cards.find((card) => card.contains(document.activeElement));
    return inFocus || this.#cards.find((card) => card.isLive && card.isBlank && card.question.required) || this.#cards[0];
  }

  /** Enter in a box goes on, Shift+Enter breaks the line, Escape leaves the box. In a text of its own, which has several
   * lines, Enter breaks the line and Ctrl+Enter goes on.
   * @param {KeyboardEvent} event */
  #keyInText(event) {
    const isText = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement || (event.target instanceof HTMLInputElement && ["text", "number", "search"].includes(event.target.type));
    if (!isText || event.isComposing || event.keyCode === 229) return;
    const isLong = /** @type {HTMLElement} */ (event.target).closest(".text-question") !== null;
    if (event.key === "Escape") /** @type {HTMLElement} */ (event.target).blur();
    else if (event.key === "Enter" && (isLong ? event.ctrlKey || event.metaKey : !event.shiftKey)) this.advance();
    else return;
    event.preventDefault();
  }

  /** @param {EventTarget|null} at */
  #mark(at) {
    for (const card of this.#cards) card.classList.toggle("active", at instanceof Node && card.contains(at));
  }
}

/** Whether an answer is as a fact-check filled it in, and no reason was written yet.
 * @param {import("../shapes.js").Answer} answer */
function isUntouched({ choice, filled, reason }) {
  return Boolean(filled) && choice === filled.choice && !reason;
}

customElements.define("ear-pair-desk", PairDesk);
