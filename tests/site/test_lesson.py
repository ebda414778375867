"""The lesson can be stepped through, and what is for the teacher alone is not on the site."""

import re

import pytest
from playwright.sync_api import expect

from _ext.book_site.lesson import numbered, steps
from pe_book.explorers import ALL
from tests.project.test_teaching import PAGE, settings_in
from tests.rendered import text_of
from tests.site.page_checks import overflow, violations

STEPS = steps(PAGE)


def test_the_steps_are_the_links_of_the_plan_in_order(book_html):
    page = (book_html / "pages/teaching.html").read_text(encoding="utf-8")
    linked = re.findall(r'href="(\.\./chapters/[^"]+\?lesson=(\d+)#[^"]+)"', page)
    assert [address for address, _ in linked] == [step["address"] for step in STEPS]
    assert [int(number) for _, number in linked] == list(range(1, len(STEPS) + 1))
    # Each row has a step, and no link outside of the plan has become one.
    rows = re.findall(r"(?m)^\| (\d+–\d+) \|", PAGE.split("## A lesson of")[1].split("\n## ")[0])
    assert list(dict.fromkeys(step["minutes"] for step in STEPS)) == rows
    assert numbered(PAGE).count("?lesson=") == len(STEPS)


def bar_on(page):
    return page.get_by_role("navigation", name="Steps of the lesson")


def assert_shows(page, step: dict) -> None:
    """The step's place is at the top, its explorer with the settings of the plan."""
    place = step["address"].partition("#")[2]
    name, _, listed = place.partition(":")
    here = page.locator(f"#explorer-{name}" if listed else f"[id='{place}']")
    if listed:
        page.locator(f"#explorer-{name}[data-live]").wait_for()
        explorer = ALL[name]
        settings = {
            key: int(value) if isinstance(value, float) else value
            for key, value in settings_in(name, listed).items()
        }
        sentence = text_of(explorer, **settings).sentence
        expect(here.locator(".pe-sentence")).to_have_text(sentence)
    top = here.bounding_box()["y"]
    # A heading that begins the page has the page's title above it.
    assert 0 <= top < 300, f"begins {top} px below the top"


def test_stepping_through_the_lesson_and_back(book_url, open_page, faults):
    visit = open_page(f"{book_url}/{STEPS[0]['address']}")
    page = visit.page
    for number, step in enumerate(STEPS, 1):
        bar_on(page).wait_for()
        with faults.at(step["address"]):
            text = f"Step {number} of {len(STEPS)}, minutes {step['minutes']}: {step['text']}"
            assert text in bar_on(page).inner_text()
            assert_shows(page, step)
            assert visit.take_problems() == []
        following = bar_on(page).get_by_role("link", name="Next")
        assert following.count() == (number < len(STEPS))
        if number < len(STEPS):
            with page.expect_navigation():
                following.click()
    with page.expect_navigation():
        bar_on(page).get_by_role("link", name="Previous").click()
    assert f"?lesson={len(STEPS) - 1}#" in page.url
    with page.expect_navigation():
        bar_on(page).get_by_role("link", name="Plan").click()
    assert page.url.endswith("teaching.html#a-lesson-of-45-minutes")
    assert bar_on(page).count() == 0


def test_the_bar_is_accessible_and_covers_no_explorer(book_url, open_page, axe, faults):
    step = next(step for step in STEPS if "#shift:" in step["address"])
    visit = open_page(f"{book_url}/{step['address']}")
    page = visit.page
    bar_on(page).wait_for()
    for width, height in ((1280, 800), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            visit.look(theme=theme)
            with faults.at(f"{width} px, {theme}"):
                assert overflow(page) == []
                assert violations(page, axe, within=bar_on(page)) == []
                bar = bar_on(page).bounding_box()
                assert bar["x"] >= 0 and bar["x"] + bar["width"] <= width
                figure = page.locator("#explorer-shift .pe-figure").bounding_box()
                above, below = bar["y"] + bar["height"], bar["y"]
                assert figure["y"] >= above or figure["y"] + figure["height"] <= below


@pytest.mark.parametrize("search", ["", "?lesson=0", "?lesson=99", "?lesson=x"])
def test_there_is_no_bar_outside_the_lesson(search, book_url, open_page):
    visit = open_page(f"{book_url}/chapters/02_formula.html{search}")
    visit.page.wait_for_load_state("networkidle")
    assert bar_on(visit.page).count() == 0
    assert visit.take_problems() == []


def test_the_key_is_not_on_the_site(book_html, root):
    """Neither the key, nor the rubric, nor the solutions and hidden tests of the problem sets."""
    secret = ["Key of the questions", "Often seen.", "BEGIN SOLUTION", "BEGIN HIDDEN TESTS"]
    solutions = (root / "course/problem_set_1.ipynb").read_text(encoding="utf-8")
    assert all(mark in solutions for mark in secret[2:])
    assert secret[1] in (root / "course/marking.md").read_text(encoding="utf-8")
    for file in book_html.rglob("*"):
        assert file.name not in ("key.html", "marking.html", "marking.md"), file
        if file.suffix in (".html", ".ipynb", ".md", ".txt", ".js", ".json", ".mjs"):
            if "vendor" not in file.parts:
                text = file.read_text(encoding="utf-8")
                assert not [mark for mark in secret if mark in text], file
