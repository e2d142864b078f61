/** Leaving an item, a turn or one dimension unrated: the reason, the words it needs, and what is no ground. */

import { openDialog } from "./dialog.js";
import { freshId, make } from "./markup.js";
import { inLanguage, say } from "./texts.js";

/** @typedef {import("./shapes.js").Discard} Discard */
/** @typedef {import("./shapes.js").Exit} Exit */
/** @typedef {import("./shapes.js").Question} Question */
/** @typedef {{title: string, value: string}} Choice */

/** Of an explanation, as the server takes it. */
const MOST_CHARACTERS = 5000;

/**
 * Ask why. For an exit of a turn, `questions` are the dimensions that can be left alone.
 *
 * @param {Exit} exit
 * @param {{target: string, questions: Question[], before?: Discard|null}} about `before` is what was said at the last
 *   try, which did not arrive: nobody has to write it twice.
 * @returns {Promise<Discard|null>} None where the rater thought better of it.
 */
export async function askWhy(exit, { target, questions, before = null }) {
  /** @type {Discard|null} */
  let given = null;
  await openDialog(inLanguage(exit.title), (close) => {
    const form = new ExitForm(exit, questions);
    if (before) form.fill(before);
    form.element.addEventListener("submit", (event) => {
      event.preventDefault();
      const filled = form.read();
      if (!filled) return;
      given = { exit: exit.id, target, ...filled };
      close();
    });
    form.cancel.addEventListener("click", close);
    return [form.element];
  });
  return given;
}

class ExitForm {
  #reason = new Radios(say("Why?"));
  #scope = new Radios(say("What?"));
  #words = make("textarea", { class: "input", rows: 3, id: freshId() });
  #fault = make("p", { class: "fault", role: "alert", hidden: true });
  cancel = make("button", { type: "button", class: "button" }, say("Go back"));

  /**
   * @param {Exit} exit
   * @param {Question[]} questions
   */
  constructor(exit, questions) {
    this.exit = exit;
    const goes = make("button", { class: "button main" }, exit.act === "skip" ? say("Skip") : say("Discard"));
    this.#reason.offer(exit.reasons.map((reason) => ({ value: reason.id, title: inLanguage(reason.title) })));
    this.#scope.offer(scopesOf(exit, questions));
    if (this.#scope.size) this.#scope.choose(0);
    this.element = make(
      "form",
      { novalidate: true, class: "exit" },
      make("p", { class: "when" }, inLanguage(exit.when)),
      this.#scope.size > 1 ? this.#scope.element : null,
      this.#reason.size > 0 ? this.#reason.element : null,
      exit.explanation === "none" ? null : this.#explanation(),
      this.#notGrounds(),
      make("div", { class: "exit-foot" }, this.#fault, make("div", { class: "actions" }, this.cancel, goes)),
    );
    this.element.querySelector("input")?.setAttribute("autofocus", "");
    this.element.addEventListener("input", () => (this.#fault.hidden = true)); // it spoke of what was there before
  }

  /** @param {Discard} before */
  fill({ reason, explanation }) {
    this.#reason.choose(this.exit.reasons.findIndex(({ id }) => id === reason));
    this.#words.value = explanation;
  }

  /** What was filled in; null, with the fault shown, where something is missing.
   * @returns {{question: string|null, reason: string, explanation: string}|null} */
  read() {
    const [reason, explanation] = [this.#reason.value, this.#words.value.trim()];
    const missing = this.#missing(reason, explanation);
    this.#fault.textContent = missing;
    this.#fault.hidden = missing === "";
    return missing ? null : { question: this.#scope.value || null, reason, explanation };
  }

  /**
   * @param {string} reason
   * @param {string} explanation
   */
  #missing(reason, explanation) {
    if (this.#reason.size > 0 && !reason) return say("Choose one of the reasons.");
    const excess = [...explanation].length - MOST_CHARACTERS;
    if (excess > 0) return say("%(n)s characters too many, nothing is cut", { n: excess });
    if (this.exit.explanation !== "required" || explanation) return "";
    this.#words.focus();
    return say("Say in a few words what is wrong.");
  }

  #explanation() {
    const label = make("label", { for: this.#words.id }, say("In your words"));
    if (this.exit.explanation === "optional") label.append(make("span", { class: "optional" }, say("optional")));
    return make("div", { class: "field" }, label, this.#words);
  }

  #notGrounds() {
    const grounds = this.exit.not_grounds;
    if (grounds.length === 0) return null;
    const list = make("ul", {}, ...grounds.map((ground) => make("li", {}, inLanguage(ground))));
    return make("div", { class: "not-grounds" }, make("strong", {}, say("Not a reason to discard")), list);
  }
}

/** A group of radio buttons with a legend. */
class Radios {
  #group = freshId();
  #list = make("div", { class: "radio-list" });
  #legend;

  /** @param {string} legend */
  constructor(legend) {
    this.#legend = make("legend", {}, legend);
    this.element = make("fieldset", { class: "choices" }, this.#legend, this.#list);
  }

  /** @param {Choice[]} choices */
  offer(choices) {
    for (const { value, title } of choices) {
      this.#list.append(make("label", {}, make("input", { type: "radio", name: this.#group, value }), make("span", {}, title)));
    }
  }

  get size() {
    return this.#list.childElementCount;
  }

  get value() {
    return this.#list.querySelector("input:checked")?.getAttribute("value") || "";
  }

  /** @param {number} index */
  choose(index) {
    const input = this.#list.querySelectorAll("input")[index];
    if (input) input.checked = true;
  }
}

/**
 * @param {Exit} exit
 * @param {Question[]} questions
 * @returns {Choice[]}
 */
function scopesOf(exit, questions) {
  const turn = exit.scopes.includes("turn") ? [{ value: "", title: say("The whole turn") }] : [];
  const only = (/** @type {Question} */ question) => ({
    value: question.id,
    title: say("Only %(question)s", { question: inLanguage(question.title) }),
  });
  return [...turn, ...(exit.scopes.includes("dimension") ? questions.map(only) : [])];
}
