/**
 * The project's own rules of grammar, for what Korean writers of English get wrong and Harper's stock rules do not
 * see: each finds a place, in the Weir language; what to put instead is made from the verb's forms (fixes.js).
 */

import { VERBS } from "./verbs.js";

const list = (/** @type {string[]} */ words) => `[${[...new Set(words)].map((word) => (/\W/.test(word) ? `(${word})` : word)).join(", ")}]`;

const plain = VERBS.filter(({ isNoun }) => !isNoun);
const BASE = list(VERBS.map(({ base }) => base));
const PLAIN_BASE = list(plain.map(({ base }) => base));
const BENT = list(VERBS.flatMap(({ base, third, past, participle }) => [third, past, participle].filter((form) => form !== base)));
const PAST = list(VERBS.flatMap(({ base, past, participle }) => [past, participle].filter((form) => form !== base)));
const THIRD = list(plain.map(({ third }) => third).concat("sounds", "answers", "repeats", "helps"));
const NAMES = ["Model A", "Model B", "Clip A", "Clip B", "Response A", "Response B", "MA", "MB", "it", "he", "she"];
const SUBJECT = list(NAMES);
const NOUN_SUBJECT = list(["the model", "the user", "the voice", "the tone", "the answer", "this model", "that model"]);
const ADVERB = "[also, then, only, often, never, always, still, just]";
const OBJECT = "[it, the, a, an, them, him, her, me, what, how, why, his, its, their, this, that, any, all]";
const ADJECTIVE = list("natural useful warm clear fast robotic helpful concrete smooth accurate engaging friendly calm slow short lively human scripted complete clean responsive soft quick".split(" "));
const SHORT = list("fast good bad quick slow easy short long loud small big nice".split(" "));
const COUNTED = list("tone voice pause laugh answer question step plan click pop accent reply joke rhythm pace".split(" "));
const SINGULAR = list("model side voice clip response conversation system pause error mistake click turn".split(" "));
const MASS = list("information advice feedback knowledge evidence noise equipment progress".split(" "));

/** What each rule finds, by its name: the words in the last part of a filter are what is marked.
 * @type {Record<string, string>} */
const FINDS = {
  ThirdPerson: `[<(${SUBJECT} ${BASE}), ${BASE}>, <(${SUBJECT} ${ADVERB} ${BASE}), ${BASE}>, <(${NOUN_SUBJECT} ${BASE}), ${BASE}>]`,
  SingularDo: `<([${SUBJECT}, ${NOUN_SUBJECT}] [do, don't]), [do, don't]>`,
  AfterDo: `[<([does, do, did] [${SUBJECT}, ${NOUN_SUBJECT}] ${BENT}), ${BENT}>, <([does, do, did] not ${BENT}), ${BENT}>, <([doesn't, don't, didn't] ${BENT}), ${BENT}>]`,
  MissingDo: `<([${SUBJECT}, ${NOUN_SUBJECT}] not ${BASE}), (not ${BASE})>`,
  InsteadOf: `[<(instead of ${PLAIN_BASE}), ${PLAIN_BASE}>, <(instead of ${BASE} ${OBJECT}), ${BASE}>, <(instead of ${BENT} ${OBJECT}), ${BENT}>, <(instead of ${PAST},), ${PAST}>, <(instead of ${PAST} [about, for, at]), ${PAST}>, <(instead of to ${BASE}), (to ${BASE})>]`,
  MissingArticle: `[<([has, have, had, is, was, gives, gave, uses, used, adds, keeps, takes, makes, made, shows, offers, with, in] ADJ ${COUNTED}), ADJ>, <([has, have, had, is, was, gives, gave, uses, used, adds, keeps, takes, makes, made, shows, offers, with, in] very ADJ ${COUNTED}), (very ADJ)>]`,
  MassNoun: `[<([a, an] ${MASS}), ([a, an] ${MASS})>, <([a, an] ADJ ${MASS}), [a, an]>]`,
  PlainThan: `<(${ADJECTIVE} than), ${ADJECTIVE}>`,
  BetterThat: `<([better, worse, warmer, faster, clearer] that [Model, MA, MB, Clip, Response, the]), that>`,
  PreferThan: `<([prefer, preferred] [${SUBJECT}, A, B] than), than>`,
  MoreShort: `<(more ${SHORT}), (more ${SHORT})>`,
  ComparedThan: `<(compared than), than>`,
  AfterBe: `[<([is, was] ${BASE}), ${BASE}>, <([is, was] ${THIRD}), ([is, was] ${THIRD})>]`,
  AfterHave: `[<([has, have, had] ${PLAIN_BASE}), ${PLAIN_BASE}>, <([has, have, had] ${BASE} ${OBJECT}), ${BASE}>]`,
  ThereIs: `[<(there is [many, several, few, two, three, four]), is>, <(there are [a, an, one]), are>]`,
  SeveralOf: `<([both, two, three, four, many, several] ${SINGULAR}), ${SINGULAR}>`,
  SingularBe: `<(${COUNTED} are), are>`,
  DifferentWith: `<(different with), with>`,
  NoAbout: `<([explain, explains, explained, discuss, discusses, discussed, mention, mentions, mentioned] about), ( about)>`,
  MissingThe: `<([makes, made, lets, helps, helped, asks, asked, tells, told, gives, gave] user), user>`,
  AfterModal: `<([can, could, will, would, should, may, might, must, cannot, can't, won't] ${BENT}), ${BENT}>`,
  AfterTo: `<([wants, want, wanted, tries, tried, try, needs, needed, able, starts, started, seems, fails, failed] to ${BENT}), (to ${BENT})>`,
  AfterPreposition: `[<([after, before] [answer, reply, repeat],), [answer, reply, repeat]>, <([after, before, without, by] ${PLAIN_BASE}), ${PLAIN_BASE}>, <([after, before, without, by] ${BASE} ${OBJECT}), ${BASE}>]`,
};

/** The rules as the files of a Weirpack. */
export function weirpackFiles() {
  const manifest = { author: "Earmark", version: "1.0.0", description: "What writers of rationales get wrong", license: "Apache-2.0" };
  const files = Object.entries(FINDS).map(([name, finds]) => /** @type {const} */ ([`Earmark${name}.weir`, weir(name, finds)]));
  return new Map([["manifest.json", JSON.stringify(manifest)], ...files]);
}

/** @param {string} name
 * @param {string} finds */
function weir(name, finds) {
  return [`expr main ${finds}`, `let message "${name}"`, `let description "${name}"`, `let kind "Grammar"`, `let becomes "…"`].join("\n");
}
