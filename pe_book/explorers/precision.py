"""Chapter 5: how wrong each form of the table is, near and far."""

import math

from pe_book.data.precision import D_MODELS, DECIMALS, FORMS, POSITIONS
from pe_book.declare import (
    FILLS_COLUMN,
    FILLS_SLIDE,
    DragHandle,
    Explorer,
    Slider,
    Wording,
    heading,
    line,
    markers,
)

ROWS = ("exact", *FORMS)
LETTERS = 3 + DECIMALS  # a sign, 0 and a point, too


def curve(form: int) -> dict:
    """Return the line of one form."""
    color, width = ("@ink", 2) if form else ("@accent", 4)
    return line(color, width=width, x=list(POSITIONS))


WORDING = Wording(
    line="The tutorial is off by {tutorial:error}.",
    sentences={
        "main": "The vectorized float64 table is off by up to {vectorized:error}, the one by "
        "rotations by {fast:error}. Storing a table "
        "in float32 costs {fast32:error}, and the tutorial loses the rest to float32 angles."
    },
    columns=[("position", "{}"), *((form, "{:error}") for form in FORMS)],
    words={
        "error": {"0": "less than 10⁻¹⁵", "other": "{:scientific}"},
        "entry": {
            "0": "the sine of pair {pair} at position {position}",
            "1": "the cosine of pair {pair} at position {position}",
        },
    },
)
EXPLORER = Explorer(
    name="precision",
    question="How far off is each version?",
    controls=(
        Slider("position", "far position p", default=10**6, choices=POSITIONS, pace=1.5),
        Slider("d_model", "d_model", default=64, choices=D_MODELS),
    ),
    template={
        "data": [
            *(curve(form) for form in range(len(FORMS))),
            markers(["@accent", "@ink", "@ink", "@ink"], size=10),
            # Digits that are right, digits that are wrong, and what is drawn through these.
            line("@ink", 2, mode="text", textfont={"size": 20}),
            line("@ink", 2, mode="text", textfont={"size": 20, "color": "@muted"}),
            line("@ink", 2, width=2),
        ],
        "layout": {
            "width": 420,
            "height": 450,
            "margin": {"l": 30, "r": 14, "t": 28, "b": 42},
            "xaxis": {
                "type": "log",
                "range": [-0.1, math.log10(POSITIONS[-1]) + 0.1],
                "tickvals": [1, 100, 10**4, 10**6, 10**8],
                "ticktext": ["1", "100", "10⁴", "10⁶", "10⁸"],
                "title": "position",
            },
            "yaxis": {"range": [0, 16.5], "tickvals": [0, 5, 10, 15], "domain": [0, 0.48]},
            "xaxis2": {
                "domain": [0.29, 1],
                "range": [-0.8, LETTERS - 1.2],
                "tickvals": [],
                "showgrid": False,
            },
            "yaxis2": {
                "domain": [0.6, 1],
                "range": [len(ROWS) - 0.5, -0.5],
                "tickvals": list(range(len(ROWS))),
                "ticktext": list(ROWS),
                "showgrid": False,
            },
            "annotations": [heading("digits that are right, in the worst column", 0, 0.495)],
        },
    },
    wording=WORDING,
    handles=(DragHandle(x="position", tip=(4, 0)),),
    wide_layout=FILLS_COLUMN
    | {
        "margin": {"t": 34},
        "xaxis": {"domain": [0.68, 1]},
        "yaxis": {"domain": [0, 1]},
        "xaxis2": {"domain": [0.16, 0.6]},
        "yaxis2": {"domain": [0.04, 1]},
        "annotations": [heading("digits that are right, at worst", 0.68, 1.01)],
    },
    slide_layout=FILLS_SLIDE | {"margin": {"l": 36, "b": 50}},
    alt=(
        "One number of the table, written exactly and as four forms compute it, one below the "
        "other; wrong digits are struck out. Below, on a log axis of positions, how many "
        "digits each form has right in its worst column: the tutorial’s float32 loses one for "
        "every factor of ten, the vectorized form begins to lose them from fifteen, and the "
        "rotations lose none."
    ),
)
