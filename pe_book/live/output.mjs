// What a run gives, as it comes: prints, what the last expression shows, an error, notes.

import { make } from "../renderer/dom.mjs";

// What scrolls can be reached by keyboard, at whatever width the page comes to have (as in book.mjs).
const reachable = new ResizeObserver((entries) => {
  for (const { target: pre } of entries) {
    if (pre.scrollWidth > pre.clientWidth || pre.scrollHeight > pre.clientHeight) pre.tabIndex = 0;
    else pre.removeAttribute("tabindex");
  }
});

export class Output {
  #pieces = []; // what came since the last frame
  #frame = null;

  constructor() {
    this.element = make("div", {
      className: "pe-output",
      role: "log",
      ariaLabel: "Output",
    });
    // What an object shows stays on this page.
    this.element.addEventListener("submit", (event) => event.preventDefault());
  }

  clear() {
    this.#pieces = [];
    this.element.replaceChildren();
  }

  add(piece) {
    this.#pieces.push(piece);
    this.#frame ??= requestAnimationFrame(() => this.#flush());
  }

  /** The run is over: show all of it, and its `error` if it has one. */
  end(error = "") {
    this.#flush();
    if (error) this.#block("pe-error", make("pre", { textContent: error.trimEnd() }));
    for (const pre of this.element.querySelectorAll("pre")) reachable.observe(pre);
  }

  note(...parts) {
    this.element.append(make("p", { className: "pe-note" }, ...parts));
  }

  /** Prints of one kind share a block. */
  #flush() {
    cancelAnimationFrame(this.#frame);
    this.#frame = null;
    for (const [kind, text] of this.#pieces.splice(0)) {
      const last = this.element.lastElementChild;
      if (kind === "html") this.#block("text_html", harmless(text));
      else if (kind === "cut") this.note(text);
      else if (last?.dataset.kind === kind) last.querySelector("pre").append(text);
      else this.#block("stream", make("pre", { textContent: text })).dataset.kind = kind;
    }
  }

  #block(kind, content) {
    const block = make("div", { className: `output ${kind}` }, content);
    this.element.append(block);
    return block;
  }
}

/**
 * HTML that an object gave, without what reaches beyond it. What would run, the page's content security
 * policy refuses (csp.py), and live.css keeps what is positioned within the output.
 */
function harmless(html) {
  const { content } = make("template", { innerHTML: html });
  for (const element of content.querySelectorAll("style, link, meta")) element.remove();
  return content;
}
