"""Every page in a browser: accessible, fitting, in both themes, without a fault or a request."""

from __future__ import annotations

import pytest

from tests.site.page_checks import overflow, theme_differences, violations
from tests.site.reader import DESK, FIRST, PAGES, PHONE, SETTLED, THEMES, unfold

# Also accessible as they come, in the light theme; each explorer is, in test_explorers_on_pages.py.
LAYOUTS = ("index.html", FIRST, "pages/glossary.html", "pages/your_table.html", "search.html")


@pytest.mark.parametrize("path", PAGES)
def test_page_is_accessible_fits_and_logs_nothing(path, book_url, open_page, axe):
    """As it comes on a desk, and used on a phone: answered, opened, moved, and accessible.

    Both themes show the same elements.
    """
    visit = open_page(f"{book_url}/{path}", width=DESK, theme=THEMES[0])
    page, found = visit.page, []
    # Lay out what is far from the screen too: else it has no width, and moves while it is read.
    page.add_style_tag(content="section { content-visibility: visible !important; }")
    page.evaluate(SETTLED)

    def check(use: str, theme: str, accessible: bool) -> None:
        faults = overflow(page) + visit.take_problems()
        if accessible:
            faults += violations(page, axe)
        if path != "404.html" and not visit.has_theme(theme):
            faults.append("the page does not have the theme that the reader's system has")
        found.extend(f"{use}, {theme}: {fault}" for fault in faults)

    check("as it comes", THEMES[0], path in LAYOUTS)
    unfold(page)
    visit.look(width=PHONE, theme=THEMES[1])
    check("used", THEMES[1], True)
    found += theme_differences(visit)
    visit.look(width=320)  # 1280 pixels at 400%
    found.extend(f"320 px: {fault}" for fault in overflow(page))
    assert not found, "\n".join(found)


def test_each_check_detects_its_problem(book_url, open_page, axe):
    visit = open_page(f"{book_url}/index.html", width=PHONE)
    visit.page.evaluate(
        """() => {
          fetch("http://elsewhere.invalid/from-the-page").catch(() => 0);
          fetch("no-such-file.js").catch(() => 0);
          document.querySelector("main").insertAdjacentHTML("beforeend",
            "<img src='_static/favicon.svg'><div style='width: 900px'>wide</div>");
        }"""
    )
    visit.page.wait_for_load_state("networkidle")
    problems = "\n".join(visit.take_problems())
    assert "elsewhere.invalid" in problems and "404" in problems
    assert any("image-alt" in violation for violation in violations(visit.page, axe))
    assert overflow(visit.page)


# Of what axe calls enhanced contrast (AAA, 7 to 1 for letters) the rule, run by its name.
ENHANCED = """async () => {
  const { violations } = await axe.run({ runOnly: ["color-contrast-enhanced"] });
  return violations.flatMap((rule) => rule.nodes.map((node) => node.html.slice(0, 200)));
}"""
MOVING = """() => [...document.querySelectorAll("*")].filter((e) => {
  const { transitionDuration, animationName } = getComputedStyle(e);
  return parseFloat(transitionDuration) > 0.01 || animationName !== "none";
}).length"""


@pytest.mark.parametrize("theme", THEMES)
def test_more_contrast_and_less_motion_are_given_to_who_asks(theme, book_url, open_page, axe):
    visit = open_page(f"{book_url}/{FIRST}", theme=theme, reduced_motion="reduce")
    page = visit.page
    page.add_style_tag(content="section { content-visibility: visible !important; }")
    unfold(page)
    assert page.evaluate(MOVING) == 0
    page.evaluate(axe)
    assert page.evaluate(ENHANCED)
    page.emulate_media(contrast="more")
    page.evaluate(SETTLED)
    assert page.evaluate(ENHANCED) == []
    assert not visit.take_problems()
