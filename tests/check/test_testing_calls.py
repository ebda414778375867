"""Layers that keep a table between calls, as packages do, and what an earlier call leaves in it."""

import numpy as np
import pytest

from pe_check.testing import assert_calls_independent
from pe_lib.practice import to_bfloat16
from pe_lib.variants import rope

SETTINGS = [{"base": 500.0}]
X = np.random.default_rng(0).normal(size=(24, 32)).astype("f4")


def turn(x, positions, base):
    return rope(x, base, positions=np.asarray(positions, dtype=float))


def right(base=10_000.0):
    """Keeps positions for the longest text so far, in float64."""
    kept = {"positions": np.arange(0.0)}

    def layer(x):
        if len(kept["positions"]) < len(x):
            kept["positions"] = np.arange(float(len(x)))
        return turn(x, kept["positions"][: len(x)], base)

    return layer


def maker(keep):
    """Return what builds layers with one memory each; `keep` fills it and gives positions."""

    def make(base=10_000.0):
        memory = {}
        return lambda x: turn(x, keep(memory, x)[: len(x)], base)

    return make


@maker
def keeps_the_type(memory, x):
    if len(memory.get("p", ())) < len(x):
        p = np.arange(float(len(x)))
        memory["p"] = to_bfloat16(p) if x.dtype == np.float16 else p
    return memory["p"]


@maker
def changes_earlier_rows(memory, x):
    longest = memory["n"] = max(memory.get("n", 0), len(x))
    return np.arange(longest) / longest * 24


@maker
def keeps_an_offset(memory, x):
    memory["offset"] = memory.get("offset", 0) + (2 if len(x) < 24 else 0)
    return np.arange(len(x)) + memory["offset"] % 7


TABLES = {}


def keeps_the_first_base(base=10_000.0):
    def layer(x):
        kept = TABLES.setdefault(x.shape[-1], base)
        return turn(x, np.arange(len(x)), kept)

    return layer


#: What a failure names.
WRONG = {
    "in float16": keeps_the_type,
    "longer text|in float16": changes_earlier_rows,
    "shorter text": keeps_an_offset,
    "base=500.0 changes nothing": keeps_the_first_base,
}


@pytest.mark.parametrize("call", WRONG)
def test_what_an_earlier_call_leaves_is_found(call):
    with pytest.raises(AssertionError, match=call):
        assert_calls_independent(WRONG[call], X, settings=SETTINGS)


def test_a_layer_that_keeps_nothing_wrong_passes():
    assert_calls_independent(right, X, settings=SETTINGS)


def test_lengths_and_types_that_a_layer_refuses_are_left_out():
    def limited(base=10_000.0):
        def layer(x):
            if x.dtype != np.float32 or len(x) > 24:
                raise ValueError("float32 and 24 tokens at most")
            return turn(x, np.arange(len(x)), base)

        return layer

    assert_calls_independent(limited, X, settings=SETTINGS)
