/**
 * What the recording itself shows, as lanes under it: one a group, a mark where something was found, as high as it is
 * bad. A press, or Enter, plays the second around it; the arrow keys go from mark to mark.
 *
 *     const lanes = new EvidenceLanes({ url, view, agentChannel, play: (range) => player.playRange(range) });
 *     page.append(lanes);
 */

import { getSoundEvidence } from "./api.js";
import { timeOf } from "./clock.js";
import { keepFocusOnPress } from "./focus.js";
import { freshId, make } from "./markup.js";
import { inLanguage, say } from "./texts.js";

/** @typedef {import("./shapes.js").Range} Range */
/** @typedef {import("./shapes.js").SoundEvidence} SoundEvidence */
/** @typedef {import("./shapes.js").SoundMark} SoundMark */

/** Played before a mark begins and after it ends. */
const AROUND_S = 0.5;
/** Of a long one, its beginning is played. */
const LONGEST_S = 6;
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
/** Decimals of a value, by its unit. @type {Record<string, number>} */
const DECIMALS = { s: 2, ms: 0, Hz: 0, samples: 0 };

export class EvidenceLanes extends HTMLElement {
  /** @type {{mark: SoundMark, button: HTMLButtonElement}[]} */
  #marks = [];
  #said = make("p", { class: "evidence-said", role: "status" });
  #stop = new AbortController();

  /**
   * @param {{url: string, view: import("./view.js").View, agentChannel: number|null, play: (range: Range) => void}} options
   */
  constructor({ url, view, agentChannel, play }) {
    super();
    this.url = url;
    this.view = view;
    this.agentChannel = agentChannel;
    this.play = play;
    /** @type {SoundEvidence|null} */
    this.found = null;
  }

