"""The HTML of an explorer: whole without a script, and with all that a script asks for."""

from itertools import chain

import pytest
from bs4 import BeautifulSoup

from pe_book import explorers
from pe_book.declare import Slider
from pe_book.explorers import ALL
from pe_book.renderer import markup
from tests.rendered import text_of


@pytest.fixture
def on_page(monkeypatch):
    monkeypatch.setenv("PE_BOOK_BUILD", "1")


@pytest.mark.parametrize("name", ALL)
def test_the_page_gets_a_whole_explorer_and_no_widget(name, on_page):
    explorer = ALL[name]
    bundle = explorers.show(name)._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    page, text = BeautifulSoup(bundle["text/html"], "html.parser"), text_of(explorer)
    assert page.select_one(".pe-sentence").get_text() == text.sentence
    # Many have a still for a wide column and one for a narrow one, of which one is shown.
    has_two = "scene" in explorer.template or explorer.wide_layout
    labels = [svg["aria-label"] for svg in page.select("svg[aria-label]")]
    assert labels == [explorer.alt] * (2 if has_two else 1)
    assert [head.get_text() for head in page.find_all("th")] == text.header
    assert [cell.get_text() for cell in page.find_all("td")] == list(chain(*text.rows))
    named = {control["name"]: control["id"] for control in page.select("input, select")}
    assert set(named) == set(explorer.defaults)
    assert {label["for"] for label in page.find_all("label")} == set(named.values())
    # A slider is read out once, by its value's text, and the question is a heading.
    sliders = page.select("input[type=range]")
    assert all(slider["aria-valuetext"] for slider in sliders)
    assert [output["aria-live"] for output in page.find_all("output")] == ["off"] * len(sliders)
    [section], [heading] = page.find_all("section"), page.find_all("h3")
    assert section["aria-labelledby"] == heading["id"]
    ids = [element["id"] for element in page.select("[id]")]
    assert len(ids) == len(set(ids))
    # Disabled until a script runs, with a note for pages where none does.
    assert page.fieldset.has_attr("disabled") and page.noscript


@pytest.mark.parametrize(
    ("value", "expected"),
    [(1, "1 position"), (0, "0 positions"), (20000, "20,000 positions"), (-3, "−3 positions")],
)
def test_values_are_said_in_words(value, expected):
    slider = Slider("p", "P", -5, 30000, default=0, unit="positions")
    assert markup.slider_text(slider, value) == expected
    assert markup.slider_text(Slider("x", "X", 0, 1, 0.25, 0), 0.5) == "0.50"


def test_an_unknown_explorer_is_named():
    with pytest.raises(ValueError, match="an explorer is one of"):
        explorers.show("wave")
