/** Error clusters of both sides: a row a cluster, a severity a side; a severity shows what it means and asks where. */

import { make, freshId, withTerm } from "../markup.js";
import { showFault } from "../faults.js";
import { QuestionCard } from "../question.js";
import { inLanguage, say } from "../texts.js";
import { SIDES, pathOf } from "../work.js";
import { InstanceRow } from "./instance-row.js";

/** @typedef {import("../shapes.js").Cluster} Cluster */
/** @typedef {import("../shapes.js").Flag} Flag */
/** @typedef {import("../shapes.js").Instance} Instance */
/** @typedef {import("../shapes.js").Question} Question */
/** @typedef {import("./pair-work.js").PairWork} PairWork */
/** @typedef {{radios: HTMLInputElement[], panel: HTMLElement, meaning: HTMLElement, proposal: HTMLElement, fault: HTMLElement,
 *   list: HTMLElement, rows: InstanceRow[]}} Cell */

export class FlagMatrix extends QuestionCard {
  /** @type {Map<string, Cell>} By cluster and side. */
  #cells = new Map();
  /** @type {Map<string, HTMLElement>} */
  #rows = new Map();
  #search = make("input", { type: "search", class: "input cluster-search", "data-focus": "cluster-search" });
  #told = make("p", { class: "soft told", role: "status" });

  /**
   * @param {PairWork} work
   * @param {Question} question
   * @param {(side: string) => [number, number]} pointIn The marked stretch of a side, or the moment it is at.
   */
  constructor(work, question, pointIn) {
    super(work, question, "a");
    this.pair = work;
    this.pointIn = pointIn;
    this.#search.addEventListener("input", () => this.#filter());
    this.#search.addEventListener("keydown", (event) => this.#searchKey(event));
  }

