"""Waves without their partners, and angles before cosine and sine are taken."""

from dataclasses import replace

import numpy as np

from pe_check.identify.answer import Identification, finding
from pe_check.identify.measure import waves
from pe_check.identify.positions import walk
from pe_check.identify.rounding import HALF_PRECISION, TOL_FLOAT32, Rounding
from pe_check.identify.schedule import schedule
from pe_check.identify.turned import turned

#: Rows whose positions no rounding to half precision changes.
EXACT_ROWS = 256
#: What is smaller is not an angle of a table.
MIN_ANGLE = 1e-30
#: The first rows show along how many axes angles grow, at most.
FEW_ROWS, MAX_AXES = 64, 3
#: What the cosines and sines of angles have, and the angles do not: findings.
OF_WAVES = {"halves", "sine and cosine swapped"}
#: Steps of Newton's method for the frequency of a column.
STEPS = 8


def cosines(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return the answer for cosines alone from position 0 on, each column at any frequency."""
    n_rows, d = table.shape
    amplitude = float(np.abs(table).max())
    if n_rows < 16 or d < 3 or not np.ptp(table[1:]) or np.ptp(table[0]) > 0:
        return None
    shown, how = _without_copies(table / amplitude)
    p = np.arange(float(n_rows))
    measured = waves(shown[:EXACT_ROWS]).omega
    for at in (p, *(round_to(p) for round_to in HALF_PRECISION.values())):
        omega = _fit_frequencies(shown, at, measured)
        angles = np.multiply.outer(at, omega)
        allowed = 4 * stored.relative + 4 * stored.absolute + TOL_FLOAT32 * (1 + np.abs(angles))
        if np.any(np.abs(shown - np.cos(angles)) > allowed):
            continue
        shifts = np.abs(at[:, np.newaxis] * np.sin(angles)).max(axis=0) + 1e-12
        rule = schedule(omega, 4 * allowed.max(axis=0) / shifts)
        if rule is None:
            return None
        along = walk((at - at[0]).astype(int), 0.0, 1.0)
        others = [finding(along.finding, along.text)] if along.finding else []
        others += [finding(rule.finding, rule)] if rule.finding else []
        return Identification(
            "sinusoidal",
            layout="cosines alone",
            exponents=rule.exponents,
            base=rule.base,
            start=0.0,
            step=1.0,
            amplitude=amplitude,
            frequencies=omega,
            findings=(finding("RoPE's cosines", how), *others),
            details={"positions": along.text, "frequencies": str(rule)},
        )
    return None


def _without_copies(table: np.ndarray) -> tuple[np.ndarray, str]:
    """Return each column once, and how the table repeats them."""
    half, odd = divmod(table.shape[1], 2)
    if not odd and np.array_equal(table[:, :half], table[:, half:]):
        return table[:, :half], "repeated by halves"
    if not odd and np.array_equal(table[:, 0::2], table[:, 1::2]):
        return table[:, 0::2], "each column twice"
    return table, "one column for each pair"


def _fit_frequencies(shown: np.ndarray, at: np.ndarray, omega: np.ndarray) -> np.ndarray:
    """Return the frequency of each column, cos(at * omega), by Newton's method from a guess."""
    for _ in range(STEPS):
        angles = np.multiply.outer(at, omega)
        slopes = -at[:, np.newaxis] * np.sin(angles)
        change = (slopes * (shown - np.cos(angles))).sum(axis=0)
        omega = omega + change / np.maximum((slopes**2).sum(axis=0), MIN_ANGLE)
    return np.abs(omega)


def angles(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return RoPE's answer if the entries are angles, positions times frequencies, themselves."""
    n_rows, d = table.shape
    size = np.abs(table).max()
    if n_rows < 4 or d < 4 or size < MIN_ANGLE:
        return None
    if np.linalg.matrix_rank(table[:FEW_ROWS], 1e-5 * size) > MAX_AXES:
        return None
    table, how = _without_copies(table)
    answer = turned(np.hstack([np.sin(table), np.cos(table)]), stored)
    if answer is None or not np.all(answer.frequencies > 0):
        return None
    places, axes = table / answer.frequencies, np.array(answer.axis_of_pair or [0] * table.shape[1])
    for axis in np.unique(axes):
        own = places[:, axes == axis]
        if own.shape[1] < 2 or np.ptp(own, axis=1).max() > 1e-4 * max(1, np.abs(own).max()):
            return None
    findings = [found for found in answer.findings if found.name not in OF_WAVES]
    details = {"columns": how} | dict(answer.details)
    return replace(answer, kind="angles", layout=None, findings=tuple(findings), details=details)
