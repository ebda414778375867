"""Chapter 7: one pair of a query and a key as arrows, turned by position or with rows added."""

import math

import numpy as np

from pe_book.declare import (
    BARE_AXIS,
    FILLS_COLUMN,
    DragHandle,
    Explorer,
    RotateHandle,
    Slider,
    Symbol,
    Wording,
    heading,
    line,
    markers,
)

STEP = 15  # degrees that this pair turns from one position to the next
FIRST, LAST, FARTHEST = 16, 48, 12
TEXT = range(LAST + FARTHEST + 1)


def unit(degrees) -> np.ndarray:
    """Return the arrows of length 1, (..., 2), that point this far clockwise from the top."""
    radians = np.radians(degrees)
    return np.stack([np.sin(radians), np.cos(radians)], axis=-1)


def arrow(color: str, axes: int, **more) -> dict:
    """Return an arrow from the middle of its panel, with a dot at its tip."""
    tip = {"color": color, "size": [0.1, 13]}
    return line(color, axes, mode="lines+markers", marker=tip) | more


def dot(color: str, axes: int, size: float = 13) -> dict:
    """Return dots, such as one that the reader can take hold of."""
    return markers(color, axes, size=size)


def curve(axes: int) -> dict:
    """Return the line of a score over the place to which both words slide."""
    hover = {"hovertemplate": "query at %{x}: %{y:.2f}<extra></extra>"}
    return line("@ink", axes) | hover


def band(color: str, width: float) -> dict:
    """Return an arc that is broad and pale."""
    return line(color, width=width, opacity=0.45)


