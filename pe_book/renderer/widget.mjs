// An explorer in a notebook, as anywidget asks for it: its settings are those of the kernel's widget, both
// ways. bundle.py adds the explorer's own module and the style.

import { Explorer } from "./explorer.mjs";

export function render({ model, el }, module, style) {
  el.innerHTML = `<style>${style}</style>${model.get("html")}`;
  // Else an arrow key on a slider would go to the next heading of JupyterLab, which asks the focused
  // element alone.
  el.addEventListener("focusin", ({ target }) => {
    target.dataset.lmSuppressShortcuts = "true";
  });
  // Hides the still for as long as this view is in the page, even where the still comes into it later.
  const still = `[data-static-figure="${model.get("figure_id")}"]`;
  const hidesStill = document.createElement("style");
  hidesStill.textContent = `${still} { display: none; }`;
  const explorer = new Explorer(el.querySelector(".pe-explorer"), {
    load: async () => module,
    atRest: send,
  });
  explorer.element.addEventListener("pe-drawn", () => {
    el.append(hidesStill);
    send();
  });
  explorer.element.addEventListener("pe-failed", ({ detail }) => {
    explorer.element.hidden = true;
    hidesStill.remove();
    for (const message of document.querySelectorAll(`${still} .pe-message`))
      message.textContent = detail;
  });
  explorer.set(model.get("settings"), false);
  explorer.scheduleDraw();

  function send() {
    const settings = explorer.settings();
    if (JSON.stringify(settings) === JSON.stringify(model.get("settings"))) return;
    model.set("settings", settings);
    try {
      model.save_changes();
    } catch (error) {
      // A page of MyST has no kernel to save to, and its model throws.
      console.debug(error);
    }
  }
  const receive = () => explorer.set(model.get("settings"), false);
  model.on("change:settings", receive);
  return () => {
    model.off("change:settings", receive);
    explorer.player.stop();
  };
}
