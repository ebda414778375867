"""From pairs to angles: which pairs turn together, through which positions, and how fast each."""

from typing import NamedTuple

import numpy as np

from pe_check.identify.guess import clock
from pe_check.identify.measure import longest_run, pair_frequencies, wrap
from pe_check.identify.rounding import TOL_FLOAT32, TOL_FLOAT64, Rounding

#: Steps that are distinguished, at most; more are not positions.
MAX_STEPS = 96
#: How far two steps of one size may be apart, in radians.
SAME_STEP = 1e-3
MAX_AXES = 8
#: How near to a whole place the first row is that is at it.
NEAR = 1e-5
#: How often a step is made, as a share of the most frequent one, to be taken for the usual one; if
#: the others are no multiples of it, any is.
OFTEN = (0.2, 0.0)
#: Steps that are looked at to find the usual one.
SAMPLE = 256
#: What moves less than this does not move: angles of frequencies that were never filled.
ZERO_FREQUENCY = 1e-30


class Axis(NamedTuple):
    """Pairs that turn together: pair j of row r shows (start + place[r]) * omega[j]."""

    pairs: np.ndarray
    place: np.ndarray  # whole numbers, 0 in the first row
    omega: np.ndarray  # radians per place
    margin: np.ndarray  # how far each omega may be off
    start: float | None  # in places; None if no position explains the first row


class Turns(NamedTuple):
    """All pairs: those of each axis, and those that never turn with the angle that they show."""

    axes: tuple[Axis, ...]
    still: np.ndarray
    angle: np.ndarray  # of each pair, in the first row


def turns(z: np.ndarray, stored: Rounding) -> Turns | None:
    """Return the axes along which pairs exp(i*angle) turn, or None if they turn unevenly."""
    groups = _groups(z, stored)
    if groups is None:
        return None
    axes = []
    for pairs in groups:
        axis = _axis(z[:, pairs], pairs, stored)
        if axis is None:
            return None
        axes.append(axis)
    moving = np.concatenate([axis.pairs for axis in axes]) if axes else np.empty(0, int)
    return Turns(tuple(axes), np.setdiff1d(np.arange(z.shape[1]), moving), np.angle(z[0]))


def _groups(z: np.ndarray, stored: Rounding) -> list[np.ndarray] | None:
    """Return the pairs that move between the same rows; what never moves is in none.

    A slow pair may move so little that its entries are often rounded to the same: it belongs to
    the group of the pair before it.
    """
    moved = np.abs(z[1:] - z[:-1]) > ZERO_FREQUENCY
    fine = np.abs(z - z[0]).max(axis=0) > 32 * stored.relative + 8 * stored.absolute
    moving = np.flatnonzero(moved.any(axis=0))
    groups: dict[bytes, list[int]] = {}
    last, before = b"", []
    for pair in moving:
        if not last and not fine[pair]:
            before.append(int(pair))  # whole turns each time, up to rounding
            continue
        signature = np.packbits(moved[:, pair]).tobytes()
        step = np.abs(z[1:, pair] - z[:-1, pair]).max()
        if (
            signature not in groups
            and last
            and (not fine[pair] or step <= 16 * stored.relative + 4 * stored.absolute)
        ):
            signature = last
        groups.setdefault(signature, before).append(int(pair))
        before = []
        last = signature
        if len(groups) > MAX_AXES:
            return None
    return [np.array(pairs) for pairs in groups.values()]


def _axis(z: np.ndarray, pairs: np.ndarray, stored: Rounding) -> Axis | None:
    """Return the places and frequencies of pairs that turn together.

    Rows in which nothing moves are left out until the rest is known.
    """
    moved = np.concatenate([[True], (np.abs(z[1:] - z[:-1]) > ZERO_FREQUENCY).any(axis=1)])
    every, z = z, z[moved]
    steps = np.angle(z[1:] * z[:-1].conj())
    same = _step_tolerance(steps, stored)
    for often in OFTEN:
        unit = _unit(steps, same, often)
        if unit is None:
            return None
        found = _places(z, steps, unit, same)
        if found is not None:
            place, omega = found
            place = place[np.cumsum(moved) - 1]
            return _refined(every, pairs, place, omega, stored)
    return None


def _places(
    z: np.ndarray, steps: np.ndarray, unit: np.ndarray, same: float
) -> tuple[np.ndarray, np.ndarray] | None:
    """Return rows' places in units, and frequencies per place; None if steps are no whole units."""
    usual = np.abs(wrap(steps - unit)).max(axis=1) <= 2 * same
    first, last = longest_run(usual)
    omega = (
        wrap(unit + wrap(pair_frequencies(z[first : last + 1]) - unit)) if last > first else unit
    )
    counts = _counts(steps, omega, same, last - first)
    return None if counts is None else (np.concatenate([[0], np.cumsum(counts)]), omega)


def _step_tolerance(steps: np.ndarray, stored: Rounding) -> float:
    """Return how far two steps of one size may be apart: less where all are small."""
    fastest = np.abs(steps).max(axis=1)
    small = 0.1 * float(np.quantile(fastest, 0.05)) if len(fastest) else 0.0
    return max(min(SAME_STEP, small), 16 * stored.relative + 8 * stored.absolute)


