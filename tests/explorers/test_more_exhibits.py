"""Chapter 8: rarer wrong tables, which test_gallery.py compares with their programs."""

from tests.explorers.galleries import assert_cards_and_bars, expected_of

expected = expected_of("more_tables")


def test_cards_and_bars_are_drawn():
    assert_cards_and_bars("more_exhibits", "more_tables")
