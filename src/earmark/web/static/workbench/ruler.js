/** The axis of time under what is in view. */

import { timeOf } from "./clock.js";
import { freshPen } from "./lane-canvas.js";

/** @typedef {import("./view.js").View} View */

const STEPS_S = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600];
const LEAST_PX = 70;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {View} view
 */
export function drawRuler(canvas, view) {
  const pen = freshPen(canvas);
  if (!pen) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  const { color, font } = getComputedStyle(canvas);
  const step = STEPS_S.find((seconds) => (seconds / view.length) * width >= LEAST_PX) ?? 1200;
  Object.assign(pen, { fillStyle: color, font, textBaseline: "bottom" });
  for (let tick = Math.ceil(view.start / step); tick * step <= view.end; tick += 1) {
    const x = (view.percent(tick * step) / 100) * width;
    pen.fillRect(x, 0, 1, 4);
    if (x + LEAST_PX / 2 < width) pen.fillText(timeOf(tick * step), x + 3, height);
  }
}