def _unit(steps: np.ndarray, same: float, share: float = OFTEN[0]) -> np.ndarray | None:
    """Return the smallest step of those that are made often, unlike those between grid rows."""
    moves = steps[np.abs(steps).max(axis=1) > 0]
    if not len(moves):
        return None
    rows = np.unique(np.linspace(0, len(moves) - 1, min(len(moves), SAMPLE)).astype(int))
    sample = moves[rows]
    keep = np.argsort(-np.abs(sample).max(axis=0))[:8]  # the fastest tell steps apart
    gaps = np.abs(wrap(sample[:, None, keep] - sample[None, :, keep])).max(axis=2)
    often = (gaps <= 2 * same).mean(axis=1)
    candidates = np.flatnonzero(often >= share * often.max())
    sizes = np.abs(sample[candidates]).sum(axis=1)
    # Of equal steps forwards and backwards, the more frequent one; the first row's if they tie.
    near = candidates[sizes <= 1.01 * sizes.min() + 1e-12]
    best = near[np.argmax(often[near])]
    return np.angle(np.exp(1j * sample[gaps[best] <= 2 * same]).mean(axis=0))


def _counts(steps: np.ndarray, omega: np.ndarray, same: float, run: int) -> np.ndarray | None:
    """Return how many units each step is, or None if one is not a whole number."""
    counts = np.full(len(steps), np.iinfo(int).min)
    found = np.array([0, 1, -1, 2, 3, 4, 8])
    errors = np.abs(wrap(steps[:, None] - found[:, None] * omega)).max(axis=2)
    allowed = 2 * same + np.abs(found) * 2 * same / max(run, 1)
    # Of steps that look alike where bands come around, the shortest.
    alike = errors <= errors.min(axis=1, keepdims=True) + same / 4
    best = np.where(alike, np.abs(found), np.inf).argmin(axis=1)
    fits = errors[np.arange(len(steps)), best] <= allowed[best]
    counts[fits] = found[best[fits]]
    span = np.arange(-2 * len(steps) - 64, 2 * len(steps) + 65)
    table = np.exp(1j * np.multiply.outer(span, omega)) if not fits.all() else None
    for _ in range(MAX_STEPS):
        left = np.flatnonzero(counts == np.iinfo(int).min)
        if not len(left):
            return counts
        errors = np.abs(table - np.exp(1j * steps[left[0]])).max(axis=1)
        # Bands of few digits come around: of steps that look alike, the shortest.
        alike = span[errors <= errors.min() + same / 4]
        count = int(alike[np.abs(alike).argmin()])
        if errors.min() > 2 * same + abs(count) * 2 * same / max(run, 1):
            return None
        equal = np.abs(wrap(steps[left] - steps[left[0]])).max(axis=1) <= 4 * same
        counts[left[equal]] = count
    return None


def _refined(
    z: np.ndarray, pairs: np.ndarray, place: np.ndarray, omega: np.ndarray, stored: Rounding
) -> Axis | None:
    """Return the axis with its frequencies by least squares, if every entry agrees with it."""
    centered = place - place.mean()
    spread = float(centered @ centered)
    for _ in range(6):
        left = z * np.exp(-1j * np.multiply.outer(place, omega))
        phase = np.angle(left.mean(axis=0))
        errors = np.angle(left * np.exp(-1j * phase))
        change = centered @ errors / spread
        omega = omega + change
        phase = phase + errors.mean(axis=0) - change * place.mean()
    errors = np.abs(wrap(np.angle(z) - np.multiply.outer(place, omega) - phase))
    start, error = _start(phase, omega)
    reach = np.abs(place + start).max() if start is not None else np.ptp(place)
    allowed = 4 * stored.relative + 4 * stored.absolute + TOL_FLOAT32 * (1 + reach * np.abs(omega))
    if np.any(errors.max(axis=0) > allowed):
        return None
    if start is not None and np.any(error > 4 * allowed):
        start = None
    margin = 2 * allowed / max(np.ptp(place), 1)
    return Axis(pairs, place, omega, margin, start)


def _start(phase: np.ndarray, omega: np.ndarray) -> tuple[float | None, np.ndarray]:
    """Return the place that shows these angles, and by how much each angle is off.

    A whole place, or a half one, is preferred to one that is a little nearer.
    """
    speed, phase = np.abs(omega), phase * np.sign(omega)
    seen = speed > 1e-12 * speed.max()
    candidates = []
    for start in clock(phase[seen], speed[seen]) if seen.any() else ():
        half = round(2 * start) / 2
        for place in (half, start):
            error = np.abs(wrap(phase - place * speed))
            off = error.max() + TOL_FLOAT64 * speed.max() * abs(place)  # the nearest, if any does
            candidates.append((0.4 * off if place == half else off + 1e-9, place, error))
    if not candidates:
        return None, phase
    _, place, error = min(candidates, key=lambda candidate: candidate[0])
    whole = float(round(place))
    return (whole if abs(place - whole) < NEAR else place), error
