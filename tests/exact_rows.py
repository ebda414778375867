"""Rows of the table to 60 digits, from mpmath: the judge of everything that computes them."""

from functools import lru_cache

from mpmath import mp, mpf

mp.dps = 60


@lru_cache(maxsize=64)
def frequencies(d_model: int, base: float) -> list:
    """Return base**(-2j/d_model) for every pair."""
    return [mpf(base) ** (-mpf(2 * j) / d_model) for j in range((d_model + 1) // 2)]


def true_row(position: float, d_model: int, base: float = 10_000.0) -> list:
    """Return the row of any real position, d_model numbers of 60 digits."""
    row = []
    for omega in frequencies(d_model, float(base)):
        angle = mpf(position) * omega
        row += [mp.sin(angle), mp.cos(angle)]
    return row[:d_model]


def error_of(row, position: float, d_model: int, base: float = 10_000.0) -> float:
    """Return the largest distance of a row's entries from the truth."""
    truth = true_row(position, d_model, base)
    assert len(row) == len(truth)
    return float(max(abs(mpf(float(entry)) - true) for entry, true in zip(row, truth, strict=True)))
