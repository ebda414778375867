"""An address leads to its place on a page, which stays there: anchors, a jump, a reload."""

from __future__ import annotations

import re

import pytest

from tests.site.reader import CHAPTERS, NEAR_ONLY, PHONE, ROOT, SETTLED, make_first_move

SOME = CHAPTERS[::6]
# The page is laid out from its start to its end, and its letters are there. (book.mjs marks the
# root, then section by section, until it is done.)
LAID_OUT = f"""() => !({NEAR_ONLY})
  && [...document.querySelectorAll("section")].every((e) => e.style.contentVisibility === "")
  && document.fonts.status === "loaded\""""
# From there on nothing moves for so many frames.
SCROLL_SETTLED = """(id) => new Promise((done, fail) => {
  let [last, still, frames] = [null, 0, 0];
  const look = () => {
    const { top } = document.getElementById(id).getBoundingClientRect();
    still = top === last ? still + 1 : 0;
    last = top;
    if (still === 20) done();
    else if (++frames > 600) fail(new Error(`${id} goes on moving`));
    else requestAnimationFrame(look);
  };
  look();
})"""
# Where an element is in each frame, as painted: an observer of sizes is told after the page's own.
RECORD = """(element) => {
  window.tops = [];
  const frames = new ResizeObserver(() => {
    tops.push(element.getBoundingClientRect().top);
    requestAnimationFrame(() => {
      frames.unobserve(element);
      frames.observe(element);
    });
  });
  frames.observe(element);
}"""


def settle(page, name: str) -> None:
    """Wait until the page is laid out and the element does not move."""
    page.wait_for_function(LAID_OUT)
    page.evaluate(SCROLL_SETTLED, name)


def assert_at_the_top(page, name: str) -> None:
    """The element is below the bar, or as near to it as the end of the page allows."""
    settle(page, name)
    top, left = page.evaluate(
        """(id) => [document.getElementById(id).getBoundingClientRect().top,
          document.documentElement.scrollHeight - innerHeight - scrollY]""",
        name,
    )
    assert 0 <= top <= 140 or (left < 2 and 0 <= top < 900)


@pytest.mark.parametrize("path", [*SOME, "pages/glossary.html"])
def test_navigation_to_an_anchor_stays_there(path, book_url, open_page):
    """By an address, by a jump within the page, and by loading it again."""
    text = (ROOT / "_build" / "html" / path).read_text(encoding="utf-8")
    last = re.findall(r'<section id="([^"]+)"', text)[-1]
    page = open_page(f"{book_url}/{path}#{last}", width=PHONE).page
    assert_at_the_top(page, last)
    page.goto("about:blank")
    page.goto(f"{book_url}/{path}")
    page.locator("button.secondary-toggle:visible").click()
    link = page.locator("dialog[open] .toc-h2 > a").last
    chosen = link.get_attribute("href")[1:]
    link.click()
    assert_at_the_top(page, chosen)
    assert page.locator("dialog[open]").count() == 0
    for toggle in ("primary", "secondary"):
        page.locator(f"button.{toggle}-toggle").click()
        page.locator("dialog[open]").get_by_role("button", name="Close").click()
        page.locator("dialog[open]").wait_for(state="detached")

    section = page.locator("article section:has(> h2)").nth(-2)
    name, heading = section.get_attribute("id"), section.locator("> h2")
    heading.evaluate("(e) => scrollTo(0, e.getBoundingClientRect().top + scrollY - 200)")
    settle(page, name)
    before = heading.evaluate("(e) => e.getBoundingClientRect().top")
    page.reload(wait_until="load")
    settle(page, name)
    assert abs(heading.evaluate("(e) => e.getBoundingClientRect().top") - before) < 5


@pytest.mark.parametrize("path", SOME)
def test_a_focused_control_keeps_its_place_while_the_page_is_laid_out(path, book_url, open_page):
    page = open_page(f"{book_url}/{path}").page
    question = page.locator("form.pe-question input").last
    question.focus()
    question.evaluate(RECORD)
    make_first_move(page)
    page.wait_for_load_state("networkidle")  # the editors of live cells have come
    page.evaluate(SETTLED)
    first, *later = page.evaluate("tops")
    assert 0 < first < page.viewport_size["height"]
    assert later == pytest.approx([first] * len(later), abs=2)


# What book.mjs lays out when there is time, it lays out when the test calls it.
HELD_LAYOUT = """{
  const [idle, steps] = [requestIdleCallback, []];
  globalThis.requestIdleCallback = (call, ...rest) =>
    String(call).includes("layOut") ? steps.push(call) : idle(call, ...rest);
  globalThis.layOutTheRest = async () => {
    for (let step; (step = steps.shift()); await new Promise(requestAnimationFrame)) step();
  };
}"""


def test_a_figure_keeps_its_place_when_a_press_removes_its_button(explore):
    here = explore("chapters/04_offsets_are_rotations.html", "similarity", script=HELD_LAYOUT)
    here.wake()
    here.section.locator(".pe-predict").click()
    figure = here.section.locator(".pe-figure")
    reveal = here.section.get_by_role("button", name="Reveal")
    reveal.focus()
    top = figure.bounding_box()["y"]
    reveal.press("Enter")
    reveal.wait_for(state="hidden")
    for lay_out in ("() => {}", "layOutTheRest()"):
        here.page.evaluate(lay_out)
        here.page.evaluate(SETTLED)
        assert figure.bounding_box()["y"] == pytest.approx(top, abs=2)
