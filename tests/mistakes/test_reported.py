"""What `identify` says to the exhibits of chapter 8, and to other mistakes that people reported.

Each function is ours: the formula that the report describes, without the code around it.
"""

import pytest

from pe_book.exercises.encoding import encoding
from pe_book.exercises.exercise import edited
from pe_book.mistakes import MISTAKES
from pe_book.mistakes.implementations import frequency_per_column
from pe_check.identify import identify

#: Where it was reported, what the code does, and the findings.
REPORTED = {
    # Dividing integers, Python 2 gave 0.
    "https://github.com/Kyubyong/transformer/pull/81": (
        edited(encoding, {"i / d_model": "i // d_model"}),
        ["one frequency"],
    ),
    "https://github.com/maxjcohen/transformer/issues/62": (
        lambda seq_len, d_model: frequency_per_column(seq_len, d_model, base=1000.0),
        ["a frequency for each column", "another base"],
    ),
    # Divided by 10000 to a negative power.
    "https://github.com/harvardnlp/annotated-transformer/issues/131": (
        edited(encoding, {"(i / d_model)": "(-i / d_model)"}),
        ["sign lost"],
    ),
    # A position rate, and a row of zeros.
    "https://github.com/r9y9/deepvoice3_pytorch/issues/19": (
        edited(encoding, {"range(seq_len)": "range(1, seq_len)", "(p /": "(1.385 * p /"}),
        ["padding", "scaled positions"],
    ),
}


@pytest.mark.parametrize("report", REPORTED)
def test_a_reported_mistake_is_named(report):
    function, names = REPORTED[report]
    found = identify(function)
    assert not found.paper
    assert [finding.name for finding in found.findings] == names


#: The rows from which an exhibit of chapter 8 is named, at 16 columns in float64; else two.
FEWEST = {"parity of the position": 10, "axes exchanged": 16}
#: What these show depends on the size that is asked for.
OF_SIZE = {"odd width crashes", "float32 angles"}


@pytest.mark.parametrize(
    "mistake", [m for m in MISTAKES if m.name not in OF_SIZE], ids=lambda mistake: mistake.name
)
def test_an_exhibit_is_named_from_few_rows(mistake):
    """That its function is named, too, shows in the reply of the exercise (tests/exercises)."""
    rows = mistake.implementation(FEWEST.get(mistake.name, 2), 16, 10_000.0)
    assert [finding.name for finding in identify(rows).findings] == [mistake.name]
