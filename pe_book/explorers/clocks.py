"""The front page: a position as the hands of clocks, and the row of numbers that a model gets."""

import numpy as np

from pe_book.declare import Explorer, Slider, View
from pe_book.numbers import fixed
from pe_lib.encoding import positional_encoding_at
from pe_lib.frequency import angular_frequencies

PAIRS = 8
ROWS = 10  # the position and those before it
RADIUS = 0.42
OMEGA = angular_frequencies(2 * PAIRS)
TURN = [2 * np.pi * i / 40 for i in range(41)]


def update(position: int) -> View:
    """Return the hands at a position, and its row above the rows before it."""
    shown = [position - back for back in range(ROWS)]
    rows = positional_encoding_at([max(p, 0) for p in shown], 2 * PAIRS)
    tips = RADIUS * rows[0].reshape(PAIRS, 2)
    pairs = list(range(PAIRS))
    return View(
        traces=[
            {
                "x": [x for j in pairs for x in (*(j + RADIUS * np.sin(a) for a in TURN), None)],
                "y": [y for _ in pairs for y in (*(RADIUS * np.cos(a) for a in TURN), None)],
            },
            {
                "x": [x for j in pairs for x in (j, j + tips[j, 0], None)],
                "y": [y for j in pairs for y in (0, tips[j, 1], None)],
            },
            {
                "z": [
                    row.tolist() if p >= 0 else [None] * (2 * PAIRS)
                    for p, row in zip(shown, rows, strict=True)
                ]
            },
        ],
        sentence=(
            f"Position {fixed(position)} becomes eight clock hands, from fast to slow. The top row "
            "is what the model gets: the sine and cosine of each."
        ),
        table=(
            ["pair", "radians per position", "sine", "cosine"],
            [
                [
                    fixed(j),
                    fixed(OMEGA[j], 4),
                    fixed(rows[0, 2 * j], 3),
                    fixed(rows[0, 2 * j + 1], 3),
                ]
                for j in pairs
            ],
        ),
    )


LINE = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}
BARE = {"showgrid": False, "showticklabels": False}
EXPLORER = Explorer(
    name="clocks",
    question="What does a model get in place of a position?",
    controls=(Slider("position", "Position p", 0, 199, 1, 7, pace=6),),
    template={
        "data": [
            LINE | {"line": {"color": "@muted", "width": 1.2}},
            LINE | {"line": {"color": "@position", "width": 4}},
            {
                "type": "heatmap",
                "x": list(range(2 * PAIRS)),
                "y": list(range(ROWS)),
                "xaxis": "x2",
                "yaxis": "y2",
                "zmin": -1,
                "zmax": 1,
                "colorscale": "@diverging",
                "showscale": False,
                "hovertemplate": "column %{x}: %{z:.3f}<extra></extra>",
            },
        ],
        "layout": {
            "width": 420,
            "height": 196,
            "margin": {"l": 10, "r": 10, "t": 4, "b": 4},
            "showlegend": False,
            # A unit is as long up as across, so that the dials are round.
            "xaxis": {"range": [-0.5, PAIRS - 0.5], **BARE},
            "yaxis": {"domain": [0.734, 1], "range": [-0.5, 0.5], **BARE},
            "xaxis2": {"anchor": "y2", "range": [-0.5, 2 * PAIRS - 0.5], **BARE},
            "yaxis2": {"anchor": "x2", "domain": [0, 0.7], "range": [ROWS - 0.5, -0.5], **BARE},
        },
    },
    update=update,
    alt=(
        "A row of eight clock hands, of which the first turns fastest. Below each, in colors, its "
        "sine and cosine at this position and at those before it."
    ),
)
