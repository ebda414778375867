"""Positions in words: in order, packed, repeated, clamped, rounded, or coordinates."""

import math
from typing import NamedTuple

import numpy as np

from pe_check.identify.ladder import HALVES
from pe_check.identify.measure import longest_run

#: Places where positions do not go on by one that are listed, at most.
MOST_LISTED = 4
#: What coordinates are multiplied by, with its name, and the ranges that they have.
UNITS = {1.0: "", math.pi: "pi times ", 2 * math.pi: "2 pi times "}
RANGES = ((-1, 1), (0, 1))
#: So many rows or fewer may be any positions.
FEWEST_COORDINATES = 3


class Walk(NamedTuple):
    """How positions go from row to row; the finding is "" if they count on."""

    text: str
    finding: str = ""


def number(value: float) -> str:
    """Return a position in at most six digits."""
    return f"{value + 0.0:.6g}"


def even_steps(size: int) -> list[float]:
    """Return the steps between rows that divide the usual ranges of coordinates evenly."""
    if size <= FEWEST_COORDINATES:
        return []
    return [(high - low) * unit / (size - 1) for unit in UNITS for low, high in RANGES]


def coordinates(start: float, step: float, size: int) -> str:
    """Return the usual range that positions start, start + step, … divide evenly; "" if none."""
    end = start + (size - 1) * step
    for unit, name in UNITS.items():
        for low, high in RANGES:
            for edge, where in ((0.0, ""), (step / 2, "the patches' centers in ")):
                off = max(abs(start - edge - low * unit), abs(end + edge - high * unit))
                if size > FEWEST_COORDINATES and off < 1e-3 * unit:
                    return f"{name}coordinates {where}{low} to {high}"
    return ""


def walk(place: np.ndarray, start: float, step: float) -> Walk:
    """Return how positions (start + place) * step go from row to row."""
    at, moves = (start + place) * step, np.diff(place)
    counted = f"positions {', '.join(number(value) for value in at[:3])}, …"
    if len(np.unique(moves)) <= 1:
        return Walk(counted)
    for describe in (_rounded, _repeated, _clamped, _mirrored, _broken):
        found = describe(at, place, moves, counted)
        if found is not None:
            return found
    listed = ", ".join(number(value) for value in at[:8])
    return Walk(f"positions {listed}, … in no regular order", "irregular positions")


def _rounded(at: np.ndarray, place: np.ndarray, moves: np.ndarray, counted: str) -> Walk | None:
    whole = at[0] + np.arange(len(at))
    for name, round_to in HALVES.items():
        if np.allclose(at, round_to(whole), rtol=0, atol=1e-6):
            row = int(np.flatnonzero(at != whole)[0])
            text = f"{counted}, rounded to {name}: row {row} has position {number(at[row])}"
            return Walk(text, "rounded positions")
    return None


def _repeated(at: np.ndarray, place: np.ndarray, moves: np.ndarray, counted: str) -> Walk | None:
    changes = 1 + np.flatnonzero(moves)
    times = int(changes[0])
    if times < 2 or not np.array_equal(place, np.arange(len(at)) // times):
        return None
    shown = ", ".join(number(value) for value in at[: 3 * times : times])
    return Walk(f"positions {shown}, …, each for {times} rows", "repeated positions")


def _clamped(at: np.ndarray, place: np.ndarray, moves: np.ndarray, counted: str) -> Walk | None:
    """Return positions that count on, and stand still before or after: at a limit, or padding."""
    kinds, how_often = np.unique(moves[moves != 0], return_counts=True)
    counts = moves == kinds[how_often.argmax()]
    first, last = longest_run(counts)
    before, after = place[:first], place[last + 1 :]
    if not (_still(before, place[first]) and _still(after, place[last])):
        return None
    text = f"positions {', '.join(number(value) for value in at[first : first + 3])}, …"
    if len(before):
        held = first if place[first] == before[0] else first - 1
        text = f"position {number(at[0])} up to row {held}, then {number(at[held + 1])}, …"
    if len(after):
        held = last if place[last] == after[0] else last + 1
        text += f", and position {number(at[-1])} for every row from row {held} on"
    return Walk(text, "clamped positions")


def _still(places: np.ndarray, beside: int) -> bool:
    """Return whether all rows of an end are at one place: several rows, or where counting ended."""
    return not len(places) or (not np.ptp(places) and (len(places) > 1 or places[0] == beside))


def _mirrored(at: np.ndarray, place: np.ndarray, moves: np.ndarray, counted: str) -> Walk | None:
    turn = int(np.argmin(place))
    if not (0 < turn < len(moves) and np.all(moves[:turn] == -1) and np.all(moves[turn:] == 1)):
        return None
    ends = number(at[0]), number(at[turn]), number(at[-1])
    return Walk("positions fall from {} to {} and rise to {}".format(*ends), "mirrored positions")


def _broken(at: np.ndarray, place: np.ndarray, moves: np.ndarray, counted: str) -> Walk | None:
    """Return positions that count on but for a few places, where they jump or begin again."""
    kinds, how_often = np.unique(moves, return_counts=True)
    usual = kinds[how_often.argmax()]
    breaks = 1 + np.flatnonzero(moves != usual)
    if len(breaks) > max(MOST_LISTED, len(at) // 8):
        return None
    rows = ", ".join(map(str, breaks[:MOST_LISTED])) + (", …" if len(breaks) > MOST_LISTED else "")
    again = place[breaks] == place[0]
    if again.all():
        several = "rows" if len(breaks) > 1 else "row"
        text = f"{counted}, beginning again at position {number(at[0])} in {several} {rows}"
        return Walk(text, "packed positions")
    jumps = "; ".join(
        f"from {number(at[row - 1])} to {number(at[row])} at row {row}"
        for row in breaks[:MOST_LISTED]
    )
    return Walk(f"{counted}, but {jumps}", "position jumps")
