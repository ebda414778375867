// "My answers" at the end of a chapter: what the reader answered and wrote on the page, as a text to
// copy. Nothing is sent. The tries are kept until the tab is closed, so that a reload does not lose them.
// book.mjs brings this in with the first answer, with a press of a button, or when its section comes near.
import { SavedCode } from "./pe_book/live/saved_code.mjs";

const here = document.getElementById("my-answers");
const text = here.querySelector("textarea");
const status = here.querySelector("[role=status]");
const forms = [...document.querySelectorAll("form.pe-question")];
const key = `pe-answers ${location.pathname}`;
const tries = new Map(Object.entries(JSON.parse(bookStorage.session.getItem(key)) ?? {}));

// ---- the tries

/** Take the answers that were given since the last time; one that could not be read does not count. */
export function take(given) {
  for (const { id, verdict, value, numbers } of given.splice(0)) {
    const form = forms.find((form) => form.id === id);
    if (!form || !["right", "wrong"].includes(verdict)) continue;
    const option = form.querySelector(`input[type=radio][value="${CSS.escape(value)}"]`);
    const answer = option ? plainText(option.parentElement) : value.trim();
    const question = numbers ? `${id} ${numbers}` : id;
    const listed = tries.get(question) ?? [];
    if (listed.at(-1)?.answer === answer) continue;
    const asked = numbers && plainText(form.querySelector("legend"));
    tries.set(question, [...listed, { answer, verdict, asked }]);
  }
  bookStorage.session.setItem(key, JSON.stringify(Object.fromEntries(tries)));
  if (!text.hidden) show();
}

// ---- the text

function written() {
  const title = titleOf(document.querySelector("article h1"));
  const given = forms.map((form) =>
    [form.id, ...freshKeys(form)].flatMap((key) => tries.get(key) ?? []),
  );
  const right = given.filter((listed) => listed.some((attempt) => attempt.verdict === "right"));
  return [
    `# My answers: ${title}`,
    `${location.origin}${location.pathname}, ${new Date().toLocaleString()}`,
    `Questions: ${given.filter((listed) => listed.length).length} of ${forms.length} answered, ${right.length} of them right in the end.`,
    ...forms.flatMap(question),
    ...exercises(),
  ].join("\n\n");
}

/** The keys of the tries at a question with other numbers. */
function freshKeys(form) {
  return [...tries.keys()].filter((key) => key.startsWith(`${form.id} `));
}

/** A question with its tries, and the same with other numbers, if the reader asked for them. */
function question(form, index) {
  const { question: name } = form.dataset;
  const asked = plainText(form.ownLegend ?? form.querySelector("legend"));
  const number = index + 1;
  return [
    `## Question ${number} (${name})`,
    asked,
    listed(tries.get(form.id)),
    ...freshKeys(form).flatMap((key) => {
      const numbers = key.split(" ")[1];
      const heading = `## Question ${number} (${name}, numbers ${numbers})`;
      return [heading, tries.get(key)[0].asked, listed(tries.get(key))];
    }),
  ];
}

function listed(given = []) {
  const lines = given.map(({ answer, verdict }, number) =>
    [`${number + 1}.`, verdict === "right" ? "right:" : "wrong:", answer].join(" "),
  );
  return lines.join("\n") || "Not answered.";
}

/** The code of every cell that the reader changed, and what the check said of it last. */
function exercises() {
  return [...document.querySelectorAll(".pe-live")].flatMap((cell) => {
    const code = new SavedCode(cell.id).read();
    if (code === null) return [];
    const heading = titleOf(cell.closest("section").querySelector("h2, h3, h4"));
    const reply = cell.querySelector(".pe-reply")?.innerText;
    const parts = [`## ${heading}`, `\`\`\`python\n${code}\n\`\`\``];
    return [[...parts, ...(reply ? [reply] : [])].join("\n\n")];
  });
}

/** The text of an element as one line, an exponent as ^(2j/d). */
function plainText(element) {
  const copy = element.cloneNode(true);
  for (const high of copy.querySelectorAll("sup")) high.replaceWith(`^(${high.textContent})`);
  for (const low of copy.querySelectorAll("sub")) low.replaceWith(`_${low.textContent}`);
  return copy.textContent.trim().replace(/\s+/g, " ");
}

/** A heading without the mark that links to it. */
function titleOf(heading) {
  const parts = [...heading.childNodes].filter((part) => !part.matches?.(".headerlink"));
  return parts.map((part) => part.textContent).join("");
}

// ---- the buttons

function show() {
  text.value = `${written()}\n`;
  text.hidden = false;
}

const actions = {
  show,
  async copy() {
    show();
    try {
      await navigator.clipboard.writeText(text.value);
      status.textContent = "Copied.";
    } catch {
      text.select();
      status.textContent = "Selected: copy it with the keyboard.";
    }
  },
};

/** Do what a button of this name is for. */
export const act = (name) => actions[name]?.();
