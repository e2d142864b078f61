/**
 * The recording as lanes, one a channel, drawn from the server's peaks; the playhead; a click goes there, and a pull
 * marks a stretch.
 *
 * Drawn here rather than by a library: the lanes, the blocks of turns under them and the band of the turn in focus
 * share one axis to the pixel, take their colours from the page's tokens in light and dark, and need neither a
 * style sheet of their own (the page's policy allows none) nor the sound itself.
 *
 *     const waveform = new Waveform({ lanes, voices, view: new View(12.5), seek: (to) => player.seek(to) });
 *     page.append(waveform);
 *     waveform.fill(peaks, stimulus.peaks_url);      // the address brings finer pieces where the view is zoomed in
 *     waveform.moveTo(player.time);
 *     waveform.shade({ start: 1, end: 2 });          // the turn in focus
 *
 * With a `Selection` a stretch can be marked by mouse or by Shift and the arrow keys; without one it cannot.
 */

import { timeOf } from "./clock.js";
import { drawLane } from "./lane-canvas.js";
import { keepFocusOnPress } from "./focus.js";
import { make } from "./markup.js";
import { PeakSource } from "./peaks.js";
import { placeHead } from "./playhead.js";
import { say } from "./texts.js";

/** @typedef {import("./lane-canvas.js").Lane} Lane */
/** @typedef {import("./lane-canvas.js").Voice} Voice */
/** @typedef {import("./selection.js").Selection} Selection */
/** @typedef {import("./shapes.js").Peaks} Peaks */
/** @typedef {import("./shapes.js").Range} Range */
/** @typedef {import("./view.js").View} View */

/** A pull shorter than this is a click. */
const CLICK_PX = 4;
/** @type {Record<string, number>} */
const ARROWS = { ArrowLeft: -1, ArrowRight: 1 };
const STEP_S = 1;
const FINE_STEP_S = 0.1;

export class Waveform extends HTMLElement {
  /** @type {PeakSource|null} */
  #source = null;
  /** @type {HTMLCanvasElement[]} */
  #canvases = [];
  /** @type {Range|null} */
  #shaded = null;
  #at = 0;
  /** @type {number|null} Where a pull began, and where a marking by keys did. */
  #anchor = null;
  #isPulled = false;
  #band = make("div", { class: "band" });
  #mark = make("div", { class: "band selected", hidden: true });
  #head = make("div", { class: "playhead" });
  #lanes = make("div", { class: "lanes" });
  /** Colours of the two voices, read off elements since a token may be one of two (light, dark). */
  #voiceProbes = ["user", "agent"].map((role) => make("span", { class: `lane-label ${role}`, hidden: true }));
  #watch = new ResizeObserver(() => this.#draw());
  #dark = matchMedia("(prefers-color-scheme: dark)");
  #themed = new MutationObserver(() => this.#draw());
  #stop = new AbortController();

  /**
   * @param {{lanes: Lane[], voices: Voice[], view: View, seek: (seconds: number) => void, selection?: Selection,
   *   pins?: HTMLElement}} options `voices` colour a lane that several speakers share; `pins` are drawn over the lanes.
   */
  constructor({ lanes, voices, view, seek, selection, pins }) {
    super();
    this.lanes = lanes;
    this.voices = voices;
    this.view = view;
    this.seek = seek;
    this.selection = selection;
    this.pins = pins;
  }

