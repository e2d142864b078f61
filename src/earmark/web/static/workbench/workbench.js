/** The rating page: from one task to the next, until none is left. */

import { Ahead } from "./ahead.js";
import { getAssignment, nextAssignment, postExit } from "./api.js";
import { saysTheSame } from "./beginning.js";
import { Drafts } from "./drafts.js";
import { freshKey } from "./fresh-key.js";
import { RATES } from "./hearing-keys.js";
import { Keys } from "./keys.js";
import { bring, fetchLater } from "./later.js";
import { Leftovers } from "./leftovers.js";
import { make } from "./markup.js";
import { Player } from "./player.js";
import { preferences } from "./preferences.js";
import { RatingDesk } from "./rating-desk.js";
import { refusalWords } from "./refusals.js";
import { showSaveState } from "./save-state.js";
import { Sending } from "./sending.js";
import { Shelf } from "./shelf.js";
import { followSwitches } from "./switches.js";
import { say } from "./texts.js";
import { Work } from "./work.js";

/** @typedef {import("./api.js").Problem} Problem */
/** @typedef {import("./guide-panel.js").GuidePanel} GuidePanel */
/** @typedef {import("./shapes.js").Discard} Discard */

/** Why there is nothing to rate: what to say, and what comes next.
 * @type {Record<string, () => {title: string, words: string}>} */
const ENDS = {
  done: () => ({ title: say("All done"), words: say("No task is left in this study. Thank you for your work.") }),
  paused: () => ({ title: say("The study is paused"), words: say("Its owner has stopped handing out tasks for now. Everything you sent is safe. Look in again later.") }),
  "nothing-left-for-you": () => ({ title: say("Nothing left for you"), words: say("You have been through every task that was open to you; what remains is for others. Thank you.") }),
  "paused-for-you": () => ({ title: say("Your work is paused"), words: say("The owner of the study hands no tasks to you for now. Everything you sent is safe. Ask them when it goes on.") }),
  enough: () => ({ title: say("You are done"), words: say("You have rated as many tasks as the owner of this study wanted from you. Thank you.") }),
  closed: () => ({ title: say("The study is closed"), words: say("Its owner hands out no more tasks. Everything you sent is safe. Thank you.") }),
  corrected: () => ({ title: say("Your correction is in"), words: say("It replaces what you had sent before, which is kept as history.") }),
  left: () => ({ title: say("It no longer counts"), words: say("What you had sent of this item is kept, but not counted. You can undo that under “My work”.") }),
};

/** Whoever was away for so long has had a break. */
const LONGEST_PAUSE_MS = 300000;
/** The page of a guideline that is searched. */
const GLOSSARY = "glossary";

class Workbench extends HTMLElement {
  player = new Player();
  /** @type {Player|null} Of side B, once there is a pair. */
  #otherPlayer = null;
  ahead = new Ahead();
  shelf = new Shelf(this.dataset.person || "");
  leftovers = new Leftovers(this.shelf);
  tab = this.leftovers.handover?.tab || freshKey();
  /** @type {Work|null} */
  work = null;
  /** @type {Drafts|null} */
  drafts = null;
  /** @type {RatingDesk|import("./pair/pair-desk.js").PairDesk|null} */
  desk = null;
  /** @type {(() => void)|null} What the page shows while it shows no desk. */
  #message = null;
  /** The assignment of which it was said that its recording was corrected.
   * @type {string|undefined} */
  #toldOf;
  /** Whether a page that goes asks about what is not saved. */
  #asks = true;
  /** What was said of a language or theme that does not come. */
  #saidOfSwitch = "";
  /** What became of the task before. */
  #before = () => "";
  /** @type {Sending|null} Answers on their way. */
  #sending = null;

  /** Seconds at work since the last break, and when the last of them was. */
  #sitting = { seconds: 0, last: 0 };
  /** Pages of the guideline, by their ids. */
  #guidePages = (this.dataset.guide || "").split(" ").filter(Boolean);
  /** @type {GuidePanel|null} Made when it is first asked for. */
  #guide = null;

