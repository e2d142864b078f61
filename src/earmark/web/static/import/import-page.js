// The part of an import page that sends files: choose, look at the list, send, see how far it is.

import { gettext as say } from "../js/messages.js";
import { make } from "../workbench/markup.js";
import { fromDrop, fromInput } from "./chosen-files.js";
import { Halt, Sending } from "./sending.js";

/** @typedef {import("./chosen-files.js").ChosenFile} ChosenFile */
/** @typedef {import("./sending.js").Shipment} Shipment */

const SHOWN = 200;
const NAMED = 20;

const language = document.documentElement.lang || "en";
const UNITS = /** @type {const} */ (["byte", "kilobyte", "megabyte", "gigabyte"]);

/** @param {number} count */
function bytes(count) {
  const step = count < 1000 ? 0 : Math.min(Math.floor(Math.log10(count) / 3), UNITS.length - 1);
  const unit = UNITS[step] ?? "byte";
  const digits = step ? 1 : 0;
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: step ? "short" : "long", maximumFractionDigits: digits });
  return format.format(count / 1000 ** step);
}

/** @param {string} code */
function whyNot(code) {
  switch (code) {
    case "bad-name": return say("has a name or a folder that cannot be kept, such as .. or a line break; rename it");
    case "two-kinds": return say("has the name of a folder that is here, or lies in a folder that is a file here; rename it");
    case "too-large": return say("has more than 4 GB; cut it, or convert it to FLAC");
    case "too-many": return say("is beyond the 20,000 files that fit in one import; send it in the next one");
    default: return say("could not be read: it was moved, removed or changed; choose it again");
  }
}

/** @param {unknown} error */
function whyHalted(error) {
  switch (error instanceof Halt ? error.code : "") {
    case "signed-out": return say("You have been signed out. Sign in again in another tab, then go on here.");
    case "gone": return say("What was sent is gone: it was imported or discarded meanwhile. Load this page again.");
    case "importing": return say("An import of this study has begun meanwhile. Go on when it has ended.");
    case "no-room": return say("The server has no room for this. It says: %(reason)s What has arrived is kept. Discarding sendings that are not finished makes room too.", { reason: error instanceof Error ? error.message : "" });
    case "failed": return say("The server met a fault of its own (%(status)s) and could not keep this. What has arrived is kept. Try again; if it comes back, ask whoever runs this Earmark to look into its log.", { status: error instanceof Error ? error.message : "" });
    default: return say("The server did not take this: %(reason)s", { reason: error instanceof Error ? error.message : "" });
  }
}

/** @param {string[]} paths */
function couldNotRead(paths) {
  const names = paths.slice(0, NAMED).join(", ") + (paths.length > NAMED ? ", …" : "");
  return say("Could not be read, so not added: %(names)s. Check that you may open it, then drop it again.", { names });
}

/** @param {Shipment} one */
function stateOf(one) {
  if (one.state === "here") return make("span", { class: "chip good" }, say("here"));
  if (one.state === "refused") return make("span", { class: "fault" }, whyNot(one.reason));
  if (!one.received && one.state === "waits") return make("span", { class: "soft small" }, say("waits"));
  return make("progress", { max: one.file.size || 1, value: one.received, "aria-label": one.path });
}

/** The list and its bar of actions. */
class SendingView {
  /** @type {Sending|null} */
  #sending = null;
  #isRunning = false;
  #hasFailed = false;
  #notice = "";
  #drawn = 0;

