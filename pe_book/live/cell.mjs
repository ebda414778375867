// A live cell: an editor and buttons in the place of its code. Nothing runs without a press, and what
// the reader writes stays in this browser.

import { fixed } from "../text/numbers.mjs";
import { edit } from "./editor.mjs";
import { button, make } from "../renderer/dom.mjs";
import { SavedCode } from "./saved_code.mjs";
import { Output } from "./output.mjs";

const SLOW_RUN_MS = 10_000; // after which the page asks whether the code should go on
const HELP = "Shift+Enter runs. Tab indents; Escape, then Tab leaves.";

export class Cell {
  constructor(element, python, site, cells) {
    Object.assign(this, { element, python, site, cells, id: element.id });
    this.pre = element.querySelector(".cell_input pre");
    this.stored = element.querySelector(".cell_output");
    this.bar = element.querySelector(".pe-bar");
    this.original = this.pre.textContent.trimEnd();
    this.saved = new SavedCode(this.id);
    this.build();
    const saved = this.saved.read();
    // Hidden before its editor comes: while both were there, Chromium scrolled by this height.
    const height = saved === null ? this.pre.offsetHeight : 0;
    this.pre.hidden = true;
    this.editor = edit(this.frame, saved ?? this.original, {
      label: "Code",
      describedBy: this.help.id,
      names: this.site.names,
      height,
      changed: (typed) => this.changed(typed),
      run: () => this.run(),
    });
    this.pre.textContent = this.code;
  }

  get code() {
    return this.editor.code;
  }

  build() {
    // The one that the page came with may have the focus, which a new one would take away.
    this.runButton = this.bar.querySelector(".pe-run") ?? button("Run");
    this.runButton.addEventListener("click", () => this.run());
    this.stopButton = button("Stop", () => this.stop());
    this.resetButton = button("Reset", () => this.reset());
    // A keyboard on a touch screen has no Tab.
    this.indents = [
      ["\u21e4", "Indent less", false],
      ["\u21e5", "Indent more", true],
    ].map(([sign, name, more]) => this.indentKey(sign, name, more));
    this.help = make("span", { className: "pe-help", id: `${this.id}-help`, textContent: HELP });
    this.runButton.classList.add("pe-run");
    this.status = make("p", { className: "pe-state", role: "status" });
    for (const other of [...this.bar.childNodes]) if (other !== this.runButton) other.remove();
    if (!this.runButton.isConnected) this.bar.append(this.runButton);
    this.bar.append(this.stopButton, this.resetButton, ...this.indents, this.status, this.help);
    this.enable(false);
    this.progress = make("progress", { ariaLabel: "Loading Python" });
    this.loading = make("p", { className: "pe-loading", hidden: true }, this.progress);
    this.output = new Output();
    this.bar.after(this.loading, this.output.element);
    this.frame = make("div", { className: "pe-editor" });
    this.pre.parentElement.append(this.frame);
    // Sphinx takes "/" for its search, wherever it is typed but in a form.
    this.frame.addEventListener(
      "keydown",
      (event) => event.ctrlKey || event.metaKey || event.stopPropagation(),
    );
  }

  indentKey(sign, name, more) {
    const key = button(sign, () => this.editor.indent(more));
    Object.assign(key, { className: "pe-indent", ariaLabel: name });
    // The focus stays in the editor, else the screen's keyboard would go.
    key.addEventListener("pointerdown", (event) => event.preventDefault());
    return key;
  }

  /** Which of Run and Stop does something; both keep the focus, which `disabled` would lose. */
  enable(running) {
    this.runButton.ariaDisabled = String(running);
    this.stopButton.ariaDisabled = String(!running);
  }

  changed(typed) {
    this.pre.textContent = this.code; // what the copy button copies
    if (!this.saved.write(this.code === this.original ? null : this.code))
      this.setStatus(
        "This browser stores nothing. What you write is gone when you leave the page.",
      );
    if (typed) this.python.start();
  }

  replace(code, message) {
    this.editor.code = code;
    this.editor.mark(0);
    this.setStatus(message);
  }

