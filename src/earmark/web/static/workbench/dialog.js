/** A dialog over the page: titled, closed by Escape, and gone once it is closed. */

import { freshId, make } from "./markup.js";
import { say } from "./texts.js";

/**
 * Open a dialog and wait until it is closed.
 *
 * @param {string} title
 * @param {(close: () => void) => Node[]} fill Makes what stands under the title.
 * @returns {Promise<void>}
 */
export function openDialog(title, fill) {
  const titleId = freshId();
  const dialog = make("dialog", { class: "workbench-dialog", "aria-labelledby": titleId });
  return new Promise((resolve) => {
    // Gone at once, not at the event that follows, so that the very next key meets the page as it is then.
    const close = () => {
      dialog.close();
      dialog.remove();
      resolve();
    };
    const leave = make("button", { type: "button", class: "button bare close", "aria-label": say("Close"), onclick: close }, "✕");
    dialog.append(make("div", { class: "dialog-head" }, make("h2", { id: titleId }, title), leave), ...fill(close));
    dialog.addEventListener("cancel", close);
    document.body.append(dialog);
    dialog.showModal();
    /** @type {HTMLElement|null} */ (dialog.querySelector("[autofocus]"))?.focus();
  });
}

/** Whether a dialog has the page's attention. */
export function isDialogOpen() {
  return document.querySelector("dialog[open]") !== null;
}
