"""Every public function refuses what breaks its rules, with an error that names the argument.

For each function: arguments that it takes, and what kind each of them is. Each kind has its own
list of values that must be refused, so that no argument is left out.
"""

import inspect
import math
from functools import partial

import numpy as np
import pytest

import pe_lib
from pe_lib import addition, checks, heads, practice, variants
from pe_lib.heads import Head
from pe_lib.law import cosine_integral, similarity_integral
from pe_lib.similarity import first_reversal

TABLE = np.random.default_rng(0).normal(size=(9, 4))
HEAD = Head(np.eye(4), np.eye(4))
NAN, INF = float("nan"), float("inf")
NOT_NUMBERS = ["8", None, 2j, True, {}, object()]
NOT_WHOLE = [2.5, 8.0, NAN, [8], *NOT_NUMBERS]
KINDS = {
    # a whole number: of at least 1, of at least 0, of either sign
    "count": [0, -1, 10**400, INF, *NOT_WHOLE],
    "index": [-1, 10**400, *NOT_WHOLE],
    "whole": [10**40, -(10**40), INF, *NOT_WHOLE],
    "seed": [-1, *NOT_WHOLE],
    "rows": [0, -1, 2**29 + 1, *NOT_WHOLE],
    "start": [2**29, -(2**29), *NOT_WHOLE],
    "width": [0, -2, 2**20 + 1, 10**40, *NOT_WHOLE],
    "even": [0, -2, 7, 10**9, 10**40, *NOT_WHOLE],
    "base": [1, 0, -10, 0.5, 1e-4, NAN, INF, -INF, [10.0], 10**400, *NOT_NUMBERS],
    "real": [NAN, INF, -INF, [1.0, 2.0], 10**400, *NOT_NUMBERS],
    "positive": [0, -1.0, NAN, INF, [1.0], *NOT_NUMBERS],
    "share": [0, 1, -0.5, 2, NAN, INF, *NOT_NUMBERS],
    "scale": [0, 0.5, -2, 10**400, NAN, INF, [2.0], *NOT_NUMBERS],
    # numbers or arrays of them
    "reals": [NAN, [1.0, INF], ["a"], [[1], [1, 2]], *NOT_NUMBERS],
    "positives": [0, [1, -1], NAN, [1.0, INF], ["a"], *NOT_NUMBERS],
    "vector": [1.0, [], [[1.0]], [NAN], ["a"], *NOT_NUMBERS],
    "table": [1.0, [], [[]], [1.0], [[[1.0]]], [[NAN]], [[INF]], [["a"]], [[1], [1, 2]],
              [[True]], *NOT_NUMBERS],
    "counts": [[0], [1, -1], [1.5], "1", None],
    "sections": [[], [-1], [1.5], "1"],
    "mask": [[[0, 2]], [[0.5]], [["1"]], None],
    "flag": [0, 1, "yes", None],
    "order": [[], [1], [0, 0], [0, 2], [-1, 0], [0.0, 1.0], [True, False], "01", None, 3],
    "initialization": ["zeros", "", None, 3],
    "head": [None, 3, "head", [np.eye(4), np.eye(4)]],
    "dtype": [int, np.float16, "number", complex, ">f8"],
    "out": [np.empty((4, 3)), np.empty((3, 4), np.float32), np.empty((3, 4), ">f8"), [[0.0] * 4]],
}  # fmt: skip

