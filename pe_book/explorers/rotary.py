"""Chapters 7 and 9: how far do a rotary head's pairs turn, in training and in a longer text?"""

import math

from pe_book.declare import FILLS_COLUMN, DragHandle, Explorer, Select, Slider, Wording

METHODS = {
    "none": "unchanged",
    "interpolation": "position interpolation",
    "ntk": "NTK-aware scaling",
    "parts": "NTK-by-parts (as in YaRN)",
}


def line(color: str, name: str, **more) -> dict:
    """Return a curve over the pairs."""
    shown = {"hovertemplate": "%{y:.3g} turns<extra>" + name + "</extra>"}
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "line": {"color": color, "width": 2.5},
    } | (shown | more)


WORDING = Wording(
    sentences={
        "main": "In {length} positions {finished} of {pairs:plural(pair)} finish a turn. In a text "
        "of {text} positions, with frequencies {method:changed}, {new:plural(pair)} would reach "
        "angles that training never showed. From one position to the next the fastest pair turns "
        "by {fastest:significant} radians and the slowest by {slowest:significant}."
    },
    columns=[
        ("pair", "{}"),
        ("wavelength in training", "{:significant}"),
        ("turns in training", "{:significant}"),
        ("turns in the text", "{:significant}"),
        ("new angles", "{:yes}"),
    ],
    words={
        "changed": {"none": "as they were"}
        | {name: "changed by " + label for name, label in METHODS.items() if name != "none"},
        "yes": {"true": "yes", "false": "no"},
    },
)
EXPLORER = Explorer(
    name="rotary",
    question="Which pairs of a rotary head reach new angles in a longer text?",
    controls=(
        Select("method", "Frequencies", tuple(METHODS.items()), "none"),
        Slider("base", "Base B", default=10000, choices=(1000, 10000, 100000, 500000, 1000000)),
        Slider(
            "width", "Width of the head", default=128, unit="columns", choices=(32, 64, 128, 256)
        ),
        Slider(
            "length",
            "Trained length",
            default=4096,
            unit="positions",
            choices=(512, 1024, 2048, 4096, 8192),
        ),
        Slider("scale", "Text, times as long", default=4, choices=(1, 2, 4, 8, 16, 32)),
    ),
    template={
        "data": [
            line(
                "@muted",
                "one turn",
                x=[-0.02, 1.02],
                y=[1, 1],
                line={"color": "@muted", "width": 1.5, "dash": "dash"},
                hoverinfo="skip",
            ),
            line("@pair", "in training", line={"color": "@pair", "width": 5}),
            line("@position", "in the longer text"),
            line(
                "@offset",
                "new angles",
                mode="markers",
                marker={"color": "@offset", "size": 7, "symbol": "diamond"},
            ),
        ],
        "layout": {
            "width": 420,
            "height": 360,
            "margin": {"l": 68, "r": 16, "t": 58, "b": 42},
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
            "xaxis": {
                "range": [-0.02, 1.02],
                "tickvals": [0, 0.25, 0.5, 0.75],
                "ticktext": ["0", "d/8", "d/4", "3d/8"],
                "title": {"text": "pair j, of d/2", "standoff": 5},
            },
            "yaxis": {
                "type": "log",
                "range": [-4, 5],
                "tickvals": [1e-4, 0.01, 1, 100, 10000],
                "ticktext": ["10⁻⁴", "0.01", "1", "100", "10⁴"],
                "title": {"text": "turns", "standoff": 5},
            },
        },
    },
    wording=WORDING,
    # The fastest pair turns by a radian from one position to the next.
    handles=(DragHandle(y="length", tip=(1, 0), scale=(0, 1 / (2 * math.pi))),),
    wide_layout=FILLS_COLUMN,
    alt=(
        "The number of turns that each pair makes, on a log axis, falling from the fastest pair to "
        "the slowest: one curve for the trained length, one for a longer text. Diamonds mark the "
        "pairs below one turn in training that turn further in the longer text."
    ),
)
