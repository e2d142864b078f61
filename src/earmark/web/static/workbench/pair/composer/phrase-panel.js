/** The phrasebook beside the text: five pages, a search over the one in view, and what is chosen goes into the text. */

import { freshId, make } from "../../markup.js";
import { say } from "../../texts.js";
import { PAGES, sectionsOf } from "./book.js";

/** @typedef {import("./book.js").Book} Book */
/** @typedef {import("./book.js").Entry} Entry */
/** @typedef {import("./book.js").Page} Page */

/** @type {Record<Page, () => string>} */
const NAMES = {
  phrases: () => say("Phrases"),
  templates: () => say("Templates"),
  dictionary: () => say("Dictionary"),
  rationales: () => say("Examples"),
  notes: () => say("Notes"),
};

export class PhrasePanel {
  /** @type {Book|null} */
  #book = null;
  /** @type {Page} */
  #page = "phrases";
  #search = make("input", { type: "search", class: "input", "data-focus": "phrasebook-search" });
  #told = make("p", { class: "soft told", role: "status" });
  #list = make("div", { class: "entries", id: freshId() });
  /** @type {Map<Page, HTMLButtonElement>} */
  #tabs = new Map();

  /**
   * @param {() => Promise<Book>} load
   * @param {{put: (words: string) => void, fillIn: (words: string) => string, leave: () => void}} actions Put words into
   *   the text; fill in what is known; go back to the text.
   */
  constructor(load, { put, fillIn, leave }) {
    this.load = load;
    this.put = put;
    this.fillIn = fillIn;
    this.leave = leave;
    const tabs = make("div", { class: "book-pages", role: "tablist", "aria-label": say("Pages of the phrasebook") }, ...PAGES.map((page) => this.#tab(page)));
    this.#search.setAttribute("aria-label", say("Search this page, in English or Korean"));
    this.#search.placeholder = say("Search this page, in English or Korean");
    this.#search.addEventListener("input", () => this.#show());
    this.element = make("aside", { class: "phrase-panel", "aria-label": say("Phrasebook") }, tabs, this.#search, this.#told, this.#list);
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Fetch the book, if it is not here, and go to the search. */
  async open() {
    this.#search.focus();
    if (this.#book) return this.#show(); // what is known to be filled in may have changed
    this.#told.textContent = say("The phrasebook is on its way…");
    const book = await this.load().catch(() => null);
    this.#book = book;
    if (book) this.#show();
    else this.#told.textContent = say("The server did not answer. Try again in a moment.");
  }

  /** @param {Page} page */
  #tab(page) {
    const tab = make("button", { type: "button", class: "book-page", role: "tab", "aria-controls": this.#list.id, onclick: () => this.#turnTo(page) }, NAMES[page]());
    this.#tabs.set(page, tab);
    tab.tabIndex = page === this.#page ? 0 : -1;
    tab.setAttribute("aria-selected", String(page === this.#page));
    return tab;
  }

  /** @param {Page} page */
  #turnTo(page) {
    this.#page = page;
    for (const [name, tab] of this.#tabs) {
      tab.tabIndex = name === page ? 0 : -1;
      tab.setAttribute("aria-selected", String(name === page));
    }
    this.#show();
    this.#list.scrollTo(0, 0);
  }

  #show() {
    if (!this.#book) return;
    const sections = sectionsOf(this.#book, this.#page, this.#search.value);
    const n = sections.reduce((sum, { entries }) => sum + entries.length, 0);
    this.#told.textContent = n === 0 ? say("Nothing here holds these words.") : this.#search.value.trim() ? say("%(n)s found", { n }) : "";
    this.#count(this.#book);
    this.#list.replaceChildren(
      ...sections.map(({ title, note, entries }) =>
        make("section", {}, make("h3", {}, title), note ? make("p", { class: "use" }, note) : null, ...entries.map((entry) => this.#entry(entry))),
      ),
    );
  }

  /** Beside the name of each page, while one searches, how much it holds of it.
   * @param {Book} book */
  #count(book) {
    const wanted = this.#search.value;
    for (const [page, tab] of this.#tabs) {
      const n = wanted.trim() ? sectionsOf(book, page, wanted).reduce((sum, { entries }) => sum + entries.length, 0) : 0;
      tab.replaceChildren(NAMES[page](), ...(n ? [make("span", { class: "soft" }, ` ${n}`)] : []));
    }
  }

  /** @param {Entry} entry */
  #entry({ words, gloss, note, tags, isPut }) {
    const parts = [
      tags.length ? make("span", { class: "entry-tags" }, ...tags.map((tag) => make("span", { class: "badge" }, tag))) : null,
      make("span", { class: "entry-words", lang: "en" }, ...withSlots(this.fillIn(words))),
      gloss ? make("span", { class: "entry-gloss", lang: "ko" }, ...withSlots(this.fillIn(gloss))) : null,
      note ? make("span", { class: "entry-note" }, note) : null,
    ];
    if (!isPut) return make("div", { class: "entry", tabindex: 0, role: "article" }, ...parts);
    return make("button", { type: "button", class: "entry", onclick: () => this.put(words) }, ...parts);
  }

  /** Up and down go through what is found, left and right from page to page, Escape back to the text.
   * @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const entries = /** @type {HTMLElement[]} */ ([...this.#list.querySelectorAll(".entry")]);
    const at = entries.findIndex((entry) => entry === document.activeElement);
    const isTab = document.activeElement?.getAttribute("role") === "tab";
    if (event.key === "Escape") this.leave();
    else if (event.key === "ArrowDown") (isTab ? this.#search : entries[at + 1])?.focus();
    else if (event.key === "ArrowUp") (at > 0 ? entries[at - 1] : at === 0 ? this.#search : this.#tabs.get(this.#page))?.focus();
    else if (event.key === "Enter" && document.activeElement === this.#search) entries[0]?.focus();
    else if (isTab && ["ArrowLeft", "ArrowRight"].includes(event.key)) this.#stepTab(event.key === "ArrowRight" ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} by */
  #stepTab(by) {
    const page = PAGES[(PAGES.indexOf(this.#page) + by + PAGES.length) % PAGES.length] ?? "phrases";
    this.#turnTo(page);
    this.#tabs.get(page)?.focus();
  }
}

/** Words with their placeholders set apart.
 * @param {string} words */
function withSlots(words) {
  return words.split(/(\{[a-z][a-z0-9-]*\})/).map((part) => (part.startsWith("{") ? make("span", { class: "slot" }, part.slice(1, -1)) : part));
}
