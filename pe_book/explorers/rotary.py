"""Chapters 7 and 9: how far do a rotary head's pairs turn, in training and in a longer text?"""

import math

import numpy as np

from pe_book.declare import DragHandle, Explorer, Select, Slider, View, Wording
from pe_lib.frequency import angular_frequencies
from pe_lib.variants import interpolated_frequencies, ntk_base, yarn_frequencies

#: Two numbers of turns that differ by less, relatively, are the same to rounding.
SAME = 1e-9
METHODS = {
    "none": "unchanged",
    "interpolation": "position interpolation",
    "ntk": "NTK-aware scaling",
    "parts": "NTK-by-parts (as in YaRN)",
}


def scaled(method: str, width: int, scale: int, length: int, base: float) -> np.ndarray:
    """Return the frequencies of a head after scaling, (width/2,)."""
    if method == "interpolation":
        return interpolated_frequencies(width, scale, base)
    if method == "ntk":
        return angular_frequencies(width, ntk_base(width, scale, base))
    if method == "parts":
        return yarn_frequencies(width, scale, length, base)
    return angular_frequencies(width, base)


def update(method: str, base: float, width: int, length: int, scale: int) -> View:
    """Return the turns of every pair in training and in the longer text, and the new angles."""
    before = angular_frequencies(width, base)
    after = scaled(method, width, scale, length, base)
    turns = length * before / (2 * math.pi)
    longer = scale * length * after / (2 * math.pi)
    new = (turns < 1) & (longer > turns * (1 + SAME))
    pairs = width // 2
    places = np.arange(pairs) / pairs
    seen = [j for j in range(pairs) if new[j]]
    return View(
        traces=[
            {},
            {"x": places, "y": turns},
            {"x": places, "y": longer},
            # Never empty: plotly takes an empty line out of the legend.
            {"x": [0, *places[seen]], "y": [None, *longer[seen]]},
        ],
        values={
            "finished": int((turns >= 1).sum()),
            "pairs": pairs,
            "text": scale * length,
            "new": len(seen),
            "fastest": after[0],
            "slowest": after[-1],
        },
        rows=[
            [j, 2 * math.pi / before[j], turns[j], longer[j], bool(new[j])]
            for j in (0, pairs // 4, pairs // 2, 3 * pairs // 4, pairs - 1)
        ],
    )


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
    update=update,
    wording=WORDING,
    # The fastest pair turns by a radian from one position to the next.
    handles=(DragHandle(y="length", tip=(1, 0), scale=(0, 1 / (2 * math.pi))),),
    alt=(
        "The number of turns that each pair makes, on a log axis, falling from the fastest pair to "
        "the slowest: one curve for the trained length, one for a longer text. Diamonds mark the "
        "pairs below one turn in training that turn further in the longer text."
    ),
)
