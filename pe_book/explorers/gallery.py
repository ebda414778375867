"""Chapter 8: which check sees which wrong table, and by how much.

`of_tables` makes the explorer of the appendix, too (more_exhibits.py), and `declared` that of
rotary heads (equations.py).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pe_book.declare import (
    FILLS_COLUMN,
    FILLS_SLIDE,
    DragHandle,
    Explorer,
    Select,
    Wording,
    heading,
)
from pe_book.mistakes.battery import CHECKS
from pe_book.mistakes.implementations import LIKELY, Mistake
from pe_book.mistakes.stored import HIGH, LOW, galleries

STORED = galleries()
MARKS = {
    "caught": {"color": "@offset", "size": 10, "symbol": "circle"},
    "missed": {"color": "@muted", "size": 5, "symbol": "circle-open"},
    "crashed": {"color": "@cosine", "size": 9, "symbol": "diamond"},
}
#: What a check has found, where its property holds and where it does not.
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
}


FORM = "“{exhibit}”: {exhibit:form}"
FOUND = {
    "missed": "“{check}” does not see it: {check:holds}.",
    "caught": "“{check}” sees it: {check:broken}. The largest error is {times:times}.",
    "crashed": "“{check}” sees it: the code crashes.",
}
TIMES = {
    "0": "1% or less of what is allowed",
    "other": "{:significant(2)} times what is allowed",
}


def marks_of(kind: str, mark: str) -> dict:
    """Return the places in the matrix that have this mark."""
    places = [
        (row, column)
        for row, line in enumerate(STORED[kind]["marks"])
        for column, found in enumerate(line)
        if found == mark
    ]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": mark,
        "x": [column for _, column in places] or [None],
        "y": [row for row, _ in places] or [None],
        "showlegend": bool(places),
        "marker": MARKS[mark],
        "hoverinfo": "skip",
    }


def declared(
    *,
    name: str,
    question: str,
    kind: str,
    exhibits: Mapping[str, str],
    checks: Sequence[str],
    start: tuple[str, str],
    asked: str,
    words: Mapping[str, Any],
    panels: tuple[str, str, str],
    alt: str,
) -> Explorer:
    """Return the explorer of a gallery; `exhibits` says what each does, `words` what is found."""
    names = list(exhibits)
    found = {mark for line in STORED[kind]["marks"] for mark in line}
    across = STORED[kind]["differences"][0][0]
    numbered = [(check, f"{i}. {check}") for i, check in enumerate(checks, 1)]
    difference, items, downward = panels
    return Explorer(
        name=name,
        question=question,
        controls=(
            Select("exhibit", "Exhibit", tuple((each, each) for each in names), start[0]),
            Select("check", asked, tuple(numbered), start[1]),
        ),
        template={
            "data": [
                *(marks_of(kind, mark) for mark in MARKS),
                {
                    "type": "heatmap",
                    "xaxis": "x2",
                    "yaxis": "y2",
                    "x": list(range(len(across[0]))),
                    "y": list(range(len(across))),
                    "zmin": -1,
                    "zmax": 1,
                    "colorscale": "@diverging",
                    "showscale": False,
                    "hovertemplate": f"{downward} %{{y}}, column %{{x}}: %{{z:.2f}}<extra></extra>",
                },
                {
                    "type": "scatter",
                    "mode": "lines",
                    "xaxis": "x3",
                    "yaxis": "y3",
                    "x": [-1, 200],
                    "y": [0, 0],
                    "line": {"color": "@position", "width": 2},
                    "showlegend": False,
                    "hoverinfo": "skip",
                },
                {
                    "type": "scatter",
                    "mode": "markers",
                    "xaxis": "x3",
                    "yaxis": "y3",
                    "marker": {"color": "@offset", "size": 6},
                    "showlegend": False,
                    "hoverinfo": "skip",
                },
            ],
            "layout": {
                "width": 420,
                "height": 520,
                "margin": {"l": 46, "r": 8, "t": 30, "b": 42},
                "showlegend": True,
                "legend": {"orientation": "h", "x": 0, "y": 1.01, "yanchor": "bottom"},
                "xaxis": {
                    "domain": [0.54, 1],
                    "anchor": "y",
                    "range": [-0.6, len(checks) - 0.4],
                    "tickvals": list(range(len(checks))),
                    "ticktext": [str(number) for number in range(1, len(checks) + 1)],
                    "showgrid": False,
                },
                "yaxis": {
                    "domain": [0.37, 1],
                    "range": [len(names) - 0.4, -0.6],
                    "tickvals": list(range(len(names))),
                    "ticktext": names,
                },
                "xaxis2": {
                    "domain": [0, 0.4],
                    "anchor": "y2",
                    "range": [-0.5, len(across[0]) - 0.5],
                    "tickvals": [],
                    "showgrid": False,
                    "title": {"text": "cold −1, warm +1", "standoff": 5},
                },
                "yaxis2": {
                    "domain": [0, 0.24],
                    "anchor": "x2",
                    "range": [len(across) - 0.5, -0.5],
                    "tickvals": list(range(0, len(across), 4)),
                    "showgrid": False,
                    "title": {"text": downward, "standoff": 5},
                },
                "xaxis3": {
                    "domain": [0.65, 1],
                    "anchor": "y3",
                    "range": [-1, 12],
                    "tickvals": [],
                    "showgrid": False,
                    "title": {"text": items, "standoff": 5},
                },
                "yaxis3": {
                    "domain": [0, 0.24],
                    "anchor": "x3",
                    "range": [LOW - 0.4, HIGH + 0.4],
                    "tickvals": [-2, 0, 2, 4, 6],
                    "ticktext": ["1%", "allowed", "10²", "10⁴", "10⁶"],
                },
                "annotations": [
                    heading(difference, 0, 0.24),
                    heading("its errors", 0.65, 0.24),
                ],
            },
        },
        wording=Wording(
            sentences={"form": FORM} | {mark: FOUND[mark] for mark in FOUND if mark in found},
            columns=[("“{exhibit}”", "{}"), ("outcome", "{}"), ("largest error", "{:times}")],
            words={
                "form": dict(exhibits),
                **words,
            },
        ),
        handles=(DragHandle(x="check", y="exhibit", look="bare"),),
        wide_layout=FILLS_COLUMN
        | {
            "xaxis": {"domain": [0.225, 0.62]},
            "yaxis": {"domain": [0, 1]},
            "xaxis2": {"domain": [0.7, 1]},
            "yaxis2": {"domain": [0.6, 0.94]},
            "xaxis3": {"domain": [0.77, 1]},
            "yaxis3": {"domain": [0, 0.38]},
            "annotations": [heading(difference, 0.7, 0.94), heading("its errors", 0.77, 0.38)],
        },
        slide_layout=FILLS_SLIDE
        | {
            "margin": {"l": 28, "t": 28, "b": 8},
            "xaxis": {"domain": [0.5, 1]},
            "yaxis": {"domain": [0.24, 1]},
            "xaxis2": {"domain": [0, 0.38], "title": {"text": ""}},
            "yaxis2": {"domain": [0, 0.13], "tickvals": [0, 8], "title": {"text": ""}},
            "xaxis3": {"title": {"text": ""}},
            "yaxis3": {"domain": [0, 0.13], "tickvals": [0, 4], "ticktext": ["allowed", "10⁴"]},
            "annotations": [heading(difference, 0, 0.13), heading("its errors", 0.6, 0.13)],
        },
        alt=alt,
    )


def of_tables(
    *, name: str, question: str, kind: str, exhibits: Sequence[Mistake], start: tuple[str, str]
) -> Explorer:
    """Return the explorer of some of the wrong tables; its wording has only what they need."""
    found = STORED[kind]
    outcomes = {
        check: {line[column] for line in found["marks"]}
        for column, check in enumerate(found["checks"])
    }
    times = {"1000000": "a million times or more what is allowed"}
    largest = [max(each, default=100 * LOW) for line in found["errors"] for each in line]
    if 0 in largest:
        times["1"] = "just above what is allowed"
    return declared(
        name=name,
        question=question,
        kind=kind,
        exhibits={mistake.name: mistake.form for mistake in exhibits},
        checks=[check.name for check in CHECKS],
        start=start,
        asked="Check",
        words={
            "holds": {c: said for c, said in HOLDS.items() if "missed" in outcomes[c]},
            "broken": {c: said for c, said in BROKEN.items() if "caught" in outcomes[c]},
            "times": TIMES | times,
        },
        panels=("exhibit − formula", "what is checked", "position"),
        alt=(
            "A matrix of marks: for each wrong table and each of ten checks, a disk if the check "
            "catches it, a small ring if it slips through, a diamond if the code crashes. Below, "
            "on the left, a heat map of what the table is off by; on the right, the errors that "
            "the chosen check measures, with a line at what is allowed."
        ),
    )


EXPLORER = of_tables(
    name="gallery",
    question="Which check sees which wrong table?",
    kind="tables",
    exhibits=LIKELY,
    start=("double step", "norm"),
)
