"""A chapter gone through by Tab: what can be operated is reached, in the order of reading."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.site.reader import HeldRequests, make_first_move

PATH = "chapters/02_formula.html"
#: What Tab should stop at: of options and of copy buttons one stands for all.
CONTROLS = """() => {
  const all = document.querySelectorAll(
    "article :is(a[href], button, input, select, textarea, summary, [tabindex], .cm-content)");
  const [once, seen] = [new Set(), { visibilityProperty: true }];
  return [...all].filter((element) => {
    if (element.tabIndex < 0 || element.disabled || !element.checkVisibility(seen)) return false;
    const copies = element.matches(".copybtn") && "copy";
    const group = element.type === "radio" ? element.form.id : copies;
    if (!group) return true;
    return !once.has(group) && once.add(group);
  });
}"""
# What has the focus: whether it is in the article, and an editor, its name, and whether it is seen.
STOP = """() => {
  const element = document.activeElement;
  window.stops ??= [];
  stops.push(element);
  const box = element.getBoundingClientRect();
  const named = element.ariaLabel || element.textContent.trim() || element.name || "";
  return { inside: !!element.closest("article"), editor: element.matches(".cm-content"),
    told: `${element.localName} ${named.slice(0, 40)}`,
    visible: element.matches(":focus-visible") && box.width > 0 };
}"""

# Whether the editor of each cell near the screen has come, as it has for who tabs by hand.
EDITORS_NEAR = """() => [...document.querySelectorAll(".pe-live")].every((cell) => {
  const { top, bottom } = cell.getBoundingClientRect();
  return top > innerHeight + 500 || bottom < -500 || cell.querySelector(".cm-editor");
})"""


def tab_through(page) -> list[str]:
    """Press Tab from the chapter's title to its end; return what had the focus."""
    page.evaluate(
        "() => { const title = document.querySelector('article h1'); title.tabIndex = -1;"
        " title.focus(); }"
    )
    told = []
    for _ in range(400):
        if told and told[-1]["editor"]:
            page.keyboard.press("Escape")  # there Tab would indent
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if not stop["inside"]:
            return told
        told.append(stop)
        page.wait_for_function(EDITORS_NEAR)
    raise AssertionError("the chapter has no end")


@pytest.mark.elsewhere
def test_the_tab_key_reads_a_chapter_from_top_to_bottom(book_url, open_page):
    visit = open_page(f"{book_url}/{PATH}")
    page = visit.page
    make_first_move(page)
    told = tab_through(page)
    assert [stop["told"] for stop in told if not stop["visible"]] == []
    # Each stop follows the one before in the page, and begins no higher than its section.
    turned = page.evaluate(
        """() => stops.slice(0, -1).map((stop, at) => [stops[at - 1], stop]).slice(1)
          .filter(([one, next]) => !(one.compareDocumentPosition(next) & 4))
          .map((pair) => pair.map((each) => each.outerHTML.slice(0, 90)))"""
    )
    assert turned == []
    higher = page.evaluate(
        """() => {
          const top = (each) => each.closest("section").getBoundingClientRect().top;
          const after = (stop, one) => top(stop) >= top(one) - 1
            || stop.closest("section").contains(one);
          return stops.slice(1, -1).filter((stop, at) => !after(stop, stops[at]))
            .map((each) => each.outerHTML.slice(0, 90));
        }"""
    )
    assert higher == []
    passed_over = page.evaluate(
        f"() => ({CONTROLS})().filter((each) => !stops.includes(each)"
        " && !(each.type === 'radio'"
        " && stops.some((stop) => stop.type === 'radio' && stop.form === each.form)))"
        ".map((each) => each.outerHTML.slice(0, 90))"
    )
    assert passed_over == []
    runs = [stop for stop in told if stop["told"] == "button Run"]
    assert len(runs) == page.locator(".pe-live").count() > 0
    assert visit.take_problems() == []


@pytest.mark.elsewhere
def test_run_is_in_the_page_and_brings_what_it_needs(book_url, open_page, book_html):
    """Focused before its editor has come, it keeps the focus, and a press of Enter runs."""
    markup = (book_html / PATH).read_text(encoding="utf-8")
    assert markup.count('<button type="button" class="pe-run') == markup.count('class="pe-bar')
    page = open_page("about:blank").page
    held = HeldRequests(page, "**/codemirror/editor.mjs*")
    page.goto(f"{book_url}/{PATH}")
    run = page.locator("#exercise-write-the-table .pe-run")
    with page.expect_request("**/codemirror/editor.mjs*"):
        run.focus()
        page.keyboard.press("Enter")
    expect(run).to_be_focused()
    held.release()
    cell = page.locator("#exercise-write-the-table .pe-live")
    cell.locator(".cm-content").wait_for()
    expect(run).to_be_focused()
    expect(cell.locator(".pe-state")).not_to_be_empty()
