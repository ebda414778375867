"""A position as the hands of clocks, and the row of numbers that a model gets."""

from pe_book.declare import (
    Explorer,
    RotateHandle,
    Slider,
    Wording,
    color_key,
    heading,
    key_axes,
)
from pe_lib.frequency import angular_frequencies

PAIRS = 8
ROWS = 10  # the position and those before it
RADIUS = 0.42
OMEGA = angular_frequencies(2 * PAIRS)


UNIT = (420 - 64 - 10) / PAIRS  # pixels
LINE = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}
KEY = color_key("@diverging", -1, 1, "3")
# From the foot of each dial down to its two columns.
BRACKET = ((0, -0.47), (0, -0.6), None, (-0.4, -0.8), (-0.4, -0.6), (0.4, -0.6), (0.4, -0.8), None)
BARE = {"showgrid": False, "showticklabels": False}
WORDING = Wording(
    sentences={
        "main": "Position {position} becomes eight clock hands, from fast to slow. The top row is "
        "what the model gets: the sine and cosine of each."
    },
    columns=[
        ("pair", "{}"),
        ("radians per position", "{:fixed(4)}"),
        ("sine", "{:fixed(3)}"),
        ("cosine", "{:fixed(3)}"),
    ],
)
EXPLORER = Explorer(
    name="clocks",
    question="What does a model get in place of a position?",
    controls=(Slider("position", "Position p", 0, 199, 1, 7, pace=1.5, continuous=True),),
    template={
        "data": [
            {
                "type": "scatter",
                "mode": "markers",
                "hoverinfo": "skip",
                "x": list(range(PAIRS)),
                "y": [0] * PAIRS,
                "marker": {"symbol": "circle-open", "size": 2 * RADIUS * UNIT, "color": "@muted"},
            },
            LINE | {"line": {"color": "@position", "width": 4}},
            {
                "type": "heatmap",
                "x": list(range(2 * PAIRS)),
                "y": list(range(ROWS)),
                "xaxis": "x2",
                "yaxis": "y2",
                "zmin": KEY["zmin"],
                "zmax": KEY["zmax"],
                "colorscale": KEY["colorscale"],
                "showscale": False,
                "hovertemplate": "column %{x}: %{z:.3f}<extra></extra>",
            },
            LINE
            | {
                "x": [at and j + at[0] for j in range(PAIRS) for at in BRACKET],
                "y": [at and at[1] for _ in range(PAIRS) for at in BRACKET],
                "line": {"color": "@muted", "width": 1.2},
            },
            KEY,
        ],
        "layout": {
            "width": 420,
            "height": 280,
            "margin": {"l": 64, "r": 10, "t": 42, "b": 22},
            "showlegend": False,
            # A unit is as long up as across, so that the dials are round.
            "xaxis": {"range": [-0.5, PAIRS - 0.5], **BARE},
            "yaxis": {"domain": [1 - 1.32 * UNIT / 216, 1], "range": [-0.82, 0.5], **BARE},
            "xaxis2": {"anchor": "y2", "range": [-0.5, 2 * PAIRS - 0.5], **BARE},
            "yaxis2": {
                "anchor": "x2",
                "domain": [0.2, 1 - 1.32 * UNIT / 216],
                "range": [ROWS - 0.5, -0.5],
                "showgrid": False,
                "tickvals": [0, 5],
                "ticktext": ["now", "earlier"],
            },
            **key_axes(KEY, (0, 1), (0, 0.055), {-1: "−1", 0: "0", 1: "1"}),
            "annotations": [
                heading("fast hands", 0, 1.08),
                heading("slow hands", 1, 1.08) | {"xanchor": "right"},
                heading("two columns for each: sine, cosine", 0, 0.065),
            ],
        },
    },
    wording=WORDING,
    handles=tuple(
        RotateHandle("position", tip=(1, 3 * j + 1), radians=float(OMEGA[j]), center=(j, 0))
        for j in range(PAIRS)
    ),
    alt=(
        "A row of eight clock hands, of which the first turns fastest. A bracket leads from each "
        "down to two columns: in colors its sine and cosine now, and below at earlier positions."
    ),
)
