"""Chapter 4: one matrix takes each row to the row at an offset."""

import numpy as np

from pe_lib.encoding import positional_encoding_at
from pe_lib.frequency import angular_frequencies
from pe_lib.rotation import rotation_matrix
from tests.explorers.values import views


def values_of(trace: dict, key: str) -> np.ndarray:
    return np.array(trace[key], dtype=float)


def expected(position, offset, pair):
    sine, cosine = 2 * pair, 2 * pair + 1
    into, wanted = positional_encoding_at([position, position + offset], 8)
    out = rotation_matrix(offset, 8) @ into
    omega = angular_frequencies(8)[pair]
    values = {"end": position + offset, "sine": sine, "cosine": cosine}
    values |= {"omega": omega, "angle": offset * omega}
    values |= {"sine_in": into[sine], "cosine_in": into[cosine]}
    values |= {"sine_out": out[sine], "cosine_out": out[cosine]}
    rows = [[i, into[i], out[i], wanted[i]] for i in range(8)]
    return ["turned", "arrives"], values, rows


def test_matrix_and_both_rows_are_drawn_and_agree():
    for settings, view in views("block_matrix"):
        matrix, [into], out = (values_of(trace, "z") for trace in view.traces[:3])
        end = settings["position"] + settings["offset"]
        rows = positional_encoding_at([settings["position"], end], 8)
        assert np.allclose(matrix, rotation_matrix(settings["offset"], 8), atol=1e-9)
        assert np.allclose([into, out[:, 0]], rows, atol=1e-9)
        # What is framed is what the sentence is about: the pair's entries, and their block.
        low, high = 2 * settings["pair"] - 0.5, 2 * settings["pair"] + 1.5
        framed = [
            {name: (min(trace[name][2:]), max(trace[name][2:])) for name in "xy"}
            for trace in view.traces[4:]
        ]
        along, across = (low, high), (-0.5, 0.5)
        assert framed == [
            {"x": along, "y": along},
            {"x": along, "y": across},
            {"x": across, "y": along},
        ]
        down, right = view.layout["shapes"]
        assert (down["x0"], down["x1"], down["y0"], down["y1"]) == (low, high, -0.5, low)
        assert (right["x0"], right["x1"], right["y0"], right["y1"]) == (high, 7.5, low, high)
