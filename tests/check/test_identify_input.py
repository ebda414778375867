"""Tables and functions that `identify` takes, in whatever form, and what it refuses."""

import math

import numpy as np
import pytest

from pe_check.identify import Identification, identify, of_array
from pe_lib import positional_encoding
from tests.check.made_tables import patches

VIEWS = {
    "batch axis of three": (lambda x: np.stack([x] * 3), True, []),
    "batch axis in the middle": (lambda x: x[:, np.newaxis], True, []),
    "axes exchanged": (lambda x: x.T, False, ["axes exchanged"]),
    "columns permuted": (
        lambda x: x[:, np.random.default_rng(0).permutation(16)],
        False,
        ["columns permuted"],
    ),
    "three columns permuted": (
        lambda x: positional_encoding(70, 3)[:, [2, 0, 1]],
        False,
        ["columns permuted"],
    ),
    "zero rows after": (lambda x: np.pad(x, ((0, 9), (0, 0))), False, ["padding"]),
    "zero rows before and after": (
        lambda x: np.pad(x, ((1, 9), (0, 0))),
        False,
        ["padding", "another start"],
    ),
    "zero row at the padding index": (
        lambda x: np.vstack([x[2:3], np.zeros(16), x[4:]]),
        False,
        ["padding", "another start"],
    ),
    "one row": (lambda x: np.repeat(x[:1], 9, axis=0), False, ["batch axis"]),
    "a column's mean": (lambda x: x + np.sin(np.arange(16.0) ** 2), False, ["constant"]),
    "negative start": (lambda x: positional_encoding(70, 16, start=-5), False, ["another start"]),
    "odd width": (lambda x: positional_encoding(70, 15), True, []),
    "a wider table, cut": (lambda x: positional_encoding(70, 40)[:, :16], False, ["another width"]),
    "a list of rounded numbers": (lambda x: x.round(4).tolist(), True, []),
}


@pytest.mark.parametrize("name", VIEWS)
def test_accepted_kinds_of_input(name):
    change, is_paper, findings = VIEWS[name]
    found = identify(change(positional_encoding(70, 16)))
    assert (found.paper, [finding.name for finding in found.findings]) == (is_paper, findings)
    assert (found.headline == "The paper's table.") == is_paper


def test_a_function_is_asked_for_other_sizes_and_another_base():
    def deaf(seq_len, d_model, base=10_000.0):
        return positional_encoding(seq_len, d_model)

    def short(seq_len, d_model):
        table = positional_encoding(seq_len, d_model).copy()
        table[5000:] = 0
        return table

    def limited(seq_len, d_model):
        if seq_len > 5000:
            raise IndexError("5,000 rows at most")
        return positional_encoding(seq_len, d_model)

    assert identify(positional_encoding).paper
    assert identify(limited).paper
    assert "5,000 rows at most" in identify(limited).explanation
    assert [f.name for f in identify(deaf).findings] == ["base ignored"]
    assert not identify(short).paper


BAD = {
    "1-D": (np.ones(9), ValueError, "must have rows and columns"),
    "empty": (np.ones((0, 4)), ValueError, "must have rows and columns"),
    "NaN": ([[0.0, np.nan]], ValueError, "finite"),
    "strings": ([["a", "b"]], TypeError, "real numbers"),
    "objects": (np.array([[None, 1]], dtype=object), TypeError, "real numbers"),
    "complex": (np.full((4, 4), 1j) * np.arange(4), TypeError, "real numbers"),
    "ragged": ([[1.0], [1.0, 2.0]], ValueError, "rows of one length"),
    "a batch of two": (np.arange(24.0).reshape(2, 3, 4), ValueError, "batch differ"),
    "too large": (np.broadcast_to(0.0, (2**14, 2**14)), ValueError, "at most 67,108,864 entries"),
    "a function that raises": (lambda n, d: 1 / 0, ValueError, "ZeroDivisionError"),
    "a function of nothing": (lambda: 0, ValueError, "raised TypeError"),
    "a function that returns None": (lambda n, d: None, TypeError, r"function\(96, 64\) must be"),
    "another shape": (lambda n, d: np.ones((d, n)), ValueError, r"must have shape \(96, 64\)"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_with_its_reason(name):
    value, kind, reason = BAD[name]
    with pytest.raises(kind, match=reason):
        identify(value)


def test_the_answer_prints_and_shows_itself_in_a_notebook():
    found = identify(positional_encoding(40, 8, start=1) * 2)
    assert isinstance(found, Identification) and repr(found) == found.explanation
    assert "The first row is position 1. (positions from one: a convention)" in repr(found)
    markup = found._repr_html_()
    assert markup.startswith('<div class="pe-identify">') and "Entries are 2 times" in markup
    assert "<b>" not in identify(np.eye(3))._repr_html_()


def rope(seq_len, d_model):
    assert d_model % 2 == 0
    angles = np.outer(np.arange(seq_len), 10_000.0 ** (-np.arange(0, d_model, 2) / d_model))
    return np.cos(angles), np.sin(angles)


def refuses_odd(seq_len, d_model):
    if d_model % 2:
        raise ValueError("d_model must be even")
    return positional_encoding(seq_len, d_model)


@pytest.mark.parametrize("function", [rope, lambda n, d: rope(n, d)[0], refuses_odd])
def test_an_odd_width_that_is_refused_on_purpose_is_no_mistake(function):
    found = identify(function)
    assert found.sinusoidal and "odd width crashes" not in [one.name for one in found.findings]
    assert "function(50, 7) raised" in found.evidence[-1]


def test_a_function_of_square_grids_is_asked_for_a_square():
    found = identify(patches)
    assert [finding.name for finding in found.findings] == ["grid", "halves"]
    assert "A grid of 10 rows of 10" in str(found) and "of 100 rows, a square" in str(found)
    with pytest.raises(ValueError, match=r"function\(96, 64\) raised ZeroDivisionError"):
        identify(lambda seq_len, d_model: 1 / 0)


def test_tables_of_as_many_entries_as_are_read_are_read():
    side = math.isqrt(of_array.MOST_ENTRIES)
    assert side**2 == of_array.MOST_ENTRIES == 2**26
    of_array._refuse_large(np.broadcast_to(0.0, (side, side)), "table")
    with pytest.raises(ValueError, match=f"{2**26:,}"):
        of_array._refuse_large(np.broadcast_to(0.0, (side, side + 1)), "table")
