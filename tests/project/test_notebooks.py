"""Every notebook is kept the same way: stripped, with one setup cell; a chapter in the contents."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest

from tools import repository
from tools.lock import name_of
from tools.setup_cell import TAGS, setup_source

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
PROBLEM_SETS = sorted((ROOT / "course").glob("*.ipynb"))
each_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
each_notebook = pytest.mark.parametrize("path", CHAPTERS + PROBLEM_SETS, ids=lambda path: path.stem)


def cells(path: Path, kind: str) -> list[dict]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == kind]


def test_chapters_are_numbered_and_in_the_contents():
    """A chapter may have several pages, whose names begin with its number."""
    numbers = [int(path.name[:2]) for path in CHAPTERS]
    assert CHAPTERS and sorted(set(numbers)) == list(range(1, max(numbers) + 1))
    contents = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    entries = re.findall(r"(?:file|glob): (chapters/\S+)", contents)
    listed = [path.stem for entry in entries for path in sorted(ROOT.glob(f"{entry}.ipynb"))]
    assert sorted(listed) == [path.stem for path in CHAPTERS]
    assert [stem[:2] for stem in listed] == [path.name[:2] for path in CHAPTERS]


def test_chapters_holds_only_notebooks():
    """Beside the one file that tells the linter how wide a page's column is."""
    files = [file for file in (ROOT / "chapters").glob("*") if file.name != "ruff.toml"]
    strangers = {file.suffix for file in files} - {".ipynb"}
    assert strangers <= {"", ".md"}, strangers


@each_notebook
def test_notebook_is_stripped(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert list(notebook["metadata"]) == ["kernelspec"]
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    for cell in cells(path, "code"):
        assert cell["outputs"] == [] and cell["execution_count"] is None, cell["id"]
    known = {"tags", "nbgrader"} if path in PROBLEM_SETS else {"tags", "mystnb", "jupyter"}
    for cell in notebook["cells"]:
        assert set(cell["metadata"]) <= known, cell["id"]


@each_notebook
def test_cell_ids_are_there_and_unique(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"] >= 5) == (4, True)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert all(ids) and len(ids) == len(set(ids))


@each_notebook
def test_first_code_cell_is_the_setup_cell(path):
    cell = cells(path, "code")[0]
    assert "".join(cell["source"]) == setup_source(*repository.read_repository(ROOT)), (
        "`make repository` writes it"
    )
    assert cell["metadata"]["tags"] == TAGS


# Directives, roles, targets; and `align`, which KaTeX does not take inside $$ (`aligned` it does).
MYST_ONLY = (r"^\s*[`:]{3,}\s*\{", r"\{[a-z:]+\}`", r"^\(.+\)=\s*$", r"\\begin\{align[*}]")


@each_chapter
def test_chapters_use_no_myst_syntax(path):
    """JupyterLab and Colab would show MyST directives and roles as they are written."""
    for cell in cells(path, "markdown"):
        text = "".join(cell["source"])
        for pattern in MYST_ONLY:
            found = re.search(pattern, text, flags=re.MULTILINE)
            assert not found, f"{cell['id']}: {found[0]!r}"


@each_chapter
def test_chapters_import_only_what_the_setup_cell_installs(path):
    """Colab has what it has; the rest comes with `pe-lib[notebook]`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    brought = {*project["dependencies"], *project["optional-dependencies"]["notebook"]}
    allowed = {name_of(requirement) for requirement in brought} | {"pe_lib", "pe_book"}
    for cell in cells(path, "code"):
        found = re.findall(r"^\s*(?:from|import) (\w+)", "".join(cell["source"]), re.MULTILINE)
        assert set(found) - sys.stdlib_module_names <= allowed, cell["id"]


# The chapters that the references name are those of other books.
PAGES = [ROOT / "index.md", *sorted({*ROOT.glob("pages/*.md")} - {ROOT / "pages/references.md"})]
NAMED = re.compile(r"\b[Cc]hapters? (\d+(?:(?:, | and | to |–)\d+)*)")


def named_and_linked(section: str) -> tuple[set[str], set[str]]:
    """The numbers of the chapters that a piece of markdown names, and of those it links to."""
    linked = set(
        re.findall(r"\]\((?:(?:\.\./)?chapters/)?0?(\d+)_\w+\.ipynb(?:#[\w-]+)?\)", section)
    )
    linked |= set(re.findall(r'href="(?:\.\./)?chapters/0?(\d+)_\w+\.html"', section))
    # A source has chapters of its own.
    prose = re.sub(r"\[[^\]]*\]\([^)]*references\.md#\w+\), chapters? [\d and]+", "", section)
    prose = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", prose)
    return set(re.findall(r"\d+", " ".join(NAMED.findall(prose)))), linked


@pytest.mark.parametrize("path", CHAPTERS + PAGES, ids=lambda path: path.stem)
def test_mentioned_chapters_are_linked(path):
    own, text = set(), path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        own = {path.name[:2].lstrip("0")}
        text = "\n\n".join("".join(cell["source"]) for cell in cells(path, "markdown"))
    for section in re.split(r"(?m)^## ", text):
        if section.startswith("What each chapter is for"):  # a table with a link in every row
            continue
        named, linked = named_and_linked(section)
        assert named - linked <= own, section[:60]


def test_a_mention_without_a_link_is_detected():
    text = "[Chapter 1](01_a.ipynb) and chapters 2 and 13, [Higham](../references.md#h), chapter 9."
    assert named_and_linked(text) == ({"1", "2", "13"}, {"1"})
