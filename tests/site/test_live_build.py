"""What a build makes of live cells: where their Python comes from, and what is said without it."""

from __future__ import annotations

import hashlib
import json

import pytest
from bs4 import BeautifulSoup

from book import pyodide as pyodide_files
from tests.site.small_book import build, make_small_book, pages_of

NAME = "numpy-for-tests.whl"
WHEEL = b"not quite a wheel"
DIGEST = hashlib.sha256(WHEEL).hexdigest()
NO_NETWORK = "http://127.0.0.1:9"


def test_a_wheel_with_another_hash_is_refused(tmp_path, monkeypatch):
    """Neither from the network, where it leaves nothing behind, nor one that was fetched before."""
    for name in ("PYODIDE_WHEELS", "CI"):
        monkeypatch.delenv(name, raising=False)
    pyodide, distribution, fetched = (tmp_path / name for name in ("pyodide", "v1.2.3", "fetched"))
    monkeypatch.setattr(pyodide_files, "FETCHED", fetched)
    monkeypatch.setattr(pyodide_files, "DISTRIBUTION", f"{tmp_path.as_uri()}/v{{version}}/{{name}}")
    pyodide.mkdir()
    lock = {"packages": {"numpy": {"file_name": NAME, "sha256": DIGEST}}}
    (pyodide / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    (pyodide / "package.json").write_text('{"version": "1.2.3"}', encoding="utf-8")
    distribution.mkdir()
    (distribution / NAME).write_bytes(b"something else")
    with pytest.raises(OSError, match=f"has the SHA-256 .*, not {DIGEST}"):
        pyodide_files.distribution_wheel(pyodide, "numpy")
    assert not list(fetched.iterdir())
    (fetched / NAME).write_bytes(b"half a whe")
    (distribution / NAME).write_bytes(WHEEL)
    assert pyodide_files.distribution_wheel(pyodide, "numpy").read_bytes() == WHEEL


def test_a_page_without_python_says_how_to_run_the_cell(tmp_path, monkeypatch):
    """A live cell with a stored output, built on a machine without a network."""
    book = make_small_book(tmp_path / "book")
    chapter = book / "chapters" / "01_sample.ipynb"
    notebook = json.loads(chapter.read_text(encoding="utf-8"))
    cell = next(cell for cell in notebook["cells"] if cell["id"] == "where")
    cell["metadata"]["tags"] = ["live"]
    cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["stored output\n"]}]
    chapter.write_text(json.dumps(notebook), encoding="utf-8")
    settings = book / "_config.yml"
    text = settings.read_text(encoding="utf-8")
    assert "execute_notebooks: cache" in text
    text = text.replace("execute_notebooks: cache", 'execute_notebooks: "off"')
    settings.write_text(text, encoding="utf-8")
    monkeypatch.delenv("CI", raising=False)
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, NO_NETWORK)
    done = build(book, PYODIDE_WHEELS="")
    assert done.returncode == 0, done.stderr[-2000:]
    assert "NO PYTHON ON THE PAGES" in done.stderr
    page = (pages_of(book) / "chapters/01_sample.html").read_text(encoding="utf-8")
    shown = BeautifulSoup(page, "html.parser")
    [cell] = shown.select(".tag_live")
    assert "stored output" in cell.text
    assert cell.select_one(".pe-elsewhere a")["href"] == "../index.html#run-it-yourself"
    assert not shown.select(".pe-live")
