/**
 * Grammar and spelling of a text: Harper's stock rules and the project's own, less what is no error in a rationale.
 * It knows no page: a worker runs it.
 */

import { FIXES } from "./fixes.js";
import { weirpackFiles } from "./rules.js";
import { SPANS } from "./spans.js";
import { TERMS } from "./terms.js";

/** What may be wrong in a text: where, by which rule, what to put there, and Harper's words where the rule is its own.
 * @typedef {{start: number, end: number, rule: string, kind: string, words: string, fixes: string[]}} Finding */

const OURS = "Earmark";
/** Matters of taste, which are the rater's. */
const TASTE = new Set(["Style", "Readability", "Enhancement", "Formatting", "Regionalism", "Redundancy", "WordChoice"]);
/** Of the matters of taste, what is an error all the same: "more better", but not "more honest". */
const DOUBLE_DEGREE = /^(more \w+er|(more|most) (?!honest|modest|earnest)\w+est|more worse)$/i;
/** What guesses wrong beside the project's own rules. */
const LEFT_OUT = new Set(["ModalBeAdjective", "MissingPreposition", "MassNouns", "Overall", "NotTo", "AfterAWhile", "DiscourseMarkers"]);
const MOST_FIXES = 3;
/** What a rater quotes is evidence, errors and all. */
const QUOTED = /"[^"\n]*"|“[^”\n]*”|‘[^’\n]*’|「[^」\n]*」/g;
/** Names of models, turns and times, units, and what is no English: never a misspelling. */
const NO_WORD = /^([A-Z]{1,3}(\.|'s)?|[A-Z]?\d[\w:.]*|s|ms|kHz|Hz|dB)$|[^\u0000-\u024f\u2010-\u201f\u2026]/;
/** Harper leaves the article where it puts another noun: "an tip". */
const WRONG_ARTICLE = /^(an [^aeiouh]|a [aeio])/i;

export class Checker {
  #linter;

  /** @param {any} harper Its module.
   * @param {string} binary Where its WebAssembly is. */
  constructor(harper, binary) {
    this.harper = harper;
    this.#linter = new harper.LocalLinter({ binary: harper.createBinaryModuleFromUrl(binary, "slim"), dialect: harper.Dialect.British });
  }

  /** Bring the rules and the words in; before the first check. */
  async setup() {
    await this.#linter.importWords(TERMS);
    const failed = await this.#linter.loadWeirpackFromBytes(this.harper.packWeirpackFiles(weirpackFiles()));
    if (failed) throw new Error(`Rules do not load: ${JSON.stringify(failed)}`);
  }

  /**
   * @param {string} text
   * @returns {Promise<Finding[]>} In the order of the text, none over another.
   */
  async check(text) {
    const groups = await this.#linter.organizedLints(text, { language: "plaintext", dedup: false });
    const quoted = [...text.matchAll(QUOTED)].map((match) => [match.index, match.index + match[0].length]);
    const places = placesIn(text);
    const found = Object.entries(groups).flatMap(([rule, lints]) => lints.map((/** @type {any} */ lint) => this.#finding(rule, lint, text, places)));
    found.push(...inSpans(text));
    const kept = found.filter((one) => one !== null && !quoted.some(([from = 0, to = 0]) => one.start < to && from < one.end));
    return withoutOverlaps(kept);
  }

  /**
   * @param {string} rule
   * @param {any} lint
   * @param {string} text
   * @param {number[]} places
   * @returns {Finding|null} Null where it is no error here.
   */
  #finding(rule, lint, text, places) {
    const span = lint.span();
    const [start, end] = [places[span.start] ?? text.length, places[span.end] ?? text.length];
    const [before, found, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
    if (rule.startsWith(OURS)) return ourFinding(rule.slice(OURS.length), { before, found, after });
    const kind = lint.lint_kind();
    if (LEFT_OUT.has(rule) || (TASTE.has(kind) && !DOUBLE_DEGREE.test(found))) return null;
    if ((kind === "Spelling" && (NO_WORD.test(found) || isName(found, before))) || (rule === "AnA" && found === "A")) return null;
    const { SuggestionKind } = this.harper;
    const fixes = lint.suggestions().map((/** @type {any} */ one) => {
      const words = one.get_replacement_text();
      return one.kind() === SuggestionKind.Remove ? "" : one.kind() === SuggestionKind.InsertAfter ? found + words : words;
    });
    if (kind === "Spelling" && fixes[0] && american(fixes[0]) === american(found)) return null;
    return { start, end, rule, kind, words: lint.message(), fixes: fixes.filter((/** @type {string} */ fix) => !WRONG_ARTICLE.test(fix)).slice(0, MOST_FIXES) };
  }
}

/** @param {string} text
 * @returns {Finding[]} */
function inSpans(text) {
  return Object.entries(SPANS).flatMap(([rule, { find, fix }]) =>
    [...text.matchAll(find)].map((match) => {
      const end = match.index + match[0].length;
      return { start: end - (match.groups?.one?.length ?? 0), end, rule, kind: "", words: "", fixes: [fix] };
    }),
  );
}

/** @param {string} name
 * @param {import("./fixes.js").Place} place
 * @returns {Finding|null} */
function ourFinding(name, place) {
  const fix = FIXES[name];
  if (!fix || fix.isSound?.(place)) return null;
  const start = place.before.length;
  return { start, end: start + place.found.length, rule: name, kind: "", words: "", fixes: fix.fixes(place).filter((one) => one !== place.found) };
}

/** Whether a word that no dictionary has is somebody's or some place's: it has a capital inside a sentence.
 * @param {string} word
 * @param {string} before */
function isName(word, before) {
  return /^\p{Lu}/u.test(word) && /[\p{L}\p{N},;)]\s*$/u.test(before);
}

/** A word in one spelling, British or American as it may be written.
 * @param {string} word */
function american(word) {
  return word.toLowerCase().replace(/our/g, "or").replace(/is(e|ing|ation)/g, "iz$1").replace(/ll(ed|ing)/g, "l$1").replace(/tre(s?)$/, "ter$1").replace(/ogue/, "og");
}

/** Where each character stands in a string of UTF-16: Harper counts characters.
 * @param {string} text */
function placesIn(text) {
  const places = [0];
  let at = 0;
  for (const character of text) places.push((at += character.length));
  return places;
}

/** Of findings that lie over each other our own stays, else the one that can be mended, else the first.
 * @param {Finding[]} found */
function withoutOverlaps(found) {
  const weight = (/** @type {Finding} */ one) => (one.words ? 0 : 2) + (one.fixes.length ? 1 : 0);
  const ranked = [...found].sort((one, other) => weight(other) - weight(one) || one.start - other.start);
  /** @type {Finding[]} */
  const kept = [];
  for (const one of ranked) if (!kept.some((other) => one.start < other.end && other.start < one.end)) kept.push(one);
  return kept.sort((one, other) => one.start - other.start);
}
