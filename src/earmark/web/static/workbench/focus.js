/** Keeping the focus, and the caret in it, while elements are made anew: they are found again by `data-focus`. */

/** @typedef {{name: string|undefined, caret: [number, number]|null}} Focus */

/**
 * @param {HTMLElement} root
 * @returns {Focus}
 */
export function focusIn(root) {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || !root.contains(at)) return { name: undefined, caret: null };
  const caret = at instanceof HTMLTextAreaElement ? /** @type {[number, number]} */ ([at.selectionStart, at.selectionEnd]) : null;
  return { name: at.dataset.focus, caret };
}

/**
 * @param {HTMLElement} root
 * @param {Focus} focus
 */
export function restoreFocus(root, { name, caret }) {
  const at = name && root.querySelector(`[data-focus="${name}"]`);
  if (!(at instanceof HTMLElement)) return;
  at.focus();
  if (at instanceof HTMLTextAreaElement && caret) at.setSelectionRange(...caret);
}

/**
 * Let a press with the mouse leave the focus, and the caret in it, where the rater is working.
 *
 * @param {HTMLElement} button
 */
export function keepFocusOnPress(button) {
  button.addEventListener("mousedown", (event) => event.preventDefault());
}
