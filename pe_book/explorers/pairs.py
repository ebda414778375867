"""Chapter 7: the score of a head as the sum of its pairs' cosines, and which columns are a pair."""

import numpy as np

from pe_book.declare import DragHandle, Explorer, Select, Slider, View, Wording, heading, line
from pe_lib.frequency import angular_frequencies
from pe_lib.rotation import rotation_matrix

WIDTH = 16
PAIRS = WIDTH // 2
BASE = 100.0  # so that within the offsets shown even slow pairs move
FARTHEST = 24
OMEGA = angular_frequencies(WIDTH, BASE)
OFFSETS = np.linspace(-FARTHEST, FARTHEST, 193)
KEY = np.full(WIDTH, WIDTH**-0.5)
LAYOUTS = {
    "neighbors": [(2 * j, 2 * j + 1) for j in range(PAIRS)],
    "halves": [(j, j + PAIRS) for j in range(PAIRS)],
}
#: Points of an arc between two columns, less one.
ARC_STEPS = 20


def waves(look: int, layout: str, offsets: np.ndarray) -> np.ndarray:
    """Return what each pair gives to the score at each offset, (PAIRS, n_offsets).

    The query is made for neighbors: in that layout every pair is largest at the offset `look`.
    """
    query = rotation_matrix(look, WIDTH, BASE) @ KEY
    first, second = np.array(LAYOUTS[layout]).T
    alike = query[first] * KEY[first] + query[second] * KEY[second]
    across = query[first] * KEY[second] - query[second] * KEY[first]
    angles = np.multiply.outer(OMEGA, offsets)
    return alike[:, np.newaxis] * np.cos(angles) + across[:, np.newaxis] * np.sin(angles)


def update(pairs: int, offset: int, look: int, layout: str) -> View:
    """Return the cosines of all pairs, the sum of the first `pairs`, and the paired columns."""
    drawn = waves(look, layout, OFFSETS)
    whole = np.arange(-FARTHEST, FARTHEST + 1)
    terms = waves(look, layout, whole)
    total = terms[:pairs].sum(axis=0)
    peak = int(total.argmax())
    place = offset + FARTHEST
    heights = _heights(pairs, drawn)
    return View(
        traces=[
            _arcs(layout, range(pairs, PAIRS)),
            _arcs(layout, range(pairs)),
            {},
            _broken([(OFFSETS, heights[j]) for j in range(pairs, PAIRS)]),
            _broken([(OFFSETS, heights[j]) for j in range(pairs)]),
            {"x": OFFSETS, "y": drawn[:pairs].sum(axis=0)},
            {"x": [look], "y": [1.1]},
            {"x": [offset], "y": [total[place]]},
        ],
        layout={
            "shapes": [
                {
                    "type": "line",
                    "xref": axis,
                    "yref": f"y{axis[1:]}",
                    "x0": offset,
                    "x1": offset,
                    "y0": low,
                    "y1": high,
                    "line": {"color": "@offset", "width": 1.5},
                }
                for axis, low, high in (("x2", 0.4, PAIRS + 0.6), ("x3", -1.2, 1.3))
            ],
        },
        said=["sum", layout],
        values={
            "score": total[place],
            "peak": int(whole[peak]),
            "highest": total[peak],
        },
        rows=[
            [j, *LAYOUTS[layout][j], OMEGA[j], terms[j, place], terms[: j + 1, place].sum()]
            for j in range(PAIRS)
        ],
    )


def _heights(pairs: int, drawn: np.ndarray) -> np.ndarray:
    """Return the waves, each around the row of its pair: 1 for pair 0, and so on."""
    return np.arange(1, PAIRS + 1)[:, np.newaxis] - 0.32 * PAIRS * drawn


def _broken(lines: list[tuple]) -> dict:
    """Return several lines as one with gaps; without any, a point without a value."""
    return {
        "x": [value for x, _ in lines for value in (*x, None)] or [0],
        "y": [value for _, y in lines for value in (*y, None)] or [None],
    }


def _arcs(layout: str, pairs: range) -> dict:
    """Return an arc over the columns from each column to its partner."""
    turn = np.pi * np.arange(ARC_STEPS + 1) / ARC_STEPS
    lines = []
    for first, second in (LAYOUTS[layout][j] for j in pairs):
        middle, half = (first + second) / 2, (second - first) / 2
        lines.append((middle - half * np.cos(turn), (0.35 + 0.15 * half) * np.sin(turn)))
    return _broken(lines)


