/**
 * Make an element in one call. `on…` attributes are listeners, `true` sets an empty attribute, null and false
 * leave one out, and text children are text, never markup.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/**
 * A key as it is drawn on the page, where its action is.
 *
 * @param {string} name
 */
export function keycap(name) {
  return make("kbd", { "aria-hidden": "true" }, name);
}

const ICONS = {
  play: "M4 2.5v11l9-5.5z",
  pause: "M4 2.5h3v11H4zM9 2.5h3v11H9z",
  tick: "M2.6 8.4l1.4-1.4 2.6 2.6 5.4-5.6 1.4 1.4-6.8 7z",
};

/**
 * A small drawing in the colour of the text around it.
 *
 * @param {keyof typeof ICONS} name
 */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" })) {
    drawing.setAttribute(key, value);
  }
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", ICONS[name]);
  drawing.append(path);
  return drawing;
}

/**
 * A label whose official English term stands behind it in brackets, as Korean labels have it: the term is set apart.
 *
 * @param {string} label
 * @returns {(Node|string)[]}
 */
export function withTerm(label) {
  const [, words, term] = /^(.+?) (\([A-Za-z][^()]*\))$/.exec(label) || [];
  return words && term ? [`${words} `, make("span", { class: "term" }, term)] : [label];
}

let drawn = 0;

/** A fresh id for tying a label or a note to its element. */
export function freshId() {
  drawn += 1;
  return `w${drawn}`;
}
