/**
 * What the server's audits find in a comparison: one quiet line beside each field while it is made, and all of it once
 * more before it is sent. An error is settled or answered with a reason; nothing else keeps the answers back.
 */

import { postFindings } from "../api.js";
import { openDialog } from "../dialog.js";
import { HintLine, gravestOf } from "../hint-line.js";
import { freshId, make } from "../markup.js";
import { inLanguage, say } from "../texts.js";
import { PAIR, SIDES, pathOf } from "../work.js";

/** @typedef {import("../question.js").QuestionCard} QuestionCard */
/** @typedef {import("../shapes.js").Finding} Finding */
/** @typedef {import("./pair-work.js").PairWork} PairWork */

const PAUSE_MS = 1200;
/** A server with much in hand, or a slow line, is waited for: without an answer the rater would not be asked at all. */
const LONGEST_LOOK_MS = 20_000;
const PATIENCE_MS = 1000;
const SHORTEST_REASON = 3;

/** Fields of the talks themselves, which no card is about. */
const TALKS = pathOf(PAIR, "talks");

export class PairFindings {
  /** @type {{paths: string[], line: HintLine, title: string}[]} */
  #lines = [];
  #talks;
  #asked = "";
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  #request = new AbortController();
  #isLooking = false;

  #notify;

  /**
   * @param {PairWork} work
   * @param {(words: string) => void} notify Says something above the bar of actions.
   */
  constructor(work, notify) {
    this.work = work;
    this.#notify = notify;
    this.#talks = this.#lineFor(() => undefined);
    this.ofTheTalks = this.#talks.element;
  }

  /** Stand under each card, in the language of the page.
   * @param {QuestionCard[]} cards */
  standBeside(cards) {
    const besides = cards.map((card) => {
      const line = this.#lineFor(() => card.focusFirst());
      card.append(line.element);
      const targets = card.question.kind === "flags" ? SIDES : [card.target];
      return { paths: targets.map((target) => pathOf(target, card.question.id)), line, title: inLanguage(card.question.title) };
    });
    this.#lines = [...besides, { paths: [TALKS], line: this.#talks, title: say("The two conversations") }];
    this.#asked = "";
    this.follow();
  }

