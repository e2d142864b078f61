/** One lane of a waveform on its canvas. */

/** @typedef {import("./peaks.js").PeakSource} PeakSource */
/** @typedef {import("./shapes.js").Range} Range */
/** @typedef {import("./view.js").View} View */
/** @typedef {{channel: number, label: string, role: string}} Lane */
/** @typedef {Range & {role: string}} Voice */

const BAR_PX = 1.5;
const STEP_PX = 2.5;
/** Quiet speech stays visible: heights follow this power of the amplitude. */
const LIFT = 0.7;

/**
 * Make a canvas as fine as the screen, and empty.
 *
 * @param {HTMLCanvasElement} canvas
 * @returns {CanvasRenderingContext2D|null} A pen that counts in CSS pixels, or null where the canvas has no room.
 */
export function freshPen(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  const pen = width ? canvas.getContext("2d") : null;
  pen?.scale(devicePixelRatio, devicePixelRatio);
  return pen;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{source: PeakSource, channel: number, view: View, voices: Voice[], colours: string[]}} options `colours` of
 *   user and agent.
 */
export function drawLane(canvas, { source, channel, view, voices, colours }) {
  const pen = freshPen(canvas);
  if (!pen) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  const own = getComputedStyle(canvas).color;
  const [user = own, agent = own] = colours;
  const level = source.levelFor(width / STEP_PX / view.length);
  source.fetch(view, level);
  for (let x = 0; x < width; x += STEP_PX) {
    const seconds = { start: view.at(x / width), end: view.at((x + STEP_PX) / width) };
    const { low, high } = source.extremes(channel, seconds, level);
    const top = lifted(high) * (height / 2);
    const bottom = lifted(-low) * (height / 2);
    const role = roleAt(voices, (seconds.start + seconds.end) / 2);
    pen.fillStyle = role === "user" ? user : role === "agent" ? agent : own;
    pen.fillRect(x, height / 2 - Math.max(top, 0.5), BAR_PX, Math.max(top, 0.5) + Math.max(bottom, 0.5));
  }
}

/**
 * @param {Voice[]} voices
 * @param {number} seconds
 */
function roleAt(voices, seconds) {
  return voices.find(({ start, end }) => start <= seconds && seconds < end)?.role;
}

/** @param {number} amplitude */
function lifted(amplitude) {
  return Math.min(1, Math.max(0, amplitude) ** LIFT);
}
