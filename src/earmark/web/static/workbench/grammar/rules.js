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
const NOUN_SUBJECT = list(
  ["the model", "the user", "the voice", "the tone", "the answer", "the reply", "the pace", "the conversation", "the pronunciation", "this model", "that model"].concat(
    ["first", "second", "other"].flatMap((which) => [`the ${which} model`, `the ${which} one`, `the ${which} side`]),
  ),
);
const ING = list(VERBS.map(({ ing }) => ing));
const PERSON = list(["me", "him", "her", "us", "them", "the user"]);
const FINITE = list(["is", "was", "has", "had", "does", "did", "can", "could"].concat(VERBS.flatMap(({ base, third, past }) => (past === base ? [third] : [third, past]))));
/** What is done in some manner, and adjectives that have a manner in -ly; not what sounds or feels some way. */
const ACTS = list("answer explain express flow listen pronounce react reply respond speak talk describe deliver".split(" ").flatMap((act) => formsOf(act)));
const MANNER = list("accurate calm careful clear direct exact gentle honest kind natural patient polite quick slow smooth soft sudden warm".split(" "));
const NOUNS = "answer cutoff detail error example fact idea mistake model option overlap pause point problem question reason reply sentence step suggestion topic word".split(" ");
const NUMBERED = list(NOUNS);
const PLURALS = list([...NOUNS, "side", "voice", "clip", "response", "turn"].map((noun) => (noun === "reply" ? "replies" : `${noun}s`)));
/** A verb in every form that has a subject.
 * @param {string} base */