QUERY, KEY = "@position", "@offset"
TURN = unit(np.linspace(0, 360, 121)).T.tolist()
LEFT, RIGHT = [0, 0.455], [0.545, 1]
STARTS = {"range": [FIRST - 1, LAST + 1], "tickvals": [16, 24, 32, 40, 48]}
START_TITLE = {"title": "query’s position"}
WORDING = Wording(
    sentences={
        "main": "With the query at position {position} and the key at {end}, the turned arrows are "
        "{apart}° apart: score {turned:fixed(2)}. With rows added it is {added:fixed(2)}. If both "
        f"slide to {FIRST}, the scores are {{turned_first:fixed(2)}} and {{added_first:fixed(2)}}."
    },
    colors={"position": "position", "end": "offset", "apart": "pair"},
    columns=[
        ("arrow", "{:row}"),
        ("column 2j", "{:fixed(3)}"),
        ("column 2j + 1", "{:fixed(3)}"),
        ("length", "{:fixed(3)}"),
    ],
    words={
        "row": {
            "query before": "query, before",
            "key before": "key, before",
            "query turned": "query, turned",
            "key turned": "key, turned",
            "query added": "query, row added",
            "key added": "key, row added",
        },
        "apart": "{:plural(word)} apart",
        "score": "score {:fixed(2)}",
        "query": "query",
        "key": "key",
    },
)
EXPLORER = Explorer(
    name="arrows",
    question="What does a score see of two positions?",
    controls=(
        Slider("position", "Slide both: query at m", FIRST, LAST, 1, 20, pace=1.5, continuous=True),
        Slider("offset", "Slide the key: offset k", -FARTHEST, FARTHEST, 1, 3, "positions"),
        Slider("query", "Query's direction", -180, 180, STEP, 0, "degrees"),
        Slider("key", "Key's direction", -180, 180, STEP, 0, "degrees"),
    ),
    template={
        "data": [
            *(line("@muted", axes, width=1, x=TURN[0], y=TURN[1]) for axes in (1, 2)),
            *(band(color, 9) for color in (QUERY, KEY)),
            # The paths along each arrow, and then along the row that is added.
            *(line(color, width=1.2) for color in (QUERY, KEY)),
            band("@pair", 16),
            *(arrow(color, 1) for color in (QUERY, KEY)),
            *(line(color, 2, width=1.2) for color in (QUERY, KEY)),
            *(arrow(color, 2) for color in (QUERY, KEY)),
            *(curve(axes) for axes in (3, 4)),
            *(dot("@ink", axes, 10) for axes in (3, 4)),
            dot("@muted", 5, 5) | {"x": list(TEXT), "y": [0] * len(TEXT)},
            line("@pair", 5, width=6, opacity=0.7),
            *(dot(color, 5, 15) for color in (QUERY, KEY)),
        ],
        "layout": {
            "width": 420,
            "height": 520,
            "margin": {"l": 34, "r": 10, "t": 20, "b": 42},
            # A unit is as long up as across, so that the circles are round.
            "xaxis": {"domain": LEFT, "range": [-1.3, 1.3], **BARE_AXIS},
            "yaxis": {"domain": [0.35, 0.7235], "range": [-1.3, 1.3], **BARE_AXIS},
            "xaxis2": {"domain": RIGHT, "range": [-2.2, 2.2], **BARE_AXIS},
            "yaxis2": {"domain": [0.35, 0.7235], "range": [-2.2, 2.2], **BARE_AXIS},
            "xaxis3": {"domain": LEFT, **STARTS, **START_TITLE},
            "yaxis3": {
                "domain": [0, 0.24],
                "range": [-1.25, 1.25],
                "tickvals": [-1, 0, 1],
            },
            "xaxis4": {"domain": RIGHT, **STARTS, **START_TITLE},
            "yaxis4": {
                "domain": [0, 0.24],
                "range": [-4.6, 4.6],
                "tickvals": [-4, 0, 4],
            },
            "xaxis5": {
                "range": [-1, LAST + FARTHEST + 1],
                "tickvals": list(range(0, LAST + FARTHEST + 1, 12)),
                "showgrid": False,
            },
            "yaxis5": {"domain": [0.84, 1], "range": [-1.6, 1.6], **BARE_AXIS},
            "annotations": [
                heading("turned (RoPE)", 0, 0.735),
                heading("row added", RIGHT[0], 0.735),
            ],
        },
    },
    wording=WORDING,
    handles=(
        DragHandle(x="position", axes=("x5", "y5"), tip=(19, 0)),
        DragHandle(x="offset", axes=("x5", "y5"), origin=("position", "position"), tip=(20, 0)),
        DragHandle(x="position", axes=("x3", "y3"), tip=(15, 0)),
        DragHandle(x="position", axes=("x4", "y4"), tip=(16, 0)),
        RotateHandle("query", tip=(7, 1), radians=math.radians(1)),
        RotateHandle("key", tip=(8, 1), radians=math.radians(1)),
    ),
    symbols=(
        Symbol("m", settings=("position",), traces=(7, 19)),
        Symbol("n", settings=("offset",), traces=(8, 20)),
        Symbol("q", settings=("query",), traces=(4,)),
        Symbol("k", settings=("key",), traces=(5,)),
    ),
    wide_layout=FILLS_COLUMN
    | {
        "xaxis": {"domain": [0, 0.28]},
        "yaxis": {"domain": [0, 0.669]},
        "xaxis3": {"domain": [0.325, 0.47], "tickvals": [16, 32, 48]},
        "yaxis3": {"domain": [0.06, 0.5]},
        "xaxis2": {"domain": [0.53, 0.81]},
        "yaxis2": {"domain": [0, 0.669]},
        "xaxis4": {"domain": [0.855, 1], "tickvals": [16, 32, 48]},
        "yaxis4": {"domain": [0.06, 0.5]},
        "yaxis5": {"domain": [0.82, 1]},
        "annotations": [heading("turned (RoPE)", 0, 0.68), heading("row added", 0.53, 0.68)],
    },
    slide_layout={
        "margin": {"t": 40, "b": 54},
        "xaxis5": {"showticklabels": False},
        "yaxis5": {"domain": [0.8, 1], "range": [-1.1, 1.1]},
        "xaxis3": {"domain": [0, 0.41], "tickvals": [16, 32, 48]},
        "xaxis4": {"domain": [0.59, 1], "tickvals": [16, 32, 48]},
    },
    alt=(
        "A query and a key as two words on a line of positions. Below, two circles with both as "
        "arrows: on the left each is turned by 15 degrees a position, on the right each has the "
        "row of its position added. Beside each circle, the score while both words slide along "
        "the line: level where the arrows are turned, a wave where rows are added."
    ),
)
