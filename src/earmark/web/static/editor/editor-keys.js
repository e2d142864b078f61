/** The keys of the turn editor. Edges move by 10 ms, and with Shift by 100. */

import { say } from "../workbench/texts.js";

/** @typedef {import("../workbench/keys.js").Binding} Binding */
/** @typedef {import("./turn-editor.js").TurnEditor} TurnEditor */

const FINE_S = 0.01;
const COARSE_S = 0.1;
const NUDGE_S = 1;

/**
 * @param {TurnEditor} editor
 * @returns {Binding[]}
 */
export function editorKeys(editor) {
  const { list, player } = editor;
  /** @param {import("./edit-list.js").Edge} edge @param {number} by */
  const move = (edge, by) => () => list.turn && list.moveEdge(edge, list.turn[edge] + by);
  return [
    { id: "play", keys: ["Space"], words: say("Play the turn, or pause"), run: () => editor.play() },
    { id: "play-typing", keys: ["Alt+k"], words: say("Play or pause, also while typing"), run: () => editor.play() },
    { id: "play-on", keys: ["k"], words: say("Play on from here, or pause"), run: () => void player.toggleOn() },
    { id: "play-start", keys: ["1"], words: say("Play the start edge"), run: () => editor.playEdge("start") },
    { id: "play-end", keys: ["2"], words: say("Play the end edge"), run: () => editor.playEdge("end") },
    { id: "back", keys: ["j"], words: say("Back one second"), run: () => player.nudge(-NUDGE_S) },
    { id: "forward", keys: ["l"], words: say("Forward one second"), run: () => player.nudge(NUDGE_S) },
    { id: "previous", keys: ["ArrowUp"], words: say("Turn before"), run: () => editor.choose(list.chosen - 1) },
    { id: "next", keys: ["ArrowDown"], words: say("Turn after"), run: () => editor.choose(list.chosen + 1) },
    { id: "start-earlier", keys: ["["], words: say("Start 10 ms earlier"), run: move("start", -FINE_S) },
    { id: "start-later", keys: ["]"], words: say("Start 10 ms later"), run: move("start", FINE_S) },
    { id: "start-much-earlier", keys: ["{"], words: say("Start 100 ms earlier"), run: move("start", -COARSE_S) },
    { id: "start-much-later", keys: ["}"], words: say("Start 100 ms later"), run: move("start", COARSE_S) },
    { id: "end-earlier", keys: [","], words: say("End 10 ms earlier"), run: move("end", -FINE_S) },
    { id: "end-later", keys: ["."], words: say("End 10 ms later"), run: move("end", FINE_S) },
    { id: "end-much-earlier", keys: ["<"], words: say("End 100 ms earlier"), run: move("end", -COARSE_S) },
    { id: "end-much-later", keys: [">"], words: say("End 100 ms later"), run: move("end", COARSE_S) },
    { id: "start-here", keys: ["i"], words: say("Start at the playhead"), run: () => list.moveEdge("start", player.time) },
    { id: "end-here", keys: ["o"], words: say("End at the playhead"), run: () => list.moveEdge("end", player.time) },
    { id: "split", keys: ["s"], words: say("Split at the playhead"), run: () => editor.split() },
    { id: "merge", keys: ["m"], words: say("Merge with the next of this speaker"), run: () => editor.merge() },
    { id: "role", keys: ["r"], words: say("Give it to the other speaker"), run: () => editor.swapRole() },
    { id: "write", keys: ["e"], words: say("Edit its words"), run: () => editor.write() },
    { id: "add", keys: ["n"], words: say("New turn at the playhead"), run: () => editor.add() },
    { id: "delete", keys: ["Delete"], words: say("Delete the turn"), run: () => list.remove() },
    { id: "undo", keys: ["u", "Alt+z"], words: say("Undo"), run: () => list.undo() },
    { id: "redo", keys: ["y", "Alt+y"], words: say("Redo"), run: () => list.redo() },
    { id: "closer", keys: ["+", "="], words: say("Look closer"), run: () => editor.zoom(2) },
    { id: "farther", keys: ["-"], words: say("Look from farther away"), run: () => editor.zoom(0.5) },
    { id: "save", keys: ["Alt+s"], words: say("Save as a new revision"), run: () => void editor.save() },
    { id: "keys", keys: ["?"], words: say("This list"), run: () => editor.showKeys() },
  ];
}
