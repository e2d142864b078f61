/** A draft in one's own language, kept beside the text: an answer of its own, stored and exported apart. */

import { freshId, make } from "../../markup.js";
import { say } from "../../texts.js";

export class DraftPane {
  #told = make("p", { class: "soft told", id: freshId() }, say("For yourself: it is stored and exported beside the rationale, and never judged as one."));

  /**
   * @param {string} language
   * @param {{name: string, change: (text: string) => void}} options
   */
  constructor(language, { name, change }) {
    const id = freshId();
    this.box = make("textarea", { id, class: "input", rows: 5, lang: language, "data-focus": name, "aria-describedby": this.#told.id });
    this.box.addEventListener("input", () => change(this.box.value));
    this.element = make("div", { class: "draft-pane", hidden: true }, make("label", { for: id }, draftName(language)), this.box, this.#told);
  }

  /** @param {string} text */
  update(text) {
    if (this.box.value !== text) this.box.value = text;
  }

  /** @param {boolean} isShown */
  show(isShown) {
    this.element.hidden = !isShown;
  }
}

/** @param {string} language */
export function draftName(language) {
  const name = new Intl.DisplayNames([document.documentElement.lang], { type: "language" }).of(language);
  return say("Draft: %(language)s", { language: name || language });
}
