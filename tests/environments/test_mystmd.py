"""An explorer on a page of MyST, with which Jupyter Book 2 builds, by the {anywidget} directive."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pe_book import explorers
from pe_book.renderer import bundle, markup, node
from tests.conftest import ROOT, served
from tests.node import node_executable
from tools.install import program

PROJECT = Path(__file__).parent / "mystmd"
EXPLORER = explorers.ALL["shift"]
PAGE = """\
# An explorer in MyST

:::{{anywidget}} ./shift.mjs
{model}
:::
"""
pytestmark = pytest.mark.xdist_group("mystmd")


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The page as mystmd builds it, beside the component of its themes that shows widgets."""
    project = tmp_path_factory.mktemp("mystmd") / "project"
    shutil.copytree(PROJECT, project)
    model = {
        "settings": EXPLORER.defaults,
        "html": markup.explorer_html(EXPLORER, EXPLORER.defaults, None),
        "still": "",
    }
    (project / "index.md").write_text(PAGE.format(model=json.dumps(model)), encoding="utf-8")
    (project / "shift.mjs").write_text(bundle.widget_module("shift"), encoding="utf-8")

    def run(*command: str) -> None:
        subprocess.run(command, cwd=project, check=True, capture_output=True, encoding="utf-8")

    packages = project / "node_modules"
    run(
        program(Path(sys.prefix), "npm"),
        "ci",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--prefer-offline",
    )
    run(node_executable(), str(packages / "mystmd" / "dist" / "myst.cjs"), "build", "--site")
    built = project / "_build" / "site"
    pages = shutil.copytree(built / "public", project / "pages")
    shutil.copytree(built / "content", pages / "content")
    for file in (project / "index.html", ROOT / "pe_book" / "drawing" / "palette.css"):
        shutil.copy(file, pages)
    bundled = ["--bundle", "--format=esm", "--jsx=automatic", f"--outfile={pages / 'page.mjs'}"]
    run(str(packages / ".bin" / "esbuild"), "page.jsx", *bundled)
    return pages


@pytest.mark.elsewhere
def test_explorer_answers_on_a_page_of_myst(site, browser):
    faults = []
    page = browser.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    with served(site) as address:
        page.goto(address)
        slider = page.get_by_role("slider", name="Position p")
        slider.press("ArrowRight")
        moved = EXPLORER.defaults | {"position": EXPLORER.defaults["position"] + 1}
        expect(page.locator(".pe-sentence")).to_have_text(node.render(EXPLORER, moved).sentence)
    assert faults == []
    page.close()
