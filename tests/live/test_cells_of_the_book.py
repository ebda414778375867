"""Every live cell of the book runs as it stands, with what its page has: numpy and the library."""

from __future__ import annotations

import json

from book.paths import ROOT
from tests.live.session import in_a_process

HEAVY = ("matplotlib", "plotly", "ipywidgets", "anywidget", "mpmath", "sympy", "IPython")


def live_cells() -> dict[tuple[str, str], str]:
    """The source of every live cell, by its chapter and its id, in the book's order."""
    return {
        (file.stem, cell["id"]): "".join(cell["source"])
        for file in sorted((ROOT / "chapters").glob("*.ipynb"))
        for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]
        if "live" in cell["metadata"].get("tags", [])
    }


def test_every_live_cell_shows_something_and_needs_no_package_that_its_page_lacks():
    cells = live_cells()
    loaded = f"import sys\n[m for m in {HEAVY} if m in sys.modules]"
    *answers, last = in_a_process([*cells.values(), loaded])
    for cell, answer in zip(cells, answers, strict=True):
        assert answer["notes"] == [], cell
        assert {kind for kind, _ in answer["sent"]} & {"out", "text", "html"}, cell
    assert last["sent"] == [["text", "[]"]]
