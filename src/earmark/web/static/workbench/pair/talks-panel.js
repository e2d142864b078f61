/**
 * Whether both talks were given alike: the user's turns and time on each side, key facts that were told, wording, what
 * became of the model's questions, the user's own sound. Folded; the rater ticks what was told, the words suggest it.
 * The measured delays of both sides come with it, and stand beside their cluster.
 */

import { getTalks } from "../api.js";
import { timeOf } from "../clock.js";
import { keycap, make, withTerm } from "../markup.js";
import { keyOf } from "../remapping.js";
import { inLanguage, say } from "../texts.js";
import { SIDES } from "../work.js";

/** @typedef {import("../shapes.js").Delays} Delays */
/** @typedef {import("../shapes.js").TalkOfSide} TalkOfSide */
/** @typedef {import("../shapes.js").Talks} Talks */
/** @typedef {import("./pair-work.js").PairWork} PairWork */

/** A fact-check that is not done yet is asked for again, so often. */
const MOST_ASKED = 20;
const ASKED_AGAIN_MS = 15_000;

export class TalksPanel {
  /** @type {Talks|null} */
  #talks = null;
  #failed = false;
  /** @type {HTMLElement[]} Where the delays stand. */
  #besides = [];
  #summary = make("summary", { "data-focus": "talks" });
  #body = make("div", { class: "talks-body" });

  #asked = 0;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;

