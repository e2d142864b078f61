/** The tools below the lanes, each with its key, and the clock beside them. */

import { timeOf } from "../workbench/clock.js";
import { keepFocusOnPress } from "../workbench/focus.js";
import { keycap, make } from "../workbench/markup.js";
import { say } from "../workbench/texts.js";

/** @typedef {import("./turn-editor.js").TurnEditor} TurnEditor */

export class EditTools extends HTMLElement {
  #editor;
  #clock = make("span", { class: "clock" });

  /** @param {TurnEditor} editor */
  constructor(editor) {
    super();
    this.#editor = editor;
  }

  connectedCallback() {
    const editor = this.#editor;
    this.className = "edit-tools";
    this.setAttribute("role", "toolbar");
    this.setAttribute("aria-label", say("Edit the turn"));
    this.replaceChildren(
      tool(say("Play turn"), say("Space"), () => editor.play()),
      tool(say("Start edge"), "1", () => editor.playEdge("start")),
      tool(say("End edge"), "2", () => editor.playEdge("end")),
      tool(say("Split here"), "S", () => editor.split()),
      tool(say("Merge with next"), "M", () => editor.merge()),
      tool(say("Other speaker"), "R", () => editor.swapRole()),
      tool(say("New turn here"), "N", () => editor.add()),
      tool(say("Delete"), "Del", () => editor.list.remove()),
      tool(say("Undo"), "U", () => editor.list.undo(), "undo"),
      tool(say("Redo"), "Y", () => editor.list.redo(), "redo"),
      tool(say("Closer"), "+", () => editor.zoom(2)),
      tool(say("Farther"), "−", () => editor.zoom(0.5)),
      tool(say("Keys"), "?", () => editor.showKeys()),
      this.#clock,
    );
    this.refresh();
  }

  /** Offer to undo and to redo where there is something. */
  refresh() {
    this.#able("undo", this.#editor.list.canUndo);
    this.#able("redo", this.#editor.list.canRedo);
  }

  /** @param {number} seconds */
  moveTo(seconds) {
    this.#clock.textContent = `${timeOf(seconds)} / ${timeOf(this.#editor.list.duration)}`;
  }

  /** @param {string} name @param {boolean} can */
  #able(name, can) {
    const button = this.querySelector(`[data-tool="${name}"]`);
    if (button instanceof HTMLButtonElement) button.disabled = !can;
  }
}

/** @param {string} words @param {string} key @param {() => void} run @param {string} [name] */
function tool(words, key, run, name = "") {
  const button = make("button", { type: "button", class: "button small", "data-tool": name, onclick: run }, words, keycap(key));
  keepFocusOnPress(button);
  return button;
}

customElements.define("ear-edit-tools", EditTools);
