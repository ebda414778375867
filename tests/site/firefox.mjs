// A reader's way through the built site in Firefox, which puppeteer drives over WebDriver BiDi.
//
//   node tests/site/firefox.mjs /usr/bin/firefox-esr <way.json
//
// Takes what test_firefox.py writes: pages, on them explorers and questions with answers, links, and
// a live cell with what is typed into it. Prints what it saw, as JSON; that test says what must be.
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import puppeteer from "puppeteer-core";

const PATIENCE = 90_000; // milliseconds: what Python takes to start where others are busy
const { book, pages, links, cell, seen: SEEN } = JSON.parse(await text(process.stdin));
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: process.argv[2],
  headless: true,
});
const seen = { version: await browser.version(), problems: [], explorers: {}, replies: {} };

const page = await browser.newPage();
page.setDefaultTimeout(PATIENCE);
await page.setViewport({ width: 1280, height: 900 });
const trouble = (what) => seen.problems.push(`${page.url()}: ${what}`);
// Firefox reports this where it lays out a formula of which half has arrived; visit() counts the
// children once all has.
const isHalfArrived = (text) => text.startsWith("Invalid markup: Incorrect number of children");
// And this where the page is left while a font is loading; the status is NS_BINDING_ABORTED.
const isAbortedFont = (text) =>
  /^downloadable font: download failed .* status=2152398850 /.test(text);
const isExpected = (text) => isHalfArrived(text) || isAbortedFont(text);
page.on("pageerror", (error) => {
  if (!isExpected(error.message)) trouble(`${error.message}\n${error.stack}`);
});
page.on("console", (message) => {
  const isProblem = ["error", "warn"].includes(message.type());
  if (isProblem && !isExpected(message.text())) trouble(message.text());
});

/** Take a step of the way; where it fails, say so and go on. */
async function attempt(what, step) {
  try {
    await step();
  } catch (error) {
    trouble(`${what}: ${error.message}`);
  }
}

/** Open a page and move, as a reader does. */
async function visit(path) {
  await page.goto(`${book}/${path}`);
  await page.mouse.move(100, 100);
  const malformed = await page.evaluate(() => {
    const having = (children, selector) =>
      [...document.querySelectorAll(selector)].filter((e) => e.childElementCount !== children);
    return [
      ...having(2, "mfrac, mroot, msub, msup, munder, mover"),
      ...having(3, "msubsup, munderover"),
    ].map((element) => element.outerHTML);
  });
  for (const formula of malformed) trouble(`not as many children as it needs: ${formula}`);
}

const read = (selector) => page.$eval(selector, (element) => element.textContent.trim());
const reveal = (selector) => page.$eval(selector, (element) => element.scrollIntoView());
const press = (selector) => page.$eval(selector, (element) => element.click());

/** Exchange two words of a sentence by the button beside its tiles. */
const swapNouns = (within) => page.$eval(`${within} .pe-swap`, (button) => button.click());

/** Use every control of an explorer: sliders by a key, the others by a click or a choice. */
async function moveExplorer(name) {
  const within = `#explorer-${name}`;
  await reveal(within);
  await page.waitForSelector(`${within} [name]:enabled`);
  const see = new Function("section", `return (${SEEN})(section)`);
  const look = async () => JSON.parse(await page.$eval(within, see));
  await press(`${within} .pe-data summary`);
  const more = await page.$(`${within} .pe-more > summary`);
  await more?.evaluate((summary) => summary.click());
  const before = await look();
  for (const control of await page.$$(`${within} [name]`)) {
    const kind = await control.evaluate((element) => element.type);
    if (kind === "range") await control.press("End");
    else if (kind === "checkbox") await control.evaluate((element) => element.click());
    else if (kind === "text") await swapNouns(within);
    else await control.select(await control.evaluate((element) => element.lastElementChild.value));
  }
  await page.waitForFunction(
    (within) => {
      const figure = document.querySelector(`${within} .pe-figure`);
      return figure.querySelector(".pe-still").hidden && figure.querySelector(".pe-sheet") !== null;
    },
    {},
    within,
  );
  await page.waitForFunction((name) => location.hash.includes(`${name}:`), {}, name);
  seen.explorers[name] = { before, after: await look() };
}

