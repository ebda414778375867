"""Chapter 11: what do GPT-2's learned position vectors look like, beside rows of known origin?"""

from pe_book.data.learned_rows import COLUMNS, COMPONENTS, OFFSETS, ROWS
from pe_book.declare import (
    BARE_AXIS,
    FILLS_COLUMN,
    DragHandle,
    Explorer,
    Select,
    Slider,
    Wording,
    heat_map,
    line,
)

#: What GPT-2's rows are compared with.
TABLES = {
    "sinusoid": "the sinusoidal table",
    "random": "random, as training starts",
    "walk": "a random walk",
    "smooth": "smooth noise",
}


PANELS = ((1, [0, 0.475]), (2, [0.525, 1]))  # GPT-2, and a table beside it


def curve(panel: int, row: int) -> dict:
    """Return a curve over position in a panel: of its second row or of its third."""
    return line("@position", panel) | {"yaxis": f"y{row}"}


def traces(panel: int) -> list[dict]:
    """Return a table as a heat map, a zero line, and two curves below it."""
    table = heat_map(panel, yaxis="y", x=list(range(ROWS)), y=list(range(COLUMNS)))
    zero = line("@muted", panel, width=1, yaxis="y2", x=[-1, ROWS], y=[0, 0])
    return [table, zero, curve(panel, 2), curve(panel, 3)]


WORDING = Wording(
    line="Zero crossings: GPT-2 {gpt2}, {table:name} {crossings}.",
    sentences={
        "main": "In GPT-2 this component holds {gpt2_share:percent(1)} of the variance of rows "
        "{first} to {last}, and {share:percent(1)} in the other table. Rows "
        "{offset:plural(position)} apart have a mean cosine of {gpt2_mean:fixed(2)} in GPT-2 and "
        "{mean:fixed(2)} in the other."
    },
    columns=[
        ("position p", "{}"),
        ("component, GPT-2", "{:along}"),
        ("component, {table:name}", "{:along}"),
        ("cosine, GPT-2", "{:apart}"),
        ("cosine, {table:name}", "{:apart}"),
    ],
    words={
        "along": {"none": "left out", "other": "{:fixed(2)}"},
        "apart": {"none": "no such row", "other": "{:fixed(3)}"},
        "name": {
            "gpt2": "GPT-2",
            "sinusoid": "the formula",
            "random": "random",
            "walk": "the walk",
            "smooth": "the noise",
        },
        "columns": "the {} columns that vary most",
        "waves": "component {component} of the rows",
        "cosine": "cosine of rows p and p + {offset}",
    },
)
EXPLORER = Explorer(
    name="rows",
    question="Which of GPT-2’s patterns does smooth noise show, too?",
    controls=(
        Select("table", "Next to GPT-2", tuple(TABLES.items()), "sinusoid"),
        Slider("component", "Component", 1, COMPONENTS, 1, 2),
        Slider("offset", "Offset k", 1, OFFSETS, 1, 8, "positions"),
    ),
    template={
        "data": [trace for panel, _ in PANELS for trace in traces(panel)],
        "layout": {
            "width": 380,
            "height": 350,
            "margin": {"l": 32, "r": 6, "t": 44, "b": 42},
            **{
                f"xaxis{panel if panel > 1 else ''}": {
                    "domain": domain,
                    "anchor": "y3",
                    "range": [-1, ROWS],
                    "tickvals": [0, 32],
                    "title": "position p",
                }
                for panel, domain in PANELS
            },
            "yaxis": {"domain": [0.73, 1], "range": [COLUMNS - 0.5, -0.5], **BARE_AXIS},
            "yaxis2": {
                "anchor": "x",
                "domain": [0.37, 0.63],
                "range": [-1.1, 1.1],
                "tickvals": [-1, 0, 1],
            },
            "yaxis3": {
                "anchor": "x",
                "domain": [0, 0.27],
                "range": [-0.25, 1.45],
                "tickvals": [0, 1],
            },
        },
    },
    wording=WORDING,
    # The last row of GPT-2 that has another one an offset later.
    handles=(DragHandle(x="offset", axes=("x", "y3"), tip=(3, -1), scale=(ROWS - 1, -1)),),
    wide_layout=FILLS_COLUMN,
    alt=(
        "Two panels side by side: GPT-2, and the formula, a random table, a random walk or smooth "
        "noise. In each, a heat map of the table over position; below it one component of its "
        "rows, and the cosine of two rows at a fixed offset. GPT-2, the walk and the noise have "
        "smooth stripes and a smooth wave alike; the random table is noise in all three."
    ),
)