  async reset() {
    this.stop();
    await this.running;
    this.replace(this.original, "The book’s code is back. Undo in the editor brings yours back.");
    this.output.clear();
    if (this.stored) this.stored.hidden = false;
  }

  // -- a run

  /** Run the code, or another request to Python. */
  run(ask = (details) => this.ask(details)) {
    this.running ??= this.runToCompletion(ask).finally(() => (this.running = null));
  }

  ask(details) {
    return this.python.run(this.code, { cell: this.id, others: this.others(), ...details });
  }

  async runToCompletion(ask) {
    this.enable(true);
    this.editor.closeCompletion(); // it would lie over the output
    this.editor.mark(0);
    this.output.clear();
    if (this.stored) this.stored.hidden = true;
    this.abortController = new AbortController();
    const answer = await ask({
      onProgress: (event) => this.onProgress(event),
      signal: this.abortController.signal,
    });
    clearTimeout(this.slowRunTimer);
    this.loading.hidden = true;
    this.enable(false);
    this.output.end(answer.error);
    this.show(answer);
  }

  stop() {
    if (this.running) this.abortController.abort();
  }

  /** The page's other code cells: one of them may define what this one lacks. */
  others() {
    return [...document.querySelectorAll("div.cell[id]")]
      .filter((element) => element !== this.element)
      .map((element) => ({
        id: element.id,
        source: element.querySelector(".cell_input pre")?.textContent ?? "",
        heading: headingOf(element),
        live: this.cells.has(element.id),
      }));
  }

  onProgress({ waiting, loaded, bytes, running, output }) {
    if (output) this.output.add(output);
    else if (waiting) this.setStatus("Waiting for another cell.");
    else if (running) {
      this.loading.hidden = true;
      this.setStatus("Running.");
      clearTimeout(this.slowRunTimer); // one press may be two runs
      this.slowRunTimer = setTimeout(
        () => this.setStatus("Still running after 10 seconds. Wait, or press Stop."),
        SLOW_RUN_MS,
      );
    } else {
      this.loading.hidden = false;
      Object.assign(this.progress, { max: bytes, value: loaded });
      if (loaded >= bytes) this.progress.removeAttribute("value");
      this.setStatus("Starting Python: about 10 seconds the first time.");
    }
  }

  // -- display

  setStatus(message) {
    if (this.status.textContent !== message) this.status.textContent = message;
  }

  show(answer) {
    if (answer.stopped) {
      this.setStatus(
        answer.lost
          ? "Stopped. Everything that cells defined is gone, and a new Python is starting."
          : "Stopped.",
      );
    } else if (answer.failed !== undefined) this.showFailure(answer);
    else {
      for (const { text, cell, elsewhere } of answer.notes) {
        if (cell) this.noteWithLink(text, `#${cell}`, "Go to that cell");
        else if (elsewhere) this.noteWithLink(text, this.site.notebook, "How to open a notebook");
        else this.output.note(text);
      }
      this.editor.mark(answer.line);
      this.setStatus(this.outcome(answer));
    }
  }

  /** What is said of a run that came to its end. */
  outcome({ error, line, seconds }) {
    if (error) return line ? `An error in line ${line}.` : "An error.";
    return seconds < 0.005 ? "Done." : `Done in ${fixed(seconds, 2)} s.`;
  }

  noteWithLink(text, href, textContent) {
    this.output.note(text, " ", make("a", { href, textContent }));
  }

  showFailure({ failed, loading }) {
    this.output.note(
      loading
        ? "Python couldn’t be loaded. Are you online, and does this browser allow WebAssembly? Press Run to try again."
        : "This code crashed Python, and a new one is starting. Everything that cells defined is gone. Your code is still here.",
    );
    this.setStatus(loading ? "Python couldn’t be loaded." : "Python crashed.");
    console.warn(failed);
  }
}

// ---- helpers

function headingOf(element) {
  const heading = element.closest("section")?.querySelector("h1, h2, h3, h4")?.cloneNode(true);
  heading?.querySelector(".headerlink")?.remove();
  return heading?.textContent.trim() ?? "";
}
