/** The bar that plays: turn, on from here, ears, speed, and what has been heard. */

import { timeOf } from "./clock.js";
import { keepFocusOnPress } from "./focus.js";
import { icon, keycap, make } from "./markup.js";
import { say } from "./texts.js";

/** @typedef {import("./ears.js").EarMode} EarMode */
/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("./work.js").Work} Work */

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];

export class Transport extends HTMLElement {
  #play = make("button", { type: "button", class: "button main play" });
  #time = make("span", { class: "time" });
  #heard = make("span", { class: "heard" });
  /** @type {Map<EarMode, HTMLButtonElement>} */
  #ears = new Map();
  #rate = make("select", { class: "rate" });

  /**
   * @param {Work} work
   * @param {Player} player
   * @param {{play: () => void}} actions
   */
  constructor(work, player, { play }) {
    super();
    this.work = work;
    this.player = player;
    this.#play.addEventListener("click", play);
    this.#rate.addEventListener("change", () => player.setRate(Number(this.#rate.value)));
  }

  connectedCallback() {
    this.className = "transport";
    const rates = RATES.map((rate) => make("option", { value: rate }, `${rate}×`));
    this.#rate.replaceChildren(...rates);
    this.#rate.setAttribute("aria-label", say("Speed"));
    this.replaceChildren(
      this.#play,
      this.#time,
      this.work.stimulus.channels > 1 ? this.#earButtons() : make("span", { class: "one-channel" }, say("One channel, in both ears")),
      make("label", { class: "speed" }, make("span", { class: "visually-hidden" }, say("Speed")), this.#rate),
      this.#heard,
    );
    for (const button of this.querySelectorAll("button")) keepFocusOnPress(button);
    this.refresh();
  }

  refresh() {
    this.#showPlay();
    this.#rate.value = String(this.player.rate);
    for (const [mode, button] of this.#ears) {
      button.setAttribute("aria-pressed", String(mode === this.player.ears.mode));
    }
    this.#heard.textContent = this.player.failed ? say("This sound does not play. Space tries again.") : this.#heardWords();
    this.#heard.classList.toggle("failed", this.player.failed);
    this.tick();
  }

  tick() {
    const { duration_s: whole } = this.work.stimulus;
    this.#time.textContent = `${timeOf(Math.min(this.player.time, whole))} / ${timeOf(whole)}`;
  }

  #showPlay() {
    const isTurn = this.work.turn(this.work.target) !== undefined;
    const words = this.player.playing ? say("Pause") : isTurn ? say("Play turn") : say("Play");
    this.#play.replaceChildren(icon(this.player.playing ? "pause" : "play"), words, keycap(say("Space")));
  }

  #heardWords() {
    const { heard, plays } = this.work.listening;
    const times = plays.get(this.work.target) || 0;
    if (heard.has(this.work.target)) return say("Heard to the end, played %(times)s×", { times });
    return times > 0 ? say("Not yet heard to the end") : say("Not heard yet");
  }

  #earButtons() {
    const agent = this.work.stimulus.agent_channel;
    const side = (/** @type {number} */ channel) =>
      agent === null ? (channel === 0 ? say("Left") : say("Right")) : agent === channel ? say("Agent") : say("User");
    /** @type {[EarMode, string, string][]} */
    const modes = [
      ["left", side(0), say("Left channel alone, in both ears")],
      ["both", say("Both"), say("As recorded: one voice in each ear")],
      ["right", side(1), say("Right channel alone, in both ears")],
      ["centred", say("Centred"), say("Both voices in both ears")],
    ];
    this.#ears = new Map(modes.map(([mode, label, title]) => [mode, this.#earButton(mode, label, title)]));
    const group = make("span", { class: "segments", role: "group", "aria-label": say("What you hear") });
    group.append(...this.#ears.values());
    return group;
  }

  /**
   * @param {EarMode} mode
   * @param {string} label
   * @param {string} title
   */
  #earButton(mode, label, title) {
    const button = make("button", { type: "button", "aria-pressed": "false", title }, label);
    button.addEventListener("click", () => this.player.setMode(mode));
    return button;
  }
}

customElements.define("ear-transport", Transport);
