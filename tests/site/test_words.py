"""The sentence of tiles on its page: moved by pointer, finger and keys, and exchanged."""

from __future__ import annotations

import pytest

from tests.rendered import text_of
from tests.site.explored import PLACES

START, SWAPPED = "the dog chased the cat", "the cat chased the dog"
PAGE = next((path for path, name in PLACES if name == "sentence"), "")


@pytest.fixture
def sentence(explore):
    def come(**options):
        here = explore(PAGE, "sentence", **options)
        here.wake()
        here.tiles = here.section.locator(".pe-tiles .pe-tile")
        here.tiles.first.wait_for()
        here.tiles.first.evaluate("(e) => e.scrollIntoView({ block: 'center' })")
        return here

    return come


def assert_answers(here, words: str) -> None:
    """Tiles and sentence are those of the model for these words."""
    said = text_of(here.explorer, **here.start | {"words": words}).sentence
    here.section.locator(".pe-sentence", has_text=said).wait_for()
    shown = here.tiles.all_text_contents()
    n = len(words.split())
    assert shown[:n] == words.split()
    assert sorted(shown[n:]) in ([], sorted(words.split())), "the twin has the same words"


def middle(tile) -> tuple[float, float]:
    box = tile.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_word(here, start: int, end: int) -> None:
    """Drag the word of one tile to the place of another."""
    at, to = (middle(here.tiles.nth(i)) for i in (start, end))
    here.page.mouse.move(*at)
    here.page.mouse.down()
    here.page.mouse.move(*to, steps=8)
    here.page.mouse.up()


def test_words_of_both_sentences_are_dragged_and_exchanged_and_the_address_keeps_them(sentence):
    here = sentence()
    drag_word(here, 1, 4)
    assert_answers(here, SWAPPED)
    here.page.wait_for_url("**words=the%20cat%20chased%20the%20dog*")
    drag_word(here, 6, 7)
    assert_answers(here, "the chased cat the dog")
    here.tiles.nth(7).click()
    here.section.locator(".pe-choose").select_option("mouse")
    assert_answers(here, "the chased cat the mouse")
    assert not here.visit.take_problems()


def test_words_are_moved_removed_and_chosen_by_keys(sentence):
    here = sentence()
    here.tiles.nth(0).focus()
    for key, at in (("ArrowRight", 1), ("End", 4), ("Home", 0)):
        here.page.keyboard.press(key)
        assert here.tiles.nth(at).evaluate("(tile) => tile === document.activeElement"), key
    here.page.keyboard.press("Shift+ArrowRight")
    assert_answers(here, "dog the chased the cat")
    here.page.keyboard.press("Delete")
    assert_answers(here, "dog chased the cat")
    here.page.keyboard.press("Home")
    here.page.keyboard.press("Enter")
    choice = here.section.locator(".pe-choose")
    choice.select_option("bear")
    assert_answers(here, "bear chased the cat")
    here.page.keyboard.press("Enter")
    choice.select_option(label="remove this word")
    assert_answers(here, "chased the cat")
    assert not here.visit.take_problems()
