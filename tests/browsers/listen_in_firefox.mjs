/**
 * Runs a function of ../real/listen.js in a page of Firefox and prints what it returns as JSON.
 *
 *     node listen_in_firefox.mjs FIREFOX PAGE FUNCTION FILES
 */
import { readFile } from "node:fs/promises";
import puppeteer from "puppeteer-core";

const [firefox, address, file, files] = process.argv.slice(2);
const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true });
try {
  const page = await browser.newPage();
  await page.goto(address);
  const source = await readFile(file, "utf-8");
  const heard = await page.evaluate(`(${source.slice(source.indexOf("async (")).trim().replace(/;$/, "")})(${files})`);
  console.log(JSON.stringify(heard));
} finally {
  await browser.close();
}
