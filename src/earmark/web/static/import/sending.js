// Send files in pieces, some at once, going on after every interruption from where the server says it stands.

/** @typedef {import("./chosen-files.js").ChosenFile} ChosenFile */
/**
 * @typedef {object} Shipment One file on its way.
 * @property {string} path
 * @property {File} file
 * @property {string} id
 * @property {number} received Bytes that the server has.
 * @property {"waits"|"goes"|"here"|"refused"} state
 * @property {string} reason A code where it is refused.
 */

const AT_ONCE = 3;
const ANNOUNCED_AT_ONCE = 500;
const WAITS_MS = [500, 1000, 2000, 4000];
/** Too many requests, or something before the server that does not reach it: over by itself. */
const PASSING = [429, 502, 503, 504];

/** What ends the sending until somebody does something about it. */
export class Halt extends Error {
  /** @param {"signed-out"|"gone"|"no-room"|"importing"|"failed"|"refused"} code @param {string} [detail] */
  constructor(code, detail = "") {
    super(detail || code);
    this.code = code;
  }
}

/** What may be over in a moment: the network or the server is away. */
class Away extends Error {}

/** Events: `change` whenever something is to be shown anew. */
export class Sending extends EventTarget {
  #stopped = new AbortController();
  #upload = "";
  #piece = 1;
  #fails = 0;

  /**
   * @param {string} study
   * @param {ChosenFile[]} chosen
   */
  constructor(study, chosen) {
    super();
    this.address = `/api/v1/studies/${encodeURIComponent(study)}/upload`;
    /** @type {Shipment[]} */
    this.shipments = [...new Map(chosen.map((one) => [one.path, one])).values()].map(({ path, file }) => ({
      path, file, id: "", received: 0, state: "waits", reason: "",
    }));
    /** Whether the server is away right now. */
    this.isAway = false;
  }

  get size() {
    return this.#welcome.reduce((sum, one) => sum + one.file.size, 0);
  }

  get received() {
    return this.#welcome.reduce((sum, one) => sum + one.received, 0);
  }

  get here() {
    return this.shipments.filter((one) => one.state === "here").length;
  }

  get refused() {
    return this.shipments.filter((one) => one.state === "refused");
  }

