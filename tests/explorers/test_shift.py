"""Chapter 4: how far a pair turns at an offset."""

import math

import numpy as np
import pytest

from tests.explorers.values import hands, views


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


def test_both_hands_and_the_arc_between_them_are_drawn():
    for settings, view in views("shift"):
        omega = hands(settings["d_model"], settings["base"])[settings["pair"]]
        start = np.exp(1j * settings["position"] * omega)
        turn = np.exp(1j * settings["offset"] * omega)
        for trace, hand in ((2, start), (3, start * turn)):
            x, y = view.traces[trace]["x"], view.traces[trace]["y"]
            assert x[0] == y[0] == 0 and abs(complex(y[1], x[1]) - hand) < 1e-9
        arc = np.array(view.traces[1]["y"]) + 1j * np.array(view.traces[1]["x"])
        turned = np.unwrap(np.angle(arc / start))
        assert turned[-1] - turned[0] == pytest.approx(settings["offset"] * omega, abs=1e-9)
        z = np.array(view.traces[4]["z"])
        np.testing.assert_allclose(z, [[turn.real, turn.imag], [-turn.imag, turn.real]], atol=1e-9)
