// The explorers of a published page: each comes to life, its settings are in the address, and a reader may
// pass it on.

import { keepInAddress, linkTo, writeAddress } from "./address.mjs";
import { frameOf } from "./embedding.mjs";
import { Explorer } from "./explorer.mjs";
import { keep, kept } from "./kept.mjs";
import { enableTool } from "./listeners.mjs";

const BUTTON_FEEDBACK_MS = 2000; // for which a button shows what it did
// In a talk the address says which slide is shown.
const HAS_ADDRESS = !("talk" in document.documentElement.dataset);

const elements = [...document.querySelectorAll(".pe-explorer")];
const explorers = elements.map((element) => new Explorer(element, { load, atRest }));
if (HAS_ADDRESS && explorers.length) {
  for (const explorer of explorers) {
    offerToShare(explorer);
    explorer.set({ ...explorer.settings(), ...kept(explorer) }, false);
  }
  keepInAddress(explorers);
  addEventListener("beforeprint", () => explorers.forEach(describeForPrint));
  loadWhenIdle();
} else for (const tool of document.querySelectorAll(".pe-copy, .pe-embed")) tool.remove();

function load(name) {
  return import(new URL(`../explorers/${name}.mjs`, import.meta.url).href);
}

/** Once the frame is painted: writing an address takes as long as drawing a small figure. */
function atRest(explorer) {
  if (!HAS_ADDRESS) return;
  requestAnimationFrame(() =>
    setTimeout(() => {
      writeAddress();
      keep(explorer);
    }),
  );
}

/** Load every module once the page is there, so that its explorers answer without the network, too. */
async function loadWhenIdle() {
  if (navigator.connection?.saveData) return;
  if (document.readyState !== "complete")
    await new Promise((done) => addEventListener("load", done));
  for (const explorer of explorers) {
    await new Promise((done) => (window.requestIdleCallback ?? setTimeout)(done));
    explorer.requestUpdate();
  }
}

function offerToShare(explorer) {
  enableTool(explorer, "copy", (button) => copy(linkTo(explorer), explorer, button));
  enableTool(explorer, "embed", (button) => copy(frameOf(explorer), explorer, button));
}

async function copy(text, explorer, button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    explorer.find(".pe-status").textContent = "Copied.";
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = label), BUTTON_FEEDBACK_MS);
  } catch {
    // The browser forbids it, as to a page in a frame: the reader copies by hand.
    explorer.message.hidden = false;
    explorer.message.textContent = text;
  }
}

/** On paper are the settings in words, with their address. */
function describeForPrint(explorer) {
  explorer.find(".pe-paper").textContent = `${explorer.controls.text()} · ${linkTo(explorer)}`;
}