FREQUENCIES = {"d_model": (4, "width"), "base": (9.0, "base")}
EVEN = {"d_model": (4, "even"), "base": (9.0, "base")}
FORM = {"seq_len": (3, "rows"), **FREQUENCIES}
ATTENTION = {"queries": (TABLE, "table"), "keys": (TABLE, "table"), "causal": (True, "flag")}
PROJECTED = {"x": (TABLE, "table"), "positions": (TABLE, "table"), "weights": (np.eye(8), "table")}
SCALED = {"d_model": (4, "even"), "scale": (2.0, "scale"), "base": (9.0, "base")}
LAYOUT = {"weights": (TABLE, "table"), "n_heads": (2, "count")}
#: Each function, a good value of each argument, and the argument's kind.
CASES = {
    pe_lib.positional_encoding: {
        **FORM, "start": (0, "start"), "dtype": (float, "dtype"), "out": (None, "out"),
    },
    pe_lib.positional_encoding_at: {
        "positions": ([3], "reals"), **FREQUENCIES, "dtype": (float, "dtype"),
    },
    pe_lib.angular_frequencies: FREQUENCIES,
    pe_lib.wavelengths: FREQUENCIES,
    pe_lib.positional_encoding_loop: FORM,
    pe_lib.positional_encoding_vectorized: FORM,
    pe_lib.positional_encoding_exp_log: FORM,
    pe_lib.positional_encoding_doubling: FORM,
    pe_lib.tensor2tensor_encoding: FORM,
    pe_lib.rotation_matrix: {"offset": (3, "real"), **EVEN},
    pe_lib.fit_shift: {"table": (TABLE, "table"), "offset": (1, "whole")},
    pe_lib.similarity: {"offset": (3, "reals"), **EVEN},
    pe_lib.similarity_law: {"offset": (3, "positives"), "base": (9.0, "base")},
    similarity_integral: {"offset": (3, "reals"), "base": (9.0, "base")},
    cosine_integral: {"x": (3, "positives")},
    pe_lib.reversals: {**EVEN, "n_offsets": (9, "count")},
    first_reversal: EVEN,
    pe_lib.toeplitz_deviation: {"matrix": (TABLE[:4], "table")},
    pe_lib.attention_weights: ATTENTION,
    pe_lib.attention: {**ATTENTION, "values": (TABLE, "table")},
    pe_lib.permutation_matrix: {"order": ([1, 0], "order")},
    heads.look_back_head: {"offset": (3, "whole"), **EVEN},
    heads.random_head: {"d_model": (4, "width"), "seed": (0, "seed")},
    heads.block_head: {"d_model": (4, "even"), "seed": (0, "seed")},
    heads.block_projection: {"a": ([1.0], "vector"), "b": ([1.0], "vector")},
    heads.scores: {"x": (TABLE, "table"), "head": (HEAD, "head")},
    heads.head_weights: {
        "x": (TABLE, "table"), "head": (HEAD, "head"), "sharpness": (2.0, "positive"),
    },
    addition.spectrum: {"table": (TABLE, "table")},
    addition.effective_size: {"table": (TABLE, "table"), "share": (0.5, "share")},
    addition.constant_share: {"table": (TABLE, "table")},
    addition.concatenate_then_project: PROJECTED,
    addition.project_then_add: PROJECTED,
    addition.embedding_norm: {
        "vocabulary": (9, "count"), "d_model": (4, "width"),
        "initialization": ("gpt2", "initialization"), "scaled": (True, "flag"),
    },
    variants.rope: {
        "x": (TABLE, "table"), "base": (9.0, "base"), "positions": (np.arange(9), "vector"),
    },
    variants.rope_at_frequencies: {
        "x": (TABLE, "table"), "frequencies": ([1.0, 0.1], "vector"),
        "positions": (np.arange(9), "vector"),
    },
    variants.learned_encoding: {
        "max_len": (9, "count"), "d_model": (4, "width"), "seed": (0, "seed"),
    },
    variants.shaw_scores: {
        "queries": (TABLE, "table"), "keys": (TABLE, "table"), "relative": (TABLE, "table"),
    },
    variants.alibi_slopes: {"n_heads": (4, "count")},
    variants.alibi_bias: {"length": (4, "count"), "slope": (0.5, "positive")},
    variants.offsets: {"length": (4, "count")},
    variants.interpolated_frequencies: SCALED,
    variants.ntk_base: SCALED,
    variants.yarn_frequencies: {
        **SCALED, "trained_length": (9, "count"), "slow_turns": (1.0, "positive"),
        "fast_turns": (32.0, "positive"), "by_pair": (True, "flag"),
    },
    variants.yarn_score_factor: {"scale": (2.0, "scale")},
    practice.pairs_to_halves: LAYOUT,
    practice.halves_to_pairs: LAYOUT,
    practice.position_ids: {"mask": ([[0, 1, 1]], "mask"), "n_cached": (1, "index")},
    practice.packed_position_ids: {"lengths": ([2, 3], "counts")},
    practice.same_document: {"lengths": ([2, 3], "counts")},
    practice.t5_buckets: {
        "offsets": ([1, -3], "reals"), "n_buckets": (32, "count"), "max_distance": (128, "count"),
        "causal": (True, "flag"),
    },
    practice.grid_encoding: {
        "height": (2, "count"), "width": (3, "count"), "d_model": (8, "even"),
        "base": (9.0, "base"),
    },
    practice.grid_rotation: {
        "down": (1, "real"), "across": (1, "real"), "d_model": (8, "even"), "base": (9.0, "base"),
    },
    practice.section_axes: {"sections": ([2, 3], "sections"), "interleaved": (True, "flag")},
    practice.to_bfloat16: {"x": ([1.0], "reals")},
}  # fmt: skip
EVERY_ARGUMENT = [
    pytest.param(function, name, kind, id=f"{function.__name__}-{name}")
    for function, arguments in CASES.items()
    for name, (_, kind) in arguments.items()
]
#: What an error may call an argument that is a part of something.
ALSO = {
    "head": "W_q|head", "a": "a and b|a", "b": "a and b|b", "down": "offset", "across": "offset",
    "n_heads": "n_heads|heads", "n_buckets": "n_buckets|max_distance",
    "height": "height|memory", "width": "width|memory",
}  # fmt: skip


