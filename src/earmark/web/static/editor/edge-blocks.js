/** The turns as blocks under the lanes, users above, agents below; the edges of the chosen one can be dragged. */

import { timeOf } from "../workbench/clock.js";
import { make } from "../workbench/markup.js";
import { say } from "../workbench/texts.js";

/** @typedef {import("./edit-list.js").Edge} Edge */
/** @typedef {import("./edit-list.js").EditedTurn} EditedTurn */
/** @typedef {import("./edit-list.js").EditList} EditList */
/** @typedef {import("../workbench/view.js").View} View */

export class EdgeBlocks extends HTMLElement {
  #stop = new AbortController();
  #rows = { user: make("div", { class: "turn-row user" }), agent: make("div", { class: "turn-row agent" }) };

  /**
   * @param {EditList} list
   * @param {{view: View, shade: (turn: EditedTurn) => void}} options `shade` shows a turn on the lanes while its edge
   *   is dragged.
   */
  constructor(list, { view, shade }) {
    super();
    this.list = list;
    this.view = view;
    this.shade = shade;
  }

  connectedCallback() {
    this.className = "edge-blocks";
    this.setAttribute("aria-hidden", "true"); // what it shows is in the list below, for eyes and screen readers
    this.replaceChildren(this.#rows.user, this.#rows.agent);
    this.#stop = new AbortController();
    this.view.addEventListener("change", () => this.refresh(), { signal: this.#stop.signal });
    this.refresh();
  }

  disconnectedCallback() {
    this.#stop.abort();
  }

  /** Make the blocks that are in view, so that a long call costs no more than a short one. */
  refresh() {
    const [from, to] = [this.view.at(0), this.view.at(1)];
    for (const role of /** @type {const} */ (["user", "agent"])) {
      const own = [...this.list.turns.entries()].filter(([, turn]) => turn.role === role && turn.end >= from && turn.start <= to);
      this.#rows[role].replaceChildren(...own.map(([index, turn]) => this.#block(turn, index)));
    }
  }

  /** @param {EditedTurn} turn
   * @param {number} index */
  #block(turn, index) {
    const isChosen = index === this.list.chosen;
    const block = make("div", { class: `turn ${turn.role}${isChosen ? " now" : ""}`, title: `${index + 1} · ${timeOf(turn.start)}–${timeOf(turn.end)}` });
    this.#place(block, turn);
    block.addEventListener("click", () => this.list.choose(index));
    if (isChosen) block.append(...(/** @type {const} */ (["start", "end"]).map((edge) => this.#handle(block, turn, edge))));
    return block;
  }

  /** @param {HTMLElement} block
   * @param {EditedTurn} turn
   * @param {Edge} edge */
  #handle(block, turn, edge) {
    const handle = make("span", { class: "grip", "data-edge": edge, title: edge === "start" ? say("Drag the start") : say("Drag the end") });
    const moved = { ...turn };
    handle.addEventListener("click", (event) => event.stopPropagation());
    handle.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
    });
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      moved[edge] = this.#timeAt(event.clientX);
      if (moved.end > moved.start) {
        this.#place(block, moved);
        this.shade(moved);
      }
    });
    handle.addEventListener("pointerup", (event) => {
      if (handle.hasPointerCapture(event.pointerId)) this.list.moveEdge(edge, this.#timeAt(event.clientX));
    });
    return handle;
  }

  /** @param {number} x Of the window, in pixels. */
  #timeAt(x) {
    const box = this.#rows.user.getBoundingClientRect();
    return this.view.at((x - box.left) / box.width);
  }

  /** @param {HTMLElement} block
   * @param {EditedTurn} turn */
  #place(block, { start, end }) {
    const [left, right] = [this.view.percent(start), this.view.percent(end)];
    block.style.setProperty("left", `${left}%`);
    block.style.setProperty("width", `${right - left}%`);
  }
}

customElements.define("ear-edge-blocks", EdgeBlocks);
