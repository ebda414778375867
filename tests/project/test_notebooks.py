"""Every notebook is kept the same way: stripped, with one setup cell; a chapter in the contents."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from book.paths import ROOT
from tools.repository import read_repository
from tools.setup_cell import TAGS, setup_source

CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
PROBLEM_SETS = sorted((ROOT / "course").glob("*.ipynb"))
each_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
each_notebook = pytest.mark.parametrize("path", CHAPTERS + PROBLEM_SETS, ids=lambda path: path.stem)


def cells(path: Path, *kinds: str) -> list[dict]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] in kinds]


def test_chapters_are_in_the_contents_in_their_order():
    """A page without a number of its own has any place."""
    contents = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    entries = re.findall(r"(?:file|glob): (chapters/\S+)", contents)
    listed = [path.stem for entry in entries for path in sorted(ROOT.glob(f"{entry}.ipynb"))]
    assert sorted(listed) == [path.stem for path in CHAPTERS]
    titles = [
        "".join(cells(ROOT / f"chapters/{stem}.ipynb", "markdown")[0]["source"]) for stem in listed
    ]
    numbers = [number for title in titles for number in re.findall(r"^# (\d+)\. ", title)]
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]


@each_notebook
def test_a_notebook_is_stripped_and_its_cells_have_ids(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert list(notebook["metadata"]) == ["kernelspec"]
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    known = {"tags", "nbgrader"} if path in PROBLEM_SETS else {"tags", "mystnb", "jupyter"}
    for cell in notebook["cells"]:
        assert set(cell["metadata"]) <= known, cell["id"]
        assert not cell.get("outputs") and not cell.get("execution_count"), cell["id"]


def test_no_two_cells_of_the_chapters_have_the_same_id():
    """Jupyter Book 2 takes them for targets of links, which all pages share."""
    ids = [cell["id"] for path in CHAPTERS for cell in cells(path, "code", "markdown")]
    assert all(ids) and len(ids) == len(set(ids))


@each_notebook
def test_first_code_cell_is_the_setup_cell(path):
    cell = cells(path, "code")[0]
    assert "".join(cell["source"]) == setup_source(*read_repository(ROOT)), (
        "`make repository` writes it"
    )
    assert cell["metadata"]["tags"] == TAGS


# Directives, roles, targets; and `align`, which KaTeX does not take inside $$ (`aligned` it does).
MYST_ONLY = r"^\s*[`:]{3,}\s*\{|\{[a-z:]+\}`|^\(.+\)=\s*$|\\begin\{align[*}]"


@each_chapter
def test_chapters_use_no_myst_syntax(path):
    """JupyterLab and Colab would show MyST directives and roles as they are written."""
    for cell in cells(path, "markdown"):
        assert not re.search(MYST_ONLY, "".join(cell["source"]), re.MULTILINE), cell["id"]