  get #welcome() {
    return this.shipments.filter((one) => one.state !== "refused");
  }

  /** The folders and single files that were chosen and of which the server knows nothing yet. */
  get removable() {
    const known = new Set(this.shipments.filter((one) => one.id).map(topOf));
    return [...new Set(this.shipments.map(topOf))].filter((top) => !known.has(top));
  }

  /** @param {string[]} tops Take these off the list. */
  remove(tops) {
    this.shipments = this.shipments.filter((one) => !tops.includes(topOf(one)));
  }

  /** Stop after the pieces under way; what the server has stays there. */
  stop() {
    this.#stopped.abort();
  }

  /** Send all that is not there. Resolves to false where it was stopped; throws `Halt`. */
  async run() {
    this.#stopped = new AbortController();
    try {
      await this.#announce();
      const queue = this.shipments.filter((one) => one.state === "waits");
      await Promise.all(Array.from({ length: AT_ONCE }, () => this.#work(queue)));
    } catch (error) {
      this.#stopped.abort(); // the other lines end too
      throw error;
    } finally {
      for (const one of this.shipments) if (one.state === "goes") one.state = "waits";
      this.#changed();
    }
    return !this.#stopped.signal.aborted;
  }

  async #announce() {
    const waiting = this.#welcome;
    for (let begin = 0; begin < waiting.length; begin += ANNOUNCED_AT_ONCE) {
      const some = waiting.slice(begin, begin + ANNOUNCED_AT_ONCE);
      const files = some.map(({ path, file }) => ({ path, size: file.size, modified: Math.trunc(file.lastModified) }));
      const expected = await this.#patiently(() => this.#ask("POST", "", JSON.stringify({ files }), { "Content-Type": "application/json" }));
      if (!expected) return;
      this.#upload = expected.upload;
      this.#piece = expected.piece;
      const byPath = new Map(some.map((one) => [one.path, one]));
      for (const { path, code } of expected.unwelcome) refuse(byPath.get(path), code);
      for (const { path, id, received } of expected.files) {
        const one = byPath.get(path);
        if (one) Object.assign(one, { id, received, state: received === one.file.size ? "here" : "waits" });
      }
      this.#changed();
    }
  }

  /** @param {Shipment[]} queue */
  async #work(queue) {
    for (let one = queue.shift(); one && !this.#stopped.signal.aborted; one = queue.shift()) {
      one.state = "goes";
      await this.#send(one);
    }
  }

  /** @param {Shipment} one */
  async #send(one) {
    while (one.state === "goes" && one.received < one.file.size) {
      const received = await this.#patiently(() => this.#sendPiece(one));
      if (received === null) return;
      one.received = received;
      this.#changed();
    }
    if (one.state === "goes") one.state = "here";
    this.#changed();
  }

  /** @param {Shipment} one @returns {Promise<number>} */
  async #sendPiece(one) {
    let content;
    try {
      content = await one.file.slice(one.received, one.received + this.#piece).arrayBuffer();
    } catch {
      refuse(one, "unreadable"); // moved, removed or changed since it was chosen
      return one.received;
    }
    const address = `/${this.#upload}/files/${one.id}?offset=${one.received}`;
    const answer = await this.#ask("PUT", address, content, await digestOf(content));
    return answer.received;
  }

  /**
   * Ask again until there is an answer; null where the sending was stopped meanwhile.
   * @template Answer
   * @param {() => Promise<Answer>} ask
   * @returns {Promise<Answer|null>}
   */
  async #patiently(ask) {
    while (!this.#stopped.signal.aborted) {
      try {
        const answer = await ask();
        this.#fails = 0;
        this.#setAway(false);
        return answer;
      } catch (error) {
        if (this.#stopped.signal.aborted) return null;
        if (!(error instanceof Away)) throw error;
        this.#setAway(true);
        await pause(WAITS_MS[Math.min(this.#fails, WAITS_MS.length - 1)] ?? 0, this.#stopped.signal);
        this.#fails += 1;
      }
    }
    return null;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {BodyInit} body
   * @param {Record<string, string>} headers
   */
  async #ask(method, path, body, headers) {
    let answer;
    try {
      answer = await fetch(this.address + path, { method, body, headers, signal: this.#stopped.signal });
    } catch (error) {
      throw new Away(String(error));
    }
    const document = await answer.json().catch(() => ({}));
    if (answer.ok) return document;
    if (answer.status === 409 && "received" in document) return document; // the server knows better where it stands
    if (PASSING.includes(answer.status)) throw new Away(String(answer.status));
    if (answer.status === 507) throw new Halt("no-room", document.title);
    if (answer.status >= 500) throw new Halt("failed", String(answer.status));
    if (answer.status === 401) throw new Halt("signed-out");
    if (answer.status === 404) throw new Halt("gone");
    if (answer.status === 409) throw new Halt("importing");
    throw new Halt("refused", document.title);
  }

  /** @param {boolean} isAway */
  #setAway(isAway) {
    if (this.isAway === isAway) return;
    this.isAway = isAway;
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** @param {Shipment} one */
function topOf({ path }) {
  return path.split("/", 1)[0] ?? "";
}

/**
 * @param {Shipment|undefined} one
 * @param {string} reason
 */
function refuse(one, reason) {
  if (one) Object.assign(one, { state: "refused", reason });
}

/**
 * The digest of a piece (RFC 9530); browsers compute one on secure addresses only.
 * @param {ArrayBuffer} content
 * @returns {Promise<Record<string, string>>}
 */
async function digestOf(content) {
  if (!globalThis.crypto?.subtle) return {};
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return { "Content-Digest": `sha-256=:${btoa(String.fromCharCode(...digest))}:` };
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const end = () => {
      clearTimeout(timer);
      resolve(undefined);
    };
    signal.addEventListener("abort", end, { once: true });
    addEventListener("online", end, { once: true });
  });
}
