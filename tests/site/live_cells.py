"""Live cells in the browser, as a reader uses them."""

from __future__ import annotations

import re

import pytest

from tests.site.page_checks import alone, overflow, violations
from tests.site.reader import CHAPTERS, DESK, PHONE, ROOT

ENDED = re.compile(r"Done|An error|Stopped|crashed|couldn’t")
# What Python takes to start on a machine that others keep busy.
PATIENCE = 120_000
PYTHON = re.compile(r"/vendor/(pyodide|packages)")
needs_python = pytest.mark.skipif(
    not (ROOT / "_build" / "html" / "vendor" / "live.json").is_file(),
    reason="the site has no Python: build it with the network or PYODIDE_WHEELS",
)
FORMULA = next((page for page in CHAPTERS if "02_" in page), "")
TABLE = "3552490d"  # its exercise


class Live:
    """A live cell in the browser, as a reader uses it."""

    def __init__(self, visit, name: str) -> None:
        self.visit, self.page = visit, visit.page
        self.cell = self.page.locator(f"#cell-{name}")
        self.cell.scroll_into_view_if_needed()
        self.button("Stop").wait_for()
        self.editor = self.cell.get_by_role("textbox", name="Code")
        self.state = self.cell.get_by_role("status").and_(self.cell.locator(".pe-state"))
        self.output = self.cell.get_by_role("log", name="Output")

    def button(self, name: str):
        return self.cell.get_by_role("button", name=name, exact=True)

    @property
    def code(self) -> str:
        # An empty line holds a line break of its own.
        return "\n".join(self.cell.locator(".cm-line").all_text_contents())

    def write(self, code: str) -> None:
        self.editor.focus()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(code)

    def start(self, code: str | None = None) -> None:
        if code is not None:
            self.write(code)
        self.button("Run").click()

    def run(self, code: str | None = None) -> str:
        """Run the cell to its end; the output's text."""
        self.start(code)
        return self.wait()

    def wait(self) -> str:
        self.state.filter(has_text=ENDED).wait_for(timeout=PATIENCE)
        return self.output.inner_text()


def requests(page) -> list[str]:
    """The addresses that the page asks for from now on."""
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


def look(here: Live, axe: str, faults, state: str) -> None:
    """The cell is accessible and fits, at every width in one of the themes."""
    with alone(here.cell.locator("xpath=ancestor::section[1]"), "article"):
        for width, theme in ((DESK, "light"), (PHONE, "dark"), (320, "light")):  # 1280 at 400%
            with faults.at(f"{state}, {width} px, {theme}"):
                here.visit.look(width=width, theme=theme)
                assert here.visit.has_theme(theme)
                found = violations(here.page, axe, here.cell) + overflow(here.page)
                assert not found, "\n".join(found)
        here.visit.look(width=DESK, theme="light")


def squeezed(text: str) -> str:
    """The words of a text, however it is laid out."""
    return " ".join(text.split())