  /** @override */
  parts() {
    this.#cells.clear();
    this.#rows.clear();
    this.classList.add("flag-matrix");
    this.#search.placeholder = say("Find a cluster by number, name or older name");
    this.#search.setAttribute("aria-label", this.#search.placeholder);
    const names = this.work.protocol.item.sides.map((side) => make("span", {}, ...withTerm(inLanguage(side))));
    const head = make("div", { class: "flag-row flag-head", "aria-hidden": "true" }, make("span", {}), ...names);
    return [this.#search, this.#told, make("div", { class: "flag-table" }, head, ...(this.question.clusters || []).map((cluster) => this.#row(cluster)))];
  }

  /** Errors may be noted while one listens. @override */
  get lock() {
    return "";
  }

  /** @override */
  get keyHint() {
    return "N";
  }

  /** @override */
  focusFirst() {
    const faulty = this.querySelector(".flag-panel .fault:not([hidden])")?.closest(".flag-panel")?.querySelector("select, input, button");
    /** @type {HTMLElement} */ (faulty || this.#search).focus();
  }

  /** @override */
  focusWords() {
    this.focusFirst();
    return true;
  }

  /** Put the place of the sound into the instance that has the focus; false where none has.
   * @override */
  point() {
    const at = document.activeElement;
    for (const cell of this.#cells.values()) {
      const row = cell.rows.find(({ element }) => at && element.contains(at));
      if (row) row.takeTime();
      if (row) return true;
    }
    return false;
  }

  /** @override */
  update() {
    for (const cluster of this.question.clusters || []) for (const side of SIDES) this.#show(cluster, side);
  }

  /** @param {string} side
   * @returns {Flag[]} */
  #flags(side) {
    return this.work.answer(side, this.question.id).flags || [];
  }

  /** @param {Cluster} cluster */
  #row(cluster) {
    const title = freshId();
    const number = cluster.number ? `${cluster.number}. ` : "";
    const cells = SIDES.map((side) => this.#cell(cluster, side, title));
    const note = make("p", { class: "flag-note" }, inLanguage(cluster.note));
    const name = make("span", { class: "flag-name", id: title }, number, ...withTerm(inLanguage(cluster.title)));
    const row = make("div", { class: "flag-row", "data-measured": cluster.measured || null }, name, ...cells.map(({ segments }) => segments), note, ...cells.map(({ panel }) => panel));
    this.#rows.set(cluster.id, row);
    return row;
  }

  /**
   * @param {Cluster} cluster
   * @param {string} side
   * @param {string} title
   */
  #cell(cluster, side, title) {
    const sideName = make("span", { class: "visually-hidden", id: freshId() }, inLanguage(this.work.protocol.item.sides[SIDES.indexOf(side)]));
    const group = freshId();
    const choices = [{ id: "", label: say("None") }, ...(this.question.severities || []).map(({ id, label }) => ({ id, label: inLanguage(label) }))];
    const radios = choices.map(({ id }) => make("input", { type: "radio", name: group, value: id, "data-focus": `${this.question.id}.${cluster.id}.${side}.${id}` }));
    for (const radio of radios) {
      radio.addEventListener("change", () => this.#grade(cluster, side, radio.value));
      radio.addEventListener("keydown", (event) => event.key === "Enter" && this.#enterPanel(cluster, side, event));
    }
    const labels = choices.map(({ id, label }, index) => make("label", { class: `grade ${id || "none"}` }, /** @type {Node} */ (radios[index]), make("span", {}, ...(id ? withTerm(label) : ["–", make("span", { class: "visually-hidden" }, label)]))));
    const segments = make("div", { class: "grades", role: "radiogroup", "aria-labelledby": `${title} ${sideName.id}` }, sideName, ...labels);
    const [meaning, proposal, list] = [make("p", { class: "flag-meaning" }), make("p", { class: "flag-proposal" }), make("div", { class: "instances" })];
    const fault = make("p", { class: "fault", role: "alert", hidden: true });
    const more = make("button", { type: "button", class: "tool", onclick: () => this.#add(cluster, side) }, say("Another instance"));
    const dual = this.#toDualMark(cluster, side);
    const panel = make("div", { class: `flag-panel side-${side}`, role: "group", "aria-labelledby": `${title} ${sideName.id}`, hidden: true }, meaning, list, fault, proposal, more, dual);
    this.#cells.set(`${cluster.id} ${side}`, { radios, panel, meaning, proposal, fault, list, rows: [] });
    return { segments, panel };
  }

  /**
   * @param {Cluster} cluster
   * @param {string} side
   */
  #show(cluster, side) {
    const cell = this.#cells.get(`${cluster.id} ${side}`);
    if (!cell) return;
    const index = this.#flags(side).findIndex((one) => one.cluster === cluster.id);
    const flag = this.#flags(side)[index];
    for (const radio of cell.radios) radio.checked = radio.value === (flag?.severity || "");
    cell.panel.hidden = !flag;
    const row = this.#rows.get(cluster.id);
    row?.classList.toggle("flagged", SIDES.some((one) => this.#flags(one).some(({ cluster: id }) => id === cluster.id)));
    if (!flag) return;
    const severity = (this.question.severities || []).find(({ id }) => id === flag.severity);
    cell.meaning.replaceChildren(make("strong", {}, inLanguage(severity?.label)), " ", inLanguage(cluster.severities[flag.severity]));
    this.#showInstances(cluster, side, flag);
    this.#propose(cell, cluster, side, flag);
    const place = `${pathOf(side, this.question.id)}.flags.${index}`;
    showFault(cell.fault, this.work.faults.find(({ where }) => where.startsWith(place)));
  }

  /**
   * @param {Cluster} cluster
   * @param {string} side
   * @param {Flag} flag
   */
  #showInstances(cluster, side, flag) {
    const cell = /** @type {Cell} */ (this.#cells.get(`${cluster.id} ${side}`));
    while (cell.rows.length > flag.instances.length) cell.rows.pop()?.element.remove();
    while (cell.rows.length < flag.instances.length) {
      const index = cell.rows.length;
      const row = new InstanceRow(this.pair.side(side), {
        name: `${this.question.id}.${cluster.id}.${side}.${index}`,
        needs: cluster.needs || [],
        types: this.question.instance_types || [],
        point: () => this.pointIn(side),
        change: (instance) => this.#change(cluster.id, side, index, instance),
        remove: () => this.#remove(cluster.id, side, index),
      });
      cell.rows.push(row);
      cell.list.append(row.element);
    }
    flag.instances.forEach((instance, index) => cell.rows[index]?.show(instance, flag.instances.length > 1));
  }

  /** What its instances point to, where that is not what was chosen: said, and there to be taken.
   * @param {Cell} cell
   * @param {Cluster} cluster
   * @param {string} side
   * @param {Flag} flag */
  #propose({ proposal, radios }, cluster, side, flag) {
    const n = this.#turnsOf(side, flag);
    const proposed = (this.question.severities || []).findLast(({ proposed_from: from }) => from && from <= n);
    const isTold = proposed && proposed.id !== flag.severity;
    const told = isTold ? `${n} ${proposed.id}` : "";
    if (proposal.dataset.told === told) return;
    proposal.dataset.told = told;
    if (!isTold) return proposal.replaceChildren();
    const take = () => {
      this.#grade(cluster, side, proposed.id);
      radios.find((radio) => radio.checked)?.focus();
    };
    const severity = inLanguage(proposed.label);
    proposal.replaceChildren(
      wordsForTurns(n, severity),
      make("button", { type: "button", class: "tool", "data-focus": `${this.question.id}.${cluster.id}.${side}.take`, onclick: take }, say("Choose “%(severity)s”", { severity })),
    );
  }

  /** In how many turns of a side an error is said to be: those that instances name or whose time they give; all where
   * it is throughout.
   * @param {string} side
   * @param {Flag} flag */
  #turnsOf(side, { instances }) {
    if (instances.some(({ throughout }) => throughout)) return Infinity;
    const { turns } = this.pair.side(side);
    const at = (/** @type {number} */ seconds) => turns[this.pair.side(side).placeAt(seconds)]?.id ?? seconds;
    return new Set(instances.flatMap(({ turn, time }) => turn || (time ? at(time[0] ?? 0) : []))).size;
  }

  /** The way to the other question that this cluster shows in as well.
   * @param {Cluster} cluster
   * @param {string} side */
  #toDualMark(cluster, side) {
    const question = this.work.questionsFor(side).find(({ id }) => id === cluster.dual_mark?.question);
    if (!question) return null;
    const goTo = () => /** @type {QuestionCard|undefined} */ ([...document.querySelectorAll(`[data-question="${question.id}"]`)].find((card) => card instanceof QuestionCard && card.target === side))?.focusFirst();
    return make("button", { type: "button", class: "tool", onclick: goTo }, say("Show it in “%(question)s” too", { question: inLanguage(question.title) }));
  }

  /**
   * @param {Cluster} cluster
   * @param {string} side
   * @param {string} severity
   */
  #grade(cluster, side, severity) {
    const before = this.#flags(side).find((one) => one.cluster === cluster.id);
    const others = this.#flags(side).filter((one) => one.cluster !== cluster.id);
    const flag = { cluster: cluster.id, severity, instances: before?.instances || [{}] };
    this.#put(side, severity ? [...others, flag] : others, true);
  }

  /** @param {Cluster} cluster
   * @param {string} side */
  #add(cluster, side) {
    this.#alter(cluster.id, side, (instances) => [...instances, {}]);
    this.#cells.get(`${cluster.id} ${side}`)?.rows.at(-1)?.focus();
  }

