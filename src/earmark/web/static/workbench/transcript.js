/** The words of the turn in focus, after what the user said before it. */

import { keepFocusOnPress } from "./focus.js";
import { make } from "./markup.js";
import { inLanguage, say } from "./texts.js";

/** @typedef {import("./shapes.js").Turn} Turn */
/** @typedef {import("./work.js").Work} Work */

export class TranscriptView extends HTMLElement {
  /**
   * @param {Work} work
   * @param {{play: (turn: Turn) => void}} options
   */
  constructor(work, { play }) {
    super();
    this.work = work;
    this.play = play;
  }

  connectedCallback() {
    this.className = "card transcript";
    this.refresh();
  }

  refresh() {
    const turn = this.work.turn(this.work.target);
    const { show, note } = this.work.protocol.listening.transcript;
    this.hidden = show === "never" || !turn;
    if (!turn) return;
    const lines = [...this.#before(turn), turn].map((line) => this.#line(line));
    this.replaceChildren(...lines, make("p", { class: "transcript-note" }, inLanguage(note)));
  }

  /** What came between the agent's last turn and this one.
   * @param {Turn} turn */
  #before(turn) {
    const index = this.work.turns.indexOf(turn);
    const last = this.work.turns.slice(0, index).findLastIndex((other) => other.role === "agent");
    return this.work.turns.slice(last + 1, index);
  }

  /** @param {Turn} turn */
  #line(turn) {
    const n = this.work.agentTurns.indexOf(turn) + 1;
    const who = n > 0 ? say("Agent %(n)s of %(all)s", { n, all: this.work.agentTurns.length }) : say("User");
    const button = make("button", { type: "button", class: "who", title: say("Play this turn") }, who);
    keepFocusOnPress(button);
    button.addEventListener("click", () => this.play(turn));
    const words = turn.text || say("No words were written down for this turn.");
    return make("div", { class: `line ${turn.role}` }, button, make("p", { class: turn.text ? "" : "soft" }, words));
  }
}

customElements.define("ear-transcript", TranscriptView);
