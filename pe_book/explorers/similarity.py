"""Chapter 4: how alike two rows are, by their offset alone, and the law that it follows."""

import math

from pe_book.declare import (
    FILLS_COLUMN,
    DragHandle,
    Explorer,
    Prediction,
    Slider,
    Wording,
    color_key,
    colors_of,
    heading,
    key_axes,
    line,
    log_grid,
)

LONGEST = 1000
LEAST = -0.7  # of the similarity, for these widths and bases
ROWS = 48
OFFSETS = tuple(sorted({*range(1, ROWS), *log_grid(ROWS, LONGEST, 32), 64, 128, 256, 512}))
D_MODELS = (16, 32, 64, 128, 256, 512, 1024)
BASES = (100, 1000, 10000, 100000, 500000)


def curve(color: str, name: str, **more) -> dict:
    """Return a line of the upper panel."""
    hover = {"hovertemplate": "offset %{x}: %{y:.3f}<extra>" + name + "</extra>"}
    return line(color, **hover) | more


def dot(color: str, name: str, **more) -> dict:
    """Return a mark on the curve."""
    return curve(color, name, mode="markers", marker={"color": color, "size": 11} | more)


DIAGONAL = line("@offset", 2)
KEY = color_key("@sequential", 0, 1, "3")
SQUARE = 216  # pixels of the matrix, each way
BESIDE = (SQUARE + 22) / 346
TICKS = {"tickvals": list(range(0, ROWS, 8)), "showgrid": False}
WORDING = Wording(
    sentences={
        "main": "Rows {offset:plural(position)} apart have the similarity {similarity:fixed(3)} "
        "with {pairs:plural(pair)}. With more and more pairs it would come close to the integral, "
        "{integral:fixed(3)}. The straight line of the law is at {law:fixed(3)}: each doubling of "
        "the offset costs {doubling:fixed(4)}. The similarity does not fall at every step: it "
        "first rises after offset {rise}."
    },
    words={
        "here": "k = {offset}",
        "outside": "is outside",
        "law": "law",
        "similarity": "similarity",
        "turn": "first rise",
    },
    columns=[
        ("offset", "{}"),
        ("similarity", "{:fixed(3)}"),
        ("integral", "{:fixed(3)}"),
        ("off by", "{:signed(3)}"),
        ("law", "{:fixed(3)}"),
        ("off by", "{:signed(3)}"),
    ],
)
EXPLORER = Explorer(
    name="similarity",
    question="How alike are two rows that stand k positions apart?",
    controls=(
        Slider("offset", "Offset k", default=16, unit="positions", choices=OFFSETS),
        Slider("d_model", "Width d", default=512, unit="columns", choices=D_MODELS),
        Slider("base", "Base B", default=10000, choices=BASES),
    ),
    template={
        "data": [
            curve("@muted", "law", line={"color": "@muted", "width": 1.3}),
            curve("@ink", "similarity"),
            dot("@ink", "first rise", symbol="diamond"),
            dot("@offset", "offset k"),
            {
                "type": "heatmap",
                "xaxis": "x2",
                "yaxis": "y2",
                **colors_of(KEY),
                "hovertemplate": "positions %{y} and %{x}: %{z:.3f}<extra></extra>",
            },
            DIAGONAL,
            DIAGONAL,
            line("@offset", width=1.3),
            KEY,
        ],
        "layout": {
            "width": 420,
            "height": 522,
            "margin": {"l": 52, "r": 22, "t": 18, "b": 42},
            "xaxis": {
                "type": "log",
                "range": [-0.05, math.log10(LONGEST) + 0.05],
                "tickvals": [1, 10, 100, 1000],
                "ticktext": ["1", "10", "100", "1000"],
                "title": "offset k (positions)",
            },
            "yaxis": {
                "domain": [1 - 176 / 462, 1],
                "range": [LEAST, 1.05],
                "tickvals": [-0.5, 0, 0.5, 1],
            },
            "xaxis2": TICKS
            | {
                "domain": [0, SQUARE / 346],
                "range": [-0.5, ROWS - 0.5],
                "title": "position",
            },
            "yaxis2": TICKS
            | {
                "domain": [0, SQUARE / 462],
                "range": [ROWS - 0.5, -0.5],
                "title": "position",
            },
            **key_axes(KEY, (BESIDE, 1), (0, 0.03), {0: "0", 1: "1"}),
            "annotations": [
                heading("each row against each other row", 0, SQUARE / 462),
                heading("similarity", BESIDE, 0.04),
            ],
        },
    },
    wording=WORDING,
    handles=(
        DragHandle(x="offset", tip=(3, 0)),
        DragHandle(x="offset", axes=("x2", "y2"), tip=(6, 1), apart=True),
    ),
    wide_layout=FILLS_COLUMN
    | {
        "margin": {"t": 30},
        "xaxis": {"domain": [0, 0.42]},
        "yaxis": {"domain": [0, 0.97]},
        "xaxis2": {"domain": [0.49, 0.49 + 243 / 646]},
        "yaxis2": {"domain": [0, 0.97]},
        "xaxis3": {"domain": [0.89, 1]},
        "annotations": [
            heading("each row against each other row", 0.49, 0.975),
            heading("similarity", 0.89, 0.04),
        ],
    },
    slide_layout={
        "width": 462,
        "height": 506,
        "margin": {"l": 61, "t": 24, "b": 58},
        "yaxis": {"domain": [0.68, 1]},
        "xaxis2": {"domain": [0, 0.465]},
    },
    prediction=Prediction(
        "curve",
        ask="Draw the similarity over the offset in the upper panel: at offset 0 it is 1. Then "
        "reveal it.",
        label="similarity at offset {}",
        right="Your curve is never more than {largest:fixed(2)} away. Each doubling of the offset "
        "costs about {doubling:fixed(2)}.",
        wrong="Your curve is {mean:fixed(2)} away on average, and farthest at offset {place}, by "
        "{largest:fixed(2)}. Each doubling of the offset costs about {doubling:fixed(2)}.",
        hidden=(0, 1, 2, 3, 4, 5, 6, 7),
        low=-0.6,
        step=0.02,
        start=0.5,
        close=0.1,
    ),
    alt=(
        "The similarity of two rows against their offset on a log axis: with wiggles, it falls "
        "along the straight line of the law while offsets are well below the base. Beside it a "
        "heat map of rows against rows, constant along every diagonal; the two diagonals of the "
        "chosen offset have the color of its point on the curve."
    ),
)
