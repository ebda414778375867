"""What other builders make of the book, and that its notebooks always give the same outputs."""

from __future__ import annotations

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
from tests.environments.environment import RUNNER, session
from tests.site.small_book import make_small_book

pytestmark = pytest.mark.nightly
CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
BUILD = "jupyter-book build book --builder"


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


#: What other builders make of the book, and what must hold of that.
MADE: dict[str, tuple[str, Callable[[Path], None]]] = {
    "singlehtml": ("singlehtml/index.html", one_page_with_both_chapters),
    "custom --custom-builder epub": (
        "epub/positional-encoding.epub",
        pages_of_xml_and_links_between_them,
    ),
}


@pytest.mark.parametrize("builder", MADE)
def test_other_builders_make_the_book(builder, tmp_path):
    book = make_small_book(tmp_path / "book")
    program = Path(sys.executable).with_name("jupyter-book")
    done = subprocess.run(
        [program, "build", book, "--builder", *builder.split()],
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYODIDE_WHEELS": str(book / "wheels"),
            "CI": "",
        },
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    made, holds = MADE[builder]
    holds(book / "_build" / made)


def test_a_builder_that_would_break_links_says_so(tmp_path):
    make_small_book(tmp_path / "book")
    command = [Path(sys.executable).with_name("jupyter-book"), *f"{BUILD} dirhtml".split()[1:]]
    variables = {"PYTHONPATH": str(ROOT), "PYODIDE_WHEELS": str(tmp_path / "book" / "wheels")}
    done = subprocess.run(
        command, cwd=tmp_path, env=os.environ | variables, capture_output=True, encoding="utf-8"
    )
    assert done.returncode and "build it with html" in done.stderr


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
