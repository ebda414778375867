// A bar that leads through the lesson of the page for teachers, one step after the other. It comes to
// a page whose address says so: ?lesson=3. book.mjs asks for this module only then.
import { gettext } from "./pe_book/declare/wording.mjs";
import steps from "./lesson_steps.mjs";

const number = Number(new URLSearchParams(location.search).get("lesson"));
const step = steps[number - 1];
const plan = new URL("../pages/teaching.html", import.meta.url);

function link(text, address) {
  const made = document.createElement(address ? "a" : "span");
  made.textContent = text;
  if (address) made.href = new URL(address, plan);
  else made.ariaDisabled = "true";
  return made;
}

if (step) {
  const bar = document.createElement("nav");
  bar.className = "pe-lesson d-print-none";
  bar.ariaLabel = gettext("Steps of the lesson");
  const place = document.createElement("span");
  place.className = "pe-lesson-place";
  place.textContent = gettext("Step {number} of {all}, minutes {minutes}: {text}", {
    ...step,
    number,
    all: steps.length,
  });
  bar.append(
    link(gettext("Previous"), steps[number - 2]?.address),
    place,
    link(gettext("Next"), steps[number]?.address),
    link(gettext("Plan"), "#a-lesson-of-45-minutes"),
  );
  document.querySelector(".header-article-items__start").after(bar);
  document.documentElement.dataset.lesson = number;
}