  connectedCallback() {
    this.className = "waveform";
    this.#canvases = this.lanes.map((lane) => make("canvas", { class: `lane ${lane.role}`, "aria-hidden": "true" }));
    const labels = this.lanes.map((lane) => make("span", { class: `lane-label ${lane.role}` }, lane.label));
    this.#lanes.replaceChildren(...this.#canvases, this.#band, this.#mark, ...(this.pins ? [this.pins] : []), this.#head);
    for (const [name, value] of Object.entries({ tabindex: "0", role: "slider", "aria-label": say("Position"), "aria-valuemin": "0" })) {
      this.#lanes.setAttribute(name, value);
    }
    this.#lanes.setAttribute("aria-valuemax", this.view.duration.toFixed(1));
    this.replaceChildren(make("div", { class: "lane-labels" }, ...labels), this.#lanes, ...this.#voiceProbes);
    keepFocusOnPress(this.#lanes);
    this.#listen();
    this.moveTo(this.#at);
  }

  disconnectedCallback() {
    this.#stop.abort();
    this.#watch.disconnect();
    this.#themed.disconnect();
  }

  /**
   * @param {Peaks} peaks
   * @param {string} [url]
   */
  fill(peaks, url) {
    this.#source = new PeakSource(peaks, url);
    this.#source.addEventListener("news", () => this.#draw());
    this.#draw();
  }

  get isFilled() {
    return this.#source !== null;
  }

  /** @param {number} seconds */
  moveTo(seconds) {
    this.#at = Math.min(seconds, this.view.duration);
    const percent = this.view.percent(this.#at);
    this.#head.hidden = percent < 0 || percent > 100;
    placeHead(this.#head, percent);
    const words = timeOf(this.#at);
    if (words === this.#lanes.getAttribute("aria-valuetext")) return;
    this.#lanes.setAttribute("aria-valuenow", this.#at.toFixed(1));
    this.#lanes.setAttribute("aria-valuetext", words);
  }

  /** Shade a stretch, or none.
   * @param {Range|null} range */
  shade(range) {
    this.#shaded = range;
    this.#place(this.#band, range);
  }

  #listen() {
    this.#stop = new AbortController();
    const until = { signal: this.#stop.signal };
    this.#lanes.addEventListener("pointerdown", (event) => this.#press(event), until);
    this.#lanes.addEventListener("pointermove", (event) => this.#pull(event), until);
    this.#lanes.addEventListener("pointerup", (event) => this.#release(event), until);
    this.#lanes.addEventListener("wheel", (event) => this.#wheel(event), { ...until, passive: false });
    this.#lanes.addEventListener("keydown", (event) => this.#key(event), until);
    this.view.addEventListener("change", () => this.#shift(), until);
    this.selection?.addEventListener("change", () => this.#place(this.#mark, this.selection?.range ?? null), until);
    this.#place(this.#mark, this.selection?.range ?? null);
    this.#dark.addEventListener("change", () => this.#draw(), until);
    this.#watch.observe(this.#lanes);
    this.#themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  /** Everything has another place on the axis. */
  #shift() {
    this.#place(this.#band, this.#shaded);
    this.#place(this.#mark, this.selection?.range ?? null);
    this.moveTo(this.#at);
    this.#draw();
  }

  /**
   * @param {HTMLElement} band
   * @param {Range|null} range
   */
  #place(band, range) {
    const [left, right] = range ? [range.start, range.end].map((at) => Math.min(100, Math.max(0, this.view.percent(at)))) : [0, 0];
    band.hidden = left === right;
    band.style.setProperty("left", `${left}%`);
    band.style.setProperty("width", `${(right ?? 0) - (left ?? 0)}%`);
  }

  /** @param {MouseEvent} event */
  #secondsOf(event) {
    const box = this.#lanes.getBoundingClientRect();
    return this.view.at((event.clientX - box.left) / box.width);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0) return;
    this.#anchor = this.#secondsOf(event);
    this.#isPulled = false;
    this.#lanes.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #pull(event) {
    if (this.#anchor === null || !this.selection || !this.#lanes.hasPointerCapture(event.pointerId)) return;
    const to = this.#secondsOf(event);
    const pixels = (Math.abs(to - this.#anchor) / this.view.length) * this.#lanes.clientWidth;
    this.#isPulled ||= pixels >= CLICK_PX;
    if (this.#isPulled) this.selection.mark(this.#anchor, to);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    if (this.#anchor === null) return;
    const { selection } = this;
    if (this.#isPulled) this.seek(selection?.range?.start ?? this.#anchor);
    else {
      selection?.clear();
      this.seek(this.#secondsOf(event));
    }
    this.#anchor = null;
  }

  /** Pinching, or the wheel with Ctrl, zooms; sideways scrolls; else the wheel is the page's.
   * @param {WheelEvent} event */
  #wheel(event) {
    const sideways = event.shiftKey ? event.deltaY : event.deltaX;
    if (event.ctrlKey) this.view.zoom(Math.exp(-event.deltaY / 200), this.#secondsOf(event));
    else if (sideways && !this.view.isWhole) this.view.scroll((sideways / this.#lanes.clientWidth) * this.view.length);
    else return;
    event.preventDefault();
  }

  /** The arrow keys move the position, by less with Ctrl; with Shift they mark from where they began.
   * @param {KeyboardEvent} event */
  #key(event) {
    const way = ARROWS[event.key];
    if (!way || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const from = this.#at;
    const to = Math.min(this.view.duration, Math.max(0, from + way * (event.shiftKey || event.ctrlKey ? FINE_STEP_S : STEP_S)));
    if (event.shiftKey && this.selection) {
      const { range } = this.selection;
      const fixed = range && Math.abs(range.end - from) < 0.01 ? range.start : range && Math.abs(range.start - from) < 0.01 ? range.end : from;
      this.selection.mark(fixed, to);
    }
    this.seek(to);
    this.view.follow(to);
  }

  #draw() {
    if (!this.#source) return;
    const probes = this.#voiceProbes.map((probe) => getComputedStyle(probe).color);
    for (const [index, canvas] of this.#canvases.entries()) {
      const channel = this.lanes[index]?.channel ?? 0;
      drawLane(canvas, { source: this.#source, channel, view: this.view, voices: this.voices, colours: probes });
    }
  }
}

customElements.define("ear-waveform", Waveform);
