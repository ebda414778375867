"""Chapter 5: shapes, sines and bytes of the three ways to fill the table."""

import math

from pe_book.declare import FILLS_COLUMN, DragHandle, Explorer, Slider, Wording, heading

LENGTHS = tuple(2**power for power in range(4, 18))
D_MODELS = (8, 32, 64, 128, 256, 512, 768, 1024, 2048, 4096)
FORMS = ("loop", "vectorized", "fast")
HELD = ("vectorized", "fast")


def curve(form: str, axis: str = "") -> dict:
    """Return the line of one form."""
    color, width, _ = LOOKS[form]
    return {
        "type": "scatter",
        "mode": "lines",
        "name": form,
        "showlegend": not axis,
        "x": list(LENGTHS),
        "xaxis": "x" + axis,
        "yaxis": "y" + axis,
        "line": {"color": color, "width": width},
        "hovertemplate": "%{x} positions: %{y}<extra>" + form + "</extra>",
    }


def points(forms: tuple[str, ...], axis: str = "") -> dict:
    """Return the markers at the chosen length."""
    colors, _, sizes = zip(*(LOOKS[form] for form in forms), strict=True)
    marker = {"color": list(colors), "size": list(sizes), "opacity": 1}
    place = {"xaxis": "x" + axis, "yaxis": "y" + axis}
    look = {"type": "scatter", "mode": "markers", "showlegend": False, "hoverinfo": "skip"}
    return look | {"marker": marker} | place


# The loop and the vectorized form take equally many: the loop's line is the wide one below.
LOOKS = {
    "loop": ("@pair", 8, 18),
    "vectorized": ("@cosine", 2.5, 10),
    "fast": ("@position", 2.5, 10),
}
ACROSS = {
    "type": "log",
    "range": [math.log10(LENGTHS[0]) - 0.05, math.log10(LENGTHS[-1]) + 0.05],
    "tickvals": [16, 128, 1024, 8192, 65536],
    "ticktext": ["16", "128", "1024", "8192", "65536"],
}
WORDING = Wording(
    sentences={
        "main": "{seq_len:plural(position)} by {d_model:plural(column)}: the loop and the "
        "vectorized form compute {sines} sines and cosines. The fast form computes {fast_sines}, "
        "{saving:saving}. In addition to the table of {table_bytes:byte_size}, the vectorized form "
        "needs {vectorized_bytes:byte_size} and the fast form {fast_bytes:byte_size}."
    },
    columns=[
        ("form", "{}"),
        ("shapes", "{:shapes}"),
        ("sines and cosines", "{}"),
        ("bytes beside the table", "{:byte_size}"),
    ],
    words={
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
        Slider("seq_len", "Length L", default=2048, unit="positions", choices=LENGTHS),
        Slider("d_model", "Width d", default=512, unit="columns", choices=D_MODELS),
    ),
    template={
        "data": [
            *(curve(form) for form in FORMS),
            points(FORMS),
            *(curve(form, "2") for form in HELD),
            points(HELD, "2"),
        ],
        "layout": {
            "width": 420,
            "height": 430,
            "margin": {"l": 58, "r": 14, "t": 34, "b": 42},
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 1.01, "yanchor": "bottom"},
            "xaxis": ACROSS | {"anchor": "y", "showticklabels": False},
            "yaxis": {
                "type": "log",
                "domain": [0.53, 0.92],
                "range": [2, 9],
                "tickvals": [100, 10**4, 10**6, 10**8],
                "ticktext": ["100", "10⁴", "10⁶", "10⁸"],
            },
            "xaxis2": ACROSS
            | {"anchor": "y2", "title": {"text": "length (positions)", "standoff": 5}},
            "yaxis2": {
                "type": "log",
                "domain": [0, 0.39],
                "range": [3, 10],
                "anchor": "x2",
                "tickvals": [10**4, 10**6, 10**8, 10**10],
                "ticktext": ["10⁴", "10⁶", "10⁸", "10¹⁰"],
            },
            "annotations": [
                heading("sines and cosines taken", 0, 0.92),
                heading("bytes held beside the table", 0, 0.39),
            ],
        },
    },
    wording=WORDING,
    handles=(
        DragHandle(x="seq_len", tip=(3, 0)),
        DragHandle(x="seq_len", axes=("x2", "y2"), tip=(6, 0)),
    ),
    wide_layout=FILLS_COLUMN
    | {
        "xaxis": {
            "domain": [0, 0.45],
            "showticklabels": True,
            "title": {"text": "length (positions)"},
        },
        "yaxis": {"domain": [0, 0.9]},
        "xaxis2": {"domain": [0.55, 1]},
        "yaxis2": {"domain": [0, 0.9]},
        "annotations": [
            heading("sines and cosines taken", 0, 0.9),
            heading("bytes held beside the table", 0.55, 0.9),
        ],
    },
    alt=(
        "Against the length on log axes: how many sines and cosines the loop, the vectorized and "
        "the fast form take, and the bytes they hold."
    ),
)
