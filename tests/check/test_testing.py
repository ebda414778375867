"""The asserts of `pe_check.testing` for attention, tried on chapter 9's programs and mistakes."""

import numpy as np
import pytest

import pe_lib
from pe_book.mistakes import rotary as programs
from pe_book.mistakes.rotary import D_MODEL, HEADS, ROTARY_MISTAKES, WIDTH, RotaryHeads
from pe_check.testing import (
    assert_cached_equals_full,
    assert_order_matters,
    assert_packed_equals_separate,
    assert_padding_invisible,
    assert_shift_invariant,
)
from pe_lib.practice import packed_position_ids, same_document
from tests.check.small_attention import attend, turned

ONE, TWO = (24, D_MODEL), (2, 24, D_MODEL)


# --- Chapter 9's programs, called as each assertion calls them ------------------------------------


def placed(heads):
    """Heads as a function of (x, position_ids), with an axis of heads."""

    def attention(x, position_ids):
        program = heads()
        program.positions = lambda *_: position_ids
        return program(x).reshape(len(x), HEADS, WIDTH)

    return attention


def cached(heads):
    def attention(x, cache):
        cache = heads() if cache is None else cache
        return cache(x), cache

    return attention


def cached_with_positions(heads):
    def attention(x, cache, position_ids=None):
        cache = heads() if cache is None else cache
        if position_ids is not None:
            cache.positions = lambda *_: position_ids
        return cache(x), cache

    return attention


def padded(heads):
    return lambda x, mask: np.stack([heads()(a, mask=m) for a, m in zip(x, mask, strict=True)])


def padded_and_cached(heads):
    def attention(x, mask, cache):
        cache = [heads() for _ in x] if cache is None else cache
        rows = zip(cache, x, mask, strict=True)
        return np.stack([one(a, mask=m) for one, a, m in rows]), cache

    return attention


def packed(heads):
    def attention(x, lengths):
        return heads()(x, documents=np.repeat(np.arange(len(lengths)), lengths))

    return attention


CHECKS = {
    "shifted": lambda heads: assert_shift_invariant(placed(heads), ONE),
    "cached": lambda heads: assert_cached_equals_full(cached(heads), ONE),
    "cached, position_ids": lambda heads: assert_cached_equals_full(
        cached_with_positions(heads), ONE
    ),
    "padded": lambda heads: assert_padding_invisible(padded(heads), TWO),
    "padded and cached": lambda heads: assert_padding_invisible(
        padded_and_cached(heads), TWO, cached=True
    ),
    "packed": lambda heads: assert_packed_equals_separate(packed(heads), ONE),
    "order": lambda heads: assert_order_matters(lambda x: heads()(x), ONE),
}
#: Which check catches which mistake, and what it says; all other pairs pass.
CAUGHT = {
    ("shifted", "KeysTurnedTheOtherWay"): "opposite",
    ("shifted", "QueriesAlone"): "keys are not turned",
    ("shifted", "ValuesRotated"): "values",
    ("shifted", "CachedKeysTurnedAgain"): "keys are not turned",
    ("shifted", "RoundedPositions"): "bfloat16",
    ("shifted", "RoundedAngles"): "angles are rounded",
    ("shifted", "TableEnds"): "511",
    ("cached", "RestartedWithCache"): "counted from 0",
    ("cached", "CachedKeysTurnedAgain"): "turned again",
    ("cached, position_ids", "RestartedWithCache"): "gets position 0",
    ("cached, position_ids", "CachedKeysTurnedAgain"): "turned again",
    ("padded", "PaddingSeen"): "padding is seen",
    ("padded", "CachedKeysTurnedAgain"): "count the padding",
    ("padded and cached", "PaddingSeen"): "padding is seen",
    ("padded and cached", "CachedKeysTurnedAgain"): "count the padding",
    ("padded and cached", "LengthOfTheCache"): "new tokens are not",
    ("padded and cached", "RestartedWithCache"): "new tokens are not",
    ("packed", "RestartedNotMasked"): "see each other",
    ("packed", "KeysTurnedTheOtherWay"): "go on counting",
    ("packed", "ValuesRotated"): "go on counting",
    ("packed", "RoundedAngles"): "rounded on the way",
    ("packed", "RoundedAtTheEnd"): "rounded on the way",
}
PROGRAMS = [RotaryHeads, *(mistake.heads for mistake in ROTARY_MISTAKES)]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("heads", PROGRAMS, ids=lambda heads: heads.__name__)
def test_a_mistake_is_named_and_what_is_right_passes(check, heads):
    # The last query of QueriesAlone is turned and meets keys that are not: no order is seen.
    expected = CAUGHT.get((check, heads.__name__))
    if heads is programs.QueriesAlone and check != "shifted":
        expected = "positions are not used"
    if expected is None:
        CHECKS[check](heads)
    else:
        with pytest.raises(AssertionError, match=expected) as it:
            CHECKS[check](heads)
        assert "\n" not in str(it.value)
        assert "position" in str(it.value)


