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

export class Turns extends HTMLElement {
  /** @type {Map<string, HTMLButtonElement>} */
  #blocks = new Map();

  /**
   * @param {Work} work
   * @param {{choose: (turn: Turn) => void}} options
   */
  constructor(work, { choose }) {
    super();
    this.work = work;
    this.choose = choose;
  }

  connectedCallback() {
    this.className = this.work.turns.length > MANY ? "turns many" : "turns";
    const rows = /** @type {const} */ (["user", "agent"]).map((role) =>
      make("div", { class: `turn-row ${role}` }, ...this.work.turns.filter((turn) => turn.role === role).map((turn) => this.#block(turn))),
    );
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", say("Turns"));
    this.replaceChildren(...rows);
    this.refresh();
  }

  refresh() {
    for (const [index, turn] of this.work.agentTurns.entries()) {
      const block = /** @type {HTMLButtonElement} */ (this.#blocks.get(turn.id));
      const progress = progressOf(this.work, turn.id);
      const { mark, words } = MARKS[progress];
      block.dataset.progress = progress;
      const isNow = turn.id === this.work.target;
      block.replaceChildren(make("span", {}, `A${index + 1}`), mark && make("span", { class: "mark" }, mark));
      block.classList.toggle("now", isNow);
      block.setAttribute("aria-current", isNow ? "step" : "false");
      const said = { n: index + 1, start: timeOf(turn.start_s), end: timeOf(turn.end_s), state: words() };
      const name = say("Agent %(n)s, %(start)s to %(end)s, %(state)s", said);
      block.setAttribute("aria-label", name);
      block.title = name;
    }
  }

  /** @param {Turn} turn */
  #block(turn) {
    const block = make("button", { type: "button", class: `turn ${turn.role}`, tabindex: turn.role === "user" ? "-1" : "0" }, "U");
    if (turn.role === "user") {
      block.title = say("User, %(start)s to %(end)s", { start: timeOf(turn.start_s), end: timeOf(turn.end_s) });
      block.setAttribute("aria-label", block.title);
    }
    const { duration_s: whole } = this.work.stimulus;
    block.style.setProperty("left", `${(100 * turn.start_s) / whole}%`);
    block.style.setProperty("width", `${(100 * (turn.end_s - turn.start_s)) / whole}%`);
    keepFocusOnPress(block);
    block.addEventListener("click", () => this.choose(turn));
    this.#blocks.set(turn.id, block);
    return block;
  }
}

customElements.define("ear-turns", Turns);
