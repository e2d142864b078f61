/**
 * Keys. A single key never fires while one types or composes a Hangul syllable, nor under a dialog; a chord with
 * Alt fires in a text box too. Letters go by their place on the keyboard where the layout gives no Latin letter,
 * so that they work while a Korean layout is on.
 */

import { isDialogOpen } from "./dialog.js";
import { remapped } from "./remapping.js";
import { say } from "./texts.js";

/**
 * @typedef {object} Binding
 * @property {string} [id] What it is remapped by.
 * @property {string[]} keys Names as `nameOf` gives them; the first is the one shown.
 * @property {string} words What it does, for the list of keys.
 * @property {boolean} [rests] Whether it is of no use before what is rated is open, and rests until then.
 * @property {() => void} run
 */

const TYPING = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])";
/** What Space and Enter press. Radio buttons are not among it: digits and arrows choose, so that Space always plays. */
const PRESSABLE = "button, a[href], summary, input[type=checkbox]";

/**
 * Name the key of an event: `Space`, `Enter`, `?`, `4`, `k`, `Alt+k`.
 *
 * @param {KeyboardEvent} event
 */
export function nameOf(event) {
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) return `Ctrl+${event.key.toLowerCase()}`;
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase();
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  const isLatin = /^[a-z]$/i.test(event.key) && !event.altKey;
  if (event.altKey) return `Alt+${letter ?? event.code}`;
  if (event.code === "Space") return "Space";
  if (event.key.length === 1 && !isLatin && letter) return letter;
  if (event.key === "Process" && (letter || digit)) return letter || digit || "";
  return isLatin ? event.key.toLowerCase() : event.key;
}

export class Keys {
  /**
   * @param {() => Binding[]} bindings What the keys do now.
   * @param {(key: string) => boolean} other Takes keys that are bound by the questions in view.
   * @param {(key: string, binding: Binding|undefined) => boolean} [withholds] Takes keys that are to do nothing now.
   */
  constructor(bindings, other, withholds = () => false) {
    this.bindings = bindings;
    this.other = other;
    this.withholds = withholds;
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.defaultPrevented || isDialogOpen()) return;
    const name = nameOf(event);
    const isChord = event.altKey;
    if (!isChord && (event.isComposing || event.keyCode === 229 || this.#belongsTo(event.target, name))) return;
    const binding = remapped(this.bindings()).find(({ keys }) => keys.includes(name));
    if (!isChord && this.withholds(name, binding)) return event.preventDefault();
    if (binding) binding.run();
    else if (isChord || event.ctrlKey || event.metaKey || !this.other(name)) return;
    event.preventDefault();
  }

  /** Whether the key is the focused element's own.
   * @param {EventTarget|null} target
   * @param {string} name */
  #belongsTo(target, name) {
    if (!(target instanceof HTMLElement)) return false;
    if (target.matches(TYPING)) return true;
    return (name === "Space" || name === "Enter") && target.matches(PRESSABLE);
  }
}

/** A key as the list of keys has it.
 * @param {string} name */
export function drawn(name) {
  if (name === "Space") return say("Space");
  if (name === "Enter") return say("Enter");
  const arrow = /Arrow(Up|Down|Left|Right)$/.exec(name)?.[1];
  if (arrow) return name.replace(/Arrow\w+$/, { Up: "↑", Down: "↓", Left: "←", Right: "→" }[arrow] ?? "");
  return name.length === 1 ? name.toUpperCase() : name.replace("ArrowUp", "↑").replace("ArrowDown", "↓").replace(/\+(\w)$/, (_, letter) => `+${letter.toUpperCase()}`);
}
