/** The list of turns: who, from when, to when, and the words, each of which can be written over. */

import { focusIn, restoreFocus } from "../workbench/focus.js";
import { make } from "../workbench/markup.js";
import { say } from "../workbench/texts.js";

/** @typedef {import("./edit-list.js").Edge} Edge */
/** @typedef {import("./edit-list.js").EditedTurn} EditedTurn */
/** @typedef {import("./edit-list.js").EditList} EditList */

export class TurnRows extends HTMLElement {
  #shown = "";

  /**
   * @param {EditList} list
   * @param {{faults: () => Map<number, string>}} options `faults` by the number of a turn, from 1.
   */
  constructor(list, { faults }) {
    super();
    this.list = list;
    this.faults = faults;
  }

  connectedCallback() {
    this.className = "turn-rows";
    this.#shown = "";
    this.refresh();
  }

  refresh() {
    const faults = this.faults();
    const spans = this.list.turns.map(({ role, start, end }) => [role, start, end]);
    const state = JSON.stringify([spans, [...faults], document.documentElement.lang]);
    if (state !== this.#shown) {
      const focus = focusIn(this);
      this.#shown = state;
      const head = [say("Turn"), say("Who"), say("Start (s)"), say("End (s)"), say("Words")];
      const rows = this.list.turns.map((turn, index) => this.#row(turn, index, faults.get(index + 1)));
      this.replaceChildren(
        make("table", {}, make("thead", {}, make("tr", {}, ...head.map((words) => make("th", {}, words)))), make("tbody", {}, ...rows)),
      );
      restoreFocus(this, focus);
    }
    for (const [index, row] of [...this.querySelectorAll("tbody tr")].entries()) {
      const isChosen = index === this.list.chosen;
      row.classList.toggle("now", isChosen);
      row.setAttribute("aria-current", isChosen ? "true" : "false");
      const words = row.querySelector("textarea");
      const { text } = this.list.turns[index] ?? { text: "" };
      if (words && words.value !== text) words.value = text;
    }
  }

  /** Bring the chosen turn into view. */
  reveal() {
    this.querySelector("tr.now")?.scrollIntoView({ block: "nearest" });
  }

  /** Go to the words of the chosen turn. */
  write() {
    /** @type {HTMLElement|null} */ (this.querySelector(`[data-focus="text-${this.list.chosen}"]`))?.focus();
  }

  /** @param {EditedTurn} turn
   * @param {number} index
   * @param {string|undefined} fault */
  #row(turn, index, fault) {
    const n = index + 1;
    const words = make("textarea", { rows: "1", "data-focus": `text-${index}`, "aria-label": say("Words of turn %(n)s", { n }) });
    words.value = turn.text;
    words.addEventListener("input", () => this.list.setText(words.value, index));
    const row = make(
      "tr",
      { class: turn.role },
      make("td", {}, String(n)),
      make("td", {}, this.#role(turn, index)),
      make("td", {}, this.#time(turn, index, "start")),
      make("td", {}, this.#time(turn, index, "end")),
      make("td", { class: "words" }, words, fault && make("p", { class: "fault" }, fault)),
    );
    row.addEventListener("focusin", () => this.list.chosen !== index && this.list.choose(index));
    row.addEventListener("click", () => this.list.chosen !== index && this.list.choose(index));
    return row;
  }

  /** @param {EditedTurn} turn
   * @param {number} index */
  #role(turn, index) {
    const options = /** @type {const} */ (["user", "agent"]).map((role) =>
      make("option", { value: role, selected: role === turn.role }, role === "user" ? say("User") : say("Agent")),
    );
    const select = make("select", { class: turn.role, "data-focus": `role-${index}`, "aria-label": say("Who speaks in turn %(n)s", { n: index + 1 }) }, ...options);
    select.addEventListener("change", () => this.list.setRole(/** @type {EditedTurn["role"]} */ (select.value), index));
    return select;
  }

  /** @param {EditedTurn} turn
   * @param {number} index
   * @param {Edge} edge */
  #time(turn, index, edge) {
    const name = edge === "start" ? say("Start of turn %(n)s, in seconds", { n: index + 1 }) : say("End of turn %(n)s, in seconds", { n: index + 1 });
    const field = make("input", { type: "text", inputmode: "decimal", class: "time", "data-focus": `${edge}-${index}`, "aria-label": name, value: turn[edge].toFixed(3) });
    field.addEventListener("change", () => {
      const wanted = Number(field.value.replace(",", "."));
      if (field.value.trim() !== "" && Number.isFinite(wanted)) this.list.moveEdge(edge, wanted, index);
      field.value = (this.list.turns[index]?.[edge] ?? turn[edge]).toFixed(3);
    });
    return field;
  }
}

customElements.define("ear-turn-rows", TurnRows);
