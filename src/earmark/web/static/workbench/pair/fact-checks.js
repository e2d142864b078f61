/**
 * What a fact-check plug-in found in both talks: each claim at its turn, and Task Success filled in where an error
 * affects the task. The rater sees who filled it in, and says why where they choose something else.
 */

import { showFault } from "../faults.js";
import { freshId, make } from "../markup.js";
import { inLanguage, say } from "../texts.js";
import { SIDES, pathOf } from "../work.js";

/** @typedef {import("../question.js").QuestionCard} QuestionCard */
/** @typedef {import("../shapes.js").Claim} Claim */
/** @typedef {import("../shapes.js").FactCheck} FactCheck */
/** @typedef {import("./pair-work.js").PairWork} PairWork */
/** @typedef {import("./side-view.js").SideView} SideView */

/** @type {Record<string, () => string>} */
const VERDICTS = { right: () => say("correct"), wrong: () => say("incorrect"), unsure: () => say("unsure") };

export class FactChecks {
  /** @type {FactCheck|null} */
  #found = null;
  /** @type {Map<string, {view: SideView, list: HTMLElement}>} */
  #lists = new Map();
  /** @type {Note[]} */
  #notes = [];

  /**
   * @param {PairWork} work
   * @param {(side: string, turn: string) => void} hear
   */
  constructor(work, hear) {
    this.work = work;
    this.hear = hear;
  }

  /** What came from the server; null where the study has no plug-in.
   * @param {FactCheck|null} found */
  take(found) {
    this.#found = found;
    for (const id of this.#lists.keys()) this.#show(id);
    this.refresh();
  }

  /** In the language of the page.
   * @param {Map<string, SideView>} views
   * @param {QuestionCard[]} cards */
  build(views, cards) {
    for (const { list } of this.#lists.values()) list.remove();
    this.#lists = new Map([...views].map(([id, view]) => [id, { view, list: make("section", { class: "claims", hidden: true }) }]));
    for (const [id, { view, list }] of this.#lists) {
      view.element.append(list);
      this.#show(id);
    }
    this.#notes = cards.filter(({ question, target }) => question.fact_check && SIDES.includes(target)).map((card) => new Note(this.work, card));
    this.refresh();
  }

  refresh() {
    for (const note of this.#notes) {
      const claims = this.#claimsOf(note.card.target).filter(({ verdict, affects_task: affects }) => verdict === "wrong" && affects);
      if (claims.length && this.#found) note.fill(this.#found.by);
      note.show(claims.map((claim) => this.#nameOf(note.card.target, claim)));
    }
    for (const [id, { list }] of this.#lists) {
      for (const row of list.querySelectorAll("li")) row.classList.toggle("now", row.dataset.turn === this.work.side(id).target);
    }
  }

  /** @param {string} id */
  #claimsOf(id) {
    return this.#found?.sides[id]?.claims || [];
  }

  /** @param {string} id */
  #show(id) {
    const { view, list } = /** @type {{view: SideView, list: HTMLElement}} */ (this.#lists.get(id));
    const side = this.#found?.sides[id];
    list.hidden = !side;
    if (!side || !this.#found) return;
    const claims = this.#claimsOf(id);
    for (const { turn } of claims) view.element.querySelector(`[data-turn="${turn}"]`)?.classList.add("claimed");
    const title = say("Fact-check (%(by)s)", { by: this.#found.by });
    list.setAttribute("aria-label", title);
    const rows = claims.map((claim) => this.#row(id, claim));
    list.replaceChildren(make("h3", {}, title), claims.length ? make("ul", { class: "plain-list" }, ...rows) : make("p", { class: "soft" }, stateOf(side.state)));
  }

  /** @param {string} id
   * @param {Claim} claim */
  #row(id, claim) {
    const hear = make("button", { type: "button", class: "tool", onclick: () => this.hear(id, claim.turn) }, this.#labelOf(id, claim.turn));
    const affects = claim.affects_task ? make("span", { class: "chip look" }, say("affects the task")) : null;
    const source = claim.source ? make("span", { class: "soft" }, claim.source) : null;
    return make("li", { "data-turn": claim.turn, class: `claim is-${claim.verdict}` }, hear, make("b", {}, VERDICTS[claim.verdict]?.() || ""), make("span", {}, claim.claim), affects, source);
  }

  /** @param {string} id
   * @param {string} turn */
  #labelOf(id, turn) {
    const side = this.work.side(id);
    return side.turn(turn)?.role === "agent" ? side.labelOf(turn) : say("User");
  }

  /** @param {string} id
   * @param {Claim} claim */
  #nameOf(id, { turn, claim }) {
    return `${this.#labelOf(id, turn)} “${claim}”`;
  }
}

/** Under a question that a fact-check fills in: by whom, for what, and why the rater thinks otherwise. */
class Note {
  #said = make("p", { class: "advice" });
  #fault = make("p", { class: "fault", role: "alert", hidden: true, id: freshId() });
  #box;
  #why;
  #element;

  /** @param {PairWork} work
   * @param {QuestionCard} card */
  constructor(work, card) {
    this.work = work;
    this.card = card;
    const id = freshId();
    this.#box = make("textarea", { id, rows: 2, "aria-required": "true", "aria-describedby": this.#fault.id, "data-focus": `${card.name}.against` });
    this.#box.addEventListener("input", () => card.put({ against: this.#box.value }));
    this.#why = make("div", { class: "reason" }, make("label", { for: id, class: "filled-why" }, say("Why you chose something else")), this.#box, this.#fault);
    this.#element = make("div", { class: "filled-in", hidden: true }, this.#said, this.#why);
    card.append(this.#element);
  }

  /** Fill the answer in, once the question is open, where the rater has not chosen and it was not filled in before.
   * @param {string} by */
  fill(by) {
    const { card } = this;
    const option = card.question.fact_check;
    if (!option || card.lock || !card.isLive || card.answer.choice || card.answer.filled) return;
    card.put({ choice: option, filled: { choice: option, by } });
  }

  /** @param {string[]} claims For which it is filled in. */
  show(claims) {
    const { filled, choice, against = "" } = this.card.answer;
    this.#element.hidden = !filled;
    if (!filled) return;
    const option = this.card.question.options?.find(({ id }) => id === filled.choice);
    const said = [say("“%(choice)s” was filled in by the fact-check “%(by)s”.", { choice: inLanguage(option?.label), by: filled.by }), ...claims].join(" ");
    if (this.#said.textContent !== said) this.#said.textContent = said;
    this.#why.hidden = choice === filled.choice;
    if (this.#box.value !== against) this.#box.value = against;
    const where = `${pathOf(this.card.target, this.card.question.id)}.against`;
    showFault(this.#fault, this.work.faults.find((fault) => fault.where === where));
  }
}

/** @param {FactCheck["sides"][string]["state"]} state */
function stateOf(state) {
  if (state === "waiting") return say("This talk has not been checked yet. You need not wait for it.");
  if (state === "slow") return say("The plug-in was too slow for this talk. Go on without it.");
  if (state === "failed") return say("The plug-in failed on this talk. Go on without it.");
  return say("No claims were found in this talk.");
}
