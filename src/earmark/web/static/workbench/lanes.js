/** Which lanes a recording is drawn as, and who speaks on each. */

import { say } from "./texts.js";

/** @typedef {import("./lane-canvas.js").Lane} Lane */
/** @typedef {import("./lane-canvas.js").Voice} Voice */
/** @typedef {import("./work.js").Work} Work */

/**
 * Two channels are two lanes, named by who speaks where that is known; one channel of a conversation is one lane,
 * coloured turn by turn.
 *
 * @param {Work} work
 * @returns {{lanes: Lane[], voices: Voice[]}}
 */
export function lanesOf(work) {
  const { channels, agent_channel: agent } = work.stimulus;
  if (channels > 1) return { lanes: channelLanes(channels, agent), voices: [] };
  const label = work.isConversation ? say("Both voices") : "";
  const voices = work.turns.map((turn) => ({ ...work.rangeOf(turn.id), role: turn.role }));
  return { lanes: [{ channel: 0, role: "", label }], voices };
}

/**
 * A lane a channel, named by who speaks there.
 *
 * @param {number} channels
 * @param {number|null} agent
 * @returns {Lane[]}
 */
export function channelLanes(channels, agent) {
  return channels > 1 ? [0, 1].map((channel) => sideLane(channel, agent)) : [{ channel: 0, role: "", label: "" }];
}

/**
 * @param {number} channel
 * @param {number|null} agent
 * @returns {Lane}
 */
function sideLane(channel, agent) {
  const side = channel === 0 ? say("left") : say("right");
  if (agent === null) return { channel, role: "", label: `${say("Channel")} · ${side}` };
  const isAgent = agent === channel;
  return { channel, role: isAgent ? "agent" : "user", label: `${isAgent ? say("Agent") : say("User")} · ${side}` };
}
