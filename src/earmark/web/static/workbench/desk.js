/** What every desk has: a bar of actions with what is said above it, ways out, and a rest while answers are sent. */

import { EarlyTyping } from "./early-typing.js";
import { focusIn, keepFocusOnPress, restoreFocus } from "./focus.js";
import { keycap, make, withTerm } from "./markup.js";
import { keyOf } from "./remapping.js";
import { inLanguage, say } from "./texts.js";

/** @typedef {import("./keys.js").Binding} Binding */
/** @typedef {import("./shapes.js").Discard} Discard */
/** @typedef {import("./shapes.js").Exit} Exit */
/** @typedef {{submit: () => Promise<void>, leave: (discard: Discard) => Promise<void>}} Ways What happens once the rater is through. */

export class Desk extends HTMLElement {
  /** How far the rater is. */
  status = make("button", { type: "button", class: "button bare status" });
  /** The one primary action. */
  next = make("button", { type: "button", class: "button main next", "data-focus": "next" });
  #notice = make("p", { class: "notice", role: "alert", hidden: true });
  #quiet = make("p", { class: "quiet", role: "status", hidden: true });
  /** @type {Discard|null} Why the rater wants to leave the item: it is on its way, or did not arrive. */
  #leaving = null;
  #early = new EarlyTyping();
  /** What was said of letters that came too early, until what they were about is open. */
  #saidEarly = "";
  /** @type {import("./focus.js").Focus} Where the focus was before the desk was busy. */
  #focus = { name: undefined, caret: null };

  /** @param {Ways} ways */
  constructor(ways) {
    super();
    this.ways = ways;
    this.next.addEventListener("click", () => this.goOn());
    // Enter held down brings the focus here, and must not press it too.
    this.next.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
  }

  /** The main action; each desk has its own. */
  goOn() {}

  /** Ask why, and leave the item, or what else the exit is for; each desk has its own.
   * @param {Exit} _exit */
  async leaveBy(_exit) {}

  /** Say something above the bar of actions; an empty text takes it away.
   * @param {string} words */
  notify(words) {
    this.#notice.textContent = words;
    this.#notice.hidden = !words;
  }

  /** Say something that asks for nothing; it stays until the rater goes on.
   * @param {string} words */
  mention(words) {
    this.#quiet.textContent = words;
    this.#quiet.hidden = !words;
  }

  /** Take back what was mentioned, unless something else has been since.
   * @param {string} words */
  retract(words) {
    if (this.#quiet.textContent === words) this.mention("");
  }

  /** Whether a key is to do nothing now.
   * @param {string} _key
   * @param {Binding|undefined} _binding What it would do.
   * @returns {boolean} */
  withholds(_key, _binding) {
    return false;
  }

  /** Whether a key is taken for a letter that was meant for words, before there are any to write; it says why.
   * @param {string} key
   * @param {Binding|undefined} binding
   * @param {string} why What the words wait for. */
  takesEarly(key, binding, why) {
    if (!this.#early.takes(key, binding, performance.now())) return false;
    this.#saidEarly = say("%(why)s. Until then keys play and move; everything else has its button.", { why });
    this.mention(this.#saidEarly);
    return true;
  }

  /** What letters came too early for is open by now. */
  retractEarly() {
    this.retract(this.#saidEarly);
  }

  get busy() {
    return this.inert;
  }

  /** While the answers are on their way nothing can be changed: it would be neither in them nor in a draft.
   * @param {boolean} isBusy */
  set busy(isBusy) {
    if (isBusy) this.#focus = focusIn(this);
    this.next.setAttribute("aria-busy", String(isBusy));
    this.inert = isBusy;
    if (!isBusy) restoreFocus(this, this.#focus);
  }

  /** What was said of an exit that did not arrive, to begin with.
   * @param {Exit} exit */
  saidBefore(exit) {
    return this.#leaving?.exit === exit.id ? this.#leaving : null;
  }

  /** Leave the item.
   * @param {Discard} discard */
  async leave(discard) {
    this.#leaving = discard;
    await this.ways.leave(discard);
  }

  /** Keys of the ways out.
   * @param {Exit[]} exits
   * @returns {Binding[]} */
  exitKeys(exits) {
    return exits.flatMap((exit) =>
      exit.key ? [{ id: `exit:${exit.id}`, keys: [exit.key], words: inLanguage(exit.title), rests: true, run: () => void this.leaveBy(exit) }] : [],
    );
  }

  /** The bar of actions, in the language of the page.
   * @param {Exit[]} exits */
  foot(exits) {
    const buttons = exits.map((exit) => {
      const button = make("button", { type: "button", class: "button exit-button" }, make("span", {}, ...withTerm(inLanguage(exit.title))), exit.key ? keycap(keyOf(`exit:${exit.id}`, exit.key)) : null);
      button.addEventListener("click", () => this.leaveBy(exit));
      return button;
    });
    for (const button of [this.status, ...buttons, this.next]) keepFocusOnPress(button);
    return make("footer", { class: "desk-foot" }, this.#notice, this.#quiet, make("div", { class: "foot-row" }, this.status, ...buttons, make("span", { class: "space" }), this.next));
  }
}
