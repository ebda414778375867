// A reader's way through the built site in Firefox, which puppeteer drives over WebDriver BiDi.
//
//   node tests/site/firefox.mjs /usr/bin/firefox-esr <way.json
//
// Opens pages, moves a slider of each explorer, and runs a live cell; prints the problems as JSON.
import { text } from "node:stream/consumers";
import puppeteer from "puppeteer-core";

const PATIENCE = 90_000; // milliseconds: what Python takes to start where others are busy
const { book, pages, cell } = JSON.parse(await text(process.stdin));
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: process.argv[2],
  headless: true,
});
const problems = [];
const page = await browser.newPage();
page.setDefaultTimeout(PATIENCE);
const trouble = (what) => problems.push(`${page.url()}: ${what}`);
// Reported where a formula is laid out of which half has arrived, and where a page is left while a font
// is loading.
const isExpected = (text) =>
  /^Invalid markup: Incorrect number of children|^downloadable font: download failed/.test(text);
page.on("pageerror", ({ message }) => isExpected(message) || trouble(message));
page.on("console", (message) => {
  const isProblem = ["error", "warn"].includes(message.type());
  if (isProblem && !isExpected(message.text())) trouble(message.text());
});

/** Move the explorer's first slider, and wait until the figure is drawn, and drawn anew. */
async function move(explorer) {
  await explorer.scrollIntoView();
  // What is folded away takes no key.
  await explorer.$$eval(".pe-more", (folded) => folded.forEach((each) => (each.open = true)));
  const slider = await explorer.waitForSelector("[type=range]:enabled", { visible: true });
  const before = await explorer.$eval(".pe-figure", (figure) => figure.innerHTML);
  const atEnd = await slider.evaluate(({ value, max }) => value === max);
  await slider.press(atEnd ? "Home" : "End");
  await page.waitForFunction(
    (explorer, before) =>
      explorer.querySelector(".pe-still").hidden &&
      explorer.querySelector(".pe-figure").innerHTML !== before,
    {},
    explorer,
    before,
  );
}

async function run(code) {
  await page.focus(`${cell.at} .cm-content`);
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
  await page.keyboard.type(code);
  await page.$eval(`${cell.at} .pe-run`, (button) => button.click());
  await page.waitForFunction(
    (at) => document.querySelector(`${at} .pe-state`).textContent.startsWith("Done"),
    {},
    cell.at,
  );
  return page.$eval(`${cell.at} .pe-output`, (output) => output.textContent.trim());
}

for (const path of pages) {
  await page.goto(`${book}/${path}`);
  await page.mouse.move(100, 100);
  for (const explorer of await page.$$(
    ".pe-explorer:has([type=range]):not(.pe-story *, [data-simple])",
  ))
    await move(explorer).catch((error) => trouble(error.message));
  if (path !== cell.page) continue;
  await page.$eval(cell.at, (element) => element.scrollIntoView());
  await page.waitForSelector(`${cell.at} .cm-content`);
  const said = await run("6 * 7");
  if (said !== "42") trouble(`the live cell answers ${said}`);
}
await browser.close();
process.stdout.write(JSON.stringify(problems));
