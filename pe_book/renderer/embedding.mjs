// The line of HTML that shows an explorer in a page elsewhere, in a popover at the button that asked for it.

import { make } from "./dom.mjs";

const EMBED = new URL("../../../embed/", import.meta.url);
const TYPICAL_WIDTH = 640; // of a frame in a learning platform, in pixels
const BELOW = 48; // what a page for a frame has below its explorer, in pixels

/** Show the line for an explorer at its present settings, selected: a script may not be allowed to copy. */
export function offerExplorer(button, explorer) {
  const { explorer: name } = explorer.dataset;
  const settings = Object.entries(explorer.settings()).map((pair) => pair.join("="));
  const address = `${name}.html#${encodeURI(`${name}:${settings.join(",")}`)}`;
  const frame = make("iframe", {
    title: explorer.querySelector(".pe-asks").textContent,
    width: "100%",
    height: heightOf(explorer),
    loading: "lazy",
  });
  frame.style.border = "0";
  frame.setAttribute("src", new URL(address, EMBED).href);
  const line = make("textarea", { readOnly: true, rows: 5, value: frame.outerHTML });
  const label = make("label", { textContent: "Put this line into your page:" });
  const copy = make("button", { type: "button", textContent: "Copy" });
  const status = make("p", { role: "status" });
  const menu = make("div", { className: "pe-embedding", popover: "auto", role: "group" });
  menu.setAttribute("aria-label", "Embed");
  label.append(line);
  menu.append(label, copy, status);
  line.addEventListener("focus", () => line.setSelectionRange(0, line.value.length, "backward"));
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(line.value);
      status.textContent = "Line copied.";
    } catch {
      line.focus();
      status.textContent =
        "Copying isn’t allowed here. The line is selected, so you can copy it yourself.";
    }
  });
  menu.addEventListener("toggle", ({ newState }) => newState === "closed" && menu.remove());
  button.after(menu);
  menu.showPopover({ source: button });
  line.focus();
}

/** How high a frame of the usual width has to be for an explorer. */
function heightOf(explorer) {
  const { width } = explorer.style;
  explorer.style.width = `${TYPICAL_WIDTH}px`;
  const height = explorer.offsetHeight + BELOW;
  explorer.style.width = width;
  return height;
}
