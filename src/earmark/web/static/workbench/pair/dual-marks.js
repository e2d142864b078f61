/**
 * What a flag has to show in as well: under the other question about that side, which options fit it, to be taken by a
 * press. None is chosen by itself.
 */

import { make } from "../markup.js";
import { inLanguage, say } from "../texts.js";
import { SIDES } from "../work.js";

/** @typedef {import("../question.js").QuestionCard} QuestionCard */
/** @typedef {import("../shapes.js").Cluster} Cluster */
/** @typedef {import("./pair-work.js").PairWork} PairWork */
/** @typedef {{card: QuestionCard, cluster: Cluster, flags: string, line: HTMLElement}} Mark */

export class DualMarks {
  /** @type {Mark[]} */
  #marks;

  /**
   * @param {PairWork} work
   * @param {QuestionCard[]} cards The cards of the page, among them those that flags may have to show in.
   */
  constructor(work, cards) {
    this.work = work;
    const asked = work.questionsFor("a").filter(({ kind }) => kind === "flags");
    this.#marks = asked.flatMap(({ id, clusters }) =>
      (clusters || []).flatMap((cluster) => cards.filter((card) => isMeant(card, cluster)).map((card) => ({ card, cluster, flags: id, line: lineIn(card) }))),
    );
    for (const mark of this.#marks) this.#fill(mark);
  }

  refresh() {
    for (const mark of this.#marks) {
      const { card, cluster, line } = mark;
      line.hidden = !this.#isFlagged(mark) || Boolean(cluster.dual_mark?.propose.includes(card.answer.choice));
      for (const button of line.querySelectorAll("button")) {
        button.disabled = card.lock !== "";
        button.title = card.lock;
      }
    }
  }

  /** @param {Mark} mark */
  #isFlagged({ card, cluster, flags }) {
    const marked = this.work.answer(card.target, flags).flags || [];
    return marked.some((/** @type {import("../shapes.js").Flag} */ flag) => flag.cluster === cluster.id);
  }

  /** @param {Mark} mark */
  #fill({ card, cluster, line }) {
    const options = (card.question.options || []).filter(({ id }) => cluster.dual_mark?.propose.includes(id));
    const buttons = options.map(({ id, label }) => {
      const take = () => {
        card.choose({ choice: id });
        card.focusWords();
      };
      return make("button", { type: "button", class: "tool", onclick: take }, inLanguage(label));
    });
    line.append(say("“%(cluster)s” is flagged here, which this choice should show. Proposed:", { cluster: inLanguage(cluster.title) }), ...buttons);
  }
}

/** @param {QuestionCard} card
 * @param {Cluster} cluster */
function isMeant(card, cluster) {
  return SIDES.includes(card.target) && card.question.id === cluster.dual_mark?.question;
}

/** @param {QuestionCard} card */
function lineIn(card) {
  const line = make("p", { class: "flag-proposal", role: "status", hidden: true });
  card.append(line);
  return line;
}
