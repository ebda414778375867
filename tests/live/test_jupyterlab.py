"""JupyterLab in a browser: a chapter runs, its slider drives Python, the next cell reads it."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("binder")]
CHAPTER = "04_offsets_are_rotations.ipynb"
SHOWN = re.compile(r"^(?P<variable>\w+) = explorers\.(?P<explorer>\w+)\(", re.MULTILINE)


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


def figure(panel) -> list[str]:
    """The lines that the figure of a panel draws."""
    return panel.locator("svg.main-svg .scatterlayer path, .js-line").evaluate_all(
        "paths => paths.map(path => path.getAttribute('d'))"
    )


def test_slider_drives_python_and_the_next_cell_reads_it(jupyterlab, book_copy, browser):
    names = with_settings_cell(book_copy / "chapters" / CHAPTER)
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.set_default_timeout(60_000)
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{jupyterlab.address}/lab/tree/chapters/{CHAPTER}?token={jupyterlab.token}")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    page.locator(".jp-StatusBar-Widget", has_text="| Idle").wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()

    panel = page.locator(f".pe-live-{names['explorer']}").first
    panel.locator("svg.main-svg").first.wait_for()
    reading = page.locator(".jp-CodeCell", has_text=f"{names['variable']}.settings").last
    output = reading.locator(".jp-OutputArea-output pre")
    output.wait_for()
    before = ast.literal_eval(output.inner_text())
    drawn = figure(panel)
    sentence = panel.locator(".pe-sentence").inner_text()
    assert drawn and sentence

    handle = panel.locator("[role=slider]").first
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
