"""What the three galleries of mistakes share: cards, marks and errors, as they are stored."""

from collections.abc import Callable

import numpy as np
import pytest

from pe_book.explorers import ALL
from pe_book.mistakes.stored import HIGH, LOW, galleries
from tests.explorers.values import broken, cards_of, views


def power_of(errors: list[int]) -> float:
    """Return the largest of stored errors, as a power of ten of what is allowed."""
    return max(errors, default=100 * LOW) / 100


def expected_of(kind: str) -> Callable:
    """Return what a gallery shows of its stored tables or programs."""
    stored = galleries()[kind]

    def expected(exhibit, check):
        row, column = stored["exhibits"].index(exhibit), stored["checks"].index(check)
        powers = map(power_of, stored["errors"][row])
        times = [float(f"{10**power:.1e}") if power > LOW else 0.0 for power in powers]
        marks = [line[column] for line in stored["marks"]]
        values = {"times": times[column], "exhibits": len(marks)}
        rows = zip(stored["checks"], stored["marks"][row], times, strict=True)
        return ["form", marks[row]], values, list(rows)

    return expected


def assert_cards_and_bars(name: str, kind: str) -> None:
    """Cards show the stored differences, veiled where the check misses them; bars the errors."""
    stored = galleries()[kind]
    exhibits, checks = stored["exhibits"], stored["checks"]
    assert [control.values() for control in ALL[name].controls] == [exhibits, checks]
    for settings, view in views(name):
        row, column = exhibits.index(settings["exhibit"]), checks.index(settings["check"])
        drawn = cards_of(view.traces[1], len(exhibits))
        for found, differences in zip(drawn, stored["differences"], strict=True):
            differences = differences[min(column, len(differences) - 1)]
            np.testing.assert_allclose(found, np.array(differences) / 100)
        marks = [line[column] for line in stored["marks"]]
        veiled = ["fillcolor" in shape for shape in view.layout["shapes"][: len(exhibits)]]
        assert veiled == [mark == "missed" for mark in marks]
        chosen = view.traces[2]
        assert (chosen["x"][0], chosen["y"][0]) == (row % 3, row // 3)
        bars = {y: x for trace in view.traces[3:5] for _, (x, y) in broken(trace)}
        for i, mark in enumerate(stored["marks"][row]):
            power = HIGH if mark == "crashed" else power_of(stored["errors"][row][i])
            assert bars[i] == pytest.approx(power)
        thick = [y for _, (_, y) in broken(view.traces[4])]
        assert thick == [i for i, mark in enumerate(stored["marks"][row]) if mark != "missed"]
        assert view.layout["shapes"][-1]["y0"] == column - 0.48
        assert view.layout["annotations"][0]["text"] == {"seen by": len(marks) - sum(veiled)}


def on_card(view, trace: int, name: str, exhibit: str) -> np.ndarray:
    """Return one of the small maps on the card of an exhibit; a card of a table has two."""
    exhibits = ALL[name].controls[0].values()
    return cards_of(view.traces[trace], len(exhibits))[exhibits.index(exhibit)]
