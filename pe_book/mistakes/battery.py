"""The checks of chapter 8: each measures how far an implementation is from one property.

Each is a whole function, short enough to print. Which checks a mistake slips through is what the
chapter is about.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from pe_book.mistakes.implementations import MISTAKES, Implementation, Mistake
from pe_lib.frequency import angular_frequencies
from pe_lib.rotation import fit_shift

PASSES, FAILS, CRASHES = "passes", "fails", "crashes"


class Check(NamedTuple):
    """One property: its name, what it measures, how much is allowed, and how it is put in words."""

    name: str
    #: The errors of an implementation, one for each row, column or pair that the check looks at.
    errors: Callable[[Implementation], np.ndarray]
    tolerance: float
    question: str


def golden_row(implementation: Implementation) -> np.ndarray:
    # Row 3 for d_model = 8, as printed by starting text 001 (four decimals and more).
    golden = [0.14112, -0.98999, 0.29552, 0.95534, 0.029996, 0.99955, 0.003, 1.0]
    return np.abs(implementation(4, 8, 10_000.0)[3] - golden)


def first_row(implementation: Implementation) -> np.ndarray:
    return np.abs(implementation(4, 8, 10_000.0)[0] - [0, 1] * 4)


def constant_norm(implementation: Implementation) -> np.ndarray:
    norms = np.linalg.norm(implementation(100, 64, 10_000.0), axis=1)
    return np.abs(norms / np.sqrt(64 / 2) - 1)


def toeplitz(implementation: Implementation) -> np.ndarray:
    table = np.asarray(implementation(100, 64, 10_000.0), float)
    products = table @ table.T
    diagonals = [np.diagonal(products, offset) for offset in range(100)]
    errors = [np.abs(diagonal - diagonal.mean()).max() for diagonal in diagonals]
    return np.array(errors) / np.abs(products).max()


def shift_is_linear(implementation: Implementation) -> np.ndarray:
    table = np.asarray(implementation(100, 8, 10_000.0), float)
    predicted = table[:-3] @ fit_shift(table, 3).matrix.T
    return np.abs(predicted - table[3:]).max(axis=1)


def wavelengths_right(implementation: Implementation) -> np.ndarray:
    turn = _turn(implementation(2, 64, 10_000.0))
    return np.abs(np.abs(turn) / angular_frequencies(64) - 1)


def fast_first(implementation: Implementation) -> np.ndarray:
    steps = np.abs(np.diff(implementation(2, 64, 10_000.0), axis=0)[0])
    # The largest step of the last two columns, as a share of that of the first two.
    return np.array([(steps[-2:].max() + 1e-12) / (steps[:2].max() + 1e-12)])


def rows_differ(implementation: Implementation) -> np.ndarray:
    table = np.asarray(implementation(200, 64, 10_000.0), float)
    distances = np.linalg.norm(table[:, np.newaxis] - table, axis=2)
    np.fill_diagonal(distances, np.inf)
    return 0.1 / (distances.min(axis=1) + 1e-9)


def far_rows(implementation: Implementation) -> np.ndarray:
    # As complex numbers, row (a + b) * row 0 == row a * row b: turns add up, however far along.
    z = _complex_pairs(implementation(20_001, 8, 10_000.0))
    a = np.arange(5_000, 10_000, 100)
    return np.abs(z[20_000] * z[0] - z[a] * z[20_000 - a]).max(axis=1)


def odd_width(implementation: Implementation) -> np.ndarray:
    table = implementation(20, 7, 10_000.0)
    right = table.shape == (20, 7) and np.isfinite(table).all()
    return np.array([0.0 if right else 1.0])


CHECKS: tuple[Check, ...] = (
    Check("golden row", golden_row, 1e-5, "Is row 3 what you get by hand?"),
    Check("first row", first_row, 1e-6, "Is row 0 equal to 0, 1, 0, 1, …?"),
    Check("norm", constant_norm, 1e-5, "Does every row have length √(d/2)?"),
    Check("Toeplitz", toeplitz, 1e-5, "Do dot products of rows depend only on the offset?"),
    Check("rotation", shift_is_linear, 1e-4, "Does one matrix move every row 3 positions ahead?"),
    Check("wavelength", wavelengths_right, 1e-4, "Does each pair turn by ω per position?"),
    Check(
        "fast first", fast_first, 0.999, "Do the first columns change faster than the last ones?"
    ),
    Check("uniqueness", rows_differ, 1.0, "Are all rows clearly different?"),
    Check("far rows", far_rows, 1e-5, "Do turns add up far out, as they do near the start?"),
    Check("odd d", odd_width, 0.5, "Does an odd number of columns work?"),
)


def run_checks(implementation: Implementation) -> dict[str, str]:
    """Return for each check's name whether the implementation "passes", "fails" or "crashes"."""
    if not callable(implementation):
        raise TypeError(
            "implementation must be a function of (seq_len, d_model, base), "
            f"but it is a {type(implementation).__name__}"
        )
    return {check.name: outcome(check, implementation) for check in CHECKS}


def check_matrix(mistakes: Sequence[Mistake] = MISTAKES) -> dict[str, dict[str, str]]:
    """Return what `run_checks` finds in some of the mistakes, by their names.

    >>> found = check_matrix()["double step"]
    >>> [check for check, outcome in found.items() if outcome != "passes"]
    ['golden row', 'wavelength']
    """
    return {mistake.name: _checked(mistake.implementation) for mistake in mistakes}


_checked = cache(run_checks)


def outcome(check: Check, implementation: Implementation) -> str:
    """Return whether an implementation "passes", "fails" or "crashes" in a check."""
    try:
        holds = bool(np.all(check.errors(implementation) <= check.tolerance))
    except Exception:  # whatever a reader's code raises is a crash of that code
        return CRASHES
    return PASSES if holds else FAILS


def _complex_pairs(rows: np.ndarray) -> np.ndarray:
    rows = np.asarray(rows, float)
    return rows[:, 0::2] + 1j * rows[:, 1::2]


def _turn(rows: np.ndarray) -> np.ndarray:
    """Return the angle in radians by which each pair (2j, 2j + 1) turns from row 0 to row 1."""
    z = _complex_pairs(rows)
    return np.angle(z[1] * z[0].conj())
