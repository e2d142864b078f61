/**
 * What was written and is not on the server yet, in the browser's own store: it outlives the page, the browser and a
 * server that is away. A row is there only for as long as something is unsent; one for each tab, so that two tabs of
 * one browser never overwrite each other here either.
 */

/** @typedef {import("./shapes.js").Body} Body */
/** @typedef {import("./api.js").Submission} Submission */

/**
 * @typedef {object} Unsent
 * @property {string} person
 * @property {string} assignment
 * @property {string} tab
 * @property {number} sequence Number of the last change.
 * @property {number} base Sequence of the server's draft that it goes on from, 0 for none.
 * @property {number|null} revises
 * @property {number} recording The revision of the recording that it is about.
 * @property {Body} body
 * @property {number} at When it was written, or sent where it is on its way, in milliseconds since 1970.
 * @property {Submission|null} submission The answers on their way, where the rater has sent them.
 */

const DATABASE = "earmark";
const ROWS = "unsent";
const KEY = ["person", "assignment", "tab"];
const HANDOVER = "earmark-handover";

/** @type {Promise<IDBDatabase>|null} */
let opened = null;

export class Shelf {
  /** @param {string} person Whose work it is: nobody else's is ever looked at. */
  constructor(person) {
    this.person = person;
  }

  /** Keep a row, in the place of the one before of its task and tab.
   * @param {Unsent} row
   * @returns {Promise<boolean>} Whether it is kept: a browser may have no room, or no store. */
  put(row) {
    return this.#isDone("readwrite", (rows) => rows.put(row));
  }

  /** Let go of a row.
   * @param {Pick<Unsent, "assignment"|"tab">} row */
  drop({ assignment, tab }) {
    return this.#isDone("readwrite", (rows) => rows.delete([this.person, assignment, tab]));
  }

  /** Let go of all of one task but what another tab name holds; or of everything.
   * @param {string} [assignment]
   * @param {string} [besides] */
  clear(assignment, besides) {
    if (assignment === undefined) return this.#isDone("readwrite", (rows) => rows.delete(under([this.person])));
    if (besides === undefined) return this.#isDone("readwrite", (rows) => rows.delete(under([this.person, assignment])));
    return this.#isDone("readwrite", (rows) => {
      rows.delete(IDBKeyRange.bound([this.person, assignment], [this.person, assignment, besides], false, true));
      return rows.delete(IDBKeyRange.bound([this.person, assignment, besides], [this.person, assignment, []], true, false));
    });
  }

  /** What is unsent, the newest first; nothing where the browser has no store.
   * @param {string} [assignment] Of one task alone.
   * @returns {Promise<Unsent[]>} */
  async list(assignment) {
    /** @type {IDBRequest<Unsent[]>|undefined} */
    let found;
    const key = assignment === undefined ? [this.person] : [this.person, assignment];
    const isRead = await this.#isDone("readonly", (rows) => (found = rows.getAll(under(key))));
    return isRead && found ? found.result.sort((one, other) => other.at - one.at) : [];
  }

  /**
   * @param {IDBTransactionMode} mode
   * @param {(rows: IDBObjectStore) => IDBRequest} act
   * @returns {Promise<boolean>}
   */
  async #isDone(mode, act) {
    try {
      opened ??= open();
      const transaction = (await opened).transaction(ROWS, mode);
      act(transaction.objectStore(ROWS));
      await settled(transaction);
      return true;
    } catch (failure) {
      // No store, no room, or closed by the browser: the page says so, and the server is tried all the same.
      if (!(failure instanceof DOMException)) throw failure;
      opened = null;
      return false;
    }
  }
}

/**
 * Leave a row to the page that comes next in this tab, in one step: a page that goes has no time to wait for a store.
 *
 * @param {Unsent} row
 */
export function handOver(row) {
  try {
    sessionStorage.setItem(HANDOVER, JSON.stringify(row));
  } catch (failure) {
    if (!(failure instanceof DOMException)) throw failure; // no room: the store has all but the last moment
  }
}

/**
 * Take what the page before in this tab left. It is gone then, so that a copy of the tab does not get it too.
 *
 * @param {string} person
 * @returns {Unsent|null}
 */
export function takeHandover(person) {
  const left = sessionStorage.getItem(HANDOVER);
  sessionStorage.removeItem(HANDOVER);
  /** @type {Unsent|null} */
  const row = left ? JSON.parse(left) : null;
  return row?.person === person ? row : null;
}

/** All keys that begin with these parts: arrays come after every text.
 * @param {string[]} key */
function under(key) {
  return IDBKeyRange.bound(key, [...key, []]);
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    if (!globalThis.indexedDB) throw new DOMException("This browser has no store.", "NotSupportedError");
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(ROWS, { keyPath: KEY });
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      asked.result.onclose = () => (opened = null);
      resolve(asked.result);
    };
  });
}

/** @param {IDBTransaction} transaction
 * @returns {Promise<void>} */
function settled(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("The store gave up.", "AbortError"));
  });
}
