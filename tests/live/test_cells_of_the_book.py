"""Every live cell of the book gives on its page what it gives in a notebook."""

from __future__ import annotations

import json

import pytest

from book.paths import ROOT
from pe_book.live import runner
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
def in_notebook() -> dict:
    """What a notebook's kernel answers to every live cell."""
    import nbformat
    from nbclient import NotebookClient
    from nbformat.v4 import new_code_cell, new_notebook

    cells = [new_code_cell(source) for source in (runner.SETUP, *LIVE.values())]
    client = NotebookClient(new_notebook(cells=cells), timeout=120, resources={})
    client.resources = {"metadata": {"path": str(ROOT)}}
    done = client.execute()
    assert isinstance(done, nbformat.NotebookNode)
    return {key: cell["outputs"] for key, cell in zip(LIVE, done["cells"][1:], strict=True)}


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
def test_live_cell_gives_what_the_notebook_gives(chapter, name, on_page, in_notebook):
    sent = on_page[chapter, name]
    prints = [output for output in in_notebook[chapter, name] if output.output_type == "stream"]
    page = "".join(t for k, t in sent if k == "out")
    notebook = "".join(output.text for output in prints)
    assert page == notebook
    shown = [output for output in in_notebook[chapter, name] if output not in prints]
    assert [output.output_type for output in shown] in ([], ["execute_result"])
    data = [o.data.get("text/html", o.data["text/plain"]) for o in shown]
    assert [t for k, t in sent if k in ("html", "text")] == data
    assert prints or data


def test_page_needs_no_package_that_it_does_not_have():
    """What a live cell imports must stay free of all but numpy: pages have nothing else."""
    heavy = ("matplotlib", "plotly", "ipywidgets", "anywidget", "mpmath", "sympy", "IPython")
    loaded = f"import sys\n[m for m in {heavy} if m in sys.modules]"
    assert in_a_process([*LIVE.values(), loaded])[-1] == ["text", "[]"]
