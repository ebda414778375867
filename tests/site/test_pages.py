"""Every page, light and dark, at both widths: accessible, fitting, without a fault or a request."""

from __future__ import annotations

import time

import pytest

from tests.site.page_checks import overflow, theme_differences, violations
from tests.site.reader import CHAPTERS, DESK, PAGES, SCREENS, SETTLED, THEMES, UNUSED_FONTS, unfold


def lay_out_everything(page) -> None:
    """Lay out what is far from the screen too: else it has no width, and moves while it is read."""
    page.add_style_tag(content="section { content-visibility: visible !important; }")
    page.evaluate(SETTLED)


@pytest.mark.parametrize("width", SCREENS)
@pytest.mark.parametrize("path", PAGES)
def test_page_is_accessible_fits_and_logs_nothing(path, width, book_url, open_page, axe):
    """As it comes, and with every question answered, solution opened, slider moved.

    Each use is seen in one theme, at the other width in the other: any two of use, theme and width
    meet. Both themes show the same elements.
    """
    first, second = THEMES if width == DESK else THEMES[::-1]
    visit = open_page("about:blank", width=width, theme=first)
    visit.page.goto(f"{book_url}/{path}")
    lay_out_everything(visit.page)
    found = visit.page.evaluate(UNUSED_FONTS)

    def check(use: str, theme: str) -> None:
        visit.look(theme=theme)
        faults = violations(visit.page, axe) + overflow(visit.page) + visit.take_problems()
        if path != "404.html" and not visit.has_theme(theme):
            faults.append("the page does not have the theme that the reader's system has")
        found.extend(f"{use}, {theme}: {fault}" for fault in faults)

    check("as it comes", first)
    unfold(visit.page)
    check("used", second)
    found += theme_differences(visit)
    visit.look(width=320)  # 1280 pixels at 400%
    found.extend(f"320 px: {fault}" for fault in overflow(visit.page))
    assert not found, "\n".join(found)


def test_each_check_detects_its_problem(book_url, open_page, axe):
    """Each check above notices what it is there for: an error, a host, a worker's host, a fault."""
    visit = open_page(f"{book_url}/index.html", width=375)
    visit.page.evaluate(
        """() => {
          const worker = new Worker(URL.createObjectURL(new Blob(
            ["fetch('http://elsewhere.invalid/from-a-worker')"])));
          fetch("http://elsewhere.invalid/from-the-page").catch(() => 0);
          fetch("no-such-file.js").catch(() => 0);
          setTimeout(() => { throw new Error("deliberate"); });
          document.querySelector("main").insertAdjacentHTML("beforeend",
            "<img src='_static/favicon.svg'><div style='width: 900px'>wide</div>");
        }"""
    )
    wanted, heard = {"from-a-worker", "from-the-page", "no-such-file.js", "deliberate"}, ""
    deadline = time.monotonic() + 10
    while any(part not in heard for part in wanted) and time.monotonic() < deadline:
        visit.page.wait_for_timeout(20)
        heard += "\n".join(visit.take_problems())
    assert [part for part in wanted if part not in heard] == []
    assert any("image-alt" in line for line in violations(visit.page, axe))
    assert overflow(visit.page)


# Of what axe calls enhanced contrast (AAA, 7 to 1 for letters) the rule, run by its name.
ENHANCED = """async () => {
  const { violations } = await axe.run({ runOnly: ["color-contrast-enhanced"] });
  return violations.flatMap((rule) => rule.nodes.map((node) => node.html.slice(0, 200)));
}"""
# The line around an explorer against the page, and the lines within its figure.
LINES = """() => {
  const section = document.querySelector(".pe-explorer");
  return [getComputedStyle(section).borderTopColor,
    getComputedStyle(section.querySelector(".pe-sheet > path")).stroke];
}"""


@pytest.mark.parametrize("theme", THEMES)
def test_prefers_contrast_more(theme, book_url, open_page, axe):
    visit = open_page(f"{book_url}/{CHAPTERS[3]}", theme=theme)
    page = visit.page
    lay_out_everything(page)
    unfold(page)
    page.evaluate(axe)
    assert page.evaluate(ENHANCED)
    usual = page.evaluate(LINES)
    page.emulate_media(contrast="more")
    page.evaluate(SETTLED)
    assert page.evaluate(ENHANCED) == []
    page.wait_for_function(
        f"(usual) => ({LINES})().every((line, i) => line !== usual[i])", arg=usual
    )
    assert not visit.take_problems()
