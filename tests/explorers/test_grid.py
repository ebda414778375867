"""Chapter 10: positions of patches in a picture."""

import math

import numpy as np
import pytest

from tests.explorers.values import hands, views
from tests.rendered import view_of


def points(table: str) -> np.ndarray:
    """Return the patches' rows as complex numbers, a pair each: (12, 12, 32)."""
    steps = np.arange(12)
    if table == "running":
        number = 12 * steps[:, None] + steps
        return np.exp(1j * np.multiply.outer(number, hands(64, 10_000)))
    speed = hands(32, 10_000)
    if table == "axes":
        line = np.exp(1j * np.multiply.outer(steps, speed))
    else:  # halfway between two rows is their mean, whose length is a cosine
        line = np.exp(1j * np.multiply.outer(steps / 2, speed))
        line[1::2] *= np.cos(speed / 2)
    grid = np.empty((12, 12, 32), complex)
    grid[..., :16], grid[..., 16:] = line[:, None], line
    return grid


def similarity_of(here: np.ndarray, there: np.ndarray) -> float:
    return float((here * there.conj()).real.sum() / 32)


def expected(table, row, column, down, across):
    at = points(table)
    r, c = row + down, column + across
    inside = r in range(12) and c in range(12)
    chosen = at[row, column]
    odd = table == "resized" and (down % 2 or across % 2)
    worst = 0
    if odd:
        turn = np.exp(0.5j * np.repeat([down, across], 16) * np.tile(hands(32, 10_000), 2))
        ends = slice(max(0, -down), 12 - max(0, down)), slice(max(0, -across), 12 - max(0, across))
        moved = slice(max(0, down), 12 + min(0, down)), slice(max(0, across), 12 + min(0, across))
        off = at[ends] * turn - at[moved]
        worst = np.maximum(np.abs(off.real), np.abs(off.imag)).max()
    sentences = [
        "no rotation" if odd else "one rotation",
        "running" if table == "running" else "resized" if odd else "own pairs",
    ]
    running = points("running")
    values = {
        "similarity": similarity_of(chosen, at[r, c]) if inside else None,
        "worst": worst,
        "side": 12,
        "below": similarity_of(running[0, 0], running[1, 0]),
        "right": similarity_of(running[0, 0], running[0, 1]),
    }
    patches = [
        ("chosen", row, column),
        ("shifted", r, c),
        ("same row", row, 11 - column),
        ("same column", 11 - row, column),
        ("opposite", 11 - row, 11 - column),
    ]
    rows = [
        [name, y, x, similarity_of(chosen, at[y, x])]
        for name, y, x in patches
        if inside or name != "shifted"
    ]
    return sentences, values, rows


def test_similarity_shift_and_errors_are_drawn():
    for settings, view in views("grid"):
        heat, *_, errors, _, line, here, there = view.traces
        row, column = settings["row"], settings["column"]
        at = points(settings["table"])
        alike = (at * at[row, column].conj()).real.sum(axis=-1) / 32
        np.testing.assert_allclose(heat["z"], alike, atol=1e-9)
        assert len(errors["x"]) == len(errors["y"]) == len(errors["marker"]["size"])
        assert (len(errors["x"]) > 1) == (view.values["worst"] > 0)
        largest = max(errors["marker"]["size"][1:], default=0)
        assert largest == pytest.approx(16 * math.sqrt(view.values["worst"] / 0.15))
        assert (here["x"], here["y"]) == ([column], [row])
        assert (line["x"][1], line["y"][1]) == (column + settings["across"], row + settings["down"])
        assert there["x"] == [line["x"][1]] and there["y"][0] in (None, line["y"][1])


@pytest.mark.parametrize("table", ["axes", "running", "resized"])
def test_which_shifts_of_the_grid_are_rotations(table):
    """A rotation keeps lengths and angles, so the Gram matrix of the patches must not change."""
    grid = np.array([[view_of("grid", table=table, row=r, column=c).traces[0]["z"]
                      for c in range(12)] for r in range(12)])  # fmt: skip
    for down, across in ((0, 1), (2, -4), (1, 1), (-2, 3)):
        r, c = (
            np.arange(max(0, -down), 12 - max(0, down)),
            np.arange(max(0, -across), 12 - max(0, across)),
        )
        here = grid[np.ix_(r, c, r, c)]
        there = grid[np.ix_(r + down, c + across, r + down, c + across)]
        kept = np.allclose(here, there, atol=1e-9)
        view = view_of("grid", table=table, down=down, across=across)
        assert ("one rotation" in view.sentences) == kept
        assert kept == (table != "resized" or down % 2 == across % 2 == 0)
