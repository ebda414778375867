"""Chapter 10: how alike two times are, by the table's unit or by a pair with its own period."""

from pe_book.declare import (
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

WEEK = 168
#: Hours in each unit, and in each period.
UNITS = {"second": 1 / 3600, "minute": 1 / 60, "hour": 1, "day": 24, "week": WEEK}
UNITS_IN_WORDS = {unit: f"an {unit}" if unit == "hour" else f"a {unit}" for unit in UNITS}
PERIODS = {"day": 24, "week": WEEK}


WORDING = Wording(
    line="{hours:plural(hour)} apart: table {table:fixed(2)}, pair {pair:fixed(2)}",
    sentences={
        "unlike": "In this unit, times one hour apart have little in common in the table.",
        "alike": "In this unit almost no pair moves: even times a whole day apart are alike.",
        "near": "In this unit the table tells near from far, but it knows no cycle.",
    },
    colors={"table": "pair", "pair": "offset"},
    columns=[("hours apart", "{}"), ("table", "{:fixed(3)}"), ("pair", "{:fixed(3)}")],
)
EXPLORER = Explorer(
    name="cycles",
    question="Which times count as close, and which as the same?",
    controls=(
        Select("unit", "Unit of the table", tuple(UNITS_IN_WORDS.items()), "hour"),
        Select("period", "Period of the pair", tuple((p, f"a {p}") for p in PERIODS), "day"),
        Slider("hours", "Time between them", 0, WEEK, 1, 24, "hours"),
    ),
    template={
        "data": [
            line("@muted", width=1, x=[0, WEEK], y=[0, 0]),
            line("@pair"),
            line("@offset"),
            markers("@position"),
        ],
        "layout": {
            "width": 420,
            "height": 300,
            "margin": {"l": 48, "r": 12, "t": 26, "b": 42},
            "xaxis": {
                "range": [0, WEEK],
                "tickvals": list(range(0, WEEK + 1, 24)),
                "ticktext": [f"{day} d" for day in range(8)],
                "title": "time between them",
            },
            "yaxis": {
                "range": [-1.1, 1.1],
                "tickvals": [-1, 0, 1],
                "title": "similarity",
            },
            "annotations": [
                heading("the table, base 10,000", 0, 1.02, "@pair"),
                heading("one pair with a period", 1, 1.02, "@offset") | {"xanchor": "right"},
            ],
        },
    },
    wording=WORDING,
    handles=(DragHandle(x="hours", tip=(3, 0)),),
    wide_layout=FILLS_COLUMN,
    alt=(
        "Similarity of two times against the time between them, over a week. For the table it "
        "falls once, fast in seconds and hardly at all in weeks; for the pair with a period it is "
        "a wave that returns to one after each period."
    ),
)
