"""Chapter 5: shapes, sines and bytes of the three ways to fill the table."""

import math

from pe_book.declare import (
    FILLS_COLUMN,
    DragHandle,
    Explorer,
    Slider,
    Wording,
    heading,
    heat_map,
    line,
    markers,
)

LENGTHS = tuple(2**power for power in range(4, 18))
D_MODELS = (8, 32, 64, 128, 256, 512, 768, 1024, 2048, 4096)
FORMS = ("loop", "vectorized", "fast")


def grid(axis: int) -> dict:
    """Return a table that is being filled."""
    return heat_map(axis, x=list(range(COLUMNS)), y=list(range(ROWS)))


def curve(color: str, label: str) -> dict:
    """Return the line of the forms that take so many sines."""
    hover = "%{x} positions: %{y}<extra>" + label + "</extra>"
    return line(color, 4, x=list(LENGTHS), hovertemplate=hover)


def grids(places: list[tuple[float, float]], up: tuple[float, float]) -> dict:
    """Return the axes of the three grids in these domains, with the name of each above it."""
    bare = {"tickvals": [], "showgrid": False}
    axes = {}
    for i, across in enumerate(places):
        number = str(i + 1) if i else ""
        axes[f"xaxis{number}"] = {"domain": list(across), "range": [-0.5, COLUMNS - 0.5]} | bare
        axes[f"yaxis{number}"] = {"domain": list(up), "range": [ROWS - 0.5, -0.5]} | bare
    return axes


def names(places: list[tuple[float, float]], up: float) -> list[dict]:
    """Return the names of the forms above their grids."""
    middles = [(start + end) / 2 for start, end in places]
    return [
        heading(form, middle, up) | {"xanchor": "center"}
        for form, middle in zip(FORMS, middles, strict=True)
    ]


def frames() -> list[dict]:
    """Return frames around the grids, in which the empty part is seen."""
    corners = {"x0": -0.5, "x1": COLUMNS - 0.5, "y0": -0.5, "y1": ROWS - 0.5}
    style = {"type": "rect", "line": {"color": "@muted", "width": 1}} | corners
    return [style | {"xref": f"x{number}", "yref": f"y{number}"} for number in ("", "2", "3")]


ROWS, COLUMNS = 24, 16  # of the table that is filled in the figure, as in broadcasting.mjs
NARROW = [(0.0, 0.3), (0.35, 0.65), (0.7, 1.0)]
WIDE = [(0.0, 0.18), (0.205, 0.385), (0.41, 0.59)]
ACROSS = {
    "type": "log",
    "range": [math.log10(LENGTHS[0]) - 0.05, math.log10(LENGTHS[-1]) + 0.05],
    "tickvals": [16, 128, 1024, 8192, 65536],
    "ticktext": ["16", "128", "1024", "8192", "65536"],
}
WORDING = Wording(
    sentences={
        "main": "For {seq_len:plural(position)} by {d_model:plural(column)} the loop takes "
        "{loop_time:duration}, the vectorized form {vectorized_time:duration} and the fast form "
        "{fast_time:duration}. The first two compute {sines} sines and cosines, the fast form "
        "{fast_sines}, {saving:saving}. Beside the table of {table_bytes:byte_size} the "
        "vectorized form needs {vectorized_bytes:byte_size}, the fast form {fast_bytes:byte_size}."
    },
    columns=[
        ("form", "{}"),
        ("time at the speed of {measured_rows} × {measured_columns}", "{:duration}"),
        ("shapes", "{:shapes}"),
        ("sines and cosines", "{}"),
        ("bytes beside the table", "{:byte_size}"),
    ],
    words={
        "duration": "{:significant(2)} {unit}",
        "done": "done after {:duration}",
        "filled": "{:percent} filled",
        "every entry": "loop, vectorized",
        "a few rows": "fast",
        "saving": {
            "fewer": "{ratio:significant(2)} times fewer",
            "more": "more, because its first block has {block:plural(row)}",
        },
        "shapes": {
            "loop": "one number at a time",
            "vectorized": "{:positions} × {:frequencies} = {:angles}",
            "fast": "({blocks}, 1, {pairs}) × (1, {block}, {pairs})",
        },
        "positions": "({seq_len}, 1)",
        "frequencies": "(1, {pairs})",
        "angles": "({seq_len}, {pairs})",
    },
)
EXPLORER = Explorer(
    name="broadcasting",
    question="What does each way of filling the table cost as it grows?",
    controls=(
        Slider(
            "time",
            "The race",
            0,
            100,
            1,
            6,
            "percent",
            pace=10,
            continuous=True,
            restarts=True,
        ),
        Slider("seq_len", "Length L", default=2048, unit="positions", choices=LENGTHS),
        Slider("d_model", "Width d", default=512, unit="columns", choices=D_MODELS),
    ),
    template={
        "data": [
            *(grid(number) for number in (1, 2, 3)),
            curve("@ink", "loop, vectorized"),
            curve("@accent", "fast"),
            markers(["@ink", "@accent"], 4, size=10),
        ],
        "layout": {
            "width": 420,
            "height": 430,
            "margin": {"l": 14, "r": 14, "t": 26, "b": 42},
            **grids(NARROW, (0.5, 1)),
            "xaxis4": ACROSS
            | {
                "domain": [0.12, 1],
                "title": "length (positions)",
            },
            "yaxis4": {
                "type": "log",
                "domain": [0, 0.33],
                "range": [2, 9],
                "tickvals": [100, 10**4, 10**6, 10**8],
                "ticktext": ["100", "10⁴", "10⁶", "10⁸"],
            },
            "shapes": frames(),
            "annotations": [
                *names(NARROW, 1),
                heading("sines and cosines taken", 0.12, 0.34),
            ],
        },
    },
    wording=WORDING,
    handles=(DragHandle(x="seq_len", axes=("x4", "y4"), tip=(5, 0)),),
    wide_layout=FILLS_COLUMN
    | {
        **grids(WIDE, (0.0, 1)),
        "xaxis4": {"domain": [0.68, 1]},
        "yaxis4": {"domain": [0.0, 0.97]},
        "annotations": [*names(WIDE, 1), heading("sines and cosines taken", 0.68, 1)],
    },
    alt=(
        "The same table three times, filled in a race at the speeds that were measured: when the "
        "vectorized form has written all of it, the loop is in the first rows; the fast form was "
        "done long before. Beside it, on log axes, how many sines and cosines they take at each "
        "length."
    ),
)
