"""Positions in words: in order, packed, repeated, clamped, rounded, or those of a grid."""

from typing import NamedTuple

import numpy as np

from pe_lib.identify.ladder import HALVES

#: Places where positions do not go on by one that are listed, at most.
MOST_LISTED = 4


class Walk(NamedTuple):
    """How positions go from row to row; the finding is "" if they count on."""

    text: str
    finding: str = ""


class Grid(NamedTuple):
    """A grid's size, the outermost axis first, and for each of them its own positions."""

    size: tuple[int, ...]
    order: tuple[int, ...]  # which axis of the pairs is the outermost, and so on
    places: tuple[np.ndarray, ...]  # along each axis


def number(value: float) -> str:
    """Return a position in at most six digits."""
    return f"{value + 0.0:.6g}"


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
    """Return positions that stand still at the end or at the start, and count on elsewhere."""
    moving = np.flatnonzero(moves)
    first, last = int(moving[0]), int(moving[-1]) + 1
    if not np.all(moves[first:last] == moves[first]):
        return None
    if first == 0:
        text = f"{counted}, and position {number(at[-1])} for every row from row {last} on"
    elif last == len(place) - 1:
        text = f"position {number(at[0])} up to row {first}, then {number(at[first + 1])}, …"
    else:
        text = (
            f"position {number(at[0])} up to row {first}, then {number(at[first + 1])}, …, and "
            f"position {number(at[-1])} for every row from row {last} on"
        )
    return Walk(text, "clamped positions")


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


def grid_of(places: list[np.ndarray]) -> Grid | None:
    """Return the grid that two or three axes of places walk through, row by row."""
    n_rows = len(places[0])
    strides = [1 + int(np.flatnonzero(np.diff(place))[0]) for place in places]
    order = sorted(range(len(places)), key=lambda axis: -strides[axis])
    size, own = [], []
    block = n_rows
    for position, axis in enumerate(order):
        stride = strides[axis]
        if position + 1 == len(order) and stride != 1:
            return None
        if block % stride:
            return None
        count = block // stride
        within = places[axis][:block:stride]
        pattern = np.tile(np.repeat(within, stride), n_rows // block)
        if not np.array_equal(pattern, places[axis]):
            return None
        size.append(count)
        own.append(within)
        block = stride
    return Grid(tuple(size), tuple(order), tuple(own))
