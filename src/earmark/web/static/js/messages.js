// Texts for scripts, in the language of the page. Importing this waits until they are there.

/** @typedef {Record<string, string | string[]>} Catalogue */

/** It stands in the address of this module, and changes with the texts, so that a browser may keep them. */
const [, VERSION] = /\/static\/([^/]+)\//.exec(import.meta.url) ?? [];

/**
 * @param {string} language
 * @returns {Promise<Catalogue>}
 * @throws {Error} It does not come.
 */
async function load(language) {
  if (language === "en") return {};
  const answer = await fetch(`/api/v1/messages/${encodeURIComponent(language)}?v=${VERSION}`);
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return (await answer.json()).messages;
}

// The page works in English rather than not at all.
let catalogue = await load(document.documentElement.lang || "en").catch(() => /** @type {Catalogue} */ ({}));

/**
 * Go on in another language, on a page that stays; whoever shows texts says them anew afterwards. Where the texts do
 * not come, all is as it was.
 * @param {string} language
 */
export async function changeLanguage(language) {
  catalogue = await load(language);
  document.documentElement.lang = language;
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (whole, name) => String(values[name] ?? whole));

/**
 * Translate a text. Values fill places written `%(name)s`.
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 */
export function gettext(text, values = {}) {
  const found = catalogue[text];
  return fill(typeof found === "string" ? found : text, values);
}
