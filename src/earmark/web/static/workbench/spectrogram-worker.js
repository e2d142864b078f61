/** Computes spectrograms beside the page, so that keys and sound never wait for them. */

import { spectrumOf } from "./fft.js";

/**
 * @typedef {{id: number, rate: number, channels: Float32Array[], columns: number, rows: number, top: number}} Order
 *   `top` is the highest frequency, in Hz.
 * @typedef {{id: number, lanes: Uint8Array[], columns: number, rows: number}} Picture Levels from 0, silent, to 255,
 *   row by row from the highest frequency, for each channel.
 */

/** The window: long enough to part the harmonics of a voice, short enough to show its beats. */
const WINDOW_S = 0.025;
/** What lies so far below the loudest is drawn as silence. */
const RANGE_DB = 70;
const FLOOR = 1e-12;

self.onmessage = ({ data }) => self.postMessage(pictureOf(/** @type {Order} */ (data)));

/**
 * @param {Order} order
 * @returns {Picture}
 */
function pictureOf({ id, rate, channels, columns, rows, top }) {
  const size = 2 ** Math.ceil(Math.log2(rate * WINDOW_S));
  const bandOf = (/** @type {number} */ row) => Math.min(size / 2 - 1, Math.round((((rows - 0.5 - row) / rows) * top * size) / rate));
  const bands = Array.from({ length: rows }, (_, row) => bandOf(row));
  const decibels = channels.map((samples) => decibelsOf(samples, { size, bands, columns }));
  const loudest = Math.max(-60, ...decibels.map((levels) => levels.reduce((most, level) => Math.max(most, level), -Infinity)));
  const lanes = decibels.map((levels) => Uint8Array.from(levels, (level) => 255 * Math.max(0, 1 + (level - loudest) / RANGE_DB)));
  return { id, lanes, columns, rows };
}

/**
 * @param {Float32Array} samples
 * @param {{size: number, bands: number[], columns: number}} shape
 */
function decibelsOf(samples, { size, bands, columns }) {
  const spectrum = spectrumOf(size);
  const power = new Float32Array(size / 2);
  const levels = new Float32Array(bands.length * columns);
  for (let column = 0; column < columns; column += 1) {
    spectrum(samples, Math.round(((column + 0.5) / columns) * samples.length - size / 2), power);
    for (const [row, band] of bands.entries()) levels[row * columns + column] = 10 * Math.log10((power[band] ?? 0) + FLOOR);
  }
  return levels;
}
