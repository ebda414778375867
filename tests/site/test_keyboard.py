"""Every control of a page is reached by keyboard, and the focus is seen."""

from __future__ import annotations

import pytest

from tests.site.reader import CHAPTERS, FIRST, make_first_move

WALK = """() => {
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  const shown = e.closest(".cm-editor") ?? e;  // an editor's frame shows where the focus is
  const style = getComputedStyle(shown), box = shown.getBoundingClientRect();
  e.dataset.visited = "";
  return {
    editor: shown !== e,
    what: e.outerHTML.slice(0, 120),
    outline: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0,
    seen: box.width > 0 && box.height > 0,
  };
}"""
# Interactive elements that Tab has not reached; a group of radio buttons is one tab stop.
UNVISITED = """() => [...document.querySelectorAll(
    "a[href], button, input, select, summary, [tabindex='0']")]
  .filter((e) => !("visited" in e.dataset) && !e.disabled && e.tabIndex >= 0
    && e.checkVisibility({ visibilityProperty: true }) && !e.closest("dialog:not([open])")
    && !(e.type === "radio" && document.querySelector(
      `#${e.form?.id} [name="${e.name}"][data-visited]`)))
  .map((e) => e.outerHTML.slice(0, 120))"""

# Chromium makes scroll containers focusable by itself, Safari does not.
WRONG_TABINDEX = """() => [...document.querySelectorAll(
  "pre, div.math, .pst-scrollable-table-container")]
  .filter((e) => {
    e.scrollLeft = 9;
    return e.checkVisibility()
      && e.scrollLeft > 1 !== (e.getAttribute("tabindex") === "0");
  })
  .map((e) => e.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("path", CHAPTERS[1::6])
def test_everything_is_reachable_by_keyboard_with_visible_focus(path, book_url, open_page):
    # The theme fades some outlines in; what counts is the end.
    visit = open_page(f"{book_url}/{path}", reduced_motion="reduce")
    page = visit.page
    make_first_move(page)
    for cell in page.locator(".pe-live").all():
        cell.scroll_into_view_if_needed()
        cell.locator(".cm-editor").wait_for()
    for explorer in page.locator(".pe-explorer").all():  # what its model draws may be a tab stop
        explorer.scroll_into_view_if_needed()
        explorer.locator(".pe-still").wait_for(state="hidden")
    for stage in page.locator(".pe-stage").all():  # its tiles come with the model
        stage.locator(".pe-tiles > li").first.wait_for(state="attached")
    unseen = []
    for _ in range(1500):
        page.keyboard.press("Tab")
        stop = page.evaluate(WALK)
        if stop is None:
            break
        if stop["editor"]:  # where Tab indents until Escape is pressed
            # The editor left before loses its own mark later.
            page.locator(".cm-focused :focus").wait_for()
            stop = page.evaluate(WALK)
            page.keyboard.press("Escape")
        if not (stop["outline"] and stop["seen"]):
            unseen.append(stop["what"])
    else:
        pytest.fail("the walk does not end: focus is caught somewhere")
    assert not page.evaluate(UNVISITED)
    assert not page.evaluate(WRONG_TABINDEX)
    assert not unseen


def test_skip_link_leads_past_the_navigation(book_url, open_page):
    visit = open_page(f"{book_url}/{FIRST}")
    visit.page.keyboard.press("Tab")
    visit.page.keyboard.press("Enter")
    visit.page.keyboard.press("Tab")
    assert visit.page.evaluate("document.querySelector('main').contains(document.activeElement)")