  /** Look at what has changed once the rater pauses. */
  follow() {
    const asked = JSON.stringify(this.#look(false));
    if (asked === this.#asked || asked === "{}") return;
    this.#asked = asked;
    clearTimeout(this.#timer);
    this.#request.abort();
    if (this.work.answer(PAIR, "overall").choice || this.work.answer(PAIR, "rationale").text) this.#timer = setTimeout(() => void this.#ask(), PAUSE_MS);
  }

  /** Show what is found before the answers go out, and wait for what the rater says to it. Where the server does not
   * answer there is nothing to show: it looks again when the answers arrive.
   * @returns {Promise<boolean>} Whether they may go out. */
  async lastLook() {
    if (this.#isLooking) return false;
    this.#isLooking = true;
    try {
      const found = await this.#askAtEnd();
      if (!found) return true;
      this.work.seeHints(found.findings);
      const open = found.findings.filter((finding) => finding.severity === "error" || !this.work.hints.isPutAway(finding));
      return open.length === 0 || (await this.#confirm(open));
    } finally {
      this.#isLooking = false;
    }
  }

  async #askAtEnd() {
    clearTimeout(this.#timer);
    const telling = setTimeout(() => this.#notify(say("Looking at your answers once more …")), PATIENCE_MS);
    const signal = AbortSignal.timeout(LONGEST_LOOK_MS);
    const found = await postFindings(this.work.assignment.id, this.#look(true), { signal }).catch(() => null);
    clearTimeout(telling);
    this.#notify("");
    return found;
  }

  /** @param {boolean} isAtEnd */
  #look(isAtEnd) {
    const { answers, talks = {} } = this.work.submission();
    return { answers, talks, language: document.documentElement.lang, at_end: isAtEnd };
  }

  /** Without an answer from the server there are no findings, and nothing else is amiss. */
  async #ask() {
    this.#request = new AbortController();
    const { signal } = this.#request;
    const found = await postFindings(this.work.assignment.id, this.#look(false), { signal }).catch(() => null);
    if (!found || signal.aborted) return;
    for (const { paths, line } of this.#lines) {
      const here = found.findings.filter(({ where }) => isUnder(where, paths));
      line.show(gravestOf(here.filter((finding) => !this.work.hints.isPutAway(finding) && !this.work.hints.answerTo(finding))));
    }
    this.work.hints.see(this.#lines.flatMap(({ line }) => line.finding ?? []), found.findings);
  }

  /** @param {() => void} back */
  #lineFor(back) {
    return new HintLine({ back, putAway: (finding) => this.work.putHintAway(finding.where, finding) });
  }

  /** @param {Finding[]} findings
   * @returns {Promise<boolean>} */
  async #confirm(findings) {
    let goes = false;
    await openDialog(say("Before you submit"), (close) => {
      const rows = findings.map((finding) => {
        const before = this.work.hints.answerTo(finding);
        return new FindingRow(finding, { title: this.#titleOf(finding), before, write: (reason) => this.work.answerHint(finding, reason) });
      });
      const back = make("button", { type: "button", class: "button", onclick: close }, say("Go back"));
      const send = make("button", { class: "button main", autofocus: rows.every(({ box }) => !box) }, say("Submit"));
      const form = make("form", { novalidate: true, class: "last-look" }, make("ul", {}, ...rows.map(({ element }) => element)), make("div", { class: "actions" }, back, send));
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const lacking = rows.filter((row) => !row.isAnswered());
        lacking[0]?.box?.focus();
        if (lacking.length) return;
        goes = true;
        close();
      });
      form.addEventListener("keydown", (event) => {
        const isEnd = event.key === "Enter" && !event.shiftKey && !event.isComposing && event.target instanceof HTMLTextAreaElement;
        if (!isEnd) return; // Shift+Enter breaks the line, as in the boxes of the page
        event.preventDefault();
        form.requestSubmit();
      });
      rows.find(({ box }) => box)?.box?.setAttribute("autofocus", "");
      return [make("p", {}, say("This is what stands out. Change what is wrong, and submit the rest as it is.")), form];
    });
    return goes;
  }

  /** What a finding is about, as its card calls it.
   * @param {Finding} finding */
  #titleOf({ where }) {
    return this.#lines.find(({ paths }) => isUnder(where, paths))?.title || "";
  }
}

/** One finding in the last look; an error has room for the reason why it stands all the same. */
class FindingRow {
  #fault = make("p", { class: "fault", role: "alert", hidden: true, id: freshId() });

  /** @param {Finding} finding
   * @param {{title: string, before: string, write: (reason: string) => void}} options `before` is what was answered
   *   before; `write` keeps each letter with the draft, so that a page that goes takes no reason with it. */
  constructor(finding, { title, before, write }) {
    this.finding = finding;
    const id = freshId();
    /** @type {HTMLTextAreaElement|null} */
    this.box = finding.severity === "error" ? make("textarea", { id, rows: 2, class: "input", "aria-describedby": this.#fault.id }) : null;
    if (this.box) this.box.value = before;
    this.box?.addEventListener("input", () => write(this.reason));
    this.element = make(
      "li",
      { class: `finding is-${finding.severity}` },
      make("strong", {}, title),
      make("p", {}, finding.message),
      make("p", { class: "suggestion" }, finding.suggestion),
      this.box ? make("label", { for: id }, say("If it stands all the same, say why")) : null,
      this.box,
      this.#fault,
    );
  }

  /** What was answered, an empty text for nothing. */
  get reason() {
    return this.box?.value.trim() || "";
  }

  /** Whether it needs no reason or has one; says so where it lacks one. */
  isAnswered() {
    const lacks = this.box !== null && this.reason.length < SHORTEST_REASON;
    this.#fault.hidden = !lacks;
    this.#fault.textContent = lacks ? say("Go back and change it, or say here why it stands.") : "";
    return !lacks;
  }
}

/** @param {string} where
 * @param {string[]} paths */
function isUnder(where, paths) {
  return paths.some((path) => where === path || where.startsWith(`${path}.`));
}
