/** A recording whose turns are still being cut: it can be heard, and its turns come by themselves. */

import { say } from "../workbench/texts.js";
import { getTurns } from "./editor-api.js";

/** @typedef {import("./editor-api.js").Opened} Opened */

const LOOK_MS = 2000;

/** @param {Opened} opened */
export function stateOf(opened) {
  const share = opened.cutting?.share;
  const words = typeof share === "number" ? say("The turns are being cut, %(share)s%.", { share: Math.round(100 * share) }) : say("The turns are being cut.");
  return `${words} ${say("You can listen already; the turns appear here by themselves.")}`;
}

/**
 * Look again and again until the turns are there.
 *
 * @param {string} address
 * @param {Opened} opened
 * @param {(opened: Opened) => boolean} tell Told how far it is; false ends the wait.
 * @returns {Promise<Opened|null>} The recording with its turns; null where nobody waits any more.
 */
export async function untilCut(address, opened, tell) {
  while (opened.cutting) {
    if (!tell(opened)) return null;
    await new Promise((done) => setTimeout(done, LOOK_MS));
    opened = await getTurns(address).catch(() => opened); // the server may be away for a moment
  }
  return opened;
}
