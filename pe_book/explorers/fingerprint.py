"""Chapter 2: the table as a picture, one row of it, and one cell worked out down to the angle."""

from pe_book.declare import FILLS_COLUMN, DragHandle, Explorer, Slider, Symbol, Wording, heading

ROWS = 64
WIDTHS = (4, 8, 16, 32, 64, 128)
BASES = (10, 100, 1000, 10_000, 100_000, 500_000, 1_000_000)


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
    law="With the figure's settings: p = {position}, j = {pair}, ω = {omega:significant}, so "
    "the angle is {angle:significant} and the entry {entry:fixed(4)}.",
    wording=WORDING,
    handles=(
        DragHandle(x="column", y="position"),
        DragHandle(x="column", axes=("x2", "y2"), tip=(3, 0)),
    ),
    wide_layout=FILLS_COLUMN,
    alt=(
        "Above, the table of encodings as a heat map: stripes that are narrow at the left, in "
        "the fast columns, and widen to the right. Below, the values of one row, column by column."
    ),
)
