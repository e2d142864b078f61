/** A sound that does not play: what is being done about it, and in the end the way out with the reason filled in. */

import { make } from "./markup.js";
import { accountOf } from "./recovery.js";
import { inLanguage, say } from "./texts.js";

/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("./shapes.js").Discard} Discard */
/** @typedef {import("./shapes.js").Exit} Exit */
/** @typedef {import("./work.js").Work} Work */

export class CannotPlay extends HTMLElement {
  /**
   * @param {Work} work
   * @param {Player} player
   * @param {{giveUp: (exit: Exit, filled: Discard) => void}} actions
   */
  constructor(work, player, { giveUp }) {
    super();
    this.work = work;
    this.player = player;
    this.giveUp = giveUp;
  }

  connectedCallback() {
    this.className = "cannot-play";
    this.setAttribute("role", "alert");
    this.refresh();
  }

  refresh() {
    const { fault, failed, isAway, isSilent } = this.player;
    this.hidden = !fault && !isAway && !isSilent;
    if (isSilent) this.replaceChildren(make("p", {}, say("No sound comes: this device plays none at the moment. Connect or choose headphones or loudspeakers, close other programs that use them, then play again. If that does not help, load the page again.")));
    else if (isAway) this.replaceChildren(make("p", {}, say("The sound does not come, since the server does not answer. It is tried again by itself.")));
    else if (fault && !failed) this.replaceChildren(make("p", {}, say("The sound does not play. Trying again…")));
    else if (fault) this.replaceChildren(make("p", {}, make("strong", {}, say("This cannot be played.")), " ", accountOf(fault)), this.#ways());
    else this.replaceChildren();
  }

  #ways() {
    const again = make("button", { type: "button", class: "button", onclick: () => this.player.reload() }, say("Try again"));
    const exit = this.#exit;
    if (!exit) return make("div", { class: "actions" }, again);
    const out = make("button", { type: "button", class: "button main", "data-focus": "cannot-play", onclick: () => this.#leave(exit) }, inLanguage(exit.title));
    return make("div", { class: "actions" }, again, out);
  }

  /** The protocol's way out for it, or else the first by which a whole item is discarded. */
  get #exit() {
    const { exits } = this.work.protocol;
    return exits.find(({ unplayable }) => unplayable) ?? exits.find(({ act, scopes }) => act === "discard" && scopes.includes("item"));
  }

  /** @param {Exit} exit */
  #leave(exit) {
    const { fault } = this.player;
    if (!fault) return;
    this.giveUp(exit, { exit: exit.id, target: "item", question: null, reason: exit.unplayable ?? "", explanation: accountOf(fault) });
  }
}

customElements.define("ear-cannot-play", CannotPlay);
