"""Chapter 2: the table as a picture, one row of it, and one cell worked out down to the angle."""

import math

from pe_book.declare import (
    BARE_AXIS,
    BASE,
    D_MODEL,
    FILLS_COLUMN,
    POSITION,
    DragHandle,
    Explorer,
    RotateHandle,
    Slider,
    Symbol,
    Wording,
    heading,
    heat_map,
    line,
)

ROWS = POSITION.max + 1


REACH = 1.25  # of the dial, in lengths of its hand
RIM = [2 * math.pi * i / 48 for i in range(49)]


def enlarged(layout: dict, dial: tuple, cell: tuple) -> dict:
    """Return the axes of the dial and of the enlarged cell in these domains, (x, x, y, y) each.

    The dial is round: a unit is as long up as across.
    """
    margin = layout["margin"]
    wide = (dial[1] - dial[0]) * (layout["width"] - margin["l"] - margin["r"])
    high = (dial[3] - dial[2]) * (layout["height"] - margin["t"] - margin["b"])
    reach = REACH * wide / high
    return layout | {
        "xaxis2": {"domain": list(dial[:2]), "range": [-reach, reach]} | BARE_AXIS,
        "yaxis2": {"domain": list(dial[2:]), "range": [-REACH, REACH]} | BARE_AXIS,
        "xaxis3": {"domain": list(cell[:2]), "range": [-0.5, 0.5]} | BARE_AXIS,
        "yaxis3": {"domain": list(cell[2:]), "range": [-0.5, 0.5]} | BARE_AXIS,
    }


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
        "pair": "pair {}",
        "turn": "p = {position}: {:rounded} radians",
        "sine": "sine: how far right",
        "cosine": "cosine: how far up",
        "number": "{:fixed(4)}",
    },
)
EXPLORER = Explorer(
    name="fingerprint",
    question="What does the encoding of one position look like, and where does a number come from?",
    controls=(
        POSITION,
        D_MODEL,
        BASE,
        Slider("column", "column", 0, D_MODEL.max - 1, default=12, below="d_model"),
    ),
    template={
        "data": [
            {
                "type": "heatmap",
                "colorscale": "@diverging",
                "zmin": -1,
                "zmax": 1,
                "hovertemplate": "position %{y}, column %{x}: %{z:.4f}<extra></extra>",
            },
            line(
                "@muted",
                2,
                width=1,
                x=[math.sin(turn) for turn in RIM],
                y=[math.cos(turn) for turn in RIM],
            ),
            line("@position", 2, width=6, opacity=0.4),
            line("@sine", 2, width=4.5),
            line("@cosine", 2, width=4.5),
            line(
                "@position",
                2,
                width=3.5,
                mode="lines+markers",
                marker={"color": "@position", "size": [0.1, 12]},
            ),
            heat_map(3, x=[0], y=[0]),
        ],
        "layout": enlarged(
            {
                "width": 420,
                "height": 450,
                "margin": {"l": 48, "r": 8, "t": 26, "b": 30},
                "xaxis": {"showgrid": False, "title": "column"},
                "yaxis": {
                    "domain": [0.51, 1],
                    "range": [ROWS - 0.5, -0.5],
                    "tickvals": [0, 16, 32, 48],
                    "showgrid": False,
                    "title": "position p",
                },
                "annotations": [heading("the table: cold −1, warm +1", 0, 1)],
            },
            (0, 0.42, 0.01, 0.34),
            (0.56, 1, 0.03, 0.28),
        ),
    },
    symbols=(
        Symbol("p", settings=("position",), shapes=(0,)),
        Symbol("j", settings=("column",), shapes=(1,)),
        Symbol("ω", settings=("column", "d_model", "base"), traces=(2,)),
        Symbol("B", settings=("base",)),
        Symbol("d", settings=("d_model",)),
    ),
    wording=WORDING,
    handles=(
        DragHandle(x="column", y="position"),
        RotateHandle("position", tip=(5, 1), radians="omega", axes=("x2", "y2")),
    ),
    wide_layout=enlarged(
        FILLS_COLUMN
        | {
            "margin": {"l": 48, "r": 8, "t": 26, "b": 42},
            "xaxis": {"domain": [0, 0.62]},
            "yaxis": {"domain": [0, 1]},
        },
        (0.69, 1, 0.43, 0.95),
        (0.735, 0.955, 0, 0.22),
    ),
    alt=(
        "The table of encodings as a heat map: stripes that are narrow at the left, in the fast "
        "columns, and widen to the right. A row and a column are framed, and the cell where they "
        "cross is enlarged: a dial whose hand stands where its pair has turned to, and the number "
        "in the cell, which is how far right the tip of the hand is, or how far up."
    ),
)
