/** What to put where one of the project's own rules has found a place, and where such a place is sound after all. */

import { verbOf } from "./verbs.js";

/** What stands before and behind the place that was found, and the place itself.
 * @typedef {{before: string, found: string, after: string}} Place */

/** @typedef {{isSound?: (place: Place) => boolean, fixes: (place: Place) => string[]}} Fix */

const LEADS_TO_BASE = /\b(do|does|did|don't|doesn't|didn't|can|could|will|would|shall|should|may|might|must|let|lets|makes?|made|making|helps?|helped|helping|hears?|heard|sees?|saw|watch(es|ed)?|and|or|nor|to|than|have|had|the|an?)\s*$/i;
const SUBJECT = /\b(Model [AB]|Clip [AB]|Response [AB]|MA|MB|it|s?he|(the|this|that) \w+)(\s+(also|then|only|often|never|always|still|just))?\s*$/i;
const DEGREE = /\b(more|less|rather|other|so|as)\b(?![\w\s,-]*\bthan\b)[\w\s,-]{0,30}$/i;
const NOTHING_BEHIND = /^(\s*([.,;:!?)]|$)|\s+(and|but|or|at|in|on|from|for|with|that|which|to|of|than|when|while|so|because|before|after|throughout|until)\b)/i;
/** One noun with what it belongs to, where a clause begins. */
const ONE_OF_IT = /(^|[.!?;,\n]\s*|\b(but|because|that|while|so)\s+)((the|its|her|his|this|that|(Model )?[AB]'s|M[AB]'s|the (model|user)'s)\s+)\w+\s*$/i;
const SPLIT = /\b(all|what|thing|does|do|did|is)\b[^.!?]*$/i;

const base = (/** @type {string} */ form) => verbOf(form)?.base ?? form;
const lastOf = (/** @type {string} */ words) => words.split(" ").at(-1) ?? words;
const article = (/** @type {string} */ next) => (/^[aeio]|^un(?!i|a)/i.test(next) ? "an" : "a");
const SHORT = new Map(Object.entries({ good: "better", bad: "worse", big: "bigger", easy: "easier", nice: "nicer", slow: "slower" }));

/** A comparative: "faster", "more natural".
 * @param {string} adjective */
function comparative(adjective) {
  if (SHORT.has(adjective)) return SHORT.get(adjective) ?? "";
  return /^(warm|clear|fast|smooth|calm|short|clean|soft|quick|long|loud|small)$/.test(adjective) ? `${adjective}er` : `more ${adjective}`;
}

/** Whether a noun and its verb follow, as in "the voice change at T3 is jarring".
 * @param {string} before
 * @param {string} found
 * @param {string} after */
function isSubject(before, found, after) {
  const clause = after.split(/[.,;!?]|\b(?:before|after|when|while|because|and|but|so|if|that)\b/)[0] ?? "";
  return /\b(the|this|that) \w+\s*$/i.test(before) && verbOf(found)?.isNoun === true && /\b(is|was|has|had|can|could|does|did|sounds|feels)\b/.test(clause);
}

/** @type {Record<string, Fix>} */
export const FIXES = {
  ThirdPerson: {
    isSound: ({ before, found, after }) => LEADS_TO_BASE.test(before.replace(SUBJECT, "")) || isSubject(before, found, after),
    fixes: ({ found }) => [verbOf(found)?.third ?? found],
  },
  SingularDo: {
    isSound: ({ before }) => LEADS_TO_BASE.test(before.replace(SUBJECT, "")),
    fixes: ({ found }) => [found.toLowerCase() === "do" ? "does" : "doesn't"],
  },
  AfterDo: { fixes: ({ found }) => [base(found)] },
  MissingDo: {
    isSound: ({ before }) => LEADS_TO_BASE.test(before.replace(SUBJECT, "")),
    fixes: ({ found }) => [`does not ${base(lastOf(found))}`, `did not ${base(lastOf(found))}`],
  },
  InsteadOf: {
    isSound: ({ before, after }) => after.startsWith(",") && !/(^|[.!?\n]\s*)instead of\s*$/i.test(before), // "calm instead of rushed, "
    fixes: ({ found }) => [verbOf(lastOf(found))?.ing ?? found],
  },
  MissingArticle: {
    isSound: ({ after }) => !NOTHING_BEHIND.test(after.replace(/^\s+\w+/, "")),
    fixes: ({ found }) => [`${article(found)} ${found}`, `the ${found}`],
  },
  MassNoun: {
    isSound: ({ after }) => /^\s+(source|score|level|floor|gate|line|base)s?\b/i.test(after),
    fixes: ({ found }) => (found.includes(" ") ? [lastOf(found), `some ${lastOf(found)}`] : ["some"]),
  },
  PlainThan: { isSound: ({ before }) => DEGREE.test(before), fixes: ({ found }) => [comparative(found.toLowerCase())] },
  BetterThat: { fixes: () => ["than"] },
  PreferThan: { isSound: ({ before }) => /\brather\b/i.test(before), fixes: () => ["to", "over"] },
  MoreShort: { isSound: ({ after }) => !NOTHING_BEHIND.test(after), fixes: ({ found }) => [comparative(lastOf(found).toLowerCase())] },
  ComparedThan: { fixes: () => ["with", "to"] },
  AfterBe: {
    isSound: ({ before, found }) => /^[A-Z]/.test(found) || SPLIT.test(before.replace(/\b(is|was)\s*$/i, "")),
    fixes: ({ found, before }) => (found.includes(" ") ? [lastOf(found)] : [verbOf(found)?.ing ?? found, /\bwas\s*$/i.test(before) ? (verbOf(found)?.past ?? found) : (verbOf(found)?.third ?? found)]),
  },
  AfterHave: {
    isSound: ({ before, found }) => verbOf(found)?.participle === found || /\b(to|what|all|things?|lets?)\b[^.!?,]*$/i.test(before.replace(/\b(has|have|had)\s*$/i, "")),
    fixes: ({ found }) => [verbOf(found)?.participle ?? found, `to ${found}`],
  },
  ThereIs: {
    isSound: ({ found, after }) => found.toLowerCase() === "are" && /^\s+(an?\s+(few|lot|number|couple|handful|dozen|great|good)|one or)\b/i.test(after),
    fixes: ({ found }) => [found.toLowerCase() === "is" ? "are" : "is"],
  },
  SeveralOf: { isSound: ({ after }) => !NOTHING_BEHIND.test(after) && !/^\s+(are|were|is|was|have|sound|do|did|can)\b/i.test(after), fixes: ({ found }) => [`${found}s`] },
  SingularBe: { isSound: ({ before }) => !ONE_OF_IT.test(before), fixes: () => ["is"] },
  DifferentWith: { fixes: () => ["from"] },
  NoAbout: { fixes: () => [""] },
  MissingThe: { fixes: () => ["the user"] },
  AfterModal: { fixes: ({ found }) => [base(found)] },
  AfterTo: { fixes: ({ found }) => [`to ${base(lastOf(found))}`] },
  AfterPreposition: { fixes: ({ found }) => [verbOf(found)?.ing ?? found] },
};
