/** The whole recording in a strip: every turn, what is in view, and the playhead. A press or a pull brings that part into view. */

import { timeOf } from "./clock.js";
import { keepFocusOnPress } from "./focus.js";
import { make } from "./markup.js";
import { progressOf } from "./missing.js";
import { placeHead } from "./playhead.js";
import { say } from "./texts.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./work.js").Work} Work */

/** From this length on the strip is there even while all is in view. */
export const LONG_S = 120;
/** @type {Record<string, number>} */
const KEYS = { ArrowLeft: -0.25, ArrowRight: 0.25, PageUp: -0.9, PageDown: 0.9 };

export class Strip extends HTMLElement {
  #window = make("div", { class: "strip-window" });
  #head = make("div", { class: "playhead" });
  /** @type {Map<string, HTMLElement>} */
  #blocks = new Map();
  #stop = new AbortController();

  /**
   * @param {Work} work
   * @param {View} view
   */
  constructor(work, view) {
    super();
    this.work = work;
    this.view = view;
  }

  connectedCallback() {
    this.className = "strip";
    for (const [name, value] of Object.entries({ role: "scrollbar", tabindex: "0", "aria-orientation": "horizontal", "aria-label": say("Part in view"), "aria-valuemin": "0", "aria-valuemax": "100" })) {
      this.setAttribute(name, value);
    }
    this.#blocks = new Map(this.work.turns.map((turn) => [turn.id, make("i", { class: `strip-turn ${turn.role}` })]));
    for (const turn of this.work.turns) this.#lay(/** @type {HTMLElement} */ (this.#blocks.get(turn.id)), turn.start_s, turn.end_s);
    this.replaceChildren(...this.#blocks.values(), this.#window, this.#head);
    keepFocusOnPress(this);
    this.#stop = new AbortController();
    const until = { signal: this.#stop.signal };
    this.addEventListener("pointerdown", (event) => this.#press(event), until);
    this.addEventListener("pointermove", (event) => this.hasPointerCapture(event.pointerId) && this.#centre(event), until);
    this.addEventListener("keydown", (event) => this.#key(event), until);
    this.view.addEventListener("change", () => this.#show(), until);
    this.#show();
    this.refresh();
  }

  disconnectedCallback() {
    this.#stop.abort();
  }

  refresh() {
    for (const turn of this.work.agentTurns) {
      const block = /** @type {HTMLElement} */ (this.#blocks.get(turn.id));
      block.dataset.progress = progressOf(this.work, turn.id);
      block.classList.toggle("now", turn.id === this.work.target);
    }
  }

  /** @param {number} seconds */
  moveTo(seconds) {
    placeHead(this.#head, (100 * seconds) / this.view.duration);
  }

  /**
   * @param {HTMLElement} block
   * @param {number} start
   * @param {number} end
   */
  #lay(block, start, end) {
    block.style.setProperty("left", `${(100 * start) / this.view.duration}%`);
    block.style.setProperty("width", `${(100 * (end - start)) / this.view.duration}%`);
  }

  #show() {
    const { start, end, duration, isWhole } = this.view;
    this.hidden = isWhole && duration < LONG_S;
    this.#lay(this.#window, start, end);
    this.setAttribute("aria-valuenow", String(Math.round((100 * (start + end)) / 2 / duration)));
    this.setAttribute("aria-valuetext", say("%(start)s to %(end)s", { start: timeOf(start), end: timeOf(end) }));
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0) return;
    this.setPointerCapture(event.pointerId);
    this.#centre(event);
  }

  /** @param {PointerEvent} event */
  #centre(event) {
    const box = this.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * this.view.duration;
    this.view.scroll(at - (this.view.start + this.view.end) / 2);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = KEYS[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    this.view.scroll(by * this.view.length);
  }
}

customElements.define("ear-strip", Strip);
