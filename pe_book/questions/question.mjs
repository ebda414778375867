// Checks an answer in the browser. The question's data is JSON in its form; nothing is sent.

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻";
const SPELLINGS = [
  ["**", "^"],
  ["sqrt", "√"],
  ["pi", "π"],
  ["−", "-"],
  ["×", "*"],
  ["·", "*"],
];
const FRACTIONS = {
  "½": "1/2",
  "⅓": "1/3",
  "⅔": "2/3",
  "¼": "1/4",
  "¾": "3/4",
  "⅕": "1/5",
  "⅙": "1/6",
  "⅛": "1/8",
  "⅜": "3/8",
  "⅝": "5/8",
  "⅞": "7/8",
};
const TOKEN = /^(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|[π√()+\-*/^])/;

class AmbiguousError extends Error {}

// Every number that the text may mean: "1,000" is 1 and 1000; nothing readable is []. Ambiguous is
// "1/2π", which people write for π/2 and for 1/(2π).
export function readings(text, unit = "") {
  const values = [];
  let ambiguous = false;
  for (const spelling of spellings(text, unit)) {
    try {
      const value = parse(spelling);
      if (Number.isFinite(value) && !values.includes(value)) values.push(value);
    } catch (error) {
      ambiguous ||= error instanceof AmbiguousError;
    }
  }
  return { values, ambiguous };
}

