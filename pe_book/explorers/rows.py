"""Chapter 10: what do GPT-2's learned position vectors look like, beside rows of known origin?"""

from pe_book.data.learned_rows import COLUMNS, COMPONENTS, OFFSETS, ROWS
from pe_book.declare import (
    BARE_AXIS,
    DragHandle,
    Explorer,
    Select,
    Slider,
    Wording,
    heat_map,
    line,
)

TABLES = {
    "gpt2": "GPT-2 after training",
    "sinusoid": "the sinusoidal table",
    "random": "random, as training starts",
    "walk": "a random walk",
    "smooth": "smooth noise",
}


PANELS = tuple(range(1, len(TABLES) + 1))  # side by side, one for each table
TOP = len(TABLES) + 1  # the axis across all panels, by whose places a table is chosen
WIDE, APART = 0.182, 0.2045


def curve(panel: int, row: int) -> dict:
    """Return a curve over position in a panel: of its second row or of its third."""
    hover = {"hovertemplate": "position %{x}: %{y:.2f}<extra></extra>"}
    return line("@position", panel) | {"yaxis": f"y{row}"} | hover


def traces(panel: int) -> list[dict]:
    """Return a table as a heat map, a zero line, and two curves below it."""
    table = heat_map(panel, yaxis="y", x=list(range(ROWS)), y=list(range(COLUMNS)))
    zero = line("@muted", panel, width=1, yaxis="y2", x=[-1, ROWS], y=[0, 0])
    return [table, zero, curve(panel, 2), curve(panel, 3)]


def along(panel: int) -> dict:
    """Return the axis of the positions of a panel."""
    left = APART * (panel - 1)
    axis = {"domain": [left, left + WIDE], "anchor": "y3", "range": [-1, ROWS], "tickvals": [0, 32]}
    return axis | ({"title": "position p"} if panel == 3 else {})


WORDING = Wording(
    sentences={
        "main": "{table:table}: component {component} holds {share:percent(1)} of the variance of "
        "rows {first} to {last} and crosses zero {crossings:plural(time)}. Rows "
        "{offset:plural(position)} apart have a cosine of {mean:fixed(2)} on average, from "
        "{low:fixed(2)} to {high:fixed(2)}, from position {first} on."
    },
    columns=[
        ("position p", "{}"),
        ("component", "{:component}"),
        ("{:cosine of rows}", "{:cosine}"),
    ],
    words={
        "table": {name: label[0].upper() + label[1:] for name, label in TABLES.items()},
        "component": {"none": "left out", "other": "{:fixed(2)}"},
        "cosine": {"none": "no such row", "other": "{:fixed(3)}"},
        "name": {
            "gpt2": "GPT-2",
            "sinusoid": "formula",
            "random": "random",
            "walk": "walk",
            "smooth": "smooth",
        },
        "columns": "the {} columns that vary most",
        "rows of component": "principal component {component} of rows {first} to {last}",
        "cosine of rows": "cosine of rows p and p + {offset}",
    },
)
EXPLORER = Explorer(
    name="rows",
    question="Which properties of the rows that training found do smooth random rows have, too?",
    controls=(
        Select("table", "Table", tuple(TABLES.items()), "gpt2"),
        Slider("component", "Component", 1, COMPONENTS, 1, 2),
        Slider("offset", "Offset k", 1, OFFSETS, 1, 8, "positions"),
    ),
    template={
        "data": [trace for panel in PANELS for trace in traces(panel)],
        "layout": {
            "width": 420,
            "height": 330,
            "margin": {"l": 32, "r": 6, "t": 44, "b": 42},
            **{f"xaxis{panel if panel > 1 else ''}": along(panel) for panel in PANELS},
            f"xaxis{TOP}": {
                "anchor": "y",
                "range": [-WIDE / APART / 2, len(TABLES) - 1 + WIDE / APART / 2],
                **BARE_AXIS,
            },
            "yaxis": {"domain": [0.72, 1], "range": [COLUMNS - 0.5, -0.5], **BARE_AXIS},
            "yaxis2": {
                "anchor": "x",
                "domain": [0.375, 0.63],
                "range": [-1.1, 1.1],
                "tickvals": [-1, 0, 1],
            },
            "yaxis3": {
                "anchor": "x",
                "domain": [0, 0.285],
                "range": [-0.25, 1.45],
                "tickvals": [0, 1],
            },
        },
    },
    wording=WORDING,
    handles=(
        # The last row that has another one an offset later.
        DragHandle(x="offset", axes=("x", "y3"), tip=(3, -1), scale=(ROWS - 1, -1)),
        DragHandle(x="table", axes=(f"x{TOP}", "y"), style="bare"),
    ),
    alt=(
        "Five panels side by side: GPT-2, the formula, a random table, a random walk and smooth "
        "noise. In each, a heat map of the table over position; below it one component of its "
        "rows, and the cosine of two rows at a fixed offset. GPT-2, the walk and the noise have "
        "smooth stripes and a smooth wave alike; the random table is noise in all three."
    ),
)
