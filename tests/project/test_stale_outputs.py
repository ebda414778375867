"""What the kernels of a build start with, and when the outputs of a notebook are stale."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from jupyter_cache.base import CacheBundleIn

from _ext.book_site.outputs import is_cached, open_cache, origin_of_outputs, prepare_kernels


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


def test_outputs_of_another_origin_are_dropped(tmp_path):
    folder = tmp_path / ".jupyter_cache"
    cell = nbformat.v4.new_code_cell("1", execution_count=1)
    notebook = nbformat.v4.new_notebook(cells=[cell])
    bundle = CacheBundleIn(notebook, "one.ipynb")
    open_cache(folder, "one").cache_notebook_bundle(bundle, check_validity=False)
    assert is_cached(open_cache(folder, "one"), notebook)
    assert not is_cached(open_cache(folder, "another"), notebook)
