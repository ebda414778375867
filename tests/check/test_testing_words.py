"""What a failed assert says in full: its numbers are measured, and its remedy makes it pass."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pe_check.testing import (
    assert_cached_equals_full,
    assert_matches,
    assert_order_matters,
    assert_packed_equals_separate,
    assert_padding_invisible,
    assert_rows_differ,
    assert_shift_invariant,
)
from pe_lib import positional_encoding, positional_encoding_at
from pe_lib.practice import packed_position_ids, same_document, to_bfloat16
from tests.check.small_attention import attend, turned

LENGTH, WIDTH = 24, 32
ONE, TWO = (LENGTH, WIDTH), (2, LENGTH, WIDTH)
TABLE = positional_encoding(LENGTH, WIDTH)


def message(call):
    with pytest.raises(AssertionError) as caught:
        call()
    return str(caught.value)


def likely(call):
    return message(call).partition(" Likely mistake: ")[2]


def rope(queries=1.0, keys=1.0, values=0.0, base_of_keys=10_000.0, seen=lambda p: p):
    """Attention whose queries, keys and values are turned by multiples of their positions."""

    def attention(x, p):
        p = seen(p)
        k = turned(x, keys * p, base_of_keys)
        return attend(turned(x, queries * p), k, turned(x, values * p))

    return attention


SHIFTED = {
    "values are turned, or a table of absolute positions is added: the output of a single token "
    "depends on its position": rope(values=1.0),
    "the keys are not turned by their position_ids, only the queries": rope(keys=0.0),
    "the queries are not turned by their position_ids, only the keys": rope(queries=0.0),
    "queries and keys are turned in opposite directions: scores contain p + s": rope(keys=-1.0),
    "positions from 511 on are all taken for 511: the table ends there": rope(
        seen=lambda p: np.minimum(p, 511)
    ),
    "positions are rounded to bfloat16, in which 257 is 256: compute positions and angles in "
    "float32": rope(seen=lambda p: to_bfloat16(p.astype(float))),
    "queries and keys are turned by different angles": rope(base_of_keys=500.0),
}


@pytest.mark.parametrize("sentence", SHIFTED)
def test_shifts(sentence):
    assert_shift_invariant(rope(), ONE)
    assert likely(lambda: assert_shift_invariant(SHIFTED[sentence], ONE)) == sentence


def test_a_shift_says_where_and_how_far_the_output_is_off():
    attention, x = rope(keys=0.0), np.random.default_rng(0).normal(size=ONE)
    here, there = (attention(x, np.arange(LENGTH) + start) for start in (0, 1))
    off = np.abs(there - here).max(axis=1)
    assert message(lambda: assert_shift_invariant(attention, x)).startswith(
        "the output changes when the text is shifted by 1: "
        f"off by {off.max() / np.abs(here).max():.2g} of the largest entry, "
        f"at position {off.argmax()}. "
    )


def test_position_ids_that_do_nothing():
    assert message(lambda: assert_shift_invariant(lambda x, p: encoder(0)(x), ONE)).startswith(
        "the output does not change when the position_ids are exchanged: changed by "
    )


def encoder(table):
    def attention(x):
        return attend(x + table, x + table, x)

    return attention


def test_order():
    assert_order_matters(encoder(TABLE), TWO)
    assert message(lambda: assert_order_matters(encoder(0), TWO)).startswith(
        "the last output does not change when the tokens before it change places: changed by "
    )
    assert likely(lambda: assert_order_matters(encoder(0), TWO)) == (
        "positions are not used: every token gets the same ones, or another axis (batch, heads) is "
        "taken for that of the tokens"
    )
    by_batch = encoder(TABLE[:2, np.newaxis])
    assert message(lambda: assert_order_matters(by_batch, TWO)).startswith(
        "equal texts of one batch have different outputs: "
    )
    assert likely(lambda: assert_order_matters(by_batch, TWO)) == (
        "the batch axis is taken for that of the tokens (batch_first?)"
    )
    calls = []

    def with_a_state(x):
        calls.append(x)
        return encoder(TABLE)(x) + len(calls)

    assert message(lambda: assert_order_matters(with_a_state, TWO)).startswith(
        "two equal calls give different outputs: "
    )
    assert likely(lambda: assert_order_matters(with_a_state, TWO)) == (
        "dropout is on (in PyTorch, call module.eval()), or a state is kept between calls"
    )


@pytest.mark.parametrize(
    ("size", "weights"),
    [(0.001, "nearly equal"), (10.0, "nearly 0 and 1"), (1000.0, "nearly 0 and 1")],
)
def test_the_factor_that_is_asked_for_helps(size, weights):
    x = (size * np.random.default_rng(0).normal(size=ONE)).astype("float32")

    def check(x):
        assert_order_matters(lambda x: rope()(x, np.arange(LENGTH)), x)

    factor = re.fullmatch(
        f"none, but attention weights are {weights}: hand over (.*) \\* x", likely(lambda: check(x))
    )
    check(float(factor[1]) * x)


def padded(positions, mask_of=lambda mask: mask, hidden=True):
    def attention(x, mask):
        mask = mask_of(mask)
        p = np.broadcast_to(np.maximum(positions(mask), 0), x.shape[:2])
        x = x + positional_encoding_at(p.ravel(), WIDTH).reshape(x.shape)
        return attend(x, x, x, mask[:, np.newaxis] == 1 if hidden else True)

    return attention


def counted(mask):
    return np.cumsum(mask, axis=1) - 1


PADDED = {
    "positions count the padding: a token's position is the number of tokens before it, "
    "cumsum(mask) - 1": padded(lambda mask: np.arange(mask.shape[1])[np.newaxis]),
    "padding is seen: other numbers in it change the text, so the mask hides nothing": padded(
        counted, hidden=False
    ),
    "a text without padding is wrong beside one with padding: the mask or the positions of one "
    "text are taken for all": padded(
        counted, mask_of=lambda mask: np.repeat(mask[:1], len(mask), 0)
    ),
    "the length or the end of the text is taken from the padded batch": lambda x, mask: padded(
        lambda mask: counted(mask) / x.shape[1]
    )(x, mask),
}


@pytest.mark.parametrize("sentence", PADDED)
def test_padding(sentence):
    assert_padding_invisible(padded(counted), TWO)
    side = "right" if "the end of the text" in sentence else "left"
    text = message(lambda: assert_padding_invisible(PADDED[sentence], TWO, n_pads=5, sides=[side]))
    assert text.startswith(f"in a batch with 5 tokens of padding on the {side}, the output is not ")
    assert text.endswith(f". Likely mistake: {sentence}")


def packed(positions, visible=same_document):
    def attention(x, lengths):
        x = x + positional_encoding_at(positions(lengths), WIDTH)
        return attend(x, x, x, visible(lengths))

    return attention


def everything(lengths):
    return np.ones((sum(lengths), sum(lengths)), bool)


def causal(lengths):
    return np.tri(sum(lengths), dtype=bool)


def seen(where):
    return (
        f"documents see each other: other numbers in those {where} it change this one. Positions "
        "that begin again separate nothing; a mask does"
    )


PACKED = {
    (0, seen("after")): packed(packed_position_ids, everything),
    (1, seen("before")): packed(packed_position_ids, causal),
    (1, "positions go on counting from one document to the next: begin again at 0 in each"): packed(
        lambda lengths: np.arange(sum(lengths))
    ),
}


@pytest.mark.parametrize(("document", "sentence"), PACKED)
def test_packing(document, sentence):
    assert_packed_equals_separate(packed(packed_position_ids), ONE)
    text = message(lambda: assert_packed_equals_separate(PACKED[document, sentence], ONE))
    assert text.startswith(f"packed, document {document} has not the output that it has alone: ")
    assert text.endswith(f". Likely mistake: {sentence}")


def cached(position=lambda old, new: old + np.arange(new), visible=None, ids=False, again=False):
    """Attention with a cache of tokens, or of keys that are turned again in each step."""

    def attention(x, cache, position_ids=None):
        old = 0 if cache is None else len(cache[0])
        new = len(x)
        p = position(old, new) if position_ids is None else position_ids
        keys = turned(x, p) if old == 0 else np.vstack([cache[0], turned(x, p)])
        tokens = x if old == 0 else np.vstack([cache[1], x])
        seen = np.tri(old + new, dtype=bool)[old:] if visible is None else visible(old, new)
        kept = turned(keys, np.arange(old + new)) if again else keys
        return attend(turned(x, p), kept, tokens, seen), (kept, tokens)

    return attention if ids else lambda x, cache: attention(x, cache)


def wrong_from_the_second(old, new):
    return np.arange(new) + (old if old <= 12 else 12)


CACHED = {
    "the attention is not causal: tokens see those after them, which are not cached yet": cached(
        visible=lambda old, new: np.ones((new, old + new), bool)
    ),
    "the cache is not used: a new token sees itself alone": cached(
        visible=lambda old, new: np.tri(old + new, dtype=bool)[old:] & (np.arange(old + new) >= old)
    ),
    "a part of several tokens is wrong: its mask or its positions ignore the cache": cached(
        visible=lambda old, new: np.ones((new, old + new), bool) if old else np.tri(new, dtype=bool)
    ),
    "the second token after the prompt is wrong and the first one is not: keys are turned again in "
    "each step, or the position is not advanced": cached(wrong_from_the_second),
    "the new token does not get position 12: it is counted from 0, or the cache's length is added "
    "wrongly": cached(lambda old, new: np.arange(new)),
    **{
        f"the new token, number 12, gets position {position}: {why}": cached(
            lambda old, new, position=position: np.arange(new) + (position if old else 0), ids=True
        )
        for position, why in [
            (0, "it is counted from 0 again, without the cache's length"),
            (11, "one too few"),
            (13, "one too many"),
            (24, "the cache's length is added twice"),
        ]
    },
}


@pytest.mark.parametrize("sentence", CACHED)
def test_caches(sentence):
    assert_cached_equals_full(cached(), ONE)
    text = message(lambda: assert_cached_equals_full(CACHED[sentence], ONE))
    assert text.endswith(f". Likely mistake: {sentence}")
    assert re.match(
        "computed (token by token( after a prompt of 12)?|in two parts, of 12 and 12 tokens), the "
        "output is not that of the whole text: off by ",
        text,
    )


def test_tables():
    wrong = TABLE.copy()
    wrong[5, 3] += 0.5
    wrong[7, 2] += 0.75
    assert message(lambda: assert_matches(wrong, TABLE)).startswith(
        "the table is not that of the reference: off by 0.75 at most, first at row 5, column 3. "
    )
    assert likely(lambda: assert_rows_differ(TABLE[np.arange(LENGTH) % 9])) == (
        "positions begin again at row 9, or the fastest wave has a period of 9 rows"
    )
    assert message(lambda: assert_rows_differ(TABLE[np.minimum(np.arange(LENGTH), 15)])) == (
        "two positions look alike: rows 15 and 16 are 0 apart. "
        "Likely mistake: positions are clamped from row 15 on"
    )
    assert likely(lambda: assert_rows_differ(TABLE[np.arange(LENGTH) // 2])) == (
        "positions are rounded, or too few frequencies are fast"
    )
    assert likely(lambda: assert_rows_differ(0 * TABLE)) == "the table was never filled"
    assert message(lambda: assert_matches(TABLE[:9], TABLE)) == (
        "the table is not that of the reference: shape (9, 32), which should be (24, 32). "
        "Likely mistake: another size was asked for"
    )
