"""Chapter 8: which test catches which bug."""

from collections.abc import Sequence
from typing import Any

from pe_book.declare import (
    BARE_AXIS,
    FILLS_COLUMN,
    FILLS_SLIDE,
    DragHandle,
    Explorer,
    Select,
    Wording,
    heat_map,
    line,
    markers,
    merge,
)
from pe_book.mistakes.battery import CHECKS
from pe_book.mistakes.implementations import MISTAKES
from pe_book.mistakes.rotary import ROTARY_MISTAKES
from pe_book.mistakes.rotary_checks import ROTARY_CHECKS
from pe_book.mistakes.stored import COLUMNS, ROWS, groups

GROUPS = groups()
NAMES = [name for group in GROUPS for name in group["bugs"]]
TABS = (("tables", "likely"), ("tables", "rare"), ("RoPE", "turning"), ("RoPE", "counting"))
BUGS = {bug.name: bug for bug in (*MISTAKES, *ROTARY_MISTAKES)}
TOKENS = 12
MARGIN = {"l": 6, "r": 6, "t": 4, "b": 4}
HEADINGS = 66  # pixels above the matrix for the names of tests


def panels(
    width: float,
    height: float,
    matrix: Sequence[float],
    pictures: Sequence[Sequence[float]],
    letters: float = 1,
) -> dict[str, Any]:
    """Return a layout of the tabs, the matrix and the three pictures of a bug.

    Panels are given as left, right, top and bottom, in pixels within the margins; `letters` is how
    many times larger than usual the letters are.
    """
    inside = width - MARGIN["l"] - MARGIN["r"], height - MARGIN["t"] - MARGIN["b"]
    left, right, top, _ = matrix
    tabs = (left, right, top - letters * (HEADINGS + 40), top - letters * (HEADINGS + 6))
    layout: dict[str, Any] = {"width": width, "height": height, "margin": MARGIN}
    for number, (x0, x1, y0, y1) in zip(("", 2, 3, 4, 5), (matrix, tabs, *pictures), strict=True):
        layout[f"xaxis{number}"] = {"domain": [x0 / inside[0], x1 / inside[0]]}
        layout[f"yaxis{number}"] = {"domain": [1 - y1 / inside[1], 1 - y0 / inside[1]]}
    return layout


def tab_names() -> list[dict]:
    """Return the names of the groups, in two lines, each in the middle of its tab."""
    notes, first = [], 0
    for group, lines in zip(GROUPS, TABS, strict=True):
        middle = first + (len(group["bugs"]) - 1) / 2
        for text, y in zip(lines, (0.7, 0.3), strict=True):
            place = {"xref": "x2", "yref": "y2", "x": middle, "y": y}
            notes.append(place | {"text": text, "font": {"size": 13}})
        first += len(group["bugs"])
    return notes


TEMPLATE = {
    "data": [
        *(heat_map(number) for number in (3, 4, 5)),
        markers("@muted", size=3),
        line("@ink", width=3.2),
    ],
    "layout": {
        "xaxis": BARE_AXIS,
        "yaxis": BARE_AXIS,
        "xaxis2": BARE_AXIS | {"range": [-0.5, len(NAMES) - 0.5]},
        "yaxis2": BARE_AXIS | {"range": [0, 1]},
        **{f"xaxis{i}": BARE_AXIS | {"range": [-0.5, ROWS - 0.5]} for i in (3, 4)},
        **{f"yaxis{i}": BARE_AXIS | {"range": [COLUMNS - 0.5, -0.5]} for i in (3, 4)},
        "xaxis5": BARE_AXIS | {"range": [-0.5, TOKENS - 0.5]},
        "yaxis5": {
            "range": [len(ROTARY_CHECKS) - 0.5, -0.5],
            "tickvals": list(range(len(ROTARY_CHECKS))),
            "ticktext": [test.name for test in ROTARY_CHECKS],
            "showgrid": False,
        },
        "annotations": tab_names(),
    },
}
NARROW = panels(
    360, 516, (0, 348, 110, 402), ((0, 169, 424, 508), (179, 348, 424, 508), (70, 348, 424, 508))
)
WIDE = panels(
    FILLS_COLUMN["width"],
    FILLS_COLUMN["height"],
    (0, 410, 108, 336),
    ((446, 708, 22, 150), (446, 708, 184, 312), (520, 708, 22, 150)),
)
SLIDE = panels(
    FILLS_SLIDE["width"],
    FILLS_SLIDE["height"],
    (0, 652, 160, 366),
    ((0, 318, 392, 496), (334, 652, 392, 496), (128, 652, 392, 496)),
    letters=1.5,
)
WORDING = Wording(
    line="“{bug}”: {caught:count}.",
    sentences={
        "form": "{bug:form}",
        "wrong": "It’s in {line:code}.",
        "convention": "It’s right with weights that were trained with it. It’s in {line:code}.",
        "harmless": "No result changes. It’s in {line:code}.",
    },
    columns=[("test", "{}"), ("what it asks", "{:asks}"), ("“{bug}”", "{}")],
    words={
        "count": {
            "0": "none of {tests} tests sees a difference",
            "1": "1 of {tests} tests catches it",
            "other": "{} of {tests} tests catch it",
        },
        "form": {name: bug.form for name, bug in BUGS.items()},
        "code": {name: bug.line for name, bug in BUGS.items()},
        "asks": {test.name: test.question for test in (*CHECKS, *ROTARY_CHECKS)},
        "name": "{}",
        "picture": {
            "table": "its table",
            "difference": "what that is off by",
            "tokens": "how far off 12 tokens are",
        },
    },
    colors={"line": "code"},
)
EXPLORER = Explorer(
    name="bugs",
    question="Which test catches which bug?",
    controls=(Select("bug", "Bug", tuple((name, name) for name in NAMES), "double step"),),
    template=merge(TEMPLATE, {"layout": NARROW}),
    wording=WORDING,
    handles=(
        DragHandle(y="bug", style="bare"),
        DragHandle(x="bug", axes=("x2", "y2"), style="bare"),
    ),
    wide_layout=WIDE,
    slide_layout=SLIDE,
    alt=(
        "A matrix with a row for each bug and a column for each test; a tick is where the test "
        "catches the bug. Four tabs above choose the bugs: tables that are likely, tables that are "
        "rare, and programs of RoPE that turn or count wrongly. Below is the chosen bug: its table "
        "as a heat map and what that is off by, or how far off twelve tokens are under each test."
    ),
)
