// "What the class answered": counts what stands in the files of "My answers" (answers.mjs), question by
// question. Nothing is sent, and nothing is kept. book.mjs brings this in on that page alone.
import { gettext } from "./pe_book/declare/wording.mjs";
import { check } from "./pe_book/questions/question.mjs";

const QUESTION = /^## .*\((\w+\.\w+)(?:, \S+ (\d+))?\)$/m;
const TRY = /^\d+\. [^:\n]+: (.*)$/gm;
const LETTERS = "ABCDEFGH";
const OTHER = -1;
const ROUNDS = ["first", "last"];

/** What a file says: for each question its name, the seed of its numbers, if any, and all tries. */
export function read(text) {
  const [, ...parts] = text.replaceAll("\r", "").split(QUESTION);
  const found = [];
  for (let at = 0; at < parts.length; at += 3) {
    const [name, seed, block] = parts.slice(at, at + 3);
    // A heading that follows, as of an exercise, ends what belongs to the question.
    const tries = [...block.split(/^## /m)[0].matchAll(TRY)].map(([, answer]) => answer.trim());
    found.push({ name, seed, tries });
  }
  return found;
}

/** Which of the question's known answers was given, by its number; OTHER if it is none of them. */
export function meaning(question, answer) {
  const { data, answers } = question;
  if (data.options) {
    const number = LETTERS.indexOf(/^([A-H])\. /.exec(answer)?.[1]);
    return number in answers ? number : OTHER;
  }
  const { verdict, text } = check(data, answer);
  if (verdict === "right") return 0;
  const number = answers.findIndex(({ reply }) => reply === text);
  return number > 0 ? number : OTHER;
}

/** Count the files' answers to each question: how many gave each first, and how many gave it last. */
export function count(files, questions) {
  const counted = new Map();
  for (const { name, seed, tries } of files.flat()) {
    const question = seed ? questions[name]?.fresh[seed] : questions[name];
    if (!question || !tries.length) continue;
    const given = tries.map((answer) => meaning(question, answer));
    const here = counted.get(name) ?? { students: 0, answers: new Map(), others: [] };
    counted.set(name, here);
    here.students += 1;
    here.others.push(...tries.filter((_, at) => given[at] === OTHER));
    for (const [round, one] of Object.entries({ first: given[0], last: given.at(-1) })) {
      if (!here.answers.has(one)) here.answers.set(one, { first: 0, last: 0 });
      here.answers.get(one)[round] += 1;
    }
  }
  return counted;
}

/** Whether an answer, by its number, is the right one: of numbers that is the first. */
const isRight = ({ data }, answer) => (data.options ? data.options[answer]?.right : answer === 0);

// ---- the page

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function html(name, markup) {
  const made = document.createElement(name);
  made.innerHTML = markup;
  return made;
}

/** A question with its answers, the most frequent first. */
function card(name, question, counted) {
  const { students, answers, others } = counted;
  const shown = [...question.answers.keys(), OTHER]
    .map((answer) => ({ answer, first: 0, last: 0, ...answers.get(answer) }))
    .filter(({ answer, first, last }) => first || last || answer === 0 || question.data.options)
    .filter(({ answer }) => answer !== OTHER || others.length)
    .sort((one, other) => other.first - one.first || other.last - one.last);
  const rows = shown.map(({ answer, ...given }) => {
    const words = answer === OTHER ? otherWords(others) : answerWords(question, answer);
    for (const round of ROUNDS) {
      const bar = element("span", { className: `pe-class-bar ${round}` });
      bar.style.setProperty("--share", given[round] / students);
      words.append(bar);
    }
    const counts = ROUNDS.map((round) => element("td", { textContent: given[round] }));
    const className = isRight(question, answer) ? "right" : "";
    return element("tr", { className }, words, ...counts);
  });
  const names = [gettext("answer"), gettext("first try"), gettext("last try")];
  const head = names.map((textContent, column) =>
    element("th", { scope: "col", textContent, className: ROUNDS[column - 1] ?? "" }),
  );
  return element(
    "section",
    { className: "pe-class-question", id: `class-${name}` },
    html("h2", question.text),
    summary(question, counted),
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...rows),
    ),
  );
}

/** An answer that the question knows: the right one marked, a wrong one with what is behind it. */
function answerWords(question, answer) {
  const { text, reply } = question.answers[answer];
  const letter = question.data.options ? `<b>${LETTERS[answer]}.</b> ` : "";
  const words = html("td", letter + text);
  if (isRight(question, answer)) words.prepend("\u2713 ");
  else words.append(html("small", reply));
  return words;
}

/** What was answered that stands behind no misconception we know. */
function otherWords(others) {
  const words = element("td", { textContent: gettext("something else") });
  words.append(element("small", { textContent: [...new Set(others)].join("; ") }));
  return words;
}

/** How many answered, and how many were right at once and in the end. */
function summary(question, { students, answers }) {
  const right = { first: 0, last: 0 };
  for (const [answer, { first, last }] of answers) {
    if (!isRight(question, answer)) continue;
    right.first += first;
    right.last += last;
  }
  return element("p", {
    textContent: gettext("{students} answered: {first} right at once, {last} in the end.", {
      students,
      ...right,
    }),
  });
}

/** The questions of all chapters that the files speak of, by their names. */
async function questionsOf(files) {
  const chapters = new Set(files.flat().map(({ name }) => name.split(".")[0]));
  const loaded = await Promise.all(
    [...chapters].map(async (chapter) => {
      const answer = await fetch(new URL(`./questions/${chapter}.json`, import.meta.url));
      return answer.ok ? answer.json() : {};
    }),
  );
  return Object.assign({}, ...loaded);
}

/** Count the files and show what they say, in the order of the book. */
async function show(here, chosen) {
  const status = here.querySelector("[role=status]");
  const texts = await Promise.all(chosen.map((file) => file.text()));
  const found = texts.map(read);
  const isFirst = (text, at) => texts.indexOf(text) === at;
  const files = found.filter((file, at) => file.length && isFirst(texts[at], at));
  const questions = await questionsOf(files);
  const counted = count(files, questions);
  const parts = [gettext("Files counted: {count}.", { count: files.length })];
  const other = chosen.filter((_, at) => !found[at].length).map(({ name }) => name);
  const twice = texts.filter((text, at) => !isFirst(text, at)).length;
  if (twice) parts.push(gettext("There twice: {count}.", { count: twice }));
  if (other.length)
    parts.push(gettext("No answers of this book: {names}.", { names: other.join(", ") }));
  status.textContent = parts.join(" ");
  const inOrder = Object.keys(questions).filter((name) => counted.has(name));
  here
    .querySelector(".pe-class-results")
    .replaceChildren(...inOrder.map((name) => card(name, questions[name], counted.get(name))));
}

/** Let files be chosen and dropped. */
export function start(here) {
  const input = here.querySelector("input");
  const showChosen = () => show(here, [...input.files]);
  input.addEventListener("change", showChosen);
  // Files may have been chosen before this script was there.
  if (input.files.length) showChosen();
  for (const type of ["dragover", "drop"])
    here.addEventListener(type, (event) => {
      event.preventDefault();
      here.toggleAttribute("data-over", type === "dragover");
    });
  here.addEventListener("dragleave", () => here.removeAttribute("data-over"));
  here.addEventListener("drop", ({ dataTransfer }) => show(here, [...dataTransfer.files]));
}
