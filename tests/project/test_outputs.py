"""What the kernels of a build start with, and when the outputs of a notebook are stale."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import SimpleNamespace

import nbformat

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "_ext"))

from book_site.outputs import code_of, origins_of, prepare_kernels


def test_a_persons_own_profile_stays_out_of_the_book(tmp_path, monkeypatch):
    """The build's kernels start from a profile that holds one setting and no startup files."""
    monkeypatch.setattr(os, "environ", {"IPYTHONDIR": "mine", "HOME": "mine"})
    prepare_kernels(SimpleNamespace(confdir=tmp_path), None)
    prepare_kernels(SimpleNamespace(confdir=tmp_path), None)
    profile = Path(os.environ["IPYTHONDIR"])
    files = {file.relative_to(profile).as_posix() for file in profile.rglob("*") if file.is_file()}
    assert files == {"profile_default/ipython_kernel_config.py"}
    assert os.environ["PE_LIB_PAGE"] == "1"
    assert os.environ["HOME"] == "mine"


def test_versions_and_python_make_all_outputs_stale(tmp_path, monkeypatch):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1")])

    def origin() -> str:
        return origins_of({"chapters/one": notebook}, tmp_path)["chapters/one"]

    (tmp_path / "constraints.txt").write_text("numpy==2.4.6\n", encoding="utf-8")
    first = origin()
    assert origin() == first
    (tmp_path / "constraints.txt").write_text("numpy==2.4.7\n", encoding="utf-8")
    assert origin() != first
    (tmp_path / "constraints.txt").write_text("numpy==2.4.6\n", encoding="utf-8")
    monkeypatch.setattr(sys, "version", "3.99")
    assert origin() != first


def test_lines_that_are_not_python_are_no_stumbling_block():
    cell = nbformat.v4.new_code_cell("if missing:\n    %pip install this\n!ls\nx = 5 % 2")
    text = nbformat.v4.new_markdown_cell("Not % Python")
    code = code_of(nbformat.v4.new_notebook(cells=[text, cell]))
    assert code == "if missing:\n    pass\npass\nx = 5 % 2"
