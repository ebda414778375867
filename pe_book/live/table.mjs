// The page "What is your table?": a live cell that asks Python what its function makes, or what stands
// in a file. The file's bytes go to the page's own Python and nowhere else.

import { fixed } from "../text/numbers.mjs";
import { CellWithFile } from "./cell_with_file.mjs";

const OF_CODE = `from pe_book.your_table import report as _report
_report.of_code(_source, globals())`;
const OF_FILE = `from pe_book.your_table import report as _report
_report.report(bytes(_content), _name)`;

export class YourTable extends CellWithFile {
  /** Run the code, and then report on what it defines. */
  async ask(details) {
    const source = this.code;
    const first = await super.ask(details);
    if (first.error || first.stopped || "failed" in first) return first;
    const then = await this.python.run(OF_CODE, { given: { _source: source }, ...details });
    return { ...then, notes: [...first.notes, ...(then.notes ?? [])] };
  }

  async reportOn(files, details) {
    const { refused, content } = await this.content(files, "arrayBuffer");
    if (refused) return { refused };
    const given = { _name: files[0].name, _content: new Uint8Array(content) };
    return this.python.run(OF_FILE, { given, ...details });
  }

  tooLarge({ name, size }) {
    const [has, most] = [size, this.maxBytes].map((bytes) => fixed(bytes / 2 ** 20));
    return `${name} has ${has} MB. This page reads at most ${most} MB; in a terminal, python -m pe_check identify reads more.`;
  }
}
