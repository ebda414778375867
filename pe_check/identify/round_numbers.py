"""Round numbers near a measured one: usual ones first, then those of few digits."""

import math
from collections.abc import Iterable, Iterator


def round_numbers(
    value: float, margin: float, usual: Iterable[float], rounded: bool = True
) -> Iterator[tuple[float, float]]:
    """Yield (cost, number) for numbers within a margin of value: usual ones, then by their digits.

    The first of the usual ones costs nothing. A fraction 1/x costs what x does.
    """
    for place, number in enumerate(usual):
        if abs(number - value) <= margin:
            yield min(place, 1), number
    if not (rounded and value != 0 and math.isfinite(margin)):
        return
    for digits in (1, 2, 3):
        candidates = [_to_digits(value, digits)]
        if abs(value) < 1:
            candidates.append(1 / _to_digits(1 / value, digits))
        for number in candidates:
            if abs(number - value) <= margin:
                yield digits + 0.5, number


def _to_digits(value: float, digits: int) -> float:
    return float(f"{value:.{digits - 1}e}")
