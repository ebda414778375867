"""The gallery on paper: on the first page a matrix to fill in, on the second its key."""

from html import escape

from pe_book.mistakes.battery import CHECKS, CRASHES, FAILS, PASSES, check_matrix
from pe_book.mistakes.implementations import MISTAKES

STYLE = """
@page { size: A4; margin: 12mm 14mm; }
body { margin: 0; font: 8.6pt/1.28 sans-serif; color: #000; }
section + section { break-before: page; }
h1 { font-size: 14pt; margin: 0 0 1.5mm; }
p { margin: 0 0 2mm; }
ol { columns: 2; column-gap: 9mm; margin: 0 0 2mm; padding-inline-start: 6mm; }
table { border-collapse: collapse; width: 100%; }
th, td { border: .4pt solid #555; padding: .5mm 1.2mm; text-align: start; vertical-align: middle; }
thead th:nth-child(n + 3), td:nth-child(n + 3) { text-align: center; width: 6.6mm; padding: 0; }
tbody th { width: 27mm; }
td:nth-child(n + 3) { font-size: 12pt; line-height: 1; }
"""
MARKS = {PASSES: "", FAILS: "●", CRASHES: "×"}
ASKS = (
    "<p>Each row is a bug, or (in italics) another table that has all the properties. "
    "Each column is a check. Which checks catch which bug? Write ● for a check that fails and "
    "× for one that crashes, and leave the others empty. Start with three rows. Predict first, "
    "and then run the checks, or look at the explorer in chapter 8.</p>"
)
TELLS = (
    "<p>● the check fails, × the code crashes, empty: the check doesn’t notice. Rows in italics "
    "are conventions, other tables that have all the properties. They’re bugs only if you want "
    "the paper’s table, or use weights that were trained with it.</p>"
)


def handout() -> str:
    """Return the two pages as HTML."""
    marks = [[MARKS[outcome] for outcome in found.values()] for found in check_matrix().values()]
    checks = "".join(f"<li><b>{escape(c.name)}</b>: {escape(c.question)}</li>" for c in CHECKS)
    empty = [[""] * len(CHECKS)] * len(MISTAKES)
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        f"<title>Which check catches which bug?</title><style>{STYLE}</style></head><body>"
        f"<section><h1>Which check catches which bug?</h1>{ASKS}<ol>{checks}</ol>"
        f"{_table(empty)}</section>"
        f"<section><h1>The key</h1>{TELLS}{_table(marks)}</section></body></html>"
    )


def _table(marks: list[list[str]]) -> str:
    head = "".join(f'<th scope="col">{number}</th>' for number in range(1, len(CHECKS) + 1))
    rows = "".join(
        f'<tr><th scope="row">{_name(mistake)}</th><td>{escape(mistake.form)}</td>'
        + "".join(f"<td>{mark}</td>" for mark in row)
        + "</tr>"
        for mistake, row in zip(MISTAKES, marks, strict=True)
    )
    return (
        '<table><thead><tr><th scope="col">bug</th><th scope="col">what it does</th>'
        f"{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _name(mistake) -> str:
    tag = "i" if mistake.kind == "convention" else "span"
    return f"<{tag}>{escape(mistake.name)}</{tag}>"
