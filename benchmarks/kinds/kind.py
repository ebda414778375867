"""A kind of table: a function that makes one at random, and says what its answer must have."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

Rng = np.random.Generator


class Asked(NamedTuple):
    """A table, or a function, and what is to be said of it."""

    table: Any
    #: Regular expressions, each of which must match in the first two lines.
    words: tuple[str, ...]
    paper: bool = False
    #: Mistakes that may be named; no other one may.
    mistakes: tuple[str, ...] = ()


KINDS: dict[str, Callable[[Rng], Asked]] = {}


def kind(maker: Callable[[Rng], Asked]) -> Callable[[Rng], Asked]:
    KINDS[maker.__name__.replace("_", " ")] = maker
    return maker


def count(n: float) -> str:
    """Return the regular expression of a number as `identify` writes it."""
    return re.escape(f"{n:,.10g}")


def width(rng: Rng, *choices: int) -> int:
    return int(rng.choice(choices or (32, 48, 64, 96, 128)))


def length(rng: Rng, low: int = 64, high: int = 0) -> int:
    return int(rng.integers(low, high or low + 240))


def plane(rng: Rng, low: int = 8, high: int = 20) -> tuple[int, int, np.ndarray, np.ndarray]:
    """Return height and width, which differ, and each patch's row and column, row by row."""
    h, w = map(int, rng.choice(np.arange(low, high), size=2, replace=False))
    y, x = np.divmod(np.arange(h * w), w)
    return h, w, y.astype(float), x.astype(float)
