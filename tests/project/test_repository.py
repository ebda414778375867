"""`make repository`: one address, in _config.yml and in every chapter, and nothing by halves."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from tools import repository
from tools.setup_cell import TAGS, setup_source

ROOT = Path(__file__).resolve().parents[2]
URL = "https://github.com/someone/positional-encoding"


def notebook(*sources: str) -> str:
    cells = [
        {
            "cell_type": "code",
            "execution_count": None,
            "id": f"cell-{number}",
            "metadata": {},
            "outputs": [],
            "source": source.splitlines(keepends=True),
        }
        for number, source in enumerate(sources)
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    content = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4}
    return json.dumps({**content, "nbformat_minor": 5}, indent=1, sort_keys=True) + "\n"


@pytest.fixture
def small_book(tmp_path: Path) -> Path:
    """A book with the real settings and two chapters."""
    for name in ("_config.yml", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    repository.set_repository(tmp_path, "", "main")
    chapters = tmp_path / "chapters"
    chapters.mkdir()
    (chapters / "01_one.ipynb").write_text(notebook("import pe_lib", "1 + 1"), encoding="utf-8")
    (chapters / "02_two.ipynb").write_text(notebook(setup_source(), "λ = 2"), encoding="utf-8")
    return tmp_path


def snapshot(root: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in root.rglob("*") if file.is_file()}


def first_cell(root: Path, name: str) -> dict:
    return json.loads((root / "chapters" / name).read_text(encoding="utf-8"))["cells"][0]


def test_the_address_is_written_to_settings_and_chapters(small_book):
    changed = repository.set_repository(small_book, URL, "release/1")

    urls = tomllib.loads((small_book / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    assert urls["Source"] == URL and urls["Changelog"] == f"{URL}/blob/release/1/CHANGELOG.md"
    settings = ["_config.yml", "pyproject.toml"]
    assert changed == [*settings, "chapters/01_one.ipynb", "chapters/02_two.ipynb"]
    settings = yaml.safe_load((small_book / "_config.yml").read_text(encoding="utf-8"))
    assert settings["repository"] == {"url": URL, "branch": "release/1"}
    for name in ("01_one.ipynb", "02_two.ipynb"):
        cell = first_cell(small_book, name)
        assert "".join(cell["source"]) == setup_source(URL, "release/1")
        assert f'"git+{URL}@release/1"' in "".join(cell["source"])
        assert cell["metadata"]["tags"] == TAGS
        assert cell["id"] == "cell-0"
        # As notebooks are stored: what did not change is no line of a difference.
        text = (small_book / "chapters" / name).read_text(encoding="utf-8")
        assert text.startswith('{\n "cells": [\n  {\n   "cell_type": ')


def test_only_the_address_changes(small_book):
    repository.set_repository(small_book, "", "main")
    before = snapshot(small_book)
    repository.set_repository(small_book, URL, "devel")
    with_address = (small_book / "_config.yml").read_text(encoding="utf-8")
    repository.set_repository(small_book, "", "main")

    assert snapshot(small_book) == before
    lines = zip(
        (small_book / "_config.yml").read_text(encoding="utf-8").splitlines(),
        with_address.splitlines(),
        strict=True,
    )
    assert [new.split()[0] for old, new in lines if old != new] == ["url:", "branch:"]


def test_second_time_changes_nothing(small_book):
    repository.set_repository(small_book, URL, "main")
    before = snapshot(small_book)

    assert repository.set_repository(small_book, URL, "main") == []
    assert snapshot(small_book) == before


def test_a_chapter_without_setup_cell_is_an_error_and_nothing_is_written(small_book):
    (small_book / "chapters" / "03_three.ipynb").write_text(notebook("x = 1"), encoding="utf-8")
    before = snapshot(small_book)

    with pytest.raises(repository.RuleError, match=r"03_three\.ipynb: the first code cell"):
        repository.set_repository(small_book, URL, "main")
    assert snapshot(small_book) == before


@pytest.mark.parametrize(
    "url",
    [
        "github.com/someone/book",
        "http://github.com/someone/book",
        "git@github.com:someone/book.git",
        "https://someone:secret@github.com/someone/book",
        "https://github.com/someone",
        "https://github.com/someone/book/tree/main?tab=readme",
        "https://github.com/someone/book#readme",
        "https://github.com/someone/my book",
        'https://github.com/someone/"; import os',
        "https://localhost/someone/book",
    ],
)
def test_an_invalid_address_is_refused(url):
    with pytest.raises(repository.RuleError, match=r"URL="):
        repository.checked_url(url)


@pytest.mark.parametrize("branch", ["", "-f", "a b", "a..b", "a/", 'x"', "a@b"])
def test_an_invalid_branch_is_refused(branch):
    with pytest.raises(repository.RuleError, match="BRANCH="):
        repository.checked_branch(branch)


def test_settings_without_the_entry_are_refused():
    with pytest.raises(repository.RuleError, match="'url:' under 'repository:'"):
        repository.read_entry("title: x\nrepository:\n  branch: main\nother:\n  url: y\n", *ENTRY)
    with pytest.raises(repository.RuleError, match="one line"):
        repository.read_entry("title: x\n", *ENTRY)


ENTRY = ("repository", "url")


def test_the_command_says_what_it_did_and_what_to_do(small_book):
    def run(*arguments: str) -> subprocess.CompletedProcess:
        script = [sys.executable, "-m", "tools", "repository", "--root", str(small_book)]
        return subprocess.run(
            [*script, *arguments], cwd=ROOT, capture_output=True, encoding="utf-8"
        )

    assert "no address yet" in run().stdout
    assert f"lives at {URL}, branch main" in run("--url", URL + ".git").stdout
    refused = run("--url", "nonsense")
    assert refused.returncode == 1
    assert "URL=nonsense" in refused.stderr and "Traceback" not in refused.stderr
    assert f"lives at {URL}, branch main" in run().stdout


# --- The setup cell itself ----------------------------------------------------------------------


def run_cell(source: str, directory: Path, *, library: bool) -> str:
    """Run the setup cell in a fresh interpreter whose `pip` magic reports and then installs.

    `library` says whether the interpreter finds the two packages. Returns what was printed.
    """
    modules = [directory / f"{name}.py" for name in ("pe_lib", "pe_book")]
    for module in modules if library else ():
        module.write_text("origin = 'here'", encoding="utf-8")
    driver = f"""
