// The entry point that the build bundles with the editor: it makes a page's live cells editable.

import { Cell } from "./cell.mjs";
import { YourConfig } from "./config.mjs";
import { button } from "../renderer/dom.mjs";
import { YourTable } from "./table.mjs";

/** Cells that are more than code: the forms of two pages. */
const FORMS = { "your-table": YourTable, "your-config": YourConfig };

/** Mount every live cell of the page, and offer each worked solution to its exercise. */
export function mountCells(python, site) {
  const cells = new Map();
  for (const element of document.querySelectorAll(".pe-live, .tag_hide-cell")) {
    const last = [...cells.values()].at(-1);
    const CellType = FORMS[element.id] ?? Cell;
    if (element.matches(".pe-live"))
      cells.set(element.id, new CellType(element, python, site, cells));
    else if (last?.element.closest("section") === element.closest("section")) offer(element, last);
  }
}

/** Let a solution be put into its exercise's editor, below the exercise's imports. */
function offer(solution, cell) {
  const imports = cell.original.match(/^(?:import|from) .*$/gm) ?? [];
  const code = solution.querySelector(".cell_input pre").textContent.trimEnd();
  const insert = button("Put the solution into the editor", () => {
    cell.replace(
      [...imports, "", "", code].join("\n"),
      "The solution is in the editor. Undo brings yours back.",
    );
    cell.editor.focus();
    cell.element.scrollIntoView({ block: "nearest" });
  });
  insert.classList.add("pe-put");
  solution.querySelector(".cell_input").after(insert);
}