def turned_from_0(x, p):
    if 0 not in p:
        raise IndexError("no sequence begins")
    return turned(x, p)


def turned_by_a_table(x, p):
    table = pe_lib.positional_encoding(777, D_MODEL)
    return pe_lib.variants.turn_pairs(x, table[p, 0::2], table[p, 1::2])


#: Functions of (x, position_ids), by what a failure names.
SHIFTED = {
    "queries are not turned": lambda x, p: attend(x, turned(x, p), x),
    "different angles": lambda x, p: attend(turned(x, p), turned(x, p, 500.0), x),
    "absolute": lambda x, p: attend(*3 * [x + pe_lib.positional_encoding_at(p, D_MODEL)]),
    "positions are not used": lambda x, p: attend(x, x, x),
    "777": lambda x, p: attend(*2 * [turned_by_a_table(x, p)], x),
    "float16": lambda x, p: attend(*2 * [turned(x, p.astype(np.float16).astype(float))], x),
    "position 0": lambda x, p: attend(*2 * [turned_from_0(x, p)], x),
}


@pytest.mark.parametrize("name", SHIFTED)
def test_what_a_shift_shows_is_named(name):
    with pytest.raises(AssertionError, match=name):
        assert_shift_invariant(SHIFTED[name], ONE)


def test_an_example_that_shows_nothing_is_refused():
    small = 0.001 * np.random.default_rng(0).normal(size=ONE).astype("float32")
    with pytest.raises(AssertionError, match="30"):
        assert_shift_invariant(lambda x, p: attend(turned(x, p), turned(x, p), x), small)


def test_dropout_is_named():
    rng = np.random.default_rng(0)
    with pytest.raises(AssertionError, match="dropout"):
        assert_order_matters(lambda x: x * (rng.random(x.shape) < 0.9), ONE)


def test_the_batch_axis_for_the_tokens_is_named():
    """KasperGroesLudvigsen/influenza_transformer, issue 9; tanjimin/C.Origami, issue 42."""
    table = pe_lib.positional_encoding(512, 32)[:, np.newaxis]

    def encoder(x):
        x = x + table[: x.shape[0]]
        return attend(x, x, x)

    with pytest.raises(AssertionError, match="batch"):
        assert_order_matters(encoder, TWO)


def test_a_layer_without_positions_passes_if_that_is_said():
    def attention(x, cache):
        everything = x if cache is None else np.concatenate([cache, x], axis=1)
        old = everything.shape[1] - x.shape[1]
        visible = np.tri(everything.shape[1], dtype=bool)[old:]
        return attend(x, everything, everything, visible), everything

    with pytest.raises(AssertionError, match="positions are not used"):
        assert_cached_equals_full(lambda x, c: (attention(x, c)[0][:, ::1], attention(x, c)[1]))
    assert_cached_equals_full(attention, order_matters=False)


@pytest.mark.parametrize(
    ("position", "keyword"),
    [(11, "too few"), (13, "too many"), (24, "twice")],
)
def test_the_position_that_the_new_token_got_is_named(position, keyword):
    def attention(x, cache, position_ids=None):
        heads = RotaryHeads() if cache is None else cache
        old = len(heads.keys)
        wrong = np.arange(len(x)) + (position - 12 + old if old else 0)
        if position == 24 and old:
            wrong = np.arange(len(x)) + 2 * old
        ids = wrong if position_ids is None else position_ids
        heads.positions = lambda *_: ids
        return heads(x), heads

    with pytest.raises(AssertionError, match=keyword):
        assert_cached_equals_full(attention, ONE)


def test_a_cache_that_is_not_used_is_named():
    with pytest.raises(AssertionError, match="not used"):
        assert_cached_equals_full(lambda x, cache: (RotaryHeads()(x), "nothing"), ONE)


def test_attention_that_is_not_causal_is_named():
    def attention(x, cache):
        everything = x if cache is None else np.vstack([cache, x])
        t = turned(everything, np.arange(len(everything)))
        return attend(t, t, everything)[-len(x) :], everything

    with pytest.raises(AssertionError, match="not causal"):
        assert_cached_equals_full(attention, ONE)


def test_a_part_without_its_mask_is_named():
    class Unmasked(RotaryHeads):
        def visible(self, mask, documents):
            seen = super().visible(mask, documents)
            return seen if len(self.keys) == self.new else np.ones_like(seen)

        def __call__(self, x, **others):
            self.new = len(x)
            return super().__call__(x, **others)

    with pytest.raises(AssertionError, match="several tokens"):
        assert_cached_equals_full(cached(Unmasked), ONE)


def test_padding_that_is_counted_is_named_where_positions_are_absolute():
    def attention(x, mask):
        x = x + pe_lib.positional_encoding(x.shape[1], x.shape[2])
        return attend(x, x, x, mask[:, np.newaxis] == 1)

    with pytest.raises(AssertionError, match="cumsum"):
        assert_padding_invisible(attention, TWO)
    assert_padding_invisible(attention, TWO, sides=["right"])