@pytest.mark.parametrize(("function", "name", "kind"), EVERY_ARGUMENT)
def test_an_invalid_argument_is_named(function, name, kind):
    good = {key: value for key, (value, _) in CASES[function].items()}
    optional = inspect.signature(function).parameters[name].default is None
    for value in KINDS[kind]:
        if value is None and optional:
            continue
        with pytest.raises((TypeError, ValueError), match=rf"\b({ALSO.get(name, name)})\b"):
            function(**good | {name: value})
            pytest.fail(f"{name}={value!r} is accepted")


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_valid_arguments_are_accepted_and_none_is_left_out(function):
    assert set(inspect.signature(function).parameters) == set(CASES[function])
    function(**{name: good for name, (good, _) in CASES[function].items()})


#: These work on arrays that their callers have checked.
UNCHECKED = {
    "turn_pairs", "rope_frequencies", "yarn_ramp", "kept_by_pair", "kept_by_turns",
    "scaled_by_part", "softmax", "block_rows",
}  # fmt: skip


def test_every_public_function_is_covered():
    # By name: a run that collects doctests may import a module twice.
    tried = {(function.__module__, function.__name__) for function in CASES}
    public = {
        (module.__name__, name)
        for module in map(inspect.getmodule, CASES)
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_")
    }
    assert {name for _, name in public - tried} == UNCHECKED


