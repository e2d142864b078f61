/** Grammar and spelling for a page: one worker, begun with the first text, for as long as the page stands. */

/** @typedef {import("./checker.js").Finding} Finding */

/** @type {Worker|null} */
let worker = null;
let asked = 0;
/** @type {Map<number, {resolve: (found: Finding[]|null) => void}>} */
const waiting = new Map();

/**
 * What may be wrong in a text; null where the help did not load, which the next call tries again.
 *
 * @param {string} text
 * @returns {Promise<Finding[]|null>}
 */
export function checkGrammar(text) {
  worker ??= begin();
  asked += 1;
  worker.postMessage({ id: asked, text });
  return new Promise((resolve) => waiting.set(asked, { resolve }));
}

function begin() {
  const begun = new Worker(new URL("./grammar-worker.js", import.meta.url), { type: "module" });
  begun.addEventListener("message", ({ data: { id, found } }) => settle(id, found));
  const fail = () => {
    begun.terminate();
    worker = null;
    for (const id of [...waiting.keys()]) settle(id, null);
  };
  begun.addEventListener("error", fail);
  begun.addEventListener("messageerror", fail);
  return begun;
}

/** @param {number} id
 * @param {Finding[]|null} found */
function settle(id, found) {
  waiting.get(id)?.resolve(found);
  waiting.delete(id);
}
