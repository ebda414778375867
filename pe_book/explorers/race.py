"""Chapter 5: three ways to fill the table, at the speeds that were measured."""

from pe_book.declare import FILLS_COLUMN, FILLS_SLIDE, Explorer, Slider, Wording, heading, heat_map

LENGTHS = tuple(2**power for power in range(4, 18))
D_MODELS = (8, 32, 64, 128, 256, 512, 768, 1024, 2048, 4096)
FORMS = ("loop", "vectorized", "this library")
ROWS, COLUMNS = 24, 16  # of the table that is filled in the figure, as in race.mjs
PLACES = [(0.0, 0.3), (0.35, 0.65), (0.7, 1.0)]


def grid(axis: int) -> dict:
    """Return a table that is being filled."""
    return heat_map(axis, x=list(range(COLUMNS)), y=list(range(ROWS)))


def axes() -> dict:
    """Return the axes of the three grids."""
    bare = {"tickvals": [], "showgrid": False}
    found = {}
    for number, across in zip(("", "2", "3"), PLACES, strict=True):
        found[f"xaxis{number}"] = {"domain": list(across), "range": [-0.5, COLUMNS - 0.5]} | bare
        found[f"yaxis{number}"] = {"range": [ROWS - 0.5, -0.5]} | bare
    return found


def frames() -> list[dict]:
    """Return frames around the grids, in which the empty part is seen."""
    corners = {"x0": -0.5, "x1": COLUMNS - 0.5, "y0": -0.5, "y1": ROWS - 0.5}
    style = {"type": "rect", "line": {"color": "@muted", "width": 1}} | corners
    return [style | {"xref": f"x{number}", "yref": f"y{number}"} for number in ("", "2", "3")]


WORDING = Wording(
    line="{elapsed:duration} since the start.",
    sentences={
        "start": "Each fills {seq_len:plural(row)} of {d_model:plural(column)}. Who wins? Press "
        "play.",
        "running": "The loop has filled {loop:percent}, the vectorized form {vectorized:percent} "
        "and this book’s library {fast:percent}.",
        "over": "The loop took {loop_time:duration}, the vectorized form "
        "{vectorized_time:duration} and this book’s library {fast_time:duration}.",
    },
    columns=[
        ("form", "{:form}"),
        ("time at the speed of {measured_rows} × {measured_columns}", "{:duration}"),
        ("filled", "{:percent}"),
    ],
    words={
        "duration": "{:significant(2)} {unit}",
        "done": "{:duration}",
        "filled": "{:percent}",
        "form": {"loop": "loop", "vectorized": "vectorized", "fast": "this library"},
    },
)
EXPLORER = Explorer(
    name="race",
    question="Who fills the table first?",
    controls=(
        Slider("time", "the race", 0, 100, 1, 0, "percent", pace=10, continuous=True),
        Slider("seq_len", "length L", default=8192, unit="positions", choices=LENGTHS),
        Slider("d_model", "d_model", default=1024, choices=D_MODELS),
    ),
    template={
        "data": [grid(number) for number in (1, 2, 3)],
        "layout": {
            "width": 420,
            "height": 262,
            "margin": {"l": 6, "r": 6, "t": 26, "b": 26},
            **axes(),
            "shapes": frames(),
            "annotations": [
                heading(form, (start + end) / 2, 1) | {"xanchor": "center"}
                for form, (start, end) in zip(FORMS, PLACES, strict=True)
            ],
        },
    },
    wording=WORDING,
    wide_layout=FILLS_COLUMN,
    slide_layout=FILLS_SLIDE,
    alt=(
        "The same table three times, filled in a race at the speeds that were measured: when the "
        "vectorized form has written all of it, the loop is in the first rows; this book’s library "
        "was done long before."
    ),
)
