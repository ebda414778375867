// The table of an explorer's view: the numbers of its figure, for readers who want to read them.

import { table } from "../declare/wording.mjs";

export function dataTable(wording, view) {
  const { header, rows } = table(wording, view);
  const shown = document.createElement("table");
  const head = shown.createTHead().insertRow();
  for (const cell of header) {
    const th = head.appendChild(document.createElement("th"));
    th.scope = "col";
    th.textContent = cell;
  }
  const body = shown.createTBody();
  for (const row of rows) {
    const tr = body.insertRow();
    for (const cell of row) tr.insertCell().textContent = cell;
  }
  return shown;
}
