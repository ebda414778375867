"""Chapter 2: where a number of the table comes from."""

import math

import numpy as np
import pytest

from tests.explorers.values import hands, views


def expected(d_model, base, position, column):
    omega = hands(d_model, base)
    table = np.exp(1j * position * omega)

    def entry(c):
        return table[c // 2].real if c % 2 else table[c // 2].imag

    values = {
        "pair": column // 2,
        "odd": column % 2 == 1,
        "even_column": column - column % 2,
        "omega": omega[column // 2],
        "angle": position * omega[column // 2],
        "turns": position * omega[column // 2] / (2 * math.pi),
        "hands": d_model // 2,
        "entry": entry(column),
    }
    rows = [
        [c, c // 2, omega[c // 2], position * omega[c // 2], c % 2 == 1, entry(c)]
        for c in range(d_model)
    ]
    return ["main"], values, rows


def test_table_and_hand_of_one_cell_are_drawn():
    for settings, view in views("fingerprint"):
        omega = hands(settings["d_model"], settings["base"])
        angles = np.outer(np.arange(64), omega)
        table = np.stack([np.exp(1j * angles).imag, np.exp(1j * angles).real], axis=-1)
        table = table.reshape(64, -1)
        shown, _, arc, sine, cosine, hand, cell = view.traces
        np.testing.assert_allclose(shown["z"], table, atol=1e-12)
        position, column = settings["position"], settings["column"]
        entry = table[position, column]
        assert cell["z"][0][0] == pytest.approx(entry, abs=1e-12)
        tip = np.exp(1j * position * omega[column // 2])
        assert abs(complex(hand["y"][1], hand["x"][1]) - tip) < 1e-9
        # The leg that is the entry leads to the tip, and the other one is left out.
        legs = [sine, cosine] if column % 2 == 0 else [cosine, sine]
        along, level = ("x", "y") if column % 2 == 0 else ("y", "x")
        assert legs[1]["x"] == [None]
        assert legs[0][along] == [0, pytest.approx(entry, abs=1e-12)]
        assert legs[0][level] == ([hand["y"][1]] * 2 if column % 2 == 0 else [0, 0])
        turned = np.unwrap(np.arctan2(arc["x"], arc["y"]))
        expected = position * omega[column // 2] % (2 * math.pi)
        assert abs(np.exp(1j * (turned[-1] - turned[0])) - np.exp(1j * expected)) < 1e-9
        row, beside = view.layout["shapes"][:2]
        assert (row["x0"], row["x1"]) == (-0.5, settings["d_model"] - 0.5)
        assert row["y0"] + row["y1"] == pytest.approx(2 * position)
        assert (beside["y0"], beside["y1"]) == (-0.5, 63.5)
        assert beside["x0"] + beside["x1"] == pytest.approx(2 * column)
        for frame, ends in ((row, ("y0", "y1")), (beside, ("x0", "x1"))):
            assert abs(frame[ends[1]] - frame[ends[0]]) >= 1, "the framed cells stay free"
