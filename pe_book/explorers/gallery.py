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
    heat_map,
    line,
    merge,
)
from pe_book.mistakes.battery import CHECKS
from pe_book.mistakes.implementations import LIKELY, Mistake
from pe_book.mistakes.stored import HIGH, LOW, galleries

STORED = galleries()
ACROSS = 3  # cards in a row, as in view.mjs
FOOT = -2.4  # where bars begin, in powers of ten of what is allowed; as in view.mjs
SHARE = {"few": 0.6, "many": 0.46}  # of a card's height that its maps have, as in view.mjs
MARGIN = {"l": 6, "r": 20, "t": 28, "b": 42}
LETTERS = 13  # of the names of cards, in pixels
ON_SLIDE = 19  # on a slide, whose letters are no smaller (slides.css)
SEEN = "“{check}” sees {} of {exhibits} (framed)"
#: What a check has found, where its property holds and where it does not.
HOLDS = {
    "golden row": "row 3 is the one computed by hand",
    "first row": "row 0 is 0, 1, 0, 1 and so on",
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
    "first row": "row 0 is not 0, 1, 0, 1 and so on",
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


def card_names(exhibits: Sequence[str], pitch: float, one_line: int, size: int) -> list[dict]:
    """Return the names of the exhibits, in the lower half of their cards.

    `pitch` is the distance from card to card down the figure, in pixels, and `size` that of the
    letters; a name of more letters than `one_line` has two lines.
    """
    notes = []
    below = SHARE["many" if len(exhibits) > ACROSS**2 else "few"] - 0.5
    for number, name in enumerate(exhibits):
        across, down = number % ACROSS, number // ACROSS
        for row, text in enumerate(lines_of(name, one_line)):
            place = {"x": across, "y": down + below + (0.7 + 1.08 * row) * size / pitch}
            note = {"xref": "x", "yref": "y", "xanchor": "center", "yanchor": "middle"}
            notes.append(note | place | {"text": text, "font": {"size": size}})
    return notes


def lines_of(name: str, most: int) -> list[str]:
    """Return a name of at most so many letters, or in two lines of about the same length.

    >>> lines_of("length of the cache", 13), lines_of("halves", 13)
    (['length of', 'the cache'], ['halves'])
    """
    if len(name) <= most:
        return [name]
    spaces = [i for i, letter in enumerate(name) if letter == " "]
    at = min(spaces, key=lambda i: abs(len(name) - 1 - 2 * i))
    return [name[:at], name[at + 1 :]]


def panels(
    exhibits: Sequence[str],
    key: str,
    height: float,
    cards: tuple,
    bars: tuple,
    one_line: int = 13,
    size: int = LETTERS,
    margin: Mapping[str, int] = MARGIN,
) -> dict[str, Any]:
    """Return a layout with the cards and the bars in these domains, ((x, x), (y, y)) each."""
    rows = -(-len(exhibits) // ACROSS)
    pitch = (height - margin["t"] - margin["b"]) * (cards[1][1] - cards[1][0]) / rows
    under = {"xref": "x domain", "yref": "y domain", "x": 0, "y": 0, "yanchor": "top"}
    style = {"xanchor": "left", "font": {"size": LETTERS, "color": "@muted"}}
    return {
        "height": height,
        "margin": margin,
        "xaxis": {"domain": list(cards[0])},
        "yaxis": {"domain": list(cards[1])},
        "xaxis2": {"domain": list(bars[0])},
        "yaxis2": {"domain": list(bars[1])},
        "annotations": [
            under | style | {"text": key},
            *card_names(exhibits, pitch, one_line, size),
        ],
    }


def maps(hovertemplate: str) -> dict:
    """Return the template of the small heat maps on the cards."""
    return heat_map(hovertemplate=f"{hovertemplate} %{{z:.2f}}<extra></extra>")


def declared(
    *,
    name: str,
    question: str,
    exhibits: Mapping[str, str],
    checks: Sequence[str],
    found: set[str],
    start: tuple[str, str],
    asked: str,
    key: str,
    words: Mapping[str, Any],
    alt: str,
) -> Explorer:
    """Return the explorer of a gallery: what each exhibit does, and `words` for what is `found`."""
    names = list(exhibits)
    rows = -(-len(names) // ACROSS)
    # From the top: cards of at least 62 pixels, two lines, and a bar for each check.
    tall = {"cards": max(62, min(90, 290 / rows)) * rows, "bars": 17 * len(checks)}
    inside = tall["cards"] + 48 + tall["bars"]
    narrow = panels(
        names,
        key,
        inside + MARGIN["t"] + MARGIN["b"],
        ((0, 1), (1 - tall["cards"] / inside, 1)),
        ((0.25, 1), (0, tall["bars"] / inside)),
    )
    one_line = 13 if rows < 5 else 24
    wide = panels(
        names, key, FILLS_COLUMN["height"], ((0, 0.68), (0, 1)), ((0.8, 1), (0, 1)), one_line
    )
    # On a slide the bars have the room of their checks' names, and their axis has no title.
    margin = MARGIN | {"b": 30}
    end = 1.16 * ON_SLIDE * len(checks) / (FILLS_SLIDE["height"] - margin["t"] - margin["b"])
    slide = panels(
        names,
        key,
        FILLS_SLIDE["height"],
        ((0, 1), (end + 0.062, 1)),
        ((0.25, 1), (0, end)),
        one_line=24,
        size=ON_SLIDE,
        margin=margin,
    )
    slide["xaxis2"]["title"] = None
    ticks = {"tickvals": [0, 3, 6], "ticktext": ["allowed", "10³ ×", "10⁶ ×"]}
    template = {
        "data": [
            maps("its table:"),
            maps("off by"),
            line("@accent", 2, width=3),
            line("@muted", 2, width=4),  # does not see it
            line("@ink", 2, width=10),  # sees it
            line(
                "@ink",
                2,
                mode="text",
                x=[2],
                text=["it crashes"],
                textfont={"color": "@card", "size": 12},
            ),
        ],
        "layout": {
            "width": 420,
            "xaxis": {"range": [-0.5, ACROSS - 0.5], "tickvals": [], "showgrid": False},
            "yaxis": {"range": [rows - 0.5, -0.5], "tickvals": [], "showgrid": False},
            "xaxis2": {
                "range": [FOOT, HIGH + 0.4],
                "title": "largest error",
                **ticks,
            },
            "yaxis2": {
                "range": [len(checks) - 0.5, -0.5],
                "tickvals": list(range(len(checks))),
                "ticktext": list(checks),
                "showgrid": False,
            },
        },
    }
    template["data"][2] |= {"xaxis": "x", "yaxis": "y"}
    return Explorer(
        name=name,
        question=question,
        controls=(
            Select("exhibit", "Exhibit", tuple((each, each) for each in names), start[0]),
            Select("check", asked, tuple((check, check) for check in checks), start[1]),
        ),
        template=merge(template, {"layout": narrow}),
        wording=Wording(
            sentences={"form": FORM} | {mark: FOUND[mark] for mark in FOUND if mark in found},
            columns=[("“{exhibit}”", "{}"), ("outcome", "{}"), ("largest error", "{:times}")],
            words={
                "form": dict(exhibits),
                "seen by": SEEN,
                "chosen": "“{exhibit}”",
                **words,
            },
        ),
        handles=(
            DragHandle(x="exhibit", columns=ACROSS, first=0, tip=(2, 0), style="bare"),
            DragHandle(y="check", axes=("x2", "y2"), style="bare"),
        ),
        wide_layout=FILLS_COLUMN | wide,
        slide_layout=FILLS_SLIDE | slide,
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
        found={mark for line in found["marks"] for mark in line},
        exhibits={mistake.name: mistake.form for mistake in exhibits},
        checks=[check.name for check in CHECKS],
        start=start,
        asked="Check",
        key="on each card: its table, and what that is off by",
        words={
            "holds": {c: sentence for c, sentence in HOLDS.items() if "missed" in outcomes[c]},
            "broken": {c: sentence for c, sentence in BROKEN.items() if "caught" in outcomes[c]},
            "times": TIMES | times,
        },
        alt=(
            "A card for each wrong table: the table as a small heat map, and beside it what it is "
            "off by. The cards that the chosen check sees have a frame, the others are pale. For "
            "the chosen table a bar for each of ten checks: the largest error that the check "
            "measures, against what is allowed."
        ),
    )


EXPLORER = of_tables(
    name="gallery",
    question="Which check sees which wrong table?",
    kind="tables",
    exhibits=LIKELY,
    start=("double step", "norm"),
)
