"""Chapter 8: which equation sees which mistake in RoPE."""

import numpy as np
import pytest

from pe_book.mistakes import rotary, rotary_checks
from pe_book.mistakes.stored import galleries
from tests.explorers.galleries import assert_cards_and_bars, expected_of, on_card
from tests.rendered import view_of

expected = expected_of("equations")


def test_cards_and_bars_are_drawn():
    assert_cards_and_bars("equations", "equations")


#: x: the equation is broken, in the order of the checks.
EQUATIONS = {
    "halves for neighbors": "....xx",
    "turned the other way": "....xx",
    "base lost": "....xx",
    "key heads in turn": "....xx",
    "keys turned backwards": "x..xxx",
    "queries alone": "x..xxx",
    "values rotated": "x..xxx",
    "restarted with the cache": ".xx...",
    "cached keys turned again": ".xx...",
    "length of the cache": "..x...",
    "padding not masked": "..x...",
    "restarted, not masked": "...x..",
    "positions in bfloat16": "x....x",
    "angles in bfloat16": "x....x",
    "table ends": ".....x",
    "rounded at the end": "......",
    "padding counted": "......",
    "restarted and masked": "......",
}


def test_each_equation_sees_its_mistakes():
    names = ["shifted", "cached", "padded", "packed", "reference", "longer"]
    found = {
        exhibit: "".join(
            {"caught": "x", "missed": "."}[mark]
            for mark in (
                view_of("equations", exhibit=exhibit, check=name).sentences[1] for name in names
            )
        )
        for exhibit in EQUATIONS
    }
    assert found == EQUATIONS
    assert list(EQUATIONS) == [each.name for each in rotary.ROTARY_MISTAKES]


def heads_of(x: np.ndarray, base: float, positions: np.ndarray) -> np.ndarray:
    """Return the outputs of rotary heads, by complex numbers and one query after the other."""
    turn = np.exp(-1j * np.multiply.outer(positions, base ** (-np.arange(8) / 8)))
    outputs = np.zeros((len(x), 4, 16))
    for h in range(4):
        q, k = (x @ w[:, i] for w, i in ((rotary.W_Q, h), (rotary.W_K, h // 2)))
        q, k = ((a[:, 0::2] + 1j * a[:, 1::2]) * turn for a in (q, k))
        for p in range(len(x)):
            weights = np.exp((k[: p + 1] @ q[p].conj()).real / 4)
            outputs[p, h] = weights @ (x[: p + 1] @ rotary.W_V[:, h // 2]) / weights.sum()
    return outputs.reshape(len(x), -1)


@pytest.mark.parametrize(
    ("exhibit", "check", "base", "positions"),
    [
        ("base lost", "reference", 1e4, np.arange(12)),
        ("restarted with the cache", "cached", 5e5, np.append(np.arange(6), np.zeros(6))),
        ("length of the cache", "padded", 5e5, np.append(np.arange(6), np.arange(11, 17))),
    ],
)
def test_equations_show_what_outputs_are_off_by(exhibit, check, base, positions):
    right = heads_of(rotary_checks.TEXT, 5e5, np.arange(12))
    size = np.sqrt(np.mean(right**2))
    difference = (heads_of(rotary_checks.TEXT, base, positions) - right) / size
    view = view_of("equations", exhibit=exhibit, check=check)
    card = on_card(view, 1, "equations", exhibit)
    np.testing.assert_allclose(card, difference[:, :16], atol=0.0051)
    errors = np.sqrt(np.mean(difference**2, axis=1)) / 0.02
    kept = galleries()["equations"]
    shown = kept["errors"][kept["exhibits"].index(exhibit)][kept["checks"].index(check)]
    shown = 10 ** (np.array(shown) / 100)
    np.testing.assert_allclose(shown[errors > 0.1], errors[errors > 0.1], rtol=0.013)
    assert view.values["times"] == pytest.approx(errors.max(), rel=0.06)
