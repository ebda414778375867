"""Chapter 1: does attention notice in which order the words stand?"""

from functools import cache

import numpy as np

from pe_book.declare import Explorer, Select, Slider, Toggle, View, heading
from pe_book.numbers import fixed, listed
from pe_book.twins.hashed import hashed_numbers, hashed_rows
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

HEAT = {
    "type": "heatmap",
    "colorscale": "@diverging",
    "zmin": -2,
    "zmax": 2,
    "showscale": False,
    "hovertemplate": "column %{x}: %{z:.3f}<extra></extra>",
}
AXIS = {"range": [-0.5, D_MODEL - 0.5], "tickvals": [0, 2, 4, 6], "showgrid": False}
WORDS_DOWN = {"range": [WORDS - 0.5, -0.5], "showticklabels": False, "showgrid": False}
BARS = [x for row in range(WORDS) for x in (row, row, None)]
HEADINGS = [
    heading("outputs as written", 0, 1),
    heading("in your order", 0.6, 1),
    heading("how much the output of each word changed", 0, 0.3),
]


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


def beside(panel: str, row: int, word: str) -> dict:
    """Return the word that names a row of a heat map."""
    place = {"xref": "paper", "yref": "y" + panel, "x": 0.59 if panel else -0.01, "y": row}
    held = {"xanchor": "right", "yanchor": "middle", "align": "right"}
    return place | held | {"text": word, "showarrow": False}


def below(row: int, word: str) -> dict:
    """Return the word that names a bar."""
    place = {"xref": "x3", "yref": "y3", "x": row, "y": 0, "xanchor": "center", "yanchor": "top"}
    return place | {"text": word, "showarrow": False}


def layer(x: np.ndarray, causal: bool) -> np.ndarray:
    """Return one attention layer f(X), its three projections made from their names."""
    query, key, value = (hashed_rows(name, D_MODEL, D_MODEL) for name in ("query", "key", "value"))
    return attention(x @ query, x @ key, x @ value, causal=causal)


def largest(difference: np.ndarray) -> float:
    """Return the largest absolute difference; what is only rounding becomes exactly 0."""
    size = float(np.abs(difference).max())
    return size if size > NOTHING else 0.0


def amount(difference: float) -> str:
    """Return a difference in digits; exactly 0 stands for 0 up to rounding."""
    return fixed(difference, 3) if difference else "0 up to rounding"


def update(sentence: str, order: int, encoding: bool, causal: bool) -> View:
    """Return the layer's outputs in the written and in the chosen order, and how they differ."""
    words = sentence.split()
    places = neighbor_swaps(WORDS)[order]
    moved_words = [words[i] for i in places]
    x = np.array([hashed_numbers(word.lower(), D_MODEL) for word in words])
    positions = positional_encoding(WORDS, D_MODEL) if encoding else np.zeros((WORDS, D_MODEL))
    before = layer(x + positions, causal)
    after = layer(x[places] + positions, causal)
    changes = [largest(after[row] - before[i]) for row, i in enumerate(places)]
    pooled = largest(after.mean(axis=0) - before.mean(axis=0))
    rows = list(range(WORDS))
    return View(
        traces=[
            {"x": list(range(D_MODEL)), "y": rows, "z": before},
            {"x": list(range(D_MODEL)), "y": rows, "z": after},
            {"x": BARS, "y": [y for change in changes for y in (0, change, None)]},
        ],
        layout={
            "annotations": [
                *HEADINGS,
                *(beside("", row, word) for row, word in enumerate(words)),
                *(beside("2", row, word) for row, word in enumerate(moved_words)),
                *(below(row, word) for row, word in enumerate(moved_words)),
            ]
        },
        sentence=say(words, places, after, max(changes), pooled, encoding, causal),
        table=(
            ["word", "place as written", "place now", "its output changed by at most"],
            [
                [moved_words[row], fixed(i), fixed(row), amount(changes[row])]
                for row, i in enumerate(places)
            ]
            + [["mean of all (pooled)", "all", "all", amount(pooled)]],
        ),
    )