  connectedCallback() {
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", say("What the recording shows"));
    this.#stop = new AbortController();
    this.view.addEventListener("change", () => this.#place(), { signal: this.#stop.signal });
    if (this.found) this.#show(this.found);
    else void getSoundEvidence(this.url).then((found) => this.#show(found), () => undefined);
  }

  disconnectedCallback() {
    this.#stop.abort();
  }

  /** @param {SoundEvidence} found */
  #show(found) {
    this.found = found;
    this.#marks = [];
    this.hidden = found.state === "hidden";
    if (found.state !== "there") return this.replaceChildren(make("p", { class: "soft small" }, found.state === "waiting" ? say("This recording has not been analysed yet.") : say("This recording could not be analysed.")));
    const lanes = found.lanes.filter(({ marks }) => marks.length).map(({ title, marks }) => this.#lane(inLanguage(title), marks));
    const foot = make("div", { class: "evidence-foot small" }, this.#said, ...this.#empty(found), ...this.#unmeasured(found));
    this.replaceChildren(...lanes, ...this.#whole(found), foot);
    this.#place();
  }

  /**
   * @param {string} title
   * @param {SoundMark[]} marks
   */
  #lane(title, marks) {
    const id = freshId();
    const buttons = marks.map((mark) => this.#button(mark));
    const lane = make("div", { class: "evidence-lane", role: "group", "aria-labelledby": id }, ...buttons);
    lane.addEventListener("keydown", (event) => this.#step(event, buttons));
    const first = buttons[0];
    if (first) first.tabIndex = 0;
    return make("div", { class: "evidence-row-of-lane" }, make("span", { class: "lane-label", id }, title, " ", make("span", { class: "soft" }, String(marks.length))), lane);
  }

  /** @param {SoundMark} mark */
  #button(mark) {
    const words = this.#wordsFor(mark);
    const button = make("button", { type: "button", class: `evidence-mark severity-${mark.severity} ${this.#roleOf(mark)}`, tabindex: "-1", title: words, "aria-label": words });
    keepFocusOnPress(button);
    button.addEventListener("focus", () => this.#tell(words));
    button.addEventListener("pointerenter", () => this.#tell(words));
    button.addEventListener("click", () => {
      this.#tell(words);
      this.play(this.#around(mark));
    });
    this.#marks.push({ mark, button });
    return button;
  }

  /** @param {SoundMark} mark
   * @returns {Range} */
  #around({ start_s, end_s }) {
    const start = Math.max(0, start_s - AROUND_S);
    return { start, end: Math.min(this.view.duration, end_s + AROUND_S, start + LONGEST_S) };
  }

  /** @param {string} words */
  #tell(words) {
    if (this.#said.textContent !== words) this.#said.textContent = words;
  }

  /** @param {SoundMark} mark */
  #wordsFor(mark) {
    const severity = mark.severity ? say("severity %(n)s of 3", { n: mark.severity }) : "";
    return [this.#titleOf(mark.kind), timeOf(mark.start_s), this.#sideOf(mark.channel), valueOf(mark), severity].filter(Boolean).join(" · ");
  }

  /** @param {string} kind */
  #titleOf(kind) {
    return inLanguage(this.found?.kinds[kind]) || kind;
  }

  /** @param {SoundMark} mark */
  #roleOf({ channel }) {
    if (channel < 0 || this.agentChannel === null) return "";
    return channel === this.agentChannel ? "agent" : "user";
  }

  /** @param {number} channel */
  #sideOf(channel) {
    if (channel < 0 || (this.found?.channels ?? 1) < 2) return "";
    if (this.agentChannel === null) return channel ? say("right") : say("left");
    return channel === this.agentChannel ? say("Agent") : say("User");
  }

  /** @param {SoundEvidence} found */
  #whole({ whole }) {
    if (!whole.length) return [];
    const facts = whole.map((mark) => make("li", { class: mark.severity > 1 ? "chip look" : "chip" }, [this.#titleOf(mark.kind), this.#sideOf(mark.channel), valueOf(mark)].filter(Boolean).join(" · ")));
    return [make("ul", { class: "evidence-whole plain-list", "aria-label": say("Of the whole recording") }, ...facts)];
  }

  /** Groups in which nothing was found have no lane: what is rated needs the room.
   * @param {SoundEvidence} found */
  #empty({ lanes }) {
    const names = lanes.filter(({ marks }) => !marks.length).map(({ title }) => inLanguage(title));
    return names.length ? [make("p", { class: "soft" }, say("Nothing found: %(names)s", { names: names.join(", ") }))] : [];
  }

  /** @param {SoundEvidence} found */
  #unmeasured({ not_measurable: unmeasured }) {
    if (!unmeasured.length) return [];
    const reasons = Map.groupBy(unmeasured, ({ reason, channel }) => `${inLanguage(reason)}|${this.#sideOf(channel)}`);
    const lines = [...reasons.values()].map((of) => {
      const [first] = of;
      const kinds = of.map(({ kind }) => this.#titleOf(kind)).join(", ");
      return make("li", {}, [kinds, this.#sideOf(first?.channel ?? -1)].filter(Boolean).join(" · "), ": ", inLanguage(first?.reason));
    });
    return [make("details", { class: "evidence-unmeasured" }, make("summary", {}, say("Not measurable (%(n)s)", { n: lines.length })), make("ul", {}, ...lines))];
  }

  /** From mark to mark within a lane; those before and after come into view.
   * @param {KeyboardEvent} event
   * @param {HTMLButtonElement[]} buttons */
  #step(event, buttons) {
    const step = STEPS[event.key];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const to = buttons[Math.min(buttons.length - 1, Math.max(0, at + step))];
    const mark = this.#marks.find(({ button }) => button === to)?.mark;
    if (!to || !mark) return;
    for (const button of buttons) button.tabIndex = button === to ? 0 : -1;
    this.view.reveal({ start: mark.start_s, end: mark.end_s });
    to.focus();
  }

  #place() {
    for (const { mark, button } of this.#marks) {
      const [left, right] = [this.view.percent(mark.start_s), this.view.percent(mark.end_s)];
      button.style.setProperty("left", `${left}%`);
      button.style.setProperty("width", `${right - left}%`);
    }
  }
}

/** Units that are words and no symbols. @type {Record<string, () => string>} */
const UNITS = { samples: () => say("samples"), semitones: () => say("semitones"), "syllables/s": () => say("syllables/s") };

/** @param {SoundMark} mark */
function valueOf({ value, unit }) {
  if (!unit) return "";
  const number = value.toFixed(DECIMALS[unit] ?? 1).replace("-", "\u2212");
  return `${number} ${UNITS[unit]?.() ?? unit}`;
}

customElements.define("ear-evidence-lanes", EvidenceLanes);
