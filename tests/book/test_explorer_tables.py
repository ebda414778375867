"""The tables of the explorers: what stands in a row and in a column is what its label names.

The numbers themselves, without their labels, are compared in test_explorer_values_of_*.py.
"""

import math
import re
from collections.abc import Callable

import numpy as np
import pytest

from pe_book.explorers import ALL
from pe_lib import positional_encoding_at, similarity, similarity_law
from pe_lib.law import similarity_integral
from tests.rendered import text_of

POWERS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def number(text: str) -> float:
    """Return the number at the beginning of a cell.

    >>> number("−3.5\u00a0×\u00a010⁻⁸"), number("2,610"), number("16 positions")
    (-3.5e-08, 2610.0, 16.0)
    """
    plain = text.replace("−", "-").replace(",", "").translate(POWERS)
    match = re.match(r"([+-]?[\d.]+)(?:\s×\s10(-?\d+))?", plain)
    return float(match[1]) * 10.0 ** int(match[2] or 0)


class Row(dict):
    """The cells of a row by the words of their column, and the explorer's settings."""

    def __init__(self, header: list[str], cells: list[str], settings: dict, above: list[dict]):
        super().__init__(zip(header, cells, strict=True))
        self.settings, self.above = settings, above

    def __call__(self, begins: str) -> float:
        """Return the number in the column whose label is this, or begins so."""
        cells = [cell for label, cell in self.items() if label.startswith(begins)]
        return number(self.get(begins, cells[0]))

    def entry(self, position: float, column: int) -> float:
        width = self.settings.get("d_model", 8)
        return positional_encoding_at([position], width, self.settings.get("base", 1e4))[0][column]


def rows_of(name: str, **settings) -> list[Row]:
    given = ALL[name].check(**settings)
    text, found = text_of(name, **settings), []
    for cells in text.rows:
        found.append(Row(text.header, cells, given, list(found)))
    return found


def block(row: Row) -> np.ndarray:
    """Return the entries of a block that stand in the rows "new sine" and "new cosine"."""
    angle = row.settings["offset"] * row.settings["base"] ** (
        -2 * row.settings["pair"] / row.settings["d_model"]
    )
    return np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])


def at_label(values: dict[str, Callable[[Row], float]], column: str) -> Callable[[Row], float]:
    """Return the value of the row whose label begins so."""

    def value(row: Row) -> float:
        label = row[column]
        return next(get(row) for begins, get in values.items() if label.startswith(begins))

    return value


def shift_row(column: int) -> Callable[[Row], float]:
    sides = {
        "pair at position 12": lambda r: r.entry(12, 2 * r.settings["pair"] + column),
        "pair at position 17": lambda r: r.entry(17, 2 * r.settings["pair"] + column),
        "block: new sine": lambda r: block(r)[0, column],
        "block: new cosine": lambda r: block(r)[1, column],
    }
    return at_label(sides, "values")


def arrow(column: int) -> Callable[[Row], float]:
    """Return a coordinate of the arrows, which begin at 30 and 75 degrees."""

    def tip(degrees: float, position: float = 0, added: float | None = None) -> float:
        turned = math.radians(degrees + 15 * position)
        plus = 0 if added is None else (math.sin, math.cos)[column](math.radians(15 * added))
        return (math.sin, math.cos)[column](turned) + plus

    sides = {
        "query, before": lambda r: tip(30),
        "key, before": lambda r: tip(75),
        "query, turned": lambda r: tip(30, 20),
        "key, turned": lambda r: tip(75, 23),
        "query, row": lambda r: tip(30, added=20),
        "key, row": lambda r: tip(75, added=23),
    }
    return at_label(sides, "arrow")


def looking_back() -> np.ndarray:
    """Return the weights of a query at 30 that looks three back, with 64 keys."""
    powers = np.exp(256 * similarity(np.arange(64) - 27, 512) / math.sqrt(512))
    return powers / powers.sum()


