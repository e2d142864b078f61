/**
 * Put a playhead on its axis. It is as wide as the axis and drawn by its left edge: to move it is to move a layer, and
 * nothing is laid out or painted. A move of less than a pixel is not made, so that a long view rests between two.
 *
 * @param {HTMLElement} head
 * @param {number} percent Of the axis, 0 at its left end.
 */
export function placeHead(head, percent) {
  const transform = `translateX(${percent.toFixed(1)}%)`;
  if (transform !== head.style.getPropertyValue("transform")) head.style.setProperty("transform", transform);
}
