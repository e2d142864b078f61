/** What the turn editor asks of the server. */

import { ask } from "../workbench/api.js";

/** @typedef {import("./edit-list.js").EditedTurn} EditedTurn */
/**
 * @typedef {{revision: number, current: boolean, origin: "given"|"cut"|"edited", person: string|null, made_at: string, turns: number}} TurnListEntry
 * @typedef {object} Opened
 * @property {string} item
 * @property {string|null} condition
 * @property {number} duration_s
 * @property {number} channels
 * @property {number|null} agent_channel
 * @property {number} revision
 * @property {EditedTurn[]} turns
 * @property {TurnListEntry[]} lists Newest first.
 * @property {{share: number|null}|null} cutting How far its turns are, while they are being cut.
 */

/**
 * @param {string} address
 * @returns {Promise<Opened>}
 */
export function getTurns(address) {
  return ask("GET", `${address}/turns`);
}

/**
 * @param {string} address
 * @param {number} revision
 * @returns {Promise<{turns: EditedTurn[]}>}
 */
export function getEarlierTurns(address, revision) {
  return ask("GET", `${address}/turns/${revision}`);
}

/**
 * @param {string} address
 * @param {{seen_revision: number, turns: EditedTurn[], choice: "keep"|"again"|null}} edited
 * @returns {Promise<Opened>}
 */
export function putTurns(address, edited) {
  return ask("PUT", `${address}/turns`, edited);
}
