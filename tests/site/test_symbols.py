"""A letter of a formula and what stands for it in the figure light up together."""

import pytest

from pe_book import explorers
from tests.rendered import text_of
from tests.site.page_checks import violations
from tests.site.reader import SCREENS, make_first_move

LIT = """(name) => [...document.querySelectorAll(`#explorer-${name} .pe-sheet .pe-lit`)]
  .map((e) => e.dataset.trace ? `trace ${e.dataset.trace}` : `shape ${e.dataset.shape}`)"""
FOCUSED = "document.activeElement.name"
PAGES = {
    "shift": "chapters/04_offsets_are_rotations",
    "fingerprint": "chapters/02_formula",
    "arrows": "chapters/07_rope_in_15_minutes",
}
# The parts of the figure that each letter of the law lights up.
LETTERS = {
    "shift": {"p": ["trace 2"], "k": ["trace 1", "trace 3"], "ω": ["trace 1"]},
    "fingerprint": {"p": ["shape 0"], "j": ["shape 1"], "ω": ["trace 2"]},
    "arrows": {
        "m": ["trace 19", "trace 7"],
        "n": ["trace 20", "trace 8"],
        "q": ["trace 4"],
        "k": ["trace 5"],
    },
}


@pytest.fixture
def joined(book_url, open_page):
    """A function that opens an explorer's page, its figure drawn and its letters joined."""

    def joined(name: str):
        visit = open_page(f"{book_url}/{PAGES[name]}.html#{name}:")
        make_first_move(visit.page)
        visit.page.locator(f"#explorer-{name}").scroll_into_view_if_needed()
        visit.page.locator(f"#explorer-{name} .pe-drawing").wait_for()
        formula = visit.page.locator("div.math:has(+ .pe-law)")
        formula.locator(".pe-symbol").first.wait_for(state="attached")
        return visit, formula

    return joined


@pytest.mark.parametrize("name", PAGES)
def test_a_letter_lights_up_its_part_of_the_figure(name, joined):
    visit, formula = joined(name)
    page = visit.page
    law = page.locator(".pe-law")
    before = law.inner_text()
    for letter, parts in LETTERS[name].items():
        formula.locator(".pe-symbol").get_by_text(letter, exact=True).first.hover()
        assert sorted(page.evaluate(LIT, name)) == parts
    # The other way round: a slider lights up its letter, and the law has its number.
    page.mouse.move(1, 1)
    slider = page.locator(f"#pe-{name}-position")
    slider.press("ArrowRight")
    lit = formula.locator(".pe-symbol.pe-lit")
    assert set(lit.all_inner_texts()) == {next(iter(LETTERS[name]))}
    assert law.inner_text() != before
    assert not visit.take_problems()


# The formula goes to that edge of the window behind which its figure is.
SCROLL_FIGURE_OUT_OF_VIEW = """([formula, name]) => {
  const figure = document.querySelector(`#explorer-${name} .pe-figure`);
  const above = figure.compareDocumentPosition(formula) & Node.DOCUMENT_POSITION_FOLLOWING;
  formula.scrollIntoView({ block: above ? "start" : "end", behavior: "instant" });
}"""
BOXES = """(formula) => [formula, document.querySelector(".pe-drawing:popover-open")]
  .map((e) => e?.getBoundingClientRect().toJSON())"""


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", SCREENS)
def test_a_letter_shows_a_preview_of_a_figure_that_is_out_of_view(name, width, joined):
    visit, formula = joined(name)
    page = visit.page
    visit.look(width=width)
    place = page.locator(f"#explorer-{name} .pe-figure")
    preview = page.locator(".pe-drawing:popover-open")
    page.evaluate(SCROLL_FIGURE_OUT_OF_VIEW, [formula.element_handle(), name])
    before = place.bounding_box()
    letter = next(iter(LETTERS[name]))
    formula.locator(".pe-symbol").get_by_text(letter, exact=True).first.hover()
    preview.wait_for()
    below, drawn = formula.evaluate(BOXES)
    window = page.viewport_size
    assert drawn["left"] >= 0 and drawn["right"] <= window["width"]
    assert drawn["top"] >= 0 and drawn["bottom"] <= window["height"]
    assert drawn["bottom"] <= below["top"] or drawn["top"] >= below["bottom"]
    assert sorted(page.evaluate(LIT, name)) == LETTERS[name][letter]
    assert place.bounding_box()["height"] == before["height"]
    page.mouse.move(1, 1)
    preview.wait_for(state="detached")
    # By keyboard, too, until the reader scrolls to it.
    formula.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    preview.wait_for()
    place.evaluate("(figure) => figure.scrollIntoView({ block: 'center', behavior: 'instant' })")
    preview.wait_for(state="detached")
    assert not visit.take_problems()


