"""The sentence of tiles: moved, exchanged, taken and removed by pointer, finger and keys."""

from __future__ import annotations

import numpy as np
import pytest

from pe_book import explorers
from pe_book.renderer import bundle, markup
from tests.conftest import served
from tests.rendered import text_of, view_of
from tests.site.reader import ROOT, fake_timers, from_menu, violations

EXPLORER = explorers.ALL["sentence"]
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Words</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>:root {{ --pst-color-text-muted: #48566b }} {style}</style></head>
<body><main><h1>Words</h1>{face}</main>
<script type="module" src="pe_book/renderer/page.mjs"></script></body></html>"""


SAYS = "(text) => document.querySelector('.pe-sentence').textContent === text"


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
def simple_address(site):
    return f"{site}/simple.html"


class Sentence:
    """The explorer as a reader sees it."""

    def __init__(self, visit) -> None:
        self.visit, self.page = visit, visit.page
        self.section = self.page.locator("#explorer-sentence")
        self.tiles = self.section.locator(".pe-tiles .pe-tile")
        self.field = self.section.locator('[name="words"]')
        self.section.locator(".pe-still").wait_for(state="hidden")

    def words(self) -> str:
        return " ".join(self.tiles.locator("span:first-child").all_inner_texts())

    def labels(self) -> list[str]:
        return self.tiles.locator("small").all_inner_texts()

    def button(self, name: str):
        return self.section.get_by_role("button", name=name, exact=True)

    def unfold(self) -> None:
        self.section.get_by_text("Type, or take words").click()

    def assert_answers(self, **settings) -> None:
        """Tiles, field, sentence and table say what the model says of these settings."""
        expected = text_of(EXPLORER, **settings)
        self.page.wait_for_function(SAYS, arg=expected.sentence)
        view = view_of(EXPLORER, **settings)
        assert self.words() == settings["words"] == self.field.input_value()
        assert self.labels() == list(view.values["labels"])
        rows = self.section.locator("tbody tr").all()
        assert [row.locator("td").all_inner_texts() for row in rows] == expected.rows


@pytest.fixture
def sentence(open_page, address):
    def come(fragment: str = "", script: str = "", **options) -> Sentence:
        visit = open_page("about:blank", **options)
        visit.page.add_init_script(script)
        visit.page.goto(address + fragment)
        found = Sentence(visit)
        found.section.get_by_text("More settings").click()
        found.section.get_by_text("The figure as a table").click()
        return found

    return come


START = "the dog chased the cat"


def test_tiles_are_dragged_and_the_model_answers_on_the_way(sentence):
    here = sentence()
    here.assert_answers(words=START)
    first, last = (here.tiles.nth(i).bounding_box() for i in (1, 4))
    x, y = (last["x"] + last["width"] / 2, last["y"] + last["height"] / 2)
    here.page.mouse.move(first["x"] + 5, first["y"] + 5)
    here.page.mouse.down()
    here.page.mouse.move(x, y, steps=8)
    moved = "the chased the cat dog"
    here.page.wait_for_function(
        "document.querySelector('.pe-tiles li:nth-child(2)').style.order > 1"
    )
    assert here.field.input_value() == moved
    here.page.mouse.up()
    here.assert_answers(words=moved)
    assert here.tiles.locator(":scope[aria-pressed=true]").count() == 0
    assert not here.visit.take_problems()


def test_two_tiles_that_are_pressed_change_places(sentence):
    here = sentence()
    here.tiles.nth(1).click()
    assert here.tiles.nth(1).get_attribute("aria-pressed") == "true"
    here.tiles.nth(4).click()
    here.assert_answers(words="the cat chased the dog")
    here.button("Swap two nouns").click()
    here.assert_answers(words=START)
    assert here.page.evaluate("document.activeElement.textContent") == "Swap two nouns"
    # Pressed again, a word is marked no longer.
    here.tiles.nth(0).click()
    here.tiles.nth(0).click()
    assert here.button("Remove").is_disabled()


def test_a_finger_presses_and_a_scroll_that_begins_on_a_tile_changes_nothing(sentence):
    here = sentence(width=390, has_touch=True)
    here.tiles.nth(1).tap()
    here.tiles.nth(4).tap()
    here.assert_answers(words="the cat chased the dog")
    assert here.tiles.nth(0).evaluate("(tile) => getComputedStyle(tile).touchAction") == "pan-y"
    here.tiles.nth(0).evaluate(
        """(tile) => {
          const at = { bubbles: true, pointerId: 1, pointerType: "touch", clientX: 0, clientY: 0 };
          tile.setPointerCapture = () => {};
          tile.dispatchEvent(new PointerEvent("pointerdown", at));
          tile.dispatchEvent(new PointerEvent("pointercancel", at));
        }"""
    )
    here.assert_answers(words="the cat chased the dog")


def test_words_are_moved_marked_and_removed_by_keys(sentence):
    here = sentence()
    here.tiles.nth(0).focus()
    here.page.keyboard.press("ArrowRight")
    here.page.keyboard.press("Enter")
    here.page.keyboard.press("End")
    here.page.keyboard.press("Enter")
    here.assert_answers(words="the cat chased the dog")
    assert "dog" in here.page.evaluate("document.activeElement.textContent")
    here.page.keyboard.press("Shift+ArrowLeft")
    here.assert_answers(words="the cat chased dog the")
    here.page.keyboard.press("Delete")
    here.assert_answers(words="the cat chased the")
    here.page.keyboard.press("Home")
    assert here.tiles.nth(0).evaluate("(tile) => tile === document.activeElement")
    for key, at in (("ArrowDown", 1), ("ArrowRight", 2), ("ArrowUp", 1), ("ArrowLeft", 0)):
        here.page.keyboard.press(key)
        assert here.tiles.nth(at).evaluate("(tile) => tile === document.activeElement"), key


def test_the_tab_key_stops_at_one_tile(sentence):
    here = sentence()
    tabbable = here.tiles.and_(here.page.locator("[tabindex='0']"))
    assert tabbable.count() == 1
    here.tiles.nth(2).click()
    assert tabbable.locator("span:first-child").inner_text() == "chased"
    here.page.keyboard.press("Tab")
    assert here.page.evaluate("!document.activeElement.closest('.pe-tiles')")


def test_a_finger_drags_a_tile(sentence):
    here = sentence(width=390, has_touch=True)
    first, third = (here.tiles.nth(i).bounding_box() for i in (0, 2))
    y = first["y"] + first["height"] / 2
    touch = here.page.context.new_cdp_session(here.page)
    places = np.linspace(first["x"] + 10, third["x"] + third["width"] / 2, 10)
    for kind, x in [
        ("touchStart", places[0]),
        *(("touchMove", x) for x in places[1:]),
        ("touchEnd", None),
    ]:
        points = [] if x is None else [{"x": x, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    here.assert_answers(words="dog chased the the cat")


def test_words_are_taken_from_the_vocabulary(sentence):
    here = sentence()
    here.unfold()
    here.tiles.nth(1).click()
    here.section.get_by_role("group", name="nouns").get_by_role("button", name="fox").click()
    here.assert_answers(words="the fox chased the cat")
    here.section.get_by_role("group", name="adverbs").get_by_role("button", name="again").click()
    here.assert_answers(words="the fox chased the cat again")
    here.button("Clear").click()
    assert here.words() == ""
    for word in ("a", "bear"):
        here.section.locator(".pe-vocabulary").get_by_role("button", name=word, exact=True).click()
    here.assert_answers(words="a bear")
    here.button("Clear").click()
    from_menu(here.section, "Reset").click()
    here.assert_answers(words=START)


def test_a_sentence_is_typed_and_unknown_words_are_named(sentence):
    here = sentence()
    here.unfold()
    here.field.fill("The bear fed a unicorn.")
    assert "“unicorn”" in here.section.get_by_role("alert").inner_text()
    assert here.field.get_attribute("aria-invalid") == "true"
    assert here.words() == START
    here.field.fill("The bear was fed by a Fox.")
    assert not here.section.get_by_role("alert").is_visible()
    here.field.press("Enter")
    here.assert_answers(words="the bear was fed by a fox")


def test_clauses_lead_beyond_the_trained_length_until_there_is_no_room(sentence):
    here = sentence()
    more = here.button("Add another clause")
    words = START
    for clause in EXPLORER.controls[0].more:
        more.click()
        words += f" {clause}"
        here.assert_answers(words=words)
    assert "those of training had at most 16" in here.section.locator(".pe-sentence").inner_text()
    assert len(words.split()) == EXPLORER.controls[0].longest and more.is_disabled()


def test_encoding_and_start_change_what_is_said_on_the_tiles(sentence):
    here = sentence()
    weights = []
    here.page.on("request", lambda request: weights.append(request.url.rpartition("/")[2]))
    here.section.get_by_label("Encoding").select_option("rope")
    here.assert_answers(words=START, encoding="rope")
    assert weights == ["sentences_rope.json"]
    here.section.get_by_label("Start at position").fill("4")
    here.assert_answers(words=START, encoding="rope", start=4)
    assert here.tiles.nth(0).get_attribute("title") == "position 4"
    here.section.get_by_label("Encoding").select_option("sinusoidal")
    here.assert_answers(words=START, start=4)
    here.section.get_by_label("Attention").select_option("2.3")
    here.assert_answers(words=START, start=4, look="2.3")


def test_the_address_keeps_a_sentence_and_back_and_reset_restore_it(sentence):
    here = sentence("#sentence:words=dog%20chased%20cat,encoding=alibi")
    here.assert_answers(words="dog chased cat", encoding="alibi")
    from_menu(here.section, "Reset").click()
    here.assert_answers(words=START)
    here.button("Swap two nouns").click()
    here.assert_answers(words="the cat chased the dog")
    here.page.wait_for_url("**words=the%20cat%20chased%20the%20dog*")
    here.page.go_back()
    here.assert_answers(words="dog chased cat", encoding="alibi")


def test_an_address_with_an_unknown_word_leaves_the_sentence(sentence):
    sentence("#sentence:words=the%20unicorn").assert_answers(words=START)


def test_what_was_changed_is_read_out_once(sentence):
    here = sentence(script=fake_timers("ANNOUNCE_DELAY_MS"))
    here.button("Swap two nouns").click()
    here.assert_answers(words="the cat chased the dog")
    here.page.evaluate("fireTimers()")
    status = here.section.locator(".pe-status").inner_text()
    assert status == text_of(EXPLORER, words="the cat chased the dog").sentence


def test_weights_that_do_not_come_are_said_and_asked_for_again(sentence):
    here = sentence()
    here.page.route("**/sentences_rope.json*", lambda route: route.abort())
    here.section.get_by_label("Encoding").select_option("rope")
    message = here.section.locator(".pe-message")
    message.wait_for()
    assert "could not be loaded" in message.inner_text()
    here.section.get_by_label("Encoding").select_option("sinusoidal")
    here.assert_answers(words=START)


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_overflows_and_axe_finds_nothing(sentence, axe, width):
    here = sentence(width=width)
    here.unfold()
    assert violations(here.page, axe) == []
    assert here.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_paper_the_settings_are_said_in_words(sentence):
    here = sentence("#sentence:encoding=rope")
    here.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    said = here.section.locator(".pe-paper").text_content()
    assert said.startswith(f"Your sentence: {START}; Encoding: RoPE; Start at position: 0")


def test_a_simple_page_begins_with_two_choices_and_folds_the_rest_away(simple_address, open_page):
    visit = open_page(simple_address, width=390)
    here = Sentence(visit)
    pressed = here.section.locator(".pe-preset [aria-pressed=true]")
    assert pressed.all_inner_texts() == [START, "with positions"]
    assert not here.section.get_by_label("Encoding").is_visible()
    swapped = "the cat chased the dog"
    for key in ("Tab", "Tab", "Tab", "Enter"):  # the menu, and the two sentences
        here.page.keyboard.press(key)
    here.page.wait_for_function(SAYS, arg=text_of(EXPLORER, words=swapped).sentence)
    assert here.words() == swapped and "cat" in here.section.locator(".pe-sentence").inner_text()
    here.button("without positions").click()
    here.page.wait_for_function(
        SAYS, arg=text_of(EXPLORER, words=swapped, encoding="none").sentence
    )
    here.tiles.nth(1).click()
    here.tiles.nth(4).click()
    here.page.wait_for_function(SAYS, arg=text_of(EXPLORER, encoding="none").sentence)
    assert pressed.all_inner_texts() == [START, "without positions"]
    here.section.get_by_text("More settings").click()
    here.section.get_by_label("Encoding").select_option("rope")
    here.page.wait_for_function(SAYS, arg=text_of(EXPLORER, encoding="rope").sentence)
    assert pressed.all_inner_texts() == [START]
    here.button("Clear").click()
    assert here.field.is_visible() and here.words() == ""
    from_menu(here.section, "Reset").click()
    here.page.wait_for_function(SAYS, arg=text_of(EXPLORER).sentence)
    assert pressed.all_inner_texts() == [START, "with positions"]
    assert not visit.take_problems()


def test_tiles_are_as_large_before_the_answers_as_after_them(open_page, address):
    visit = open_page("about:blank", width=390)
    visit.page.route("**/sentences_*.json", lambda route: None)
    visit.page.goto(address)
    tiles = visit.page.locator(".pe-tiles")
    tiles.locator("li").first.wait_for()
    before = tiles.bounding_box()
    visit.page.unroute("**/sentences_*.json")
    visit.page.reload()
    visit.page.locator(".pe-tiles small", has_text="acted upon").first.wait_for()
    assert tiles.bounding_box() == before