  connectedCallback() {
    preferences.load(JSON.parse(this.dataset.preferences || "{}"));
    this.player.setRate(preferences.kept.speed);
    this.player.setVolume(preferences.kept.volume);
    this.addEventListener("guide", (event) => void this.#turnGuide(/** @type {CustomEvent} */ (event).detail));
    this.keys = new Keys(
      () => [...(this.desk?.bindings() || []), ...this.#ownBindings()],
      (key) => this.desk?.takeKey(key) ?? false,
      (key, binding) => this.desk?.withholds(key, binding) ?? false,
    );
    window.addEventListener("beforeunload", (event) => this.#asks && this.drafts?.isAtRisk && event.preventDefault());
    this.player.addEventListener("ready", () => this.work && void this.ahead.fetch(this.work.assignment.id));
    this.#attend(this.player, "a");
    document.addEventListener("click", (event) => this.#headerClick(event));
    window.addEventListener("pagehide", () => {
      this.drafts?.flush();
      void preferences.send();
    });
    document.addEventListener("sign-out", () => this.drafts?.forget());
    followSwitches({ relabel: () => this.#relabel(), waits: (words) => this.#tellOfSwitch(words) });
    void this.next();
  }

  /** Take up the next task, or say why there is none. */
  async next() {
    this.#show(() => this.replaceChildren(make("p", { class: "waiting", role: "status" }, say("Fetching the next task…"))));
    try {
      if (await this.leftovers.submit()) this.#before = () => say("Submitted");
      if (this.dataset.assignment) return await this.#takeUp(await getAssignment(this.dataset.assignment));
      const { assignment, reason } = await nextAssignment(this.dataset.study || "");
      if (assignment) return await this.#takeUp(assignment);
      await this.leftovers.save();
      this.#end(reason || "done");
    } catch (problem) {
      this.#failed(/** @type {Problem} */ (problem));
    }
  }

  /** @param {import("./shapes.js").Assignment} offered */
  async #takeUp(offered) {
    const { assignment, sequence, base, isUnsent } = await this.leftovers.begin(offered);
    const pair = assignment.protocol.item.kind === "pair" ? await import("./pair/pair-desk.js") : null;
    const work = pair ? new pair.PairWork(assignment) : new Work(assignment);
    const drafts = new Drafts(assignment.id, {
      sequence,
      base,
      revises: assignment.revision,
      recording: assignment.recording.revision,
      tab: this.tab,
      shelf: this.shelf,
      body: () => work.draft(),
    });
    void this.leftovers.save(assignment.id).then(() => this.#tellOfUntaken());
    work.addEventListener("change", () => this.#sending?.compare(work.submission()));
    const opened = assignment.revision && sequence === 0 ? work.draft() : null;
    const touch = () => {
      // Who only looks at what was sent, and hears it again, begins no correction.
      if (!opened || drafts.sequence > 0 || !saysTheSame(opened, work.draft())) drafts.touch();
    };
    work.addEventListener("change", touch);
    work.listening.addEventListener("news", touch);
    drafts.addEventListener("state", () => this.#showHeader());
    drafts.addEventListener("refused", (event) => this.#tellOfRefusal(/** @type {CustomEvent} */ (event).detail));
    drafts.addEventListener("corrected", (event) => this.#tellOfCorrection(/** @type {CustomEvent} */ (event).detail));
    this.work = work;
    this.drafts = drafts;
    work.effort.start(() => this.#players.some(({ playing }) => playing), (seconds) => this.#worked(seconds));
    this.player.load(work.stimulus, this.ahead.take(work.stimulus.id, assignment.recording.revision));
    const ways = {
      submit: () => this.submit(),
      leave: (/** @type {Discard} */ discard) => this.leave(discard),
    };
    if (pair) this.desk = new pair.PairDesk(/** @type {import("./pair/pair-work.js").PairWork} */ (work), this.#playersOf(work), ways);
    else this.desk = new RatingDesk(work, this.player, ways);
    this.#message = null;
    this.replaceChildren(this.desk);
    this.#showHeader();
    this.#tellOfCorrection(assignment.recording);
    if (assignment.revision) this.desk.mention(say("You have sent this before. Changes are saved as you go and take effect when you submit them; until then, what you sent stands."));
    this.#tellOfUntaken();
    void fetchLater();
    if (isUnsent) await this.#adopt(drafts);
  }

  get #players() {
    return this.#otherPlayer ? [this.player, this.#otherPlayer] : [this.player];
  }

  /** The players of both sides of a pair, the second with its sound.
   * @param {Work} work */
  #playersOf(work) {
    if (!this.#otherPlayer) {
      this.#otherPlayer = new Player();
      this.#otherPlayer.setRate(this.player.rate);
      this.#otherPlayer.setVolume(this.player.volume);
      this.#attend(this.#otherPlayer, "b");
    }
    const [, other] = work.assignment.stimuli;
    if (other) this.#otherPlayer.load(other);
    return new Map([["a", this.player], ["b", this.#otherPlayer]]);
  }

  /** Keep account of what a player does, and let another one be set as it is.
   * @param {Player} player
   * @param {"a"|"b"} side */
  #attend(player, side) {
    player.addEventListener("stretch", (event) => this.work?.listening.add(/** @type {CustomEvent} */ (event).detail, side));
    player.addEventListener("state", () => {
      this.#keepSound(player);
      this.work?.markUnplayable(this.#players.some(({ failed }) => failed));
      for (const other of this.#players) {
        if (other.rate !== player.rate) other.setRate(player.rate);
        if (other.volume !== player.volume) other.setVolume(player.volume);
      }
    });
  }

  /** Send what was left on this device; then no other copy of it is needed.
   * @param {Drafts} drafts */
  async #adopt(drafts) {
    drafts.touch();
    await drafts.keep();
    if (drafts.isKept) await this.shelf.clear(drafts.assignment, drafts.tab);
  }

  /** Send the answers; "sent" only after the server's answer. Until it comes they are kept on this device, and tried
   * again while the rater changes nothing. */
  async submit() {
    const { work, drafts, desk } = this;
    if (!work || !drafts || !desk || desk.busy) return;
    if (this.#sending) return this.#sending.again();
    if (work.assignment.revision && drafts.sequence === 0) return desk.notify(say("Nothing differs from what you sent, so there is nothing to submit."));
    for (const player of this.#players) player.pause();
    const { revision: revises, recording, id } = work.assignment;
    const made = { body: work.submission(), language: document.documentElement.lang, revises, recording_revision: recording.revision };
    const sent = { key: work.key, ...made, draft: drafts.stamp() };
    desk.busy = true;
    await drafts.submit(sent);
    const sending = new Sending(id, sent, {
      trying: () => {
        if (!desk.busy) desk.busy = true;
      },
      failed: (problem) => {
        desk.busy = false;
        drafts.wait(problem);
        desk.notify(this.#wordsForUnsent(problem));
      },
    });
    this.#sending = sending;
    try {
      const receipt = await sending.run();
      if (receipt) await this.#closed(() => (receipt.extra ? say("Submitted and kept as an extra") : say("Submitted")), "corrected");
      else drafts.resume();
    } catch (failure) {
      desk.busy = false;
      this.#refused(/** @type {Problem} */ (failure));
    } finally {
      if (this.#sending === sending) this.#sending = null;
    }
  }

  /** @param {Problem} problem Why the server did not take the answers. */
  #refused(problem) {
    const { work, drafts, desk } = this;
    if (!work || !drafts || !desk) return;
    drafts.resume();
    work.faults = problem.status === 422 ? problem.faults : [];
    desk.refresh();
    if (work.faults.length) desk.showFaults();
    else if (problem.draft) drafts.supersede();
    else desk.notify(this.#wordsFor(problem));
  }

  /** Leave the whole item unrated.
   * @param {Discard} discard */
  async leave({ exit, reason, explanation }) {
    const { work, desk } = this;
    if (!work || !desk || desk.busy) return;
    desk.busy = true;
    try {
      await postExit(work.assignment.id, { exit, reason, explanation, revises: work.assignment.revision });
      const isSkip = work.protocol.exits.some(({ id, act }) => id === exit && act === "skip");
      await this.#closed(() => (isSkip ? say("Skipped") : say("Discarded")), "left");
    } catch (problem) {
      desk.busy = false;
      desk.notify(this.#wordsFor(/** @type {Problem} */ (problem)));
    }
  }

  /** @param {() => string} became What became of the task.
   * @param {"corrected"|"left"} end What is said where it was one that the rater had opened again. */
  async #closed(became, end) {
    this.#before = became;
    this.#sending = null;
    await this.drafts?.done();
    this.work?.effort.stop();
    this.desk = null;
    this.work = null;
    window.scrollTo(0, 0);
    if (this.dataset.assignment) this.#end(end);
    else await this.next();
  }

  /** @param {Problem} problem */
  #wordsFor(problem) {
    if (problem.passes) return say("The server did not answer. Your answers are kept here; try again in a moment.");
    return refusalWords(problem);
  }

  /** @param {Problem} problem */
  #wordsForUnsent(problem) {
    if (problem.status === 401) return say("You are signed out. Your answers are kept on this device and go out as soon as you sign in again.");
    return say("The server did not answer. Your answers are kept on this device and go out as soon as it does; a change takes them back.");
  }

  #tellOfUntaken() {
    const words = this.#wordsForUntaken();
    if (words) this.desk?.mention(words);
  }

  /** What is said of answers that were to go out by themselves and were refused. */
  #wordsForUntaken() {
    if (!this.leftovers.refused.length) return "";
    return say("What you wrote on an earlier item could not be taken, since that item was submitted, left or taken back elsewhere meanwhile. It is kept on this device: open the item again under “My work” to compare both.");
  }

  async #signIn() {
    const signIn = await bring("sign-in");
    if (!(await signIn?.signInAgain(this.dataset.name || ""))) return;
    if (this.desk) window.dispatchEvent(new Event("focus")); // whatever waits for it is tried at once
    else await this.next();
  }

  /** @param {string} reason */
  #end(reason) {
    this.#show(() => {
      const { title, words } = (ENDS[reason] || ENDS.done)?.() || { title: "", words: "" };
      const study = `/studies/${this.dataset.study}`;
      const untaken = this.#wordsForUntaken();
      const on = this.dataset.assignment ? make("a", { class: "button", href: `${study}/rate` }, say("Go on rating")) : make("a", { class: "button", href: "/" }, say("To my studies"));
      const mine = make("a", { class: "button main", href: `${study}/work` }, say("My work"));
      this.replaceChildren(make("section", { class: "card empty end", role: "status" }, make("h1", {}, title), make("p", {}, words), untaken ? make("p", {}, untaken) : null, make("div", { class: "end-ways" }, on, mine)));
    });
    this.drafts = null;
    this.#showHeader();
  }

  /** @param {Problem} problem */
  #failed(problem) {
    this.#show(() => {
      const isOut = problem.status === 401;
      const act = () => (isOut ? this.#signIn() : this.next());
      const again = make("button", { type: "button", class: "button main", onclick: act }, isOut ? say("Sign in again") : say("Try again"));
      this.replaceChildren(
        make("section", { class: "card empty end", role: "alert" }, make("h1", {}, say("The next task did not come")), make("p", {}, this.#wordsFor(problem)), again),
      );
    });
  }

  /** Say once that the owner has corrected the recording, or taken the task back, while it is rated here.
   * @param {import("./shapes.js").HeardRecording} recording */
  #tellOfCorrection({ corrected, counts, taken_back: isTakenBack }) {
    if (!(corrected || isTakenBack) || this.#toldOf === this.work?.assignment.id) return;
    this.#toldOf = this.work?.assignment.id;
    if (isTakenBack) {
      this.desk?.notify(say("The owner has taken this task back while you were at it. You may finish it: what you send is kept, as an extra that does not count. Or load the page again for the next one."));
      return;
    }
    const words = counts
      ? say("The recording was corrected after you began. Go on with what you hear; your answers count.")
      : say("The recording was corrected after you began, and will be rated again. What you write here is kept, but does not count; you will get the corrected one afterwards.");
    this.desk?.notify(words);
  }

  /** Say why the server does not take a draft; that another tab was first, the header says.
   * @param {Problem} problem */
  #tellOfRefusal(problem) {
    if (this.drafts?.state !== "superseded") this.desk?.notify(refusalWords(problem));
  }

  #ownBindings() {
    return [
      ...this.#guideKeys(),
      { id: "keys", keys: ["?"], words: say("This list"), run: () => void this.#showKeys() },
    ];
  }

  #guideKeys() {
    const [first] = this.#guidePages;
    if (!first) return [];
    const hasGlossary = this.#guidePages.includes(GLOSSARY);
    return [
      { id: "guideline", keys: ["g"], words: say("Guideline"), run: () => void this.#turnGuide(first) },
      ...(hasGlossary ? [{ id: "glossary", keys: ["/"], words: say("Search the glossary"), run: () => void this.#turnGuide(GLOSSARY, { search: true }) }] : []),
    ];
  }

  /** Open a page of the guideline, or close it.
   * @param {string} page
   * @param {{search?: boolean}} [options] */
  async #turnGuide(page, options) {
    const guide = this.#guide ? null : await bring("guide");
    if (guide && !this.#guide) document.body.append((this.#guide = new guide.GuidePanel(this.dataset.study || "", this.#guidePages, GLOSSARY)));
    await this.#guide?.turn(page, options);
  }

  async #showKeys() {
    const keys = await bring("keys");
    void keys?.openKeys(this.keys?.bindings() || [], this.desk?.questionKeys() || []);
  }

  async #showWritten() {
    const written = await bring("written");
    await written?.showWritten(this.work);
  }

  /** What the player is set to is kept for the next time; a speed that is none of the offered ones is not.
   * @param {Player} player */
  #keepSound({ rate: speed, volume }) {
    if (RATES.includes(speed) && speed !== preferences.kept.speed) preferences.set({ speed });
    if (volume !== preferences.kept.volume) preferences.set({ volume });
  }

  /** Suggest a break, where that is wished for; whoever was away for long has had one.
   * @param {number} seconds */
  #worked(seconds) {
    const now = performance.now();
    const before = now - this.#sitting.last < LONGEST_PAUSE_MS ? this.#sitting.seconds : 0;
    this.#sitting = { seconds: before + seconds, last: now };
    const minutes = preferences.kept.break_minutes;
    if (!minutes || this.#sitting.seconds < minutes * 60) return;
    this.#sitting.seconds = 0;
    this.desk?.mention(say("You have been at work for %(n)s minutes. A short break keeps your ears fresh.", { n: minutes }));
  }

  /** @param {MouseEvent} event */
  #openGuide(event) {
    const [first] = this.#guidePages;
    if (!first || event.ctrlKey || event.metaKey || event.shiftKey) return; // a tab of its own is wanted
    event.preventDefault();
    void this.#turnGuide(first);
  }

  /** @param {MouseEvent} event */
  #headerClick(event) {
    const { target } = event;
    if (target instanceof Element && target.closest("#show-keys")) void this.#showKeys();
    if (target instanceof Element && target.closest("#guideline")) this.#openGuide(event);
    if (target instanceof Element && target.closest("#take-over")) this.#loadAgain();
    if (target instanceof Element && target.closest("#sign-in-again")) void this.#signIn();
    if (target instanceof Element && target.closest("#written")) void this.#showWritten();
  }

  /** Load what another tab went on with; what stands here is kept, and will be shown beside it. */
  #loadAgain() {
    this.#asks = !this.drafts?.isKept;
    location.reload();
    this.#asks = true;
  }

  /** @param {() => void} message */
  #show(message) {
    this.#message = message;
    message();
  }

  /** @param {string} words Why the page has not changed yet. */
  #tellOfSwitch(words) {
    this.#saidOfSwitch = words;
    this.desk?.mention(words);
  }

  #relabel() {
    this.desk?.retract(this.#saidOfSwitch);
    this.desk?.build();
    this.#guide?.relabel();
    this.#message?.();
    this.#showHeader();
  }

  #showHeader() {
    const count = document.getElementById("task-count");
    const said = this.work && { n: this.work.assignment.position, all: this.work.assignment.total };
    const isPair = this.work?.protocol.item.kind === "pair";
    const words = said && (this.work?.assignment.revision ? say("number %(n)s, opened again", said) : isPair ? say("pair %(n)s of %(all)s", said) : this.work?.isConversation ? say("conversation %(n)s of %(all)s", said) : say("clip %(n)s of %(all)s", said));
    if (count) count.textContent = words ? `· ${words}` : "";
    const [place, way] = [document.getElementById("save-state"), document.getElementById("save-way")];
    if (place && way) showSaveState({ place, way }, this.drafts?.state || "rest", { before: this.#before(), isKept: this.drafts?.isKept ?? true });
    if (this.drafts?.state === "superseded") this.desk?.notify(say("Another tab or device has gone on with this task, and what you do here is no longer saved. Go on there, or load this page again to see both."));
  }
}

customElements.define("ear-workbench", Workbench);
