"""The sentence of tiles: moved, exchanged, taken and removed by pointer, finger and keys."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import expect

from pe_book.renderer import bundle, markup
from tests.conftest import served
from tests.rendered import text_of
from tests.site.reader import ROOT, from_menu
from tests.site.sentence_page import EXPLORER, PAGE, SAYS, START, SWAPPED, Sentence


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Pages with this explorer alone, served with the modules as they are."""
    site = tmp_path_factory.mktemp("words")
    (site / "pe_book").symlink_to(ROOT / "pe_book", target_is_directory=True)
    for name, simple in (("whole", False), ("simple", True)):
        start = text_of(EXPLORER)
        shown = markup.explorer_html(EXPLORER, EXPLORER.defaults, start, simple=simple, level=2)
        html = PAGE.format(style=bundle.style(), face=shown)
        (site / f"{name}.html").write_text(html, encoding="utf-8")
    with served(site) as url:
        yield url


@pytest.fixture
def address(site):
    return f"{site}/whole.html"


@pytest.fixture
def sentence(open_page, address):
    def come(fragment: str = "", script: str = "", **options) -> Sentence:
        visit = open_page("about:blank", **options)
        visit.page.add_init_script(script)
        visit.page.goto(address + fragment)
        found = Sentence(visit)
        found.section.get_by_text("More settings").click()
        from_menu(found.section, "Table").click()
        found.section.evaluate("(section) => section.scrollIntoView({ behavior: 'instant' })")
        return found

    return come


def middle(tile) -> tuple[float, float]:
    box = tile.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_dragged_word_changes_places_and_the_model_answers_on_the_way(sentence):
    here = sentence()
    here.assert_answers(words=START)
    (x, y), (to, _) = middle(here.tiles.nth(1)), middle(here.tiles.nth(4))
    clocks = here.section.locator(".pe-drawing .pe-slot path").evaluate_all(HANDS)
    here.page.mouse.move(x, y)
    here.page.mouse.down()
    here.page.mouse.move(to - 15, y + 12, steps=8)
    here.page.wait_for_function(SAYS, arg=text_of(EXPLORER, words=SWAPPED).sentence)
    # The word is where the pointer is, the other slides to where it was, and the arc leads there.
    here.page.wait_for_function(AT_REST)
    held = middle(here.tiles.nth(4))
    assert held == pytest.approx((to - 15, y + 12), abs=3)
    scale = 760 / here.section.locator(".pe-drawing").bounding_box()["width"]
    left = here.section.locator(".pe-drawing").bounding_box()["x"]
    assert here.arc() == pytest.approx([scale * (x - left), scale * (to - 15 - left)], abs=3)
    assert here.section.locator(".pe-drawing .pe-slot path").evaluate_all(HANDS) == clocks
    here.page.mouse.up()
    here.assert_answers(words=SWAPPED)
    here.page.wait_for_function(AT_REST)
    assert middle(here.tiles.nth(4)) == pytest.approx((to, y), abs=1)
    here.page.wait_for_url("**words=the%20cat%20chased%20the%20dog*")
    assert here.page.evaluate("document.activeElement.textContent") == "dog"
    assert not here.visit.take_problems()


HANDS = "(hands) => hands.map((hand) => hand.getAttribute('d'))"
# Nothing moves any more: three frames alike.
AT_REST = """() => new Promise((done) => {
  const svg = document.querySelector(".pe-drawing > svg");
  let [before, alike] = ["", 0];
  const look = () => {
    alike = svg.innerHTML === before ? alike + 1 : 0;
    before = svg.innerHTML;
    if (alike === 3) done(true);
    else requestAnimationFrame(look);
  };
  look();
})"""


def test_words_are_moved_and_removed_by_keys(sentence):
    here = sentence()
    here.tiles.nth(0).focus()
    for key, at in (("ArrowRight", 1), ("End", 4), ("ArrowLeft", 3), ("ArrowDown", 4), ("Home", 0)):
        here.page.keyboard.press(key)
        assert here.tiles.nth(at).evaluate("(tile) => tile === document.activeElement"), key
    here.page.keyboard.press("Shift+ArrowRight")
    here.assert_answers(words="dog the chased the cat")
    assert here.page.evaluate("document.activeElement.textContent") == "the"
    here.page.keyboard.press("Delete")
    here.assert_answers(words="dog chased the cat")
    assert here.page.evaluate("document.activeElement.textContent") == "chased"


@pytest.mark.parametrize("width", [390, 800])
def test_a_finger_drags_a_tile_down_a_column_and_along_a_line(sentence, width):
    here = sentence(width=width, has_touch=True)
    (x, y), (to, down) = middle(here.tiles.nth(1)), middle(here.tiles.nth(4))
    assert (x == to) == (width == 390)
    touch = here.page.context.new_cdp_session(here.page)
    steps = np.linspace(0, 1, 10)
    for kind, share in [
        ("touchStart", 0),
        *(("touchMove", share) for share in steps[1:]),
        ("touchEnd", None),
    ]:
        points = [] if share is None else [{"x": x + share * (to - x), "y": y + share * (down - y)}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    here.assert_answers(words=SWAPPED)


def test_a_sentence_is_typed_from_tile_to_tile_and_beyond_the_last(sentence):
    here = sentence()
    here.tiles.nth(0).click()
    here.page.keyboard.type("a bear fed the girl today")
    here.page.keyboard.press("Enter")
    here.assert_answers(words="a bear fed the girl today")
    here.tiles.nth(5).click()
    here.page.keyboard.press("Delete")
    here.page.keyboard.press("Backspace")
    expect(here.written).to_have_value("girl")
    here.page.keyboard.press("Escape")
    here.assert_answers(words="a bear fed the girl")
