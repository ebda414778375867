"""The asserts of `pe_check.testing` for tables, RoPE and biases, tried on known mistakes."""

import numpy as np
import pytest

import pe_lib
from pe_check.testing import (
    assert_matches,
    assert_rope_matches,
    assert_rows_differ,
    assert_shift_is_linear,
)
from pe_lib.practice import to_bfloat16
from tests.check.small_attention import turned


def test_a_table_is_compared_and_named():
    table = pe_lib.positional_encoding(64, 16)
    assert_matches(table)
    assert_matches(table.astype("float32"))
    assert_matches(to_bfloat16(table)[np.newaxis], tolerance=0.01)
    assert_matches(pe_lib.positional_encoding)
    assert_matches(table[:, ::-1], table[:, ::-1])
    with pytest.raises(AssertionError, match="halves"):
        assert_matches(table[:, [*range(0, 16, 2), *range(1, 16, 2)]])
    with pytest.raises(AssertionError, match="10,000"):
        assert_matches(
            lambda n, d: pe_lib.positional_encoding(n, d, 9.0),
            lambda n, d: pe_lib.positional_encoding(n, d),
        )
    with pytest.raises(AssertionError, match="exchange"):
        assert_matches(table.T, table)


def test_tables_whose_rows_are_alike_are_named():
    table = pe_lib.positional_encoding(64, 16)
    assert_rows_differ(table)
    for wrong, keyword in [
        (np.vstack([table[:9], table[:9]]), "row 9"),
        (table[np.minimum(np.arange(64), 40)], "40"),
        (np.repeat(table[:1], 64, axis=0), "row 0"),
        (np.zeros((9, 4)), "never filled"),
    ]:
        with pytest.raises(AssertionError, match=keyword):
            assert_rows_differ(wrong)


def test_columns_without_partners_do_not_turn():
    assert_shift_is_linear(pe_lib.positional_encoding(200, 64, 500.0))
    with pytest.raises(AssertionError, match="matrix"):
        assert_shift_is_linear(np.sin(np.multiply.outer(np.arange(99), 0.5 ** np.arange(5)) ** 2))


def test_rope_is_compared_with_a_reference():
    def rope(x, p, base=10_000.0):
        return turned(x, p, base)

    assert_rope_matches(rope, rope)
    with pytest.raises(AssertionError, match="other way"):
        assert_rope_matches(rope, lambda x, p: rope(x, -p))


def alibi(slopes, n=40):
    offset = np.arange(n) - np.arange(n)[:, np.newaxis]
    return -np.asarray(slopes)[:, np.newaxis, np.newaxis] * np.abs(offset)


@pytest.mark.parametrize("n_heads", [6, 12, 20])
def test_slopes_of_one_series_are_named_with_head_query_and_key(n_heads):
    reference = alibi(pe_lib.variants.alibi_slopes(n_heads))
    assert_matches(reference.astype(np.float32), reference)
    series = alibi(2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads))
    with pytest.raises(AssertionError, match="geometric"):
        assert_matches(series, reference)


def test_biases_of_no_known_rule_and_of_other_heads_are_refused():
    reference = alibi(pe_lib.variants.alibi_slopes(8))
    noise = np.random.default_rng(3).normal(size=reference.shape)
    with pytest.raises(AssertionError, match="ALiBi"):
        assert_matches(noise, reference)
    with pytest.raises(AssertionError, match="shape"):
        assert_matches(reference[:4], reference)
