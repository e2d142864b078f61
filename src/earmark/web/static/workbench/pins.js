/** Where the evidence of a turn lies on the lanes: a mark for each stretch, and in full the one whose chip is pointed at. */

import { make } from "./markup.js";

/** @typedef {import("./shapes.js").Evidence} Evidence */

export class Pins extends HTMLElement {
  /** @type {Evidence[]} */
  #evidence = [];
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
    this.view.addEventListener("change", () => this.#draw(), { signal: this.#stop.signal });
    this.#draw();
  }

  disconnectedCallback() {
    this.#stop.abort();
  }

  /** @param {Evidence[]} evidence */
  show(evidence) {
    if (JSON.stringify(evidence) === JSON.stringify(this.#evidence)) return;
    this.#evidence = evidence;
    this.#draw();
  }

  /** @param {Evidence|null} one What is pointed at, or nothing any more. */
  point(one) {
    this.#pointed = one;
    this.#draw();
  }

  #draw() {
    this.replaceChildren(...this.#evidence.map((one) => this.#pin(one)));
  }

  /** @param {Evidence} one */
  #pin({ start_s: start, end_s: end }) {
    const isPointed = start === this.#pointed?.start_s && end === this.#pointed.end_s;
    const pin = make("span", { class: isPointed ? "pin pointed" : "pin" });
    pin.style.setProperty("left", `${this.view.percent(start)}%`);
    pin.style.setProperty("width", `${this.view.percent(end) - this.view.percent(start)}%`);
    return pin;
  }
}

customElements.define("ear-pins", Pins);
