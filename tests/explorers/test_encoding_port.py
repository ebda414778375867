"""The table and the errors in JavaScript: the same frequencies, the same table within 1e-15."""

import math
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from pe_book import ported
from pe_lib import angular_frequencies, positional_encoding, positional_encoding_at, wavelengths
from pe_lib.checks import BASE_LIMIT, D_MODEL_LIMIT, POSITION_LIMIT
from pe_lib.encoding import block_rows
from tests.exact_rows import error_of

BASES = (2, 100, 1e4, 5e5, 1e8, BASE_LIMIT)
LAST = POSITION_LIMIT - 1
SETTINGS = [(d, base) for d in (1, 2, 3, 4, 64, 511, 512, 1024) for base in BASES]


@pytest.fixture
def javascript(node):
    """Call a function of encoding.mjs."""
    return partial(node, Path(ported.__file__).with_name("encoding.mjs"))


@pytest.mark.parametrize(("d_model", "base"), SETTINGS)
def test_frequencies_are_the_same_numbers(d_model, base, javascript):
    found = javascript("angularFrequencies", d_model, base)
    assert found == angular_frequencies(d_model, base).tolist()
    lengths = javascript("wavelengths", d_model, base)
    assert np.allclose(lengths, wavelengths(d_model, base), rtol=3e-16, atol=0)


def test_blocks_have_as_many_rows(javascript):
    widths = [1, 2, 3, 4, 63, 64, 65, 128, 512, 1000, 1024, 1025, 4096, 70_000, 2**20]
    assert [javascript("blockRows", d) for d in widths] == [block_rows(d) for d in widths]


@pytest.mark.parametrize(("d_model", "base"), SETTINGS)
def test_tables_agree_within_the_bound(d_model, base, javascript):
    drawn = int(np.random.default_rng(d_model).integers(-LAST, LAST - 8))
    for start in (0, -3, drawn, 9_999_990, LAST - 8):
        seq_len = 9 if start else 200
        table = javascript("positionalEncoding", seq_len, d_model, base, {"start": start})
        expected = positional_encoding(seq_len, d_model, base, start=start)
        assert np.abs(np.reshape(table, expected.shape) - expected).max() <= 1e-15


@pytest.mark.parametrize(("d_model", "base"), SETTINGS)
def test_rows_at_any_position_agree_within_the_bound(d_model, base, javascript):
    drawn = np.random.default_rng(3).uniform(-LAST, LAST, 9)
    positions = [0, 0.5, -0.5, 63.75, 1e-300, -0.25, 5, LAST, -LAST, *drawn]
    rows = javascript("positionalEncodingAt", positions, d_model, base)
    expected = positional_encoding_at(positions, d_model, base)
    assert np.abs(np.reshape(rows, expected.shape) - expected).max() <= 1e-15


@pytest.mark.parametrize("position", [1, 8191, -9_999_999, 9_999_999, LAST])
def test_javascript_itself_is_within_the_bound_of_the_truth(position, javascript):
    for d_model, base in ((64, 1e4), (511, 5e5), (512, 1e4)):
        row = javascript("positionalEncoding", 1, d_model, base, {"start": position})
        assert error_of(row, position, d_model, base) <= 1e-15


def test_the_same_row_has_the_same_bits_in_javascript_too(javascript):
    whole = javascript("positionalEncoding", 300, 7, 1e4, {"start": -100})
    part = javascript("positionalEncoding", 10, 7, 1e4, {"start": 30})
    at = javascript("positionalEncodingAt", list(range(30, 40)), 7, 1e4)
    assert part == at == whole[130 * 7 : 140 * 7]
    zero = whole[100 * 7 : 101 * 7]
    assert zero == [0, 1, 0, 1, 0, 1, 0]


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("positionalEncoding", [0, 4], "seqLen must be"),
        ("positionalEncoding", [2.5, 4], "seqLen must be"),
        ("positionalEncoding", [2, 0], "dModel must be"),
        ("positionalEncoding", [1, D_MODEL_LIMIT + 1], "dModel must be"),
        ("positionalEncoding", [2, 4, 1], "base must be"),
        ("positionalEncoding", [2, 4, None], "base must be"),
        ("positionalEncoding", [2, 4, math.nextafter(BASE_LIMIT, math.inf)], "base must be"),
        ("positionalEncoding", [2, 4, 1e4, {"start": LAST}], "start must be"),
        ("positionalEncoding", [2, 4, 1e4, {"out": [1, 2]}], "out must be"),
        ("positionalEncodingAt", [[POSITION_LIMIT], 4], "positions must be"),
        ("positionalEncodingAt", [["3"], 4], "positions must be"),
        ("angularFrequencies", [-2], "dModel must be"),
        ("angularFrequencies", [4, 0], "base must be"),
    ],
)
def test_bad_input_is_refused_in_words(name, arguments, words, javascript):
    with pytest.raises(RuntimeError, match=words):
        javascript(name, *arguments)


def test_the_limits_themselves_are_accepted(javascript):
    row = javascript("positionalEncoding", 1, D_MODEL_LIMIT, BASE_LIMIT)
    assert row[:4] == [0, 1, 0, 1] and len(row) == D_MODEL_LIMIT
