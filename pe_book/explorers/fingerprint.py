"""Chapter 2: the table as a picture, one row of it, and one cell worked out down to the angle."""

import numpy as np

from pe_book.declare import DragHandle, Explorer, Slider, Symbol, View, Wording, heading, stems
from pe_lib.encoding import positional_encoding
from pe_lib.frequency import angular_frequencies

ROWS = 64
WIDTHS = (4, 8, 16, 32, 64, 128)
BASES = (10, 100, 1000, 10_000, 100_000, 500_000, 1_000_000)


def update(d_model: int, base: float, position: int, column: int) -> View:
    """Return the table, the row of `position`, and the cell at `column` step by step."""
    table = positional_encoding(ROWS, d_model, base)
    omega = angular_frequencies(d_model, base)
    row = table[position]
    pair, odd = divmod(column, 2)
    width = min(9, max(1.6, 260 / d_model))
    return View(
        traces=[
            {"x": np.arange(d_model), "y": np.arange(ROWS), "z": table},
            stems(range(0, d_model, 2), row[::2]) | {"line": {"width": width}},
            {
                "x": list(range(1, d_model, 2)),
                "y": row[1::2],
                "marker": {"size": width + 2},
            },
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
        values={
            "pair": pair,
            "odd": bool(odd),
            "even_column": 2 * pair,
            "omega": omega[pair],
            "angle": position * omega[pair],
            "entry": row[column],
        },
        rows=[
            [c, c // 2, omega[c // 2], position * omega[c // 2], bool(c % 2), row[c]]
            for c in range(d_model)
        ],
    )


def frame(axis: str, x0: float, x1: float, y0: float, y1: float, color: str) -> dict:
    """Return the frame around a row or a column."""
    place = {"xref": axis.replace("y", "x"), "yref": axis, "x0": x0, "x1": x1, "y0": y0, "y1": y1}
    return {"type": "rect", **place, "line": {"color": color, "width": 2}}


def row_trace(name: str, mode: str, **look: dict) -> dict:
    """Return the template of the sines or of the cosines: told apart by shape, not by color."""
    trace = {"type": "scatter", "mode": mode, "xaxis": "x2", "yaxis": "y2", "name": name}
    return trace | {"hovertemplate": "column %{x}: %{y:.4f}<extra></extra>"} | look


WORDING = Wording(
    sentences={
        "main": "Column {column} is {odd:parity}, so it holds the {odd:function} of pair "
        "j = {pair}, which turns by ω = {base}^(−{even_column}/{d_model}) = {omega:rounded} "
        "radians per position. At position {position} the angle is {position} × {omega:rounded} = "
        "{angle:rounded} radians, and its {odd:function} is {entry:fixed(4)}."
    },
    columns=[
        ("column", "{}"),
        ("pair j", "{}"),
        ("ω, radians per position", "{:rounded}"),
        ("angle p × ω", "{:rounded}"),
        ("function", "{:function}"),
        ("value", "{:fixed(4)}"),
    ],
    words={
        "parity": {"true": "odd", "false": "even"},
        "function": {"true": "cosine", "false": "sine"},
        "rounded": "{:significant(4)}",
    },
)
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
            row_trace("sines of row p", "lines", line={"color": "@ink"}),
            row_trace("cosines", "markers", marker={"color": "@ink"}),
            {
                "type": "scatter",
                "mode": "markers",
                "xaxis": "x2",
                "yaxis": "y2",
                "marker": {"color": "@paper", "size": 9, "line": {"color": "@pair", "width": 3}},
                "hoverinfo": "skip",
                "showlegend": False,
            },
        ],
        "layout": {
            "width": 460,
            "height": 430,
            "margin": {"l": 52, "r": 10, "t": 26, "b": 44},
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 0.34, "yanchor": "bottom"},
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
                heading("the table: cold −1, warm +1", 0, 1),
            ],
        },
    },
    symbols=(
        Symbol("p", settings=("position",), shapes=(0,)),
        Symbol("j", settings=("column",), shapes=(1, 2)),
        Symbol("ω", settings=("column", "d_model", "base"), shapes=(1,)),
        Symbol("B", settings=("base",)),
        Symbol("d", settings=("d_model",)),
    ),
    law="In the figure now: p = {position}, j = {pair}, ω = {omega:significant}, so the angle is "
    "{angle:significant} and the entry {entry:fixed(4)}.",
    update=update,
    wording=WORDING,
    handles=(
        DragHandle(x="column", y="position"),
        DragHandle(x="column", axes=("x2", "y2"), tip=(3, 0)),
    ),
    alt=(
        "Above, the table of encodings as a heat map: stripes that are narrow at the left, in "
        "the fast columns, and widen to the right. Below, the values of one row, column by column."
    ),
)
