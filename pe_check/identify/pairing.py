"""Which columns are sine and cosine of one angle: those whose squares add up to a constant."""

from typing import NamedTuple

import numpy as np

from pe_check.identify.rounding import Rounding

#: Rows that are looked at first, drawn: evenly spaced ones may share a column of a grid.
FIRST_ROWS = 96


class Pairing(NamedTuple):
    """Pairs of columns, and the amplitude of all of them."""

    first: np.ndarray
    second: np.ndarray
    amplitude: float
    layout: str

    def turned(self, table: np.ndarray, cosine_first: bool) -> np.ndarray:
        """Return cosine + i*sine of each pair, of size 1."""
        cosine, sine = (self.first, self.second) if cosine_first else (self.second, self.first)
        return (table[:, cosine] + 1j * table[:, sine]) / self.amplitude


def pairing_of(table: np.ndarray, stored: Rounding) -> Pairing | None:
    """Return the way to pair all columns that the rows allow: as neighbors, or in blocks."""
    width = table.shape[1]
    if width % 2:
        return None
    rows = np.random.default_rng(0).permutation(len(table))[:FIRST_ROWS]
    squares = table**2
    some = squares[np.sort(rows)]
    for stride in range(1, width // 2 + 1):
        if width // 2 % stride:
            continue
        first = np.arange(width).reshape(-1, 2, stride)[:, 0].ravel()
        if not _is_constant(some[:, first] + some[:, first + stride], stored):
            continue
        sums = squares[:, first] + squares[:, first + stride]
        amplitude = float(np.sqrt(np.mean(sums)))
        if not amplitude or not _is_constant(sums, stored):
            return None
        return Pairing(first, first + stride, amplitude, _layout(width, stride))
    return None


def _is_constant(sums: np.ndarray, stored: Rounding) -> bool:
    size = float(sums.mean())
    allowed = size * (12 * stored.relative + 1e-6) + 8 * stored.absolute * np.sqrt(size)
    return bool(np.ptp(sums) <= allowed)


def _layout(width: int, stride: int) -> str:
    if stride == 1:
        return "interleaved"
    return "halves" if stride == width // 2 else f"halves in blocks of {2 * stride}"
