// The page that tells a story: its stage, an explorer, shows the step that is being read. scrollama
// does the same for any page; what is needed of it here is one observer of one line across the window.
import { parts } from "./pe_book/declare/wording.mjs";
import { say } from "./pe_book/renderer/sentence.mjs";

const story = document.querySelector(".pe-story");
const stage = story.querySelector(".pe-explorer");
const { wording } = JSON.parse(stage.querySelector('script[type="application/json"]').textContent);
const steps = [...story.querySelectorAll(".pe-step")].map((figure) => {
  const section = figure.closest("section");
  return {
    section,
    title: section.querySelector("h2").firstChild.textContent,
    caption: figure.querySelector(".pe-sentence"),
    settings: JSON.parse(figure.dataset.settings),
  };
});
let current;

/** A link to each step, for keys and for who wants to go back. */
function addLinks() {
  const nav = document.createElement("nav");
  nav.className = "pe-steps";
  nav.ariaLabel = "Steps";
  for (const [i, step] of steps.entries()) {
    step.link = document.createElement("a");
    step.link.href = `#${step.section.id}`;
    step.link.title = step.link.ariaLabel = nameOf(i);
    nav.append(step.link);
  }
  stage.querySelector("fieldset").append(nav);
}

const nameOf = (i) => `Step ${i + 1} of ${steps.length}: ${steps[i].title}`;

function show(step) {
  if (step === current) return;
  current?.link.removeAttribute("aria-current");
  if (current) stage.querySelector(".pe-status").textContent = nameOf(steps.indexOf(step));
  current = step;
  step.link.setAttribute("aria-current", "step");
  arrange();
}

/** Have the figure stand at the step that is read; there, what the reader has moved stays moved. */
function arrange() {
  if (current && stage.settings().step !== current.settings.step) stage.moveTo(current.settings);
}

/** Show the step that crosses the line at which the style sheet has the reader read. */
let watch;
function follow() {
  watch?.disconnect();
  const line = Number(getComputedStyle(story).getPropertyValue("--story-line"));
  watch = new IntersectionObserver(
    (seen) => {
      const found = seen.find(({ isIntersecting }) => isIntersecting);
      if (found) show(steps.find(({ section }) => section === found.target));
    },
    { rootMargin: `${-line}% 0px ${line - 100}% 0px` },
  );
  for (const { section } of steps) watch.observe(section);
}

addLinks();
// An address that has the figure's settings leads to the step.
const asked = stage.settings().step;
if (asked !== steps[0].settings.step) steps[asked - 1].section.scrollIntoView();
follow();
addEventListener("resize", follow);
// An address may name another step; the page shows the step that it is scrolled to.
addEventListener("hashchange", arrange);
// When the reader takes hold of the figure, the words follow; on its way to a step it says those of others.
stage.addEventListener("pe-drawn", ({ detail: view }) => {
  const [step] = view.sentences;
  if (step === `${current?.settings.step}`) say(current.caption, parts(wording, view));
});
