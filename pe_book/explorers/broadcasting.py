"""Chapter 5: shapes, sines and bytes of the three ways to fill the table."""

import math

from pe_book.declare import Explorer, Slider, View, heading
from pe_book.numbers import byte_size, fixed, plural, significant
from pe_lib.encoding import block_rows

NUMBER = 8  # bytes of a float64
LENGTHS = tuple(2**power for power in range(4, 18))
D_MODELS = (8, 32, 64, 128, 256, 512, 768, 1024, 2048, 4096)
FORMS = ("loop", "vectorized", "fast")
HELD = ("vectorized", "fast")


def sines(form: str, seq_len: int, d_model: int) -> int:
    """Return how many sines and cosines a form takes."""
    if form != "fast":
        return seq_len * d_model
    block = block_rows(d_model)
    return (block + math.ceil(seq_len / block)) * d_model


def held(form: str, seq_len: int, d_model: int) -> int:
    """Return the bytes of the arrays that a form holds beside the table, at its fullest."""
    if form == "loop":
        return NUMBER  # the angle
    if form == "vectorized":
        return NUMBER * seq_len * d_model  # the angles, and their sines or cosines
    block = block_rows(d_model)
    return NUMBER * (block + math.ceil(seq_len / block)) * d_model


def update(seq_len: int, d_model: int) -> View:
    """Return sines and bytes against the length, and the shapes at this one."""
    counts = {form: sines(form, seq_len, d_model) for form in FORMS}
    beside = {form: held(form, seq_len, d_model) for form in FORMS}
    table = NUMBER * seq_len * d_model
    pairs, block = d_model // 2, block_rows(d_model)
    blocks = math.ceil(seq_len / block)
    angles = f"({fixed(seq_len)}, {fixed(pairs)})"
    if counts["fast"] < counts["loop"]:
        ratio = f"{significant(counts['loop'] / counts['fast'], 2)} times fewer"
    elif counts["fast"] == counts["loop"]:
        ratio = "just as many"
    else:
        ratio = f"more, because its first block has {plural(block, 'row')}"
    rows = [
        [
            "loop",
            "one number at a time",
            fixed(counts["loop"]),
            byte_size(beside["loop"]),
        ],
        [
            "vectorized",
            f"({fixed(seq_len)}, 1) × (1, {fixed(pairs)}) = {angles}",
            fixed(counts["vectorized"]),
            byte_size(beside["vectorized"]),
        ],
        [
            "fast",
            f"({fixed(blocks)}, 1, {fixed(pairs)}) × (1, {fixed(block)}, {fixed(pairs)})",
            fixed(counts["fast"]),
            byte_size(beside["fast"]),
        ],
    ]
    return View(
        traces=[
            *({"y": [sines(form, length, d_model) for length in LENGTHS]} for form in FORMS),
            {"x": [seq_len] * len(FORMS), "y": [counts[form] for form in FORMS]},
            *({"y": [held(form, length, d_model) for length in LENGTHS]} for form in HELD),
            {"x": [seq_len] * len(HELD), "y": [beside[form] for form in HELD]},
        ],
        layout={
            "annotations": [
                *HEADINGS,
                label(0.03, 0.88, f"({fixed(seq_len)}, 1)"),
                label(0.44, 0.88, f"(1, {fixed(pairs)})"),
                label(0.865, 0.88, angles),
            ]
        },
        sentence=(
            f"{plural(seq_len, 'position')} by {plural(d_model, 'column')}: the loop and the "
            f"vectorized form compute {fixed(counts['loop'])} sines and cosines. The fast form "
            f"computes {fixed(counts['fast'])}, {ratio}. In addition to the table of "
            f"{byte_size(table)}, the vectorized form needs {byte_size(beside['vectorized'])} and "
            f"the fast form {byte_size(beside['fast'])}."
        ),
        table=(["form", "shapes", "sines and cosines", "bytes beside the table"], rows),
    )


def label(x: float, y: float, text: str) -> dict:
    """Return the words on one shape of the drawing on top."""
    place = {"xref": "paper", "yref": "paper", "x": x, "y": y}
    look = {"xanchor": "center", "yanchor": "middle", "showarrow": False}
    return place | look | {"text": text, "font": {"size": 12}}


def box(x0: float, x1: float, y0: float, y1: float) -> dict:
    """Return the outline of one array of the drawing on top."""
    line = {"color": "@position", "width": 1.5}
    place = {"xref": "paper", "yref": "paper", "x0": x0, "x1": x1, "y0": y0, "y1": y1}
    return {"type": "rect", "line": line} | place


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
HEADINGS = [
    label(0.03, 0.925, "positions"),
    label(0.215, 0.9, "×"),
    label(0.44, 0.925, "frequencies"),
    label(0.66, 0.9, "="),
    label(0.865, 0.925, "angles"),
    heading("sines and cosines taken", 0, 0.72),
    heading("bytes held beside the table", 0, 0.32),
]
ACROSS = {
    "type": "log",
    "range": [math.log10(LENGTHS[0]) - 0.05, math.log10(LENGTHS[-1]) + 0.05],
    "tickvals": [16, 128, 1024, 8192, 65536],
    "ticktext": ["16", "128", "1024", "8192", "65536"],
}
ON = {"scale": "choices"}
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
            "height": 560,
            "margin": {"l": 58, "r": 14, "t": 34, "b": 42},
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 1.01, "yanchor": "bottom"},
            "shapes": [
                box(-0.12, 0.18, 0.81, 0.99),
                box(0.25, 0.63, 0.85, 0.95),
                box(0.69, 1.04, 0.81, 0.99),
            ],
            "xaxis": ACROSS | {"anchor": "y", "showticklabels": False},
            "yaxis": {
                "type": "log",
                "domain": [0.42, 0.71],
                "range": [2, 9],
                "tickvals": [100, 10**4, 10**6, 10**8],
                "ticktext": ["100", "10⁴", "10⁶", "10⁸"],
            },
            "xaxis2": ACROSS
            | {"anchor": "y2", "title": {"text": "length (positions)", "standoff": 5}},
            "yaxis2": {
                "type": "log",
                "domain": [0, 0.31],
                "range": [3, 10],
                "anchor": "x2",
                "tickvals": [10**4, 10**6, 10**8, 10**10],
                "ticktext": ["10⁴", "10⁶", "10⁸", "10¹⁰"],
            },
        },
    },
    update=update,
    alt=(
        "On top, the shapes that broadcasting joins. Below, against the length on log axes: "
        "how many sines and cosines the loop, the vectorized and the fast form take, and the bytes "
        "they hold."
    ),
)
