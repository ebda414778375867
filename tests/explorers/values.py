"""What an explorer's values are compared with: the settings to try, and whether two values agree.

`expected` of test_NAME.py returns the sentences, the values and the rows of the explorer NAME at
some settings, from mathematics of its own. test_every_explorer.py compares them at all ends of the
controls and at random settings.
"""

import random
from functools import cache
from unittest.mock import ANY

import numpy as np

from pe_book.explorers import ALL
from pe_book.renderer.node import View
from tests.rendered import extremes, sample, view_of

SAMPLES = 40
ENDS = 64


@cache
def neighbor_swaps(count: int) -> list[list[int]]:
    """Return all orders of 0..count-1 such that each step swaps two neighbors (Johnson-Trotter).

    >>> neighbor_swaps(3)
    [[0, 1, 2], [0, 2, 1], [2, 0, 1], [2, 1, 0], [1, 2, 0], [1, 0, 2]]
    """
    if count == 1:
        return [[0]]
    orders = []
    for turn, shorter in enumerate(neighbor_swaps(count - 1)):
        places = range(count) if turn % 2 else range(count - 1, -1, -1)
        orders += [[*shorter[:place], count - 1, *shorter[place:]] for place in places]
    return orders


def hands(d_model: int, base: float) -> np.ndarray:
    """Return the radians per position of every pair."""
    return np.exp(-np.log(base) * np.arange(d_model // 2) / (d_model / 2))


def settings_of(name: str) -> list[dict]:
    explorer, choose = ALL[name], random.Random(1)
    ends = list(extremes(explorer))
    ends = ends if len(ends) <= ENDS else choose.sample(ends, ENDS)
    return ends + [sample(explorer, choose.choice) for _ in range(SAMPLES)]


def agrees(found, expected) -> bool:
    """Return whether two values are equal, numbers to rounding; lists entry by entry.

    A number that is known less exactly is given as `pytest.approx`, and as ANY what is compared
    elsewhere.
    """
    if isinstance(expected, list | tuple):
        return len(found) == len(expected) and all(map(agrees, found, expected))
    if expected is ANY or hasattr(expected, "rel"):
        return found == expected
    if isinstance(expected, bool | str | None):
        return type(found) is type(expected) and found == expected
    return found is not None and bool(abs(found - expected) <= 1e-9 * max(1, abs(expected)))


@cache
def views(name: str) -> list[tuple[dict, View]]:
    """Return the settings that are tried of an explorer, each with its view."""
    return [(settings, view_of(ALL[name], **settings)) for settings in settings_of(name)]


def compare(view: View, settings: dict, sentences: list, values: dict, rows: list) -> None:
    """Compare an explorer's sentences, values and rows with those expected."""
    assert view.sentences == sentences, settings
    assert view.values.keys() == values.keys() | settings.keys()
    for key, value in values.items():
        assert agrees(view.values[key], value), (settings, key, view.values[key], value)
    assert agrees(view.rows, rows), (settings, view.rows, rows)


def broken(trace: dict) -> list[list[tuple]]:
    """Return the pieces of a broken line, each a list of points."""
    pieces = [[]]
    for x, y in zip(trace["x"], trace["y"], strict=True):
        if x is None or y is None:
            pieces.append([])
        else:
            pieces[-1].append((x, y))
    return [piece for piece in pieces if piece]
