/**
 * Write seconds as `0:12.4`. Tenths are cut, not rounded, so that an end is never shown before it is reached.
 *
 * @param {number} seconds
 * @returns {string}
 */
export function timeOf(seconds) {
  const tenths = Math.floor(Math.max(0, seconds) * 10 + 1e-6);
  const minutes = Math.floor(tenths / 600);
  const rest = (tenths % 600) / 10;
  return `${minutes}:${rest.toFixed(1).padStart(4, "0")}`;
}
