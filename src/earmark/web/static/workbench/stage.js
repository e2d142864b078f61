/** What is heard and seen of a recording: lanes, turns, strip, spectrogram, and the bar that plays. */

import { CannotPlay } from "./cannot-play.js";
import { hearingKeys } from "./hearing-keys.js";
import { lanesOf } from "./lanes.js";
import { bring } from "./later.js";
import { make } from "./markup.js";
import { Pins } from "./pins.js";
import { Selection } from "./selection.js";
import { LONG_S, Strip } from "./strip.js";
import { say } from "./texts.js";
import { Transport } from "./transport.js";
import { Turns } from "./turns.js";
import { View } from "./view.js";
import { Waveform } from "./waveform.js";

/** @typedef {import("./keys.js").Binding} Binding */
/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("./shapes.js").Discard} Discard */
/** @typedef {import("./shapes.js").Exit} Exit */
/** @typedef {import("./shapes.js").Peaks} Peaks */
/** @typedef {import("./shapes.js").Range} Range */
/** @typedef {import("./shapes.js").Turn} Turn */
/** @typedef {import("./spectrogram.js").Spectrogram} Spectrogram */
/** @typedef {import("./work.js").Work} Work */

/** What of a long call is in view at first. */
const FIRST_VIEW_S = 60;
const ZOOM = 2;
/** Room about a stretch that the view is zoomed to, as a share of it. */
const ROOM = 0.1;

export class Stage extends HTMLElement {
  /** @type {Peaks|null} */
  #peaks = null;
  #stop = new AbortController();
  #shade = make("div", { class: "stage-spectrogram" });
  #shown = make("div", { class: "stage-evidence" });
  /** @type {Spectrogram|null} */
  #spectrogram = null;

  /**
   * @param {Work} work
   * @param {Player} player
   * @param {{choose: (turn: Turn) => void, giveUp: (exit: Exit, filled: Discard) => void}} actions What a press on a
   *   turn does, and what the rater does about a sound that does not play.
   */
  constructor(work, player, { choose, giveUp }) {
    super();
    this.trouble = new CannotPlay(work, player, { giveUp });
    this.work = work;
    this.player = player;
    this.choose = choose;
    this.view = new View(work.stimulus.duration_s);
    this.selection = new Selection(work.stimulus.duration_s);
    if (work.stimulus.duration_s > LONG_S) this.view.show({ start: 0, end: FIRST_VIEW_S });
  }

