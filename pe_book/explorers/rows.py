"""Chapter 10: what do GPT-2's learned position vectors look like, beside rows of known origin?"""

from pe_book.declare import FILLS_COLUMN, DragHandle, Explorer, Select, Slider, Wording
from pe_book.learned_rows import COMPONENTS, OFFSETS, ROWS

TABLES = {
    "gpt2": "GPT-2 after training",
    "sinusoid": "the sinusoidal table",
    "random": "random, as training starts",
    "walk": "a random walk",
    "smooth": "smooth noise",
}


def line(color: str, axis: str = "") -> dict:
    """Return a curve over position."""
    return {
        "type": "scatter",
        "mode": "lines",
        "xaxis": "x" + axis,
        "yaxis": "y" + axis,
        "line": {"color": color, "width": 2.5},
        "hovertemplate": "position %{x}: %{y:.2f}<extra></extra>",
    }


FORMULA = {"line": {"color": "@ink", "width": 1.5, "dash": "dash"}}
UP = {"range": [-1.1, 1.1], "tickvals": [-1, 0, 1], "zeroline": False}
ALONG = {"range": [-1, ROWS], "tickvals": [0, 16, 32, 48], "zeroline": False}
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
        "rows of component": "component {component} of rows {first} to {last}",
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
        "data": [
            line("@muted")
            | {"x": [-1, ROWS], "y": [0, 0], "line": {"color": "@muted", "width": 1}}
            | {"hoverinfo": "skip", "showlegend": False},
            line("@position") | {"name": "rows of the table"},
            line("@position", "2") | {"showlegend": False},
            line("@ink") | FORMULA | {"name": "the formula’s rows"},
            line("@ink", "2") | FORMULA | {"showlegend": False},
        ],
        "layout": {
            "width": 420,
            "height": 430,
            "margin": {"l": 44, "r": 12, "t": 34, "b": 42},
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 1.01, "yanchor": "bottom"},
            "xaxis": ALONG | {"anchor": "y"},
            "yaxis": UP | {"domain": [0.55, 0.93]},
            "xaxis2": ALONG | {"anchor": "y2", "title": {"text": "position p", "standoff": 5}},
            "yaxis2": {"domain": [0, 0.4], "anchor": "x2", "range": [-0.2, 1.05]}
            | {"tickvals": [0, 0.5, 1], "zeroline": False},
        },
    },
    wording=WORDING,
    # The last row that has another one an offset later.
    handles=(DragHandle(x="offset", axes=("x2", "y2"), tip=(2, -1), scale=(ROWS - 1, -1)),),
    wide_layout=FILLS_COLUMN
    | {
        "xaxis": {"domain": [0, 0.46], "title": {"text": "position p"}},
        "yaxis": {"domain": [0, 0.92]},
        "xaxis2": {"domain": [0.54, 1]},
        "yaxis2": {"domain": [0, 0.92]},
    },
    alt=(
        "Above, one component of the rows against position: a wave for GPT-2, for the sinusoidal "
        "table, for a random walk and for smooth noise, a jagged line for a random table. Below, "
        "the cosine of two rows at a fixed offset against position: a level line for the "
        "sinusoidal table, almost one for GPT-2 from position 4 on and for smooth noise, a rising "
        "line for a random walk, and noise around zero for a random table. Dashed lines show the "
        "sinusoidal table in both."
    ),
)
