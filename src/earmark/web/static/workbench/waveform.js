/**
 * The recording as lanes, one a channel, drawn from the server's peaks; the playhead; a click goes there.
 *
 * Drawn here rather than by a library: the lanes, the blocks of turns under them and the band of the turn in focus
 * share one axis to the pixel, take their colours from the page's tokens in light and dark, and need neither a
 * style sheet of their own (the page's policy allows none) nor the sound itself.
 */

import { timeOf } from "./clock.js";
import { make } from "./markup.js";
import { say } from "./texts.js";

/** @typedef {import("./shapes.js").Peaks} Peaks */
/** @typedef {import("./shapes.js").Range} Range */
/** @typedef {{channel: number, label: string, role: string}} Lane */
/** @typedef {Range & {role: string}} Voice */

const BAR_PX = 1.5;
const STEP_PX = 2.5;
/** Quiet speech stays visible: heights follow this power of the amplitude. */
const LIFT = 0.7;

export class Waveform extends HTMLElement {
  /** @type {Peaks|null} */
  #peaks = null;
  /** @type {HTMLCanvasElement[]} */
  #canvases = [];
  #band = make("div", { class: "band" });
  #head = make("div", { class: "playhead" });
  #lanes = make("div", { class: "lanes" });
  /** Colours of the two voices, read off elements since a token may be one of two (light, dark). */
  #voiceProbes = ["user", "agent"].map((role) => make("span", { class: `lane-label ${role}`, hidden: true }));
  #watch = new ResizeObserver(() => this.#draw());
  #dark = matchMedia("(prefers-color-scheme: dark)");
  #themed = new MutationObserver(() => this.#draw());

  /**
   * @param {{lanes: Lane[], duration: number, voices: Voice[], seek: (seconds: number) => void}} options `voices`
   *   colour a lane that several speakers share.
   */
  constructor({ lanes, duration, voices, seek }) {
    super();
    this.lanes = lanes;
    this.duration = duration;
    this.voices = voices;
    this.seek = seek;
  }

  connectedCallback() {
    this.className = "waveform";
    this.#canvases = this.lanes.map((lane) => make("canvas", { class: `lane ${lane.role}`, "aria-hidden": "true" }));
    const labels = this.lanes.map((lane) => make("span", { class: `lane-label ${lane.role}` }, lane.label));
    this.#lanes.replaceChildren(...this.#canvases, this.#band, this.#head);
    for (const [name, value] of Object.entries({ tabindex: "0", role: "slider", "aria-label": say("Position"), "aria-valuemin": "0" })) {
      this.#lanes.setAttribute(name, value);
    }
    this.#lanes.setAttribute("aria-valuemax", this.duration.toFixed(1));
    this.#lanes.addEventListener("click", (event) => this.#seekTo(event));
    this.replaceChildren(make("div", { class: "lane-labels" }, ...labels), this.#lanes, ...this.#voiceProbes);
    this.#watch.observe(this.#lanes);
    this.#dark.onchange = () => this.#draw();
    this.#themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.moveTo(0);
  }

  disconnectedCallback() {
    this.#watch.disconnect();
    this.#themed.disconnect();
    this.#dark.onchange = null;
  }

  /** @param {Peaks} peaks */
  fill(peaks) {
    this.#peaks = peaks;
    this.#draw();
  }

  /** @param {number} seconds */
  moveTo(seconds) {
    const at = Math.min(seconds, this.duration);
    this.#head.style.setProperty("left", this.#percent(at));
    this.#lanes.setAttribute("aria-valuenow", at.toFixed(1));
    this.#lanes.setAttribute("aria-valuetext", timeOf(at));
  }

  /** Shade a stretch, or none.
   * @param {Range|null} range */
  shade(range) {
    this.#band.hidden = range === null;
    if (!range) return;
    this.#band.style.setProperty("left", this.#percent(range.start));
    this.#band.style.setProperty("width", this.#percent(range.end - range.start));
  }

  /** @param {number} seconds */
  #percent(seconds) {
    return `${(100 * seconds) / this.duration}%`;
  }

  /** @param {MouseEvent} event */
  #seekTo(event) {
    const box = this.#lanes.getBoundingClientRect();
    this.seek(((event.clientX - box.left) / box.width) * this.duration);
  }

  #draw() {
    if (!this.#peaks) return;
    for (const [index, canvas] of this.#canvases.entries()) {
      this.#drawLane(canvas, this.lanes[index]?.channel ?? 0, this.#peaks);
    }
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {number} channel
   * @param {Peaks} peaks
   */
  #drawLane(canvas, channel, peaks) {
    const { clientWidth: width, clientHeight: height } = canvas;
    const scale = devicePixelRatio;
    canvas.width = width * scale;
    canvas.height = height * scale;
    const pen = canvas.getContext("2d");
    if (!pen || !width) return;
    pen.scale(scale, scale);
    const own = getComputedStyle(canvas).color;
    const [user = own, agent = own] = this.#voiceProbes.map((probe) => getComputedStyle(probe).color);
    for (let x = 0; x < width; x += STEP_PX) {
      const seconds = { start: (x / width) * this.duration, end: ((x + STEP_PX) / width) * this.duration };
      const { low, high } = extremes(peaks, channel, seconds);
      const top = lifted(high) * (height / 2);
      const bottom = lifted(-low) * (height / 2);
      const role = this.#roleAt((seconds.start + seconds.end) / 2);
      pen.fillStyle = role === "user" ? user : role === "agent" ? agent : own;
      pen.fillRect(x, height / 2 - Math.max(top, 0.5), BAR_PX, Math.max(top, 0.5) + Math.max(bottom, 0.5));
    }
  }

  /** @param {number} seconds */
  #roleAt(seconds) {
    return this.voices.find(({ start, end }) => start <= seconds && seconds < end)?.role;
  }
}

/**
 * The least and greatest sample of a stretch of one channel.
 *
 * @param {Peaks} peaks
 * @param {number} channel
 * @param {Range} seconds
 */
function extremes(peaks, channel, seconds) {
  const from = Math.floor(seconds.start * peaks.points_per_second);
  const to = Math.max(from + 1, Math.ceil(seconds.end * peaks.points_per_second));
  let [low, high] = [0, 0];
  for (let point = from; point < to; point += 1) {
    low = Math.min(low, peaks.min[channel]?.[point] ?? 0);
    high = Math.max(high, peaks.max[channel]?.[point] ?? 0);
  }
  return { low, high };
}

/** @param {number} amplitude */
function lifted(amplitude) {
  return Math.min(1, Math.max(0, amplitude) ** LIFT);
}

customElements.define("ear-waveform", Waveform);
