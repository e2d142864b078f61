/** The bar that plays: turn, over and over, ears, speed, volume, and what has been heard. */

import { timeOf } from "./clock.js";
import { keepFocusOnPress } from "./focus.js";
import { MODES, RATES, VOLUME_STEP } from "./hearing-keys.js";
import { icon, keycap, make } from "./markup.js";
import { SOFTEST } from "./player.js";
import { say } from "./texts.js";

/** @typedef {import("./ears.js").EarMode} EarMode */
/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("./selection.js").Selection} Selection */
/** @typedef {import("./shapes.js").Range} Range */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./work.js").Work} Work */

export class Transport extends HTMLElement {
  #play = make("button", { type: "button", class: "button main play" });
  #time = make("span", { class: "time" });
  #heard = make("span", { class: "heard" });
  /** @type {Map<EarMode, HTMLButtonElement>} */
  #ears = new Map();
  #solo = make("button", { type: "button", class: "tool solo-place" });
  #clear = make("button", { type: "button", class: "tool clear" });
  #closer = make("button", { type: "button", class: "tool", "data-zoom": "in" }, "+");
  #further = make("button", { type: "button", class: "tool", "data-zoom": "out" }, "−");
  #spectrogram = make("button", { type: "button", class: "tool spectrogram-button", "aria-pressed": "false" });
  #repeat = make("button", { type: "button", class: "tool repeat" });
  #rate = make("select", { class: "rate" });
  #volume = make("input", { type: "range", class: "volume", min: SOFTEST, max: 1, step: VOLUME_STEP });

  /**
   * @param {Work} work
   * @param {Player} player
   * @param {{view: View, selection: Selection, play: () => void, repeat: () => void, zoom: (by: 1|-1) => void,
   *   spectrogram: () => void}} parts
   */
  constructor(work, player, { view, selection, play, repeat, zoom, spectrogram }) {
    super();
    this.view = view;
    this.selection = selection;
    this.#clear.addEventListener("click", () => selection.clear());
    this.#closer.addEventListener("click", () => zoom(1));
    this.#further.addEventListener("click", () => zoom(-1));
    this.#spectrogram.addEventListener("click", spectrogram);
    this.work = work;
    this.player = player;
    this.#play.addEventListener("click", play);
    this.#repeat.addEventListener("click", repeat);
    this.#solo.addEventListener("click", () => player.turnSolo());
    this.#rate.addEventListener("change", () => player.setRate(Number(this.#rate.value)));
    this.#volume.addEventListener("input", () => player.setVolume(Number(this.#volume.value)));
  }

  connectedCallback() {
    this.className = "transport";
    const rates = RATES.map((rate) => make("option", { value: rate }, `${rate}×`));
    this.#rate.replaceChildren(...rates);
    this.#rate.setAttribute("aria-label", say("Speed"));
    this.#volume.setAttribute("aria-label", say("Volume"));
    this.#repeat.title = say("Repeat over and over, or stop");
    this.#repeat.replaceChildren(icon("repeat"), say("Repeat"));
    this.#closer.setAttribute("aria-label", say("Zoom in"));
    this.#further.setAttribute("aria-label", say("Zoom out"));
    this.#spectrogram.title = say("Show or hide the spectrogram");
    this.#spectrogram.setAttribute("aria-label", say("Spectrogram"));
    this.#spectrogram.replaceChildren(icon("spectrogram"));
    this.#clear.title = say("Unmark the stretch");
    this.replaceChildren(
      this.#play,
      this.#time,
      this.#clear,
      this.#repeat,
      ...(this.work.stimulus.channels > 1 ? [this.#earButtons(), this.#solo] : [make("span", { class: "one-channel" }, say("One channel, in both ears"))]),
      this.#rate,
      make("label", { class: "loudness", title: say("Volume") }, icon("loud"), this.#volume),
      make("span", { class: "zoom", role: "group", "aria-label": say("Zoom") }, this.#further, this.#closer),
      this.#spectrogram,
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
    this.#volume.value = String(this.player.volume);
    this.#repeat.setAttribute("aria-pressed", String(this.player.looping));
    this.#showSolo();
    this.#showSelection();
    this.#further.disabled = this.view.isWhole;
    this.#heard.textContent = this.player.failed ? say("This sound does not play.") : this.#heardWords();
    this.#heard.classList.toggle("failed", this.player.failed);
    this.tick();
  }

  tick() {
    const { duration_s: whole } = this.work.stimulus;
    const words = `${timeOf(Math.min(this.player.time, whole))} / ${timeOf(whole)}`;
    if (words !== this.#time.textContent) this.#time.textContent = words;
  }

  #showPlay() {
    const isTurn = this.work.turn(this.work.target) !== undefined;
    const isPlaying = this.player.playing && !this.player.failed;
    const words = isPlaying ? say("Pause") : this.selection.range ? say("Play stretch") : isTurn ? say("Play turn") : say("Play");
    this.#play.replaceChildren(icon(isPlaying ? "pause" : "play"), words, keycap(say("Space")));
  }

  /** @param {boolean} isShown */
  showSpectrogram(isShown) {
    this.#spectrogram.setAttribute("aria-pressed", String(isShown));
  }

  /** How long the marked stretch is; nothing while none is. */
  #showSelection() {
    const { range } = this.selection;
    this.#clear.hidden = !range;
    if (range) this.#clear.replaceChildren(say("Marked %(n)s s", { n: (range.end - range.start).toFixed(2) }), make("span", { "aria-hidden": "true" }, "✕"));
  }

  /** Where one side alone is heard; nothing while all is heard. */
  #showSolo() {
    const { mode, solo } = this.player.ears;
    const isOwn = solo === "own-ear";
    this.#solo.hidden = mode !== "left" && mode !== "right";
    this.#solo.setAttribute("aria-pressed", String(isOwn));
    this.#solo.title = isOwn ? say("Heard in its own ear. Press to hear it in both.") : say("Heard in both ears. Press to hear it in its own.");
    this.#solo.replaceChildren(say("Own ear"));
  }

  #heardWords() {
    const times = this.work.listening.playsOf(this.work.target);
    const missing = "firstMissing" in this.work ? /** @type {Range|undefined} */ (this.work.firstMissing) : undefined; // of a side of a pair, where nothing opens before all of it was heard
    if (missing) return say("Still to be heard: %(from)s–%(to)s", { from: timeOf(missing.start), to: timeOf(missing.end) });
    if (this.work.listening.heard.has(this.work.target)) return times > 1 ? say("Heard to the end, played %(times)s times", { times }) : say("Heard to the end");
    return times > 0 ? say("Not yet heard to the end") : say("Not heard yet");
  }

  #earButtons() {
    const agent = this.work.stimulus.agent_channel;
    const side = (/** @type {number} */ channel) =>
      agent === null ? (channel === 0 ? say("Left") : say("Right")) : agent === channel ? say("Agent") : say("User");
    /** @type {[EarMode, string, string][]} */
    const modes = [
      ["left", side(0), say("Left channel alone")],
      ["both", say("Both"), say("As recorded: one voice in each ear")],
      ["right", side(1), say("Right channel alone")],
      ["centred", say("Centred"), say("Both voices in both ears")],
    ];
    modes.sort(([one], [other]) => MODES.indexOf(one) - MODES.indexOf(other));
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
