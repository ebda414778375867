"""Parts that several explorers share: headings of panels, stems, and grids."""

import math
from collections.abc import Iterable, Sequence

from pe_book.numbers import nearest_whole


def heading(text: str, x: float, y: float) -> dict:
    """Return the annotation that heads a panel; x, y is the upper left corner of its domain."""
    place = {
        "xref": "paper",
        "yref": "paper",
        "x": x,
        "y": y,
        "xanchor": "left",
        "yanchor": "bottom",
    }
    return place | {"align": "left", "text": text, "showarrow": False}


def stems(keys: Sequence[float], values: Iterable[float]) -> dict:
    """Return stems from zero as one broken line, which moves faster than bars do."""
    x = [x for key in keys for x in (key, key, None)]
    return {"x": x, "y": [y for value in values for y in (0, value, None)]}


def log_grid(start: int, stop: int, count: int) -> list[int]:
    """Return whole numbers, evenly spaced on a log axis, each once, with both ends.

    >>> log_grid(1, 100, 5)
    [1, 3, 10, 32, 100]
    """
    low, high = math.log(start), math.log(stop)
    spaced = [low + i * (high - low) / (count - 1) for i in range(count)]
    return list(dict.fromkeys(nearest_whole(math.exp(x)) for x in spaced))
