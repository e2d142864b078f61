/** One instance of an error: a turn, a time that is taken from the sound, a note, or throughout. */

import { timeOf } from "../clock.js";
import { make } from "../markup.js";
import { inLanguage, say } from "../texts.js";

/** @typedef {import("../shapes.js").Instance} Instance */
/** @typedef {import("./side.js").Side} Side */

export class InstanceRow {
  /** @type {Instance} */
  #instance = {};
  #turn;
  #time = make("button", { type: "button", class: "tool instance-time" });
  #note;
  #throughout;
  #type;
  #word;
  #count;
  #away;

  /**
   * @param {Side} side
   * @param {{name: string, needs: string[], types: {id: string, title: import("../shapes.js").Text}[],
   *   point: () => [number, number], change: (instance: Instance) => void, remove: () => void}} options
   */
  constructor(side, { name, needs, types, point, change, remove }) {
    this.point = point;
    this.change = change;
    const turns = side.turns.map((turn) => make("option", { value: turn.id }, `${turn.role === "agent" ? side.labelOf(turn.id) : say("User")} ${timeOf(turn.start_s)}`));
    this.#turn = make("select", { class: "rate", "data-focus": `${name}.turn`, "aria-label": say("Turn") }, make("option", { value: "" }, say("Turn")), ...turns);
    this.#turn.hidden = turns.length === 0;
    this.#time.dataset.focus = `${name}.time`;
    this.#note = make("input", { type: "text", class: "input", maxlength: 1000, "data-focus": `${name}.note`, placeholder: say("Note: what happened"), "aria-label": say("Note: what happened") });
    this.#word = make("input", { type: "text", class: "input word", maxlength: 100, placeholder: say("The word"), "aria-label": say("The word"), hidden: !needs.includes("word") });
    this.#count = make("input", { type: "number", class: "input count", min: 0, placeholder: say("Corrections"), "aria-label": say("Number of corrections"), hidden: !needs.includes("count") });
    const kinds = types.map(({ id, title }) => make("option", { value: id }, inLanguage(title)));
    this.#type = make("select", { class: "rate", "aria-label": say("Fault of sound") }, make("option", { value: "" }, say("No fault of sound")), ...kinds);
    this.#type.hidden = kinds.length === 0;
    this.#throughout = make("input", { type: "checkbox" });
    this.#away = make("button", { type: "button", class: "tool", "aria-label": say("Remove this instance"), onclick: remove }, "✕");
    this.#time.addEventListener("click", () => this.takeTime());
    for (const field of [this.#turn, this.#note, this.#word, this.#count, this.#type, this.#throughout]) field.addEventListener("input", () => this.change(this.#read()));
    const all = make("label", { class: "throughout" }, this.#throughout, say("Throughout"));
    this.element = make("div", { class: "instance" }, this.#turn, this.#time, all, this.#type, this.#word, this.#count, this.#note, this.#away);
  }

  /** Take the marked stretch, or the moment that the sound is at. */
  takeTime() {
    const [start, end] = this.point();
    this.#instance = { ...this.#instance, time: [Math.round(start * 1000) / 1000, Math.round(end * 1000) / 1000] };
    this.change(this.#read());
  }

  focus() {
    (this.#turn.hidden ? this.#note : this.#turn).focus();
  }

  /** @param {Instance} instance
   * @param {boolean} isRemovable */
  show(instance, isRemovable) {
    this.#instance = instance;
    this.#turn.value = instance.turn || "";
    if (this.#note.value !== (instance.note || "")) this.#note.value = instance.note || "";
    if (this.#word.value !== (instance.word || "")) this.#word.value = instance.word || "";
    if (this.#count.value !== String(instance.count ?? "")) this.#count.value = String(instance.count ?? "");
    this.#type.value = instance.type || "";
    this.#throughout.checked = instance.throughout || false;
    this.#away.hidden = !isRemovable;
    const [start, end] = instance.time || [];
    this.#time.textContent = start === undefined ? say("Take the time") : start === end ? timeOf(start) : `${timeOf(start)}–${timeOf(end ?? start)}`;
    this.#time.title = say("Take the marked stretch, or the moment that the sound is at");
  }

  /** @returns {Instance} */
  #read() {
    const count = this.#count.value === "" ? undefined : Math.max(0, Math.trunc(Number(this.#count.value)));
    const read = {
      turn: this.#turn.value,
      time: this.#instance.time,
      note: this.#note.value,
      throughout: this.#throughout.checked || undefined,
      type: this.#type.value,
      word: this.#word.value,
      count,
    };
    return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined && value !== ""));
  }
}
