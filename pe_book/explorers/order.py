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
    heat_map,
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

HEAT = heat_map(zmin=-2, zmax=2)
#: The label at the left of each part, and where that is down the figure.
PARTS = {"written": 0.6, "output": 2.3, "yours": 5.9, "output ": 7.6, "equal?": 9.45}
DEEP = 9.8


def word_labels(axes: int, **more: bool) -> dict:
    """Return the template of the words on their tiles."""
    return line("@ink", axes, mode="text", textfont={"size": 15}, **more)


def rows(left: float) -> dict:
    """Return the axes of the figure, and of each row of tiles."""
    across = {"domain": [left, 1], "range": [-0.5, WORDS - 0.5]} | BARE_AXIS

    def up(y: float) -> float:
        return 1 - y / DEEP

    axes = {
        "xaxis": across,
        "yaxis": {
            "domain": [0, 1],
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
    return axes


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
            "as written": "Drag a word, or shuffle them all.",
            "same reading": "Same words, same order, same outputs.",
            "unnoticed": "Every output just moved with its word.",
            "noticed": "Now {causes:listed(cause)} changed the outputs.",
        },
        "change": {"0": "0, up to rounding", "other": "{:fixed(3)}"},
        "changed": {"0": "=", "other": "≠"},
        "cause": {"encoding": "positions", "causal": "the mask"},
        "all": {"2": "Both", "3": "All three"},
    },
)
EXPLORER = Explorer(
    name="order",
    question="Does attention notice when words change places?",
    controls=(
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
        Select("sentence", "Sentence", tuple((s, s) for s in SENTENCES), SENTENCES[0]),
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
        ],
        "layout": {
            "width": 420,
            "height": 400,
            "margin": {"l": 2, "r": 2, "t": 4, "b": 4},
            **rows(0.17),
            "annotations": [],
        },
    },
    wording=WORDING,
    handles=tuple(
        Reorder("order", place, moves="moves", axes=("x3", "y3")) for place in range(WORDS)
    ),
    wide_layout=FILLS_COLUMN | rows(0.1),
    alt=(
        "A sentence of five words on tiles, and below each word its output from one attention "
        "layer, eight numbers as colors. Below that the same words in the chosen order, with "
        "their outputs: a line leads from each word to its place now, and at its foot an equals "
        "sign says that its output is the same."
    ),
)
