"""What the explorers of RoPE in 15 minutes say and draw, against mathematics of this test."""

import math

import numpy as np
import pytest

from tests.book.explorer_values import agrees, broken, compare, settings_of
from tests.rendered import view_of

# ---- arrows


def clockwise(degrees: float) -> complex:
    """Return the arrow of length 1 that points this far clockwise from the top."""
    return 1j * np.exp(-1j * np.radians(degrees))


def dot(a: complex, b: complex) -> float:
    return float((a * b.conjugate()).real)


def arrows(position, offset, query, key):
    end = position + offset
    before = {"query": clockwise(query), "key": clockwise(key)}
    row = {"query": clockwise(15 * position), "key": clockwise(15 * end)}
    turned = {"query": clockwise(query + 15 * position), "key": clockwise(key + 15 * end)}
    added = {name: before[name] + row[name] for name in before}
    first = (before["query"] + clockwise(240), before["key"] + clockwise(15 * (16 + offset)))
    score = dot(turned["query"], turned["key"])
    values = {
        "end": end,
        "apart": round(math.degrees(math.acos(max(-1, min(1, score))))),
        "turned": score,
        "added": dot(added["query"], added["key"]),
        "turned_first": score,
        "added_first": dot(*first),
    }
    rows = [
        [f"{name} {how}", shown[name].real, shown[name].imag, abs(shown[name])]
        for how, shown in (("before", before), ("turned", turned), ("added", added))
        for name in ("query", "key")
    ]
    return ["main"], values, rows


def test_arrows_turns_both_and_adds_the_rows():
    compare("arrows", arrows)


def test_while_both_words_slide_the_score_of_turned_arrows_stays_and_the_added_one_does_not():
    for settings in settings_of("arrows"):
        level, wave = (np.array(t["y"]) for t in view_of("arrows", **settings).traces[13:15])
        np.testing.assert_allclose(level, level[0], atol=1e-12)
        # The rows meet the words: only where key and query undo each other does that cancel out.
        assert (np.ptp(wave) > 0.1) == (abs(complex_sum(**settings)) > 0.1)


def complex_sum(position, offset, query, key):
    """Return what the added score has beside its mean, as a number that turns with the position."""
    return clockwise(15 * offset - query) + clockwise(-key)


def test_arrows_draws_what_its_table_says():
    for settings in settings_of("arrows"):
        view = view_of("arrows", **settings)
        place, end = settings["position"], settings["position"] + settings["offset"]
        tips = [(trace["x"][-1], trace["y"][-1]) for trace in view.traces[2:13]]
        shown = [tuple(row[1:3]) for row in view.rows]
        steps, angle = tips[:2], tips[4]
        del tips[4], tips[:2]
        # Before, turned, the two broken lines that end where the sums do, and the sums.
        np.testing.assert_allclose(tips, [*shown, *shown[4:]], atol=1e-12)
        # The pale arcs lead from one position before, the angle between the arrows to the key.
        for step, degrees in zip(
            steps,
            (settings["query"] + 15 * (place - 1), settings["key"] + 15 * (end - 1)),
            strict=True,
        ):
            assert agrees(step, [clockwise(degrees).real, clockwise(degrees).imag])
        assert agrees([x / 0.34 for x in angle], list(shown[3]))
        here = [view.values["turned"], view.values["added"]]
        for curve, marker, score in zip(view.traces[13:15], view.traces[15:17], here, strict=True):
            assert marker["x"] == [place] and agrees(marker["y"], [score])
            assert agrees(np.interp(place, curve["x"], curve["y"]), score)
        assert [trace["x"] for trace in view.traces[18:]] == [[place, end], [place], [end]]
        at = {next(iter(note["text"])): note["x"] for note in view.layout["annotations"]}
        assert (at["query"], at["key"]) == (place, end)


# ---- pairs


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


def pairs_explorer(pairs, offset, look, layout):
    terms = terms_of_pairs(look, layout, offset)
    totals = {k: sum(terms_of_pairs(look, layout, k)[:pairs]) for k in range(-24, 25)}
    peak = max(totals, key=totals.get)
    values = {"score": totals[offset], "peak": peak, "highest": totals[peak]}
    partners = [(2 * j, 2 * j + 1) if layout == "neighbors" else (j, j + 8) for j in range(8)]
    rows = [
        [j, *partners[j], 0.1 ** (j / 4), terms[j], sum(terms[: j + 1])] for j in range(len(terms))
    ]
    return ["sum", layout], values, rows


def test_pairs_adds_up_what_each_pair_gives():
    compare("pairs", pairs_explorer)


def test_pairs_draws_each_wave_the_sum_and_the_columns_that_turn_together():
    for settings in settings_of("pairs"):
        view = view_of("pairs", **settings)
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
        assert view.traces[6]["x"] == [settings["look"]]
        assert {shape["x0"] for shape in view.layout["shapes"]} == {settings["offset"]}


def test_all_pairs_of_neighbors_find_the_offset_and_halves_do_not():
    for look in range(-12, 13):
        found = view_of("pairs", pairs=8, look=look).values
        assert found["peak"] == look and found["highest"] == pytest.approx(1)
    other = view_of("pairs", pairs=8, layout="halves").values
    assert other["peak"] != -8 and other["highest"] < 0.8
