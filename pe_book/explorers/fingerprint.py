"""Chapter 2: the table as a picture, one row of it, and one cell worked out down to the angle."""

import numpy as np

from pe_book.declare import Explorer, Slider, View, heading, stems
from pe_book.numbers import fixed, significant
from pe_lib.encoding import positional_encoding
from pe_lib.frequency import angular_frequencies

ROWS = 64
WIDTHS = (4, 8, 16, 32, 64, 128)
BASES = (10, 100, 1000, 10_000, 100_000, 500_000, 1_000_000)
NAMES = ("sine", "cosine")


def update(d_model: int, base: float, position: int, column: int) -> View:
    """Return the table, the row of `position`, and the cell at `column` step by step."""
    table = positional_encoding(ROWS, d_model, base)
    omega = angular_frequencies(d_model, base)
    row = table[position]
    pair, odd = divmod(column, 2)
    turn, angle = significant(omega[pair], 4), position * omega[pair]
    stem = min(9, max(1.6, 260 / d_model))
    return View(
        traces=[
            {"x": np.arange(d_model), "y": np.arange(ROWS), "z": table},
            *(
                stems(range(start, d_model, 2), row[start::2]) | {"line": {"width": stem}}
                for start in (0, 1)
            ),
            {"x": [column], "y": [row[column]]},
        ],
        layout={
            "xaxis": {"range": [-0.5, d_model - 0.5]},
            "xaxis2": {
                "range": [-0.5, d_model - 0.5],
                "tickvals": list(range(0, d_model, max(1, d_model // 8))),
            },
            "shapes": [
                frame("y", -0.5, d_model - 0.5, position - 0.5, position + 0.5, "@position"),
                frame("y", column - 0.5, column + 0.5, -0.5, ROWS - 0.5, "@pair"),
                frame("y2", column - 0.5, column + 0.5, -1.15, 1.15, "@pair"),
            ],
        },
        sentence=(
            f"Column {fixed(column)} is {'odd' if odd else 'even'}, so it holds the "
            f"{NAMES[odd]} of pair j = {fixed(pair)}, which turns by ω = "
            f"{fixed(base)}^(−{fixed(2 * pair)}/{fixed(d_model)}) = {turn} "
            f"radians per position. At position {fixed(position)} the angle is "
            f"{fixed(position)} × {turn} = "
            f"{significant(angle, 4)} radians, and its {NAMES[odd]} is {fixed(row[column], 4)}."
        ),
        table=(
            ["column", "pair j", "ω, radians per position", "angle p × ω", "function", "value"],
            [
                [
                    fixed(c),
                    fixed(c // 2),
                    significant(omega[c // 2], 4),
                    significant(position * omega[c // 2], 4),
                    NAMES[c % 2],
                    fixed(row[c], 4),
                ]
                for c in range(d_model)
            ],
        ),
    )


def frame(axis: str, x0: float, x1: float, y0: float, y1: float, color: str) -> dict:
    """Return the frame around a row or a column."""
    place = {"xref": axis.replace("y", "x"), "yref": axis, "x0": x0, "x1": x1, "y0": y0, "y1": y1}
    return {"type": "rect", **place, "line": {"color": color, "width": 2}}


def stem_trace(color: str) -> dict:
    """Return the template of one set of stems."""
    trace = {"type": "scatter", "mode": "lines", "xaxis": "x2", "yaxis": "y2"}
    trace |= {"hovertemplate": "column %{x}: %{y:.4f}<extra></extra>"}
    return trace | {"line": {"color": color}}


def key(color: str, text: str, x: float) -> list[dict]:
    """Return a colored dot and what it stands for, right of `x` above the lower panel."""
    place = {"xref": "paper", "yref": "paper", "x": x, "y": 0.34, "showarrow": False}
    place |= {"xanchor": "left", "yanchor": "bottom"}
    return [place | {"text": "●", "font": {"color": color}}, place | {"text": text, "xshift": 16}]


EXPLORER = Explorer(
    name="fingerprint",
    question="What does the encoding of one position look like, and where does a number come from?",
    controls=(
        Slider("d_model", "Width d", choices=WIDTHS, default=64, unit="columns"),
        Slider("base", "Base B", choices=BASES, default=10_000),
        Slider("position", "Position p", 0, ROWS - 1, default=20),
        Slider("column", "Column", 0, WIDTHS[-1] - 1, default=12, below="d_model"),
    ),
    template={
        "data": [
            {
                "type": "heatmap",
                "colorscale": "@diverging",
                "zmin": -1,
                "zmax": 1,
                "showscale": False,
                "hovertemplate": "position %{y}, column %{x}: %{z:.4f}<extra></extra>",
            },
            stem_trace("@sine"),
            stem_trace("@cosine"),
            {
                "type": "scatter",
                "mode": "markers",
                "xaxis": "x2",
                "yaxis": "y2",
                "marker": {"color": "@paper", "size": 9, "line": {"color": "@pair", "width": 3}},
                "hoverinfo": "skip",
            },
        ],
        "layout": {
            "width": 460,
            "height": 430,
            "margin": {"l": 52, "r": 10, "t": 26, "b": 44},
            "showlegend": False,
            "xaxis": {"domain": [0, 1], "showgrid": False, "showticklabels": False},
            "yaxis": {
                "domain": [0.46, 1],
                "range": [ROWS - 0.5, -0.5],
                "tickvals": [0, 16, 32, 48],
                "showgrid": False,
                "title": {"text": "position p"},
            },
            "xaxis2": {
                "domain": [0, 1],
                "anchor": "y2",
                "showgrid": False,
                "title": {"text": "column"},
            },
            "yaxis2": {
                "domain": [0, 0.32],
                "anchor": "x2",
                "range": [-1.2, 1.2],
                "tickvals": [-1, 0, 1],
                "title": {"text": "value"},
            },
            "annotations": [
                heading("the table, −1 blue to +1 brown", 0, 1),
                heading("the chosen row:", 0, 0.34),
                *key("@sine", "sine", 0.42),
                *key("@cosine", "cosine", 0.62),
            ],
        },
    },
    update=update,
    alt=(
        "Above, the table of encodings as a heat map: stripes that are narrow at the left, in "
        "the fast columns, and widen to the right. Below, the values of one row, column by column."
    ),
)
