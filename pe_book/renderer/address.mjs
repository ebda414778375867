// The settings in the page's address: #waves:d_model=64,base=1000;shift:pair=3

import { settingsFrom } from "./controls.mjs";

const explorers = new Map();

/** Keep these explorers' settings in the address, and move them where it says. */
export function keepInAddress(found) {
  for (const explorer of found) explorers.set(explorer.key, explorer);
  addEventListener("hashchange", () => applyAddress(true));
  // After a reload, or Back from another page, the browser scrolls to where the reader was.
  applyAddress(performance.getEntriesByType("navigation")[0]?.type === "navigate");
}

/** The address of an explorer at its present settings. */
export function linkTo(explorer) {
  return `${location.href.split(/[?#]/)[0]}#${encodeURI(partOf(explorer))}`;
}

/** Write the settings into the present entry of the history, so that Back leaves the page. */
export function writeAddress() {
  const parts = [...explorers.values()].map(partOf).filter((part) => /=/.test(part));
  const hash = parts.length ? "#" + parts.join(";") : "";
  history.replaceState(history.state, "", location.pathname + location.search + hash);
}

/** What the reader has changed in an explorer, as it is written in an address. */
function partOf(explorer) {
  const { start } = explorer.data;
  const changed = Object.entries(explorer.settings()).filter(
    ([name, value]) => value !== start[name],
  );
  return `${explorer.key}:${changed.map(([name, value]) => `${name}=${value}`).join(",")}`;
}

/** Move the explorers that the address names, and no other: most links on a page name none. */
function applyAddress(scroll) {
  const found = readAddress();
  for (const [key, given] of found) {
    const explorer = explorers.get(key);
    explorer.set(settingsFrom(explorer.data.controls, given, explorer.data.start), false);
  }
  if (scroll && found.size)
    document.getElementById(`explorer-${[...found.keys()][0]}`).scrollIntoView();
}

function readAddress() {
  const found = new Map();
  for (const part of decoded(location.hash.slice(1)).split(";")) {
    const [key, list] = part.split(":");
    if (!explorers.has(key)) continue;
    found.set(key, Object.fromEntries((list ?? "").split(",").map((pair) => pair.split("="))));
  }
  return found;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return ""; // a broken escape names nothing
  }
}
