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

/** What ends here is part of a longer subject, as in "the steps of Model A come", or of a place, as in "in Model A". */
const PART_OF_SUBJECT = /\b(of|in|from|with|by|for|about|on|at|between|for)\s*$/i;
/** Whether a base form is a past as well: cut, read, let.
 * @param {string} form */
const isPast = (form) => verbOf(form)?.past === form.toLowerCase();

/** One of several things, or a place among them, is one again. */
const PART_OF_ONE = /\b(of|in|between|among|with|about|from|to|for|on|at|behind|after|before|than|like|see|hear|if)\s+((the|these|those|both)\s+)?\w+\s*$/i;
/** @type {Record<string, string>} */
const PLURAL_OF = { is: "are", was: "were", has: "have", does: "do" };
/** @type {Record<string, string>} */
const SUBJECT_OF = { me: "I", him: "he", her: "she", us: "we", them: "they" };
/** @type {Record<string, string>} */
const SUPERLATIVE = { good: "best", bad: "worst", big: "biggest", easy: "easiest", nice: "nicest" };
/** Something was done to something, before in what manner. */
const DONE_TO = /\b(answer|explain|express|pronounce|describe|deliver|handle|say|tell|speak|talk|respond|react|repl)\w*\s+((it|this|that|everything|the \w+|its \w+|an? \w+|\w+s)\s+)?more\s*$/i;

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
    isSound: ({ before, found, after }) => LEADS_TO_BASE.test(before.replace(SUBJECT, "")) || PART_OF_SUBJECT.test(before.replace(SUBJECT, "")) || isPast(found) || isSubject(before, found, after),
    fixes: ({ found }) => [verbOf(found)?.third ?? found],
  },
  EverySeveral: { isSound: ({ before, found }) => /\beach\s*$/i.test(before) && verbOf(found) !== undefined, fixes: ({ found }) => [found === "replies" ? "reply" : found.replace(/s$/, "")] },
  MuchSeveral: { isSound: ({ before, found }) => found.toLowerCase() === "less" && /\b(no|much|far|a lot|or)\s*$/i.test(before), fixes: ({ found }) => [found.toLowerCase() === "much" ? "many" : "fewer"] },
  ThereAreMuch: { fixes: ({ found }) => [found.toLowerCase() === "are" ? "is" : "was"] },
  AskTo: { fixes: () => [""] },
  SayMe: { fixes: ({ found }) => ({ said: ["told"], says: ["tells"], say: ["tell"] })[found.toLowerCase()] ?? [`to ${found}`] },
  LetTo: { fixes: ({ found }) => [lastOf(found)] },
  WantBase: {
    isSound: ({ before, found }) => verbOf(found)?.participle === found && /\b(want|wants|wanted)\s*$/i.test(before),
    fixes: ({ before, found }) => [/\bwant(s|ed)?\s*$/i.test(before) ? `to ${found}` : (verbOf(found)?.ing ?? found)],
  },
  Felt: {
    isSound: ({ found, after }) => found.endsWith("ed") && !/^\s*([.,;]|$|that\b|to (hear|see|listen)\b)/.test(after), // it may be a model, and interested in something
    fixes: ({ found }) => [found.endsWith("ing") ? found.replace(/ing$/, "ed") : found.replace(/ed$/, "ing")],
  },
  EnoughAdjective: { isSound: ({ after }) => !NOTHING_BEHIND.test(after), fixes: ({ found }) => [`${lastOf(found)} enough`] },
  DoMistake: { isSound: ({ after }) => /\?/.test(after.split(/[.!\n]/)[0] ?? ""), fixes: ({ found }) => [found.toLowerCase() === "did" ? "made" : found.toLowerCase() === "does" ? "makes" : "make"] },
  OtherPreposition: {
    fixes: ({ before, found }) => {
      const word = /(\w+)\s*$/.exec(before)?.[1]?.toLowerCase() ?? "";
      if (word.startsWith("lack")) return [""];
      if (found === "of" && word.startsWith("satisf")) return ["with"];
      return [word === "same" ? "as" : word === "similar" ? "to" : word === "interested" ? "in" : "on"];
    },
  },
  ThisDoes: {
    isSound: ({ before }) => LEADS_TO_BASE.test(before.replace(/\bthis\s*$/i, "")),
    fixes: ({ found }) => [verbOf(found)?.third ?? `${found}s`],
  },
  PluralBe: {
    isSound: ({ before }) => PART_OF_ONE.test(before),
    fixes: ({ found }) => [PLURAL_OF[found.toLowerCase()] ?? found],
  },
  BothBe: { isSound: ({ after }) => /^\s+(not\s+)?(an?|the|in|out)\b/i.test(after), fixes: ({ found }) => [PLURAL_OF[found.toLowerCase()] ?? found] },
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
    isSound: ({ before, found }) => /^[A-Z]/.test(found) || verbOf(lastOf(found))?.participle === lastOf(found) || SPLIT.test(before.replace(/\b(is|was)\s*$/i, "")),
    fixes: ({ found, before }) => (found.includes(" ") ? [lastOf(found)] : [verbOf(found)?.ing ?? found, /\bwas\s*$/i.test(before) ? (verbOf(found)?.past ?? found) : (verbOf(found)?.third ?? found)]),
  },
  AfterHave: {
    isSound: ({ before, found }) => verbOf(found)?.participle === found || /\b(to|what|all|things?|lets?)\b[^.!?,]*$/i.test(before.replace(/\b(has|have|had)\s*$/i, "")),
    fixes: ({ found }) => [verbOf(found)?.participle ?? found, `to ${found}`],
  },
  NoPassive: { fixes: () => [""] },
  ThereIs: {
    isSound: ({ found, after }) => found.toLowerCase() === "are" && /^\s+(an?\s+(few|lot|number|couple|handful|dozen|great|good)|one or)\b/i.test(after),
    fixes: ({ found }) => [{ is: "are", was: "were" }[found.toLowerCase()] ?? "is"],
  },
  SeveralOf: { isSound: ({ after }) => !NOTHING_BEHIND.test(after) && !/^\s+(are|were|is|was|have|sound|do|did|can)\b/i.test(after), fixes: ({ found }) => [`${found}s`] },
  NumberedNoun: {
    isSound: ({ after }) => !NOTHING_BEHIND.test(after) && !/^\s+(are|were|is|was|have)\b/i.test(after),
    fixes: ({ found }) => [found === "reply" ? "replies" : `${found}s`],
  },
  SingularBe: { isSound: ({ before }) => !ONE_OF_IT.test(before), fixes: () => ["is"] },
  DifferentWith: { fixes: () => ["from"] },
  NoAbout: { fixes: () => [""] },
  MissingThe: { fixes: () => ["the user"] },
  AfterModal: { fixes: ({ found }) => [base(found)] },
  ModalTo: { fixes: ({ found }) => [lastOf(found)] },
  ToIng: { fixes: ({ found }) => [`to ${base(lastOf(found))}`] },
  IngNotTo: { isSound: ({ after }) => /^\s+(of|in|on)\b/.test(after), fixes: ({ found }) => [verbOf(lastOf(found))?.ing ?? found] },
  SuggestMe: { fixes: ({ found }) => [verbOf(lastOf(found))?.ing ?? found, `that ${SUBJECT_OF[found.split(" ")[0] ?? ""] ?? "they"} ${lastOf(found)}`] },
  GoodAt: { fixes: ({ found }) => [verbOf(found)?.ing ?? found] },
  BecauseOf: { fixes: () => ["because"] },
  DespiteOf: { fixes: () => ["despite", "in spite of"] },
  Manner: {
    isSound: ({ before, after }) => !NOTHING_BEHIND.test(after) || (/\bmore\s*$/i.test(before) && !DONE_TO.test(before)),
    fixes: ({ found }) => [found.endsWith("le") ? `${found.slice(0, -1)}y` : `${found}ly`],
  },
  LikeAdjective: { isSound: ({ after }) => !NOTHING_BEHIND.test(after), fixes: ({ found }) => [lastOf(found)] },
  MostShort: { isSound: ({ before }) => !/\b(the|is|was)\s*$/i.test(before), fixes: ({ found }) => [SUPERLATIVE[lastOf(found).toLowerCase()] ?? `${lastOf(found)}est`] },
  TooNotTo: { fixes: () => ["too"] },
  AskedOrder: {
    isSound: ({ after }) => /^[^.!?]*\?/.test(after),
    fixes: ({ found }) => (/\b(is|was|are)\b/.test(found) && !/ (user|model)$/.test(found) ? [found.replace(/^(\w+) (\w+) (\w+)$/, "$1 $3 $2")] : []),
  },
  AfterTo: { fixes: ({ found }) => [`to ${base(lastOf(found))}`] },
  AfterPreposition: { fixes: ({ found }) => [verbOf(found)?.ing ?? found] },
};
