// The line of HTML that shows an explorer in a page elsewhere.

import { make } from "./dom.mjs";

const EMBED = new URL("../../../embed/", import.meta.url);
const TYPICAL_WIDTH = 640; // of a frame in a learning platform, in pixels
const BELOW = 48; // what a page for a frame has below its explorer, in pixels

/** The line for an explorer at its present settings. */
export function frameOf(explorer) {
  const { element, data } = explorer;
  const given = Object.entries(explorer.settings()).map((pair) => pair.join("="));
  const address = `${data.name}.html#${encodeURI(`${data.name}:${given.join(",")}`)}`;
  const frame = make("iframe", {
    title: element.querySelector(".pe-asks").textContent,
    width: "100%",
    height: heightOf(element),
    loading: "lazy",
  });
  frame.style.border = "0";
  frame.setAttribute("src", new URL(address, EMBED).href);
  return frame.outerHTML;
}

/** How high a frame of the usual width has to be for an explorer. */
function heightOf(element) {
  const { width } = element.style;
  element.style.width = `${TYPICAL_WIDTH}px`;
  const height = element.offsetHeight + BELOW;
  element.style.width = width;
  return height;
}
