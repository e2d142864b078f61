/** Signing in again over the page, where a session ended while somebody was at work: nothing is left for it. */

import { openDialog } from "./dialog.js";
import { freshId, make } from "./markup.js";
import { say } from "./texts.js";

/** @type {Record<number, () => string>} */
const FAULTS = {
  422: () => say("This password is not right."),
  429: () => say("Too many tries. Wait a minute, then try again."),
};

/**
 * @param {string} name Who was signed in.
 * @returns {Promise<boolean>} Whether they are again, as far as this dialog knows.
 */
export async function signInAgain(name) {
  let isIn = false;
  await openDialog(say("Sign in again"), (close) => {
    const password = make("input", { class: "input", type: "password", id: freshId(), autocomplete: "current-password", autofocus: true });
    const fault = make("p", { class: "fault", role: "alert", hidden: true });
    const form = make(
      "form",
      { novalidate: true },
      make("p", { class: "soft" }, say("Your session has ended. What you wrote stays on this page; go on as %(name)s.", { name })),
      make("div", { class: "field" }, make("label", { for: password.id }, say("Password")), password),
      fault,
      make(
        "div",
        { class: "actions" },
        make("a", { href: "/sign-in", target: "_blank" }, say("Sign in another way, in a new tab")),
        make("button", { class: "button main" }, say("Sign in")),
      ),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const words = await faultOf(name, password.value);
      if (!words) return (isIn = true), close();
      fault.textContent = words;
      fault.hidden = false;
      password.focus();
    });
    return [form];
  });
  return isIn;
}

/**
 * @param {string} name
 * @param {string} password
 * @returns {Promise<string>} What is wrong; empty where it worked.
 */
async function faultOf(name, password) {
  try {
    const body = new URLSearchParams({ name, password, next: "/" });
    const answer = await fetch("/sign-in", { method: "POST", body, redirect: "manual" });
    if (answer.type === "opaqueredirect") return "";
    return FAULTS[answer.status]?.() || say("The server did not answer. Try again in a moment.");
  } catch (lost) {
    if (!(lost instanceof TypeError)) throw lost;
    return say("The server did not answer. Try again in a moment.");
  }
}
