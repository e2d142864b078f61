/** One assignment on the page: hear, score, words, next. It puts the parts together and moves the rater on. */

import { getPeaks } from "./api.js";
import { Desk } from "./desk.js";
import { isDialogOpen } from "./dialog.js";
import { focusIn, restoreFocus } from "./focus.js";
import { bring, later } from "./later.js";
import { keycap, make } from "./markup.js";
import { allGaps, gapsOf, isBlank, wordsOf } from "./missing.js";
import { cardFor } from "./questions.js";
import { preferences } from "./preferences.js";
import { keyOf } from "./remapping.js";
import { Stage } from "./stage.js";
import { nameOf, summaryOf } from "./summary.js";
import { inLanguage, say } from "./texts.js";
import { TranscriptView, turnTranscript } from "./transcript.js";

/** @typedef {import("./keys.js").Binding} Binding */
/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("./question.js").QuestionCard} QuestionCard */
/** @typedef {import("./shapes.js").Discard} Discard */
/** @typedef {import("./shapes.js").Exit} Exit */
/** @typedef {import("./shapes.js").Turn} Turn */
/** @typedef {import("./work.js").Work} Work */

export class RatingDesk extends Desk {
  /** @type {QuestionCard[]} */
  #cards = [];
  #questions = make("section", { class: "questions" });
  #stop = new AbortController();
  /** Whether the mouse, not a key or a finger, was the last to act on the questions. */
  #byMouse = false;
  /** The target whose questions are in view. */
  #shown = "";

  /**
   * @param {Work} work
   * @param {Player} player
   * @param {import("./desk.js").Ways} ways
   */
  constructor(work, player, ways) {
    super(ways);
    this.work = work;
    this.player = player;
    this.stage = new Stage(work, player, { choose: (turn) => this.choose(turn), giveUp: (exit, filled) => void this.leaveBy(exit, filled) });
    this.#questions.addEventListener("pointerdown", (event) => (this.#byMouse = event.pointerType === "mouse"));
    this.#questions.addEventListener("keydown", () => (this.#byMouse = false));
    this.#questions.addEventListener("change", (event) => this.#changed(event));
    this.status.addEventListener("click", () => void this.showOverview());
  }

