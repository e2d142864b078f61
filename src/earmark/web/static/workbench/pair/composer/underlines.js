/** Lines under words of a text box: the same text lies behind it, unseen but for its marks. */

import { make } from "../../markup.js";

export class Underlines {
  #text = make("div", { class: "underlines", "aria-hidden": "true", hidden: true });

  /** @param {HTMLTextAreaElement} box */
  constructor(box) {
    this.box = box;
    box.before(this.#text);
    box.addEventListener("scroll", () => (this.#text.scrollTop = box.scrollTop));
    new ResizeObserver(() => this.#place()).observe(box);
  }

  /** @param {{start: number, end: number}[]} marks In the order of the text. */
  show(marks) {
    const { value } = this.box;
    this.#text.hidden = marks.length === 0; // nor does it take room
    this.#place();
    let at = 0;
    const parts = marks.flatMap(({ start, end }) => {
      const before = value.slice(at, start);
      at = end;
      return [before, make("span", { class: "underline" }, value.slice(start, end))];
    });
    this.#text.replaceChildren(...(marks.length ? [...parts, `${value.slice(at)}\n`] : []));
    this.#text.scrollTop = this.box.scrollTop;
  }

  #place() {
    const { offsetTop, offsetLeft, clientWidth, offsetHeight } = this.box;
    for (const [name, value] of Object.entries({ top: offsetTop, left: offsetLeft, width: clientWidth + 2, height: offsetHeight })) this.#text.style.setProperty(name, `${value}px`);
  }
}
