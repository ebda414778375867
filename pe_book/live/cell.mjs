// A live cell: an editor and buttons in the place of its code. Nothing runs without a press, and what
// the reader writes stays in this browser.

import { edit } from "./editor.mjs";
import { button, make } from "./elements.mjs";
import { Kept } from "./kept.mjs";
import { Output } from "./output.mjs";

const PATIENCE = 10_000; // milliseconds after which the page asks whether the code should go on
const HELP = "Shift+Enter runs. Tab indents; Escape, then Tab leaves.";

export class Cell {
  constructor(element, python, site, cells) {
    Object.assign(this, { element, python, site, cells, id: element.id });
    this.pre = element.querySelector(".cell_input pre");
    this.stored = element.querySelector(".cell_output");
    this.bar = element.querySelector(".pe-bar");
    this.book = this.pre.textContent.trimEnd();
    this.kept = new Kept(this.id);
    this.build();
    const kept = this.kept.read();
    this.base = kept?.book ?? this.book; // the book's code that the reader's began from
    this.editor = edit(this.frame, kept?.code ?? this.book, {
      label: "Code",
      describedBy: this.help.id,
      changed: (typed) => this.changed(typed),
      run: () => this.run(),
    });
    this.pre.hidden = true;
    this.pre.textContent = this.code;
    if (this.base !== this.book) this.askWhich();
    addEventListener(
      "storage",
      ({ key }) => key === this.kept.key && !this.editor.focused && this.adopt(),
    );
  }

  get code() {
    return this.editor.code;
  }

  build() {
    this.runButton = button("Run", () => this.run());
    this.stopButton = button("Stop", () => this.stop());
    this.resetButton = button("Reset", () => this.reset());
    this.help = make("span", { className: "pe-help", id: `${this.id}-help`, textContent: HELP });
    this.runButton.className = "pe-run";
    this.status = make("p", { className: "pe-state", role: "status" });
    this.bar.replaceChildren(
      this.runButton,
      this.stopButton,
      this.resetButton,
      this.status,
      this.help,
    );
    this.enable(false);
    this.progress = make("progress", { ariaLabel: "Loading Python" });
    this.loading = make(
      "p",
      { className: "pe-loading", hidden: true },
      this.progress,
      make("span"),
    );
    this.edition = make("div", { className: "pe-edition" });
    this.output = new Output();
    this.bar.after(this.loading, this.edition, this.output.element);
    this.frame = make("div", { className: "pe-editor" });
    this.pre.parentElement.append(this.frame);
    // Sphinx takes "/" for its search, wherever it is typed but in a form.
    this.frame.addEventListener(
      "keydown",
      (event) => event.ctrlKey || event.metaKey || event.stopPropagation(),
    );
  }

  /** Which of Run and Stop does something; both keep the focus, which `disabled` would lose. */
  enable(running) {
    this.runButton.ariaDisabled = String(running);
    this.stopButton.ariaDisabled = String(!running);
  }

  changed(typed) {
    this.pre.textContent = this.code; // what the copy button copies
    const kept = this.kept.write(this.code !== this.book && { code: this.code, book: this.base });
    if (!kept)
      this.say("This browser keeps nothing: what you write is gone when you leave the page.");
    if (typed) this.python.start();
  }

  /** The same cell was changed in another window. */
  adopt() {
    const code = this.kept.read()?.code ?? this.book;
    if (code !== this.code) this.editor.code = code;
  }

  replace(code, words) {
    this.base = this.book;
    this.edition.replaceChildren();
    this.editor.code = code;
    this.editor.mark(0);
    this.say(words);
  }

  async reset() {
    this.stop();
    await this.running;
    this.replace(this.book, "The book's code is back. Undo in the editor brings yours back.");
    this.output.clear();
    if (this.stored) this.stored.hidden = false;
  }

  /** The book has another code now than the one that the reader's began from. */
  askWhich() {
    this.edition.replaceChildren(
      make("p", {
        textContent:
          "The book has a new version of this cell. What stands here is what you wrote for the old one.",
      }),
      button("Keep mine", () => {
        this.base = this.book;
        this.changed(false);
        this.edition.replaceChildren();
        this.editor.focus();
      }),
      button("Take the new one", () => {
        this.replace(this.book, "This is the new version. Undo in the editor brings yours back.");
        this.editor.focus();
      }),
    );
  }

  // -- a run

  /** Run the code, or what else `ask` asks of Python. */
  run(ask = (details) => this.ask(details)) {
    this.running ??= this.toTheEnd(ask).finally(() => (this.running = null));
  }

  ask(details) {
    return this.python.run(this.code, { cell: this.id, others: this.others(), ...details });
  }

  async toTheEnd(ask) {
    this.enable(true);
    this.editor.mark(0);
    this.output.clear();
    if (this.stored) this.stored.hidden = true;
    this.stopping = new AbortController();
    const answer = await ask({
      hear: (event) => this.hear(event),
      signal: this.stopping.signal,
    });
    clearTimeout(this.patience);
    this.loading.hidden = true;
    this.enable(false);
    this.output.end(answer.error);
    this.show(answer);
  }

  stop() {
    if (this.running) this.stopping.abort();
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

  hear({ waiting, loaded, bytes, running, output }) {
    if (output) this.output.add(output);
    else if (waiting) this.say("Waiting for another cell.");
    else if (running) {
      this.loading.hidden = true;
      this.say("Running.");
      clearTimeout(this.patience); // one press may be two runs
      this.patience = setTimeout(
        () => this.say("Still running after 10 seconds. Wait for it, or press Stop."),
        PATIENCE,
      );
    } else {
      const [now, all] = [loaded, bytes].map((count) => (count / 1e6).toFixed(1));
      this.loading.hidden = false;
      Object.assign(this.progress, { max: bytes, value: loaded });
      this.progress.nextSibling.textContent = `${now} of ${all} MB`;
      this.say(loaded < bytes ? "Loading Python and numpy." : "Starting Python.");
    }
  }

  // -- what is seen

  say(words) {
    if (this.status.textContent !== words) this.status.textContent = words;
  }

  show(answer) {
    if (answer.stopped) {
      this.say(
        answer.lost
          ? "Stopped. The names that the cells defined are gone; a new Python is on its way."
          : "Stopped.",
      );
    } else if (answer.failed !== undefined) this.showFailure(answer);
    else {
      for (const { text, cell, elsewhere } of answer.notes) {
        if (cell) this.point(text, `#${cell}`, "Go to that cell");
        else if (elsewhere) this.point(text, this.site.notebook, "How to open a notebook");
        else this.output.note(text);
      }
      this.editor.mark(answer.line);
      this.say(this.outcome(answer));
    }
  }

  /** What is said of a run that came to its end. */
  outcome({ error, line, seconds }) {
    if (error) return line ? `An error in line ${line}.` : "An error.";
    return seconds < 0.005 ? "Done." : `Done in ${seconds.toFixed(2)} s.`;
  }

  point(text, href, textContent) {
    this.output.note(text, " ", make("a", { href, textContent }));
  }

  showFailure({ failed, loading }) {
    this.output.note(
      loading
        ? "Python could not be loaded. Is the network there? Press Run to try again."
        : "Python itself broke down on this code and starts anew. The names that the cells defined are gone; your code is still here.",
    );
    this.say(loading ? "Python could not be loaded." : "Python broke down.");
    console.warn(failed);
  }
}

// ---- small things

function headingOf(element) {
  const heading = element.closest("section")?.querySelector("h1, h2, h3, h4")?.cloneNode(true);
  heading?.querySelector(".headerlink")?.remove();
  return heading?.textContent.trim() ?? "";
}
