/** Keys of one's own: which key does what, and which key may be given to what. */

import { preferences } from "./preferences.js";

/** @typedef {import("./keys.js").Binding} Binding */

/** Keys that the browser, the system or this page's own manners have: they never reach an action, or must not. */
const OWNED = [
  /^(?:Escape|Tab|Shift|Control|Alt|Meta|AltGraph|CapsLock|Process|Dead|Unidentified|HangulMode|HanjaMode|Backspace|Delete)$/,
  /^(?:Page|Arrow|Home|End|Context|Print|Scroll|Pause|Insert|Audio|Media|Browser|Launch)/,
  /^F\d+$/,
  /^Alt\+(?:d|e|f|Arrow(?:Left|Right)|Home|F\d+|Tab|Space|Enter|(?:Digit|Numpad)\d)$/,
];

/**
 * The key that does something, as it is named: one's own, or else the page's.
 *
 * @param {string} id
 * @param {string} key
 */
export function keyOf(id, key) {
  const own = preferences.kept.keys[id] ?? key;
  return own.length === 1 ? own.toUpperCase() : own;
}

/**
 * The bindings with one's own keys. Where the same letter with Alt did the same, the new one does.
 *
 * @param {Binding[]} bindings
 */
export function remapped(bindings) {
  return bindings.map((binding) => {
    const own = binding.id ? preferences.kept.keys[binding.id] : undefined;
    if (own === undefined) return binding;
    const [first] = binding.keys;
    const withAlt = binding.keys.includes(`Alt+${first}`) && /^[a-z]$/.test(own) ? [`Alt+${own}`] : [];
    return { ...binding, keys: [own, ...withAlt] };
  });
}

/**
 * Why a key cannot be given to an action, as a code; nothing where it can.
 *
 * @param {string} key
 * @param {Binding} binding
 * @param {{all: Binding[], taken: string[]}} others All bindings as they are, and the keys of questions in view.
 * @returns {{why: "owned"|"chord-needed"|"answers"|"taken", by?: Binding}|null}
 */
export function objection(key, binding, { all, taken }) {
  if (!key || OWNED.some((pattern) => pattern.test(key))) return { why: "owned" };
  const worksWhileTyping = binding.keys[0]?.startsWith("Alt+");
  if (worksWhileTyping && !key.startsWith("Alt+")) return { why: "chord-needed" };
  if (/^\d$/.test(key) || taken.includes(key)) return { why: "answers" };
  const by = all.find((other) => other.id !== binding.id && other.keys.includes(key));
  return by ? { why: "taken", by } : null;
}