def test_one_mask_for_all_texts_is_named():
    def attention(x, mask):
        p = np.maximum(np.cumsum(mask[:1], axis=1) - 1, 0)
        t = turned(x, np.repeat(p, len(x), axis=0))
        return attend(t, t, x, mask[:1, np.newaxis] == 1)

    with pytest.raises(AssertionError, match="for all"):
        assert_padding_invisible(attention, TWO)


def test_packed_documents_with_a_table_begin_again():
    def attention(x, lengths, *, again):
        positions = packed_position_ids(lengths) if again else np.arange(len(x))
        x = x + pe_lib.positional_encoding_at(positions, x.shape[-1])
        return attend(x, x, x, same_document(lengths))

    assert_packed_equals_separate(lambda x, n: attention(x, n, again=True), ONE, [5, 7, 12])
    with pytest.raises(AssertionError, match="document 1"):
        assert_packed_equals_separate(lambda x, n: attention(x, n, again=False), ONE, [5, 7, 12])


def turned_by_length(x, p, trained):
    """Turn by a base that grows with the text, beyond the length of training."""
    return turned(x, p, 10_000.0 * max(1.0, (1 + np.max(p)) / trained) ** 2)


def test_angles_that_depend_on_the_length_are_named():
    def cached(x, cache):
        old, everything = (0, x) if cache is None else (len(cache[0]), np.vstack([cache[1], x]))
        places = np.arange(old, len(everything))
        new = turned_by_length(x, places, 16)
        keys = new if cache is None else np.vstack([cache[0], new])
        visible = np.tri(len(everything), dtype=bool)[old:]
        return attend(new, keys, everything, visible), (keys, everything)

    with pytest.raises(AssertionError, match="length of the text"):
        assert_cached_equals_full(cached, ONE)
    with pytest.raises(AssertionError, match="length of the text"):
        assert_shift_invariant(
            lambda x, p: attend(*2 * [turned_by_length(x, p, 64)], x), ONE, shifts=[1, 3000]
        )


def test_positions_that_stay_in_a_packed_document_are_named():
    def attention(x, lengths):
        p = packed_position_ids(lengths)
        p[lengths[0] :] = 1
        visible = same_document(lengths) & np.tri(len(x), dtype=bool)
        return attend(turned(x, p), turned(x, p), x, visible)

    with pytest.raises(AssertionError, match="do not count"):
        assert_packed_equals_separate(attention, ONE, [12, 12])


# --- Arrays -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_the_function_gets_the_type_of_the_example(dtype):
    seen = set()

    def attention(x, p):
        seen.add((x.dtype.name, p.dtype.kind, p.shape == x.shape[:-1]))
        t = turned(x.astype(float), p)
        return attend(t, t, x.astype(float)).astype(dtype)

    x = 0.4 * np.random.default_rng(0).normal(size=(2, 24, 32)).astype(dtype)
    assert_shift_invariant(attention, x)
    assert seen == {(dtype, "i", True)}


@pytest.mark.slow
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_tensors_go_in_and_out(dtype):
    torch = pytest.importorskip("torch")

    def attention(x, p):
        assert x.dtype == getattr(torch, dtype) and p.dtype == torch.int64
        t = turned(x.detach().double().numpy(), p.numpy())
        out = attend(t, t, x.detach().double().numpy())
        return torch.as_tensor(out).to(x.dtype).requires_grad_(), None

    # Tokens on which positions do much: in 8 bits a small effect would be one of rounding.
    x = 0.4 * np.random.default_rng(2).normal(size=(2, 24, 32))
    assert_shift_invariant(attention, torch.as_tensor(x).to(getattr(torch, dtype)))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: assert_order_matters(3), "function"),
        (lambda: assert_order_matters(lambda x: x, np.ones(3)), "axes"),
        (lambda: assert_order_matters(lambda x: x[:, :1]), "axes"),
        (lambda: assert_order_matters(lambda x: x, np.full((2, 9, 4), np.nan)), "finite"),
        (lambda: assert_shift_invariant(lambda x, p: x, shifts=[0]), "shift"),
        (lambda: assert_shift_invariant(lambda x, p: x, shifts=[]), "shifts"),
        (lambda: assert_padding_invisible(lambda x, m: x, (2, 4, 8)), "tokens"),
        (lambda: assert_padding_invisible(lambda x, m: x, sides=[]), "sides"),
        (
            lambda: assert_cached_equals_full(lambda x, c: x, order_matters=False),
            "cache",
        ),
        (lambda: assert_cached_equals_full(lambda x, c: x, (1, 3, 4)), "4 tokens"),
        (lambda: assert_padding_invisible(lambda x, m: x, sides=["up"]), "sides"),
        (
            lambda: assert_packed_equals_separate(lambda x, n: x, (24, 4), [12, 11]),
            "lengths",
        ),
    ],
)
def test_what_breaks_a_rule_is_refused(call, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call()