@pytest.mark.parametrize("name", PAGES)
def test_arrow_keys_go_through_the_letters_of_a_formula(name, joined, axe):
    visit, formula = joined(name)
    page = visit.page
    formula.focus()
    page.keyboard.press("Shift+Tab")  # and come back as a reader with a keyboard comes
    page.keyboard.press("Tab")
    assert formula.evaluate("(formula) => formula === document.activeElement")
    names = formula.locator(".pe-symbol").all_inner_texts()
    names = list(dict.fromkeys(names))
    assert set(LETTERS[name]) <= set(names)
    label = formula.get_attribute("aria-label")
    assert label == f"Formula. The arrow keys show in the figure: {', '.join(names)}."
    status = page.locator(f"#explorer-{name} .pe-status")
    symbols = {symbol.letter: symbol for symbol in explorers.ALL[name].symbols}
    labels = {control.name: control.label for control in explorers.ALL[name].controls}

    def shows(letter: str) -> None:
        lit = formula.locator(".pe-symbol.pe-lit").all_inner_texts()
        assert set(lit) == {letter}
        assert sorted(page.evaluate(LIT, name)) == LETTERS[name].get(letter, [])
        labels_shown = [part.rpartition(": ")[0] for part in status.inner_text().split("; ")]
        assert labels_shown == [labels[setting] for setting in symbols[letter].settings]

    shows(names[0])
    for letter in names[1:]:
        page.keyboard.press("ArrowRight")
        shows(letter)
    page.keyboard.press("ArrowRight")  # there is none after the last
    shows(names[-1])
    page.keyboard.press("ArrowLeft")
    shows(names[-2])
    assert not violations(page, axe, formula)
    page.keyboard.press("Escape")
    assert not page.locator(".pe-lit").count()
    page.keyboard.press("ArrowRight")
    shows(names[0])
    page.keyboard.press("Tab")  # to a control of the explorer, which lights up its own letter
    lit = set(formula.locator(".pe-lit").all_inner_texts())
    assert formula.get_attribute("data-letter") is None
    assert names[0] not in lit or page.evaluate(FOCUSED) == symbols[names[0]].settings[0]
    assert not visit.take_problems()


# How far the end of the line is from the formula above it.
BELOW = """(law) => law.getBoundingClientRect().bottom
  - law.previousElementSibling.getBoundingClientRect().top"""


@pytest.mark.parametrize("name", PAGES)
def test_the_line_below_a_law_moves_nothing_at_any_setting(name, joined):
    explorer = explorers.ALL[name]
    longest = sorted(explorer.extremes(), key=lambda each: len(text_of(explorer, **each).law))[-3:]
    visit, _ = joined(name)
    page, law = visit.page, visit.page.locator(".pe-law")
    for width in (1280, 390, 320):
        visit.look(width=width)
        page.evaluate("(name) => { location.hash = `${name}:` }", name)
        law.filter(has_text=text_of(explorer, **explorer.defaults).law).wait_for()
        assert law.is_visible()
        below = law.evaluate(BELOW)
        for settings in longest:
            given = ",".join(f"{setting}={value}" for setting, value in settings.items())
            page.evaluate("(hash) => { location.hash = hash }", f"{name}:{given}")
            law.filter(has_text=text_of(explorer, **settings).law).wait_for()
            assert law.evaluate(BELOW) == below, (width, settings)


@pytest.mark.parametrize("name", PAGES)
def test_the_line_below_a_law_stands_there_without_javascript(name, book_url, open_page):
    visit = open_page(f"{book_url}/{PAGES[name]}.html", java_script_enabled=False)
    explorer = explorers.ALL[name]
    law = visit.page.locator("div.math + .pe-law")
    assert law.inner_text() == text_of(explorer, **explorer.defaults).law
    assert law.is_visible()
