"""The last value that a rule allows passes; the next one is refused with the value and the rule."""

import inspect
import math

import numpy as np
import pytest

import pe_lib
from pe_lib import addition, checks, heads, practice, variants
from pe_lib.tensor2tensor import tensor2tensor_encoding

FAR = 2**29
TABLE, LONG = np.random.default_rng(0).normal(size=(9, 4)), np.tile(np.eye(4), (7, 1))[:27]
UP, DOWN = (lambda x: math.nextafter(x, math.inf)), (lambda x: math.nextafter(x, -math.inf))
HUGE = 1e300


def at(position):
    return pe_lib.positional_encoding_at([position], 4)


def yarn(slow=1.0, fast=32.0, trained_length=9):
    return variants.yarn_frequencies(8, 2.0, trained_length, slow_turns=slow, fast_turns=fast)


LOW, HIGH = "must be at least {}, but it is {}", "must be at most {}, but it is {}"
#: A function of one argument, the last value inside and the first outside, and what is said of it.
EDGES = {
    "seq_len": (lambda n: pe_lib.positional_encoding(n, 4), 1, 0, "seq_len " + LOW.format(1, 0)),
    "d_model": (lambda d: pe_lib.positional_encoding(2, d), 1, 0, "d_model " + LOW.format(1, 0)),
    "widest": (
        checks.check_d_model, 2**20, 2**20 + 1,
        "d_model " + HIGH.format(2**20, 2**20 + 1),
    ),
    "base": (lambda b: pe_lib.wavelengths(4, b), UP(1.0), 1.0,
             "base must be above 1, but it is 1.0"),
    "largest base": (
        lambda b: pe_lib.wavelengths(4, b), HUGE, UP(HUGE),
        "base " + HIGH.format(HUGE, UP(HUGE)),
    ),
    "start": (
        lambda p: pe_lib.positional_encoding(1, 4, start=p), 1 - FAR, -FAR,
        "start " + LOW.format(1 - FAR, -FAR),
    ),
    "last position": (
        lambda p: pe_lib.positional_encoding(2, 4, start=p), FAR - 2, FAR - 1,
        "the last position, start + seq_len - 1, " + HIGH.format(FAR - 1, FAR),
    ),
    **{
        f"{name} of {sign:+d}": (
            function, sign * DOWN(FAR), sign * float(FAR),
            f"{name} must be below {FAR} in size, but it {holds.format(sign * float(FAR))}",
        )
        for name, function, holds in [
            ("positions", at, "holds {} at index (0,)"),
            ("offset", lambda k: pe_lib.rotation_matrix(k, 4), "is {}"),
            ("offset", lambda k: pe_lib.similarity(k, 4), "is {}"),
        ]
        for sign in (1, -1)
    },
    "look back": (lambda k: heads.look_back_head(k, 4), FAR - 1, FAR, HIGH.format(FAR - 1, FAR)),
    "look ahead": (lambda k: heads.look_back_head(k, 4), 1 - FAR, -FAR, LOW.format(1 - FAR, -FAR)),
    "fit back": (lambda k: pe_lib.fit_shift(LONG, k), 23, 27, HIGH.format(26, 27)),
    "fit ahead": (lambda k: pe_lib.fit_shift(LONG, k), -23, -27, LOW.format(-26, -27)),
    "rows to fit": (
        lambda n: pe_lib.fit_shift(LONG[:n], 3), 7, 6,
        "table must have at least n_columns + |offset| = 7 rows (fewer fit many matrices), "
        "but it has 6",
    ),
    "n_offsets": (
        lambda n: pe_lib.reversals(4, n_offsets=n), 2, 1, "n_offsets " + LOW.format(2, 1),
    ),
    "law": (pe_lib.similarity_law, UP(0.0), 0.0, "offset must be above 0, but it holds 0.0"),
    "share": (lambda s: addition.effective_size(TABLE, s), UP(0.0), 0.0,
              "share must be above 0 and below 1, but it is 0.0"),
    "whole share": (lambda s: addition.effective_size(TABLE, s), DOWN(1.0), 1.0,
                    "share must be above 0 and below 1, but it is 1.0"),
    "sharpness": (
        lambda s: heads.head_weights(TABLE, heads.random_head(4), sharpness=s), UP(0.0), 0.0,
        "sharpness must be above 0, but it is 0.0",
    ),
    "n_heads": (variants.alibi_slopes, 1, 0, "n_heads " + LOW.format(1, 0)),
    "most heads": (variants.alibi_slopes, 2**20, 2**20 + 1, HIGH.format(2**20, 2**20 + 1)),
    "slope": (lambda s: variants.alibi_bias(3, s), UP(0.0), 0.0,
              "slope must be above 0, but it is 0.0"),
    "scale": (lambda s: variants.interpolated_frequencies(4, s), 1.0, DOWN(1.0),
              "scale " + LOW.format(1, DOWN(1.0))),
    "two pairs": (lambda d: variants.ntk_base(d, 2.0), 4, 2,
                  "d_model must be at least 4, for two pairs, but it is 2"),
    "slow turns": (lambda s: yarn(slow=s), UP(0.0), 0.0,
                   "slow_turns and fast_turns must be 0 < slow < fast, but they are 0.0, 32.0"),
    "fast turns": (lambda s: yarn(fast=s), UP(1.0), 1.0,
                   "slow_turns and fast_turns must be 0 < slow < fast, but they are 1.0, 1.0"),
    "trained length": (
        lambda n: yarn(trained_length=n), 1, 0, "trained_length " + LOW.format(1, 0),
    ),
    "rows to learn": (
        lambda n: variants.learned_encoding(n, 4), 1, 0, "max_len " + LOW.format(1, 0),
    ),
    "seed": (lambda s: heads.random_head(4, seed=s), 0, -1, "seed " + LOW.format(0, -1)),
    "offsets": (variants.offsets, 1, 0, "length " + LOW.format(1, 0)),
    "buckets": (
        lambda n: practice.t5_buckets([1], n_buckets=n), 4, 3, "n_buckets " + LOW.format(4, 3),
    ),
    "max_distance": (
        lambda n: practice.t5_buckets([1], n_buckets=8, max_distance=n), 8, 7,
        "max_distance " + LOW.format(8, 7),
    ),
    "sections": (lambda n: practice.section_axes([2, n]), 0, -1, "sections " + LOW.format(0, -1)),
    "documents": (lambda n: practice.same_document([2, n]), 1, 0, "lengths " + LOW.format(1, 0)),
    "cached": (
        lambda n: practice.position_ids([[1, 1, 1]], n), 3, 4, "n_cached " + HIGH.format(3, 4),
    ),
    "grid": (lambda n: practice.grid_encoding(n, 2, 8), 1, 0, "height " + LOW.format(1, 0)),
    "wide grid": (lambda n: practice.grid_encoding(2, n, 8), 1, 0, "width " + LOW.format(1, 0)),
    "quarters": (lambda d: practice.grid_encoding(2, 2, d), 4, 6, "not 6"),
    "tensor2tensor": (lambda d: tensor2tensor_encoding(3, d), 2, 1, "d_model " + LOW.format(2, 1)),
    "order": (lambda n: pe_lib.permutation_matrix([0, n]), 1, 2, "order " + HIGH.format(1, 2)),
    "vocabulary": (
        lambda n: addition.embedding_norm(n, 4, "gpt2"), 1, 0, "vocabulary " + LOW.format(1, 0),
    ),
    "nothing cached": (
        lambda n: practice.position_ids([[1, 1, 1]], n), 0, -1, "n_cached " + LOW.format(0, -1),
    ),
    "one head": (
        lambda n: practice.pairs_to_halves(np.ones((3, 4)), n), 1, 0, "n_heads " + LOW.format(1, 0),
    ),
    "columns of weights": (
        lambda n: practice.pairs_to_halves(np.ones((3, 4)), n), 2, 3, "there are 4 columns",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EDGES)
def test_the_last_value_inside_passes_and_the_first_outside_is_named_with_the_rule(name):
    function, inside, outside, message = EDGES[name]
    function(inside)
    with pytest.raises(ValueError) as caught:
        function(outside)
    assert message in str(caught.value)


@pytest.mark.parametrize("n_bytes", [31, 32, 33])
def test_an_array_as_large_as_the_memory_is_made(n_bytes, monkeypatch):
    monkeypatch.setattr(checks, "available_memory", lambda: n_bytes)
    if n_bytes >= 32:
        checks.check_memory((2, 2))
        checks.check_memory((4, 2), np.float32)
    else:
        with pytest.raises(ValueError, match=r"shape \(2, 2\) in float64 takes 0.0 GiB"):
            checks.check_memory((2, 2))


#: What an argument is that is left out, whichever function takes it: the paper's base, T5's buckets
#: and distance, YaRN's turns.
DEFAULTS = {
    "base": 10_000.0, "seed": 0, "start": 0, "causal": False, "dtype": np.float64, "out": None,
    "positions": None, "n_offsets": 100, "share": 0.99, "scaled": True, "sharpness": 1.0,
    "slow_turns": 1.0, "fast_turns": 32.0, "by_pair": False, "n_buckets": 32, "max_distance": 128,
    "n_cached": 0, "interleaved": False,
}  # fmt: skip


def test_an_argument_that_is_left_out_is_the_same_everywhere():
    modules = (pe_lib, addition, heads, practice, variants)
    functions = {
        function
        for module in modules
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if not name.startswith("_")
        and function.__module__.partition(".")[0] == "pe_lib"
        and function.__module__ != checks.__name__
    }
    found = {
        (function.__name__, name): parameter.default
        for function in functions
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.default is not parameter.empty and name not in ("x", "tolerance")
    }
    assert len(found) > 30
    assert found == {(function, name): DEFAULTS[name] for function, name in found}


def test_a_table_is_made_in_the_type_that_is_asked_for():
    for dtype in (np.float64, np.float32, "float32"):
        assert pe_lib.positional_encoding(5, 6, dtype=dtype).dtype == np.dtype(dtype)
        assert pe_lib.positional_encoding_at([3], 6, dtype=dtype).dtype == np.dtype(dtype)
