"""Chapter 2: a position as the hands of clocks, the waves they leave, and the row of numbers."""

import numpy as np

from pe_book.declare import (
    BARE_AXIS,
    FILLS_COLUMN,
    Explorer,
    RotateHandle,
    Slider,
    Wording,
    heading,
    heat_map,
    line,
    markers,
)
from pe_lib.frequency import angular_frequencies

PAIRS, BASE = 4, 100
OMEGA = angular_frequencies(2 * PAIRS, BASE)
APART = 2.3  # from the middle of a dial to the next below, in lengths of a hand
DIALS = tuple(-APART * j for j in range(PAIRS))
RIM = np.linspace(0, 2 * np.pi, 37)
#: Rows and columns of pixels of the cells, with those between them that stay empty.
PIXELS = {"x": list(range(19)), "y": np.linspace(1.1, DIALS[-1] - 1.1, 23 * PAIRS).tolist()}


def wave(color: str) -> list[dict]:
    """Return a curve over the positions so far, and its points at whole ones."""
    place = {"xaxis": "x2", "yaxis": "y"}
    points = markers(color, size=7)
    return [line(color) | place, points | place]


WORDING = Wording(
    sentences={
        "main": "Four hands turn, each slower than the one before. {right:right} and {up:up} their "
        "tips stand is what the model gets in place of position {position}."
    },
    columns=[
        ("pair", "{}"),
        ("radians per position", "{:fixed(4)}"),
        ("sine", "{:fixed(3)}"),
        ("cosine", "{:fixed(3)}"),
    ],
    words={
        "right": "How far right",
        "up": "how far up",
        "entry": "{:fixed(2)}",
        "now": "position {}",
    },
    colors={"right": "sine", "up": "cosine", "position": "position"},
)
EXPLORER = Explorer(
    name="clocks",
    question="What does a model get in place of a position?",
    controls=(Slider("position", "Position p", 0, 199, 1, 7, pace=1.5, continuous=True),),
    template={
        "data": [
            line(
                "@muted",
                x=[x for _ in DIALS for x in (*np.sin(RIM).round(3).tolist(), None)],
                y=[y for at in DIALS for y in (*(at + np.cos(RIM)).round(3).tolist(), None)],
                width=1,
            ),
            line("@position", width=8, opacity=0.4),
            line("@sine", width=3.5),
            line("@cosine", width=3.5),
            line(
                "@position",
                mode="lines+markers",
                width=4,
                marker={"color": "@position", "size": [0.1, 12, 0.1] * PAIRS},
            ),
            *wave("@sine"),
            *wave("@cosine"),
            heat_map(3, yaxis="y", **PIXELS),
        ],
        "layout": {
            "width": 420,
            "height": 430,
            "margin": {"l": 44, "r": 6, "t": 34, "b": 42},
            # A unit is as long up as across, so that the dials are round.
            "xaxis": {"domain": [0.41, 0.68], "range": [-1.333, 1.333], **BARE_AXIS},
            "yaxis": {
                "anchor": "x2",
                "range": [DIALS[-1] - 1.2, 1.25],
                "tickvals": list(DIALS),
                "ticktext": ["fast", *[""] * (PAIRS - 2), "slow"],
            },
            "xaxis2": {
                "domain": [0, 0.41],
                "anchor": "y",
                "tickvals": list(range(0, 200, 4)),
                "title": "position",
                "showgrid": False,
            },
            "xaxis3": {"domain": [0.7, 1], "anchor": "y", "range": [-0.5, 18.5], **BARE_AXIS},
            "annotations": [
                heading("sine", 0.775, 1.01, "@sine") | {"xanchor": "center"},
                heading("cosine", 0.925, 1.01, "@cosine") | {"xanchor": "center"},
            ],
        },
    },
    wording=WORDING,
    handles=tuple(
        RotateHandle("position", tip=(4, 3 * j + 1), radians=float(OMEGA[j]), center=(0, DIALS[j]))
        for j in range(PAIRS)
    ),
    wide_layout=FILLS_COLUMN
    | {
        "margin": {"l": 46, "t": 30},
        "xaxis": {"domain": [0.56, 0.56 + 0.1165]},
        "xaxis2": {"domain": [0, 0.56], "tickvals": list(range(0, 200, 2))},
        "xaxis3": {"domain": [0.7, 1]},
    },
    alt=(
        "Four clock hands, one below another, from fast to slow. In each dial two legs lead to the "
        "tip of the hand: how far right it is, and how far up. On the left these two run on as "
        "waves over the positions before, with a point at each. On the right they stand as "
        "numbers: a sine and a cosine for each hand."
    ),
)
