"""Chapter 9: what do GPT-2's learned position vectors look like, beside two other tables?"""

from itertools import pairwise

import numpy as np

from pe_book.declare import Explorer, Select, Slider, View, heading
from pe_book.learned_rows import COMPONENTS, FIRST, OFFSETS, ROWS, stored
from pe_book.numbers import fixed, percent, plural

STORED = stored()
TABLES = {
    "gpt2": "GPT-2 after training",
    "sinusoid": "the sinusoidal table",
    "random": "random, as training starts",
}


def update(table: str, component: int, offset: int) -> View:
    """Return one component over position, and the cosines of rows that stand an offset apart."""
    shares, components, cosines = STORED[table]
    along, apart = components[component - 1], cosines[offset - 1]
    share = shares[component - 1]
    later = apart[FIRST:]
    low, high, mean = later.min(), later.max(), float(sum(later) / len(later))
    return View(
        traces=[
            {},
            {"x": np.arange(FIRST, ROWS), "y": along},
            {"x": np.arange(len(apart)), "y": apart},
        ],
        layout={
            "annotations": [
                heading(f"component {fixed(component)} of rows {fixed(FIRST)} to 63", 0, 1),
                heading(f"cosine of rows p and p + {fixed(offset)}", 0, 0.42),
            ]
        },
        sentence=(
            f"{TABLES[table][0].upper() + TABLES[table][1:]}: component {fixed(component)} holds "
            f"{percent(share, 1)} of the variance of rows {fixed(FIRST)} to {fixed(ROWS - 1)} and "
            f"crosses zero {plural(crossings(along), 'time')}. Rows {plural(offset, 'position')} "
            f"apart have a cosine of {fixed(mean, 2)} on average, from {fixed(low, 2)} to "
            f"{fixed(high, 2)}, from position {fixed(FIRST)} on."
        ),
        table=(
            ["position p", "component", f"cosine of rows p and p + {fixed(offset)}"],
            [
                [
                    fixed(p),
                    fixed(along[p - FIRST], 2) if p >= FIRST else "left out",
                    fixed(apart[p], 3) if p < len(apart) else "no such row",
                ]
                for p in (0, 1, 4, 8, 16, 24, 32, 40, 48, 56, 63)
            ],
        ),
    )


def crossings(values: np.ndarray) -> int:
    """Return how often the sign changes; a 0 has none.

    >>> crossings(np.array([1, 0, 2, -1, 0, 1]))
    2
    """
    signs = [value > 0 for value in values if value != 0]
    return sum(bool(one != other) for one, other in pairwise(signs))


def line(color: str, axis: str = "") -> dict:
    """Return a curve over position."""
    return {
        "type": "scatter",
        "mode": "lines",
        "xaxis": "x" + axis,
        "yaxis": "y" + axis,
        "line": {"color": color, "width": 2.5},
        "hovertemplate": "position %{x}: %{y:.2f}<extra></extra>",
    }


UP = {"range": [-1.1, 1.1], "tickvals": [-1, 0, 1], "zeroline": False}
ALONG = {"range": [-1, ROWS], "tickvals": [0, 16, 32, 48], "zeroline": False}
EXPLORER = Explorer(
    name="rows",
    question="Are the rows that training found like those of the formula?",
    controls=(
        Select("table", "Table", tuple(TABLES.items()), "gpt2"),
        Slider("component", "Component", 1, COMPONENTS, 1, 2),
        Slider("offset", "Offset k", 1, OFFSETS, 1, 8, "positions"),
    ),
    template={
        "data": [
            line("@muted")
            | {"x": [-1, ROWS], "y": [0, 0], "line": {"color": "@muted", "width": 1}}
            | {"hoverinfo": "skip"},
            line("@pair"),
            line("@offset", "2"),
        ],
        "layout": {
            "width": 420,
            "height": 400,
            "margin": {"l": 44, "r": 12, "t": 30, "b": 42},
            "showlegend": False,
            "xaxis": ALONG | {"anchor": "y"},
            "yaxis": UP | {"domain": [0.58, 1]},
            "xaxis2": ALONG | {"anchor": "y2", "title": {"text": "position p", "standoff": 5}},
            "yaxis2": {"domain": [0, 0.42], "anchor": "x2", "range": [-0.2, 1.05]}
            | {"tickvals": [0, 0.5, 1], "zeroline": False},
        },
    },
    update=update,
    alt=(
        "Above, one component of the rows against position: a smooth wave for GPT-2 and for the "
        "sinusoidal table, a jagged line for a random table. Below, the cosine of two rows at a "
        "fixed offset against position: a level line for the sinusoidal table, almost one for "
        "GPT-2 from position 4 on, and noise around zero for a random table."
    ),
)
