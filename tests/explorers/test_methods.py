"""Chapter 7: what a shift of all positions changes, by four methods."""

import math

import numpy as np

from pe_book.explorers.methods import WORDS
from pe_book.ported.seeded_random import seeded_numbers
from tests.explorers.values import hands, views


def weights_of(method: str, query: int, shift: int) -> np.ndarray:
    """Return the weights, each score a sum over the pairs as angles, or a distance taken off."""
    x = np.array([seeded_numbers(word, 32) for word in WORDS])
    W_q, W_k = (seeded_numbers(name, 32 * 32).reshape(32, 32) / 2 for name in ("query", "key"))
    p = np.arange(shift, shift + len(x), dtype=float)
    angles = np.outer(p, hands(32, 10_000))
    if method == "table":
        x = x + np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(x), 32)
    q, k = (x @ W_q)[query], x @ W_k
    if method == "rope":
        a, b = q[0::2] + 1j * q[1::2], k[:, 0::2] + 1j * k[:, 1::2]
        scores = (a.conj() * b * np.exp(-1j * (angles - angles[query]))).real.sum(axis=1)
    else:
        scores = np.einsum("d,sd->s", q, k)
    scores = scores / math.sqrt(32) - (abs(p - p[query]) / 2 if method == "alibi" else 0)
    return np.exp(scores) / np.exp(scores).sum()


def expected(method, query, shift):
    panels = [
        (weights_of(name, query, shift), weights_of(name, query, 0)) for name in ("table", method)
    ]
    table, change = (float(np.abs(after - before).max()) for after, before in panels)
    rows = [[WORDS[s], *(w[s] for pair in panels for w in pair)] for s in range(len(WORDS))]
    values = {"table": table, "change": change if change > 1e-9 else 0}
    return [method if shift else "start"], values, rows


def test_weights_before_and_after_are_drawn():
    for settings, view in views("methods"):
        notes = [note for note in view.layout["annotations"] if "panel" in note["text"]]
        panels = [(note["text"]["panel"], note["xref"]) for note in notes]
        assert panels == [("table", "x domain"), (settings["method"], "x2 domain")]
        for panel, (method, _) in enumerate(panels):
            bars, moved, dots = view.traces[3 * panel : 3 * panel + 3]
            before = weights_of(method, settings["query"], 0)
            after = weights_of(method, settings["query"], settings["shift"])
            assert np.allclose(bars["x"][1::3], before)
            assert np.allclose(dots["x"], after)
            assert np.allclose([moved["x"][::3], moved["x"][1::3]], [before, after])
            assert max(*before, *after) <= view.layout["xaxis"]["range"][1]
        [frame] = view.layout["shapes"]
        assert (frame["y0"], frame["y1"]) == (settings["query"] - 0.5, settings["query"] + 0.5)
        assert view.layout["xaxis2"] == view.layout["xaxis"]
