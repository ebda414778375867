"""Chapter 2: the table, one row and one column of it, and the number where they cross.

The number is worked out beside the table: the formula with the numbers that are set, and the hand.
"""

import math
from dataclasses import replace

from pe_book.declare import (
    BARE_AXIS,
    BASE,
    D_MODEL,
    POSITION,
    DragHandle,
    Explorer,
    RotateHandle,
    Slider,
    Wording,
    heat_map,
    line,
)
from pe_book.declare.wording import COLORS

ROWS = POSITION.max + 1
REACH = 1.15  # of the dial, in lengths of its hand
RIM = [2 * math.pi * i / 48 for i in range(49)]


def places(
    layout: dict, table: tuple, dial: tuple, formula: tuple, entry: tuple, words: tuple
) -> dict:
    """Return the axes in these boxes, (left, right, top, bottom) each, in pixels from the top left.

    The dial is round: a unit is as long up as across.
    """
    wide, high = layout["width"], layout["height"]

    def box(number: str, place: tuple, across: tuple, up: tuple, **more) -> dict:
        left, right, top, bottom = place
        return {
            f"xaxis{number}": {
                "domain": [left / wide, right / wide],
                "range": list(across),
                **BARE_AXIS,
                **more,
            },
            f"yaxis{number}": {
                "domain": [1 - bottom / high, 1 - top / high],
                "range": list(up),
                **BARE_AXIS,
            },
        }

    reach = REACH * (dial[1] - dial[0]) / (dial[3] - dial[2])
    return (
        layout
        | {"margin": {"l": 0, "r": 0, "t": 0, "b": 0}}
        | box("", table, (-0.5, 63.5), (ROWS - 0.5, -0.5))
        | box("2", dial, (-reach, reach), (-REACH, REACH))
        | box("3", entry, (-0.5, 0.5), (-0.5, 0.5))
        | box("4", formula, (0, 1), (-1, 1))
        | box("5", words, (0, 1), (-1, 1))
    )


WORDING = Wording(
    sentences={
        "main": "Column {column} is {odd:parity}, so it’s the {odd:function} of pair j = {pair}: "
        "{odd:side} the tip of hand {pair} is. This hand turns {omega:rounded} radians per "
        "position. At position {position} it has turned {position} × {omega:rounded} = "
        "{angle:rounded} radians, which is {turns:significant} turns, and the entry is "
        "{entry:fixed(4)}."
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
        "side": {"true": "how far up", "false": "how far right"},
        "rounded": "{:significant(4)}",
        "row": "{position}",
        "column": "column {column}, {odd:function}",
        "sine_of": "sin( {position} / {base}^[{even_column}/{d_model}] )",
        "cosine_of": "cos( {position} / {base}^[{even_column}/{d_model}] )",
        "sine_is": "= sin( {angle:significant} ) =",
        "cosine_is": "= cos( {angle:significant} ) =",
        "number": "{:fixed(2)}",
        "right": "How far right hand {pair} of {hands} points",
        "up": "How far up hand {pair} of {hands} points",
    },
    colors=COLORS | {"even_column": "pair", "d_model": "ink"},
)
EXPLORER = Explorer(
    name="fingerprint",
    question="How is one number made?",
    controls=(
        replace(POSITION, pace=3),
        D_MODEL,
        BASE,
        Slider("column", "column", 0, D_MODEL.max - 1, default=12, below="d_model"),
    ),
    template={
        "data": [
            heat_map(),
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
        "layout": places(
            {"width": 360, "height": 274},
            table=(22, 358, 1, 180),
            dial=(8, 82, 200, 274),
            formula=(96, 360, 202, 226),
            entry=(284, 358, 228, 252),
            words=(96, 360, 254, 274),
        ),
    },
    wording=WORDING,
    handles=(
        DragHandle(x="column", y="position"),
        RotateHandle("position", tip=(5, 1), radians="omega", axes=("x2", "y2")),
    ),
    wide_layout=places(
        {"width": 720, "height": 320},
        table=(22, 450, 4, 298),
        dial=(512, 672, 116, 276),
        formula=(476, 720, 8, 44),
        entry=(618, 700, 54, 86),
        words=(476, 720, 286, 318),
    ),
    slide_layout=places(
        {"width": 510, "height": 389},
        table=(32, 510, 4, 232),
        dial=(14, 126, 272, 384),
        formula=(152, 510, 266, 298),
        entry=(400, 500, 308, 344),
        words=(152, 510, 352, 384),
    ),
    alt=(
        "The table of encodings as a heat map: stripes that are narrow at the left, in the fast "
        "columns, and widen to the right. A row and a column are framed. The cell where they cross "
        "is worked out: the formula with its numbers, the number in the color of its cell, and a "
        "dial whose hand has turned to where the sine, how far right its tip is, or the cosine, "
        "how far up, is that number."
    ),
)
