"""Chapter 1: does attention notice in which order the words stand?"""

from functools import cache

import numpy as np

from pe_book.declare import (
    Explorer,
    Reorder,
    Select,
    Slider,
    Toggle,
    View,
    Wording,
    color_key,
    heading,
    key_axes,
)
from pe_book.ported.seeded_random import seeded_numbers, seeded_rows
from pe_lib.attention import attention
from pe_lib.encoding import positional_encoding

SENTENCES = (
    "The dog chased another dog",
    "Only she told him that",
    "The cat saw the bird",
    "Never ever ever ever stop",
)
WORDS = 5
D_MODEL = 8
# Differences below this are the rounding of sums taken in another order.
NOTHING = 1e-9

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


@cache
def neighbor_swaps(count: int) -> list[list[int]]:
    """Return all orders of 0..count-1 such that each step swaps two neighbors (Johnson-Trotter).

    >>> neighbor_swaps(3)
    [[0, 1, 2], [0, 2, 1], [2, 0, 1], [2, 1, 0], [1, 2, 0], [1, 0, 2]]
    """
    if count == 1:
        return [[0]]
    orders = []
    for turn, shorter in enumerate(neighbor_swaps(count - 1)):
        places = range(count) if turn % 2 else range(count - 1, -1, -1)
        orders += [[*shorter[:place], count - 1, *shorter[place:]] for place in places]
    return orders


ORDERS = neighbor_swaps(WORDS)
NUMBER = {tuple(places): number for number, places in enumerate(ORDERS)}


def moves(places: list[int]) -> list[list[int]]:
    """Return the number of the order that moving each word to each place leads to."""
    found = []
    for word in places:
        others = [other for other in places if other != word]
        found.append([NUMBER[*others[:to], word, *others[to:]] for to in range(WORDS)])
    return found


def joined(rows: list[tuple[int, int]]) -> dict:
    """Return lines from rows of the left picture to rows of the right one; never empty."""
    x = [x for _ in rows for x in (0, 1, None)]
    return {"x": [0, *x], "y": [None, *(y for i, row in rows for y in (i, row, None))]}


def layer(x: np.ndarray, causal: bool) -> np.ndarray:
    """Return one attention layer f(X), its three projections made from their names."""
    query, key, value = (seeded_rows(name, D_MODEL, D_MODEL) for name in ("query", "key", "value"))
    return attention(x @ query, x @ key, x @ value, causal=causal)


def largest(difference: np.ndarray) -> float:
    """Return the largest absolute difference; what is only rounding becomes exactly 0."""
    size = float(np.abs(difference).max())
    return size if size > NOTHING else 0.0


def update(sentence: str, order: int, encoding: bool, causal: bool) -> View:
    """Return the layer's outputs in the written and in the chosen order, and how they differ."""
    words = sentence.split()
    places = ORDERS[order]
    moved_words = [words[i] for i in places]
    x = np.array([seeded_numbers(word.lower(), D_MODEL) for word in words])
    positions = positional_encoding(WORDS, D_MODEL) if encoding else np.zeros((WORDS, D_MODEL))
    before = layer(x + positions, causal)
    after = layer(x[places] + positions, causal)
    changes = [largest(after[row] - before[i]) for row, i in enumerate(places)]
    pooled = largest(after.mean(axis=0) - before.mean(axis=0))
    repeat = repeated(moved_words, after)
    rows = list(range(WORDS))
    lines = [(i, row) for row, i in enumerate(places)]
    return View(
        traces=[
            {"x": list(range(D_MODEL)), "y": rows, "z": before},
            {"x": list(range(D_MODEL)), "y": rows, "z": after},
            {
                "x": [x for change in changes for x in (0, change, None)],
                "y": [y for row in rows for y in (row, row, None)],
            },
            {"x": changes},
            joined([(i, row) for i, row in lines if i == row]),
            joined([(i, row) for i, row in lines if i != row]),
            {"text": words},
            {"text": moved_words},
            {},
        ],
        said=said(words, places, max(changes), repeat),
        values={
            "now": " ".join(moved_words),
            "largest": max(changes),
            "pooled": pooled,
            "moves": moves(places),
            "causes": ["encoding"] * encoding + ["causal"] * causal,
            **repeat,
        },
        rows=[
            *([moved_words[row], i, row, changes[row]] for row, i in enumerate(places)),
            ["pooled", None, None, pooled],
        ],
    )


def said(words: list[str], places: list[int], change: float, repeat: dict) -> list[str]:
    """Return which sentences say what is seen."""
    if places == list(range(WORDS)):
        first = "as written"
    elif [words[i].lower() for i in places] == [word.lower() for word in words]:
        first = "same reading"
    else:
        first = "noticed" if change else "unnoticed"
    if not repeat:
        return [first]
    return [first, "repeated apart" if repeat["apart"] else "repeated alike"]


def repeated(moved: list[str], after: np.ndarray) -> dict:
    """Return the word that stands more than once, if there is one, and how its outputs differ."""
    for word in moved:
        rows = [row for row, other in enumerate(moved) if other.lower() == word.lower()]
        if len(rows) > 1:
            apart = max(largest(after[a] - after[b]) for a in rows for b in rows)
            return {"repeated": word.lower(), "times": len(rows), "apart": apart}
    return {}


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
        Slider("order", "Neighboring words swapped", 0, len(ORDERS) - 1, 1, 0, "times"),
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
    update=update,
    wording=WORDING,
    handles=tuple(
        Reorder("order", place, moves="moves", axes=("x4", "y4")) for place in range(WORDS)
    ),
    alt=(
        "The outputs of one attention layer as two heat maps, a row for each word: for the "
        "sentence as written and in the chosen order. A line joins each word's two rows. Beside "
        "them a dot for each word: how much its output changed."
    ),
)
