"""Chapter 6: a head that looks some positions back."""

import itertools
import math
from functools import cache

import numpy as np

from pe_book.explorers import ALL
from pe_book.ported.seeded_random import seeded_numbers
from tests.explorers.values import views

ROWS = 64


@cache
def words_as_pairs() -> np.ndarray:
    """Return the words' vectors of length 1, each pair as one complex number: (64, 256)."""
    vectors = np.array(seeded_numbers("words", ROWS * 512)).reshape(ROWS, 256, 2)
    vectors /= np.sqrt((vectors**2).sum(axis=(1, 2), keepdims=True))
    return vectors[..., 0] + 1j * vectors[..., 1]


def scores_of(offset: int, words: int, position: int) -> np.ndarray:
    """Return a query's scores, in which a turn is a product."""
    p, omega = np.arange(ROWS)[:, np.newaxis], 10_000.0 ** (-np.arange(256) / 256)
    x = 1j * np.exp(-1j * p * omega) + words * words_as_pairs()
    query = x[position] * np.exp(1j * offset * omega)
    return (query.conj() * x).real.sum(axis=1)


def weights_of(scores: np.ndarray, sharpness: int) -> np.ndarray:
    powers = np.exp(sharpness * (scores - scores.max()) / math.sqrt(512))
    return powers / powers.sum()


def expected(offset, sharpness, words, position):
    scores = scores_of(offset, words, position)
    weights = weights_of(scores, sharpness)
    wanted, found = position - offset, int(scores.argmax())
    first, second = np.sort(scores)[:-3:-1]
    elsewhere = "own word" if found == position else "other word"
    values = {
        "weight": weights[found],
        "back": position - found,
        "wanted": wanted,
        "lead": first - second,
    }
    shown = sorted({*range(wanted - 1, wanted + 2), position, found} & {*range(ROWS)})
    rows = [[s, scores[s], weights[s]] for s in shown]
    return ["back" if found == wanted else elsewhere], values, rows


def test_the_key_that_the_head_looks_for_has_a_position_at_all_settings():
    controls = {control.name: [*control.values()] for control in ALL["look_back"].controls}
    for position, offset in itertools.product(controls["position"], controls["offset"]):
        assert 0 <= position - offset < ROWS, (position, offset)


def test_scores_and_weights_of_the_query_are_drawn():
    for settings, view in views("look_back"):
        scores = scores_of(*(settings[name] for name in ("offset", "words", "position")))
        np.testing.assert_allclose(view.traces[0]["y"], scores, rtol=1e-9, atol=1e-9)
        weights = weights_of(scores, settings["sharpness"])
        np.testing.assert_allclose(view.traces[2]["y"][1::3], weights, atol=1e-9)
        assert 1 < view.layout["yaxis2"]["range"][1] / weights.max() < 1.2
