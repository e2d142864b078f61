/** One side of a pair on the page: its name, how far it was heard, and its recording with the bar that plays. */

import { getPeaks } from "../api.js";
import { make, withTerm } from "../markup.js";
import { Stage } from "../stage.js";
import { inLanguage, say } from "../texts.js";
import { SIDES } from "../work.js";

/** @typedef {import("../player.js").Player} Player */
/** @typedef {import("../shapes.js").Discard} Discard */
/** @typedef {import("../shapes.js").Exit} Exit */
/** @typedef {import("../shapes.js").Turn} Turn */
/** @typedef {import("./side.js").Side} Side */

export class SideView {
  #badge = make("span", { class: "badge" });
  #title = make("h2", {});

  /**
   * @param {Side} side
   * @param {Player} player
   * @param {{choose: (turn: Turn) => void, giveUp: (exit: Exit, filled: Discard) => void}} actions
   */
  constructor(side, player, actions) {
    this.side = side;
    this.player = player;
    this.stage = new Stage(/** @type {any} */ (side), player, actions); // a side is all that it needs of a work
    this.element = make("section", { class: `side side-${side.id}`, "data-side": side.id }, make("div", { class: "side-head" }, this.#title, this.#badge), this.stage);
    void getPeaks(side.stimulus.peaks_url).then((peaks) => this.stage.fill(peaks), () => undefined);
  }

  /** In the language of the page. */
  build() {
    this.#title.replaceChildren(...withTerm(this.name));
    this.element.setAttribute("aria-label", this.name);
    if (this.stage.isConnected) this.stage.build();
  }

  get name() {
    return inLanguage(this.side.protocol.item.sides[SIDES.indexOf(this.side.id)]);
  }

  /** @param {{isActive: boolean, isLocked: boolean}} state */
  refresh({ isActive, isLocked }) {
    this.element.classList.toggle("active", isActive);
    this.element.classList.toggle("waiting", isLocked);
    this.element.setAttribute("aria-current", String(isActive));
    const words = this.player.playing ? say("playing") : this.side.isHeard ? say("heard to the end") : isLocked ? say("after the other one") : say("to be heard");
    this.#badge.textContent = words;
    this.stage.refresh();
  }
}
