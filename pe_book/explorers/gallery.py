"""Chapter 8: a wrong table beside the right one, and whether a check sees the difference."""

from functools import cache

import numpy as np

from pe_book.declare import Explorer, Select, Slider, View, heading
from pe_book.mistakes.battery import CHECKS, FAILS, PASSES, run_checks
from pe_book.mistakes.implementations import MISTAKES
from pe_book.numbers import fixed, plural
from pe_lib.encoding import positional_encoding

ROWS = 16
WIDEST = 12
# A difference that one could see in digits: float32 has less in the rows shown.
SEEN = 1e-5
EXHIBITS = {mistake.name: mistake.implementation for mistake in MISTAKES}
CHECK = {check.name: check for check in CHECKS}
# What a check has found, where its property holds and where it does not.
HOLDS = {
    "golden row": "row 3 is the one computed by hand",
    "first row": "row 0 is 0, 1, 0, 1, …",
    "norm": "every row has the length √(d/2)",
    "Toeplitz": "dot products of rows depend on the offset alone",
    "rotation": "one matrix takes each row 3 positions further on",
    "wavelength": "each pair turns by its ω per position",
    "fast first": "the first columns change faster than the last ones",
    "uniqueness": "all rows are well apart from each other",
    "far rows": "turns add up far along as they do near the start",
    "odd d": "7 columns work",
}
BROKEN = {
    "golden row": "row 3 is not the one computed by hand",
    "first row": "row 0 is not 0, 1, 0, 1, …",
    "norm": "some rows do not have the length √(d/2)",
    "Toeplitz": "dot products of rows do not depend on the offset alone",
    "rotation": "no one matrix takes each row 3 positions further on",
    "wavelength": "some pairs do not turn by their ω per position",
    "fast first": "the first columns do not change faster than the last ones",
    "uniqueness": "some rows are equal, or almost",
    "far rows": "turns do not add up far along as they do near the start",
    "odd d": "7 columns do not work",
}


def update(exhibit: str, check: str, d_model: int) -> View:
    """Return both tables, the first wrong entry, and what the check finds."""
    right = positional_encoding(ROWS, d_model)
    try:
        wrong = np.asarray(EXHIBITS[exhibit](ROWS, d_model, 10_000.0), float)
    except ValueError:  # the crash is the mistake
        wrong = None
    said, place = first_wrong(wrong, right)
    p = place[0] if place else 1
    spare = [None] * (WIDEST - d_model)
    return View(
        # In the digits that are shown: float32 sines are not the same on every machine.
        traces=[
            {"z": [[*row, *spare] for row in shown]}
            for shown in (
                [[None] * d_model] * ROWS if wrong is None else np.round(wrong, 3).tolist(),
                np.round(right, 3).tolist(),
            )
        ],
        layout={"shapes": [frame(axis, *place) for axis in ("x", "x2") if place]},
        sentence=f"“{exhibit}”: {said} {verdict(check, outcome(exhibit, check))}",
        table=(
            ["column", f"the exhibit, row {fixed(p)}", f"the formula, row {fixed(p)}"],
            [
                [
                    fixed(c),
                    "none" if wrong is None else fixed(wrong[p, c], 3),
                    fixed(right[p, c], 3),
                ]
                for c in range(d_model)
            ],
        ),
    )


def first_wrong(wrong: np.ndarray | None, right: np.ndarray) -> tuple[str, tuple[int, int] | None]:
    """Return what is said of the first wrong entry, and its row and column."""
    if wrong is None:
        return f"at {plural(right.shape[1], 'column')} the code crashes.", None
    places = np.argwhere(np.abs(wrong - right) > SEEN)
    if not len(places):
        return "none of the entries shown is off by more than 0.00001.", None
    p, c = (int(i) for i in places[0])
    return (
        f"the first wrong entry, in row {fixed(p)} and column {fixed(c)}, is "
        f"{fixed(wrong[p, c], 3)}, and the formula gives {fixed(right[p, c], 3)}."
    ), (p, c)


def frame(axis: str, p: int, c: int) -> dict:
    """Return the frame around an entry."""
    place = {"type": "rect", "xref": axis, "yref": axis.replace("x", "y")}
    place |= {"x0": c - 0.5, "x1": c + 0.5, "y0": p - 0.5, "y1": p + 0.5}
    return place | {"line": {"color": "@position", "width": 3}}


@cache
def outcome(exhibit: str, check: str) -> str:
    """Return whether the exhibit passes, fails or crashes; some loops take long to run."""
    return run_checks(EXHIBITS[exhibit], (CHECK[check],))[check]


def verdict(check: str, found: str) -> str:
    """Return whether the check sees the mistake, and why."""
    if found == PASSES:
        return f"The check “{check}” does not see it: {HOLDS[check]}."
    seen = BROKEN[check] if found == FAILS else "the code crashes"
    return f"The check “{check}” sees it: {seen}."


HEAT = {
    "type": "heatmap",
    "x": list(range(WIDEST)),
    "y": list(range(ROWS)),
    "zmin": -1,
    "zmax": 1,
    "colorscale": "@diverging",
    "showscale": False,
    "hovertemplate": "row %{y}, column %{x}: %{z:.3f}<extra></extra>",
}
ACROSS = {"range": [-0.5, WIDEST - 0.5], "tickvals": [0, 2, 4, 6, 8, 10], "showgrid": False}
DOWN = {"range": [ROWS - 0.5, -0.5], "tickvals": list(range(0, ROWS, 4)), "showgrid": False}
COLUMN = {"title": {"text": "column", "standoff": 5}}
EXPLORER = Explorer(
    name="gallery",
    question="Does this check see this mistake?",
    controls=(
        Select("exhibit", "Exhibit", tuple((name, name) for name in EXHIBITS), "double step"),
        Select("check", "Check", tuple((name, name) for name in CHECK), "norm"),
        Slider("d_model", "Width d of the tables shown", 4, WIDEST, 1, 8, "columns"),
    ),
    template={
        "data": [HEAT, HEAT | {"xaxis": "x2", "yaxis": "y2"}],
        "layout": {
            "width": 420,
            "height": 340,
            "margin": {"l": 44, "r": 8, "t": 28, "b": 42},
            "showlegend": False,
            "xaxis": ACROSS | COLUMN | {"domain": [0, 0.47]},
            "xaxis2": ACROSS | COLUMN | {"domain": [0.53, 1], "anchor": "y2"},
            "yaxis": DOWN | {"title": {"text": "position", "standoff": 5}},
            "yaxis2": DOWN | {"anchor": "x2", "showticklabels": False},
            "annotations": [heading("the exhibit", 0, 1), heading("the formula", 0.53, 1)],
        },
    },
    update=update,
    alt=(
        "Two heat maps of 16 rows: on the left the table of the exhibit, on the "
        "right that of the formula. A frame marks the first entry in which they differ."
    ),
)