import importlib, pathlib, sys
sys.path[:] = [{str(directory)!r}] + [p for p in sys.path if "site-packages" in p or "lib" in p]
sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in repr(finder)]
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
def pip(line):
    print("PIP", line)
    for module in {[str(module) for module in modules]!r}:
        pathlib.Path(module).write_text("origin = 'pip'")
    importlib.invalidate_caches()
shell.register_magic_function(pip, "line", "pip")
result = shell.run_cell({source!r})
print("ERROR", result.error_in_exec)
print("ORIGIN", getattr(sys.modules.get("pe_lib"), "origin", None), "np" in shell.user_ns)
"""
    environment = {**os.environ, "IPYTHONDIR": str(directory), "PYTHONPATH": ""}
    command = [sys.executable, "-c", driver]
    return subprocess.run(
        command, cwd=directory, env=environment, capture_output=True, encoding="utf-8", check=True
    ).stdout


def test_the_setup_cell_uses_an_installed_library(tmp_path):
    output = run_cell(setup_source(URL), tmp_path, library=True)
    assert "ORIGIN here True" in output
    assert "PIP" not in output


def test_setup_cell_installs_the_library_from_the_books_repository(tmp_path):
    output = run_cell(setup_source(URL, "devel"), tmp_path, library=False)
    book = f"git+{URL}@devel"
    for wanted in (f"pe-lib[notebook] @ {book}", f"pe-book @ {book}#subdirectory=pe_book"):
        assert f'PIP install --quiet "{wanted}"' in output
    assert "ORIGIN pip True" in output


def test_setup_cell_without_address_says_what_to_do(tmp_path):
    output = run_cell(setup_source(), tmp_path, library=False)
    assert "PIP" not in output
    assert "pip install -r requirements.txt" in output
    assert "make repository URL=" in output
    assert "ORIGIN None False" in output
