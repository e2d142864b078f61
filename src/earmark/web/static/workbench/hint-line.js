/** One quiet line of advice with a button that puts it away. It never takes the focus. */

import { keepFocusOnPress } from "./focus.js";
import { make } from "./markup.js";
import { say } from "./texts.js";

/** @typedef {import("./shapes.js").Finding} Finding */

/** The gravest comes first. */
const SEVERITIES = ["error", "warning", "hint"];

export class HintLine {
  #words = make("p", { class: "hint-words", role: "status", "aria-live": "polite" });
  #away = make("button", { type: "button", class: "hint-away", hidden: true }, "×");
  /** @type {Finding|null} What is shown: one at a time, since more is no longer quiet. */
  finding = null;

  /** @param {{back: () => void, putAway: (finding: Finding) => void}} options `back` gives the focus to what it is about. */
  constructor({ back, putAway }) {
    this.#away.setAttribute("aria-label", say("No more hints here"));
    this.#away.title = say("No more hints here");
    keepFocusOnPress(this.#away);
    this.#away.addEventListener("click", () => {
      if (document.activeElement === this.#away) back();
      if (this.finding) putAway(this.finding);
      this.show(null);
    });
    this.element = make("div", { class: "hint" }, this.#words, this.#away);
  }

  /** @param {Finding|null} finding
   * @param {string} [strength] What is well already, said before it. */
  show(finding, strength = "") {
    this.finding = finding;
    const words = finding ? [strength, finding.message, finding.suggestion].filter(Boolean).join(" ") : "";
    if (this.#words.textContent !== words) this.#words.textContent = words;
    this.#away.hidden = !finding;
    this.element.classList.toggle("speaks", finding !== null);
  }
}

/** The gravest of some findings, null for none.
 * @param {Finding[]} findings */
export function gravestOf(findings) {
  const [gravest = null] = SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
  return gravest;
}
