"""Numbers, lists, and numbers of layers, as a reader writes them."""

from collections.abc import Iterable
from itertools import pairwise


def number(value: float, digits: int = 5) -> str:
    """Return a number as a reader writes it, a fraction in at most so many digits.

    >>> number(10000.0), number(0.25), number(1.13862943611)
    ('10,000', '0.25', '1.1386')
    """
    if abs(value) < 1e15 and value == int(value):
        return f"{int(value):,}" if abs(value) >= 10_000 else str(int(value))
    return f"{value:,.{digits}g}"


def listed(items: Iterable[object], most: int = 8) -> str:
    """Return the first items with commas between them, and an ellipsis if there are more.

    >>> listed(range(10), most=3)
    '0, 1, 2, …'
    """
    texts = [str(item) for item in items]
    return ", ".join(texts[:most]) + (", …" if len(texts) > most else "")


def ranges(layers: tuple[int, ...]) -> str:
    """Return numbers of layers, with those in a row and those in a pattern put together.

    >>> ranges((0, 1, 2, 4)), ranges((3, 7, 11, 15)), ranges((0, 1, 3, 4, 6, 7, 9, 10))
    ('0 to 2, 4', '3, 7, …, 15', '0, 1, 3, 4, 6, 7, 9, 10')
    """
    if len(layers) == 1:
        return str(layers[0])
    if layers == tuple(range(layers[0], layers[-1] + 1)):
        return f"{layers[0]} to {layers[-1]}"
    steps = {b - a for a, b in pairwise(layers)}
    if len(steps) == 1 and len(layers) > 3:
        return f"{layers[0]}, {layers[1]}, …, {layers[-1]}"
    parts, start = [], layers[0]
    for a, b in zip(layers, [*layers[1:], layers[-1] + 2], strict=True):
        if b != a + 1:
            parts.append(ranges(tuple(range(start, a + 1))) if a - start != 1 else f"{start}, {a}")
            start = b
    return ", ".join(parts) if len(parts) < 5 else f"{parts[0]}, {parts[1]}, …, {layers[-1]}"
