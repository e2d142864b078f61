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
  repeat: "M4 4.2h6.5A3.3 3.3 0 0 1 13.8 7.5v.9h-1.6v-.9a1.7 1.7 0 0 0-1.7-1.7H4v2L.9 5 4 2.2zM12 11.8H5.5A3.3 3.3 0 0 1 2.2 8.5v-.9h1.6v.9a1.7 1.7 0 0 0 1.7 1.7H12v-2l3.1 2.8L12 13.8z",
  loud: "M2 6h2.6L8 3v10L4.6 10H2zM9.4 5.2a4 4 0 0 1 0 5.6l1.1 1.1a5.5 5.5 0 0 0 0-7.8z",
  spectrogram: "M1 12h2v2H1zM1 9h2v1.5H1zM5 12h2v2H5zM5 8h2v2.5H5zM5 3h2v1.5H5zM9 10h2v4H9zM9 5h2v3H9zM13 12h2v2h-2zM13 7h2v1.5h-2z",
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