  connectedCallback() {
    this.className = "card stage";
    this.setAttribute("role", "region");
    this.#stop = new AbortController();
    const until = { signal: this.#stop.signal };
    this.player.addEventListener("state", () => this.#heard(), until);
    this.player.addEventListener("tick", () => this.#tick(), until);
    this.work.listening.addEventListener("news", () => this.transport?.refresh(), until);
    this.selection.addEventListener("change", () => this.#selected(), until);
    this.view.addEventListener("change", () => this.transport?.refresh(), until);
    this.build();
  }

  disconnectedCallback() {
    this.#stop.abort();
  }

  /** Make everything anew, in the language of the page. */
  build() {
    const { work, view, player, selection } = this;
    const { lanes, voices } = lanesOf(work);
    this.setAttribute("aria-label", say("Recording"));
    this.pins = new Pins(view);
    this.waveform = new Waveform({ lanes, voices, view, selection, pins: this.pins, seek: (to) => player.seek(to) });
    this.strip = new Strip(work, view);
    this.turns = work.isConversation ? new Turns(work, { view, choose: this.choose }) : null;
    this.transport = new Transport(work, player, {
      view,
      selection,
      play: () => this.play(),
      repeat: () => this.repeat(),
      zoom: (by) => this.zoom(by),
      spectrogram: () => void this.turnSpectrogram(),
    });
    this.replaceChildren(this.waveform, this.#shade, ...(this.turns ? [this.turns] : []), this.#shown, this.strip, this.trouble, this.transport);
    if (this.#spectrogram) void bring("spectrogram").then((brought) => brought && this.#showSpectrogram(brought));
    if (this.#peaks) this.fill(this.#peaks);
    void this.#showEvidence();
    this.showTarget();
  }

  /** What the sound itself shows, where it may be seen. */
  async #showEvidence() {
    const { evidence_url: url, agent_channel: agentChannel } = this.work.stimulus;
    const brought = url ? await bring("evidence-lanes") : null;
    if (!url || !brought) return;
    this.#shown.replaceChildren(new brought.EvidenceLanes({ url, view: this.view, agentChannel, play: (range) => void this.player.playRange(range) }));
  }

  /** @param {Peaks} peaks */
  fill(peaks) {
    this.#peaks = peaks;
    this.waveform?.fill(peaks, this.work.stimulus.peaks_url);
  }

  refresh() {
    this.turns?.refresh();
    this.strip?.refresh();
    this.transport?.refresh();
    this.pins?.show(Object.values(this.work.answersFor(this.work.target)).flatMap(({ evidence = [] }) => evidence));
  }

  /** Another turn is in focus, or the same anew. */
  showTarget() {
    const turn = this.work.turn(this.work.target);
    this.waveform?.shade(turn ? this.work.rangeOf(turn.id) : null);
    if (turn) this.view.reveal(this.work.rangeOf(turn.id));
    for (const one of [turn, this.work.turnBefore(this.work.target, "user")]) if (one) this.player.prepare(this.work.rangeOf(one.id));
    this.refresh();
    this.#tick();
  }

  /** @returns {Binding[]} */
  bindings() {
    return hearingKeys(this);
  }

  /** What Play plays: the marked stretch, or else what is in focus. */
  get range() {
    return this.selection.range ?? this.work.rangeOf(this.work.target);
  }

  play() {
    if (this.player.failed) this.player.reload();
    void this.player.toggle(this.range);
  }

  /** Play the marked stretch, or the turn in focus, over and over; or stop. */
  repeat() {
    if (this.player.looping) this.player.pause();
    else void this.player.loop(this.range);
  }

  /** @param {1|-1} by Closer, or further away. */
  zoom(by) {
    const { start, end } = this.view;
    const isSeen = this.player.time >= start && this.player.time <= end;
    this.view.zoom(ZOOM ** by, isSeen ? this.player.time : (start + end) / 2);
  }

  /** From the whole to what is marked or in focus, and back. */
  zoomToRange() {
    const { start, end } = this.range;
    const room = ROOM * (end - start);
    const [from, to] = [Math.max(0, start - room), Math.min(this.view.duration, end + room)];
    const isThere = Math.abs(this.view.start - from) < 0.01 && Math.abs(this.view.end - to) < 0.01;
    if (isThere) this.view.showAll();
    else this.view.show({ start: from, end: to });
  }

  async turnSpectrogram() {
    if (this.#spectrogram) {
      this.#spectrogram.remove();
      this.#spectrogram = null;
      return this.transport?.showSpectrogram(false);
    }
    const brought = await bring("spectrogram");
    if (!brought || this.#spectrogram) return;
    if (this.view.length > brought.LONGEST_SPECTROGRAM_S) this.zoomToRange();
    this.#showSpectrogram(brought);
  }

  /** The player does something else, or fails. */
  #heard() {
    this.transport?.refresh();
    this.trouble.refresh();
  }

  /** @param {typeof import("./spectrogram.js")} module */
  #showSpectrogram({ Spectrogram }) {
    this.#spectrogram = new Spectrogram({ lanes: lanesOf(this.work).lanes, view: this.view, player: this.player });
    this.#shade.replaceChildren(this.#spectrogram);
    this.transport?.showSpectrogram(true);
  }

  #selected() {
    const { range } = this.selection;
    if (range) this.player.prepare(range);
    this.transport?.refresh();
  }

  #tick() {
    const { time } = this.player;
    if (this.player.playing) this.view.follow(time);
    this.waveform?.moveTo(time);
    this.strip?.moveTo(time);
    this.transport?.tick();
  }
}

customElements.define("ear-stage", Stage);
