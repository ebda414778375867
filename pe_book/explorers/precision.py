"""Chapter 5: how wrong each form of the table is, near and far."""

import math

from pe_book.declare import (
    FILLS_COLUMN,
    FILLS_SLIDE,
    DragHandle,
    Explorer,
    Slider,
    Wording,
    heading,
)

POSITIONS = (*(digit * 10**power for power in range(8) for digit in (1, 2, 5)), 10**8)
D_MODELS = (16, 64, 512)
FORMS = ("tutorial float32", "vectorized float64", "rotations float64", "rotations float32")


def curve(form: int, axis: str = "") -> dict:
    """Return the line of one form."""
    color, dash, width = LOOKS[form]
    return {
        "type": "scatter",
        "mode": "lines",
        "name": FORMS[form],
        "showlegend": not axis,
        "xaxis": "x" + axis,
        "yaxis": "y" + axis,
        "line": {"color": color, "dash": dash, "width": width},
        "hovertemplate": "%{x}: %{y:.1e}<extra>" + FORMS[form] + "</extra>",
    }


LOOKS = (
    ("@offset", "solid", 2.5),
    ("@cosine", "solid", 2.5),
    ("@position", "solid", 2.5),
    ("@position", "dash", 2),
)
UP = {
    "type": "log",
    "range": [-18, 1],
    "tickvals": [1e-16, 1e-12, 1e-8, 1e-4, 1],
    "ticktext": ["10⁻¹⁶", "10⁻¹²", "10⁻⁸", "10⁻⁴", "1"],
}
WORDING = Wording(
    sentences={
        "main": "At position {position}, with {d_model:plural(column)}, the tutorial's float32 "
        "form is wrong by up to {tutorial:error}, the vectorized float64 form by "
        "{vectorized:error}, and the table built by rotations by {fast:error}. Rounded to float32, "
        "that table is wrong by {fast32:error}. That is the cost of storing the table in float32; "
        "the rest of the tutorial's error comes from float32 angles."
    },
    columns=[("position", "{}"), *((form, "{:error}") for form in FORMS)],
    words={
        "error": {"0": "less than 10⁻¹⁵", "other": "{:scientific}"},
        "by pair": "error by pair, at position {position}",
    },
)
EXPLORER = Explorer(
    name="precision",
    question="How wrong does each form become far from the start?",
    controls=(
        Slider("position", "Position p", default=10**6, choices=POSITIONS),
        Slider("d_model", "Width d", default=64, unit="columns", choices=D_MODELS),
    ),
    template={
        "data": [
            *(curve(form) | {"x": list(POSITIONS)} for form in range(len(FORMS))),
            {
                "type": "scatter",
                "mode": "markers",
                "marker": {"color": [color for color, _, _ in LOOKS], "size": 10},
                "showlegend": False,
                "hoverinfo": "skip",
            },
            *(curve(form, "2") for form in range(len(FORMS))),
        ],
        "layout": {
            "width": 420,
            "height": 530,
            "margin": {"l": 58, "r": 16, "t": 58, "b": 42},
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 1.0, "yanchor": "bottom"},
            "xaxis": {
                "type": "log",
                "range": [-0.1, math.log10(POSITIONS[-1]) + 0.1],
                "tickvals": [1, 100, 10**4, 10**6, 10**8],
                "ticktext": ["1", "100", "10⁴", "10⁶", "10⁸"],
                "title": {"text": "position", "standoff": 5},
            },
            "yaxis": UP | {"domain": [0.53, 0.93]},
            "xaxis2": {
                "anchor": "y2",
                "range": [-0.02, 1.02],
                "tickvals": [0, 0.25, 0.5, 0.75],
                "ticktext": ["0", "d/8", "d/4", "3d/8"],
                "title": {"text": "pair j, of d/2", "standoff": 5},
            },
            "yaxis2": UP | {"domain": [0, 0.33], "anchor": "x2"},
            "annotations": [heading("largest error, against position", 0, 0.94)],
        },
    },
    wording=WORDING,
    handles=(DragHandle(x="position", tip=(4, 0)),),
    wide_layout=FILLS_COLUMN
    | {
        "margin": {"t": 40},
        "xaxis": {"domain": [0, 0.45]},
        "yaxis": {"domain": [0, 0.92]},
        "xaxis2": {"domain": [0.55, 1]},
        "yaxis2": {"domain": [0, 0.92]},
    },
    slide_layout=FILLS_SLIDE
    | {
        "margin": {"l": 67, "b": 58},
        "yaxis": {"domain": [0.55, 0.93]},
    },
    alt=(
        "The largest error of four forms of the table against position, on log axes: float32 rises "
        "to 1, float64 as steeply and far lower, ours stays at the bottom. Below, the error of "
        "every pair."
    ),
)
