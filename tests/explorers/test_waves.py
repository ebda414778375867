"""Chapter 2: the hands, the waves and the wavelengths of all pairs."""

import math
from itertools import pairwise

import numpy as np

from tests.explorers.values import broken, hands, views


def expected(d_model, base, length, position):
    turns = 2 * math.pi / hands(d_model, base)
    late = [bool(turn > length) for turn in turns]
    values = {
        "shortest": turns[0],
        "longest": turns[-1],
        "unfinished": sum(late),
        "hands": len(turns),
        "share": sum(late) / len(late),
        "most_turns": position / turns[0],
        "fewest_turns": position / turns[-1],
    }
    rows = [
        [j, 2 * math.pi / turn, turn, position / turn, None if late[j] else length / turn]
        for j, turn in enumerate(turns)
    ]
    return ["main"], values, rows


def test_hands_waves_and_wavelengths_are_drawn():
    for settings, view in views("waves"):
        omega = hands(settings["d_model"], settings["base"])
        shown = view.traces[3]["text"]
        assert shown[0] == 0 and shown[-1] == len(omega) - 1 and len(shown) == min(8, len(omega))
        gaps = [b - a for a, b in pairwise(shown)]
        assert max(gaps) - min(gaps) <= 1
        late = 2 * np.pi / omega > settings["length"]
        drawn = {}
        for state, trace in enumerate(view.traces[1:3]):
            for (x0, _), (x, y) in broken(trace):
                drawn[x0] = x - x0, y
                assert late[shown[x0]] == bool(state)
        assert set(drawn) == set(range(len(shown))) == set(range(len(broken(view.traces[0]))))
        faces = [np.array(face) for face in broken(view.traces[0])]
        for slot, face in enumerate(faces):
            np.testing.assert_allclose(np.hypot(*(face - [slot, 0]).T), 0.44, atol=1e-9)
        for slot, (right, up) in drawn.items():
            hand = np.exp(1j * settings["position"] * omega[shown[slot]])
            assert abs(complex(up, right) - 0.44 * hand) < 1e-9
        for trace, part in zip(view.traces[4:6], ("imag", "real"), strict=True):
            for slot, wave in enumerate(broken(trace)):
                at = np.array(wave)
                height = getattr(np.exp(1j * at[:, 0] * omega[shown[slot]]), part)
                np.testing.assert_allclose(slot - at[:, 1], 0.42 * height, atol=1e-9)
                assert at[0, 0] <= settings["position"] <= at[-1, 0] <= settings["length"] - 1
        for state, trace in enumerate(view.traces[6:8]):
            wanted = (2 * np.pi / omega)[late == bool(state)]
            np.testing.assert_allclose(trace["x"], wanted, rtol=1e-12)
        place, length = view.layout["shapes"]
        assert place["x0"] == place["x1"] == settings["position"]
        assert length["x0"] == length["x1"] == settings["length"]
