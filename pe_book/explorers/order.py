"""Chapter 1: does attention notice in which order the words stand?"""

import math

from pe_book.declare import (
    BARE_AXIS,
    FILLS_COLUMN,
    Explorer,
    Reorder,
    Select,
    Slider,
    Toggle,
    Wording,
    color_key,
    colors_of,
    heat_map,
    key_axes,
    line,
)

SENTENCES = (
    "The dog chased the cat",
    "The dog chased another dog",
    "Only she told him that",
    "The cat saw the bird",
    "Never ever ever ever stop",
)
WORDS = 5
D_MODEL = 8

KEY = color_key("@diverging", -2, 2, "4")
HEAT = heat_map(hovertemplate="%{z:.3f}<extra></extra>", **colors_of(KEY))
#: The label at the left of each part, and where that is down the figure.
PARTS = {"written": 0.6, "output": 2.3, "yours": 5.9, "output ": 7.6, "equal?": 9.45}
DEEP = 9.8


def word_labels(axes: int, **more: bool) -> dict:
    """Return the template of the words on their tiles."""
    return line("@ink", axes, mode="text", textfont={"size": 15}, **more)


def rows(left: float, bottom: float) -> dict:
    """Return the axes: of the figure, of each row of tiles, and of the key of colors."""
    across = {"domain": [left, 1], "range": [-0.5, WORDS - 0.5]} | BARE_AXIS

    def up(y: float) -> float:
        return 1 - (1 - bottom) * y / DEEP

    axes = {
        "xaxis": across,
        "yaxis": {
            "domain": [bottom, 1],
            "range": [DEEP, 0],
            "showgrid": False,
            "tickvals": list(PARTS.values()),
            "ticktext": list(PARTS),
        },
    }
    for number, middle in (("2", PARTS["written"]), ("3", PARTS["yours"])):
        axes["xaxis" + number] = across
        axes["yaxis" + number] = {
            "domain": [up(middle + 0.55), up(middle - 0.55)],
            "range": [0.5, -0.5],
        } | BARE_AXIS
    ticks = {-2: "−2", -1: "−1", 0: "0", 1: "1", 2: "2"}
    return axes | key_axes(KEY, (left, 0.75), (0, 0.03), ticks)


WORDING = Wording(
    line="{verdict:told}",
    sentences={
        "change": "The largest change in any output is {largest:change}.",
        "repeated alike": "{times:all} “{repeated}” have the same output.",
        "repeated apart": "The outputs of “{repeated}” are up to {apart:change} apart.",
    },
    columns=[
        ("word", "{}"),
        ("place as written", "{}"),
        ("place now", "{}"),
        ("its output changed by at most", "{:change}"),
    ],
    words={
        "told": {
            "as written": "Drag a word to another place, or shuffle them all.",
            "same reading": "It reads as before, so the same outputs come out.",
            "unnoticed": "Each output just moved with its word. Attention didn’t notice.",
            "noticed": "The outputs changed: {causes:listed(cause)} gave the order away.",
        },
        "change": {"0": "0, up to rounding", "other": "{:fixed(3)}"},
        "changed": {"0": "=", "other": "≠ {:fixed(2)}"},
        "cause": {"encoding": "the encoding", "causal": "the causal mask"},
        "all": {"2": "Both", "3": "All three"},
    },
)
EXPLORER = Explorer(
    name="order",
    question="Does attention notice when words change places?",
    controls=(
        Select("sentence", "Sentence", tuple((s, s) for s in SENTENCES), SENTENCES[0]),
        Slider(
            "order",
            "All orders",
            0,
            math.factorial(WORDS) - 1,
            1,
            33,
            f"of {math.factorial(WORDS) - 1}",
            shuffles=True,
        ),
        Toggle("encoding", "Give it positions"),
        Toggle("causal", "Hide later words (causal mask)"),
    ),
    template={
        "data": [
            HEAT,
            *(HEAT | {"slides": True} for _ in range(WORDS)),
            line("@muted", width=1.5, slides=True),
            line("@grid", 2, width=26),
            word_labels(2),
            line("@grid", 3, width=26, slides=True),
            word_labels(3, slides=True),
            KEY,
        ],
        "layout": {
            "width": 420,
            "height": 420,
            "margin": {"l": 2, "r": 2, "t": 4, "b": 26},
            **rows(0.17, 0.07),
            "annotations": [],
        },
    },
    wording=WORDING,
    handles=tuple(
        Reorder("order", place, moves="moves", axes=("x3", "y3"), along="x")
        for place in range(WORDS)
    ),
    wide_layout=FILLS_COLUMN | rows(0.1, 0.07),
    alt=(
        "A sentence of five words on tiles, and below each word its output from one attention "
        "layer, eight numbers as colors. Below that the same words in the chosen order, with "
        "their outputs: a line leads from each word to its place now, and at its foot an equals "
        "sign says that its output is the same."
    ),
)
