"""Numbers in words are the same in Python and in JavaScript.

The mathematics of `pe_book/ported` is tested with the explorers, whose values it makes.
"""

import math
from pathlib import Path

import numpy as np
import pytest

import pe_book
from pe_book.declare import panels
from pe_book.text import numbers as wording

BOOK = Path(pe_book.__file__).parent
SEED = 20_170_612


TIES = [0.5, 1.5, 2.5, 0.125, 0.375, 1.005, 2.675, 0.0005, 9.995, 99.95, 999.5, 0.045, 1e6 + 0.5]
WORDINGS = [
    ("fixed", [0, 1, 2, 4]),
    ("significant", [1, 3]),
    ("scientific", [0, 1, 3]),
    ("percent", [0, 1]),
]


def neighbors(value: float) -> tuple[float, float, float]:
    """Return the value between the floats next to it."""
    return math.nextafter(value, 0), value, math.nextafter(value, math.inf)


def values_to_print() -> list[float]:
    """Return ties and their neighbors, powers of ten, zeros, and numbers of every size."""
    rng = np.random.default_rng(SEED)
    around = [x for tie in TIES for x in neighbors(tie)]
    powers = [10.0**power for power in range(-9, 9)] + [math.nextafter(1e-3, 0), 0.0]
    # On both sides of where a number close below a tie counts as the tie.
    slack = [tie - 1e-6 * side for tie in (0.5, 1234.5) for side in (0.99, 1.01)]
    sizes = rng.choice([-1, 1], 300) * 10 ** rng.uniform(-9, 9, 300)
    return [*around, *(-x for x in around), *powers, *slack, *map(float, sizes)]


@pytest.mark.parametrize(("function", "digits"), WORDINGS, ids=[w[0] for w in WORDINGS])
def test_numbers_are_worded_alike(node, function, digits):
    for count in digits:
        for value in values_to_print():
            ours = getattr(wording, function)(value, count)
            theirs = node(BOOK / "text/numbers.mjs", function, value, count)
            assert ours == theirs, (value, count)


@pytest.mark.parametrize(
    ("function", "bound"), [("scientific", 1e290), ("scientific", 1e-290), ("fixed", 2.0**53)]
)
def test_what_cannot_be_written_is_refused_by_both(node, function, bound):
    """The bound itself, and nothing on its near side."""
    python, module = getattr(wording, function), BOOK / "text/numbers.mjs"
    for sign in (1, -1):
        near = sign * math.nextafter(bound, 1.0)
        assert python(near) == node(module, function, near)
        with pytest.raises(ValueError, match=r"is needed, not -?\d"):
            python(sign * bound)
        with pytest.raises(RuntimeError, match=r"is needed, not -?\d"):
            node(module, function, sign * bound)


@pytest.mark.parametrize("value", TIES)
def test_a_last_bit_does_not_change_the_words(value):
    for digits in range(5):
        texts = {wording.fixed(x, digits) for x in neighbors(value)}
        assert len(texts) == 1
    assert "-" not in wording.fixed(-value, 3)


def test_words_alike(node):
    module = BOOK / "text/numbers.mjs"
    for number in (0, 1, 2, 10**6):
        for nouns in (("pair",), ("entry", "entries")):
            assert wording.plural(number, *nouns) == node(module, "plural", number, *nouns)
    for words in (["one"], ["one", "two"], ["one", "two", "three", "four"]):
        assert wording.listed(words) == node(module, "listed", words)
    assert panels.heading("a", 0.5, 1) == node(BOOK / "declare/panels.mjs", "heading", "a", 0.5, 1)
