"""Tools that readers bring to the book: their command, and what must hold of what it makes."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from book.paths import ROOT
from tests.environments.environment import RUNNER, UV, session
from tests.site.small_book import make_small_book

pytestmark = pytest.mark.nightly
CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
BUILD = "jupyter-book build book --builder"


def python_without_magics(made: Path) -> None:
    code = made.read_text(encoding="utf-8")
    ast.parse(code)
    assert "unparsable_cell" not in code


def one_page_with_both_chapters(made: Path) -> None:
    page = made.read_text(encoding="utf-8")
    assert "A sample chapter" in page and page.count("pe-explorer") > 1
    assert 'href="#question-chapter-1-predict-shuffle"' in page


def pages_of_xml_and_links_between_them(made: Path) -> None:
    with zipfile.ZipFile(made) as book:
        names = book.namelist()
        pages = [name for name in names if name.endswith(".xhtml")]
        assert len(pages) > 2
        for name in pages:
            for link in ET.fromstring(book.read(name)).iter("{http://www.w3.org/1999/xhtml}a"):
                address = urlsplit(urljoin(name, link.get("href", "")))
                assert address.scheme or address.path in names, (name, link.attrib)


#: The requirement ("": the book has it), the command, what it makes, and what must hold of that.
TOOLS: tuple[tuple[str, str, str, Callable[[Path], None]], ...] = (
    ("", f"{BUILD} singlehtml", "book/_build/singlehtml/index.html", one_page_with_both_chapters),
    (
        "",
        f"{BUILD} custom --custom-builder epub",
        "book/_build/epub/positional-encoding.epub",
        pages_of_xml_and_links_between_them,
    ),
    (
        "jupytext==1.19.6",
        "jupytext --to py:percent -o out.py chapter.ipynb",
        "out.py",
        python_without_magics,
    ),
    ("marimo==0.25.2", "marimo convert chapter.ipynb -o out.py", "out.py", python_without_magics),
)


@pytest.mark.parametrize(
    ("requirement", "command", "made", "holds"), TOOLS, ids=[row[1] for row in TOOLS]
)
def test_a_tool_that_a_reader_brings(requirement, command, made, holds, tmp_path):
    make_small_book(tmp_path / "book")
    (tmp_path / "chapter.ipynb").write_bytes(CHAPTERS[1].read_bytes())
    program, *arguments = command.split()
    place = Path(sys.executable).parent / program
    whole = [*UV, "tool", "run", "--from", requirement, program] if requirement else [place]
    wheels = str(tmp_path / "book" / "wheels")
    done = subprocess.run(
        [*whole, *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYODIDE_WHEELS": wheels, "CI": ""},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    holds(tmp_path / made)


def test_chapters_that_run_twice_are_the_same(tmp_path):
    """As the book is built; in a notebook ipywidgets names each widget anew."""
    runs = []
    for number in ("one", "two"):
        folder = tmp_path / number
        folder.mkdir()
        subprocess.run(
            [sys.executable, RUNNER, ROOT / "chapters", folder, *CHAPTERS],
            env={**os.environ, "PE_BOOK_BUILD": "1"},
            check=True,
        )
        runs.append({chapter.stem: session(folder / chapter.name) for chapter in CHAPTERS})
    assert not any(each.error for each in runs[0].values())
    assert [name for name in runs[0] if runs[0][name] != runs[1][name]] == []
