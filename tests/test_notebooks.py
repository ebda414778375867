"""Every chapter's notebook is kept the same way: stripped, in the contents, with one setup cell."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest

from scripts import repository
from scripts.lock import name_of
from scripts.rewrite_notebooks import tidy
from scripts.setup_cell import TAGS, setup_source

ROOT = Path(__file__).resolve().parent.parent
CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
each_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)


def cells(path: Path, kind: str) -> list[dict]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == kind]


def test_chapters_are_numbered_and_in_the_contents():
    numbers = [int(path.name[:2]) for path in CHAPTERS]
    assert numbers == list(range(1, len(CHAPTERS) + 1))
    assert CHAPTERS
    contents = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    entries = re.findall(r"(?:file|glob): (chapters/\S+)", contents)
    listed = [path.stem for entry in entries for path in sorted(ROOT.glob(f"{entry}.ipynb"))]
    assert listed == [path.stem for path in CHAPTERS]


def test_only_notebooks_live_among_the_chapters():
    """Beside the one file that tells the linter how wide a page's column is."""
    files = [file for file in (ROOT / "chapters").glob("*") if file.name != "ruff.toml"]
    strangers = {file.suffix for file in files} - {".ipynb"}
    assert strangers <= {"", ".md"}, strangers


@each_chapter
def test_notebook_is_stripped(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert list(notebook["metadata"]) == ["kernelspec"]
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    for cell in cells(path, "code"):
        assert cell["outputs"] == [] and cell["execution_count"] is None, cell["id"]
    for cell in notebook["cells"]:
        assert set(cell["metadata"]) <= {"tags", "mystnb"}, cell["id"]


@each_chapter
def test_cell_ids_are_there_and_unique(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"] >= 5) == (4, True)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert all(ids) and len(ids) == len(set(ids))


@each_chapter
def test_file_is_written_as_nbformat_writes_it(path):
    """Otherwise the next tool that touches it makes a diff of every line."""
    text = path.read_text(encoding="utf-8")
    assert text == tidy(text), "`make format` writes it"


@each_chapter
def test_first_code_cell_is_the_setup_cell(path):
    cell = cells(path, "code")[0]
    assert "".join(cell["source"]) == setup_source(*repository.read_repository(ROOT)), (
        "`make repository` writes it"
    )
    assert cell["metadata"]["tags"] == TAGS


# Directives, roles, targets; and `align`, which KaTeX does not take inside $$ (`aligned` it does).
MYST_ONLY = (r"^\s*[`:]{3,}\s*\{", r"\{[a-z:]+\}`", r"^\(.+\)=\s*$", r"\\begin\{align[*}]")


@each_chapter
def test_no_syntax_that_only_the_published_page_understands(path):
    """JupyterLab and Colab would show MyST directives and roles as they are written."""
    for cell in cells(path, "markdown"):
        text = "".join(cell["source"])
        for pattern in MYST_ONLY:
            found = re.search(pattern, text, flags=re.MULTILINE)
            assert not found, f"{cell['id']}: {found[0]!r}"


@each_chapter
def test_chapter_imports_only_what_the_setup_cell_can_bring(path):
    """Colab has what it has; the rest comes with `pe-lib[notebook]`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    brought = {*project["dependencies"], *project["optional-dependencies"]["notebook"]}
    # torch is optional: a chapter tries it, and goes on without (the Binder test has none).
    allowed = {name_of(requirement) for requirement in brought} | {"pe_lib", "torch"}
    for cell in cells(path, "code"):
        found = re.findall(r"^\s*(?:from|import) (\w+)", "".join(cell["source"]), re.MULTILINE)
        assert set(found) - sys.stdlib_module_names <= allowed, cell["id"]
