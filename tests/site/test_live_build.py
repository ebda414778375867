"""What a build makes of live cells: where their Python comes from, and what is said without it."""

from __future__ import annotations

import hashlib
import json
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup

from tests.site.small_book import build, make_small_book, pages_of

NAME = "numpy-for-tests.whl"
WHEEL = b"not quite a wheel"
DIGEST = hashlib.sha256(WHEEL).hexdigest()
NO_NETWORK = "http://127.0.0.1:9"


@pytest.fixture
def live(root, monkeypatch):
    """The build's module, as if nothing of the environment spoke of wheels."""
    from _ext.book_site import live

    for name in ("PYODIDE_WHEELS", "CI"):
        monkeypatch.delenv(name, raising=False)
    return live


@pytest.fixture
def pyodide(tmp_path, monkeypatch) -> Path:
    """A Pyodide whose lock file names a small wheel, and an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
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
    monkeypatch.setattr(live, "DISTRIBUTION", f"{tmp_path.as_uri()}/v{{version}}/{{name}}")
    return folder


def cached(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "cache" / "positional-encoding-book").glob("*"))


# --- The wheel ------------------------------------------------------------------------------------


def test_the_wheel_is_downloaded_once_and_cached(live, pyodide, distribution, tmp_path):
    (distribution / NAME).write_bytes(WHEEL)
    wheel = live.distribution_wheel(pyodide, "numpy")
    assert (wheel.name, wheel.read_bytes()) == (NAME, WHEEL)
    assert cached(tmp_path) == [wheel]
    (distribution / NAME).unlink()
    assert live.distribution_wheel(pyodide, "numpy") == wheel


def test_a_wheel_with_another_hash_is_refused(live, pyodide, distribution, tmp_path):
    """Neither from the network, where it leaves nothing behind, nor from the cache."""
    (distribution / NAME).write_bytes(b"something else")
    with pytest.raises(OSError, match=f"has the SHA-256 .*, not {DIGEST}"):
        live.distribution_wheel(pyodide, "numpy")
    assert cached(tmp_path) == []
    (tmp_path / "cache" / "positional-encoding-book" / NAME).write_bytes(b"half a whe")
    (distribution / NAME).write_bytes(WHEEL)
    assert live.distribution_wheel(pyodide, "numpy").read_bytes() == WHEEL


def test_an_interrupted_download_leaves_the_cache_unchanged(
    live, pyodide, distribution, tmp_path, monkeypatch
):
    (distribution / NAME).write_bytes(WHEEL)

    def break_off(source, target):
        target.write(WHEEL[:5])
        raise ConnectionResetError("the network is gone")

    monkeypatch.setattr(live.shutil, "copyfileobj", break_off)
    with pytest.raises(OSError, match="the network is gone"):
        live.distribution_wheel(pyodide, "numpy")
    assert cached(tmp_path) == []


def test_a_folder_of_wheels_takes_precedence(live, pyodide, tmp_path, monkeypatch, capsys):
    """A file that the lock does not name is said; a folder without the file is an error."""
    from sphinx.errors import ExtensionError

    folder = tmp_path / "wheels"
    folder.mkdir()
    monkeypatch.setenv("PYODIDE_WHEELS", str(folder))
    with pytest.raises(ExtensionError, match=f"PYODIDE_WHEELS={folder} has no {NAME}"):
        live.distribution_wheel(pyodide, "numpy")
    (folder / NAME).write_bytes(WHEEL)
    assert live.distribution_wheel(pyodide, "numpy") == folder / NAME
    assert capsys.readouterr().out == ""
    (folder / NAME).write_bytes(b"built elsewhere")
    assert live.distribution_wheel(pyodide, "numpy") == folder / NAME
    output = capsys.readouterr().out
    assert DIGEST in output and hashlib.sha256(b"built elsewhere").hexdigest() in output
    assert cached(tmp_path) == []


def test_pyodides_lock_names_the_wheel(root):
    """The version, the wheel and its hash stand in one place: the package that npm pins."""
    package = json.loads((root / "node_modules" / "pyodide" / "package.json").read_text("utf-8"))
    pinned = json.loads((root / "package.json").read_text("utf-8"))["dependencies"]["pyodide"]
    assert package["version"] == pinned
    lock = json.loads((root / "node_modules" / "pyodide" / "pyodide-lock.json").read_text("utf-8"))
    numpy = lock["packages"]["numpy"]
    assert numpy["file_name"].startswith(f"numpy-{numpy['version']}-")
    assert len(numpy["sha256"]) == 64


# --- The site -------------------------------------------------------------------------------------


def test_the_zip_of_packages_is_complete_and_reproducible(live, root, tmp_path):
    first, second = tmp_path / "first.zip", tmp_path / "second.zip"
    live.zip_packages(root, first)
    live.zip_packages(root, second)
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as archive:
        names = archive.namelist()
        assert archive.read("pe_lib/encoding.py") == (root / "pe_lib/encoding.py").read_bytes()
    assert {"pe_book/live/runner.py", "pe_book/exercises/encoding.py"} <= set(names)
    assert not [name for name in names if "__pycache__" in name]


def test_only_files_unused_at_run_time_are_stripped_from_the_wheel(live, tmp_path):
    kept = {"numpy/__init__.py": b"1", "numpy/core.so": b"2", "numpy/licenses/LICENSE.txt": b"3"}
    with zipfile.ZipFile(tmp_path / "given.whl", "w") as wheel:
        for name, content in kept.items():
            wheel.writestr(name, content)
        for name in ("numpy/__init__.pyi", "numpy/core/include/numpy/array.h", "numpy/lib/math.a"):
            wheel.writestr(name, b"left out")
    live.zip_wheel(tmp_path / "given.whl", tmp_path / "served.whl")
    with zipfile.ZipFile(tmp_path / "served.whl") as wheel:
        assert {name: wheel.read(name) for name in wheel.namelist()} == kept


def test_a_build_without_numpy_warns_and_fails_in_ci(live, monkeypatch, tmp_path):
    from sphinx.errors import ExtensionError

    def no_wheel(pyodide, package):
        raise OSError("no route to host")

    monkeypatch.setattr(live, "distribution_wheel", no_wheel)
    app = SimpleNamespace(confdir=tmp_path)
    config = SimpleNamespace(book_site_live=False, html_extra_path=[])
    with pytest.raises(ExtensionError, match="npm ci"):
        live.add_python(app, config)
    (tmp_path / "node_modules" / "pyodide").mkdir(parents=True)
    live.add_python(app, config)
    assert (config.book_site_live, config.html_extra_path) == (False, [])
    monkeypatch.setenv("CI", "true")
    with pytest.raises(ExtensionError, match="no route to host"):
        live.add_python(app, config)


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
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("CI", raising=False)
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, NO_NETWORK)
    return book


def page_of(book: Path) -> BeautifulSoup:
    text = (pages_of(book) / "chapters/01_sample.html").read_text(encoding="utf-8")
    return BeautifulSoup(text, "html.parser")


@pytest.mark.elsewhere
def test_a_page_without_python_says_how_to_run_the_cell(book):
    """Without the wheel, then with it; and without it again, when the pages keep it."""
    for _ in range(2):  # the second time nothing else changed, and it tries again
        done = build(book, PYODIDE_WHEELS="")
        assert done.returncode == 0, done.stderr[-2000:]
        assert done.stderr.count("NO PYTHON ON THE PAGES") == 1
        assert "PYODIDE_WHEELS=folder" in done.stderr
        [cell] = page_of(book).select(".tag_live")
        assert "stored output" in cell.text
        assert cell.select_one(".pe-elsewhere a")["href"] == "../index.html#three-ways-to-run-it"
        assert not page_of(book).select(".pe-live")
        assert "live/python.mjs" not in str(page_of(book))
        assert not (pages_of(book) / "vendor" / "live.json").exists()

    done = build(book)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "NO PYTHON" not in done.stderr
    [cell] = page_of(book).select(".pe-live")
    assert cell["id"] == "cell-where" and not cell.select(".pe-elsewhere")
    known = json.loads((pages_of(book) / "vendor" / "live.json").read_text(encoding="utf-8"))
    for address in (known["worker"], known["editor"], *known["packages"]):
        assert (pages_of(book) / address.split("?")[0]).is_file(), address
    still = (pages_of(book) / "chapters/02_still.html").read_text(encoding="utf-8")
    assert "live/python.mjs" not in still and "pe-live" not in still
    assert "Nothing changed" in build(book).stdout

    (book / "index.md").write_text("# A small book, changed\n", encoding="utf-8")
    done = build(book, PYODIDE_WHEELS="")
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stderr.count("the pages keep that of the last build") == 1
    assert page_of(book).select(".pe-live") and not page_of(book).select(".pe-elsewhere")
    again = json.loads((pages_of(book) / "vendor" / "live.json").read_text(encoding="utf-8"))
    assert again == known


@pytest.mark.elsewhere
def test_build_without_numpy_fails_in_ci(book):
    done = build(book, PYODIDE_WHEELS="", CI="true")
    assert done.returncode != 0
    assert "Python for the pages is not complete" in done.stdout + done.stderr