FAR = 2**29
LONG = np.tile(np.eye(4), (7, 1))[:27]
UP, DOWN = (lambda x: math.nextafter(x, math.inf)), (lambda x: math.nextafter(x, -math.inf))
yarn = partial(variants.yarn_frequencies, 8, 2.0)
#: A function of one argument, the last value that it takes, the first that it refuses, a keyword.
EDGES = [
    (checks.check_d_model, 2**20, 2**20 + 1, "d_model"),
    (lambda b: pe_lib.wavelengths(4, b), UP(1.0), 1.0, "base"),
    (lambda b: pe_lib.wavelengths(4, b), 1e300, UP(1e300), "base"),
    (lambda p: pe_lib.positional_encoding(2, 4, start=p), FAR - 2, FAR - 1, "last position"),
    (lambda p: pe_lib.positional_encoding_at([p], 4), DOWN(FAR), float(FAR), "positions"),
    (lambda k: pe_lib.rotation_matrix(k, 4), DOWN(FAR), float(FAR), "below"),
    (lambda k: pe_lib.similarity(k, 4), UP(-FAR), -float(FAR), "offset"),
    (lambda k: heads.look_back_head(k, 4), 1 - FAR, -FAR, "offset"),
    (lambda k: pe_lib.fit_shift(LONG, k), 23, 27, "offset"),
    (lambda n: pe_lib.fit_shift(LONG[:n], 3), 7, 6, "rows"),
    (lambda n: pe_lib.reversals(4, n_offsets=n), 2, 1, "n_offsets"),
    (variants.alibi_slopes, 2**20, 2**20 + 1, "n_heads"),
    (lambda s: variants.interpolated_frequencies(4, s), 1.0, DOWN(1.0), "scale"),
    (lambda d: variants.ntk_base(d, 2.0), 4, 2, "d_model"),
    (lambda s: yarn(9, fast_turns=s), UP(1.0), 1.0, "fast_turns"),
    (lambda n: practice.t5_buckets([1], n_buckets=n), 4, 3, "n_buckets"),
    (lambda n: practice.t5_buckets([1], n_buckets=8, max_distance=n), 8, 7, "max_distance"),
    (lambda n: practice.position_ids([[1, 1, 1]], n), 3, 4, "n_cached"),
    (lambda d: practice.grid_encoding(2, 2, d), 4, 6, "multiple of 4"),
    (lambda n: practice.pairs_to_halves(np.ones((3, 4)), n), 2, 3, "columns"),
    (lambda d: pe_lib.tensor2tensor_encoding(3, d), 2, 1, "d_model"),
]


@pytest.mark.parametrize(("function", "inside", "outside", "keyword"), EDGES)
def test_the_last_value_inside_passes_and_the_first_outside_is_refused(
    function, inside, outside, keyword
):
    function(inside)
    with pytest.raises(ValueError, match=keyword):
        function(outside)


@pytest.mark.parametrize(
    ("call", "keyword"),
    [
        (lambda: pe_lib.attention([[1.0]], [[1.0, 2.0]], [[1.0]]), "keys"),
        (lambda: pe_lib.attention([[1.0]], [[1.0]], [[1.0]] * 2), "values"),
        (lambda: pe_lib.attention_weights([[1.0]], [[1.0]] * 2, causal=True), "key"),
        (lambda: pe_lib.attention_weights([[1e200]], [[1e200]]), "overflow"),
        (lambda: pe_lib.toeplitz_deviation(np.ones((2, 3))), "square"),
        (lambda: heads.block_projection([1.0, 2.0], [1.0]), "a and b"),
        (lambda: heads.scores(TABLE, Head(np.eye(3), np.eye(3))), "W_q"),
        (lambda: heads.scores(TABLE, Head(np.eye(4), np.eye(4, 5))), "W_k"),
        (lambda: addition.spectrum(np.ones((3, 2))), "table"),
        (lambda: addition.constant_share(np.zeros((3, 2))), "zero"),
        (lambda: addition.project_then_add(TABLE, TABLE, np.eye(4)), "rows"),
        (lambda: addition.project_then_add(TABLE, TABLE[1:], np.eye(8)), "rows"),
        (lambda: variants.rope(np.ones((3, 5))), "even"),
        (lambda: variants.rope(TABLE, positions=[1.0]), "row"),
        (lambda: variants.rope_at_frequencies(TABLE, [1.0]), "pair"),
        (lambda: variants.shaw_scores(TABLE, TABLE, np.ones((4, 4))), "odd"),
        (lambda: variants.shaw_scores(TABLE, TABLE[1:], np.ones((3, 4))), "shape"),
        (lambda: variants.ntk_base(4, 1e300), "scaled base"),
        (lambda: practice.pairs_to_halves(np.ones((2, 6)), 2), "even"),
    ],
)
def test_arguments_that_do_not_fit_together_are_refused(call, keyword):
    with pytest.raises(ValueError, match=keyword):
        call()


