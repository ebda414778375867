"""Every live cell of the book runs on its page as it stands."""

from __future__ import annotations

import json

import pytest

from book.paths import ROOT
from tests.live.session import Cell, in_a_process


def live_cells() -> dict[tuple[str, str], str]:
    """The source of every live cell, by its chapter and its id, in the book's order."""
    return {
        (file.stem, cell["id"]): "".join(cell["source"])
        for file in sorted((ROOT / "chapters").glob("*.ipynb"))
        for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]
        if "live" in cell["metadata"].get("tags", [])
    }


LIVE = live_cells()
# In one worker, where all cells run once, in a kernel and as on a page.
pytestmark = pytest.mark.xdist_group("live_cells")


@pytest.fixture(scope="module")
def on_page() -> dict:
    """What the page's runner sends for every live cell."""
    cell, sent = Cell(), {}
    for (chapter, name), source in LIVE.items():
        answer = cell.run(source, name)
        assert (answer["error"], answer["notes"]) == ("", []), (chapter, name)
        sent[chapter, name] = list(cell.sent)
    return sent


@pytest.mark.parametrize(("chapter", "name"), LIVE)
def test_live_cell_runs_and_shows_something(chapter, name, on_page):
    assert {kind for kind, _ in on_page[chapter, name]} & {"out", "text", "html"}


def test_page_needs_no_package_that_it_does_not_have():
    """What a live cell imports must stay free of all but numpy: pages have nothing else."""
    heavy = ("matplotlib", "plotly", "ipywidgets", "anywidget", "mpmath", "sympy", "IPython")
    loaded = f"import sys\n[m for m in {heavy} if m in sys.modules]"
    assert in_a_process([*LIVE.values(), loaded])[-1] == ["text", "[]"]
