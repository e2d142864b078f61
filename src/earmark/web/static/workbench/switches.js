/**
 * The header's switches of language and theme, without leaving the page: the server keeps the choice and answers
 * with the page in it, of which only the header and the link past it are taken over. Sound, caret and half-typed words stay.
 */

import { changeLanguage } from "./texts.js";

/** @param {() => void} relabel Says everything on the page anew. */
export function followSwitches(relabel) {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.getAttribute("action") !== "/preferences") return;
    event.preventDefault();
    void change(form, event.submitter).then(relabel, () => form.submit());
  });
  // A press with the mouse leaves the focus, and with it the caret, where the rater was working.
  document.addEventListener("mousedown", (event) => {
    if (event.target instanceof Element && event.target.closest('form[action="/preferences"] button')) event.preventDefault();
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement|null} pressed
 */
async function change(form, pressed) {
  const fields = new FormData(form, pressed);
  const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
  const answer = await fetch(form.action, { method: "POST", body });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const header = page.querySelector("header.site");
  const skipLink = page.querySelector(".skip-link");
  if (!answer.ok || !header || !skipLink) throw new Error(`HTTP ${answer.status}`);
  await changeLanguage(page.documentElement.lang);
  document.documentElement.dataset.theme = page.documentElement.dataset.theme || "auto";
  document.title = page.title;
  const hadFocus = pressed === document.activeElement;
  document.querySelector("header.site")?.replaceWith(document.adoptNode(header));
  document.querySelector(".skip-link")?.replaceWith(document.adoptNode(skipLink));
  if (hadFocus) /** @type {HTMLElement|null} */ (header.querySelector(`button[name="${pressed?.getAttribute("name")}"]`))?.focus();
}
