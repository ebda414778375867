"""Chapter 5: how wrong each form of the table is, near and far."""

import math

import numpy as np

from pe_book.declare import Explorer, Slider, View, heading
from pe_book.numbers import fixed, plural, scientific
from pe_book.twins.pair_errors import pair_errors

POSITIONS = (*(digit * 10**power for power in range(8) for digit in (1, 2, 5)), 10**8)
D_MODELS = (16, 64, 512)
# A log axis cannot show a 0; nothing below this is told apart either.
LEAST = 1e-18
# One rounding of a number below 1 is at most 2**-54; ours may have a few.
SMALL = 1e-15
FORMS = ("tutorial float32", "vectorized float64", "rotations float64", "rotations float32")


def by_pair(position: int, d_model: int) -> list[np.ndarray]:
    """Return the errors of the four forms, pair by pair, as a log axis can show them."""
    return [np.maximum(error, LEAST) for error in pair_errors(position, d_model)]


def worst(position: int, d_model: int) -> list[float]:
    """Return the largest error of each of the four forms."""
    return [float(error.max()) for error in by_pair(position, d_model)]


def update(position: int, d_model: int) -> View:
    """Return the errors against position, and pair by pair at this one."""
    curves = np.array([worst(p, d_model) for p in POSITIONS])
    here = worst(position, d_model)
    words = [amount(error) for error in here]
    shown = fixed(position)
    places = np.arange(d_model // 2) / (d_model // 2)
    return View(
        traces=[
            *({"y": curve} for curve in curves.T),
            {"x": [position] * len(FORMS), "y": here},
            *({"x": places, "y": error} for error in by_pair(position, d_model)),
        ],
        layout={
            "annotations": [*HEADINGS, heading(f"error by pair, at position {shown}", 0, 0.34)],
        },
        sentence=(
            f"At position {shown}, with {plural(d_model, 'column')}, the tutorial's float32 form "
            f"is "
            f"wrong by up to {words[0]}, the vectorized float64 form by {words[1]}, and the table "
            f"built by rotations by {words[2]}. Rounded to float32, that table is wrong by "
            f"{words[3]}. That is the cost of storing the table in float32; the rest of the "
            f"tutorial's "
            f"error comes from float32 angles."
        ),
        table=(
            ["position", *FORMS],
            [[fixed(p), *map(amount, worst(p, d_model))] for p in sorted({*TABLED, position})],
        ),
    )


def amount(error: float) -> str:
    """Return an error in digits; one that is within a few roundings is said to be so."""
    return "less than 10⁻¹⁵" if error < SMALL else scientific(error)


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


TABLED = (1, 1000, 10**5, 10**6, 10**7, 10**8)
LOOKS = (
    ("@offset", "solid", 2.5),
    ("@cosine", "solid", 2.5),
    ("@position", "solid", 2.5),
    ("@position", "dash", 2),
)
HEADINGS = [heading("largest error, against position", 0, 0.94)]
UP = {
    "type": "log",
    "range": [-18, 1],
    "tickvals": [1e-16, 1e-12, 1e-8, 1e-4, 1],
    "ticktext": ["10⁻¹⁶", "10⁻¹²", "10⁻⁸", "10⁻⁴", "1"],
}
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
            "height": 540,
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
        },
    },
    update=update,
    alt=(
        "The largest error of four forms of the table against position, on log axes: float32 rises "
        "to 1, float64 as steeply and far lower, ours stays at the bottom. Below, the error of "
        "every pair."
    ),
)