BARE = {"showgrid": False, "showticklabels": False}
STEPS = {"range": [-FARTHEST, FARTHEST], "tickvals": list(range(-24, 25, 8))}
WORDING = Wording(
    sentences={
        "sum": "At offset {offset} the {pairs:first} {score:fixed(2)}. The highest score, "
        "{highest:fixed(2)}, is at offset {peak}.",
        "neighbors": "Columns 2j and 2j + 1 turn together, as they did when this query was made.",
        "halves": "This program turns columns j and j + 8 together, but the query was made for "
        "neighbors.",
    },
    columns=[
        ("pair", "{}"),
        ("column", "{}"),
        ("turns with", "{}"),
        ("radians per position", "{:fixed(3)}"),
        ("at offset {offset}", "{:fixed(3)}"),
        ("sum so far", "{:fixed(3)}"),
    ],
    words={"first": {"1": "fastest pair gives", "other": "{} fastest pairs together give"}},
)
EXPLORER = Explorer(
    name="pairs",
    question="How do many pairs single out one offset?",
    controls=(
        Slider("pairs", "Pairs added up", 1, PAIRS, 1, 1, "pairs"),
        Slider("offset", "Offset k", -FARTHEST, FARTHEST, 1, 5, "positions"),
        Slider("look", "Offset to find", -12, 12, 1, -8, "positions"),
        Select(
            "layout",
            "The program pairs",
            (("neighbors", "neighbors: 2j and 2j + 1"), ("halves", "halves: j and j + 8")),
            "neighbors",
        ),
    ),
    template={
        "data": [
            line("@muted", 1, opacity=0.6),
            line("@pair", 1),
            line(
                "@ink",
                1,
                mode="markers",
                x=list(range(WIDTH)),
                y=[0] * WIDTH,
                marker={"color": "@ink", "size": 7},
            ),
            line("@muted", 2, opacity=0.6, name="left out", showlegend=True),
            line("@pair", 2, name="a pair, added", showlegend=True),
            line(
                "@ink",
                3,
                name="their sum",
                showlegend=True,
                hoverinfo="all",
                hovertemplate="offset %{x}: %{y:.2f}<extra></extra>",
            ),
            line(
                "@position",
                3,
                mode="markers",
                name="offset to find",
                showlegend=True,
                marker={"color": "@position", "size": 12, "symbol": "diamond"},
            ),
            line(
                "@offset",
                3,
                mode="markers",
                marker={"color": "@offset", "size": 12},
            ),
        ],
        "layout": {
            "width": 420,
            "height": 516,
            "margin": {"l": 44, "r": 14, "t": 50, "b": 42},
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 1.01, "yanchor": "bottom"},
            "xaxis": {
                "domain": [0, 1],
                "range": [-0.6, WIDTH - 0.4],
                "tickvals": list(range(WIDTH)),
                "showgrid": False,
            },
            "yaxis": {"domain": [0.85, 0.95], "range": [-0.2, 1.1], **BARE},
            "xaxis2": {
                "domain": [0, 1],
                "anchor": "y2",
                **STEPS,
                "showticklabels": False,
            },
            "yaxis2": {
                "domain": [0.33, 0.74],
                "anchor": "x2",
                "range": [PAIRS + 0.6, 0.4],
                "tickvals": list(range(1, PAIRS + 1)),
                "ticktext": [str(j) for j in range(PAIRS)],
                "title": {"text": "pair j", "standoff": 5},
                "showgrid": False,
            },
            "xaxis3": {
                "domain": [0, 1],
                "anchor": "y3",
                **STEPS,
                "title": {"text": "offset k, from query to key", "standoff": 5},
            },
            "yaxis3": {
                "domain": [0, 0.27],
                "anchor": "x3",
                "range": [-1.2, 1.5],
                "tickvals": [-1, 0, 1],
            },
            "annotations": [
                heading("columns of a head, joined in pairs", 0, 0.955),
                heading("what each pair gives to the score", 0, 0.745),
                heading("score", 0, 0.275),
                heading("at offset k", 0.14, 0.275, "@offset"),
            ],
        },
    },
    update=update,
    wording=WORDING,
    handles=(
        DragHandle(x="offset", axes=("x3", "y3"), tip=(7, 0)),
        DragHandle(x="look", axes=("x3", "y3"), tip=(6, 0)),
        DragHandle(y="pairs", axes=("x2", "y2")),
    ),
    alt=(
        "Sixteen columns, joined in pairs by arcs; below, a wave over the offset for each of eight "
        "pairs, from fast to slow; below those the sum of the pairs that are added up, which has "
        "one clear peak once slow pairs are among them."
    ),
)
