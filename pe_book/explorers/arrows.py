"""Chapter 7: one pair of a query and a key as arrows, turned by position or with rows added."""

import math

import numpy as np

from pe_book.declare import (
    FILLS_COLUMN,
    DragHandle,
    Explorer,
    RotateHandle,
    Slider,
    Symbol,
    Wording,
    heading,
    line,
)

STEP = 15  # degrees that this pair turns from one position to the next
FIRST, LAST, FARTHEST = 16, 48, 12


def unit(degrees) -> np.ndarray:
    """Return the arrows of length 1, (..., 2), that point this far clockwise from the top."""
    radians = np.radians(degrees)
    return np.stack([np.sin(radians), np.cos(radians)], axis=-1)


def arrow(color: str, axes: int, **more) -> dict:
    """Return an arrow from the middle of its panel, with a dot at its tip."""
    tip = {"color": color, "size": [0.1, 13]}
    return line(color, axes, mode="lines+markers", marker=tip) | more


def dashed(color: str) -> dict:
    """Return the style of the path along an arrow and then along the row that is added."""
    return {"color": color, "width": 2, "dash": "dash"}


def dot(color: str, axes: int) -> dict:
    """Return a dot that the reader can take hold of."""
    return line(color, axes, mode="markers", marker={"color": color, "size": 13})


def curve(axes: int) -> dict:
    """Return the curve of a score over the offset."""
    hover = {"hovertemplate": "offset %{x}: %{y:.2f}<extra></extra>", "hoverinfo": "all"}
    return line("@ink", axes) | hover


