"""The checks of chapter 8: each looks at one property of an implementation of the table.

Each is a whole function, short enough to print. Which checks a mistake slips through is what the
chapter is about.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from pe_book.mistakes.implementations import MISTAKES, Implementation
from pe_lib.frequency import angular_frequencies
from pe_lib.rotation import fit_shift
from pe_lib.similarity import toeplitz_deviation

PASSES, FAILS, CRASHES = "passes", "fails", "crashes"


class Check(NamedTuple):
    """One property: its name, the function, and the question it asks of an implementation."""

    name: str
    holds: Callable[[Implementation], bool]
    question: str


class CheckMatrix(NamedTuple):
    """Which check catches which mistake; caught means that it fails or crashes."""

    mistakes: tuple[str, ...]
    checks: tuple[str, ...]
    #: (n_mistakes, n_checks) of bool
    caught: np.ndarray
    #: (n_mistakes, n_checks) of bool; where True, caught is True as well
    crashed: np.ndarray


def golden_row(implementation: Implementation) -> bool:
    # Row 3 for d_model = 8, as printed by starting text 001 (four decimals and more).
    golden = [0.14112, -0.98999, 0.29552, 0.95534, 0.029996, 0.99955, 0.003, 1.0]
    return bool(np.allclose(implementation(4, 8, 10_000.0)[3], golden, rtol=0, atol=1e-5))


def first_row(implementation: Implementation) -> bool:
    return bool(np.allclose(implementation(4, 8, 10_000.0)[0], [0, 1] * 4, rtol=0, atol=1e-6))


def constant_norm(implementation: Implementation) -> bool:
    norms = np.linalg.norm(implementation(100, 64, 10_000.0), axis=1)
    return bool(np.allclose(norms, np.sqrt(64 / 2), rtol=1e-5))


def toeplitz(implementation: Implementation) -> bool:
    table = np.asarray(implementation(100, 64, 10_000.0), float)
    return toeplitz_deviation(table @ table.T) < 1e-5


def shift_is_linear(implementation: Implementation) -> bool:
    return fit_shift(implementation(100, 8, 10_000.0), 3).residual < 1e-4


def wavelengths_right(implementation: Implementation) -> bool:
    turn = _turn(implementation(2, 64, 10_000.0))
    return bool(np.allclose(np.abs(turn), angular_frequencies(64), rtol=1e-4))


def fast_first(implementation: Implementation) -> bool:
    step = np.abs(np.diff(implementation(2, 64, 10_000.0), axis=0)[0])
    return bool(step[:2].max() > step[-2:].max())


def rows_differ(implementation: Implementation) -> bool:
    table = np.asarray(implementation(200, 64, 10_000.0), float)
    distances = np.linalg.norm(table[:, np.newaxis] - table, axis=2)
    return bool(distances[~np.eye(200, dtype=bool)].min() > 0.1)


def far_rows(implementation: Implementation) -> bool:
    # As complex numbers, row (a + b) * row 0 == row a * row b: turns add up, however far along.
    z = _complex_pairs(implementation(20_001, 8, 10_000.0))
    a = np.arange(5_000, 10_000, 100)
    return bool(np.allclose(z[20_000] * z[0], z[a] * z[20_000 - a], rtol=0, atol=1e-5))


def odd_width(implementation: Implementation) -> bool:
    table = implementation(20, 7, 10_000.0)
    return table.shape == (20, 7) and bool(np.isfinite(table).all())


CHECKS: tuple[Check, ...] = (
    Check("golden row", golden_row, "Is row 3 the one that the formula gives by hand?"),
    Check("first row", first_row, "Is row 0 equal to 0, 1, 0, 1, …?"),
    Check("norm", constant_norm, "Has every row the length √(d/2)?"),
    Check("Toeplitz", toeplitz, "Do dot products of rows depend on the offset alone?"),
    Check("rotation", shift_is_linear, "Does one matrix take each row 3 positions further on?"),
    Check("wavelength", wavelengths_right, "Does each pair turn by ω per position?"),
    Check("fast first", fast_first, "Do the first columns change faster than the last ones?"),
    Check("uniqueness", rows_differ, "Are all rows well apart from each other?"),
    Check("far rows", far_rows, "Do turns add up far along as they do near the start?"),
    Check("odd d", odd_width, "Does an odd number of columns work?"),
)


def run_checks(
    implementation: Implementation, checks: tuple[Check, ...] = CHECKS
) -> dict[str, str]:
    """Return for each check's name whether the implementation "passes", "fails" or "crashes"."""
    if not callable(implementation):
        raise TypeError(
            "implementation must be a function of (seq_len, d_model, base), "
            f"but it is a {type(implementation).__name__}"
        )
    return {check.name: _outcome(check, implementation) for check in checks}


def check_matrix(checks: tuple[Check, ...] = CHECKS) -> CheckMatrix:
    """Return which of the checks catches which mistake.

    >>> matrix = check_matrix()
    >>> row = matrix.caught[matrix.mistakes.index("double step")]
    >>> [name for name, caught in zip(matrix.checks, row) if caught]
    ['golden row', 'wavelength']
    """
    outcomes = np.array(
        [list(run_checks(mistake.implementation, checks).values()) for mistake in MISTAKES]
    )
    return CheckMatrix(
        tuple(mistake.name for mistake in MISTAKES),
        tuple(check.name for check in checks),
        outcomes != PASSES,
        outcomes == CRASHES,
    )


def _outcome(check: Check, implementation: Implementation) -> str:
    try:
        return PASSES if check.holds(implementation) else FAILS
    except Exception:  # whatever a reader's code raises is a crash of that code, to be reported
        return CRASHES


def _complex_pairs(rows: np.ndarray) -> np.ndarray:
    rows = np.asarray(rows, float)
    return rows[:, 0::2] + 1j * rows[:, 1::2]


def _turn(rows: np.ndarray) -> np.ndarray:
    """Return the angle in radians by which each pair (2j, 2j + 1) turns from row 0 to row 1."""
    z = _complex_pairs(rows)
    return np.angle(z[1] * z[0].conj())
