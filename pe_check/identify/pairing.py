"""Which columns are sine and cosine of one angle: those whose squares add up to a constant."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pe_check.identify.rounding import Rounding

#: Rows that are looked at first, drawn: evenly spaced ones may share a column of a grid.
FIRST_ROWS = 96

#: Columns that may stand before the pairs: a coordinate each.
MAX_COORDINATES = 3


class Pairing(NamedTuple):
    """Pairs of columns, after some that belong to none, and the amplitude of all of them."""

    first: np.ndarray
    second: np.ndarray
    n_before: int
    amplitude: float
    layout: str

    def turned(self, table: np.ndarray, cosine_first: bool) -> np.ndarray:
        """Return cosine + i*sine of each pair, of size 1."""
        cosine, sine = (self.first, self.second) if cosine_first else (self.second, self.first)
        return (table[:, cosine] + 1j * table[:, sine]) / self.amplitude


def pairings(table: np.ndarray, stored: Rounding) -> Iterator[Pairing]:
    """Yield the ways to pair all columns, except the first few, that the rows allow."""
    rows = np.random.default_rng(0).permutation(len(table))[:FIRST_ROWS]
    squares = table[np.sort(rows)] ** 2
    for n_before in range(MAX_COORDINATES + 1):
        for first, stride in _blocks(squares[:, n_before:], stored):
            first = first + n_before
            amplitude = float(
                np.sqrt(np.mean(table[:, first] ** 2 + table[:, first + stride] ** 2))
            )
            sums = table[:, first] ** 2 + table[:, first + stride] ** 2
            if amplitude and np.ptp(sums) <= _tolerance(stored, amplitude**2):
                layout = _layout(table.shape[1] - n_before, stride)
                yield Pairing(first, first + stride, n_before, amplitude, layout)


def _tolerance(stored: Rounding, size: float) -> float:
    return size * (12 * stored.relative + 1e-6) + 8 * stored.absolute * np.sqrt(size)


def _layout(width: int, stride: np.ndarray) -> str:
    if np.all(stride == 1):
        return "interleaved"
    if np.all(stride == width // 2):
        return "halves"
    if np.ptp(stride):
        return "halves in blocks of several widths"
    return f"halves in blocks of {2 * stride[0]}"


def _blocks(squares: np.ndarray, stored: Rounding) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the first column of each pair, and how far its second column is from it."""
    width = squares.shape[1]
    if width % 2 or not width:
        return
    half = width // 2
    strides = [stride for stride in range(1, half + 1) if half % stride == 0]
    for stride in strides:
        first = np.arange(width).reshape(-1, 2, stride)[:, 0].ravel()
        sums = squares[:, first] + squares[:, first + stride]
        if np.ptp(sums) <= _tolerance(stored, float(sums.mean())):
            return first, stride
    return None
