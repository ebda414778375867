"""Chapter 7: the score of a head as the sum of its pairs' cosines, and which columns are a pair."""

from pe_book.declare import (
    BARE_AXIS,
    FILLS_COLUMN,
    DragHandle,
    Explorer,
    Select,
    Slider,
    Wording,
    heading,
    line,
    markers,
)

WIDTH = 16
PAIRS = WIDTH // 2
FARTHEST = 24


def key(y: float) -> list[dict]:
    """Return what the colors mean, above the figure."""
    names = (("not yet", "@muted"), ("added", "@pair"), ("their sum", "@ink"))
    return [heading(name, 0.25 * i, y, color) for i, (name, color) in enumerate(names)]


STEPS = {"range": [-FARTHEST, FARTHEST], "tickvals": list(range(-24, 25, 8))}
WORDING = Wording(
    line="{pairs:first}: highest at offset {peak}",
    sentences={
        "neighbors": "Columns 2j and 2j + 1 turn together, as they did when this query was made.",
        "halves": "This program turns columns j and j + 8 together, but the query was made for "
        "neighbors.",
    },
    columns=[
        ("pair", "{}"),
        ("column", "{}"),
        ("turns with", "{}"),
        ("radians per position", "{:fixed(3)}"),
        ("at offset {look}", "{:fixed(3)}"),
        ("sum so far", "{:fixed(3)}"),
    ],
    words={"first": {"1": "The fastest pair alone", "other": "The {} fastest pairs"}},
)
EXPLORER = Explorer(
    name="pairs",
    question="Why so many pairs?",
    controls=(
        Slider("pairs", "Pairs added up", 1, PAIRS, 1, 1, "pairs", pace=1),
        Slider("look", "Offset to find", -12, 12, 1, -8, "positions"),
        Select(
            "layout",
            "The program pairs",
            (("neighbors", "neighbors: 2j and 2j + 1"), ("halves", "halves: j and j + 8")),
            "neighbors",
        ),
    ),
    template={
        "data": [
            line("@muted", 1, opacity=0.6),
            line("@pair", 1),
            markers("@ink", size=7, x=list(range(WIDTH)), y=[0] * WIDTH),
            line("@muted", 2, opacity=0.6),
            line("@pair", 2),
            line("@ink", 3),
            markers("@position", 3, size=12),
        ],
        "layout": {
            "width": 420,
            "height": 400,
            "margin": {"l": 44, "r": 14, "t": 26, "b": 42},
            "xaxis": {
                "range": [-0.6, WIDTH - 0.4],
                "tickvals": list(range(WIDTH)),
                "showgrid": False,
            },
            "yaxis": {"domain": [0.85, 0.95], "range": [-0.2, 1.1], **BARE_AXIS},
            "xaxis2": {
                **STEPS,
                "showticklabels": False,
            },
            "yaxis2": {
                "domain": [0.36, 0.7],
                "range": [PAIRS + 0.6, -0.1],
                "tickvals": list(range(1, PAIRS + 1)),
                "ticktext": [str(j) for j in range(PAIRS)],
                "title": "pair j",
                "showgrid": False,
            },
            "xaxis3": {
                **STEPS,
                "title": "offset k, from query to key",
            },
            "yaxis3": {
                "domain": [0, 0.27],
                "range": [-1.2, 1.5],
                "tickvals": [-1, 0, 1],
            },
            "annotations": [
                *key(1.015),
                heading("columns of a head, joined in pairs", 0, 0.955),
                heading("what each pair gives to the score", 0, 0.71),
                heading("their sum: the score", 0, 0.285),
            ],
        },
    },
    wording=WORDING,
    handles=(
        DragHandle(x="look", axes=("x3", "y3"), tip=(6, 0)),
        DragHandle(y="pairs", axes=("x2", "y2")),
    ),
    wide_layout=FILLS_COLUMN
    | {
        "xaxis": {"domain": [0, 0.46]},
        "yaxis": {"domain": [0.82, 0.95]},
        "xaxis2": {"domain": [0, 0.46]},
        "yaxis2": {"domain": [0, 0.62]},
        "xaxis3": {"domain": [0.55, 1]},
        "yaxis3": {"domain": [0, 0.86]},
        "annotations": [
            *key(1.04),
            heading("columns of a head, joined in pairs", 0, 0.955),
            heading("what each pair gives to the score", 0, 0.63),
            heading("their sum: the score", 0.55, 0.87),
        ],
    },
    alt=(
        "Sixteen columns, joined in pairs by arcs; below, a wave over the offset for each of eight "
        "pairs, from fast to slow; below those the sum of the pairs that are added up, which has "
        "one clear peak once slow pairs are among them."
    ),
)