SINUSOID = {"base": 10_000, "d_model": 64}
SHIFT = {"position": 12, "offset": 5, "pair": 2, "d_model": 16, "base": 10_000}
HOURS = {"unit": "day", "period": "week"}
TURNED = {"query": 30, "key": 75, "position": 20, "offset": 3}
#: An explorer, its settings, how the label of a column begins, and what then stands in each row.
COLUMNS: list[tuple[str, dict, str, Callable[[Row], float]]] = [
    ("arrows", TURNED, "column 2j + 1", arrow(1)),
    ("arrows", TURNED, "column 2j", arrow(0)),
    ("arrows", TURNED, "length", lambda r: math.hypot(*map(number, list(r.values())[1:3]))),
    ("block_matrix", {}, "in: row 5", lambda r: r.entry(5, int(r["column"]))),
    ("block_matrix", {}, "out: matrix times row", lambda r: r.entry(8, int(r["column"]))),
    ("block_matrix", {}, "row 8 by the formula", lambda r: r.entry(8, int(r["column"]))),
    ("clocks", {}, "radians per position", lambda r: 10 ** (-number(r["pair"]) / 2)),
    ("clocks", {}, "sine", lambda r: math.sin(7 * 10 ** (-number(r["pair"]) / 2))),
    ("clocks", {}, "cosine", lambda r: math.cos(7 * 10 ** (-number(r["pair"]) / 2))),
    ("counter", {"position": 11}, "bit repeats every", lambda r: 2 ** (r("bit and pair") + 1)),
    ("counter", {"position": 11}, "pair turns once in",
     lambda r: 2 * math.pi * 1e4 ** (r("bit and pair") / 5)),
    ("counter", {"position": 11}, "bit now", lambda r: 11 >> int(r("bit and pair")) & 1),
    ("counter", {"position": 11}, "sine now", lambda r: math.sin(11 / 1e4 ** (r("bit and") / 5))),
    ("counter", {"position": 11}, "cosine now", lambda r: math.cos(11 / 1e4 ** (r("bit and") / 5))),
    ("cycles", HOURS, "table", lambda r: similarity(r("hours") / 24, 64)),
    ("cycles", HOURS, "pair", lambda r: math.cos(2 * math.pi * r("hours") / 168)),
    ("fingerprint", SINUSOID, "pair j", lambda r: int(r["column"]) // 2),
    ("fingerprint", SINUSOID, "ω", lambda r: 1e4 ** (-2 * r("pair") / 64)),
    ("fingerprint", SINUSOID, "angle", lambda r: 20 * r("ω")),
    ("fingerprint", SINUSOID, "value", lambda r: r.entry(20, int(r["column"]))),
    ("grid", {}, "row", lambda r: {"the chosen patch": 4, "shifted": 5}.get(r["patch"], r("row"))),
    ("grid", {}, "column",
     lambda r: {"the chosen patch": 5, "shifted": 7}.get(r["patch"], r("column"))),
    ("outer_product", {"step": 20}, "times ω of pair 0", lambda r: r("position")),
    ("outer_product", {"step": 20}, "times ω of pair 1", lambda r: r("position") / 10),
    ("outer_product", {"step": 20}, "times ω of pair 2", lambda r: r("position") / 100),
    ("outer_product", {"step": 20}, "times ω of pair 3", lambda r: r("position") / 1000),
    ("pairs", {}, "column", lambda r: 2 * number(r["pair"])),
    ("pairs", {}, "turns with", lambda r: r("column") + 1),
    ("pairs", {"layout": "halves"}, "turns with", lambda r: r("column") + 8),
    ("pairs", {}, "radians per position", lambda r: 1e4 ** (-number(r["pair"]) / 16)),
    ("pairs", {}, "sum so far", lambda r: r("at offset") + sum(o("at offset") for o in r.above)),
    ("rotary", {}, "wavelength", lambda r: 2 * math.pi * 1e4 ** (number(r["pair"]) / 64)),
    ("rotary", {}, "turns in training", lambda r: 4096 / r("wavelength")),
    ("rotary", {}, "turns in the text", lambda r: 4 * r("turns in training")),
    ("shift", SHIFT, "sine (column 4)", shift_row(0)),
    ("shift", SHIFT, "cosine (column 5)", shift_row(1)),
    ("similarity", {}, "similarity", lambda r: similarity(r("offset"), 512)),
    ("similarity", {}, "integral", lambda r: similarity_integral(r("offset"))),
    ("similarity", {}, "law", lambda r: similarity_law(r("offset"))),
    ("waves", SINUSOID, "ω", lambda r: 1e4 ** (-2 * r("pair") / 64)),
    ("waves", SINUSOID, "wavelength", lambda r: 2 * math.pi / r("ω")),
    ("waves", SINUSOID, "turns so far", lambda r: 20 / r("wavelength")),
    *(("story", {"step": 4}, f"column {c}",
       lambda r, c=c: positional_encoding_at([r("position")], 8, 100)[0][c]) for c in range(8)),
    ("look_back", {}, "score", lambda r: 256 * similarity(r("position") - 27, 512)),
    ("look_back", {}, "weight", lambda r: looking_back()[int(r("position"))]),
    ("methods", {}, "position", lambda r: 100 + len(r.above)),
    ("methods", {}, "without the shift",
     lambda r: rows_of("methods", shift=0)[len(r.above)]("weight")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "settings", "label", "expected"),
    COLUMNS,
    ids=[f"{name}-{label}" for name, _, label, _ in COLUMNS],
)
def test_a_column_holds_what_its_label_names(name, settings, label, expected):
    for row in rows_of(name, **settings):
        assert row(label) == pytest.approx(float(expected(row)), rel=6e-3, abs=6e-4), row


def test_columns_of_words_hold_what_their_labels_name():
    for row in rows_of("fingerprint"):
        assert row["function"] == ("cosine" if int(row["column"]) % 2 else "sine")
    for row in rows_of("rotary"):
        grows = row("turns in training") < 1 and row("turns in the text") > row("turns in training")
        assert row["new angles"] == ("yes" if grows else "no")
    now = re.match("“(.+?)”", text_of("order", order=33).sentence)[1].split()
    written = ALL["order"].defaults["sentence"].split()
    for row in rows_of("order", order=33)[:-1]:
        assert written[int(row["place as written"])] == row["word"] == now[int(row["place now"])]


def test_the_forms_are_named_in_the_order_of_what_they_take():
    loop, vectorized, fast = rows_of("broadcasting")
    assert [row["form"] for row in (loop, vectorized, fast)] == ["loop", "vectorized", "fast"]
    # A loop keeps one angle, the vectorized form all of them.
    assert loop("bytes") == 8 and "MB" in vectorized["bytes beside the table"]
    assert loop("sines") == vectorized("sines") == 2048 * 512 > fast("sines")
    assert loop["shapes"] == "one number at a time" and "(2048, 256)" in vectorized["shapes"]


def test_the_forms_of_precision_are_named_by_what_they_round():
    for row in rows_of("precision"):
        if (position := row("position")) >= 1e5:
            # float32 keeps 24 bits of an angle and float64 53; a turn rounds neither.
            assert 0.1 < row("tutorial float32") / (position * 2.0**-24) < 10
            assert 0.01 < row("vectorized float64") / (position * 2.0**-53) < 10
            assert "less than" in row["rotations float64"]
            assert 0.1 < row("rotations float32") / 2.0**-24 < 1
