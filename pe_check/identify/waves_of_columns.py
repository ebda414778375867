"""What columns are that form no pairs: angles in half precision, waves of their own, points."""

import numpy as np

from pe_check.identify.answer import NOT_PAPERS, Identification
from pe_check.identify.findings import Finding, finding
from pe_check.identify.ladder import BASES, HALVES, powers
from pe_check.identify.measure import waves
from pe_check.identify.rounding import SHARP, Rounding
from pe_check.identify.rules import forms

#: How exactly a wave has to give its column back.
EXACT = 1e-5
#: How far the rounding of points may move a wave: what moves more shows nothing.
MOST_BLURRED = 0.05
#: Rows that rule out most tables, so that the others need not be computed.
FEW_ROWS = 16


def half_angles(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the table is if its angles were computed in half precision, position by position.

    Then every entry is known: the program's arithmetic is done again.
    """
    n_rows, d = table.shape
    if d % 2 or n_rows < 8:
        return None
    if n_rows > FEW_ROWS and half_angles(table[:FEW_ROWS], stored) is None:
        return None
    for name, round_to in HALVES.items():
        positions = round_to(np.arange(n_rows, dtype=float))
        for base in BASES[:4]:
            omega = round_to(powers(base, d // 2))
            angles = round_to(np.multiply.outer(positions, omega))
            for form in forms(d):
                if form.kind != "pair":
                    break
                at = angles[:, form.j.astype(int)]
                made = np.where(form.cosine, np.cos(at), np.sin(at))
                error = np.abs(table - made).max()
                if error > 2 * stored.relative + 2 * stored.absolute + 2.0**-10:
                    continue
                off = np.abs(
                    at - np.arange(n_rows)[:, None] * powers(base, d // 2)[form.j.astype(int)]
                )
                row = int(off.max(axis=1).argmax())
                text = f"angles in {name}: off by {off.max():.2g} radians in row {row}"
                named = Finding(
                    "half-precision angles", "a mistake", f"{text[0].upper()}{text[1:]}."
                )
                found = [finding(one) for one in form.findings]
                return Identification(
                    NOT_PAPERS,
                    f"{form.layout}, exponents 2j/d, base {base:,.10g}; positions 0, 1, …; {text}",
                    sinusoidal=True,
                    layout=form.layout,
                    exponents="2j/d",
                    base=base,
                    start=0.0,
                    step=1.0,
                    amplitude=1.0,
                    precision=f"{stored.storage}, angles in {name}",
                    findings=(*found, named),
                )
    return None


def of_columns(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the columns are if each is a line or a wave of its own, or waves of points."""
    return _of_points(table, stored) or _own_waves(table)


def _own_waves(table: np.ndarray) -> Identification | None:
    n_rows, d = table.shape
    if n_rows < 32 or d < 4:
        return None
    bends = np.abs(np.diff(table, 2, axis=0)).max(axis=0)
    lines = (bends < 1e-6 * np.abs(table).max(axis=0)) & (np.ptp(table, axis=0) > 0)
    if not 0 < lines.sum() < d / 4:
        return None
    seen = waves(table[:, ~lines])
    if not seen.known.all() or seen.explained < 1 - EXACT:
        return None
    which = f"column {np.flatnonzero(lines)[0]} is a straight line"
    text = (
        f"{which}, the others are sines of {(~lines).sum()} frequencies and phases of their own, "
        f"{seen.omega.min():.4g} to {seen.omega.max():.4g} radians per row: Time2Vec"
    )
    return Identification(
        NOT_PAPERS,
        text,
        sinusoidal=True,
        frequencies=seen.omega,
        findings=(finding("Time2Vec", text=text),),
    )


def _of_points(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return NeRF's answer if the first columns are points, and the others waves of these."""
    n_rows, d = table.shape
    tolerance = 8 * stored.relative + 2 * stored.absolute + 1e-4
    by_angle = 4 * max(stored.relative, SHARP)  # points are rounded before they are multiplied
    for count in (3, 2, 1):
        if d <= 3 * count or (d - count) % (2 * count):
            continue
        points, rest = table[:, :count], table[:, count:]
        for unit, name in ((1.0, ""), (np.pi, "pi times "), (2 * np.pi, "2 pi times ")):
            octaves = (d - count) // (2 * count)
            speed = unit * 2.0 ** np.arange(octaves)
            angles = points[:, :, None] * speed  # rows, coordinates, octaves
            by_octave = np.concatenate(
                [f(angles[:, :, k]) for k in range(octaves) for f in (np.sin, np.cos)], axis=1
            )
            by_point = np.concatenate([np.sin(angles), np.cos(angles)], axis=2).reshape(n_rows, -1)
            far = by_angle * np.abs(angles).max()
            if tolerance + far > MOST_BLURRED:
                continue
            for made in (by_octave, by_point):
                if np.abs(rest - made).max() <= tolerance + far:
                    which = (
                        "column 0 is the coordinate itself"
                        if count == 1
                        else f"the first {count} columns are the points' coordinates themselves"
                    )
                    text = (
                        f"NeRF's encoding: {which}; then sines and cosines of {name}1, 2, 4, … "
                        f"{speed[-1] / unit:,.0f} times each, every frequency twice the one before"
                    )
                    return Identification(
                        NOT_PAPERS, text, sinusoidal=True, findings=(finding("NeRF", text=text),)
                    )
    return None
