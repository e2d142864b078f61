/** The phrasebook of a study: fetched when it is first opened, and the same as long as the page stands. */

import { ask } from "../../api.js";
import { inLanguage, say } from "../../texts.js";

/** @typedef {import("../../shapes.js").Text} Text */
/** @typedef {{wrong: string, right: string}} Mistake */
/** @typedef {{title: Text, tags?: string[], build: Text, text: Text}} Template */

/**
 * @typedef {object} Book
 * @property {{id: string, hint: Text}[]} placeholders
 * @property {{title: Text, use: Text|null, phrases: {text: Text}[]}[]} groups
 * @property {Template|null} skeleton
 * @property {Template[]} templates
 * @property {{kind: string, title: Text, text: Text, lesson: Text}[]} rationales
 * @property {{title: Text, terms: {term: Text, sentence: Text}[]}[]} dictionary
 * @property {{title: Text, learn_first: boolean, pattern: string, why: Text, examples: Text[], mistake: Mistake}[]} notes
 * @property {{rule: Text, mistake: Mistake}[]} grammar
 * @property {{text: Text}[]} moments
 */

/** @typedef {{title: string, tags: string[], words: string, gloss: string, note: string, isPut: boolean}} Entry What the list shows:
 *   English words, the same beside them in another language, and whether they can be put into the text. */
/** @typedef {{title: string, note: string, entries: Entry[]}} Section */

/** @type {Map<string, Promise<Book>>} */
const books = new Map();

/** @param {string} study
 * @returns {Promise<Book>} Fails with a `Problem` where the server does not answer; then it is asked again. */
export function bookOf(study) {
  const book = books.get(study) ?? ask("GET", `/api/v1/studies/${encodeURIComponent(study)}/phrasebook`);
  books.set(study, book);
  void book.catch(() => books.delete(study));
  return book;
}

export const PAGES = /** @type {const} */ (["phrases", "templates", "dictionary", "rationales", "notes"]);
/** @typedef {typeof PAGES[number]} Page */

/** @type {Record<Page, (book: Book) => Section[]>} */
const SECTIONS = {
  phrases: ({ groups }) =>
    groups.map(({ title, use, phrases }) => section(`${inLanguage(title)} (${phrases.length})`, inLanguage(use), phrases.map(({ text }) => entry(text)))),
  templates: ({ skeleton, templates }) =>
    (skeleton ? [skeleton, ...templates] : templates).map(({ title, tags, build, text }) => section(inLanguage(title), inLanguage(build), [entry(text, { tags: tags ?? [] })])),
  dictionary: ({ dictionary }) =>
    dictionary.map(({ title, terms }) =>
      section(`${inLanguage(title)} (${terms.length})`, "", terms.map(({ term, sentence }) => entry(term, { note: [sentence.en, glossOf(sentence)].filter(Boolean).join("\n") }))),
    ),
  rationales: ({ rationales }) =>
    rationales.map(({ kind, title, text, lesson }) => section(inLanguage(title), inLanguage(lesson), [entry(text, { tags: [KINDS[kind]?.() ?? kind], isPut: false })])),
  notes: ({ moments, grammar, notes }) => [
    section(say("Moments"), "", moments.map(({ text }) => entry(text))),
    section(say("Grammar"), "", grammar.map(({ rule, mistake }) => ({ ...read(inLanguage(rule)), note: mistakeOf(mistake) }))),
    ...notes.map(({ title, learn_first: isFirst, pattern, why, examples, mistake }) =>
      section(inLanguage(title), inLanguage(why), [
        { ...read(pattern), tags: isFirst ? [say("learn first")] : [], note: [...examples.flatMap((one) => [one.en ?? "", glossOf(one)]), mistakeOf(mistake)].filter(Boolean).join("\n") },
      ]),
    ),
  ],
};

/** @type {Record<string, () => string>} */
const KINDS = {
  "guideline-example": () => say("guideline example"),
  practice: () => say("practice"),
  "study-text": () => say("study text"),
};

/**
 * What a page of the book holds; of a search, what holds all of its words.
 *
 * @param {Book} book
 * @param {Page} page
 * @param {string} wanted
 */
export function sectionsOf(book, page, wanted) {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return SECTIONS[page](book)
    .map((one) => ({ ...one, entries: one.entries.filter((each) => holds(one, each, words)) }))
    .filter(({ entries }) => entries.length > 0);
}

/** @param {Section} section
 * @param {Entry} entry
 * @param {string[]} words */
function holds({ title, note: use }, { words: english, gloss, note, tags }, words) {
  const all = [title, use, english, gloss, note, ...tags].join(" ").toLowerCase();
  return words.every((word) => all.includes(word));
}

/** @param {string} title
 * @param {string} note
 * @param {Entry[]} entries
 * @returns {Section} */
const section = (title, note, entries) => ({ title, note, entries });

/** @param {Text} text
 * @param {Partial<Entry>} [more]
 * @returns {Entry} */
const entry = (text, more = {}) => ({ title: "", tags: [], words: text.en ?? "", gloss: glossOf(text), note: "", isPut: true, ...more });

/** @param {string} words
 * @returns {Entry} */
const read = (words) => ({ title: "", tags: [], words, gloss: "", note: "", isPut: false });

/** The same in the language beside English, whatever the page's.
 * @param {Text} text */
function glossOf(text) {
  return Object.entries(text).find(([tag]) => tag !== "en")?.[1] ?? "";
}

/** @param {Mistake} mistake */
const mistakeOf = ({ wrong, right }) => `✗ ${wrong}\n✓ ${right}`;
