"""What an explorer makes of the texts in an address, on each control's scale and beyond it."""

import pytest

from book.paths import ROOT
from pe_book.explorers import ALL
from tests.explorers.small_explorer import small

MODULE = ROOT / "pe_book/renderer/controls.mjs"
START = {"width": 8, "place": 1, "wave": "sin", "smooth": True}
BEYOND = {
    "width": ["1", "3", "6", "16", "-1e300", "NaN", "Infinity", "x", "1e999", "4,0"],
    "place": ["-1", "8", "8000", "-1e300", "NaN", "Infinity", "-Infinity", "x", "1,5"],
    "wave": ["", "x", "tan", "SIN", "constructor", "__proto__"],
    "smooth": ["", "x", "0", "1", "TRUE", "constructor"],
}


@pytest.fixture
def settings_from(node):
    """A function that returns an explorer's settings after an address with these texts."""

    def settings(explorer, texts: dict[str, str], start: dict) -> dict:
        specs = [control.spec() for control in explorer.controls]
        return node(MODULE, "settingsFrom", specs, texts, start)

    return settings


@pytest.mark.parametrize(
    ("texts", "changed"),
    [
        ({"width": "2"}, {"width": 2}),
        ({"place": "7"}, {"place": 7}),
        ({"place": "0"}, {"place": 0}),
        ({"wave": "cos"}, {"wave": "cos"}),
        ({"smooth": "false"}, {"smooth": False}),
    ],
)
def test_a_value_on_the_scale_is_taken(texts, changed, settings_from):
    assert settings_from(small(), texts, START) == START | changed


@pytest.mark.parametrize("name", START)
def test_a_text_beyond_the_scale_leaves_the_setting_as_it_was(name, settings_from):
    for text in BEYOND[name]:
        assert settings_from(small(), {name: text}, START) == START, text


def test_a_sentence_is_taken_if_all_its_words_are_known(settings_from):
    explorer = ALL["sentence"]
    known = {"words": "a fox fed the bear"}
    start = explorer.defaults
    assert settings_from(explorer, known, start) == start | known
    for text in ("", "xyzzy", "DOG DOG", " ".join(["dog"] * 99), "1"):
        assert settings_from(explorer, {"words": text}, start) == start, text