  connectedCallback() {
    const until = { signal: this.#stop.signal };
    this.work.addEventListener("change", () => this.refresh(), until);
    this.work.addEventListener("move", () => this.#moved(), until);
    this.work.listening.addEventListener("news", () => this.refresh(), until);
    this.work.effort.addEventListener("over", () => this.mention(say("The time for checking facts is over. Rate with what you know now.")), until);
    preferences.addEventListener("change", () => this.refresh(), until);
    later.addEventListener("missing", () => this.mention(say("The server did not answer. Try again in a moment.")), until);
    this.addEventListener("focusin", (event) => this.#mark(event.target));
    this.addEventListener("keydown", (event) => this.#keyInText(event));
    this.addEventListener("hear", (event) => void this.player.playRange(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("glance", (event) => this.stage.pins?.point(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("point", (event) => this.point(this.#cards.find((card) => card === event.target)));
    this.build();
    getPeaks(this.work.stimulus.peaks_url).then((peaks) => this.stage.fill(peaks), () => undefined);
  }

  disconnectedCallback() {
    this.#stop.abort();
  }

  /** Make everything anew, in the language of the page, and leave the focus and the caret where they are. */
  build() {
    const focus = focusIn(this);
    this.className = this.work.isConversation ? "desk conversation" : "desk clip";
    this.transcript = new TranscriptView(this.work, { play: (turn) => this.player.playRange(this.work.rangeOf(turn.id)) });
    this.replaceChildren(
      this.#scenario(),
      this.stage,
      this.transcript,
      this.#questions,
      this.foot(this.work.protocol.exits),
    );
    this.#showTarget();
    restoreFocus(this, focus);
  }

  refresh() {
    for (const card of this.#cards) card.refresh();
    this.stage.refresh();
    this.status.replaceChildren(summaryOf(this.work), make("span", { class: "to-overview" }, say("Overview"), keycap(keyOf("overview", "o"))));
    const isLast = this.#isReady || this.work.targets.length === 1;
    const submit = this.work.assignment.revision ? say("Submit correction") : say("Submit");
    this.next.replaceChildren(isLast ? submit : say("Next turn"), keycap(say("Enter")));
    if (!this.work.faults.length) this.notify("");
    if (this.work.isOpen(this.work.target)) this.retractEarly();
  }

  /** Keys of this page. @returns {Binding[]} */
  bindings() {
    if (this.busy) return [];
    return [
      ...this.stage.bindings(),
      { id: "point", keys: ["m", "Alt+m"], words: say("Put the marked stretch, or this moment, into your words"), rests: true, run: () => this.point() },
      { id: "criteria", keys: [";"], words: say("Criteria of the question in focus"), rests: true, run: () => void [this.#active, ...this.#cards].find((card) => card?.focusCriteria()) },
      { id: "undo", keys: ["Ctrl+z"], words: say("Take back the last score, tag or discard"), run: () => void this.work.undo() },
      ...this.#turnKeys(),
      { id: "previous", keys: ["["], words: say("Previous turn"), run: () => this.#step(-1) },
      { id: "next", keys: ["]"], words: say("Next turn"), run: () => this.#step(1) },
      { id: "overview", keys: ["o"], words: say("Overview of what is missing"), rests: true, run: () => void this.showOverview() },
      { id: "go-on", keys: ["Enter"], words: say("Go on: words, next question, next turn, submit"), run: () => this.advance() },
      ...this.exitKeys(this.work.protocol.exits),
    ];
  }

  /** What there is in conversations alone. @returns {Binding[]} */
  #turnKeys() {
    const { work } = this;
    const hide = { id: "transcript", keys: ["h"], words: say("Hide or show the transcript"), run: turnTranscript };
    const check = { id: "fact-check", keys: ["'"], words: say("Start or stop the time for checking facts"), rests: true, run: () => work.effort.turnCheck(work.target) };
    return [...(work.isConversation && work.showsTranscript ? [hide] : []), ...(work.effort.limit ? [check] : [])];
  }

  /** Keys of the questions in view, for the list. @returns {Binding[]} */
  questionKeys() {
    const binding = (/** @type {string} */ key, /** @type {string} */ words) => ({ keys: [key], words, run: () => undefined });
    const byKeys = [...Map.groupBy(this.#cards, ({ keyHint }) => keyHint)].filter(([keys]) => keys);
    const phrases = this.#cards.flatMap(({ question }) => wordsOf(question)?.rule.phrases || []);
    return [
      ...byKeys.map(([keys, cards]) => {
        const questions = cards.map(({ question }) => inLanguage(question.title)).join(" · ");
        return binding(keys, say("Answer the question in focus: %(questions)s", { questions }));
      }),
      ...phrases.flatMap(({ key, text }) => (key ? [binding(key, inLanguage(text))] : [])),
    ];
  }

  /** Before a turn is open, keys play, move and look; what else is typed says why there is nothing to be typed in yet.
   * @override
   * @param {string} key
   * @param {Binding|undefined} binding */
  withholds(key, binding) {
    const locked = this.#cards.find((card) => card.isLive);
    const cannotPlay = this.player.failed || this.player.isSilent;
    if (this.busy || !locked || cannotPlay || this.work.isOpen(locked.target)) return false;
    return this.takesEarly(key, binding, locked.lock);
  }

  /** Give a key to the question in focus, or else to the first that has a use for it.
   * @param {string} key */
  takeKey(key) {
    if (this.busy) return false;
    const active = this.#active;
    const taker = [active, ...this.#cards].find((card) => card?.isLive && card.takeKey(key));
    if (!taker) return false;
    if (taker.lock) this.notify(this.#whyLocked(taker));
    else if (!taker.isBlank) this.#afterChoice(taker);
    return true;
  }

  /** Why a question cannot be answered yet; a marked stretch, which is all that plays then, may be the cause.
   * @param {QuestionCard} card */
  #whyLocked(card) {
    if (this.work.isOpen(card.target) || !this.stage.selection.range) return card.lock;
    return `${card.lock}. ${say("A stretch is marked, so only that plays: %(key)s unmarks it.", { key: keyOf("mark-clear", "c") })}`;
  }

  /** The marked stretch, or the moment, becomes evidence in the words of a question: the one in focus, else the first
   * that takes any.
   * @param {QuestionCard} [card] */
  point(card = this.#active) {
    const { range } = this.stage.selection;
    const at = this.player.time;
    const stretch = range || { start: at, end: at };
    this.player.pause();
    if ([card, ...this.#cards].find((one) => one?.isLive && one.point(stretch))) this.stage.selection.clear();
  }

  /** A block was pressed: an agent's turn comes into focus, and either is played.
   * @param {Turn} turn */
  choose(turn) {
    if (this.work.targets.includes(turn.id)) this.work.moveTo(turn.id);
    void this.player.playRange(this.work.rangeOf(turn.id));
  }

  /** On by one step: from a question to the next that lacks something, then to the next turn. What is complete is
   * not sent by this: the focus goes to the button, which sends it. */
  advance() {
    const lacking = gapsOf(this.work, this.work.target).map(({ question }) => question.id);
    const here = this.#cards.findIndex((card) => card.contains(document.activeElement));
    const later = this.#cards.find((card, index) => index > here && lacking.includes(card.question.id));
    if (later) later.focusFirst();
    else if (this.#isReady) this.next.focus();
    else this.goOn();
  }

  /** The main action: on to the next turn that lacks something, or submit.
   * @override */
  goOn() {
    if (this.#isReady) return void this.ways.submit();
    const at = this.work.targets.indexOf(this.work.target);
    const lacking = [...new Set(allGaps(this.work).map(({ target }) => target))];
    const later = lacking.find((target) => this.work.targets.indexOf(target) > at);
    if (later) return this.work.moveTo(later);
    this.work.faults = allGaps(this.work).map(({ fault }) => fault);
    this.refresh();
    this.showFaults();
  }

  /** Show what blocks, and put the focus on the first of it. */
  showFaults() {
    const gaps = this.work.targets.filter((target) => this.work.faults.some(({ where }) => where.includes(target)));
    this.notify(say("Not submitted yet. Something is missing: %(where)s", { where: gaps.map((target) => nameOf(this.work, target)).join(", ") }));
    const [first] = gaps;
    if (first && first !== this.work.target) this.work.moveTo(first);
    const faulty = this.#cards.find((card) => card.querySelector(".fault:not([hidden])"));
    if (faulty?.isBlank) faulty.focusFirst();
    else faulty?.focusWords();
  }

  async showOverview() {
    const overview = await bring("overview");
    await overview?.openOverview(this.work, { goTo: (target) => this.work.moveTo(target) });
  }

  /** @param {Exit} exit
   * @param {Discard|null} [filled] What the page can say of it already.
   * @override */
  async leaveBy(exit, filled = null) {
    const isItem = exit.scopes.includes("item");
    if (!isItem && !this.work.turn(this.work.target)) return;
    this.player.pause();
    const target = isItem ? "item" : this.work.target;
    const before = filled ?? this.saidBefore(exit);
    const exits = await bring("exits");
    if (isDialogOpen()) return; // another key was quicker
    const discard = await exits?.askWhy(exit, { target, questions: isItem ? [] : this.work.questionsFor(target), before });
    if (!discard) return;
    if (isItem) await this.leave(discard);
    else this.work.discard(discard);
  }

  get #isReady() {
    return allGaps(this.work).length === 0;
  }

  /** The question that keys go to: the one in focus, else the first that is not answered. */
  get #active() {
    const inFocus = this.#cards.find((card) => card.contains(document.activeElement));
    return inFocus || this.#cards.find((card) => card.isLive && card.isBlank && card.keyHint) || this.#cards.find((card) => card.isLive);
  }

  /** @param {QuestionCard} card */
  #afterChoice(card) {
    if (card.focusWords()) return;
    const next = this.#cards.find((other) => other.isLive && other.isBlank && other.question.required);
    if (next) next.focusFirst();
    else this.next.focus();
  }

  /** What the mouse chose wants its words next, as what a key chose does. A finger would bring up its keyboard over
   * the other questions, and arrows have not chosen yet.
   * @param {Event} event */
  #changed({ target }) {
    if (!this.#byMouse || !(target instanceof HTMLInputElement) || target.type !== "radio") return;
    const card = this.#cards.find((one) => one.contains(target));
    if (card && !card.lock) card.focusWords();
  }

  /** Enter in a text box goes on, unless it is what was refused and is as it was; Shift+Enter breaks the line, Escape
   * leaves the box.
   * @param {KeyboardEvent} event */
  #keyInText(event) {
    if (!(event.target instanceof HTMLTextAreaElement) || event.isComposing || event.keyCode === 229) return;
    const card = /** @type {QuestionCard|null} */ (event.target.closest(".question"));
    if (event.key === "Escape") card?.focusFirst();
    else if (event.key !== "Enter" || event.shiftKey) return;
    else if (!card?.hasFaultyWords) this.advance();
    event.preventDefault();
  }

  /** @param {number} by */
  #step(by) {
    const target = this.work.targets[this.work.targets.indexOf(this.work.target) + by];
    if (target) this.work.moveTo(target);
  }

  /** Another target is in focus: its questions come, and the position goes to its start, unless the rater listens
   * on through the whole recording. What is to be heard comes back into view where a low screen had it above. */
  #moved() {
    this.stage.selection.clear();
    this.mention(this.#wordsForLeft(this.#shown));
    if (this.work.effort.checking) this.work.effort.turnCheck(this.work.effort.checking);
    if (this.player.inRange) this.player.pause();
    if (!this.player.playing) this.player.seek(this.work.rangeOf(this.work.target).start);
    this.#showTarget();
    this.next.blur(); // Space is to play what came, not to pass it by
    if (this.stage.getBoundingClientRect().top < 0) this.stage.scrollIntoView();
  }

  /** What is said of a turn that was left: a reason that is needed and was passed over. Of what is refused, more is said.
   * @param {string} target */
  #wordsForLeft(target) {
    const answers = this.work.answersFor(target);
    const gaps = gapsOf(this.work, target).filter(({ question, fault }) => fault.code === "reason-missing" && !isBlank(answers[question.id] || {}));
    if (!gaps.length || this.work.faults.length) return "";
    const questions = gaps.map(({ question }) => inLanguage(question.title)).join(" · ");
    return say("%(turn)s still lacks a reason: %(questions)s.", { turn: nameOf(this.work, target), questions });
  }

  #showTarget() {
    this.#shown = this.work.target;
    this.#cards = this.work.questionsFor(this.work.target).map((question) => cardFor(this.work, question, this.work.target));
    this.#questions.replaceChildren(...this.#cards);
    this.#questions.dataset.count = String(this.#cards.length);
    this.stage.showTarget();
    this.transcript?.refresh();
    this.refresh();
    this.#mark(null);
  }

  /** @param {EventTarget|null} at */
  #mark(at) {
    const active = at instanceof Node ? this.#cards.find((card) => card.contains(at)) : this.#active;
    for (const card of this.#cards) card.classList.toggle("active", card === active && card.isLive);
  }

  #scenario() {
    const { title, description } = this.work.assignment.item.scenario;
    if (!title && !description) return "";
    return make("section", { class: "scenario" }, make("h1", {}, title || ""), make("p", {}, description || ""));
  }
}

customElements.define("ear-rating-desk", RatingDesk);
