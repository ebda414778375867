"""Chapter 7: how far do a rotary head's pairs turn, in training and in a longer text?"""

import math

from pe_book.declare import (
    BARE_AXIS,
    FILLS_COLUMN,
    DragHandle,
    Explorer,
    Select,
    Slider,
    Wording,
    line,
)

METHODS = {
    "none": "unchanged",
    "interpolation": "position interpolation",
    "ntk": "NTK-aware scaling",
    "parts": "NTK-by-parts (as in YaRN)",
}


COLUMNS, DIALS = 8, 32  # of a row, and at most in all
LENGTHS = (512, 1024, 2048, 4096, 8192)
SCALES = (1, 2, 4, 8, 16, 32)
RULER = [math.log10(LENGTHS[0] / 2), math.log10(LENGTHS[-1] * SCALES[-1])]


WORDING = Wording(
    line="{new} of {pairs:plural(pair)} reach new angles.",
    sentences={
        "main": "In training {finished} pairs finished a turn. Now the fastest pair turns by "
        "{fastest:significant} radians a position and the slowest by {slowest:significant}. These "
        "counts don’t say how well a model reads such a text."
    },
    columns=[
        ("pair", "{}"),
        ("wavelength in training", "{:significant}"),
        ("turns in training", "{:significant}"),
        ("turns in the text", "{:significant}"),
        ("new angles", "{:yes}"),
    ],
    words={
        "yes": {"true": "yes", "false": "no"},
        "trained": "trained on {:fixed(0)}",
        "text": "text of {:fixed(0)}",
        "end": {"0": "fast", "1": "slow"},
    },
)
EXPLORER = Explorer(
    name="rotary",
    question="A longer text: which pairs reach new angles?",
    controls=(
        Select("method", "Frequencies", tuple(METHODS.items()), "none"),
        Slider("scale", "Text, times as long", default=4, choices=SCALES),
        Slider(
            "length",
            "Trained length",
            default=4096,
            unit="positions",
            choices=LENGTHS,
        ),
        Slider("base", "base B", default=10000, choices=(1000, 10000, 100000, 500000, 1000000)),
        Slider(
            "width", "Width of the head", default=128, unit="columns", choices=(32, 64, 128, 256)
        ),
    ),
    template={
        "data": [
            line("@muted", width=1),
            line("@pair", width=6),
            line("@offset", width=6),
            line("@pair", 2, width=9),
            line("@offset", 2, width=9),
        ],
        "layout": {
            "width": 420,
            "height": 312,
            "margin": {"l": 8, "r": 8, "t": 26, "b": 6},
            # A unit is as long up as across, so that the dials are round.
            "xaxis": {"range": [-0.5, COLUMNS - 0.5], **BARE_AXIS},
            "yaxis": {"domain": [0, 0.7214], "range": [DIALS / COLUMNS - 0.5, -0.5], **BARE_AXIS},
            "xaxis2": {
                "type": "log",
                "range": RULER,
                "tickvals": [4**power * LENGTHS[0] for power in range(5)],
                "showgrid": False,
            },
            "yaxis2": {"domain": [0.92, 1], "range": [-1, 1], **BARE_AXIS},
        },
    },
    wording=WORDING,
    handles=(DragHandle(x="length", axes=("x2", "y2"), tip=(3, 1)),),
    wide_layout=FILLS_COLUMN
    | {
        "margin": {"t": 28},
        "xaxis": {"domain": [0.146, 0.854]},
        "yaxis": {"domain": [0, 0.8014]},
        "yaxis2": {"domain": [0.95, 1]},
    },
    alt=(
        "A dial for every pair or every few, from the fastest to the slowest. An arc along its rim "
        "shows the angles that the pair reached in training: whole circles for fast pairs, less "
        "and less for slow ones. A second color goes on from there with the angles that a longer "
        "text adds. Above, on a log axis, the trained length and the length of the text."
    ),
)
