"""Binder: requirements.txt and nothing else, JupyterLab, and every chapter runs."""

from __future__ import annotations

import json

import pytest

from tests.live.conftest import ROOT
from tests.live.sessions import faults, has_explorers, run_notebook, shows_widgets

CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("binder")]


def test_requirements_bring_no_development_tool_and_no_torch(binder, book_copy):
    listed = binder.run("python", "-m", "pip", "list", "--format=json", cwd=book_copy).stdout
    names = {package["name"].lower() for package in json.loads(listed)}
    assert {"pe-lib", "jupyterlab", "jupyter-book", "numpy"} <= names
    assert names.isdisjoint({"pytest", "ruff", "torch", "hypothesis", "playwright"})
    binder.run("python", "-m", "pip", "check", cwd=book_copy)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_chapter_runs(binder, book_copy, tmp_path, chapter):
    notebook = book_copy / "chapters" / chapter.name
    outputs = run_notebook(binder, notebook, tmp_path / "out.ipynb", notebook.parent)
    assert not faults(outputs)
    assert shows_widgets(outputs) == has_explorers(notebook)


def test_jupyterlab_starts_and_offers_the_chapters(jupyterlab):
    assert b"JupyterLab" in jupyterlab.get("/lab/tree/chapters")
    listed = json.loads(jupyterlab.get("/api/contents/chapters"))["content"]
    assert {entry["name"] for entry in listed} >= {chapter.name for chapter in CHAPTERS}


def test_jupyterlab_has_the_widgets(binder, book_copy):
    """Sliders and interactive figures need these two in the browser."""
    listed = binder.run("jupyter", "labextension", "list", cwd=book_copy)
    lines = [line for line in (listed.stdout + listed.stderr).splitlines() if "OK" in line]
    for name in ("@jupyter-widgets/jupyterlab-manager", "anywidget"):
        assert any(name in line and "enabled" in line for line in lines), listed.stderr
