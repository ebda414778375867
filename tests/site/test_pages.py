"""Every page, light and dark, at both widths: accessible, fitting, without a fault or a request."""

from __future__ import annotations

import pytest

from tests.site.page_checks import overflow, theme_differences, violations
from tests.site.reader import DESK, PAGES, SCREENS, SETTLED, THEMES, UNUSED_FONTS, unfold


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
