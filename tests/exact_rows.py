"""Rows of the table to 60 digits, from mpmath: the judge of everything that computes them."""

from functools import cache, lru_cache

import pytest


@cache
def high_precision():
    """Return mpmath's numbers of 60 digits; without mpmath, the test that asks is skipped."""
    numbers = pytest.importorskip("mpmath").mp
    numbers.dps = 60
    return numbers


@lru_cache(maxsize=64)
def frequencies(d_model: int, base: float) -> list:
    """Return base**(-2j/d_model) for every pair."""
    mpf = high_precision().mpf
    return [mpf(base) ** (-mpf(2 * j) / d_model) for j in range((d_model + 1) // 2)]


def true_row(position: float, d_model: int, base: float = 10_000.0) -> list:
    """Return the row of any real position, d_model numbers of 60 digits."""
    mp, row = high_precision(), []
    for omega in frequencies(d_model, float(base)):
        angle = mp.mpf(position) * omega
        row += [mp.sin(angle), mp.cos(angle)]
    return row[:d_model]


def error_of(row, position: float, d_model: int, base: float = 10_000.0) -> float:
    """Return the largest distance of a row's entries from the truth."""
    truth = true_row(position, d_model, base)
    assert len(row) == len(truth)
    mpf = high_precision().mpf
    return float(max(abs(mpf(float(entry)) - true) for entry, true in zip(row, truth, strict=True)))
