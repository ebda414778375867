"""Chapter 4: a shift by k turns every pair by k*omega_j, wherever it starts; as one matrix."""

from dataclasses import replace

from pe_book.declare import (
    BASE,
    D_MODEL,
    POSITION,
    DragHandle,
    Explorer,
    Prediction,
    RotateHandle,
    Slider,
    Wording,
    heat_map,
    line,
)

MAX_COLUMNS = 8  # columns of the matrix that are drawn, as in shift.mjs
HIDDEN = {"showgrid": False, "showticklabels": False}


def hand(color: str, axes: int = 1) -> dict:
    """Return a trace from the center to a point on the circle."""
    tip = {"color": color, "size": [0.1, 13]}
    return line(color, axes, width=3.5, mode="lines+markers", marker=tip)


def note(axes: str, x: float, y: float, text: str) -> dict:
    """Return a word at a place among the entries."""
    place = {"xref": "x" + axes, "yref": "y" + axes, "x": x, "y": y}
    return place | {"text": text, "font": {"color": "@ink"}}


def places(size: tuple, radius: float, matrix: tuple, block: tuple) -> dict:
    """Return a layout's axes, all in pixels of its plot area.

    `size` is its width and height. The clock, with this `radius`, is at the upper left. The matrix
    and the block with its pair are each (left, top, cell); row p is above the matrix, and row
    p + k at its right.
    """
    width, height = size
    apart = 7

    def axes(number: str, left: float, top: float, right: float, bottom: float, x, y) -> dict:
        across = {"domain": [left / width, right / width], "range": x} | HIDDEN
        up = {"domain": [1 - bottom / height, 1 - top / height], "range": y} | HIDDEN
        crossing = {"anchor": "y" + number}, {"anchor": "x" + number}
        return {f"xaxis{number}": across | crossing[0], f"yaxis{number}": up | crossing[1]}

    reach = 1.36
    edge = 2 * reach * radius
    # The hand and the angle that a prediction hides have axes of their own over the same place.
    found = {}
    for number in ("", "5"):
        found |= axes(number, 0, 0, edge, edge, [-reach, reach], [-reach, reach])
    left, top, cell = matrix
    whole, columns = MAX_COLUMNS * cell, [-0.55, MAX_COLUMNS - 0.45]
    one, rows = [-0.55, 0.55], columns[::-1]
    first = top + cell + apart
    found |= axes("2", left, first, left + whole, first + whole, columns, rows)
    found |= axes("3", left, top, left + whole, top + cell, columns, one[::-1])
    out = left + whole + apart
    found |= axes("4", out, first, out + cell, first + whole, one, rows)
    left, top, (wide, high) = block
    for number, start, count in (("6", 0, 2), ("7", 2.4, 1), ("8", 4, 1)):
        begin = left + start * wide
        ends = [-0.5, count - 0.5]
        found |= axes(number, begin, top, begin + count * wide, top + 2 * high, ends, [1.5, -0.5])
    named = {"tickvals": [0, 1], "ticktext": ["sine", "cosine"], "showticklabels": True}
    found["yaxis6"] |= named
    margin = {"l": 6, "r": 6, "t": 6, "b": 6}
    return found | {"width": width + 12, "height": height + 12, "margin": margin}


WORDING = Wording(
    line="{offset} × {omega:significant} = {angle:fixed(2)} radians, at every p.",
    sentences={
        "turned": "From position {position} to {end}, pair {pair} turns by {degrees:fixed(1)}°"
        "{turns:whole}, just as it would from any other position.",
        "identity": "With an offset of 0 nothing turns: the matrix is the identity, at position "
        "{end} and everywhere else.",
    },
    columns=[
        ("values", "{:row}"),
        ("sine (column {sine})", "{:entry}"),
        ("cosine (column {cosine})", "{:entry}"),
    ],
    # As the hands and the angle between them are drawn.
    colors={"position": "position", "end": "offset", "degrees": "pair"},
    words={
        "entry": "{:fixed(3)}",
        "whole": {"0": "", "other": ", {:plural(whole turn)} and more"},
        "label": "{:fixed(0)}",
        "turn": "turn by {:fixed(1)}°",
        "vector": "row {:fixed(0)}",
        "row": {
            "start": "pair at position {position}",
            "end": "pair at position {end}",
            "new sine": "block: new sine is old (sine, cosine) times",
            "new cosine": "block: new cosine is old (sine, cosine) times",
        },
    },
)
EXPLORER = Explorer(
    name="shift",
    question="Does the turn depend on p?",
    controls=(
        replace(POSITION, default=12, pace=1.5, continuous=True),
        Slider("offset", "offset k", -40, 40, 1, 3, "positions"),
        Slider("pair", "pair j", 0, 255, 1, 1, below="d_model", ratio=2),
        replace(D_MODEL, default=8),
        BASE,
    ),
    template={
        "data": [
            line("@muted", width=1),
            line("@muted", 5, width=3, opacity=0.22),
            line("@pair", 5, width=3, opacity=0.45),
            hand("@position"),
            hand("@offset", 5),
            heat_map(2),  # the matrix
            heat_map(3),  # row p
            heat_map(4),  # row p + k
            line("@pair", 2, width=1),
            line("@pair", 2, width=4),
            line("@position", 3, width=3),
            line("@offset", 4, width=3),
            heat_map(6),  # its block, and the pair in both rows
            heat_map(7),
            heat_map(8),
        ],
        "layout": {
            **places((404, 314), 74, (214, 18, 19), (84, 230, (56, 38))),
            "annotations": [
                note("7", -0.7, 0.5, "·"),
                note("8", -0.8, 0.5, "="),
            ],
        },
    },
    wording=WORDING,
    handles=(
        RotateHandle("offset", tip=(4, 1), radians="omega"),
        RotateHandle("position", tip=(3, 1), radians="omega"),
        DragHandle(x="pair", axes=("x3", "y3"), scale=(0.5, 2), tip=(10, 0), style="across"),
    ),
    prediction=Prediction(
        "hand",
        ask="The hand is at position p. Place the hand of position p + k on the circle: tap "
        "there, or turn it. Then reveal it.",
        label="hand at position {}, in degrees from the top",
        right="Right, to {largest:fixed(0)} degrees: k times ω is {degrees:fixed(0)} degrees, from "
        "wherever the hand starts.",
        wrong="Your hand is {largest:fixed(0)} degrees away: k times ω is {degrees:fixed(0)} "
        "degrees, from where the hand is at position p.",
        hidden=(1, 2, 4, 5, 7, 12, 14),
        high=359,
        close=10,
    ),
    wide_layout=places((904, 288), 105, (326, 20, 26), (646, 104, (51, 46))),
    slide_layout=places((552, 476), 101, (292, 28, 26), (115, 318, (77, 57))),
    alt=(
        "A circle with two hands, for the pair at position p and at p + k, and the wedge between "
        "them; pale wedges of the same size start at other positions. Beside it a matrix that is "
        "zero but for two by two blocks along its diagonal: row p goes in from above, row p + k "
        "comes out at the right, and the block of the pair is framed. That block, times the pair "
        "in row p, is the pair in row p + k, in numbers."
    ),
)
