"""RoPE in 15 minutes: what each pair gives to a score."""

import math

import numpy as np

from tests.explorers.values import agrees, broken, views


def dot(a: complex, b: complex) -> float:
    return float((a * b.conjugate()).real)


def terms_of_pairs(look: int, layout: str, offset: float) -> list[float]:
    """Return what each pair gives to the score, from columns turned one at a time."""
    speeds = [100 ** (-j / 8) for j in range(8)]
    query = [
        (math.cos(w * look) + sign * math.sin(w * look)) / 4 for w in speeds for sign in (1, -1)
    ]
    terms = []
    for j, w in enumerate(speeds):
        a, b = (2 * j, 2 * j + 1) if layout == "neighbors" else (j, j + 8)
        # The key is 1/4 in every column; its pair is turned clockwise by the offset.
        key = complex(1, 1) / 4 * complex(math.cos(w * offset), -math.sin(w * offset))
        terms.append(dot(complex(query[a], query[b]), key))
    return terms


def expected(pairs, look, layout):
    terms = terms_of_pairs(look, layout, look)
    totals = {k: sum(terms_of_pairs(look, layout, k)[:pairs]) for k in range(-24, 25)}
    peak = max(totals, key=totals.get)
    partners = [(2 * j, 2 * j + 1) if layout == "neighbors" else (j, j + 8) for j in range(8)]
    rows = [
        [j, *partners[j], 0.1 ** (j / 4), terms[j], sum(terms[: j + 1])] for j in range(len(terms))
    ]
    return [layout], {"peak": peak}, rows


def test_waves_sum_and_columns_that_turn_together_are_drawn():
    for settings, view in views("pairs"):
        count, layout = settings["pairs"], settings["layout"]
        drawn = {}
        for trace, js in ((view.traces[4], range(count)), (view.traces[3], range(count, 8))):
            drawn |= dict(zip(js, broken(trace), strict=True))
        for k in (-24, -7.25, 0, 11.5, 24):
            terms = terms_of_pairs(settings["look"], layout, k)
            for j, wave in drawn.items():
                [height] = [y for x, y in wave if x == k]
                assert agrees(j + 1 - height, 0.32 * 8 * terms[j])
            [total] = [y for x, y in zip(*map(view.traces[5].get, "xy"), strict=True) if x == k]
            assert agrees(total, sum(terms[:count]))
        ends = [(arc[0][0], arc[-1][0]) for trace in view.traces[1::-1] for arc in broken(trace)]
        np.testing.assert_allclose(ends, [row[1:3] for row in view.rows], atol=1e-12)
        arcs = [np.array(arc) for trace in view.traces[:2] for arc in broken(trace)]
        assert all((np.diff(arc[:, 0]) > 0).all() and (arc[1:-1, 1] > 0).all() for arc in arcs)
        assert view.traces[6]["x"] == [settings["look"]]
