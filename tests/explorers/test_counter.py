"""Chapter 2: bits and pairs."""

import math

import numpy as np

from tests.explorers.values import hands, views


def expected(position, pairs, base, lowest_first):
    now, then = (f"{p:040b}"[-pairs:] for p in (position, position + 1))
    partial = "start" if lowest_first else "end"
    turns = [2 * math.pi * base ** (j / pairs) for j in range(pairs)]
    values = {
        "shown": "whole" if int(now, 2) == position else partial,
        "bits": now[::-1] if lowest_first else now,
        "next": position + 1,
        "flips": sum(a != b for a, b in zip(now, then, strict=True)),
        "share": 1 / (2 * math.pi),
        "slower": turns[1] / turns[0],
    }
    rows = []
    for j, turn in enumerate(turns):
        hand = np.exp(2j * np.pi * position / turn)
        rows.append([j, 2 * 2**j, turn, int(now[-1 - j]), hand.imag, hand.real])
    return ["main"], values, rows


def test_bits_and_the_table_are_drawn_with_a_frame_around_the_row():
    for settings, view in views("counter"):
        pairs, base, first = (settings[name] for name in ("pairs", "base", "lowest_first"))
        bits, table = (trace["z"] for trace in view.traces[:2])
        for p in range(32):
            digits = [int(digit) for digit in f"{p:040b}"[-pairs:]]
            spare = [None] * (8 - pairs)
            assert bits[p] == ([*digits[::-1], *spare] if first else [*spare, *digits])
            hand = np.exp(1j * p * hands(2 * pairs, base))
            row = [part for z in hand for part in (z.imag, z.real)]
            np.testing.assert_allclose(table[p][: 2 * pairs], row, atol=1e-12)
            assert table[p][2 * pairs :] == [None] * (16 - 2 * pairs)
        # Frames around the bits and the row of this position, ticks at what is used.
        used, p = np.flatnonzero([bit is not None for bit in bits[0]]), settings["position"]
        assert view.layout["xaxis"]["tickvals"] == used.tolist()
        assert view.layout["xaxis2"]["tickvals"] == [2 * j + 0.5 for j in range(pairs)]
        frames = [[s[edge] for edge in ("x0", "x1", "y0", "y1")] for s in view.layout["shapes"]]
        assert frames == [
            [used[0] - 0.5, used[-1] + 0.5, p - 0.5, p + 0.5],
            [-0.5, 2 * pairs - 0.5, p - 0.5, p + 0.5],
        ]
