"""Chapter 3: the hands, the waves and the wavelengths of all pairs."""

import math
from itertools import pairwise

import numpy as np

from tests.explorers.values import broken, hands, views
from tests.rendered import view_of


def expected(d_model, base, position):
    omega = hands(d_model, base)
    turned = np.exp(1j * position * omega)
    away = np.degrees(abs(np.angle(turned)))
    turns = position * omega / (2 * math.pi)
    fooled = int((away <= 15).sum())
    values = {
        "hands": len(omega),
        "fooled": fooled,
        "finished": int((turns >= 1).sum()),
        "distance": float(np.linalg.norm(turned - 1)),
    }
    rows = [[j, w, 2 * math.pi / w, turns[j], away[j]] for j, w in enumerate(omega)]
    said = "main" if fooled < len(omega) else "fooled" if position else "start"
    return [said], values, rows


def test_four_hands_are_fooled_at_6283_and_not_before():
    assert view_of("waves", position=6283, d_model=8).sentences == ["fooled"]
    for position in (44, 710):
        assert view_of("waves", position=position, d_model=8).values["fooled"] < 4


def test_hands_waves_and_wavelengths_are_drawn():
    for settings, view in views("waves"):
        omega, position = hands(settings["d_model"], settings["base"]), settings["position"]
        shown = view.traces[9]["text"]
        assert shown[0] == 0 and shown[-1] == len(omega) - 1 and len(shown) == min(4, len(omega))
        gaps = [b - a for a, b in pairwise(shown)]
        assert max(gaps) - min(gaps) <= 1
        back = np.degrees(abs(np.angle(np.exp(1j * position * omega)))) <= 15
        rims, drawn = [], {}
        for state in (False, True):
            rims += [(face, state) for face in broken(view.traces[state])]
            for (_, y0), (x, y) in broken(view.traces[3 + state]):
                drawn[y0] = complex(y0 - y, x), state
        for face, state in rims:
            slot = round(np.mean([y for _, y in face[:-1]]))
            assert back[shown[slot]] == state
            np.testing.assert_allclose(np.hypot(*(np.array(face) - [0, slot]).T), 0.42, atol=1e-9)
        assert len(rims) == len(drawn) == len(shown)
        for slot, (hand, state) in drawn.items():
            assert abs(hand - 0.42 * np.exp(1j * position * omega[shown[slot]])) < 1e-9
            assert back[shown[slot]] == state
        end = view.layout["xaxis2"]["range"][1]
        assert max(64, position) <= end < max(65, 2 * position)
        for trace, part in zip(view.traces[5:7], ("imag", "real"), strict=True):
            for wave in broken(trace):
                at = np.array(wave)
                slot = round(at[:, 1].mean())
                assert at[0, 0] == 0 and at[-1, 0] == end
                if end * omega[shown[slot]] / (2 * math.pi) > 60:  # a band
                    assert np.allclose(abs(slot - at[:, 1]), 0.4) and part == "imag"
                    continue
                height = getattr(np.exp(1j * at[:, 0] * omega[shown[slot]]), part)
                np.testing.assert_allclose(slot - at[:, 1], 0.4 * height, atol=1e-9)
        lengths = 2 * np.pi / omega
        for done, trace in enumerate(view.traces[7:9]):
            wanted = lengths[(lengths <= position) == bool(done)]
            np.testing.assert_allclose(trace["x"], wanted, rtol=1e-12)
        assert all(line["x0"] == line["x1"] == position for line in view.layout["shapes"])
