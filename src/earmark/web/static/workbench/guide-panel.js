/** The guideline beside the work: a page of it at a time, the glossary with a search. The place is not lost. */

import { make } from "./markup.js";
import { say } from "./texts.js";

export class GuidePanel extends HTMLElement {
  #search = make("input", { type: "search", class: "input guide-search", "data-focus": "guide-search" });
  #pages = make("select", { class: "rate guide-choice" });
  #page = make("div", { class: "guide-page", tabindex: "0" });
  #none = make("p", { class: "soft", role: "status", hidden: true });
  /** @type {Element|null} What had the focus before. */
  #before = null;
  #shown = "";

  /**
   * @param {string} study
   * @param {string[]} pages Their ids, in order.
   * @param {string} glossary The id of the page that is searched.
   */
  constructor(study, pages, glossary) {
    super();
    this.study = study;
    this.pages = pages;
    this.glossary = glossary;
    this.hidden = true;
    this.className = "guide-panel";
    this.setAttribute("role", "complementary");
    this.#search.addEventListener("input", () => this.#filter());
    this.#pages.addEventListener("change", () => void this.#load(this.#pages.value));
    this.addEventListener("keydown", (event) => event.key === "Escape" && !event.isComposing && this.close());
    this.#page.addEventListener("click", (event) => this.#follow(event));
  }

  /** Open a page of the guideline, or close the panel where that page is open.
   * @param {string} page
   * @param {{search?: boolean}} [options] */
  async turn(page, { search = false } = {}) {
    if (!this.hidden && this.#shown === page && !search) return this.close();
    if (this.hidden) this.#before = document.activeElement;
    this.hidden = false;
    this.#before?.closest(".question")?.scrollIntoView({ block: "nearest" }); // what stands beside it has moved
    this.#head();
    await this.#load(page);
    if (search) {
      this.#search.focus();
      this.#search.select();
    } else this.#page.focus({ preventScroll: true });
  }

  close() {
    if (this.hidden) return;
    this.hidden = true;
    if (this.#before instanceof HTMLElement && this.#before.isConnected) this.#before.focus();
  }

  /** In another language: the head anew, and the page. */
  relabel() {
    if (this.hidden) return;
    this.#head();
    void this.#load(this.#shown);
  }

  #head() {
    this.setAttribute("aria-label", say("Guideline"));
    this.#search.placeholder = say("Search the glossary");
    this.#search.setAttribute("aria-label", say("Search the glossary"));
    this.#pages.setAttribute("aria-label", say("Pages of the guideline"));
    const close = make("button", { type: "button", class: "button bare close", "aria-label": say("Close"), onclick: () => this.close() }, "✕");
    this.replaceChildren(make("div", { class: "guide-head" }, this.#pages, close), this.#search, this.#none, this.#page);
  }

  /** @param {string} page */
  async #load(page) {
    this.#shown = page;
    const answer = await fetch(this.#addressOf(page)).catch(() => null);
    const text = answer?.ok ? await answer.text() : "";
    const found = new DOMParser().parseFromString(text, "text/html");
    const titles = [...found.querySelectorAll(".guide-pages a")].map((link) => link.textContent || "");
    if (titles.length) this.#pages.replaceChildren(...this.pages.map((id, index) => make("option", { value: id }, titles[index])));
    this.#pages.value = page;
    this.#search.hidden = page !== this.glossary;
    const article = found.querySelector("article");
    article?.querySelector("nav")?.remove();
    if (article) this.#page.replaceChildren(...[...article.children].map((part) => document.adoptNode(part)));
    else this.#page.replaceChildren(make("p", {}, say("This page did not come. Try again in a moment.")));
    this.#page.scrollTo(0, 0);
    this.#filter();
  }

  /** @param {string} page */
  #addressOf(page) {
    return `/studies/${encodeURIComponent(this.study)}/guide/${encodeURIComponent(page)}`;
  }

  /** A link to another page of the guideline opens here; any other in a tab of its own.
   * @param {Event} event */
  #follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link) return;
    event.preventDefault();
    const page = link.pathname.split("/").at(-1) || "";
    if (link.origin === location.origin && this.pages.includes(page)) void this.#load(page);
    else window.open(link.href, "_blank", "noopener");
  }

  /** Show the terms that hold what is looked for: a term is its heading and what stands under it. */
  #filter() {
    const wanted = this.#shown === this.glossary ? this.#search.value.trim().toLowerCase() : "";
    let [isFound, count] = [true, 0];
    const parts = [...this.#page.children];
    parts.forEach((part, index) => {
      if (part.matches("h1, h2")) isFound = wanted === "";
      else if (part.matches("h3")) {
        const end = parts.findIndex((other, at) => at > index && other.matches("h1, h2, h3"));
        const words = parts.slice(index, end < 0 ? undefined : end).map((one) => one.textContent).join(" ");
        isFound = words.toLowerCase().includes(wanted);
        if (isFound) count += 1;
      }
      /** @type {HTMLElement} */ (part).hidden = !isFound;
    });
    this.#none.hidden = !wanted || count > 0;
    this.#none.textContent = say("No term holds that. Try a shorter word.");
  }
}

customElements.define("ear-guide-panel", GuidePanel);
