/** Beside the page: checks one text after another, so that typing never waits for it. Nothing leaves the machine. */

import { Checker } from "./checker.js";

const VENDOR = new URL("../../vendor/harper/", import.meta.url).href;

const checker = begin();

async function begin() {
  const harper = await import(`${VENDOR}index.js`);
  const made = new Checker(harper, `${VENDOR}harper_wasm_slim_bg.wasm`);
  await made.setup();
  return made;
}

// What does not load is an error of the worker, by which the page knows.
self.addEventListener("message", ({ data: { id, text } }) => {
  void checker.then((ready) => ready.check(text)).then((found) => self.postMessage({ id, found }));
});
