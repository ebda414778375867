"""`make repository`: one address, in the settings and in every notebook; and the setup cell."""

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


def run_cell(source: str, directory: Path, *, library: bool) -> str:
    """Run the setup cell in a fresh interpreter whose pip prints and then installs.

    `library` says whether the interpreter finds the packages. Returns what was printed.
    """
    modules = [str(directory / f"{name}.py") for name in ("pe_lib", "pe_check", "pe_book")]
    for module in modules if library else ():
        Path(module).write_text("origin = 'here'", encoding="utf-8")
    driver = f"""
import importlib, pathlib, subprocess, sys
sys.path[:] = [{str(directory)!r}] + [p for p in sys.path if "site-packages" in p or "lib" in p]
sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in repr(finder)]
def pip(command, check):
    print("PIP", *command)
    for module in {modules!r}:
        pathlib.Path(module).write_text("origin = 'pip'")
    importlib.invalidate_caches()
subprocess.run = pip
try:
    exec({source!r})
except ModuleNotFoundError as error:
    print("ModuleNotFoundError", error)
print("ORIGIN", getattr(sys.modules.get("pe_lib"), "origin", None))
"""
    return subprocess.run(
        [sys.executable, "-c", driver],
        cwd=directory,
        env={**os.environ, "PYTHONPATH": ""},
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout


def test_the_setup_cell_uses_an_installed_library(tmp_path):
    output = run_cell(setup_source(URL), tmp_path, library=True)
    assert "ORIGIN here" in output and "PIP" not in output


def test_the_setup_cell_without_an_address_is_an_error(tmp_path):
    output = run_cell(setup_source(), tmp_path, library=False)
    assert "ModuleNotFoundError" in output and "make repository" in output
    assert "ORIGIN None" in output and "PIP" not in output
