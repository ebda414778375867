"""Chapter 4: how alike two rows are, by their offset alone, and the law that it follows."""

import math

import numpy as np

from pe_book.declare import Explorer, Slider, View, heading, log_grid
from pe_book.numbers import fixed, plural, signed
from pe_lib.law import similarity_integral, similarity_law
from pe_lib.similarity import first_reversal, similarity

LONGEST = 1000
LEAST = -0.7  # of the similarity, for these widths and bases
GRID = log_grid(1, LONGEST, 160)
ROWS = 48
OFFSETS = tuple(sorted({*range(1, ROWS), *log_grid(ROWS, LONGEST, 32), 64, 128, 256, 512}))
D_MODELS = (16, 32, 64, 128, 256, 512, 1024)
BASES = (100, 1000, 10000, 100000, 500000)


def update(offset: int, d_model: int, base: float) -> View:
    """Return the similarity, the law and the integral against offset, and the Toeplitz picture."""
    exact = similarity(GRID, d_model, base)
    here = float(similarity(offset, d_model, base))
    law, integral = float(similarity_law(offset, base)), float(similarity_integral(offset, base))
    turn = first_reversal(d_model, base)
    at_turn = float(similarity(turn, d_model, base))
    rows = np.arange(ROWS)
    by_offset = similarity(rows, d_model, base)
    apart = np.abs(np.subtract.outer(rows, rows))
    cells = np.arange(offset, ROWS)
    pairs = plural(d_model // 2, "pair")
    return View(
        traces=[
            {"x": GRID, "y": similarity_law(GRID, base)},
            {"x": GRID, "y": similarity_integral(GRID, base)},
            {"x": GRID, "y": exact},
            {"x": [turn], "y": [at_turn]},
            {"x": [offset], "y": [here]},
            {"x": rows, "y": rows, "z": by_offset[apart]},
            {"x": cells, "y": cells - offset},
            {"x": cells - offset, "y": cells},
        ],
        sentence=(
            f"At offset {fixed(offset)} the similarity of {pairs} is {fixed(here, 3)}; the "
            f"integral gives {fixed(integral, 3)} and the law {fixed(law, 3)}, where each doubling "
            f"of the offset costs {fixed(math.log(2) / math.log(base), 4)}. Similarity "
            f"does not fall at every step: it first rises after offset {fixed(turn)}."
        ),
        table=(
            ["offset", "similarity", "integral", "off by", "law", "off by"],
            [row(k, d_model, base) for k in sorted({1, 4, 16, 64, 256, LONGEST, offset, turn})],
        ),
    )


def row(offset: int, d_model: int, base: float) -> list[str]:
    """Return one line of the table: the similarity and how far off both approximations are."""
    exact = similarity(offset, d_model, base)
    integral, law = similarity_integral(offset, base), similarity_law(offset, base)
    return [
        fixed(offset),
        fixed(exact, 3),
        fixed(integral, 3),
        signed(integral - exact, 3),
        fixed(law, 3),
        signed(law - exact, 3),
    ]


def curve(color: str, name: str, **more) -> dict:
    """Return a line of the upper panel."""
    shown = {"hovertemplate": "offset %{x}: %{y:.3f}<extra>" + name + "</extra>"}
    line = {"color": color} | more.pop("line", {})
    return {"type": "scatter", "mode": "lines", "name": name, "line": line} | shown | more


DIAGONAL = {
    "type": "scatter",
    "mode": "lines",
    "xaxis": "x2",
    "yaxis": "y2",
    "line": {"color": "@offset", "width": 2.5},
    "showlegend": False,
    "hoverinfo": "skip",
}
TICKS = {"tickvals": list(range(0, ROWS, 8)), "showgrid": False, "zeroline": False}
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
            curve("@ink", "law", line={"dash": "dash", "width": 1.5}),
            curve("@pair", "integral", line={"width": 7}, opacity=0.6),
            curve("@cosine", "similarity", line={"width": 2.5}),
            curve(
                "@cosine",
                "turns up",
                mode="markers",
                marker={"color": "@cosine", "symbol": "diamond", "size": 11},
                showlegend=False,
            ),
            curve(
                "@offset",
                "offset k",
                mode="markers",
                marker={"color": "@offset", "size": 11},
                showlegend=False,
            ),
            {
                "type": "heatmap",
                "xaxis": "x2",
                "yaxis": "y2",
                "zmin": 0,
                "zmax": 1,
                "colorscale": "@sequential",
                "showscale": False,
                "hovertemplate": "positions %{y} and %{x}: %{z:.3f}<extra></extra>",
            },
            DIAGONAL,
            DIAGONAL,
        ],
        "layout": {
            "width": 420,
            "height": 560,
            "margin": {"l": 52, "r": 22, "t": 38, "b": 42},
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
            "xaxis": {
                "type": "log",
                "range": [-0.05, math.log10(LONGEST) + 0.05],
                "tickvals": [1, 10, 100, 1000],
                "ticktext": ["1", "10", "100", "1000"],
                "title": {"text": "offset k (positions)", "standoff": 5},
            },
            "yaxis": {"domain": [0.58, 1], "range": [LEAST, 1.05], "tickvals": [-0.5, 0, 0.5, 1]},
            "xaxis2": TICKS
            | {
                "anchor": "y2",
                "domain": [0, 1],
                "range": [-0.5, ROWS - 0.5],
                "title": {"text": "position", "standoff": 5},
            },
            "yaxis2": TICKS
            | {
                "anchor": "x2",
                "domain": [0, 0.4],
                "range": [ROWS - 0.5, -0.5],
                "title": {"text": "position", "standoff": 5},
            },
            "annotations": [
                heading("◆ first turn up", 0.64, 0.93),
                heading("rows against rows; offset k marked", 0, 0.4),
            ],
        },
    },
    update=update,
    alt=(
        "Above, the similarity of two rows against their offset on a log axis: with wiggles, it "
        "falls along the straight line of the law while offsets are well below the base. Below, a "
        "heat map of rows against rows, constant along every diagonal."
    ),
)
