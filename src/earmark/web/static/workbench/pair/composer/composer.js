/**
 * Help in writing a rationale, around a plain text box: evidence from where the sound is, ready-made words with places
 * to fill in, a line for each dimension and model, grammar, a draft in one's own language.
 */

import { focusIn, keepFocusOnPress, restoreFocus } from "../../focus.js";
import { keycap, make } from "../../markup.js";
import { preferences } from "../../preferences.js";
import { keyOf } from "../../remapping.js";
import { inLanguage, say } from "../../texts.js";
import { PAIR } from "../../work.js";
import { bookOf } from "./book.js";
import { DraftPane, draftName } from "./draft-pane.js";
import { countPlaceholders, goToStop, markedPlaceholder, putInto, watchComposition } from "./editing.js";
import { GrammarHelp } from "./grammar-help.js";
import { labelledLines } from "./labels.js";
import { PhrasePanel } from "./phrase-panel.js";

/** @typedef {import("../../keys.js").Binding} Binding */
/** @typedef {import("../../text-question.js").TextQuestion} TextQuestion */
/** @typedef {import("../pair-work.js").PairWork} PairWork */
/** @typedef {import("./book.js").Book} Book */
/** @typedef {import("../moment.js").Moment} Moment */

const STYLES = new URL("./composer.css", import.meta.url).href;

export class Composer {
  /** @type {Book|null} */
  #book = null;
  #coach = make("p", { class: "soft told coach", role: "status" });
  /** @type {HTMLButtonElement|null} */
  #grammarSwitch = null;
  /** @type {HTMLButtonElement|null} */
  #draftSwitch = null;
  /** @type {DraftPane|null} */
  #draft = null;
  /** @type {GrammarHelp|null} */
  #grammar = null;
  /** @type {Map<"turn"|"time"|"quote", HTMLElement>} */
  #chips = new Map();

  /**
   * @param {PairWork} work
   * @param {TextQuestion} card Whose text it helps with.
   * @param {() => Moment} moment Where the sound is.
   */
  constructor(work, card, moment) {
    this.work = work;
    this.card = card;
    this.moment = moment;
    this.box = /** @type {HTMLTextAreaElement} */ (card.words?.box);
    this.panel = new PhrasePanel(() => this.#load(), { put: (words) => this.#putPhrase(words), fillIn: (words) => this.#fillIn(words), leave: () => this.box.focus() });
    this.panel.element.hidden = true;
    if (!document.querySelector(`link[href="${STYLES}"]`)) document.head.append(make("link", { rel: "stylesheet", href: STYLES }));
    this.#build();
  }

  get #name() {
    return this.card.question.id;
  }

