// The page "What does your config.json say?": a live cell whose editor holds JSON instead of code. Python
// reads it as text; nothing in it is run.

import { fixed } from "../text/numbers.mjs";
import { CellWithFile } from "./cell_with_file.mjs";

const OF_TEXT = `from pe_book.your_config import report as _report
_report.of_text(_source, _length)`;

export class YourConfig extends CellWithFile {
  constructor(...parts) {
    super(...parts);
    this.length = this.fields.querySelector("input[type=number]");
    this.length.addEventListener("change", () => this.run());
  }

  ask(details) {
    const given = { _source: this.code, _length: this.length.value };
    return this.python.run(OF_TEXT, { given, ...details });
  }

  /** A file is text: it comes into the editor, where it can be changed. */
  async reportOn(files, details) {
    const { refused, content } = await this.content(files, "text");
    if (refused) return { refused };
    this.replace(content, "");
    return this.ask(details);
  }

  async reset() {
    await super.reset();
    this.length.value = "";
  }

  tooLarge({ name, size }) {
    return `${name} has ${fixed(size)} bytes. A configuration has at most ${fixed(this.maxBytes)}.`;
  }
}
