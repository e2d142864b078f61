/**
 * What the first screen does without: fetched once it stands, so that it is there when it is asked for, be the
 * network lost by then. Whoever is quicker waits for it.
 */

const MODULES = {
  "evidence-lanes": () => import("./evidence-lanes.js"),
  exits: () => import("./exits.js"),
  guide: () => import("./guide-panel.js"),
  keys: () => import("./keys-dialog.js"),
  overview: () => import("./overview.js"),
  "sign-in": () => import("./sign-in-again.js"),
  spectrogram: () => import("./spectrogram.js"),
  versions: () => import("./versions.js"),
  written: () => import("./written.js"),
};

/** What only some pages have, and fetch themselves once they stand. */
const OF_SOME_PAGES = {
  composer: () => import("./pair/composer/composer.js"),
};

const ALL = { ...MODULES, ...OF_SOME_PAGES };

/** @typedef {typeof ALL} Modules */

/** Event `missing`: something was asked for and did not come; it can be asked for again. */
export const later = new EventTarget();

/**
 * A module, as soon as it is here; null where it does not come, which is told of.
 *
 * @template {keyof Modules} Name
 * @param {Name} name
 * @returns {Promise<Awaited<ReturnType<Modules[Name]>>|null>}
 */
export async function bring(name) {
  try {
    return /** @type {Awaited<ReturnType<Modules[Name]>>} */ (await ALL[name]());
  } catch (lost) {
    if (!(lost instanceof TypeError)) throw lost;
    later.dispatchEvent(new Event("missing"));
    return null;
  }
}

/** Fetch them all, one after another, while nothing else is to be done; what does not come is fetched when asked for. */
export async function fetchLater() {
  for (const load of Object.values(MODULES)) {
    await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
    await load().catch(() => undefined);
  }
}
