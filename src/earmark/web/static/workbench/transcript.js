/**
 * The words of the turn in focus, after what the user said before it; they can be hidden. Under them the timer for
 * checking facts, where the protocol gives time for it.
 */

import { keepFocusOnPress } from "./focus.js";
import { keycap, make } from "./markup.js";
import { preferences } from "./preferences.js";
import { keyOf } from "./remapping.js";
import { inLanguage, say } from "./texts.js";

/** @typedef {import("./shapes.js").Turn} Turn */
/** @typedef {import("./work.js").Work} Work */

export class TranscriptView extends HTMLElement {
  #lines = make("div", { class: "transcript-lines" });
  #hide = make("button", { type: "button", class: "tool", "data-focus": "transcript" });
  #check = make("button", { type: "button", class: "tool fact-check", "data-focus": "fact-check" });
  #note = make("p", { class: "transcript-note" });
  #stop = new AbortController();

  /**
   * @param {Work} work
   * @param {{play: (turn: Turn) => void}} options
   */
  constructor(work, { play }) {
    super();
    this.work = work;
    this.play = play;
    this.#hide.addEventListener("click", () => turnTranscript());
    this.#check.addEventListener("click", () => this.work.effort.turnCheck(this.work.target));
    for (const button of [this.#hide, this.#check]) keepFocusOnPress(button);
  }

  connectedCallback() {
    this.className = "card transcript";
    this.#stop = new AbortController();
    const until = { signal: this.#stop.signal };
    preferences.addEventListener("change", () => this.refresh(), until);
    this.work.effort.addEventListener("tick", () => this.#showCheck(), until);
    this.replaceChildren(this.#lines, make("div", { class: "transcript-foot" }, this.#note, this.#check, this.#hide));
    this.refresh();
  }

  disconnectedCallback() {
    this.#stop.abort();
  }

  refresh() {
    const turn = this.work.turn(this.work.target);
    const mayShow = this.work.showsTranscript;
    const isShown = mayShow && preferences.kept.transcript;
    this.hidden = !turn || (!mayShow && !this.work.effort.limit);
    if (!turn) return;
    this.#lines.replaceChildren(...(isShown ? [...this.#before(turn), turn].map((line) => this.#line(line)) : []));
    this.#note.textContent = isShown ? inLanguage(this.work.protocol.listening.transcript.note) : "";
    this.#hide.hidden = !mayShow;
    this.#hide.replaceChildren(isShown ? say("Hide the transcript") : say("Show the transcript"), keycap(keyOf("transcript", "h")));
    this.#showCheck();
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

  /** What is left of the time, and whether it runs. */
  #showCheck() {
    const { effort, target } = this.work;
    const left = Math.ceil(effort.leftFor(target));
    const runs = effort.checking === target;
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    this.#check.hidden = !effort.limit;
    this.#check.setAttribute("aria-pressed", String(runs));
    this.#check.disabled = left === 0;
    this.#check.title = runs ? say("The time for checking facts runs. Press to stop it.") : say("Start the time for checking facts; it is for this response alone.");
    const words = left === 0 ? say("Fact check: time is up") : say("Fact check %(time)s", { time });
    this.#check.replaceChildren(words, keycap(keyOf("fact-check", "'")));
  }
}

/** Hide the transcript, or show it again, here and on every page to come. */
export function turnTranscript() {
  preferences.set({ transcript: !preferences.kept.transcript });
}

customElements.define("ear-transcript", TranscriptView);
