/** Criteria as tags: each opens to its question while it is pointed at, and is named in the answer once chosen. */

import { keepFocusOnPress } from "./focus.js";
import { freshId, make, withTerm } from "./markup.js";
import { inLanguage, say } from "./texts.js";

/** @typedef {import("./shapes.js").Criterion} Criterion */

export class CriteriaTags {
  /** @type {Map<string, HTMLButtonElement>} */
  #tags = new Map();
  #asked = make("p", { class: "criterion", id: freshId() });

  /**
   * @param {Criterion[]} criteria
   * @param {{name: string, rest: string, change: (chosen: string[]) => void}} options `rest` is said while no
   *   criterion is pointed at.
   */
  constructor(criteria, { name, rest, change }) {
    this.rest = rest;
    const row = make("div", { class: "tags", role: "group", "aria-label": say("Criteria") });
    for (const criterion of criteria) {
      const tag = make(
        "button",
        {
          type: "button",
          class: "tag",
          "aria-pressed": "false",
          "data-focus": `${name}.${criterion.id}`,
          "aria-description": inLanguage(criterion.question),
        },
        ...withTerm(inLanguage(criterion.title)),
      );
      keepFocusOnPress(tag);
      tag.addEventListener("click", () => change(this.#toggled(criterion.id)));
      for (const event of ["focus", "mouseenter"]) tag.addEventListener(event, () => this.#ask(criterion));
      for (const event of ["blur", "mouseleave"]) tag.addEventListener(event, () => this.#ask(null));
      this.#tags.set(criterion.id, tag);
      row.append(tag);
    }
    row.addEventListener("keydown", (event) => this.#step(event));
    this.element = make("div", { class: "criteria" }, row, this.#asked);
    this.#ask(null);
  }

  /** Go to the first of those that are chosen, or the first of all. */
  focus() {
    const tags = [...this.#tags.values()];
    (tags.find((tag) => tag.getAttribute("aria-pressed") === "true") || tags[0])?.focus();
  }

  /** Left and right go from tag to tag.
   * @param {KeyboardEvent} event */
  #step(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tags = [...this.#tags.values()];
    const at = tags.findIndex((tag) => tag === document.activeElement);
    if (!by || at < 0) return;
    event.preventDefault();
    tags[(at + by + tags.length) % tags.length]?.focus();
  }

  /** @param {string[]} chosen */
  update(chosen) {
    for (const [id, tag] of this.#tags) tag.setAttribute("aria-pressed", String(chosen.includes(id)));
  }

  /** @param {string} id */
  #toggled(id) {
    const pressed = (/** @type {HTMLButtonElement} */ tag) => tag.getAttribute("aria-pressed") === "true";
    return [...this.#tags].filter(([other, tag]) => pressed(tag) !== (other === id)).map(([other]) => other);
  }

  /** @param {Criterion|null} criterion */
  #ask(criterion) {
    this.#asked.textContent = inLanguage(criterion?.question) || this.rest;
    this.#asked.classList.toggle("rest", criterion === null);
  }
}
