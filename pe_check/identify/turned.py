"""What a table is whose pairs turn, through any positions, along any axes, at any frequencies."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from pe_check.identify.answer import NOT_PAPERS, Identification
from pe_check.identify.describe_turns import OF_ONES, Read, describe_turns
from pe_check.identify.findings import finding
from pe_check.identify.ladder import BASES, Ladder, ladder, powers
from pe_check.identify.measure import wrap
from pe_check.identify.pairing import Pairing, pairings
from pe_check.identify.rounding import Rounding
from pe_check.identify.turns import Axis, Turns, both_axes, turns


def turned(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the table is if its columns are sines and cosines of turning pairs."""
    if len(table) < 4 or table.shape[1] < 4:
        return None
    for pairing in pairings(table, stored):
        for read in _readings(table, pairing, stored):
            answer = describe_turns(table, read, stored)
            if answer is not None:
                return answer
        answer = _random_features(table, pairing, stored)
        if answer is not None:
            return answer
    return None


def _readings(table: np.ndarray, pairing: Pairing, stored: Rounding) -> Iterator[Read]:
    """Yield the pairs with sines first or cosines first, where some position explains row 0."""
    for ones, shift, orders in ((False, 0.0, (False, True)), (True, OF_ONES, (True,))):
        for cosine_first in orders:
            z = pairing.turned(table, cosine_first) * np.exp(-1j * shift)
            found = turns(z, stored)
            if found is None or not found.axes:
                continue
            if all(axis.start is not None for axis in found.axes):
                yield _with_rules(pairing, cosine_first, found, ones)


def _forwards(axis: Axis) -> Axis:
    """Return the axis with the sign of its slowest frequency above 0."""
    seen = np.flatnonzero(np.abs(axis.omega) > axis.margin)
    if not len(seen) or axis.omega[seen[np.abs(axis.omega[seen]).argmin()]] > 0:
        return axis
    start = -axis.start if axis.start is not None else None
    return axis._replace(place=-axis.place, omega=-axis.omega, start=start)


def _with_rules(pairing: Pairing, cosine_first: bool, found: Turns, ones: bool) -> Read:
    """Return the reading with one rule for all pairs, or with one for each axis."""
    forwards = found._replace(axes=tuple(_forwards(axis) for axis in found.axes))
    single = len(found.axes) == 1
    whole = None if single and not len(found.still) else _whole(forwards)
    if whole is not None and not (single and np.abs(found.angle[found.still]).max() < 1e-6):
        return Read(pairing, cosine_first, forwards, (whole,) * len(found.axes), whole, ones)
    n_pairs = len(found.angle) if single else 0  # those that never turn have frequency 0
    ruled = [_ruled(axis, n_pairs) for axis in found.axes]
    axes, rules = zip(*ruled, strict=True)
    return Read(pairing, cosine_first, found._replace(axes=axes), rules, None, ones)


def _ruled(axis: Axis, n_pairs: int) -> tuple[Axis, Ladder | None]:
    """Return the axis with its rule; backwards, if only then frequencies are above 0."""
    n_pairs = n_pairs or len(axis.pairs)
    at = axis.pairs if n_pairs > len(axis.pairs) else np.arange(n_pairs)
    backwards = axis._replace(
        place=-axis.place, omega=-axis.omega, start=None if axis.start is None else -axis.start
    )
    for one in (axis, backwards):
        omega, margin = np.zeros(n_pairs), np.zeros(n_pairs)
        omega[at], margin[at] = one.omega, one.margin
        rule = ladder(omega, margin)
        if rule is not None and rule.step * rule.omega[at[0]] > 0:
            return one, rule
    return _forwards(axis), None


def _whole(found: Turns) -> Ladder | None:
    """Return the base in use of one ladder whose pairs are dealt out to several axes, or None."""
    n = len(found.angle)
    for base in BASES:
        omega = powers(base, n)
        if all(
            np.all(np.abs(wrap(omega[axis.pairs] - axis.omega)) <= axis.margin + 1e-9)
            for axis in found.axes
        ):
            return Ladder(f"exponents 2j/d, base {base:,.10g}", omega, 1.0, base, "2j/d")
    return None


def _random_features(
    table: np.ndarray, pairing: Pairing, stored: Rounding
) -> Identification | None:
    """Return the answer for pairs that each turn with both axes of a grid, at random."""
    z = pairing.turned(table, False)
    for width, across, down in both_axes(z, stored):
        size = float(np.std([across * width / 2, down * (len(table) // width) / 2]))
        text = (
            f"random Fourier features: each pair turns with both axes of a grid of "
            f"{len(table) // width} rows of {width}, at frequencies of standard deviation "
            f"{size / (2 * math.pi):.3g} times 2 pi on coordinates -1 to 1"
        )
        answer = Identification(NOT_PAPERS, sinusoidal=True, layout=pairing.layout, table=table)
        found = finding("random features", text=text)
        return replace(answer, summary=f"{pairing.layout}; {text}", findings=(found,))
    return None
