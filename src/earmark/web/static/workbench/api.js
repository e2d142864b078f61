/** What the page asks of the server. Every failure is a `Problem`, a lost network included. */

/** @typedef {import("./shapes.js").Assignment} Assignment */
/** @typedef {import("./shapes.js").Body} Body */
/** @typedef {import("./shapes.js").Fault} Fault */
/** @typedef {import("./shapes.js").Peaks} Peaks */
/** @typedef {import("./shapes.js").Protocol} Protocol */
/** @typedef {{sequence: number, base: number, tab: string}} Stamp Where a draft belongs among those of its task. */
/**
 * @typedef {{key: string, body: Body, language: string, revises: number|null, recording_revision: number, draft: Stamp}} Submission
 *   Answers under a key that was made for them: what comes twice under it counts once.
 */

const BASE = "/api/v1";

/** A refusal by the server (RFC 9457), or status 0 where no answer came at all. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {{title?: string, faults?: Fault[], draft?: object, stake?: {submissions: number, in_hand: number}}} document
   */
  constructor(status, document) {
    super(document.title || `HTTP ${status}`);
    this.status = status;
    this.faults = document.faults || [];
    /** What another tab has written meanwhile, where that is the reason. */
    this.draft = document.draft;
    /** What raters have made of a recording, where nobody has said what happens to it. */
    this.stake = document.stake;
  }

  /** Whether trying the same again later can help: the server is away, busy or broken. */
  get passes() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {{keepalive?: boolean, signal?: AbortSignal}} [options]
 */
export async function ask(method, path, body, options = {}) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
      ...options,
    });
  } catch (lost) {
    throw new Problem(0, { title: String(lost) });
  }
  const document = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Problem(answer.status, document);
  return document;
}

/** @type {Map<string, Protocol>} Protocols by their hash: long, and the same for every task of a study. */
const protocols = new Map();

/**
 * Ask for the next task, or the one in hand.
 *
 * @param {string} study
 * @returns {Promise<{assignment: Assignment|null, reason?: string}>}
 */
export async function nextAssignment(study) {
  const known = [...protocols.keys()].at(-1) || "";
  const next = await ask("POST", `${BASE}/studies/${encodeURIComponent(study)}/next`, { known_protocol: known });
  if (!next.assignment) return next;
  const { protocol_hash: hash, protocol } = next.assignment;
  if (protocol) protocols.set(hash, protocol);
  return { assignment: { ...next.assignment, protocol: protocols.get(hash) } };
}

/**
 * One of the rater's own tasks, to be corrected.
 *
 * @param {string} assignment
 * @returns {Promise<Assignment>}
 */
export function getAssignment(assignment) {
  return ask("GET", `${BASE}/assignments/${assignment}`);
}

/**
 * @param {string} assignment
 * @param {Stamp & {body: Body, revises: number|null, recording_revision: number}} draft
 * @param {{keepalive?: boolean, signal?: AbortSignal}} [options] `keepalive` lets it outlive the page.
 * @returns {Promise<{sequence: number, recording: import("./shapes.js").HeardRecording}>}
 */
export function putDraft(assignment, draft, options) {
  return ask("PUT", `${BASE}/assignments/${assignment}/draft`, draft, options);
}

/**
 * @param {string} assignment
 * @param {Submission} submission
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<{submission: string, late: boolean, extra: boolean}>}
 */
export function postSubmission(assignment, submission, options) {
  return ask("POST", `${BASE}/assignments/${assignment}/submission`, submission, options);
}

/**
 * Ask what the audits find in a comparison in hand, or one that is about to be sent.
 *
 * @param {string} assignment
 * @param {{answers: object, language: string, at_end: boolean, talks?: object}} look
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<{findings: import("./shapes.js").Finding[]}>}
 */
export function postFindings(assignment, look, options) {
  return ask("POST", `${BASE}/assignments/${assignment}/findings`, look, options);
}

/**
 * Whether both talks of a pair were given alike, and what of their sound may be seen now.
 *
 * @param {string} assignment
 * @returns {Promise<import("./shapes.js").Talks>}
 */
export function getTalks(assignment) {
  return ask("GET", `${BASE}/assignments/${assignment}/talks`);
}

/**
 * Ask what the audits say of a text in hand.
 *
 * @param {string} assignment
 * @param {{target: string, question: string, answer: object, language: string}} asked
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<import("./hint-log.js").Hints>}
 */
export function postHints(assignment, asked, options) {
  return ask("POST", `${BASE}/assignments/${assignment}/hints`, asked, options);
}

/**
 * @param {string} assignment
 * @param {{exit: string, reason: string, explanation: string, revises: number|null}} leave `revises` names what was
 *   submitted before.
 */
export function postExit(assignment, leave) {
  return ask("POST", `${BASE}/assignments/${assignment}/exit`, leave);
}

/**
 * @param {string} url
 * @returns {Promise<Peaks>}
 */
export function getPeaks(url) {
  return ask("GET", url);
}

/**
 * What the sound itself shows.
 *
 * @param {string} url
 * @returns {Promise<import("./shapes.js").SoundEvidence>}
 */
export function getSoundEvidence(url) {
  return ask("GET", url);
}

/**
 * What may be fetched ahead of the next task.
 *
 * @param {string} assignment
 * @returns {Promise<{revision: number, stimuli: {id: string, duration_s: number, audio_url: string}[]}>}
 */
export function getAhead(assignment) {
  return ask("GET", `${BASE}/assignments/${assignment}/ahead`);
}

/**
 * A file as the server keeps it.
 *
 * @param {string} url
 * @param {AbortSignal} [signal]
 * @returns {Promise<Blob>}
 */
export function getBlob(url, signal) {
  return take(url, signal ? { signal } : {}, (answer) => answer.blob());
}

/**
 * A page, or another text.
 *
 * @param {string} url
 * @param {RequestInit} asked
 * @returns {Promise<string>}
 */
export function getText(url, asked) {
  return take(url, asked, (answer) => answer.text());
}

/**
 * @template T
 * @param {string} url
 * @param {RequestInit} asked
 * @param {(answer: Response) => Promise<T>} read
 */
async function take(url, asked, read) {
  try {
    const answer = await fetch(url, asked);
    if (!answer.ok) throw new Problem(answer.status, {});
    return await read(answer);
  } catch (failure) {
    throw failure instanceof Problem ? failure : new Problem(0, { title: String(failure) });
  }
}

/**
 * Some bytes of a file, by a range; all of it from a server that knows none.
 *
 * @param {string} url
 * @param {number} from
 * @param {number} to
 * @returns {Promise<Response>}
 */
export async function getBytesOf(url, from, to) {
  const answer = await fetch(url, { headers: { Range: `bytes=${from}-${to - 1}` } }).catch((lost) => {
    throw new Problem(0, { title: String(lost) });
  });
  if (!answer.ok) throw new Problem(answer.status, {});
  return answer;
}

/**
 * @param {string} url
 * @returns {Promise<ArrayBuffer>}
 */
export async function getBytes(url) {
  return (await getBlob(url)).arrayBuffer();
}