QUERY, KEY = "@position", "@offset"
TURN = unit(np.linspace(0, 360, 121)).T.tolist()
PALE = {"opacity": 0.45}
LEFT, RIGHT = [0, 0.455], [0.545, 1]
BARE = {"showgrid": False, "showticklabels": False}
STEPS = {"range": [-FARTHEST, FARTHEST], "tickvals": [-10, -5, 0, 5, 10]}
OFFSET_TITLE = {"title": {"text": "offset k", "standoff": 5}}
WORDING = Wording(
    sentences={
        "main": "The query stands at position {position}, the key at {end}. Turned, the arrows are "
        "{apart}° apart: score {turned:fixed(2)}. With rows added: score {added:fixed(2)}. If both "
        f"slide until the query stands at {FIRST}, the scores are {{turned_first:fixed(2)}} and "
        "{added_first:fixed(2)}."
    },
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
        }
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
            *(
                line("@muted", axes, x=TURN[0], y=TURN[1], line={"color": "@muted", "width": 1})
                for axes in (1, 2)
            ),
            *(arrow(color, 1, **PALE) for color in (QUERY, KEY)),
            line("@ink", 1, name="angle", showlegend=True),
            arrow(QUERY, 1, name="query", showlegend=True),
            arrow(KEY, 1, name="key", showlegend=True),
            line(QUERY, 2, line=dashed(QUERY), name="arrow, then row", showlegend=True),
            line(KEY, 2, line=dashed(KEY)),
            *(arrow(color, 2) for color in (QUERY, KEY)),
            *(curve(axes) for axes in (3, 4)),
            *(
                dot(KEY, axes)
                for axes in (
                    3,
                    4,
                )
            ),
            *(dot(color, 5) for color in (QUERY, KEY)),
        ],
        "layout": {
            "width": 420,
            "height": 536,
            "margin": {"l": 34, "r": 10, "t": 50, "b": 42},
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 1.01, "yanchor": "bottom"},
            # A unit is as long up as across, so that the circles are round.
            "xaxis": {"domain": LEFT, "range": [-1.3, 1.3], **BARE},
            "yaxis": {"domain": [0.565, 0.95], "range": [-1.3, 1.3], **BARE},
            "xaxis2": {"domain": RIGHT, "anchor": "y2", "range": [-2.2, 2.2], **BARE},
            "yaxis2": {"domain": [0.565, 0.95], "anchor": "x2", "range": [-2.2, 2.2], **BARE},
            "xaxis3": {"domain": LEFT, "anchor": "y3", **STEPS, **OFFSET_TITLE},
            "yaxis3": {
                "domain": [0.315, 0.5],
                "anchor": "x3",
                "range": [-1.2, 1.2],
                "tickvals": [-1, 0, 1],
            },
            "xaxis4": {"domain": RIGHT, "anchor": "y4", **STEPS, **OFFSET_TITLE},
            "yaxis4": {
                "domain": [0.315, 0.5],
                "anchor": "x4",
                "range": [-4.6, 4.6],
                "tickvals": [-4, 0, 4],
            },
            "xaxis5": {
                "domain": [0, 1],
                "anchor": "y5",
                "range": [-1, LAST + FARTHEST + 1],
                "tickvals": list(range(0, LAST + FARTHEST + 1, 12)),
                "title": {"text": "position", "standoff": 5},
            },
            "yaxis5": {"domain": [0, 0.14], "anchor": "x5", "range": [-1, 1], **BARE},
            "annotations": [
                heading("turned (RoPE)", 0, 0.95),
                heading("row added", RIGHT[0], 0.95),
                heading("score", 0, 0.5),
                heading("score", RIGHT[0], 0.5),
                heading("the query takes the key along", 0, 0.145),
            ],
        },
    },
    wording=WORDING,
    handles=(
        DragHandle(x="position", axes=("x5", "y5"), tip=(15, 0)),
        DragHandle(x="offset", axes=("x5", "y5"), origin=("position", "position"), tip=(16, 0)),
        DragHandle(x="offset", axes=("x3", "y3"), tip=(13, 0)),
        DragHandle(x="offset", axes=("x4", "y4"), tip=(14, 0)),
        RotateHandle("query", tip=(5, 1), radians=math.radians(1)),
        RotateHandle("key", tip=(6, 1), radians=math.radians(1)),
    ),
    symbols=(
        Symbol("m", settings=("position",), traces=(5, 15)),
        Symbol("n", settings=("offset",), traces=(6, 16)),
        Symbol("q", settings=("query",), traces=(2,)),
        Symbol("k", settings=("key",), traces=(3,)),
    ),
    wide_layout=FILLS_COLUMN
    | {
        "margin": {"t": 46, "b": 40},
        "xaxis": {"domain": [0, 0.235]},
        "yaxis": {"domain": [0.28, 0.92]},
        "xaxis3": {"domain": [0.29, 0.47], "tickvals": [-10, 0, 10]},
        "yaxis3": {"domain": [0.44, 0.87]},
        "xaxis2": {"domain": [0.53, 0.765]},
        "yaxis2": {"domain": [0.28, 0.92]},
        "xaxis4": {"domain": [0.82, 1], "tickvals": [-10, 0, 10]},
        "yaxis4": {"domain": [0.44, 0.87]},
        "yaxis5": {"domain": [0, 0.13]},
        "annotations": [
            heading("turned (RoPE)", 0, 0.93),
            heading("row added", 0.53, 0.93),
            heading("score", 0.29, 0.88),
            heading("score", 0.82, 0.88),
            heading("the query takes the key along", 0, 0.135),
        ],
    },
    slide_layout={
        "margin": {"b": 54},
        "xaxis3": {"domain": [0, 0.41], "tickvals": [-12, 0, 12]},
        "yaxis3": {"domain": [0.335, 0.49], "tickvals": [0, 1]},
        "xaxis4": {"domain": [0.59, 1], "tickvals": [-12, 0, 12]},
        "yaxis4": {"domain": [0.335, 0.49], "tickvals": [0]},
    },
    law="With the figure's settings: m = {position}, n = {end}, so n − m = {offset}; turned, "
    "the score is {turned:fixed(2)}.",
    alt=(
        "Two circles with a query and a key as arrows. On the left both are turned by 15 degrees a "
        "position; on the right each has the row of its position added. Below each circle, the "
        "score over the offset from query to key; below both, the two positions on a line."
    ),
)
