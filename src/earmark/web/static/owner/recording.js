/** One recording for its owner and reviewers: lanes, what it shows, and a bar that plays; it opens at a place. */

import { getPeaks } from "../workbench/api.js";
import { timeOf } from "../workbench/clock.js";
import { EvidenceLanes } from "../workbench/evidence-lanes.js";
import { Keys } from "../workbench/keys.js";
import { channelLanes } from "../workbench/lanes.js";
import { keycap, make } from "../workbench/markup.js";
import { Player } from "../workbench/player.js";
import { followSwitches } from "../workbench/switches.js";
import { say } from "../workbench/texts.js";
import { View } from "../workbench/view.js";
import { Waveform } from "../workbench/waveform.js";

/** @typedef {import("../workbench/shapes.js").Peaks} Peaks */

/** What of a long recording is in view at first. */
const FIRST_VIEW_S = 60;
const ZOOM = 2;

class Recording extends HTMLElement {
  player = new Player();
  view = new View(Number(this.dataset.duration));
  /** @type {Waveform|null} */
  #waveform = null;
  /** @type {Peaks|null} */
  #peaks = null;
  #play = make("button", { type: "button", class: "button main play", onclick: () => void this.player.toggleOn() });
  #time = make("span", { class: "time" });
  #trouble = make("p", { class: "note stop", role: "alert", hidden: true });

  connectedCallback() {
    const { address = "", duration, channels, at } = this.dataset;
    this.keys = new Keys(() => this.#bindings(), () => false);
    this.player.load({ audio_url: `${address}/audio`, duration_s: Number(duration), channels: Number(channels) });
    this.player.addEventListener("state", () => this.#refresh());
    this.player.addEventListener("tick", () => this.#tick());
    const from = Number(at);
    this.view.show({ start: from - FIRST_VIEW_S / 2, end: from + FIRST_VIEW_S / 2 });
    followSwitches({ relabel: () => this.#build(), waits: (words) => this.#tell(words) });
    this.#build();
    this.player.seek(from);
    void getPeaks(`${address}/peaks`).then((peaks) => this.#fill(peaks), () => undefined);
  }

  #build() {
    const { address = "", agent, channels } = this.dataset;
    const agentChannel = agent ? Number(agent) : null;
    const lanes = channelLanes(Number(channels), agentChannel);
    this.#waveform = new Waveform({ lanes, voices: [], view: this.view, seek: (to) => this.player.seek(to) });
    const evidence = new EvidenceLanes({ url: `${address}/evidence`, view: this.view, agentChannel, play: (range) => void this.player.playRange(range) });
    const zoom = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ words) =>
      make("button", { type: "button", class: "button small", "aria-label": words, title: words, onclick: () => this.#zoom(by) }, sign);
    const bar = make("div", { class: "recording-bar" }, this.#play, this.#time, zoom(1 / ZOOM, "−", say("Further away")), zoom(ZOOM, "+", say("Closer")));
    this.replaceChildren(make("section", { class: "card stage desk conversation", "aria-label": say("Recording") }, this.#waveform, evidence, this.#trouble, bar));
    if (this.#peaks) this.#fill(this.#peaks);
    this.#refresh();
    this.#tick();
  }

  /** @param {Peaks} peaks */
  #fill(peaks) {
    this.#peaks = peaks;
    this.#waveform?.fill(peaks, `${this.dataset.address}/peaks`);
  }

  /** @param {number} by */
  #zoom(by) {
    this.view.zoom(by, this.player.time);
  }

  /** @returns {import("../workbench/keys.js").Binding[]} */
  #bindings() {
    return [
      { id: "play", keys: ["Space"], words: say("Play on from here, or pause"), run: () => void this.player.toggleOn() },
      { id: "zoom-in", keys: ["+"], words: say("Closer"), run: () => this.#zoom(ZOOM) },
      { id: "zoom-out", keys: ["-"], words: say("Further away"), run: () => this.#zoom(1 / ZOOM) },
    ];
  }

  #refresh() {
    this.#play.replaceChildren(this.player.playing ? say("Pause") : say("Play"), keycap(say("Space")));
    this.#tell(this.player.failed ? say("The sound does not play. It may be lost; import it again.") : "");
  }

  /** @param {string} words */
  #tell(words) {
    this.#trouble.hidden = !words;
    this.#trouble.textContent = words;
  }

  #tick() {
    const { time } = this.player;
    if (this.player.playing) this.view.follow(time);
    this.#waveform?.moveTo(time);
    this.#time.textContent = `${timeOf(time)} / ${timeOf(this.view.duration)}`;
  }
}

customElements.define("ear-recording", Recording);
