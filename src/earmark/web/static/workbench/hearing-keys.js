/** The keys of hearing: what plays, how fast, how loud, and in which ear. Each has an id, by which it can be remapped. */

import { say } from "./texts.js";

/** @typedef {import("./ears.js").EarMode} EarMode */
/** @typedef {import("./keys.js").Binding} Binding */
/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {import("./work.js").Work} Work */

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];
/** @type {EarMode[]} */
export const MODES = ["left", "both", "right", "centred"];
export const VOLUME_STEP = 0.1;
const NUDGE_S = 1;

/**
 * @param {Stage} stage
 * @returns {Binding[]}
 */
export function hearingKeys(stage) {
  const { work, player } = stage;
  return [...playingKeys(stage), ...(work.stimulus.channels > 1 ? earKeys(player) : []), ...lookingKeys(stage)];
}

/**
 * @param {Stage} stage
 * @returns {Binding[]}
 */
function playingKeys(stage) {
  const { work, player } = stage;
  const target = () => work.rangeOf(work.target);
  return [
    { id: "play", keys: ["Space"], words: say("Play or pause"), run: () => stage.play() },
    { id: "play-typing", keys: ["Alt+k"], words: say("Play or pause, also while typing"), run: () => stage.play() },
    { id: "play-on", keys: ["k"], words: say("Play on from here, or pause"), run: () => void player.toggleOn() },
    { id: "play-again", keys: ["r"], words: say("Play again from the start"), run: () => void player.playRange(target()) },
    { id: "repeat", keys: ["q"], words: say("Repeat over and over, or stop"), run: () => stage.repeat() },
    { id: "back", keys: ["j", "Alt+j"], words: say("Back one second"), run: () => player.nudge(-NUDGE_S) },
    { id: "forward", keys: ["l", "Alt+l"], words: say("Forward one second"), run: () => player.nudge(NUDGE_S) },
    { id: "play-user", keys: ["u"], words: say("Play what the user said before"), run: () => playUser(work, player) },
    { id: "slower", keys: [","], words: say("Slower"), run: () => changeRate(player, -1) },
    { id: "faster", keys: ["."], words: say("Faster"), run: () => changeRate(player, 1) },
    { id: "softer", keys: ["Alt+ArrowDown"], words: say("Softer"), run: () => player.setVolume(player.volume - VOLUME_STEP) },
    { id: "louder", keys: ["Alt+ArrowUp"], words: say("Louder"), run: () => player.setVolume(player.volume + VOLUME_STEP) },
  ];
}

/** Marking a stretch, and looking closer.
 * @param {Stage} stage
 * @returns {Binding[]} */
function lookingKeys(stage) {
  const { player, selection } = stage;
  return [
    { id: "mark-start", keys: ["s"], words: say("Mark a stretch from here"), rests: true, run: () => selection.startAt(player.time) },
    { id: "mark-end", keys: ["f"], words: say("Mark a stretch up to here"), rests: true, run: () => selection.endAt(player.time) },
    { id: "mark-clear", keys: ["c"], words: say("Unmark the stretch"), run: () => selection.clear() },
    { id: "zoom-in", keys: ["+", "="], words: say("Zoom in"), run: () => stage.zoom(1) },
    { id: "zoom-out", keys: ["-"], words: say("Zoom out"), run: () => stage.zoom(-1) },
    { id: "zoom-turn", keys: ["z"], words: say("Zoom to the turn or the stretch, or to everything"), run: () => stage.zoomToRange() },
    { id: "spectrogram", keys: ["v"], words: say("Show or hide the spectrogram"), run: () => void stage.turnSpectrogram() },
  ];
}

/**
 * @param {Player} player
 * @returns {Binding[]}
 */
function earKeys(player) {
  return [
    { id: "ears", keys: ["e"], words: say("Change what you hear: left, both, right, centred"), run: () => changeEars(player) },
    { id: "solo-ears", keys: ["w"], words: say("One side alone: in both ears, or in its own"), run: () => player.turnSolo() },
  ];
}

/**
 * @param {Work} work
 * @param {Player} player
 */
function playUser(work, player) {
  const before = work.turnBefore(work.target, "user");
  if (before) void player.playRange(work.rangeOf(before.id));
}

/**
 * @param {Player} player
 * @param {number} by
 */
function changeRate(player, by) {
  const rate = RATES[RATES.indexOf(player.rate) + by];
  if (rate) player.setRate(rate);
}

/** @param {Player} player */
function changeEars(player) {
  const next = MODES[(MODES.indexOf(player.ears.mode) + 1) % MODES.length];
  if (next) player.setMode(next);
}