function formsOf(base) {
  const verb = VERBS.find((one) => one.base === base);
  return verb ? [verb.base, verb.third, verb.past] : [base, `${base}es`, `${base}ed`];
}

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
  EverySeveral: `<([every, each, another] ${PLURALS}), ${PLURALS}>`,
  MuchSeveral: `<([much, less] ${PLURALS}), [much, less]>`,
  ThereAreMuch: `[<(there are [much, little]), are>, <(there were [much, little]), were>]`,
  AskTo: `<([asks, asked, ask, told, tells] to ${PERSON}), to>`,
  SayMe: `[<([said, says, say] [me, him, us, them]), [said, says, say]>, <([explain, explains, explained] [me, him, us, them]), [me, him, us, them]>]`,
  LetTo: `<([let, lets, make, makes, made] [${PERSON}, it] to ${BASE}), (to ${BASE})>`,
  WantBase: `[<([want, wants, wanted] ${PLAIN_BASE}), ${PLAIN_BASE}>, <([continue, continues, continued, keep, keeps, kept, avoid, avoids, avoided, enjoys, enjoyed] ${PLAIN_BASE}), ${PLAIN_BASE}>]`,
  Felt: `[<([I, we] [am, was, feel, felt, were] [boring, confusing, annoying, exciting, surprising, disappointing]), [boring, confusing, annoying, exciting, surprising, disappointing]>, <(it [is, was] [bored, confused, annoyed, excited, interested]), [bored, confused, annoyed, excited, interested]>]`,
  EnoughAdjective: `<(enough ${ADJECTIVE}), (enough ${ADJECTIVE})>`,
  DoMistake: `<([did, does, do] [mistake, mistakes]), [did, does, do]>`,
  OtherPreposition: `[<([depends, depend, depended] [of, in]), [of, in]>, <([focus, focuses, focused] [to, at]), [to, at]>, <(same with), with>, <(similar with), with>, <(interested [on, at, about]), [on, at, about]>, <([lacks, lacked, lacking] of), of>, <([satisfied, satisfying] of), of>]`,
  ThisDoes: `[<(this ${PLAIN_BASE}), ${PLAIN_BASE}>, <(this [show, prove, mean] that), [show, prove, mean]>]`,
  PluralBe: `<([the, these, those, both] ${PLURALS} [is, was, has, does]), [is, was, has, does]>`,
  BothBe: `<(both [is, was, has, does]), [is, was, has, does]>`,
  SingularDo: `<([${SUBJECT}, ${NOUN_SUBJECT}] [do, don't]), [do, don't]>`,
  AfterDo: `[<([does, do, did] [${SUBJECT}, ${NOUN_SUBJECT}] ${BENT}), ${BENT}>, <([does, do, did] not [${BENT}, ${ING}]), [${BENT}, ${ING}]>, <([doesn't, don't, didn't] ${BENT}), ${BENT}>]`,
  MissingDo: `<([${SUBJECT}, ${NOUN_SUBJECT}] not ${BASE}), (not ${BASE})>`,
  InsteadOf: `[<(instead of ${PLAIN_BASE}), ${PLAIN_BASE}>, <(instead of ${BASE} ${OBJECT}), ${BASE}>, <(instead of ${BENT} ${OBJECT}), ${BENT}>, <(instead of ${PAST},), ${PAST}>, <(instead of ${PAST} [about, for, at]), ${PAST}>, <(instead of to ${BASE}), (to ${BASE})>]`,
  MissingArticle: `[<([has, have, had, is, was, gives, gave, uses, used, adds, keeps, takes, makes, made, shows, offers, with, in] ADJ ${COUNTED}), ADJ>, <([has, have, had, is, was, gives, gave, uses, used, adds, keeps, takes, makes, made, shows, offers, with, in] very ADJ ${COUNTED}), (very ADJ)>]`,
  MassNoun: `[<([a, an] ${MASS}), ([a, an] ${MASS})>, <([a, an] ADJ ${MASS}), [a, an]>]`,
  PlainThan: `<(${ADJECTIVE} than), ${ADJECTIVE}>`,
  BetterThat: `<([better, worse, warmer, faster, clearer] that [Model, MA, MB, Clip, Response, the]), that>`,
  PreferThan: `<([prefer, preferred] [${SUBJECT}, A, B] than), than>`,
  MoreShort: `<(more ${SHORT}), (more ${SHORT})>`,
  ComparedThan: `<(compared than), than>`,
  AfterBe: `[<([is, was] ${BASE}), ${BASE}>, <([is, was, are, were] not ${PLAIN_BASE}), ${PLAIN_BASE}>, <([am, are] ${PLAIN_BASE}), ([am, are] ${PLAIN_BASE})>, <([is, was] ${THIRD}), ([is, was] ${THIRD})>]`,
  AfterHave: `[<([has, have, had] ${PLAIN_BASE}), ${PLAIN_BASE}>, <([has, have, had] ${BASE} ${OBJECT}), ${BASE}>]`,
  NoPassive: `[<([I, we] [am, was, were] [felt, liked, preferred, agreed]), [am, was, were]>, <([is, was, are, were] [happened, appeared, occurred, disappeared, seemed, remained]), [is, was, are, were]>]`,
  ThereIs: `[<(there is [many, several, few, two, three, four]), is>, <(there was [many, several, few, two, three, four]), was>, <(there are [a, an, one]), are>]`,
  SeveralOf: `<([both, two, three, four, many, several] ${SINGULAR}), ${SINGULAR}>`,
  NumberedNoun: `<([two, three, four, five, many, several] ${NUMBERED}), ${NUMBERED}>`,
  SingularBe: `<(${COUNTED} are), are>`,
  DifferentWith: `<(different with), with>`,
  NoAbout: `<([explain, explains, explained, discuss, discusses, discussed, mention, mentions, mentioned] about), ( about)>`,
  MissingThe: `<([makes, made, lets, helps, helped, asks, asked, tells, told, gives, gave] user), user>`,
  AfterModal: `[<([can, could, will, would, should, may, might, must, cannot, can't, couldn't, won't] ${BENT}), ${BENT}>, <([can, could, will, would, should, may, might, must] not ${BENT}), ${BENT}>]`,
  ModalTo: `<([can, could, should, may, might, must] to ${BASE}), (to ${BASE})>`,
  ToIng: `[<([difficult, easy, hard, able, ready, likely, important, wants, want, tries, tried, needs, seems] to ${ING}), (to ${ING})>, <([difficult, easy, hard, ready, likely, important] to ${BENT}), (to ${BENT})>]`,
  IngNotTo: `<([keeps, kept, keep, avoids, avoided, avoid, enjoys, enjoyed, finished, finishes, suggests, suggested, recommends, recommended] to ${BASE}), (to ${BASE})>`,
  SuggestMe: `<([suggests, suggested, suggest, recommends, recommended] [me, him, her, us, them] to ${BASE}), ([me, him, her, us, them] to ${BASE})>`,
  GoodAt: `[<([good, bad, better, best, worse, poor] at ${BASE}), ${BASE}>, <([of, for, about] ${PLAIN_BASE} ${OBJECT}), ${PLAIN_BASE}>]`,
  BecauseOf: `<(because of [${SUBJECT}, ${NOUN_SUBJECT}, they, I] ${FINITE}), (because of)>`,
  DespiteOf: `<(despite of), (despite of)>`,
  Manner: `[<(${ACTS} [very, so, too, more, really, quite] ${MANNER}), ${MANNER}>, <(${ACTS} ${MANNER}), ${MANNER}>, <(more ${MANNER}), ${MANNER}>]`,
  LikeAdjective: `<([feel, feels, felt, sound, sounds, sounded, seems, seemed, looks] like ${ADJECTIVE}), (like ${ADJECTIVE})>`,
  MostShort: `<(most ${SHORT}), (most ${SHORT})>`,
  TooNotTo: `<(${ACTS} to [slowly, quickly, fast, early, late, loudly, softly, often]), to>`,
  AskedOrder: `<([forgot, forgets, knows, know, knew, understands, understand, remembers, remembered, explains, explained] [what, how, why, where, when] [did, does, do, is, was, are] [I, it, he, she, they, you, we, user, model]), ([what, how, why, where, when] [did, does, do, is, was, are] [I, it, he, she, they, you, we, user, model])>`,
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