  /** @param {string} cluster
   * @param {string} side
   * @param {number} index
   * @param {Instance} instance */
  #change(cluster, side, index, instance) {
    this.#alter(cluster, side, (instances) => instances.map((one, at) => (at === index ? instance : one)));
  }

  /** @param {string} cluster
   * @param {string} side
   * @param {number} index */
  #remove(cluster, side, index) {
    this.#alter(cluster, side, (instances) => instances.filter((_, at) => at !== index));
  }

  /** @param {string} cluster
   * @param {string} side
   * @param {(instances: Instance[]) => Instance[]} how */
  #alter(cluster, side, how) {
    this.#put(side, this.#flags(side).map((one) => (one.cluster === cluster ? { ...one, instances: how(one.instances) } : one)), false);
  }

  /** @param {string} side
   * @param {Flag[]} flags
   * @param {boolean} isChoice Whether it can be undone; words have the browser's own undo. */
  #put(side, flags, isChoice) {
    const place = pathOf(side, this.question.id);
    this.work.faults = this.work.faults.filter(({ where }) => !where.startsWith(`${place}.flags`));
    if (isChoice) this.work.choose(side, this.question.id, { flags });
    else this.work.setAnswer(side, this.question.id, { flags });
  }

  /** From a severity on to where it is heard.
   * @param {Cluster} cluster
   * @param {string} side
   * @param {KeyboardEvent} event */
  #enterPanel(cluster, side, event) {
    const [first] = this.#cells.get(`${cluster.id} ${side}`)?.rows || [];
    if (!first || !this.#flags(side).some((one) => one.cluster === cluster.id)) return;
    event.preventDefault();
    event.stopPropagation();
    first.focus();
  }

  /** Show the clusters that are meant by what is looked for, and say so where there are none. */
  #filter() {
    const wanted = this.#search.value.trim().toLowerCase();
    const meant = this.#meantBy(wanted);
    for (const [id, row] of this.#rows) row.hidden = !meant.some((cluster) => cluster.id === id);
    this.#told.textContent = meant.length ? "" : say("No cluster holds these words.");
  }

  /** The clusters of a number or of words in their names; where no name holds them, those whose note does.
   * @param {string} wanted */
  #meantBy(wanted) {
    const all = this.question.clusters || [];
    if (/^\d+$/.test(wanted)) return all.filter(({ number }) => String(number) === wanted);
    const named = all.filter(({ title, older_names: older }) => [...Object.values(title), ...(older || [])].some((name) => name.toLowerCase().includes(wanted)));
    return named.length ? named : all.filter(({ note }) => Object.values(note || {}).some((words) => words.toLowerCase().includes(wanted)));
  }

  /** Enter goes to the first that is found; Escape lets the search go, and the desk leaves the box.
   * @param {KeyboardEvent} event */
  #searchKey(event) {
    if (event.isComposing || !["Enter", "Escape"].includes(event.key)) return;
    const first = this.#meantBy(this.#search.value.trim().toLowerCase())[0];
    if (event.key === "Enter") {
      event.preventDefault();
      event.stopPropagation();
      if (!first) return;
    }
    this.#search.value = "";
    this.#filter();
    if (event.key === "Escape" || !first) return;
    const cell = this.#cells.get(`${first.id} ${SIDES[0]}`);
    (cell?.radios.find((radio) => radio.checked) || cell?.radios[0])?.focus();
  }
}

/** @param {number} n
 * @param {string} severity */
function wordsForTurns(n, severity) {
  if (n === 1) return say("One turn is named, which points to “%(severity)s”.", { severity });
  if (n === Infinity) return say("It is there throughout, which points to “%(severity)s”.", { severity });
  return say("%(n)s turns are named, which points to “%(severity)s”.", { n, severity });
}

customElements.define("ear-flag-matrix", FlagMatrix);
