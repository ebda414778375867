// A live cell that a file can be brought to: fields for a file and for an example, and a place to drop it.

import { Cell } from "./cell.mjs";
import { make } from "../renderer/dom.mjs";

export class CellWithFile extends Cell {
  constructor(element, ...rest) {
    super(element, ...rest);
    const { codes, maxBytes } = JSON.parse(element.querySelector("script").textContent);
    this.maxBytes = maxBytes;
    this.fields = element.querySelector("fieldset");
    [this.file, this.example] = this.fields.querySelectorAll("input[type=file], select");
    this.file.addEventListener("click", () => {
      this.file.value = ""; // so that the same file can be chosen again
      this.python.start();
    });
    this.file.addEventListener("change", () => this.readFiles(this.file.files));
    this.example.addEventListener("change", () => this.showExample(codes[this.example.value]));
    this.fields.disabled = false;
    this.catchDrops();
  }

  build() {
    super.build();
    // The status says the answer; a log would have all of it read out.
    Object.assign(this.output.element, { role: "region", ariaLabel: "Answer" });
  }

  async showExample(code) {
    this.stop();
    await this.running;
    this.replace(code, "The example is in the editor. Press Run to see what it is.");
    this.output.clear();
    this.stored.hidden = true;
  }

  async reset() {
    await super.reset();
    this.file.value = "";
    this.example.selectedIndex = 0;
  }

  /** What the one file holds, by the method of a file that reads it; or why it was refused. */
  async content([file, another], method) {
    if (another) return { refused: "One file at a time, please." };
    if (file.size > this.maxBytes) return { refused: this.tooLarge(file) };
    try {
      return { content: await file[method]() };
    } catch {
      return {
        refused: `${file.name} couldn’t be read. Is it a file, and are you allowed to read it?`,
      };
    }
  }

  async readFiles(files) {
    if (!files.length) return;
    this.stop();
    await this.running;
    this.run((details) => this.reportOn([...files], details));
    await this.running;
    this.bar.scrollIntoView({ block: "nearest" });
  }

  /** A file may be dropped anywhere: beside the field the browser would leave the page for it. */
  catchDrops() {
    const mark = (over) => this.element.classList.toggle("pe-over", over);
    for (const kind of ["dragover", "dragleave", "drop"])
      addEventListener(
        kind,
        (event) => {
          if (!event.dataTransfer?.types.includes("Files")) return;
          mark(kind === "dragover" || (kind === "dragleave" && event.relatedTarget !== null));
          if (kind === "dragleave") return;
          event.preventDefault();
          event.stopPropagation(); // the editor would take the file for text
          if (kind === "dragover") return;
          this.file.files = event.dataTransfer.files;
          this.readFiles(this.file.files);
        },
        true,
      );
  }

  // -- display

  show(answer) {
    if (!answer.refused) return super.show(answer);
    this.output.element.append(
      make("p", { className: "pe-report-error", textContent: answer.refused }),
    );
    this.setStatus(answer.refused);
  }

  /** The answer in a sentence, or the error's last words: what a screen reader says, once. */
  outcome(answer) {
    if (answer.error) return `${super.outcome(answer)} ${answer.error.trim().split("\n").at(-1)}`;
    const { line, message } = this.output.element.querySelector(".pe-report").dataset;
    this.editor.mark(Number(line));
    return message;
  }
}
