"""Chapter 4: how alike two rows are, by their offset alone, and the law that it follows."""

import math
from dataclasses import replace

from pe_book.declare import (
    BASE,
    D_MODEL,
    FILLS_COLUMN,
    FILLS_SLIDE,
    DragHandle,
    Explorer,
    Prediction,
    Slider,
    Wording,
    line,
    markers,
)
from pe_book.declare.encoding import WIDTHS

LONGEST = 1000
LEAST = -0.7  # of the similarity, for these widths and bases
# From 48 on evenly spaced on a log axis, with the powers of two.
FAR = {round(48 * (LONGEST / 48) ** (i / 31)) for i in range(32)}
OFFSETS = tuple(sorted({*range(1, 48), *FAR, 64, 128, 256, 512}))


WORDING = Wording(
    line="Similarity {similarity:fixed(3)} at offset {offset}.",
    sentences={
        "main": "The straight law says {law:fixed(3)}. The curve first turns back up after offset "
        "{rise}."
    },
    words={
        "here": "k = {offset}",
        "law": "law",
        "similarity": "similarity",
        "turn": "first rise",
    },
    columns=[
        ("offset", "{}"),
        ("similarity", "{:fixed(3)}"),
        ("law", "{:fixed(3)}"),
        ("off by", "{:signed(3)}"),
    ],
)
EXPLORER = Explorer(
    name="similarity",
    question="How alike are rows k apart?",
    controls=(
        Slider("offset", "offset k", default=16, unit="positions", choices=OFFSETS),
        replace(D_MODEL, choices=WIDTHS[2:], default=512),
        BASE,
    ),
    template={
        "data": [
            line("@muted", width=1.3),  # the law
            line("@ink"),
            markers("@ink", marker={"color": "@ink", "size": 11, "symbol": "diamond"}),
            markers("@offset"),
            line("@offset", width=1.3),
        ],
        "layout": {
            "width": 420,
            "height": 330,
            "margin": {"l": 42, "r": 12, "t": 14, "b": 42},
            "xaxis": {
                "type": "log",
                "range": [-0.05, math.log10(LONGEST) + 0.05],
                "tickvals": [1, 10, 100, 1000],
                "ticktext": ["1", "10", "100", "1000"],
                "title": "offset k (positions)",
            },
            "yaxis": {"range": [LEAST, 1.05], "tickvals": [-0.5, 0, 0.5, 1]},
        },
    },
    wording=WORDING,
    handles=(DragHandle(x="offset", tip=(3, 0)),),
    wide_layout=FILLS_COLUMN,
    slide_layout=FILLS_SLIDE | {"margin": {"l": 61, "t": 20, "b": 58}},
    prediction=Prediction(
        "curve",
        ask="Draw the similarity over the offset: at offset 0 it is 1. Then reveal it.",
        label="similarity at offset {}",
        right="Your curve is never more than {largest:fixed(2)} away. Each doubling of the offset "
        "costs about {doubling:fixed(2)}.",
        wrong="Your curve is {mean:fixed(2)} away on average, and farthest at offset {place}, by "
        "{largest:fixed(2)}. Each doubling of the offset costs about {doubling:fixed(2)}.",
        hidden=(0, 1, 2, 3, 4),
        low=-0.6,
        step=0.02,
        start=0.5,
        close=0.1,
    ),
    alt=(
        "The similarity of two rows against their offset on a log axis: with wiggles, it falls "
        "along the straight line of the law while offsets are well below the base."
    ),
)