  /**
   * @param {HTMLElement} place
   * @param {string} study
   */
  constructor(place, study) {
    this.place = place;
    this.study = study;
    addEventListener("beforeunload", (event) => {
      if (this.#isRunning) event.preventDefault();
    });
  }

  /**
   * @param {ChosenFile[]} files
   * @param {string[]} [unreadable] Paths that could not be read.
   */
  choose(files, unreadable = []) {
    if (this.#isRunning) return;
    const notice = unreadable.length ? couldNotRead(unreadable) : "";
    if (!files.length && notice) {
      this.#notice = notice;
      this.draw();
      return;
    }
    if (!files.length) {
      this.place.hidden = false;
      this.place.replaceChildren(make("p", { class: "soft", role: "status" }, say("There is no file in it that could be sent. Hidden files are left out.")));
      return;
    }
    const before = this.#sending?.shipments.filter((one) => one.state !== "here") ?? [];
    const inOrder = files.sort((one, other) => (one.path < other.path ? -1 : 1));
    this.#sending = new Sending(this.study, [...before, ...inOrder]);
    this.#sending.addEventListener("change", () => this.#drawSoon());
    this.#notice = notice;
    this.#hasFailed = false;
    this.draw();
    /** @type {HTMLElement|null} */ (this.place.querySelector(".button.main"))?.focus();
  }

  /** @param {string[]} tops Folders and files that were chosen by mistake. */
  #remove(tops) {
    this.#sending?.remove(tops);
    this.#notice = "";
    if (this.#sending?.shipments.length) this.draw();
    else this.#clear();
    document.getElementById(this.#sending ? "start-sending" : "choose-folder")?.focus();
  }

  #clear() {
    this.#sending = null;
    this.place.hidden = true;
    this.place.replaceChildren();
  }

  async send() {
    const sending = this.#sending;
    if (!sending) return;
    this.#isRunning = true;
    this.#hasFailed = false;
    this.#notice = "";
    this.draw();
    let isDone = false;
    try {
      isDone = await sending.run();
    } catch (error) {
      this.#hasFailed = true;
      this.#notice = whyHalted(error);
    }
    this.#isRunning = false;
    if (isDone && sending.here && !sending.refused.length) location.reload(); // the page offers what comes next
    else this.draw();
  }

  #drawSoon() {
    cancelAnimationFrame(this.#drawn);
    this.#drawn = requestAnimationFrame(() => this.draw());
  }

  draw() {
    const sending = this.#sending;
    if (!sending) {
      this.place.hidden = false;
      this.place.replaceChildren(make("p", { class: "note stop", role: "alert" }, this.#notice));
      return;
    }
    const focused = this.place.contains(document.activeElement) ? document.activeElement?.id : "";
    const scrolled = this.place.querySelector(".sending-list")?.scrollTop ?? 0;
    this.place.hidden = false;
    this.place.replaceChildren(...this.#parts(sending));
    this.place.querySelector(".sending-list")?.scrollTo(0, scrolled);
    /** @type {HTMLElement} */ (document.getElementById("drop")).hidden = this.#isRunning;
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {Sending} sending */
  #parts(sending) {
    const { size, received, here, shipments } = sending;
    const values = { here, all: shipments.length, received: bytes(received), size: bytes(size) };
    const total = say("%(here)s of %(all)s files, %(received)s of %(size)s", values);
    return [
      this.#notice && make("p", { class: "note stop", role: "alert" }, this.#notice),
      sending.isAway && this.#isRunning
        && make("p", { class: "note advice", role: "status" }, say("The server cannot be reached. What has arrived is kept; sending goes on by itself.")),
      sending.refused.length > 0 && !this.#isRunning
        && make("p", { class: "note advice", role: "status" }, say("Some files are not taken; the list says why. The others are sent.")),
      make("p", { id: "total" }, total),
      make("progress", { max: size || 1, value: received, "aria-labelledby": "total" }),
      !this.#isRunning && this.#chosen(sending.removable),
      this.#list(shipments),
      this.#actions(sending),
    ].filter((part) => part instanceof Node);
  }

  /** @param {string[]} tops What can be taken off the list. */
  #chosen(tops) {
    if (!tops.length || tops.length > NAMED) return null;
    return make("ul", { class: "chosen", "aria-label": say("Chosen") }, ...tops.map((top) => make("li", { class: "row" },
      make("span", {}, top),
      make("button", { class: "button small", type: "button", "aria-label": say("Remove %(name)s", { name: top }), onclick: () => this.#remove([top]) }, say("Remove")),
    )));
  }

  /** @param {Shipment[]} shipments */
  #list(shipments) {
    const order = ["refused", "goes", "waits", "here"];
    const sorted = [...shipments].sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
    const rows = sorted.slice(0, SHOWN).map((one) => make("tr", {},
      make("td", {}, one.path),
      make("td", { class: "number", "data-label": say("Size") }, bytes(one.file.size)),
      make("td", { class: "wide" }, stateOf(one)),
    ));
    const more = sorted.length - rows.length;
    return make("div", { class: "sending-list", tabindex: "0", role: "region", "aria-label": say("Files") },
      make("table", { class: "sending-table" },
        make("thead", {}, make("tr", {}, make("th", {}, say("File")), make("th", { class: "number" }, say("Size")), make("th", {}, say("State")))),
        make("tbody", {}, ...rows),
      ),
      more > 0 && make("p", { class: "soft small" }, say("and %(count)s more", { count: more })),
    );
  }

  /** @param {Sending} sending */
  #actions(sending) {
    if (this.#isRunning) {
      return make("div", { class: "actions" }, make("button", { class: "button", type: "button", id: "stop-sending", onclick: () => sending.stop() }, say("Stop sending")));
    }
    const isOver = sending.here + sending.refused.length === sending.shipments.length;
    const { removable } = sending;
    return make("div", { class: "actions" },
      removable.length > 0 && make("button", { class: "button at-start", type: "button", id: "clear-list", onclick: () => this.#remove(removable) }, say("Clear the list")),
      !isOver && make("button", { class: "button main", type: "button", id: "start-sending", onclick: () => this.send() },
        this.#hasFailed ? say("Try again") : sending.received ? say("Go on sending") : say("Send")),
      isOver && sending.here > 0 && make("button", { class: "button main", type: "button", id: "go-on", onclick: () => location.reload() }, say("Go on without them")),
    );
  }
}

/** @param {SendingView} view */
function takeInputs(view) {
  for (const name of ["folder", "files"]) {
    const input = /** @type {HTMLInputElement} */ (document.getElementById(name));
    document.getElementById(`choose-${name}`)?.addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      view.choose(fromInput(input.files ?? []));
      input.value = ""; // so that the same folder can be chosen again
    });
  }
}

/** @param {SendingView} view */
function takeDrops(view) {
  const drop = /** @type {HTMLElement} */ (document.getElementById("drop"));
  for (const kind of ["dragover", "dragleave", "drop"]) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", kind === "dragover");
    });
  }
  drop.addEventListener("drop", async (event) => {
    if (!event.dataTransfer) return;
    const { files, unreadable } = await fromDrop(event.dataTransfer);
    view.choose(files, unreadable);
  });
}

const section = document.getElementById("send");
const place = document.getElementById("sending");
if (section && place) {
  const view = new SendingView(place, section.dataset.study ?? "");
  takeInputs(view);
  takeDrops(view);
}
