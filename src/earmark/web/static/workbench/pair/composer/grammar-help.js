/** What may be wrong in the text, under it: each with its reason and what to put there, by click or by key. */

import { keepFocusOnPress } from "../../focus.js";
import { checkGrammar } from "../../grammar/grammar.js";
import { keycap, make } from "../../markup.js";
import { preferences } from "../../preferences.js";
import { keyOf } from "../../remapping.js";
import { say } from "../../texts.js";
import { putInto } from "./editing.js";
import { Underlines } from "./underlines.js";

/** @typedef {import("../../grammar/checker.js").Finding} Finding */

const PAUSE_MS = 500;
const MOST_SHOWN = 6;

/** Why one of the project's own rules speaks.
 * @type {Record<string, () => string>} */
const WHY = {
  ThirdPerson: () => say("After a model, it or the user, the verb takes -s."),
  AfterDo: () => say("After does not or did not the verb stays in its base form."),
  MissingDo: () => say("To deny what a verb says takes does not or did not."),
  InsteadOf: () => say("After instead of comes a noun or a verb with -ing."),
  MissingArticle: () => say("One thing that can be counted takes a or the."),
  MassNoun: () => say("This noun is not counted, so it has no a or an."),
  PlainThan: () => say("Than follows a comparative: warmer than, more natural than."),
  BetterThat: () => say("A comparative is followed by than, not by that."),
  PreferThan: () => say("Prefer takes to or over, not than."),
  MoreShort: () => say("A short adjective is compared by -er, not by more."),
  ComparedThan: () => say("Compared takes with or to, not than."),
  AfterBe: () => say("After is or was a verb takes -ing, or it stands without is."),
  SingularDo: () => say("After a model, it or the user, do becomes does."),
  AfterHave: () => say("After has or had comes the participle: has given."),
  ThereIs: () => say("There is goes with one thing, there are with several."),
  SeveralOf: () => say("After both, two or many the noun takes -s."),
  SingularBe: () => say("One thing takes is, several take are."),
  DifferentWith: () => say("Different takes from, not with."),
  NoAbout: () => say("To explain, discuss or mention takes no about."),
  MissingThe: () => say("The user is one that is known, so it takes the."),
  AfterModal: () => say("After can, will and the like the verb stays in its base form."),
  AfterTo: () => say("After to the verb stays in its base form."),
  EverySeveral: () => say("After every or each the noun stands without -s."),
  MuchSeveral: () => say("What is counted takes many or fewer, not much or less."),
  ThereAreMuch: () => say("What is not counted takes is: there is much noise."),
  AskTo: () => say("Ask and tell take the person without to."),
  SayMe: () => say("Tell takes a person; say and explain take to before one."),
  LetTo: () => say("After let or make with a person the verb stands without to."),
  WantBase: () => say("Want takes to before a verb; keep, continue and enjoy take -ing."),
  Felt: () => say("Who feels it is bored; what causes it is boring."),
  EnoughAdjective: () => say("Enough comes after the adjective: warm enough."),
  DoMistake: () => say("A mistake is made, not done."),
  OtherPreposition: () => say("This word goes with another preposition."),
  ThisDoes: () => say("After this, the verb takes -s."),
  PluralBe: () => say("Several take are, were, have or do."),
  BothBe: () => say("Several take are, were, have or do."),
  NoPassive: () => say("This verb stands without is or was."),
  NumberedNoun: () => say("After both, two or many the noun takes -s."),
  ModalTo: () => say("After can, should and the like the verb stands without to."),
  ToIng: () => say("After to the verb stays in its base form."),
  IngNotTo: () => say("After keep, avoid, enjoy or suggest the verb takes -ing."),
  SuggestMe: () => say("Suggest takes -ing, or that with a clause; not a person and to."),
  GoodAt: () => say("After at, of, for or about the verb takes -ing."),
  BecauseOf: () => say("Before a clause, because stands without of."),
  DespiteOf: () => say("Despite stands without of."),
  Manner: () => say("How something is done takes -ly: speaks clearly."),
  LikeAdjective: () => say("Before an adjective, feels and sounds stand without like."),
  MostShort: () => say("A short adjective takes -est, not most."),
  TooNotTo: () => say("Too much takes two o: too slowly."),
  AskedOrder: () => say("Inside a sentence, the subject comes before its verb: what it is."),
  AlthoughBut: () => say("Although and but say the same: one of them is enough."),
  BecauseSo: () => say("Because and so say the same: one of them is enough."),
  AfterPreposition: () => say("After before, after, by and without the verb takes -ing."),
};

/** What one of Harper's own rules is about; what it says itself is English.
 * @type {Record<string, () => string>} */
const KINDS = {
  Agreement: () => say("The verb or the noun does not agree with what it belongs to."),
  BoundaryError: () => say("Words are joined or split in the wrong place."),
  Capitalization: () => say("Capital or small letter."),
  Eggcorn: () => say("A word that sounds like the one that is meant."),
  Grammar: () => say("Grammar."),
  Malapropism: () => say("A word that is easily taken for another."),
  Miscellaneous: () => say("Something looks unusual."),
  Nonstandard: () => say("This form is not used in writing."),
  Punctuation: () => say("Punctuation."),
  Repetition: () => say("A word stands twice."),
  Spelling: () => say("Spelling."),
  Typo: () => say("A slip of the keyboard."),
  Usage: () => say("The words do not go together like this."),
};