/** Type or choose an answer as a reader does, and press Enter. */
async function answer(question, given) {
  await reveal(`#${question}`);
  const inputs = await page.$$(`#${question} input`);
  if ((await inputs[0].evaluate((input) => input.type)) === "radio") {
    await inputs[Number(given)].focus();
    await page.keyboard.press(" ");
  } else {
    await inputs[0].click({ count: 3 });
    await page.keyboard.type(given);
  }
  await page.keyboard.press("Enter");
  return read(`#${question} .pe-reply`);
}

for (const [path, { explorers, answers }] of Object.entries(pages)) {
  await visit(path);
  for (const name of explorers) await attempt(name, () => moveExplorer(name));
  for (const [question, given] of answers) {
    await attempt(question, async () => {
      seen.replies[question] = [...(seen.replies[question] ?? []), await answer(question, given)];
    });
  }
}

// Each kind of link, and back: where it leads, what stands there, and what the reader had set.
seen.links = {};
const set = () => page.$$eval(".pe-explorer [type=range]", (all) => all.map(({ value }) => value));
const top = () =>
  page.evaluate(() => {
    const name = decodeURIComponent(location.hash.slice(1)).split(":");
    const id = name.length > 1 ? `explorer-${name[0]}` : name[0];
    return id ? document.getElementById(id).getBoundingClientRect().top : scrollY;
  });
const address = () => page.evaluate(() => location.href);

/** Whether the page is laid out to its end, which book.mjs does once the reader moves. */
async function laidOut() {
  await page.mouse.move(100, 100 + 10 * Math.random());
  return page.evaluate(
    () => document.readyState === "complete" && !("nearOnly" in document.documentElement.dataset),
  );
}

/** Wait until something holds, on whatever page there is then: no page outlives a link. */
async function until(holds) {
  const end = Date.now() + PATIENCE;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > end) throw new Error(`it never holds: ${holds}`);
    await setTimeout(50);
  }
}

const afterPaint = () =>
  new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))));
const drawn = () => page.$eval(".pe-still", (still) => still.hidden);

async function follow(kind, { from, selector }) {
  await visit(from);
  const slider = await page.$(".pe-explorer fieldset:enabled [type=range]");
  await slider?.press("End");
  if (slider) await until(drawn);
  await page.evaluate(afterPaint); // by then the new setting is in the address
  const [start, before] = [await address(), await set()];
  await press(selector);
  await until(async () => (await address()) !== start && (await laidOut()));
  const found = { url: await address(), before, after: await set(), top: await top() };
  const explorer = found.url.match(/#(\w+):/)?.[1];
  if (explorer) {
    const within = `#explorer-${explorer}`;
    await until(() => page.$eval(`${within} .pe-still`, (still) => still.hidden));
    found.sentence = await read(`${within} .pe-sentence`);
  }
  await page.evaluate(() => history.back());
  await until(async () => (await address()) === start && `${await set()}` === `${before}`);
  if (slider) await until(drawn);
  seen.links[kind] = found;
}
for (const [kind, link] of Object.entries(links)) await attempt(kind, () => follow(kind, link));

// A live cell: as the book has it, then what is typed into it, then one that has to be stopped.
const state = (wanted) =>
  page.waitForFunction(
    (place, wanted) => new RegExp(wanted).test(document.querySelector(place).textContent),
    {},
    `${cell.at} .pe-state`,
    wanted,
  );
async function start(code) {
  if (code !== null) {
    await page.focus(`${cell.at} .cm-content`);
    await page.keyboard.down("Control");
    await page.keyboard.press("a");
    await page.keyboard.up("Control");
    await page.keyboard.type(code);
  }
  await press(`${cell.at} .pe-run`);
}
seen.ran = [];
await attempt("the live cell", async () => {
  await visit(cell.page);
  await reveal(cell.at);
  await page.waitForSelector(`${cell.at} .cm-content`);
  for (const code of [null, ...cell.typed]) {
    await start(code);
    await state("^(Done|An error)");
    seen.ran.push(await read(`${cell.at} .pe-output`));
  }
  await start(cell.endless);
  await state("^Running");
  await page.$$eval(`${cell.at} button`, (all) =>
    all.find((button) => button.textContent === "Stop").click(),
  );
  await state("^Stopped");
  await start("6 * 7");
  await state("^Done");
  seen.ran.push(await read(`${cell.at} .pe-output`));
});

await browser.close();
process.stdout.write(JSON.stringify(seen));
