/** The scenario of a pair: what the user wants, which class it is of, and in which order its dimensions weigh. */

import { openDialog } from "../dialog.js";
import { keycap, make, withTerm } from "../markup.js";
import { keyOf } from "../remapping.js";
import { inLanguage, say } from "../texts.js";

/** @typedef {import("./pair-work.js").PairWork} PairWork */

/** Fields of a scenario beside its title and description, each with its name.
 * @type {[string, () => string][]} */
const FIELDS = [
  ["persona", () => say("Persona asked of the model")],
  ["rater-part", () => say("The user's part")],
  ["key-facts", () => say("Key facts to convey")],
  ["skills", () => say("Skills tested")],
  ["language", () => say("Language")],
];

/** @param {PairWork} work */
export function scenarioOf(work) {
  const { title, description } = work.assignment.item.scenario;
  const category = categoryOf(work);
  const of = classOf(work);
  const card = make("button", { type: "button", class: "tool", "data-focus": "scenario", onclick: () => void openScenario(work) }, say("Scenario card"), keycap(keyOf("scenario", "p")));
  return make(
    "section",
    { class: "scenario pair-scenario" },
    make("h1", {}, title || (category ? inLanguage(category.title) : say("Scenario"))),
    category && title ? make("span", { class: "badge" }, ...withTerm(inLanguage(category.title))) : null,
    of ? make("span", { class: "badge" }, inLanguage(of.title)) : null,
    make("span", { class: "priority" }, priorityOf(work)),
    description ? make("p", {}, description) : null,
    card,
  );
}

/** The order in which the dimensions weigh, in words.
 * @param {PairWork} work */
export function priorityOf(work) {
  const { scenarioClass } = work;
  if (!scenarioClass) return "";
  const names = (scenarioClass.priority || []).map((id) => shortName(inLanguage(work.protocol.questions.find((one) => one.id === id)?.title)));
  return names.length ? names.join(" > ") : say("By the dominant intent, which you state below");
}

/** A long name is known by its first word: "Naturalness / Engagement / Aesthetics".
 * @param {string} title */
export function shortName(title) {
  return (title.split(" (")[0] || title).split(/ \/ |·/)[0] || title;
}

/** @param {PairWork} work */
export function openScenario(work) {
  const { scenario } = work.assignment.item;
  const category = categoryOf(work);
  return openDialog(scenario.title || say("Scenario"), () => [
    make("p", {}, scenario.description || ""),
    make("dl", { class: "scenario-fields" }, ...FIELDS.filter(([id]) => scenario[id]).flatMap(([id, name]) => [make("dt", {}, name()), make("dd", {}, ...linesOf(scenario[id]))])),
    ...(category ? cardOf(category) : []),
    make("ul", { class: "notes" }, .../** @type {any} */ (work.protocol).notes.map((/** @type {any} */ note) => make("li", {}, inLanguage(note)))),
  ]);
}

/** @param {string} value */
function linesOf(value) {
  const lines = String(value).split("\n").filter(Boolean);
  return lines.length > 1 ? [make("ul", {}, ...lines.map((line) => make("li", {}, line)))] : [value];
}

/** @param {import("../shapes.js").Category} category */
function cardOf(category) {
  const list = (/** @type {import("../shapes.js").Text[]} */ signs) => make("ul", {}, ...signs.map((sign) => make("li", {}, inLanguage(sign))));
  return [
    make("h3", {}, ...withTerm(inLanguage(category.title))),
    make("dl", { class: "scenario-fields" }, make("dt", {}, say("Tested")), make("dd", {}, inLanguage(category.tested)), make("dt", {}, say("Good signs")), make("dd", {}, list(category.good_signs)), make("dt", {}, say("Red flags")), make("dd", {}, list(category.red_flags)), make("dt", {}, say("The one nuance")), make("dd", {}, inLanguage(category.nuance))),
  ];
}

/** @param {PairWork} work */
function classOf(work) {
  return (work.protocol.classes || []).find(({ id }) => id === work.assignment.item.scenario.class);
}

/** @param {PairWork} work */
function categoryOf(work) {
  return (work.protocol.classes || []).flatMap(({ categories }) => categories).find(({ id }) => id === work.assignment.item.scenario.category);
}