def say(words, places, after, change, pooled, encoding, causal) -> str:
    """Return what is seen, in words."""
    moved = [words[i] for i in places]
    now = f"“{' '.join(moved)}”"
    same_reading = [w.lower() for w in moved] == [w.lower() for w in words]
    if places == list(range(WORDS)):
        first = f"{now} stands as written; swap words to compare."
    elif same_reading:
        first = (
            f"{now} reads as before: the same words went in, so the same outputs come out, "
            "place by place."
        )
    elif change == 0:
        first = (
            f"{now}: every output only moved along with its word "
            f"(largest difference {amount(change)}), and the pooled output is the same "
            f"(difference {amount(pooled)}): attention did not notice the order."
        )
    else:
        cause = listed(["the encoding"] * encoding + ["the causal mask"] * causal)
        first = (
            f"{now}: the outputs changed, by up to {amount(change)}, and the pooled output by "
            f"{amount(pooled)}: {cause} showed attention the order."
        )
    return " ".join([first, *repeated(moved, after)])


def repeated(moved: list[str], after: np.ndarray) -> list[str]:
    """Return a sentence on the outputs of the word that stands more than once, if there is one."""
    for word in moved:
        rows = [row for row, other in enumerate(moved) if other.lower() == word.lower()]
        if len(rows) > 1:
            apart = max(largest(after[a] - after[b]) for a in rows for b in rows)
            if apart == 0:
                return [
                    f"{['Both', 'All three'][len(rows) - 2]} “{word.lower()}” have the same output."
                ]
            return [f"The outputs of “{word.lower()}” are up to {amount(apart)} apart."]
    return []


EXPLORER = Explorer(
    name="order",
    question="Does attention notice when the words change places?",
    controls=(
        Select("sentence", "Sentence", tuple((s, s) for s in SENTENCES), SENTENCES[0]),
        Slider("order", "Neighboring words swapped", 0, 119, 1, 99, "times"),
        Toggle("encoding", "Add the positional encoding"),
        Toggle("causal", "Causal mask: hide later words"),
    ),
    template={
        "data": [
            HEAT | {"xaxis": "x", "yaxis": "y"},
            HEAT | {"xaxis": "x2", "yaxis": "y2"},
            # Bars drawn as wide lines, which move within a frame.
            {
                "type": "scatter",
                "mode": "lines",
                "xaxis": "x3",
                "yaxis": "y3",
                "line": {"color": "@position", "width": 28},
                "hovertemplate": "changed by at most %{y:.3f}<extra></extra>",
            },
        ],
        "layout": {
            "width": 420,
            "height": 400,
            "margin": {"l": 68, "r": 8, "t": 30, "b": 36},
            "showlegend": False,
            "xaxis": AXIS | {"domain": [0, 0.4], "anchor": "y"},
            "xaxis2": AXIS | {"domain": [0.6, 1], "anchor": "y2"},
            "yaxis": WORDS_DOWN | {"domain": [0.5, 1], "anchor": "x"},
            "yaxis2": WORDS_DOWN | {"domain": [0.5, 1], "anchor": "x2"},
            "xaxis3": {
                "domain": [0, 1],
                "anchor": "y3",
                "showticklabels": False,
                "showgrid": False,
                "range": [-0.5, WORDS - 0.5],
            },
            "yaxis3": {
                "domain": [0, 0.3],
                "range": [0, 4.5],
                "anchor": "x3",
                "title": {"text": "change", "standoff": 5},
                "tickvals": [0, 2, 4],
            },
        },
    },
    update=update,
    alt=(
        "Two heat maps of the outputs of one attention layer, a row for each word: for the "
        "sentence "
        "as written and in the chosen order. Below, a bar for each word: how much its output "
        "changed."
    ),
)
