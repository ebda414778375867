"""Chapter 4: how far a pair turns at an offset, and the matrix that takes each row there."""

import math

import numpy as np
import pytest

from pe_lib.encoding import positional_encoding_at
from pe_lib.rotation import rotation_matrix
from tests.explorers.values import broken, hands, views


def expected(position, offset, pair, d_model, base):
    omega = hands(d_model, base)[pair]
    angle = offset * omega
    values = {
        "end": position + offset,
        "omega": omega,
        "angle": angle,
        "degrees": angle * 180 / math.pi,
        "turns": int(abs(angle) / (2 * math.pi)),
        "sine": 2 * pair,
        "cosine": 2 * pair + 1,
        "places": [position + offset],
        "answers": [(position + offset) * omega * 180 / math.pi % 360],
    }
    start, end, turn = (np.exp(1j * p * omega) for p in (position, position + offset, offset))
    rows = [
        ["start", start.imag, start.real],
        ["end", end.imag, end.real],
        ["new sine", turn.real, turn.imag],
        ["new cosine", -turn.imag, turn.real],
    ]
    return ["turned" if offset else "identity"], values, rows


def test_both_hands_and_the_wedge_between_them_are_drawn():
    for settings, view in views("shift"):
        omega = hands(settings["d_model"], settings["base"])[settings["pair"]]
        start = np.exp(1j * settings["position"] * omega)
        turn = np.exp(1j * settings["offset"] * omega)
        for trace, hand in ((3, start), (4, start * turn)):
            x, y = view.traces[trace]["x"], view.traces[trace]["y"]
            assert x[0] == y[0] == 0 and abs(complex(y[1], x[1]) - hand) < 1e-9
        angle = settings["offset"] * omega
        assert swept(view.traces[2], start) == pytest.approx(
            np.sign(angle) * min(abs(angle), 2 * math.pi), abs=1e-9
        )
        # The pale wedges start elsewhere, and are as large.
        for piece in broken(view.traces[1]):
            ghost = dict(zip("xy", map(list, zip(*piece, strict=True)), strict=True))
            first = complex(ghost["y"][1], ghost["x"][1])
            assert swept(ghost, first / abs(first)) == pytest.approx(angle, abs=1e-9)
        z = np.array(view.traces[12]["z"])
        np.testing.assert_allclose(z, [[turn.real, turn.imag], [-turn.imag, turn.real]], atol=1e-9)


def swept(trace: dict, start: complex) -> float:
    """Return the angle from the first spoke of a wedge, which is at `start`, to its last."""
    tips = np.array(trace["y"][1::2]) + 1j * np.array(trace["x"][1::2])
    assert abs(tips[0] / abs(tips[0]) - start) < 1e-9
    turned = np.unwrap(np.angle(tips / tips[0]))
    return turned[-1] - turned[0]


def test_the_matrix_and_both_rows_are_drawn_and_agree():
    for settings, view in views("shift"):
        d_model, base, pair = (settings[name] for name in ("d_model", "base", "pair"))
        matrix, [into], out = (np.array(trace["z"], dtype=float) for trace in view.traces[5:8])
        columns = view.traces[5]["x"]
        assert len(columns) == min(8, d_model) and {2 * pair, 2 * pair + 1} <= {*columns}
        ends = [settings["position"], settings["position"] + settings["offset"]]
        rows = positional_encoding_at(ends, d_model, base)[:, columns]
        whole = rotation_matrix(settings["offset"], d_model, base)
        assert np.allclose(matrix, whole[np.ix_(columns, columns)], atol=1e-9)
        assert np.allclose([into, out[:, 0]], rows, atol=1e-9)
        assert np.allclose(matrix @ into, out[:, 0], atol=1e-9)
        # What is framed is what the sentence is about: the pair's entries, and their block.
        low, high = 2 * pair - 0.5, 2 * pair + 1.5
        framed = [
            {name: (min(trace[name][2:]), max(trace[name][2:])) for name in "xy"}
            for trace in view.traces[9:12]
        ]
        along, across = (low, high), (-0.5, 0.5)
        assert framed == [
            {"x": along, "y": along},
            {"x": along, "y": across},
            {"x": across, "y": along},
        ]
        down, right = view.layout["shapes"]
        assert (down["x0"], down["x1"], down["y1"]) == (low, high, low)
        assert (right["x0"], right["y0"], right["y1"]) == (high, low, high)
        assert right["x1"] == columns[-1] + 0.5
