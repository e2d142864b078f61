/** A row of cards of which one is chosen: native radio buttons, so that arrows and screen readers just work. */

import { freshId, make, withTerm } from "./markup.js";

/** @typedef {{value: string, mark: string, label: string, anchor: string}} Card */

export class RadioCards {
  /** @type {HTMLInputElement[]} */
  #inputs = [];
  #lock = "";
  #lockId = freshId();
  #lockNote = make("span", { class: "visually-hidden", id: this.#lockId });

  /**
   * @param {Card[]} cards
   * @param {{labelledBy: string, pick: (value: string) => void, name: string}} options
   */
  constructor(cards, { labelledBy, pick, name }) {
    const group = freshId();
    this.element = make("div", {
      class: "cards",
      role: "radiogroup",
      "aria-labelledby": labelledBy,
      "aria-describedby": this.#lockId,
      "data-count": cards.length,
    });
    for (const card of cards) {
      const input = make("input", { type: "radio", name: group, value: card.value, "data-focus": `${name}.${card.value}` });
      // A click comes before the change, from arrows too, so that a locked card can be left as it was.
      input.addEventListener("click", (event) => this.#lock && event.preventDefault());
      input.addEventListener("change", () => !this.#lock && pick(card.value));
      this.#inputs.push(input);
      this.element.append(
        make(
          "label",
          { class: "pick" },
          input,
          make("b", {}, card.mark),
          make("span", { class: "pick-label" }, ...withTerm(card.label)),
          make("span", { class: "pick-anchor" }, card.anchor),
        ),
      );
    }
    this.element.append(this.#lockNote);
  }

  /**
   * @param {string|undefined} chosen
   * @param {string} lock Why nothing can be chosen yet, or an empty text.
   */
  update(chosen, lock) {
    this.#lock = lock;
    this.element.setAttribute("aria-disabled", String(lock !== ""));
    this.element.title = lock;
    this.#lockNote.textContent = lock;
    for (const input of this.#inputs) {
      input.checked = input.value === chosen;
      input.closest("label")?.classList.toggle("chosen", input.checked);
    }
  }

  focus() {
    (this.#inputs.find((input) => input.checked) || this.#inputs[0])?.focus();
  }
}
