/** The turns as blocks under the lanes: users above, agents below, each where it sounds. */

import { timeOf } from "./clock.js";
import { keepFocusOnPress } from "./focus.js";
import { make } from "./markup.js";
import { progressOf } from "./missing.js";
import { say } from "./texts.js";

/** @typedef {import("./shapes.js").Turn} Turn */
/** @typedef {import("./work.js").Work} Work */

/** From so many turns on, blocks are as narrow as they are and bear no label. */
const MANY = 40;

/** How far a turn has come, for the eye and in words. */
const MARKS = {
  empty: { mark: "", words: () => say("not rated") },
  started: { mark: "…", words: () => say("begun") },
  done: { mark: "✓", words: () => say("rated") },
  discarded: { mark: "–", words: () => say("discarded") },
};

/** The same where turns are only heard. */
const HEARD = { ...MARKS, empty: { mark: "", words: () => say("not heard") }, done: { mark: "✓", words: () => say("heard") } };

export class Turns extends HTMLElement {
  /** @type {Map<string, HTMLButtonElement>} */
  #blocks = new Map();
  #stop = new AbortController();

  /**
   * @param {Work} work
   * @param {{view: import("./view.js").View, choose: (turn: Turn) => void}} options
   */
  constructor(work, { view, choose }) {
    super();
    this.work = work;
    this.view = view;
    this.choose = choose;
  }

  connectedCallback() {
    const rows = /** @type {const} */ (["user", "agent"]).map((role) =>
      make("div", { class: `turn-row ${role}` }, ...this.work.turns.filter((turn) => turn.role === role).map((turn) => this.#block(turn))),
    );
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", say("Turns"));
    this.replaceChildren(...rows);
    this.#stop = new AbortController();
    this.view.addEventListener("change", () => this.#place(), { signal: this.#stop.signal });
    this.#place();
    this.refresh();
  }

  disconnectedCallback() {
    this.#stop.abort();
  }

  refresh() {
    for (const [index, turn] of this.work.agentTurns.entries()) {
      const block = /** @type {HTMLButtonElement} */ (this.#blocks.get(turn.id));
      const progress = progressOf(this.work, turn.id);
      const { mark, words } = (this.work.questionsFor(turn.id).length ? MARKS : HEARD)[progress];
      block.dataset.progress = progress;
      const label = this.work.labelOf(turn.id);
      const isNow = turn.id === this.work.target;
      block.replaceChildren(make("span", {}, label), mark && make("span", { class: "mark", "aria-hidden": "true" }, mark));
      block.classList.toggle("now", isNow);
      block.setAttribute("aria-current", isNow ? "step" : "false");
      const said = { n: index + 1, start: timeOf(turn.start_s), end: timeOf(turn.end_s), state: words() };
      const name = say("Agent %(n)s, %(start)s to %(end)s, %(state)s", said);
      block.setAttribute("aria-label", `${label} · ${name}`);
      block.title = name;
    }
  }

  /** @param {Turn} turn */
  #block(turn) {
    const block = make("button", { type: "button", class: `turn ${turn.role}`, "data-turn": turn.id, tabindex: turn.role === "user" ? "-1" : "0" }, "U");
    if (turn.role === "user") {
      block.title = say("User, %(start)s to %(end)s", { start: timeOf(turn.start_s), end: timeOf(turn.end_s) });
      block.setAttribute("aria-label", block.title);
    }
    keepFocusOnPress(block);
    block.addEventListener("click", () => this.choose(turn));
    this.#blocks.set(turn.id, block);
    return block;
  }

  /** Put each block where it lies in the view; those outside are hidden from the eye, not from the keyboard. One that is
   * seen in part ends with the view, and one too narrow for its label keeps off the end: a label is never cut. */
  #place() {
    let seen = 0;
    for (const turn of this.work.turns) {
      const block = /** @type {HTMLButtonElement} */ (this.#blocks.get(turn.id));
      const [left, right] = [this.view.percent(turn.start_s), this.view.percent(turn.end_s)];
      const isSeen = right > 0 && left < 100;
      const [from, to] = isSeen ? [Math.max(0, left), Math.min(100, right)] : [left, right];
      if (isSeen) seen += 1;
      block.style.setProperty("left", isSeen ? `min(${from}%, 100% - var(--least))` : `${from}%`);
      block.style.setProperty("width", `${to - from}%`);
    }
    this.className = seen > MANY ? "turns many" : "turns";
  }
}

customElements.define("ear-turns", Turns);