function spellings(text, unit) {
  text = text.trim().toLowerCase();
  if (unit && text.endsWith(unit.toLowerCase())) text = text.slice(0, -unit.length).trim();
  for (const [old, now] of SPELLINGS) text = text.replaceAll(old, now);
  text = text.replace(
    /[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+/g,
    (run) => "^" + [...run].map((c) => "0123456789+-"[SUPERSCRIPTS.indexOf(c)]).join(""),
  );
  // A gap, an apostrophe or an underscore before three digits groups thousands.
  text = text.replace(/([0-9])[\s_'’](?=[0-9]{3}(?![0-9]))/g, "$1");
  // 2½ is 2 + 1/2.
  text = text.replace(
    /(?<![0-9.,])([0-9]*)\s?([½⅓⅔¼¾⅕⅙⅛⅜⅝⅞])/g,
    (_, whole, part) => `(${whole || 0}+${FRACTIONS[part]})`,
  );
  const decimal = text.replaceAll(",", ".");
  const grouped = text.replace(/([0-9]),(?=[0-9]{3}(?![0-9]))/g, "$1").replaceAll(",", ".");
  return decimal === grouped ? [decimal] : [decimal, grouped];
}

// sum     = product (("+" | "-") product)*
// product = factor (("*" | "/" | nothing before "π", "√" or "(") factor)*
// factor  = ("+" | "-") factor | atom ["^" factor]
// atom    = number | "π" | "√" factor | "(" sum ")"
function parse(text) {
  const tokens = [];
  for (let rest = text.trimStart(); rest; rest = rest.trimStart()) {
    const match = TOKEN.exec(rest);
    if (!match) throw new SyntaxError(rest);
    tokens.push(match[0]);
    rest = rest.slice(match[0].length);
  }
  const next = (...wanted) => (wanted.includes(tokens[0]) ? tokens.shift() : "");
  const sum = () => {
    let value = product();
    for (let sign = next("+", "-"); sign; sign = next("+", "-"))
      value = sign === "+" ? value + product() : value - product();
    return value;
  };
  const product = () => {
    let value = factor();
    while (tokens.length && "*/π√(".includes(tokens[0])) {
      if (next("/")) {
        value /= factor();
        refuseImplicitProduct();
      } else {
        next("*");
        value *= factor();
      }
    }
    return value;
  };
  const refuseImplicitProduct = () => {
    if (tokens.length && "π√(".includes(tokens[0])) throw new AmbiguousError(text);
  };
  const factor = () => {
    const sign = next("+", "-");
    if (sign) return sign === "+" ? factor() : -factor();
    const value = atom();
    return next("^") ? value ** factor() : value;
  };
  const atom = () => {
    if (next("π")) return Math.PI;
    if (next("√")) {
      const bare = tokens[0] !== "(";
      const root = Math.sqrt(factor());
      if (bare) refuseImplicitProduct();
      return root;
    }
    if (next("(")) {
      const value = sum();
      if (!next(")")) throw new SyntaxError(text);
      return value;
    }
    if (!/^[0-9.]/.test(tokens[0] ?? "")) throw new SyntaxError(text);
    return Number(tokens.shift());
  };
  const value = sum();
  if (tokens.length) throw new SyntaxError(text);
  return value;
}

// {verdict: "right" | "wrong" | "unread", text} for an answer as the reader typed or chose it.
export function check(data, answer) {
  return data.options ? checkChoice(data, answer) : checkNumber(data, answer);
}

function checkChoice({ messages, options }, answer) {
  const index = String(answer).trim();
  const option = /^[0-9]+$/.test(index) ? options[Number(index)] : undefined;
  return option
    ? { verdict: option.right ? "right" : "wrong", text: option.reply }
    : { verdict: "unread", text: messages.choose };
}

function checkNumber(data, answer) {
  if (!String(answer).trim()) return { verdict: "unread", text: data.messages.empty };
  const { values, ambiguous } = readings(String(answer), data.unit);
  const near = (target, slack = 1) => {
    const allowed = data.tolerance * slack * (Math.abs(target) || 1);
    return values.some((value) => Math.abs(value - target) <= allowed);
  };
  if (ambiguous) return { verdict: "unread", text: data.messages.ambiguous };
  if (!values.length) return { verdict: "unread", text: data.messages.unread };
  if (near(data.answer)) return { verdict: "right", text: data.explanation };
  for (const wrong of data.wrong)
    if (near(wrong.value)) return { verdict: "wrong", text: wrong.reply };
  if (near(-data.answer)) return { verdict: "wrong", text: data.messages.sign };
  if (near(data.answer, 10)) return { verdict: "wrong", text: data.messages.close };
  return { verdict: "wrong", text: data.hint };
}

// The button that asks the question with other numbers, which the page's site has ready.
function offerNumbers(form, take) {
  const button = form.querySelector(".pe-numbers");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      const { fresh } = (await siteData(form.dataset.question))[form.dataset.question];
      const seeds = Object.keys(fresh).filter((seed) => seed !== form.dataset.numbers);
      const seed = seeds[Math.floor(Math.random() * seeds.length)];
      const legend = form.querySelector("legend");
      form.ownLegend ??= legend.cloneNode(true);
      legend.innerHTML = fresh[seed].text;
      form.dataset.numbers = seed;
      form.reset();
      take(fresh[seed].data);
    } catch {
      form.querySelector(".pe-reply").textContent = button.dataset.failed;
    }
  });
}

async function siteData(name) {
  const address = `../../questions/${name.split(".")[0]}.json`;
  return (await fetch(new URL(address, import.meta.url))).json();
}

export function start(root) {
  for (const form of root.querySelectorAll("form.pe-question:not([data-ready])")) {
    form.dataset.ready = "";
    let data = JSON.parse(form.querySelector('script[type="application/json"]').textContent);
    const box = form.querySelector(".pe-reply");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const reply = check(data, new FormData(form).get("answer"));
      form.dataset.verdict = reply.verdict;
      box.innerHTML = reply.text;
      if (reply.verdict === "unread") return;
      const lead = document.createElement("strong");
      lead.textContent = data.messages[reply.verdict];
      box.prepend(lead, " ");
    });
    // A changed answer makes the old reply stale.
    const clear = () => {
      delete form.dataset.verdict;
      box.textContent = "";
    };
    form.addEventListener("input", clear);
    offerNumbers(form, (drawn) => {
      data = drawn;
      clear();
    });
    // Notebooks have one-letter shortcuts: keys typed into an answer stay in it.
    form.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey)
        event.stopPropagation();
    });
  }
}

if (typeof document !== "undefined") start(document);
