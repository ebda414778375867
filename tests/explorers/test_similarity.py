"""Chapter 4: the similarity of two rows and its law."""

import math

import mpmath
import numpy as np

from tests.explorers.values import hands, views

EULER = float(mpmath.euler)


def mean_of_cosines(k, d_model, base):
    return np.mean(np.cos(np.multiply.outer(k, hands(d_model, base))), axis=-1)


def law(k, base):
    return 1 - (math.log(k) + EULER) / math.log(base)


def expected(offset, d_model, base):
    falls = np.diff(mean_of_cosines(np.arange(1000), d_model, base)) < -1e-12
    rise = int(np.argmin(falls))
    values = {
        "pairs": d_model // 2,
        "similarity": mean_of_cosines(offset, d_model, base),
        "law": law(offset, base),
        "doubling": law(1, base) - law(2, base),
        "rise": rise,
        "places": [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
        "answers": list(mean_of_cosines(2.0 ** np.arange(10), d_model, base)),
    }
    rows = []
    for k in sorted({1, 4, 16, 64, 256, 1000, offset, rise}):
        true, rough = mean_of_cosines(k, d_model, base), law(k, base)
        rows.append([k, true, rough, rough - true])
    return ["main"], values, rows


def test_the_curve_and_its_law_are_drawn():
    for settings, view in views("similarity")[:30]:
        d_model, base, offset = (settings[name] for name in ("d_model", "base", "offset"))
        traces = view.traces
        grid = np.array(traces[1]["x"])
        true = mean_of_cosines(grid, d_model, base)
        np.testing.assert_allclose(traces[1]["y"], true, atol=1e-9)
        np.testing.assert_allclose(traces[0]["y"], [law(k, base) for k in grid], atol=1e-9)
        here = mean_of_cosines(offset, d_model, base)
        assert traces[3]["x"] == [offset] and abs(traces[3]["y"][0] - here) < 1e-9
        [turn] = traces[2]["x"]
        assert abs(traces[2]["y"][0] - mean_of_cosines(turn, d_model, base)) < 1e-9
        # Down from the point to its offset.
        assert traces[4]["x"] == [offset] * 2 and traces[4]["y"][1] == traces[3]["y"][0]