# ---- memory


@pytest.mark.parametrize(
    "call",
    [
        lambda: pe_lib.positional_encoding(50, 50),
        lambda: pe_lib.attention_weights(np.ones((50, 1)), np.ones((50, 1))),
        lambda: pe_lib.reversals(2, n_offsets=2000),
        lambda: pe_lib.positional_encoding_at(range(200), 64),
        lambda: pe_lib.similarity(range(2000), 2),
        lambda: practice.same_document([100, 100]),
        lambda: practice.t5_buckets(range(2000)),
        lambda: heads.scores(np.ones((50, 1)), Head(np.eye(1), np.eye(1))),
        lambda: variants.shaw_scores(np.ones((20, 9)), np.ones((20, 9)), np.ones((1, 9))),
    ],
)
def test_an_array_beyond_the_memory_is_refused(call, monkeypatch):
    monkeypatch.setattr(checks, "available_memory", lambda: 15_000)
    with pytest.raises(ValueError, match="memory"):
        call()


def test_an_array_as_large_as_the_memory_is_made(monkeypatch):
    monkeypatch.setattr(checks, "available_memory", lambda: 32)
    checks.check_memory((4, 2), np.float32)
    with pytest.raises(ValueError, match="memory"):
        checks.check_memory((5, 2), np.float32)


def test_an_array_that_the_system_refuses_is_refused_as_one_beyond_the_memory(monkeypatch):
    def refuse(*_):
        raise MemoryError

    monkeypatch.setattr(checks.np, "empty", refuse)
    with pytest.raises(ValueError, match="memory"):
        checks.new_table((2**17, 2**10))


# ---- out


def as_table(*strides):
    """Return an array of shape (3, 4) on memory that is large enough for these strides."""
    return np.lib.stride_tricks.as_strided(np.zeros(99), (3, 4), [8 * step for step in strides])


@pytest.mark.parametrize("strides", [(0, 1), (1, 0), (3, 1), (1, 1), (1, 2), (2, 2), (2, 1)])
def test_out_must_not_overlap_itself(strides):
    with pytest.raises(ValueError, match="overlap"):
        pe_lib.positional_encoding(3, 4, out=as_table(*strides))


@pytest.mark.parametrize("strides", [(4, 1), (1, 3), (9, 2), (4, 3), (2, 3), (5, 1)])
def test_out_may_have_any_strides_without_overlap(strides):
    out = as_table(*strides)
    pe_lib.positional_encoding(3, 4, out=out)
    assert np.array_equal(out, pe_lib.positional_encoding(3, 4))


def test_out_must_be_writable():
    out = np.empty((3, 4))
    out.flags.writeable = False
    with pytest.raises(ValueError, match="writable"):
        pe_lib.positional_encoding(3, 4, out=out)


# ---- what is accepted


def test_numbers_of_numpy_become_those_of_python():
    for value in (3, np.int8(3), np.uint64(3), np.array(3)):
        assert type(checks.check_int(value, "n", low=1)) is int
    for value in (2, 2.5, np.float32(2.5), np.int64(2), np.array(2.5)):
        assert type(checks.check_float(value, "x")) is float


def test_real_arrays_keep_their_shape_and_become_float64():
    for value in ([[1, 2]], np.ones((1, 2), np.float16), np.ones((1, 2), np.uint8), ((1, 2.5),)):
        array = checks.real_array(value, "x")
        assert (array.dtype, array.shape) == (np.float64, (1, 2))