  #build() {
    const { question } = this.card;
    const focus = focusIn(this.card);
    if (question.rule?.language === "en") this.#grammar = new GrammarHelp(this.box);
    if (question.draft) this.#draft = new DraftPane(question.draft, { name: `${this.#name}.draft`, change: (draft) => this.card.put({ draft }) });
    const body = /** @type {HTMLElement} */ (this.card.words?.element.parentElement);
    body.classList.add("composer");
    body.prepend(this.#toolbar());
    body.append(this.#coach, ...[this.#grammar?.element, this.#draft?.element].flatMap((part) => part ?? []), this.panel.element);
    this.box.placeholder = inLanguage(question.rule?.hint);
    watchComposition(this.box);
    this.box.addEventListener("keydown", (event) => this.#key(event));
    for (const kind of ["input", "select"]) this.box.addEventListener(kind, () => this.#coachOn());
    this.#showDraft(Boolean(this.card.answer.draft));
    restoreFocus(this.card, focus);
    this.refresh();
  }

  /** Bring chips and switches up to date with the work. */
  refresh() {
    const moment = this.moment();
    for (const [part, chip] of this.#chips) {
      chip.textContent = part === "quote" ? (moment.quote ? "“…”" : "–") : moment[part] || "–";
      chip.closest("button")?.toggleAttribute("disabled", !moment[part]);
    }
    this.#draft?.update(this.card.answer.draft || "");
    if (this.#draft?.element.hidden && this.card.answer.draft) this.#showDraft(true);
  }

  /** Keys of the composer, all of which work while one types. @returns {Binding[]} */
  bindings() {
    const all = [
      { id: "phrasebook", keys: ["Alt+w"], words: say("Open the phrasebook, or go back to the text"), run: () => this.turnPanel() },
      { id: "evidence-turn", keys: ["Alt+t"], words: say("Put the turn in focus into your words"), run: () => this.putEvidence("turn") },
      { id: "evidence-quote", keys: ["Alt+q"], words: say("Put what was said there into your words"), run: () => this.putEvidence("quote") },
      { id: "labels", keys: ["Alt+b"], words: say("A line for each dimension and model"), run: () => this.putLabels() },
      { id: "mend", keys: ["Alt+g"], words: say("Put the next correction of grammar"), run: () => this.#grammar?.mend() },
      { id: "draft", keys: ["Alt+o"], words: say("Show or leave the draft in your own language"), run: () => this.turnDraft() },
    ];
    return all.filter(({ id }) => (id !== "mend" || this.#grammar) && (id !== "draft" || this.#draft));
  }

  /** Evidence goes in the place of a placeholder as it is, else with its side before it.
   * @param {"turn"|"time"|"quote"} part */
  putEvidence(part) {
    const moment = this.moment();
    if (!moment[part]) return;
    const isFilling = Boolean(markedPlaceholder(this.box));
    const words = isFilling ? moment[part] : part === "quote" ? `${[moment.side, moment.turn].filter(Boolean).join(" ")} ${moment.quote}` : `${moment.side} ${moment[part]}`;
    const [, end] = putInto(this.box, words);
    if (isFilling) this.#coachOn(goToStop(this.box, { from: end }));
  }

  /** Lines for what has none yet; the caret goes behind the first label. */
  putLabels() {
    const lines = labelledLines(this.work, this.box.value);
    if (!lines) return;
    const { length } = this.box.value.trimEnd();
    const [start] = putInto(this.box, (length ? "\n" : "") + lines, { range: [length, this.box.value.length], isExact: true });
    this.#coachOn(goToStop(this.box, { from: start }));
  }

  /** To the phrasebook, and back. */
  turnPanel() {
    const { element } = this.panel;
    if (!element.hidden && element.contains(document.activeElement)) this.box.focus();
    else {
      element.hidden = false;
      void this.panel.open();
    }
    this.card.classList.toggle("with-panel", !element.hidden);
  }

  turnDraft() {
    const pane = this.#draft;
    if (!pane) return;
    const isThere = document.activeElement === pane.box;
    this.#showDraft(!isThere || pane.box.value !== "");
    (isThere ? this.box : pane.box).focus();
  }

  async #load() {
    this.#book = await bookOf(this.work.assignment.study.name);
    return this.#book;
  }

  #toolbar() {
    const tool = (/** @type {string} */ words, /** @type {() => void} */ run, /** @type {string} */ key = "", /** @type {object} */ more = {}) => {
      const button = make("button", { type: "button", class: "tool", onclick: run, ...more }, words, key ? keycap(key) : null);
      keepFocusOnPress(button);
      return button;
    };
    const chip = (/** @type {"turn"|"time"|"quote"} */ part, /** @type {string} */ words, /** @type {string} */ key) => {
      const value = make("b", { class: "chip-value" });
      this.#chips.set(part, value);
      const button = tool(words, () => this.putEvidence(part), key, { class: "tool chip" });
      button.prepend(value);
      return button;
    };
    this.#grammarSwitch = tool(say("Grammar"), () => this.#turnGrammar(), "", { "aria-pressed": String(preferences.kept.grammar) });
    this.#draftSwitch = this.#draft ? tool(draftName(this.card.question.draft || ""), () => this.#pressDraft(), keyOf("draft", "Alt+o"), { "aria-pressed": "false" }) : null;
    return make(
      "div",
      { class: "composer-tools", role: "toolbar", "aria-label": say("Help in writing") },
      chip("turn", say("turn"), keyOf("evidence-turn", "Alt+t")),
      chip("time", say("time"), "Alt+m"),
      chip("quote", say("quote"), keyOf("evidence-quote", "Alt+q")),
      tool(say("Skeleton"), () => void this.#putSkeleton()),
      tool(say("A line each"), () => this.putLabels(), keyOf("labels", "Alt+b")),
      tool(say("Phrasebook"), () => this.#pressPanel(), keyOf("phrasebook", "Alt+w"), { class: "tool phrasebook" }),
      this.#draftSwitch,
      this.#grammar ? this.#grammarSwitch : null,
      tool(say("Copy"), () => void this.#copy()),
      this.#practice(),
    );
  }

  /** The way to where these sentences are drilled, in a tab of its own: what is written here stays open. */
  #practice() {
    const href = `/studies/${encodeURIComponent(this.work.assignment.study.name)}/practice`;
    return make("a", { class: "tool", href, target: "earmark-practice" }, say("Practise"));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing || event.keyCode === 229 || event.key !== "Tab" || event.altKey || event.ctrlKey || event.metaKey) return;
    const stop = goToStop(this.box, { isBack: event.shiftKey });
    if (stop === null) return;
    event.preventDefault();
    this.#coachOn(stop);
  }

  /** A press of the mouse opens and closes; the key opens and goes to and fro. */
  #pressPanel() {
    if (this.panel.element.hidden) return this.turnPanel();
    this.panel.element.hidden = true;
    this.card.classList.remove("with-panel");
    this.box.focus();
  }

  #pressDraft() {
    const isShown = Boolean(this.#draft?.element.hidden);
    this.#showDraft(isShown);
    if (isShown) this.#draft?.box.focus();
  }

  /** @param {boolean} isShown */
  #showDraft(isShown) {
    this.#draft?.show(isShown);
    this.#draftSwitch?.setAttribute("aria-pressed", String(isShown));
  }

  #turnGrammar() {
    preferences.set({ grammar: !preferences.kept.grammar });
    this.#grammarSwitch?.setAttribute("aria-pressed", String(preferences.kept.grammar));
    this.#grammar?.turn();
  }

  async #putSkeleton() {
    const book = await this.#load().catch(() => null);
    if (book?.skeleton) this.#putPhrase(book.skeleton.text.en ?? "");
    else this.#coach.textContent = book ? say("This study's phrasebook has no skeleton.") : say("The server did not answer. Try again in a moment.");
  }

  /** Put words in, with what is known filled in, and go to the first place that is not. What has several lines begins
   * a line of its own.
   * @param {string} words */
  #putPhrase(words) {
    const filled = this.#fillIn(words);
    const isBlock = filled.includes("\n") && this.box.value.slice(0, this.box.selectionStart).trim() !== "";
    const [start] = putInto(this.box, (isBlock ? "\n" : "") + filled, { isExact: isBlock });
    this.#coachOn(goToStop(this.box, { from: start }));
  }

  /** The models, once Overall is chosen, and the class of the scenario.
   * @param {string} words */
  #fillIn(words) {
    const { choice } = this.work.answer(PAIR, "overall");
    const sided = this.work.questionsFor(PAIR).find(({ id }) => id === "overall")?.options?.find(({ id }) => id === choice);
    const side = /** @type {any} */ (sided)?.side;
    /** @type {Record<string, string>} */
    const known = side === "a" ? { model: "A", other: "B" } : side === "b" ? { model: "B", other: "A" } : {};
    const of = this.work.scenarioClass?.id;
    if (of === "eq" || of === "iq") known["class"] = of.toUpperCase();
    return words.replaceAll(/\{([a-z][a-z0-9-]*)\}/g, (whole, id) => known[id] ?? whole);
  }

  /** Say what belongs into the place that is marked, or how many places wait.
   * @param {string|null} [stop] */
  #coachOn(stop = markedPlaceholder(this.box)) {
    if (stop && !this.#book) void this.#load().then(() => this.#coachOn(), () => undefined); // after a reload
    const hint = stop ? inLanguage(this.#book?.placeholders.find(({ id }) => id === stop)?.hint) : "";
    const n = countPlaceholders(this.box.value);
    this.#coach.textContent = hint ? say("Fill in %(hint)s. Tab goes on.", { hint }) : n ? say("%(n)s places to fill in: Tab goes there.", { n }) : "";
  }

  async #copy() {
    const { value } = this.box;
    const isCopied = await navigator.clipboard?.writeText(value).then(() => true, () => false);
    if (!isCopied) {
      this.box.select(); // a plain HTTP address has no clipboard of its own
      document.execCommand("copy");
    }
    this.#coach.textContent = say("Copied.");
  }
}