  /**
   * @param {PairWork} work
   * @param {{hear: (side: string, turn: string) => void, arrived: (talks: Talks) => void}} actions
   */
  constructor(work, { hear, arrived }) {
    this.work = work;
    this.hear = hear;
    this.arrived = arrived;
    this.element = make("details", { class: "card talks" }, this.#summary, this.#body);
    void this.#fetch();
  }

  /** In the language of the page.
   * @param {HTMLElement[]} besides The rows of clusters that measured delays belong to. */
  build(besides) {
    this.#besides = besides.map((row) => {
      const element = make("div", { class: "flag-delays", role: "note", "aria-label": say("Measured delays") });
      row.append(element);
      return element;
    });
    this.#show();
  }

  /** Unfold it and go there, or fold it again. */
  toggle() {
    this.element.open = !this.element.open;
    if (this.element.open) this.#summary.focus();
  }

  /** Ask the server. What came before stands until something newer does; what did not come is asked for again by itself,
   * as a check that is not done is, and at once where the network is back. */
  async #fetch() {
    clearTimeout(this.#timer);
    const found = await getTalks(this.work.assignment.id).catch(() => null);
    this.#failed = !found;
    this.#talks = found || this.#talks;
    this.#show();
    if (found) this.arrived(found);
    const waits = !found || Object.values(found.fact_check?.sides || {}).some(({ state }) => state === "waiting");
    this.#asked += 1;
    if (waits && this.#asked < MOST_ASKED) this.#timer = setTimeout(() => this.#fetchIfShown(), ASKED_AGAIN_MS);
    if (!found) addEventListener("online", () => this.#fetchIfShown(), { once: true });
  }

  #fetchIfShown() {
    if (this.element.isConnected) void this.#fetch();
  }

  #show() {
    const { sides } = this.#talks || {};
    const amounts = sides ? SIDES.map((id) => make("span", { class: "badge" }, `${id.toUpperCase()} `, amountOf(/** @type {TalkOfSide} */ (sides[id])))) : [];
    const told = this.#failed ? [...amounts, make("span", { class: "badge look", role: "status" }, say("not fetched"))] : amounts;
    this.#summary.replaceChildren(make("span", { class: "talks-title" }, say("Were both talks given alike?")), ...told, keycap(keyOf("talks", "y")));
    this.#body.replaceChildren(...(this.#failed ? [this.#again()] : []), this.#table(), ...this.#wording(), ...this.#facts());
    for (const beside of this.#besides) beside.replaceChildren(...this.#delays());
  }

  /** What the recordings of both sides say of delays; one word where they say the same. */
  #delays() {
    const said = SIDES.map((id) => ({ id, words: this.#delaysOf(id) }));
    const [first] = said;
    const title = `${say("Measured delays")}: `;
    if (!first?.words) return [];
    if (said.every(({ words }) => words === first.words)) return [make("p", {}, title, first.words)];
    return said.map(({ id, words }, at) => make("p", {}, at ? "" : title, make("b", {}, id.toUpperCase()), " ", words));
  }

  #again() {
    const again = make("button", { type: "button", class: "tool" }, say("Try again"));
    again.addEventListener("click", () => {
      again.disabled = true; // until the answer, or its lack, shows all of this anew
      again.textContent = say("Asking …");
      void this.#fetch();
    });
    return make("p", { class: "soft" }, this.#talks ? say("What is newer could not be fetched.") : say("What the talks show could not be fetched."), " ", again);
  }

  #table() {
    const { sides } = this.#talks || {};
    if (!sides) return make("div", {});
    const row = (/** @type {string} */ name, /** @type {(side: TalkOfSide, id: string) => (Node|string)[]} */ of) =>
      make("tr", {}, make("th", { scope: "row" }, name), ...SIDES.map((id) => make("td", {}, ...of(/** @type {TalkOfSide} */ (sides[id]), id))));
    const names = this.work.protocol.item.sides.map((side) => make("th", { scope: "col" }, ...withTerm(inLanguage(side))));
    return make(
      "table",
      { class: "talks-table" },
      make("thead", {}, make("tr", {}, make("td", {}), ...names)),
      make(
        "tbody",
        {},
        row(say("What the user says"), (side) => [amountOf(side)]),
        row(say("Questions of the model"), (side, id) => this.#questions(side, id)),
        row(say("The user's own sound"), ({ sound }) => [soundOf(sound)]),
      ),
    );
  }

  /** @param {TalkOfSide} side
   * @param {string} id */
  #questions({ asked, passed_over: passed }, id) {
    if (asked === null) return [say("not known without the words")];
    if (!passed.length) return [String(asked)];
    return [say("%(n)s, passed over:", { n: asked }), " ", ...passed.map((turn) => this.#place(id, turn))];
  }

  #wording() {
    const { wording } = this.#talks || {};
    if (!wording?.compared) return [];
    const line = say("Wording: %(alike)s of the user's %(all)s longer turns come nearly word for word on both sides.", { alike: wording.alike, all: wording.compared });
    const runs = wording.runs.map((run) => make("li", {}, ...run.flatMap(({ a, b }) => [this.#place("a", a), this.#place("b", b), make("q", {}, this.work.side("a").turn(a)?.text || ""), " "])));
    return [make("p", {}, line), make("ul", { class: "plain-list talks-runs" }, ...runs)];
  }

  #facts() {
    const facts = linesOf(this.work.assignment.item.scenario["key-facts"]);
    if (!facts.length) return [];
    const rows = facts.map((fact, index) => make("tr", {}, make("th", { scope: "row" }, fact), ...SIDES.map((id) => make("td", {}, ...this.#tick(fact, id, index)))));
    const names = SIDES.map((id) => make("th", { scope: "col" }, say("told to %(side)s", { side: id.toUpperCase() })));
    return [make("table", { class: "talks-table" }, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, say("Key facts to convey")), ...names)), make("tbody", {}, ...rows))];
  }

  /** A tick, which is neither yes nor no until the rater says so, and what the words suggest.
   * @param {string} fact
   * @param {string} id
   * @param {number} index */
  #tick(fact, id, index) {
    const suggested = this.#suggestedTurn(fact, id);
    const box = make("input", { type: "checkbox", "data-focus": `talks.${index}.${id}`, "aria-label": say("%(fact)s: told to %(side)s", { fact, side: id.toUpperCase() }) });
    const words = make("span", { class: "soft" });
    const show = () => {
      const told = this.work.toldTo(id, fact);
      box.checked = told === true;
      box.indeterminate = told === undefined;
      words.textContent = told === undefined ? "" : told ? say("told") : say("not told");
    };
    box.addEventListener("change", () => {
      this.work.markTold({ side: id, fact, told: box.checked, suggested: suggested === undefined ? null : suggested !== null });
      show();
    });
    show();
    if (suggested === undefined) return [box, " ", words];
    const hint = suggested === null ? make("span", { class: "soft" }, say("not in the words")) : this.#place(id, suggested, say("by the words at %(time)s", { time: this.#timeOf(id, suggested) }));
    return [box, " ", words, " ", hint];
  }

  /** The turn whose words tell a fact, null where none do, undefined where that is not known.
   * @param {string} fact
   * @param {string} id
   * @returns {string|null|undefined} */
  #suggestedTurn(fact, id) {
    return this.#talks?.facts.find((one) => one.fact === fact)?.turns[id];
  }

  /** A way to hear a turn of a side.
   * @param {string} id
   * @param {string} turn
   * @param {string} [words] */
  #place(id, turn, words) {
    return make("button", { type: "button", class: "tool", onclick: () => this.hear(id, turn) }, words ?? `${id.toUpperCase()} ${this.#timeOf(id, turn)}`);
  }

  /** @param {string} id
   * @param {string} turn */
  #timeOf(id, turn) {
    return timeOf(this.work.side(id).rangeOf(turn).start);
  }

  /** @param {string} id */
  #delaysOf(id) {
    const side = this.#talks?.sides[id];
    if (!side) return this.#failed ? say("could not be fetched") : "";
    return delaysIn(side);
  }
}

/** @param {TalkOfSide} side */
function amountOf({ turns, seconds }) {
  if (turns === null) return say("turns not known");
  const times = seconds === null ? "" : ` · ${timeOf(seconds)}`;
  return `${turns === 1 ? say("1 turn") : say("%(n)s turns", { n: turns })}${times}`;
}

/** @param {TalkOfSide["sound"]} sound */
function soundOf({ state, faults }) {
  if (state === "hidden") return say("the study does not show it now");
  if (state !== "there") return state === "waiting" ? say("not analysed yet") : say("could not be analysed");
  return faults.length ? faults.map(inLanguage).join(", ") : say("nothing amiss");
}

/** @param {TalkOfSide} side */
function delaysIn({ sound, delays }) {
  if (!delays) return sound.state === "hidden" ? say("the study does not show them now") : sound.state === "waiting" ? say("not measured yet") : say("could not be measured");
  if (delays.reason) return say("not measurable: %(reason)s", { reason: inLanguage(delays.reason) });
  const seconds = (/** @type {number|null} */ value) => (value === null ? "–" : `${value.toFixed(2)} s`);
  return say("P50 %(p50)s, P95 %(p95)s, longest %(longest)s (answers: %(n)s)", { p50: seconds(delays.p50_s), p95: seconds(delays.p95_s), longest: seconds(delays.longest_s), n: delays.n });
}

/** @param {unknown} value A text with a fact a line, or a list. */
function linesOf(value) {
  return (Array.isArray(value) ? value.map(String) : String(value ?? "").split("\n")).map((line) => line.trim()).filter(Boolean);
}
