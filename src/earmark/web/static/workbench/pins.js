/** Where the evidence of a turn lies on the lanes: a mark for each stretch, and in full the one whose chip is pointed at. */

import { make } from "./markup.js";

/** @typedef {import("./shapes.js").Evidence} Evidence */

export class Pins extends HTMLElement {
  /** @type {{one: Evidence, pin: HTMLElement}[]} */
  #pins = [];
  /** @type {Evidence|null} */
  #pointed = null;
  #stop = new AbortController();

  /** @param {import("./view.js").View} view */
  constructor(view) {
    super();
    this.view = view;
  }

  connectedCallback() {
    this.setAttribute("aria-hidden", "true"); // the chips say it in words
    this.#stop = new AbortController();
    this.view.addEventListener("change", () => this.#place(), { signal: this.#stop.signal });
    this.#place();
  }

  disconnectedCallback() {
    this.#stop.abort();
  }

  /** @param {Evidence[]} evidence */
  show(evidence) {
    if (JSON.stringify(evidence) === JSON.stringify(this.#pins.map(({ one }) => one))) return;
    this.#pins = evidence.map((one) => ({ one, pin: make("span", { class: "pin" }) }));
    this.replaceChildren(...this.#pins.map(({ pin }) => pin));
    this.#place();
  }

  /** @param {Evidence|null} one What is pointed at, or nothing any more. */
  point(one) {
    this.#pointed = one;
    this.#place();
  }

  #place() {
    for (const { one, pin } of this.#pins) {
      const [left, right] = [one.start_s, one.end_s].map((at) => this.view.percent(at));
      pin.style.setProperty("left", `${left}%`);
      pin.style.setProperty("width", `${(right ?? 0) - (left ?? 0)}%`);
      pin.classList.toggle("pointed", one.start_s === this.#pointed?.start_s && one.end_s === this.#pointed.end_s);
    }
  }
}

customElements.define("ear-pins", Pins);
