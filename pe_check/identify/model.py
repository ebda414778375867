"""A table as a form and four numbers, which can be held against every entry."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from pe_check.identify.rounding import TOL_FLOAT64, Rounding

PAPER_BASE = 10_000.0
#: How often what an entry may be off must fit into the amplitude, or it proves nothing.
PROOF = 32.0

#: Entries that are compared at once, so that the arrays of a comparison stay small.
ENTRIES_AT_ONCE = 2**16


class Form(NamedTuple):
    """What each column is: the j of its frequency, whole or not, and whether it is a cosine."""

    layout: str
    j: np.ndarray
    cosine: np.ndarray
    kind: str = "pair"  # which columns share a frequency; see `rules`
    findings: tuple[str, ...] = ()

    def pairs(self, table: np.ndarray) -> np.ndarray:
        """Return cosine + i*sine of each whole pair."""
        n_pairs = len(self.j) // 2
        sines, cosines = np.flatnonzero(~self.cosine), np.flatnonzero(self.cosine)
        return table[:, cosines[:n_pairs]] + 1j * table[:, sines[:n_pairs]]


class Model(NamedTuple):
    """amplitude * (sine or cosine of (start + step*row) * omega) + constant."""

    form: Form
    start: float
    step: float
    omega: np.ndarray  # of each column, in radians per position
    decay: float = np.nan  # omega is exp(-decay * j), up to a factor; NaN where it is measured
    amplitude: float = 1.0
    constant: float | np.ndarray = 0.0  # an array: each column has its own
    fitted: Mapping[str, float] = {}  # the numbers that are fitted, and how uncertain each is

    @property
    def exact(self) -> bool:
        """Whether every number of the model is given, and none is fitted or measured."""
        return not (self.fitted or np.isnan(self.decay))

    def values(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the model's rows, their slopes by the angle, and the angles."""
        angles = np.multiply.outer(self.start + self.step * rows, self.omega)
        sines, cosines = self.amplitude * np.sin(angles), self.amplitude * np.cos(angles)
        values = np.where(self.form.cosine, cosines, sines) + self.constant
        return values, np.where(self.form.cosine, -sines, cosines), angles


class Comparison(NamedTuple):
    """Whether each entry agrees with a model, the largest error, and the row where it is."""

    agrees: bool
    error: float
    row: int


def some_rows(n_rows: int, n_columns: int) -> np.ndarray:
    """Return rows from the first to the last, which stand for all of them."""
    count = min(n_rows, 64, max(8, 2**12 // n_columns))
    return np.unique(np.linspace(0, n_rows - 1, count).astype(int))


def compare(table: np.ndarray, model: Model, rounding: Rounding, rows: np.ndarray) -> Comparison:
    """Return how these rows of a table compare with a model.

    Each entry is allowed its own rounding; if numbers of the model are fitted, the largest one's.
    """
    size = abs(model.amplitude)
    extra = 0.0 if model.exact and not np.any(model.constant) else size
    n_parts = max(1, len(rows) * table.shape[1] // ENTRIES_AT_ONCE)
    agrees, largest, where = True, -1.0, 0
    for part in np.array_split(rows, n_parts):
        values, _, angles = model.values(part)
        if not model.exact and rounding.angle == TOL_FLOAT64:
            angles = np.abs(angles).max(axis=0)  # a fitted start is off at position 0, too
        allowed = rounding.allowed(np.abs(values) + extra, size, angles)
        errors = np.abs(table[part] - values)
        # Where an entry may be anything, its agreement proves nothing.
        proves_something = np.mean(PROOF * allowed < size) >= 0.8
        agrees = agrees and bool(proves_something and (errors <= allowed).all())
        if errors.max() > largest:
            largest = float(errors.max())
            where = int(part[errors.max(axis=1).argmax()])
    return Comparison(agrees, largest, where)
