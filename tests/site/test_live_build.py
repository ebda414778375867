"""What a build makes of live cells: where their Python comes from, and what is said without it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from book import pyodide as pyodide_files
from tests.site.small_book import build, make_small_book, pages_of

NAME = "numpy-for-tests.whl"
WHEEL = b"not quite a wheel"
DIGEST = hashlib.sha256(WHEEL).hexdigest()
NO_NETWORK = "http://127.0.0.1:9"


@pytest.fixture
def live(monkeypatch):
    """The build's module, as if nothing of the environment spoke of wheels."""
    from _ext.book_site import live

    for name in ("PYODIDE_WHEELS", "CI"):
        monkeypatch.delenv(name, raising=False)
    return live


@pytest.fixture
def pyodide(tmp_path, monkeypatch) -> Path:
    """A Pyodide whose lock file names a small wheel, of which none was fetched."""
    monkeypatch.setattr(pyodide_files, "FETCHED", tmp_path / "fetched")
    folder = tmp_path / "pyodide"
    folder.mkdir()
    lock = {"packages": {"numpy": {"file_name": NAME, "sha256": DIGEST}}}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    (folder / "package.json").write_text('{"version": "1.2.3"}', encoding="utf-8")
    return folder


@pytest.fixture
def distribution(live, tmp_path, monkeypatch) -> Path:
    """A folder in the place of Pyodide's distribution."""
    folder = tmp_path / "v1.2.3"
    folder.mkdir()
    monkeypatch.setattr(pyodide_files, "DISTRIBUTION", f"{tmp_path.as_uri()}/v{{version}}/{{name}}")
    return folder


def test_a_wheel_with_another_hash_is_refused(live, pyodide, distribution, tmp_path):
    """Neither from the network, where it leaves nothing behind, nor one that was fetched before."""
    (distribution / NAME).write_bytes(b"something else")
    with pytest.raises(OSError, match=f"has the SHA-256 .*, not {DIGEST}"):
        pyodide_files.distribution_wheel(pyodide, "numpy")
    assert not list((tmp_path / "fetched").iterdir())
    (tmp_path / "fetched" / NAME).write_bytes(b"half a whe")
    (distribution / NAME).write_bytes(WHEEL)
    assert pyodide_files.distribution_wheel(pyodide, "numpy").read_bytes() == WHEEL


@pytest.fixture
def book(tmp_path, monkeypatch) -> Path:
    """The small book with a live cell and stored outputs, on a machine without a network."""
    book = make_small_book(tmp_path / "book")
    chapter = book / "chapters" / "01_sample.ipynb"
    notebook = json.loads(chapter.read_text(encoding="utf-8"))
    cell = next(cell for cell in notebook["cells"] if cell["id"] == "where")
    cell["metadata"]["tags"] = ["live"]
    output = {"output_type": "stream", "name": "stdout", "text": ["stored output\n"]}
    cell["outputs"] = [output]
    chapter.write_text(json.dumps(notebook), encoding="utf-8")
    settings = book / "_config.yml"
    text = settings.read_text(encoding="utf-8")
    assert "execute_notebooks: cache" in text
    text = text.replace("execute_notebooks: cache", 'execute_notebooks: "off"')
    settings.write_text(text, encoding="utf-8")
    monkeypatch.delenv("CI", raising=False)
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, NO_NETWORK)
    return book


def page_of(book: Path) -> BeautifulSoup:
    text = (pages_of(book) / "chapters/01_sample.html").read_text(encoding="utf-8")
    return BeautifulSoup(text, "html.parser")


def test_a_page_without_python_says_how_to_run_the_cell(book):
    """Without the wheel, then with it."""
    done = build(book, PYODIDE_WHEELS="")
    assert done.returncode == 0, done.stderr[-2000:]
    assert "NO PYTHON ON THE PAGES" in done.stderr
    [cell] = page_of(book).select(".tag_live")
    assert "stored output" in cell.text
    assert cell.select_one(".pe-elsewhere a")["href"] == "../index.html#run-it-yourself"
    assert not page_of(book).select(".pe-live")

    done = build(book)
    assert done.returncode == 0, done.stderr[-2000:]
    [cell] = page_of(book).select(".pe-live")
    assert cell["id"] == "cell-where" and not cell.select(".pe-elsewhere")
    known = json.loads((pages_of(book) / "vendor" / "live.json").read_text(encoding="utf-8"))
    for address in (known["worker"], known["editor"], *known["packages"]):
        assert (pages_of(book) / address.split("?")[0]).is_file(), address
