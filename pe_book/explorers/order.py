"""Chapter 1: does attention notice in which order the words stand?"""

import math

from pe_book.declare import (
    FILLS_COLUMN,
    Explorer,
    Reorder,
    Select,
    Slider,
    Toggle,
    Wording,
    color_key,
    heading,
    key_axes,
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

KEY = color_key("@diverging", -2, 2, "6")
HEAT = {
    "type": "heatmap",
    "colorscale": KEY["colorscale"],
    "zmin": KEY["zmin"],
    "zmax": KEY["zmax"],
    "showscale": False,
    "hovertemplate": "column %{x}: %{z:.3f}<extra></extra>",
}
BARE = {"showgrid": False, "showticklabels": False, "zeroline": False}


def panel(axis: str, start: float, stop: float, across: list[float]) -> dict:
    """Return the axes of one panel: the words' rows, and a range across."""
    return {
        "xaxis" + axis: {"domain": [start, stop], "anchor": "y" + axis, "range": across} | BARE,
        "yaxis" + axis: {"domain": [0.27, 1], "anchor": "x" + axis, "range": [WORDS - 0.5, -0.5]}
        | BARE,
    }


def line(axis: str, color: str, width: float) -> dict:
    """Return the template of lines in one panel."""
    look = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}
    return (
        look
        | {"xaxis": "x" + axis, "yaxis": "y" + axis}
        | {"line": {"color": color, "width": width}}
    )


def words(axis: str) -> dict:
    """Return the template of the words that name the rows."""
    place = {"xaxis": "x" + axis, "yaxis": "y" + axis, "x": [0] * WORDS, "y": list(range(WORDS))}
    return {"type": "scatter", "mode": "text", "hovertemplate": "place %{y}<extra></extra>"} | place


def right(text: str, y: float) -> dict:
    """Return a note that ends at the figure's right edge."""
    return heading(text, 1, y) | {"xanchor": "right"}


WORDING = Wording(
    sentences={
        "as written": "“{now}” stands as written; move a word to compare.",
        "same reading": "“{now}” reads as before: the same words went in, so the same outputs come "
        "out, place by place.",
        "unnoticed": "“{now}”: every output only moved along with its word (largest difference "
        "{largest:change}), and the pooled output is the same (difference {pooled:change}): "
        "attention did not notice the order.",
        "noticed": "“{now}”: the outputs changed, by up to {largest:change}, and the pooled output "
        "by {pooled:change}: {causes:listed(cause)} showed attention the order.",
        "repeated alike": "{times:all} “{repeated}” have the same output.",
        "repeated apart": "The outputs of “{repeated}” are up to {apart:change} apart.",
    },
    columns=[
        ("word", "{:word}"),
        ("place as written", "{:place}"),
        ("place now", "{:place}"),
        ("its output changed by at most", "{:change}"),
    ],
    words={
        "change": {"0": "0 up to rounding", "other": "{:fixed(3)}"},
        "cause": {"encoding": "the encoding", "causal": "the causal mask"},
        "all": {"2": "Both", "3": "All three"},
        "word": {"pooled": "mean of all (pooled)", "other": "{}"},
        "place": {"none": "all", "other": "{}"},
    },
)
LEFT, RIGHT, CHANGE = 0.18, 0.45, 0.86
EXPLORER = Explorer(
    name="order",
    question="Does attention notice when the words change places?",
    controls=(
        Select("sentence", "Sentence", tuple((s, s) for s in SENTENCES), SENTENCES[0]),
        Slider("order", "Neighboring words swapped", 0, math.factorial(WORDS) - 1, 1, 0, "times"),
        Toggle("encoding", "Add the positional encoding"),
        Toggle("causal", "Causal mask: hide later words"),
    ),
    template={
        "data": [
            HEAT | {"xaxis": "x", "yaxis": "y"},
            HEAT | {"xaxis": "x2", "yaxis": "y2"},
            line("5", "@ink", 5),
            {
                "type": "scatter",
                "mode": "markers",
                "xaxis": "x5",
                "yaxis": "y5",
                "y": list(range(WORDS)),
                "marker": {"color": "@ink", "size": 11},
                "hovertemplate": "changed by at most %{x:.3f}<extra></extra>",
            },
            line("7", "@muted", 1.5),
            line("7", "@position", 3),
            words("3"),
            words("4"),
            KEY,
        ],
        "layout": {
            "width": 420,
            "height": 410,
            "margin": {"l": 4, "r": 8, "t": 30, "b": 46},
            "showlegend": False,
            **panel("3", 0, 0.18, [-1, 1]),
            **panel("", LEFT, 0.355, [-0.5, D_MODEL - 0.5]),
            **panel("7", 0.36, 0.445, [0, 1]),
            **panel("2", RIGHT, 0.625, [-0.5, D_MODEL - 0.5]),
            # As wide as the longest word on a phone.
            **panel("4", 0.635, 0.845, [-1, 1]),
            **panel("5", CHANGE, 1, [-0.8, 4.8]),
            "xaxis5": {
                "domain": [CHANGE, 1],
                "anchor": "y5",
                "range": [-0.8, 4.8],
                "tickvals": [0, 2, 4],
            },
            **key_axes(KEY, (LEFT, 0.7), (0, 0.04), {-2: "−2", -1: "−1", 0: "0", 1: "1", 2: "2"}),
            "annotations": [
                heading("as written", LEFT, 1),
                heading("your order", RIGHT, 1),
                heading("change", CHANGE, 1),
                heading("an output’s eight numbers", LEFT, 0.05),
                right("0 = nothing changed", 0.14),
            ],
        },
    },
    wording=WORDING,
    handles=tuple(
        Reorder("order", place, moves="moves", axes=("x4", "y4")) for place in range(WORDS)
    ),
    wide_layout=FILLS_COLUMN,
    alt=(
        "The outputs of one attention layer as two heat maps, a row for each word: for the "
        "sentence as written and in the chosen order. A line joins each word's two rows. Beside "
        "them a dot for each word: how much its output changed."
    ),
)
