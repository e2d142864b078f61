/**
 * The header's switches of language and theme, without leaving the page: the server keeps the choice and answers
 * with the page in it, of which only the header and the link past it are taken over. Sound, caret and half-typed words stay.
 */

import { Problem, getText } from "./api.js";
import { FIRST_RETRY_MS, LAST_RETRY_MS } from "./drafts.js";
import { changeLanguage, say } from "./texts.js";

/** Counts presses: only the last is still tried. */
let wishes = 0;

/**
 * @param {object} news
 * @param {() => void} news.relabel Says everything on the page anew.
 * @param {(words: string) => void} news.waits Says that the server does not answer, and that it is tried again.
 */
export function followSwitches(news) {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.getAttribute("action") !== "/preferences") return;
    event.preventDefault();
    void follow(form, event.submitter, news);
  });
  // A press with the mouse leaves the focus, and with it the caret, where the rater was working.
  document.addEventListener("mousedown", (event) => {
    if (event.target instanceof Element && event.target.closest('form[action="/preferences"] button')) event.preventDefault();
  });
}

/**
 * Change the page once the server answers, however long that takes: to leave it for the browser's own page of a lost
 * server would be no help.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLElement|null} pressed
 * @param {{relabel: () => void, waits: (words: string) => void}} news
 */
async function follow(form, pressed, { relabel, waits }) {
  const wish = (wishes += 1);
  for (let pause = FIRST_RETRY_MS; wish === wishes; pause = Math.min(2 * pause, LAST_RETRY_MS)) {
    try {
      await change(form, pressed);
      return relabel();
    } catch (failure) {
      if (!(failure instanceof Problem) || !failure.passes) return form.submit();
      waits(say("The server does not answer. The page changes as soon as it does; what you did is kept."));
      await untilBack(pause);
    }
  }
}

/** Wait so long, or until the network or the rater is back.
 * @param {number} most
 * @returns {Promise<void>} */
function untilBack(most) {
  return new Promise((resolve) => {
    const over = new AbortController();
    const go = () => {
      over.abort();
      resolve();
    };
    setTimeout(go, most);
    for (const name of ["online", "focus"]) window.addEventListener(name, go, { signal: over.signal });
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement|null} pressed
 */
async function change(form, pressed) {
  const fields = new FormData(form, pressed);
  const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
  const page = new DOMParser().parseFromString(await getText(form.action, { method: "POST", body }), "text/html");
  const header = page.querySelector("header.site");
  const skipLink = page.querySelector(".skip-link");
  if (!header || !skipLink) throw new Problem(404, {});
  await changeLanguage(page.documentElement.lang).catch((lost) => {
    throw new Problem(0, { title: String(lost) });
  });
  document.documentElement.dataset.theme = page.documentElement.dataset.theme || "auto";
  document.title = page.title;
  const hadFocus = pressed === document.activeElement;
  document.querySelector("header.site")?.replaceWith(document.adoptNode(header));
  document.querySelector(".skip-link")?.replaceWith(document.adoptNode(skipLink));
  if (hadFocus) /** @type {HTMLElement|null} */ (header.querySelector(`button[name="${pressed?.getAttribute("name")}"]`))?.focus();
}
