"""`make repository`: one address, in the settings and in every notebook; and the setup cell."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from book.paths import ROOT
from tools import repository
from tools.setup_cell import setup_source

URL = "https://github.com/someone/positional-encoding"
CHAPTER = "chapters/01_order_problem.ipynb"


@pytest.fixture
def small_book(tmp_path: Path) -> Path:
    """A book with the real settings and a chapter."""
    (tmp_path / "chapters").mkdir()
    for name in ("_config.yml", "pyproject.toml", CHAPTER):
        shutil.copy(ROOT / name, tmp_path / name)
    repository.set_repository(tmp_path, "", "main")
    return tmp_path


def contents(root: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in root.rglob("*") if file.is_file()}


def test_the_address_is_written_everywhere_and_taken_out_again(small_book):
    before = contents(small_book)
    repository.set_repository(small_book, URL, "release/1")
    assert repository.read_repository(small_book) == (URL, "release/1")
    settings = yaml.safe_load((small_book / "_config.yml").read_text(encoding="utf-8"))
    assert settings["repository"] == {"url": URL, "branch": "release/1"}
    project = tomllib.loads((small_book / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["urls"]["Source"] == URL
    cells = json.loads((small_book / CHAPTER).read_text(encoding="utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells]
    assert setup_source(URL, "release/1") in sources
    repository.set_repository(small_book, "", "main")
    assert contents(small_book) == before


@pytest.mark.parametrize(
    ("url", "branch"),
    [
        ("github.com/someone/book", "main"),
        ("https://someone:secret@github.com/someone/book", "main"),
        ('https://github.com/someone/"; import os', "main"),
        (URL, "-f"),
    ],
)
def test_an_invalid_address_or_branch_is_refused_and_nothing_is_written(small_book, url, branch):
    before = contents(small_book)
    with pytest.raises(ValueError):
        repository.set_repository(small_book, url, branch)
    assert contents(small_book) == before


def run_setup_cell(source: str, directory: Path) -> str:
    """Run the cell in an interpreter that finds no package but in a directory; return its error."""
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = ['.']; {source}"]
    done = subprocess.run(command, cwd=directory, capture_output=True, encoding="utf-8")
    return done.stderr


def test_the_setup_cell_uses_installed_packages(tmp_path):
    for module in ("pe_lib", "pe_book", "numpy"):
        (tmp_path / f"{module}.py").touch()
    assert run_setup_cell(setup_source(URL), tmp_path) == ""


def test_the_setup_cell_without_an_address_is_an_error(tmp_path):
    error = run_setup_cell(setup_source(), tmp_path)
    assert "ModuleNotFoundError" in error and "make repository" in error
