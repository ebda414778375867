"""Waves without their partners, and angles before cosine and sine are taken."""

import numpy as np

from pe_check.identify.answer import Identification, finding
from pe_check.identify.grids import grid_of
from pe_check.identify.measure import waves
from pe_check.identify.positions import position, walk
from pe_check.identify.rounding import HALF_PRECISION, TOL_FLOAT32, Rounding
from pe_check.identify.schedule import schedule

#: Rows whose positions no rounding to half precision changes.
EXACT_ROWS = 256
#: What is smaller is not an angle of a table.
MIN_ANGLE = 1e-30
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
    if n_rows < 4 or d < 4 or np.abs(table).max() < MIN_ANGLE:
        return None
    table, how = _without_copies(table)
    return _along_rows(table, how) or _axial(table, how)


def _along_rows(table: np.ndarray, how: str) -> Identification | None:
    """Return the answer for angles that grow evenly from row to row."""
    omega = (table[-1] - table[0]) / (len(table) - 1)
    line = table[0] + np.multiply.outer(np.arange(len(table)), omega)
    if np.abs(table - line).max() > 1e-5 * np.abs(table).max() or not omega.any():
        return None
    rule = schedule(omega, 2.0**-20 * np.abs(omega))
    if rule is None:
        return None
    fastest = int(np.abs(omega).argmax())
    first = table[0, fastest] / omega[fastest] * rule.step
    start = f"{position(first)}, in steps of {position(rule.step)}"
    details = {"columns": how, "frequencies": str(rule), "positions": start}
    return Identification("angles", base=rule.base, exponents=rule.exponents, details=details)


def _axial(table: np.ndarray, how: str) -> Identification | None:
    """Return the answer for angles of two axes of a grid, a half of the columns for each."""
    halves = np.hsplit(table, 2) if table.shape[1] % 2 == 0 else []
    places, rules = [], []
    for half in halves:
        row = int(np.abs(half[:, 0]).argmax())
        if not half[row, 0]:
            return None
        omega, place = half[row] / half[row, 0], half[:, 0]
        off = np.abs(half - np.multiply.outer(place, omega)).max()
        rule = schedule(omega, 2.0**-20 * np.abs(omega))
        if off > 1e-5 * np.abs(half).max() or rule is None or np.any(place != np.rint(place)):
            return None
        places.append((place - place[0]).astype(int))
        rules.append(rule)
    grid = grid_of(places) if places else None
    if grid is None:
        return None
    named = dict(zip(grid.order, ("row", "column"), strict=True))
    details = {"grid": f"{grid.size[0]} rows of {grid.size[1]}", "first in the columns": named[0]}
    details |= {"columns": how, "frequencies": str(rules[0])}
    found = (finding("grid", details["grid"]),)
    base, exponents = rules[0].base, rules[0].exponents
    return Identification("angles", base=base, exponents=exponents, findings=found, details=details)
