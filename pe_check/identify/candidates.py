"""Tables that a program's arithmetic gives when it is done again: each entry is then known."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pe_check.identify.answer import Identification, finding
from pe_check.identify.model import PAPER_BASE
from pe_check.identify.rounding import HALF_PRECISION, TOL_FLOAT64, Rounding
from pe_check.identify.rules import BASES, forms
from pe_check.numbers import number
from pe_lib.variants import rope_frequencies

#: Rows that rule out most tables, so that the others need not be computed.
FEW_ROWS = 16
MIN_ROWS = 8
#: How far the rounding of points may move a wave: what moves more shows nothing.
MAX_BLURRED = 0.05


class Candidate(NamedTuple):
    """What a program makes, how far entries may be from it, and what it then is."""

    made: np.ndarray
    tolerance: float
    answer: Identification


def candidate(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the table is if it is, entry by entry, what some program makes."""
    n_rows, d = table.shape
    if n_rows < MIN_ROWS or d < 4:
        return None
    if n_rows > FEW_ROWS and candidate(table[:FEW_ROWS], stored) is None:
        return None
    for made, tolerance, answer in (
        *_wrong_formulas(n_rows, d, stored),
        *_half_precision_angles(n_rows, d, stored),
        *_nerf(table, stored),
    ):
        if np.abs(table - made).max() <= tolerance:
            return answer
    return None


def _wrong_formulas(n_rows: int, d: int, stored: Rounding) -> Iterator[Candidate]:
    """Yield sines and cosines of other exponents than those of their pair, or their sum."""
    p, c = np.arange(n_rows)[:, np.newaxis], np.arange(d)
    tolerance = 8 * stored.relative + 2 * stored.absolute + 1e-6

    def of(text: str, made: np.ndarray) -> Candidate:
        found = (finding("another formula", text),)
        return Candidate(made, tolerance, Identification("unknown", findings=found))

    for name, exponent in {"2c/d": 2 * c / d, "c/d": c / d, "2j/d": c // 2 * 2 / d}.items():
        a = p * PAPER_BASE**-exponent
        yield of(f"sine plus cosine in every column, exponents {name}", np.sin(a) + np.cos(a))
    for sign, shift in (("-", -1), ("+", 1)):
        a = p * PAPER_BASE ** -((2 * c + shift * (c % 2)) / d)
        text = f"sines of exponents 2c/d of the column c, cosines of (2c{sign}1)/d"
        yield of(text, np.where(c % 2, np.cos(a), np.sin(a)))
    for base in BASES[:4] if d % 2 == 0 else ():
        a = p * np.repeat(rope_frequencies(base, d // 2), 2)
        found = (finding("parity of the position"),)
        answer = Identification("sinusoidal", exponents="2j/d", base=base, findings=found)
        yield Candidate(np.where(p % 2, np.cos(a), np.sin(a)), tolerance, answer)


def _half_precision_angles(n_rows: int, d: int, stored: Rounding) -> Iterator[Candidate]:
    """Yield tables whose angles were computed in half precision, position by position."""
    if d % 2:
        return
    p = np.arange(n_rows, dtype=float)
    tolerance = 2 * stored.relative + 2 * stored.absolute + 2.0**-10
    for name, round_to in HALF_PRECISION.items():
        for base in BASES[:4]:
            omega = rope_frequencies(base, d // 2)
            angles = round_to(np.multiply.outer(round_to(p), round_to(omega)))
            off = np.abs(angles - np.multiply.outer(p, omega)).max(axis=1)
            text = f"{name}, row {off.argmax()} is off by {off.max():.2g} radians"
            for form in forms(d):
                if form.kind != "pair":
                    break
                at = angles[:, form.j.astype(int)]
                found = (*map(finding, form.findings), finding("half-precision angles", text))
                answer = Identification(
                    "sinusoidal",
                    layout=form.layout,
                    exponents="2j/d",
                    base=base,
                    start=0.0,
                    step=1.0,
                    amplitude=1.0,
                    frequencies=omega,
                    precision=f"{stored.storage}, angles in {name}",
                    findings=found,
                )
                yield Candidate(np.where(form.cosine, np.cos(at), np.sin(at)), tolerance, answer)


def _nerf(table: np.ndarray, stored: Rounding) -> Iterator[Candidate]:
    """Yield NeRF's encodings of the points that the first columns may be."""
    n_rows, d = table.shape
    tolerance = 8 * stored.relative + 2 * stored.absolute + 1e-4
    by_angle = 4 * max(stored.relative, TOL_FLOAT64)  # points are rounded, then multiplied
    for count in (3, 2, 1):
        if d <= 3 * count or (d - count) % (2 * count):
            continue
        points, octaves = table[:, :count], (d - count) // (2 * count)
        for unit, name in ((1.0, ""), (np.pi, "pi times "), (2 * np.pi, "2 pi times ")):
            angles = points[:, :, np.newaxis] * unit * 2.0 ** np.arange(octaves)
            far = by_angle * np.abs(angles).max()
            if tolerance + far > MAX_BLURRED:
                continue
            text = f"{count} columns of coordinates, {name}1, 2, … {number(2 ** (octaves - 1))}"
            answer = Identification("sinusoidal", findings=(finding("NeRF", text),))
            waves = np.stack([np.sin(angles), np.cos(angles)], axis=1)  # row, function, point, k
            for order in ((0, 3, 1, 2), (0, 2, 1, 3)):
                rest = waves.transpose(order).reshape(n_rows, -1)
                yield Candidate(np.hstack([points, rest]), tolerance + far, answer)