export class GrammarHelp {
  /** @type {Finding[]} */
  #found = [];
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  #asked = 0;
  /** @type {Set<string>} What the rater lets stand on this page. */
  #left = new Set();
  #list = make("ul", { class: "grammar-list" });
  #told = make("p", { class: "soft told", role: "status" });

  /** @param {HTMLTextAreaElement} box */
  constructor(box) {
    this.box = box;
    this.element = make("div", { class: "grammar", role: "group", "aria-label": say("Grammar and spelling") }, this.#told, this.#list);
    this.underlines = new Underlines(box);
    box.addEventListener("input", () => this.#later());
    box.addEventListener("focus", () => this.#later(), { once: true });
    this.turn();
  }

  /** After it was switched on or off. */
  turn() {
    this.box.spellcheck = !preferences.kept.grammar; // the browser would mark Korean quotes besides
    this.element.hidden = !preferences.kept.grammar;
    if (!preferences.kept.grammar) this.#show([]);
    else if (document.activeElement === this.box) this.#later();
  }

  /** Put the first correction of the finding at the caret, or the next one, or the first of all; without a correction
   * go there. */
  mend() {
    const caret = this.box.selectionStart;
    const one = this.#found.find(({ end }) => end >= caret) ?? this.#found[0];
    if (!one) return;
    if (one.fixes[0] !== undefined) return this.#put(one, one.fixes[0]);
    this.box.focus();
    this.box.setSelectionRange(one.start, one.end);
  }

  #later() {
    clearTimeout(this.#timer);
    this.underlines.show([]); // what moves while one types is not marked
    if (preferences.kept.grammar) this.#timer = setTimeout(() => void this.#check(), PAUSE_MS);
  }

  async #check() {
    const text = this.box.value;
    this.#asked += 1;
    const mine = this.#asked;
    if (!text.trim()) return this.#show([]);
    if (this.#asked === 1) this.#told.textContent = say("Grammar help is on its way…");
    const found = await checkGrammar(text);
    if (mine !== this.#asked || text !== this.box.value || !preferences.kept.grammar) return;
    if (found) this.#show(found);
    else this.#told.textContent = say("Grammar help did not load. It is tried again as you write.");
  }

  /** @param {Finding[]} found */
  #show(found) {
    const text = this.box.value;
    this.#found = found.filter((one) => !this.#left.has(keyOfFinding(one, text)));
    const n = this.#found.length;
    this.underlines.show(this.#found);
    this.#told.textContent = n === 0 ? "" : n > MOST_SHOWN ? say("%(n)s places to look at; the first of them:", { n }) : "";
    this.#list.replaceChildren(...this.#found.slice(0, MOST_SHOWN).map((one, index) => this.#row(one, index === 0)));
  }

  /** @param {Finding} one
   * @param {boolean} isFirst */
  #row(one, isFirst) {
    const found = this.box.value.slice(one.start, one.end);
    const goTo = make("button", { type: "button", class: "grammar-spot", lang: "en", onclick: () => this.#goTo(one) }, found);
    const fixes = one.fixes.map((fix, index) =>
      make("button", { type: "button", class: "phrase", lang: "en", onclick: () => this.#put(one, fix) }, fix || say("leave out"), isFirst && index === 0 ? keycap(keyOf("mend", "Alt+g")) : null),
    );
    const leave = make("button", { type: "button", class: "hint-away", title: say("Let it stand"), "aria-label": say("Let it stand"), onclick: () => this.#leave(one) }, "✕");
    for (const button of [goTo, ...fixes, leave]) keepFocusOnPress(button);
    return make("li", {}, goTo, fixes.length ? "→" : null, ...fixes, ...whyOf(one), leave);
  }

  /** @param {Finding} one */
  #goTo({ start, end }) {
    this.box.focus();
    this.box.setSelectionRange(start, end);
  }

  /** @param {Finding} one
   * @param {string} fix */
  #put({ start, end }, fix) {
    const caret = this.box.selectionEnd;
    const to = fix || !/^ /.test(this.box.value.slice(end)) ? end : end + 1;
    putInto(this.box, fix, { range: [start, to], isExact: true });
    const moved = caret >= to ? caret + start + fix.length - to : start + fix.length;
    this.box.setSelectionRange(moved, moved); // the writer goes on where they were
    clearTimeout(this.#timer);
    void this.#check();
  }

  /** @param {Finding} one */
  #leave(one) {
    this.#left.add(keyOfFinding(one, this.box.value));
    this.#show(this.#found);
  }
}

/** Why it may be wrong: of a rule of Harper's what it is about, in the language of the page, and its own words beside.
 * @param {Finding} one */
function whyOf({ rule, kind, words }) {
  const ours = WHY[rule]?.();
  if (ours) return [make("span", {}, ours)];
  const own = make("span", { lang: "en" }, words);
  return document.documentElement.lang === "en" ? [own] : [make("span", {}, KINDS[kind]?.() ?? say("Something looks unusual.")), own];
}

/** What is let stand is known by its words and the rule, wherever it moves to.
 * @param {Finding} one
 * @param {string} text */
function keyOfFinding({ rule, start, end }, text) {
  return `${rule} ${text.slice(Math.max(0, start - 12), end)}`;
}
