"""Positions as facts: in order, packed, repeated, clamped, or rounded."""

from typing import NamedTuple

import numpy as np

from pe_check.identify.answer import Finding, finding
from pe_check.identify.rounding import HALF_PRECISION
from pe_check.numbers import number

#: How many runs of positions are listed.
MAX_LISTED = 4


class Walk(NamedTuple):
    """How positions go from row to row; the finding is "" if they count on."""

    text: str
    finding: str = ""


class _Run(NamedTuple):
    """Rows `first` to `last`, along which places change by `move` each time."""

    first: int
    last: int
    move: int


def position(value: float) -> str:
    whole = round(value)
    return str(whole) if abs(value - whole) < 1e-9 * abs(value) else f"{value + 0.0:.6g}"


def counted(start: float, step: float) -> str:
    """Return the first positions: "0, 1, 2, …"."""
    return ", ".join(position(start + row * step) for row in range(3)) + ", …"


def start_findings(start: float) -> list[Finding]:
    """Return what is unusual in the position of the first row."""
    if start == 0:
        return []
    name = "positions from one" if start == 1 else "another start"
    return [finding(name, "" if start == 1 else number(start, 10))]


def walk(place: np.ndarray, start: float, step: float) -> Walk:
    """Return how positions (start + place) * step go from row to row."""
    at, moves = (start + place) * step, np.diff(place)
    if len(np.unique(moves)) <= 1:
        return Walk(counted(at[0], step * moves[0]) if moves.any() else position(at[0]))
    for name, round_to in HALF_PRECISION.items():
        whole = start + np.arange(len(at))
        if np.allclose(start + place, round_to(whole), rtol=0, atol=1e-6):
            row = int(np.flatnonzero(start + place != whole)[0])
            text = f"{counted(at[0], step)}, rounded to {name}: {position(at[row])} in row {row}"
            return Walk(text, "rounded positions")
    runs = _runs(place, moves)
    texts = [_run_text(run, at) for run in runs[:MAX_LISTED]]
    return Walk(
        "; ".join(texts) + ("; …" if len(runs) > MAX_LISTED else ""), _name_runs(runs, place)
    )


def _runs(place: np.ndarray, moves: np.ndarray) -> list[_Run]:
    """Return stretches of rows whose places change by the same amount each time."""
    kinds, how_often = np.unique(moves, return_counts=True)
    usual, last_row = int(kinds[how_often.argmax()]), len(place) - 1
    runs, first = [], 0
    while first <= last_row:
        last = first
        move = int(moves[first]) if first < last_row else usual
        while last < last_row and moves[last] == move:
            last += 1
        if last == first + 1 and move != usual:
            last = first  # a jump to a run that begins there
        runs.append(_Run(first, last, move))
        first = last + 1
    return runs


def _run_text(run: _Run, at: np.ndarray) -> str:
    values = at[run.first : run.last + 1]
    shown = values[:1] if run.move == 0 else values[:3]
    more = ", …" if len(values) > len(shown) and run.move else ""
    text = ", ".join(map(position, shown)) + more
    if run.first == 0:
        return text if run.move else f"{text} up to row {run.last}"
    return f"row {run.first}: {text}" if run.move else f"from row {run.first} on: {text}"


def _name_runs(runs: list[_Run], place: np.ndarray) -> str:
    """Return the finding that the runs are."""
    moving = [run for run in runs if run.move and run.last > run.first]
    ends = [run for run in (runs[0], runs[-1]) if run not in moving]
    beside = {place[row] for run in moving for row in (run.first, run.last)}
    still = all(run.last > run.first or place[run.first] in beside for run in ends)
    if len(moving) == 1 and len(runs) == 1 + len(ends) and still:
        return "clamped positions"
    if all(place[run.first] == place[0] for run in runs):
        return "packed positions"
    return "position jumps"
