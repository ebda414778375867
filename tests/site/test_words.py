"""The sentence of tiles: moved, exchanged, taken and removed by pointer, finger and keys."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from playwright.sync_api import expect

from pe_book.renderer import bundle, markup
from tests.rendered import text_of, view_of
from tests.server import served
from tests.site.page_checks import violations
from tests.site.reader import ROOT, HeldRequests, fake_timers, from_menu
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
def simple_address(site):
    return f"{site}/simple.html"


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


def test_one_button_swaps_the_nouns_and_the_tiles_slide(sentence):
    here = sentence(reduced_motion="no-preference")
    here.page.evaluate(
        """() => {
          window.places = [];
          const tile = document.querySelectorAll(".pe-tiles > li")[1];
          new MutationObserver(() => places.push(parseFloat(tile.style.left)))
            .observe(tile, { attributes: true });
        }"""
    )
    here.button("Swap dog and cat").click()
    here.assert_answers(words=SWAPPED)
    here.page.wait_for_function(AT_REST)
    places = here.page.evaluate("places")
    assert len(set(places)) > 3 and places[0] > places[-1]
    assert here.page.evaluate("document.activeElement.textContent").endswith("Swap cat and dog")
    here.button("Swap cat and dog").click()
    here.assert_answers(words=START)


def test_without_motion_the_tiles_are_there_at_once(sentence):
    here = sentence(reduced_motion="reduce")
    before = here.tiles.nth(1).bounding_box()
    here.button("Swap dog and cat").click()
    here.page.wait_for_function(SAYS, arg=text_of(EXPLORER, words=SWAPPED).sentence)
    assert here.tiles.nth(1).bounding_box() == before


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


def test_the_tab_key_stops_at_one_tile(sentence):
    here = sentence()
    tabbable = here.tiles.and_(here.page.locator("[tabindex='0']"))
    assert tabbable.count() == 1
    here.tiles.nth(2).focus()
    assert tabbable.text_content() == "chased"
    here.page.keyboard.press("Tab")
    assert here.page.evaluate("!document.activeElement.closest('.pe-tiles')")


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


def test_a_scroll_that_begins_on_a_tile_changes_nothing(sentence):
    here = sentence(width=390, has_touch=True)
    styles = "(tile) => getComputedStyle(tile).touchAction"
    assert here.tiles.nth(0).evaluate(styles) == "none"
    here.tiles.nth(0).evaluate(
        """(tile) => {
          const at = { bubbles: true, pointerId: 1, isPrimary: true, pointerType: "touch" };
          tile.dispatchEvent(new PointerEvent("pointerdown", at));
          tile.dispatchEvent(new PointerEvent("pointercancel", at));
        }"""
    )
    here.assert_answers(words=START)
    long = sentence(
        "#sentence:words=dog%20chased%20cat%20today%20again%20and%20the", width=390, has_touch=True
    )
    assert long.tiles.nth(0).evaluate(styles) == "pan-y"


def test_a_word_is_typed_on_its_tile_and_answers_at_once(sentence):
    here = sentence()
    here.tiles.nth(1).click()
    expect(here.written).to_be_focused()
    assert here.offered.all_inner_texts()[:2] == ["dog", "cat"]
    here.page.keyboard.type("bea")
    assert here.offered.all_inner_texts() == ["bear"]
    here.page.keyboard.type("r")
    here.page.wait_for_function(
        SAYS, arg=text_of(EXPLORER, words="the bear chased the cat").sentence
    )
    here.page.keyboard.press("Enter")
    here.assert_answers(words="the bear chased the cat")
    assert here.page.evaluate("document.activeElement.textContent") == "bear"
    # A letter on a tile begins to write; Escape gives the word back.
    here.page.keyboard.type("fox")
    here.page.wait_for_function(
        SAYS, arg=text_of(EXPLORER, words="the fox chased the cat").sentence
    )
    here.page.keyboard.press("Escape")
    here.assert_answers(words="the bear chased the cat")
    assert not here.visit.take_problems()


def test_an_unknown_word_offers_the_nearest_ones(sentence):
    here = sentence()
    here.tiles.nth(4).click()
    here.page.keyboard.type("mosue")
    assert "“mosue”" in here.section.get_by_role("alert").inner_text()
    assert here.written.get_attribute("aria-invalid") == "true"
    assert here.offered.all_inner_texts()[0] == "mouse"
    here.page.keyboard.press("Enter")
    expect(here.written).to_be_focused()
    here.page.keyboard.press("ArrowDown")
    chosen = here.page.locator(f"#{here.written.get_attribute('aria-activedescendant')}")
    assert chosen.inner_text() == "mouse" and chosen.get_attribute("aria-selected") == "true"
    here.page.keyboard.press("Enter")
    here.assert_answers(words="the dog chased the mouse")
    assert not here.section.get_by_role("alert").is_visible()
    here.tiles.nth(4).click()
    here.page.keyboard.type("unicorn")
    here.offered.first.click()
    here.assert_answers(words=" ".join([*START.split()[:4], nearest("unicorn")]))
    # Left with a word that the model does not know, the tile keeps its own.
    here.tiles.nth(1).click()
    here.page.keyboard.type("xyz")
    here.page.keyboard.press("Tab")
    assert here.words().split()[1] == "dog"


def nearest(text: str) -> str:
    """Return the word of the vocabulary that takes the fewest steps, the first of several."""
    words = [word for _, group in EXPLORER.controls[0].groups for word in group]

    @cache
    def steps(one: str, other: str) -> int:
        if not one or not other:
            return len(one) + len(other)
        return min(
            steps(one[1:], other) + 1,
            steps(one, other[1:]) + 1,
            steps(one[1:], other[1:]) + (one[0] != other[0]),
        )

    return min(words, key=lambda word: steps(text, word))


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


def test_a_whole_sentence_is_typed_and_unknown_words_are_named(sentence):
    here = sentence()
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
    while more.is_enabled():
        more.click()
    assert EXPLORER.controls[0].longest - 7 < here.tiles.count() <= EXPLORER.controls[0].longest


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
    here.button("Swap dog and cat").click()
    here.assert_answers(words="the cat chased the dog")
    here.page.wait_for_url("**words=the%20cat%20chased%20the%20dog*")
    here.page.go_back()
    here.assert_answers(words="dog chased cat", encoding="alibi")


def test_an_address_with_an_unknown_word_leaves_the_sentence(sentence):
    sentence("#sentence:words=the%20unicorn").assert_answers(words=START)


def test_what_was_changed_is_read_out_once(sentence):
    here = sentence(script=fake_timers("ANNOUNCE_DELAY_MS"))
    here.button("Swap dog and cat").click()
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


def test_weights_aborted_because_the_reader_leaves_are_not_reported(sentence):
    here = sentence()
    held = HeldRequests(here.page, "**/sentences_rope.json*")
    here.section.get_by_label("Encoding").select_option("rope")
    held.abort_as_on_leaving()
    assert not here.section.locator(".pe-message").is_visible()


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_overflows_and_axe_finds_nothing(sentence, axe, width):
    here = sentence(width=width)
    here.tiles.nth(1).click()
    assert violations(here.page, axe) == []
    assert here.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_paper_the_settings_are_said_in_words(sentence):
    here = sentence("#sentence:encoding=rope")
    here.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    text = here.section.locator(".pe-paper").text_content()
    assert text.startswith(f"Your sentence: {START}; Encoding: RoPE; Start at position: 0")
    here.page.emulate_media(media="print")
    assert here.section.locator(".pe-drawing > svg").is_visible()
    assert not here.section.locator(".pe-tiles").is_visible()


def test_a_simple_page_has_a_switch_and_folds_the_rest_away(simple_address, open_page):
    visit = open_page(simple_address, width=390)
    here = Sentence(visit)
    pressed = here.section.locator(".pe-preset [aria-pressed=true]")
    assert pressed.all_inner_texts() == ["with positions"]
    assert not here.section.get_by_label("Encoding").is_visible()
    here.button("without").click()
    guess = text_of(EXPLORER, encoding="none").sentence
    here.page.wait_for_function(SAYS, arg=guess)
    assert "It can only guess." in guess and pressed.all_inner_texts() == ["without"]
    assert here.section.locator(".pe-drawing .pe-slot path").count() == 0
    here.button("Swap dog and cat").click()
    here.page.wait_for_function(
        "document.querySelector('.pe-tiles').textContent.startsWith('thecat')"
    )
    assert here.section.locator(".pe-sentence").inner_text() == guess
    here.section.get_by_text("More settings").click()
    here.section.get_by_label("Encoding").select_option("rope")
    here.page.wait_for_function(
        SAYS, arg=text_of(EXPLORER, words=SWAPPED, encoding="rope").sentence
    )
    assert pressed.all_inner_texts() == []
    from_menu(here.section, "Reset").click()
    here.page.wait_for_function(SAYS, arg=text_of(EXPLORER).sentence)
    assert pressed.all_inner_texts() == ["with positions"]
    assert not visit.take_problems()


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves_when_the_figure_comes_to_life(open_page, address, width):
    page = open_page("about:blank", width=width).page
    page.route("**/stage.mjs*", lambda route: None)
    page.goto(address, wait_until="domcontentloaded")
    figure = page.locator(".pe-figure")
    still = figure.bounding_box()
    page.unroute("**/stage.mjs*")
    page.reload()
    page.locator(".pe-tiles > li").first.wait_for(state="attached")
    assert figure.bounding_box() == pytest.approx(still, abs=1)


def test_what_a_word_looks_at_stands_out_while_it_has_the_focus(sentence):
    here = sentence("#sentence:look=2.3")
    lines = here.section.locator(".pe-drawing .pe-looks > g")
    here.page.wait_for_function("document.querySelectorAll('.pe-looks > g').length > 4")
    shown = "(lines) => lines.map((line) => Number(line.getAttribute('opacity')))"
    quiet = lines.evaluate_all(shown)
    here.tiles.nth(1).focus()
    lit = lines.evaluate_all(shown)
    looks = view_of(EXPLORER, look="2.3").scene["looks"]
    for (one, *_), before, now in zip(looks, quiet, lit, strict=True):
        assert (now > before) == (one == 1)


def test_without_a_script_the_still_is_there_in_both_widths(open_page, address):
    for width, shown in ((1280, "pe-wide"), (390, "pe-narrow")):
        page = open_page(address, width=width, java_script_enabled=False).page
        stills = page.locator(".pe-still > svg")
        assert [s.get_attribute("class") for s in stills.all() if s.is_visible()] == [shown]
