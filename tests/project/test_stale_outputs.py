"""What the kernels of a build start with, and when the outputs of a notebook are stale."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import single_nb_execution

from _ext.book_site.outputs import (
    ORIGIN_KEY,
    failure,
    open_cache,
    origin_of_outputs,
    prepare_kernels,
    read_notebook,
)
from book.paths import ROOT


def test_user_profiles_do_not_affect_the_outputs(tmp_path, monkeypatch):
    """The build's kernels start from a profile that holds settings and no startup files."""
    monkeypatch.setattr(os, "environ", {"IPYTHONDIR": "mine", "HOME": "mine"})
    prepare_kernels(SimpleNamespace(confdir=tmp_path), None)
    profile = Path(os.environ["IPYTHONDIR"])
    files = {file.relative_to(profile).as_posix() for file in profile.rglob("*") if file.is_file()}
    assert files == {"profile_default/ipython_kernel_config.py"}
    assert os.environ["PE_BOOK_BUILD"] == "1"
    assert os.environ["HOME"] == "mine"


FILES = ("uv.lock", "pe_lib/encoding.py", "pe_book/data/rows.json", "pe_book/data/rows.npy")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    for name in (*FILES, "pe_book/explorers/waves.mjs"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", FILES)
def test_changes_of_packages_data_and_lock_invalidate_outputs(book, name):
    first = origin_of_outputs(book)
    (book / name).write_text("changed", encoding="utf-8")
    assert origin_of_outputs(book) != first
    (book / name).write_text(name, encoding="utf-8")
    assert origin_of_outputs(book) == first


def test_another_python_version_invalidates_outputs(book, monkeypatch):
    first = origin_of_outputs(book)
    monkeypatch.setattr(sys, "version", "3.99")
    assert origin_of_outputs(book) != first


FAILURES = {
    "y = (\nz = 2": "line 1: SyntaxError: '(' was never closed",
    "from pe_lib import wavelengths\n\nwavelengths(-1)": (
        "line 3: ValueError: d_model must be at least 1, but it is -1\n"
        "    wavelengths(-1)\n    raised by pe_lib/checks.py, line "
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("source", FAILURES)
def test_a_failure_names_the_cell_and_the_line(source):
    cells = [nbformat.v4.new_markdown_cell("# One"), nbformat.v4.new_code_cell(source)]
    notebook = nbformat.v4.new_notebook(cells=cells)
    done = single_nb_execution(notebook, str(ROOT), timeout=60, allow_errors=False)
    message = failure("chapters/01_one.ipynb", notebook, done.err)
    assert message.startswith(f"chapters/01_one.ipynb, cell 2, {FAILURES[source]}")
    assert len(message.splitlines()) <= 3


def test_a_file_that_is_no_notebook_is_named(tmp_path):
    file = tmp_path / "chapters" / "01_one.ipynb"
    file.parent.mkdir()
    file.write_text('{\n<<<<<<< HEAD\n "cells": []}', encoding="utf-8")
    with pytest.raises(SystemExit):
        read_notebook(file, tmp_path)


def damage_database(cache: Path, content: bytes) -> None:
    (cache / "global.db").write_bytes(content)


def damage_outputs(cache: Path, content: bytes) -> None:
    [file] = cache.glob("executed/*/base.ipynb")
    file.write_bytes(content)


@pytest.mark.parametrize("damage", [damage_database, damage_outputs])
@pytest.mark.parametrize("content", [b"", b'{"cells": [{"cell_type": "co'])
def test_a_damaged_cache_is_put_aside(tmp_path, capsys, damage, content):
    path = tmp_path / ".jupyter_cache"
    cell = nbformat.v4.new_code_cell("1", execution_count=1)
    notebook = nbformat.v4.new_notebook(cells=[cell])
    bundle = CacheBundleIn(notebook, "one.ipynb", data={ORIGIN_KEY: "origin"})
    get_cache(path).cache_notebook_bundle(bundle, check_validity=False)
    assert open_cache(str(path), {"one": notebook})[1] == {"one": "origin"}
    damage(path, content)
    cache, origins = open_cache(str(path), {"one": notebook})
    assert origins == {"one": None} and "damaged" in capsys.readouterr().out
    cache.cache_notebook_bundle(bundle, check_validity=False)
    assert open_cache(str(path), {"one": notebook})[1] == {"one": "origin"}
