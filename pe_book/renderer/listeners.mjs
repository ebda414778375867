// What the reader does with an explorer's controls, its buttons and its menu, and what it asks of the explorer.

import { closeOutside } from "./menu.mjs";
import { keepHeight, keepLines, ScrollGuard } from "./touch.mjs";

export function listen(explorer) {
  const { element, data } = explorer;
  const form = explorer.find("form");
  if (form) listenToForm(explorer, form);
  for (const control of data.controls) {
    if (control.pace) listenToPlay(explorer, control);
    if (control.shuffles) listenToShuffle(explorer, control);
  }
  explorer.find(".pe-data").addEventListener("toggle", () => explorer.fillTable());
  closeOutside(explorer.find(".pe-menu"));
  keepHeight(element);
  keepLines(explorer.sentence);
}

/** Let a button of the menu or below the figure, disabled until now, do its work. */
export function enableTool(explorer, name, use) {
  const button = explorer.find(`.pe-${name}`);
  if (!button) return;
  button.disabled = false;
  button.addEventListener("click", () => use(button));
}

/** Let an explorer fill the screen until Escape, or the button again. */
function fillScreen({ element }) {
  element.querySelector(".pe-menu").open = false;
  if (document.fullscreenElement) document.exitFullscreen();
  else element.requestFullscreen();
}

function listenToForm(explorer, form) {
  const { controls, data } = explorer;
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const event of ["input", "pe-words"]) {
    form.addEventListener(event, () => {
      explorer.player.stop();
      explorer.onMove();
    });
  }
  new ScrollGuard(
    form,
    () => explorer.settings(),
    (settings) => {
      controls.show(settings);
      explorer.scheduleDraw();
    },
  );
  form.addEventListener("change", () => explorer.settle());
  controls.switch?.addEventListener("click", ({ currentTarget: { ariaChecked, dataset } }) => {
    const made = JSON.parse(ariaChecked === "true" ? dataset.off : dataset.on);
    explorer.set({ ...explorer.settings(), ...made }, true);
  });
  enableTool(explorer, "predict", () => explorer.predict());
  enableTool(explorer, "reset", () => explorer.set(data.start, true));
  if (document.fullscreenEnabled) enableTool(explorer, "fullscreen", () => fillScreen(explorer));
  else explorer.find(".pe-fullscreen")?.remove(); // on an iPhone, and in a frame
  // What the browser remembered from an earlier visit is not what the figure shows.
  controls.show(data.start);
}

function listenToPlay(explorer, control) {
  const { controls, player } = explorer;
  const button = controls.inputs.get(control.name).parentElement.querySelector(".pe-play");
  button.addEventListener("click", () => {
    if (!player.toggle(control, button)) explorer.settle();
  });
}

function listenToShuffle(explorer, { name }) {
  const { controls } = explorer;
  const button = controls.inputs.get(name).parentElement.querySelector(".pe-shuffle");
  button.addEventListener("click", () =>
    explorer.set({ ...explorer.settings(), [name]: controls.anyOther(name) }, true),
  );
}
