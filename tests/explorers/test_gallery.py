"""Chapter 8: which check sees which wrong table."""

import math

import numpy as np
import pytest

from pe_book import mistakes
from pe_book.mistakes import stored
from tests.explorers.galleries import assert_cards_and_bars, expected_of, on_card
from tests.rendered import view_of

expected = expected_of("tables")


def test_cards_and_bars_are_drawn():
    assert_cards_and_bars("gallery", "tables")


@pytest.mark.parametrize("mistake", mistakes.MISTAKES, ids=lambda mistake: mistake.name)
def test_a_card_shows_what_the_table_is_off_by_and_a_mark_what_a_check_finds(mistake):
    name = "more_exhibits" if mistake in mistakes.RARE else "gallery"
    right = [
        [(math.sin, math.cos)[c % 2](p / 10_000 ** (c // 2 * 2 / 8)) for c in range(8)]
        for p in range(16)
    ]
    wrong = np.asarray(mistake.implementation(16, 8, 10_000.0), float)
    marks = {"passes": "missed", "fails": "caught", "crashes": "crashed"}
    for check, outcome in mistakes.run_checks(mistake.implementation).items():
        view = view_of(name, exhibit=mistake.name, check=check)
        np.testing.assert_allclose(on_card(view, 0, name, mistake.name), wrong, atol=0.0051)
        np.testing.assert_allclose(on_card(view, 1, name, mistake.name), wrong - right, atol=0.0051)
        assert view.sentences[1] == marks[outcome]
        assert (view.values["times"] > 1) == (outcome == "fails") or check == "fast first"


@pytest.mark.parametrize(
    ("name", "exhibit", "check", "times"),
    [
        # Row 0 is 1, 0, 1, 0, … where 0, 1, 0, 1, … is wanted: off by 1, and 1e-6 is allowed.
        ("more_exhibits", "sine and cosine swapped", "first row", 1e6),
        # At d = 64 the norm of a row of sines alone is 0 at position 0, and 1e-5 is allowed.
        ("more_exhibits", "sine alone", "norm", 1e5),
        # The exponent is doubled, so the slowest pair turns by 1e4 ** (-62 / 64) of what it should.
        ("gallery", "double step", "wavelength", 1e4),
    ],
)
def test_an_error_is_measured_against_what_is_allowed(name, exhibit, check, times):
    assert view_of(name, exhibit=exhibit, check=check).values["times"] == times


@pytest.mark.slow
def test_the_stored_galleries_are_those_computed():
    stored_now = stored.computed()
    for kind, kept in stored.galleries().items():
        assert {key: stored_now[kind][key] for key in ("exhibits", "checks", "marks")} == {
            key: kept[key] for key in ("exhibits", "checks", "marks")
        }
        for key in ("errors", "differences"):
            for one, other in zip(flat(stored_now[kind][key]), flat(kept[key]), strict=True):
                # Less than a tenth of what is allowed is rounding, which differs by processor.
                rounding = key == "errors" and max(one, other) < -100
                assert rounding or abs(one - other) <= 1, (kind, key)


def flat(values: list) -> list[int]:
    """Return the numbers in nested lists."""
    return [n for value in values for n in (flat(value) if isinstance(value, list) else [value])]
