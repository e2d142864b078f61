/** The spectrogram of what is in view, on demand, a lane for each channel on the waveform's own axis. */

import { freshPen } from "./lane-canvas.js";
import { make } from "./markup.js";
import { drawRuler } from "./ruler.js";
import { isOfSound } from "./sound-file.js";
import { say } from "./texts.js";

/** @typedef {import("./lane-canvas.js").Lane} Lane */
/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("./spectrogram-worker.js").Picture} Picture */
/** @typedef {import("./view.js").View} View */

/** More would be a grey blur, and many bytes. */
export const LONGEST_SPECTROGRAM_S = 60;
const TOP_HZ = 8000;
const ROWS = 96;
const MOST_COLUMNS = 1200;
const PAUSE_MS = 120;

export class Spectrogram extends HTMLElement {
  /** @type {HTMLCanvasElement[]} */
  #canvases = [];
  #note = make("p", { class: "soft spectrogram-note", role: "status" });
  #scales = make("div", { class: "lane-labels" });
  #ruler = make("canvas", { class: "ruler", "aria-hidden": "true" });
  /** @type {Worker|null} */
  #worker = null;
  /** Counts orders, so that a picture of an earlier view is not shown. */
  #order = 0;
  /** @type {Picture|null} */
  #picture = null;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  #watch = new ResizeObserver(() => this.#paint());
  #stop = new AbortController();

  /**
   * @param {{lanes: Lane[], view: View, player: Player}} options
   */
  constructor({ lanes, view, player }) {
    super();
    this.lanes = lanes;
    this.view = view;
    this.player = player;
  }

  connectedCallback() {
    this.className = "spectrogram";
    this.#canvases = this.lanes.map(({ role, label }) =>
      make("canvas", { class: `lane ${role}`, role: "img", "aria-label": say("Spectrogram: %(who)s", { who: label || say("Clip") }) }),
    );
    this.replaceChildren(this.#scales, make("div", { class: "spectrogram-lanes" }, ...this.#canvases, this.#ruler, this.#note));
    this.#worker = new Worker(new URL("./spectrogram-worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#show(data);
    this.#stop = new AbortController();
    const until = { signal: this.#stop.signal };
    this.view.addEventListener("change", () => this.#later(), until);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#paint(), until);
    this.#watch.observe(this);
    void this.#compute();
  }

  disconnectedCallback() {
    this.#stop.abort();
    this.#watch.disconnect();
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** After the view has come to rest: each part of it costs its bytes. */
  #later() {
    clearTimeout(this.#timer);
    this.#picture = null;
    this.#paint();
    this.#timer = setTimeout(() => void this.#compute(), PAUSE_MS);
  }

  async #compute() {
    const order = (this.#order += 1);
    const { start, end, length } = this.view;
    const file = this.player.file;
    if (length > LONGEST_SPECTROGRAM_S || !file) return this.#tell(say("Zoom in to a minute or less to see the spectrogram."));
    this.#tell(say("Computing the spectrogram…"));
    try {
      const { rate, channels } = await file.read({ start, end });
      if (order !== this.#order || !this.#worker) return;
      const top = Math.min(TOP_HZ, rate / 2);
      this.#label(top);
      const columns = Math.min(MOST_COLUMNS, Math.max(1, this.#ruler.clientWidth));
      this.#worker.postMessage({ id: order, rate, channels, columns, rows: ROWS, top }, channels.map(({ buffer }) => buffer));
    } catch (failure) {
      if (!isOfSound(failure)) throw failure;
      if (order === this.#order) this.#tell(say("The sound for the spectrogram did not come."));
    }
  }

  /** @param {Picture} picture */
  #show(picture) {
    if (picture.id !== this.#order) return;
    this.#picture = picture;
    this.#tell("");
    this.#paint();
  }

  /** @param {string} words */
  #tell(words) {
    this.#note.textContent = words;
    this.#note.hidden = !words;
  }

  /** Say the frequencies beside each lane.
   * @param {number} top */
  #label(top) {
    const kilohertz = (/** @type {number} */ hertz) => say("%(n)s kHz", { n: Math.round(hertz / 100) / 10 });
    const scale = () => make("span", { class: "scale" }, make("span", {}, kilohertz(top)), make("span", {}, kilohertz(top / 2)), make("span", {}, say("0 Hz")));
    this.#scales.replaceChildren(...this.lanes.map(scale));
  }

  #paint() {
    drawRuler(this.#ruler, this.view);
    for (const [index, canvas] of this.#canvases.entries()) {
      const pen = freshPen(canvas);
      const levels = this.#picture?.lanes[this.lanes[index]?.channel ?? 0];
      if (pen && levels && this.#picture) draw(pen, canvas, levels, this.#picture);
    }
  }
}

/**
 * Draw levels as strengths of the lane's own colour, which suits light and dark.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {HTMLCanvasElement} canvas
 * @param {Uint8Array} levels
 * @param {Picture} picture
 */
function draw(pen, canvas, levels, { columns, rows }) {
  const small = new OffscreenCanvas(columns, rows);
  const brush = small.getContext("2d");
  if (!brush) return;
  brush.fillStyle = getComputedStyle(canvas).color;
  brush.fillRect(0, 0, columns, rows);
  const picture = brush.getImageData(0, 0, columns, rows);
  for (const [at, level] of levels.entries()) picture.data[4 * at + 3] = level;
  brush.putImageData(picture, 0, 0);
  pen.drawImage(small, 0, 0, canvas.clientWidth, canvas.clientHeight);
}

customElements.define("ear-spectrogram", Spectrogram);
