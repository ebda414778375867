// A talk: what reveal.js does with the slides of a page, and what it leaves to us.
import Reveal from "../vendor/reveal/reveal.mjs";

const deck = new Reveal({
  width: 1280,
  height: 720,
  display: "flex",
  margin: 0,
  center: false,
  hash: true,
  progress: true,
  slideNumber: "c/t",
  // Where no keys turn the page.
  controls: matchMedia("(pointer: coarse)").matches,
  scrollActivationWidth: null,
  overview: false,
  transition: "none",
  // A reader's key on a control moves the control.
  keyboardCondition: ({ target }) => !target.closest?.("input, select, button, summary, a"),
  keyboard: { 78: openNotes, 83: null },
});
await deck.initialize();
window.Reveal = deck; // by which decktape and other printers find it

// The largest letters with which a slide of words fits with its answer.
const [LARGEST, SMALLEST] = [56, 30];
function fit(slide) {
  const cut = () =>
    slide.scrollHeight > slide.clientHeight ||
    [...slide.children].some((part) => part.scrollWidth > part.clientWidth);
  slide.dataset.fitting = "";
  let size = LARGEST;
  do slide.style.fontSize = `${size}px`;
  while (cut() && --size >= SMALLEST);
  delete slide.dataset.fitting;
}
const fitShown = () =>
  (deck.isPrintView() ? deck.getSlides() : [deck.getCurrentSlide()]).forEach(fit);
fitShown();
deck.on("slidechanged", fitShown);
document.fonts.addEventListener("loadingdone", fitShown);

// A figure is drawn with its slide, not with the first move: drawn anew it has other places for its words.
const draw = () =>
  deck.getCurrentSlide().querySelector(".pe-explorer")?.dispatchEvent(new Event("focusin"));
deck.on("slidechanged", draw);
if (document.readyState === "complete") draw();
else addEventListener("load", draw);

// A presenter's remote sends these, wherever the focus is: they turn the page, and move no slider.
const TURNS = { PageDown: () => deck.next(), PageUp: () => deck.prev() };
addEventListener(
  "keydown",
  (event) => {
    if (!(event.key in TURNS) || !event.target.closest("input, select, button, summary, a")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    TURNS[event.key]();
  },
  true,
);

// The speaker's window shows the same slide and its notes; each window follows the other.
const SPEAKER = "#speaker";
function openNotes() {
  open(`${location.pathname}?speaker${location.hash}`, SPEAKER, "width=1280,height=900");
}
if (location.search === "?speaker") {
  document.documentElement.dataset.speaker = "";
  const [notes, below] = [document.createElement("aside"), document.createElement("p")];
  notes.id = "speaker-notes";
  const [clock, next] = [document.createElement("span"), document.createElement("span")];
  below.append(clock, next);
  document.body.append(notes, below);
  const titleOf = (slide) => slide?.querySelector("h1, h2").textContent ?? "";
  const say = () => {
    notes.innerHTML = deck.getCurrentSlide().querySelector(".notes").innerHTML;
    next.textContent = titleOf(deck.getSlides()[deck.getIndices().h + 1]);
    if (next.textContent) next.prepend("→ ");
  };
  deck.on("slidechanged", say);
  say();
  deck.layout();
  // The talk begins when the first slide is left; the minutes of the notes count from there.
  let begun = 0;
  const tick = () => {
    const seconds = begun && Math.round((Date.now() - begun) / 1000);
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  deck.on("slidechanged", () => (begun ||= Date.now()));
  setInterval(tick, 1000);
  tick();
}
const channel = new BroadcastChannel(`slides ${location.pathname}`);
const state = () => JSON.stringify(deck.getState());
let heard;
channel.onmessage = ({ data }) => {
  heard = data;
  deck.setState(JSON.parse(data));
};
for (const change of ["slidechanged", "fragmentshown", "fragmenthidden"])
  deck.on(change, () => state() !== heard && channel.postMessage(state()));
