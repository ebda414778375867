"""Two implementations that differ in known ways: each way is found, named, and put right."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pe_lib
from pe_check import compare_rope, diff
from pe_lib import variants
from pe_lib.practice import pairs_to_halves, to_bfloat16


def rope(omega, *, halves=False, sign=1, start=0, amplitude=1.0, rounded=None, dtype=float, axis=0):
    """A function of (x, positions) that turns pairs by sign * omega * (positions + start)."""
    n = len(omega)

    def apply(x, positions):
        x = np.moveaxis(np.asarray(x), axis, 0)
        places = positions + start
        places = rounded(places) if rounded else places
        angles = sign * np.multiply.outer(places, omega)
        angles = angles.reshape(len(places), *[1] * (x.ndim - 2), n)
        one, other = (
            (slice(n), slice(n, 2 * n)) if halves else (slice(0, 2 * n, 2), slice(1, 2 * n, 2))
        )
        turned = x.astype(float).copy()
        turned[..., one] = amplitude * (
            x[..., one] * np.cos(angles) - x[..., other] * np.sin(angles)
        )
        turned[..., other] = amplitude * (
            x[..., one] * np.sin(angles) + x[..., other] * np.cos(angles)
        )
        return np.moveaxis(turned, 0, axis).astype(dtype)

    return apply


OMEGA = pe_lib.angular_frequencies(64)
bases = st.sampled_from([500.0, 10_000.0, 100_000.0, 500_000.0, 1_000_000.0])
kinds = st.fixed_dictionaries(
    {
        "halves": st.booleans(),
        "sign": st.sampled_from([1, -1]),
        "start": st.integers(0, 40),
        "amplitude": st.sampled_from([1.0, 1.1386, 1.3466, 2.0]),
    }
)


@settings(max_examples=25, deadline=None)
@given(kinds, kinds, bases, bases, st.sampled_from([16, 32, 64]), st.sampled_from(["f8", "f4"]))
def test_every_difference_is_found_and_put_right(a, b, base_a, base_b, d, dtype):
    first = rope(pe_lib.angular_frequencies(d, base_a), dtype=dtype, **a)
    second = rope(pe_lib.angular_frequencies(d, base_b), dtype=dtype, **b)
    found = compare_rope(first, second, (16, d))
    exact = 1e-6 if dtype == "f8" else 2e-4
    assert found.direction == (a["sign"], b["sign"])
    np.testing.assert_allclose(found.base, (base_a, base_b), rtol=1e-3)
    np.testing.assert_allclose(found.start, (a["start"], b["start"]), atol=1e-2)
    np.testing.assert_allclose(found.amplitude, (a["amplitude"], b["amplitude"]), rtol=1e-5)
    assert [name.startswith("halves") for name in found.layout] == [a["halves"], b["halves"]]
    assert found.same == ((a, base_a) == (b, base_b))
    assert found.error < 4000 * exact
    # The changed first function, at positions of our own.
    x = np.random.default_rng(1).normal(size=(16, d))
    positions = np.arange(16) + 50
    np.testing.assert_allclose(found.convert(x, positions), second(x, positions), atol=1000 * exact)
    for differs, words in [
        (a["halves"] != b["halves"], "reorder the columns"),
        (a["sign"] != b["sign"], "turn the other way"),
        (base_a != base_b, f"use base {base_b:,.0f} in place of {base_a:,.0f}"),
        (a["start"] != b["start"], "to the positions"),
        (a["amplitude"] != b["amplitude"], "multiply what is turned by"),
    ]:
        assert (words in found.sentence) == differs, found.sentence
    for factor in re.findall(r"multiply what is turned by ([\d.]+\d)", found.sentence):
        assert float(factor) == pytest.approx(b["amplitude"] / a["amplitude"], rel=1e-4)


@pytest.mark.parametrize(
    ("omega", "sentence"),
    [
        (variants.interpolated_frequencies(64, 4.0), "divide all frequencies by 4"),
        (
            pe_lib.angular_frequencies(64, variants.ntk_base(64, 8.0)),
            r"in place of 10,000 \(NTK-aware scaling by 8\)",
        ),
        (
            variants.yarn_frequencies(64, 4.0, 4096),
            "divide the frequencies by parts, 11 pairs by 1",
        ),
        (OMEGA * np.linspace(0.5, 0.2, 32), "use the second's frequencies"),
    ],
)
def test_scaling_is_named(omega, sentence):
    with np.errstate(all="ignore"):
        found = compare_rope(rope(OMEGA), rope(omega))
    assert pytest.approx(0, abs=1e-9) == found.error
    assert re.search(sentence, found.sentence), found.sentence


def test_a_part_of_the_columns_that_turns_is_named():
    found = compare_rope(rope(OMEGA), rope(pe_lib.angular_frequencies(16)))
    assert "turn 16 of the 64 columns in place of 64" in found.sentence
    assert found.error < 1e-9


@pytest.mark.parametrize(("axis", "other"), [(0, 1), (1, 0)])
def test_heads_taken_for_positions_are_named(axis, other):
    """mlfoundations/open_lm, issue 4."""
    found = compare_rope(rope(OMEGA, axis=axis), rope(OMEGA, axis=other), (16, 16, 64))
    assert found.axis == (axis, other) and found.error < 1e-9
    assert f"count positions along axis {other} of x in place of axis {axis}" in found.sentence


def float16(x):
    return np.asarray(x, "float16").astype(float)


@pytest.mark.parametrize(("rounded", "name"), [(to_bfloat16, "bfloat16"), (float16, "float16")])
def test_rounded_positions_are_named_either_way(rounded, name):
    coarse, exact = rope(OMEGA, rounded=rounded), rope(OMEGA)
    found = compare_rope(coarse, exact)
    assert f"compute in float32 the positions, which {name} rounds" in found.sentence
    found = compare_rope(exact, coarse)
    assert f"round positions to {name}" in found.sentence and found.error < 1e-9
    assert compare_rope(coarse, coarse).same


def test_functions_without_positions_are_compared():
    def first(x):
        return rope(OMEGA)(x, np.arange(len(x)))

    def second(x):
        return rope(OMEGA, halves=True)(x, np.arange(len(x)))

    found = compare_rope(first, second)
    assert found.steps and found.error < 1e-9
    assert "reorder the columns" in repr(found)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x, p: x, "second turns nothing"),
        (lambda x, p: x[:, :2], "must return shape"),
        (lambda x, p: x * p[:, None], "turns no pair of columns"),
        (lambda x, p: x + np.roll(x, 1, axis=1) * p[:, None], "column .* is mixed with"),
    ],
)
def test_what_is_no_rope_is_refused(function, message):
    with pytest.raises(ValueError, match=message):
        compare_rope(rope(OMEGA), function)


# --- Tables -------------------------------------------------------------------------------------

moves = st.fixed_dictionaries(
    {
        "halves": st.booleans(),
        "start": st.integers(0, 6),
        "amplitude": st.sampled_from([1.0, 8.0, 0.5]),
        "backwards": st.booleans(),
    }
)


def table_of(halves, start, amplitude, backwards, base=10_000.0, d=16):
    table = pe_lib.positional_encoding(64, d, base, start=start) * amplitude
    table = table * np.where(np.arange(d) % 2 == 0, -1, 1) if backwards else table
    return pairs_to_halves(table, 1) if halves else table


@settings(max_examples=30, deadline=None)
@given(moves, moves, bases)
def test_every_difference_of_tables_is_found_and_put_right(a, b, base):
    first, second = table_of(**a, base=base), table_of(**b, base=base)
    found = diff(first, second)
    assert found.done and found.error < 1e-9, found
    assert found.same == (a == b)
    if b["start"] >= a["start"]:
        moved = first[found.shift :][:, found.order]
        np.testing.assert_allclose(np.abs(moved) * b["amplitude"] / a["amplitude"],
                                   np.abs(second[: len(moved)]), atol=1e-9)  # fmt: skip
    for differs, words in [
        (a["halves"] != b["halves"], "reorder the columns"),
        (a["start"] != b["start"], "begin"),
        (a["amplitude"] != b["amplitude"], "multiply by"),
        (a["backwards"] != b["backwards"], "change the sign of columns"),
    ]:
        assert (words in found.sentence) == differs, found.sentence


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        (pe_lib.positional_encoding(64, 16, 500.0), "use base 500 in place of 10,000"),
        (pe_lib.tensor2tensor_encoding(64, 16), "exponents j/(d/2-1) in place of 2j/d"),
        (pe_lib.positional_encoding(64, 16, start=40), "begin at position 40 in place of 0"),
        (pe_lib.positional_encoding_at(np.arange(64) / 2, 16), "0.5 positions apart"),
        (pe_lib.positional_encoding(64, 16)[:, np.arange(16) ^ 1], "each pair exchanged"),
        (to_bfloat16(pe_lib.positional_encoding(64, 16)), "round to bfloat16"),
    ],
)
def test_other_rules_are_named_and_put_right(second, sentence):
    found = diff(pe_lib.positional_encoding(64, 16), second)
    assert sentence in found.sentence and found.done and found.error < 1e-9, found


def test_tables_that_no_rule_connects_are_not_claimed_to_be():
    found = diff(pe_lib.positional_encoding(64, 16), np.random.default_rng(0).normal(size=(64, 16)))
    assert not found.done and "No way" in found.sentence and not found.same
    assert not diff(np.ones((3, 4)), np.ones((3, 6))).done


def test_functions_and_transposed_tables_are_compared():
    assert diff(pe_lib.positional_encoding, pe_lib.positional_encoding).same
    table = pe_lib.positional_encoding(64, 16)
    assert diff(pe_lib.positional_encoding, table).same
    assert "exchange rows and columns" in diff(table, table.T[None]).sentence
