"""Every public function refuses what breaks its rules, in words that name the argument.

For each function: arguments that it takes, and what kind each of them is. Each kind has its own
list of values that must be refused, so that no argument is left out.
"""

import inspect

import numpy as np
import pytest

import pe_lib
from pe_book.model import transformer
from pe_book.model.transformer import Task
from pe_lib import addition, checks, heads, practice, variants
from pe_lib.heads import Head
from pe_lib.law import cosine_integral, similarity_integral
from pe_lib.similarity import first_reversal

TABLE = np.random.default_rng(0).normal(size=(9, 4))
NAN, INF = float("nan"), float("inf")
NOT_NUMBERS = ["8", None, 2j, True, {}, object()]
KINDS = {
    # a whole number of at least 1
    "count": [0, -1, 2.5, 8.0, 10**400, NAN, INF, [8], *NOT_NUMBERS],
    # as above, and even
    "even": [0, -2, 7, 2.0, NAN, 10**9, 10**40, *NOT_NUMBERS],
    "width": [0, -2, 2.0, NAN, 10**9, 10**40, *NOT_NUMBERS],
    # a whole number of either sign
    "whole": [2.5, NAN, INF, 10**40, -(10**40), [1], *NOT_NUMBERS],
    "seed": [-1, 2.5, NAN, [1], *NOT_NUMBERS],
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
    "flag": [0, 1, "yes", None],
    "order": [[], [1], [0, 0], [0, 2], [-1, 0], [0.0, 1.0], [True, False], "01", None, 3],
    "encoding": ["alphabet", "", None, 3, ["rope"]],
    "initialization": ["zeros", "", None, 3],
    "head": [None, 3, "head", [np.eye(4), np.eye(4)]],
    "task": ["task", 3, {}],
    "dtype": [int, np.float16, "number", complex],
    "fixed": [3, [1.0], {"nothing": [1.0]}],
    "tokens": [3, [1, 2], [[]], [[0.5, 1.0]], [["a", "b"]], [[-1, 0, 1, 2]], [[0, 1, 2, 99]],
               [[True] * 4], [[0] * 999], None],
}  # fmt: skip


MODEL = transformer.new_model("rope", Task())
CASES = {
    pe_lib.tensor2tensor_encoding: {
        "seq_len": (3, "count"), "d_model": (4, "width"), "base": (9.0, "base"),
    },
    pe_lib.rotation_matrix: {"offset": (3, "real"), "d_model": (4, "even"), "base": (9.0, "base")},
    pe_lib.fit_shift: {"table": (TABLE, "table"), "offset": (1, "whole")},
    pe_lib.similarity: {"offset": (3, "reals"), "d_model": (4, "even"), "base": (9.0, "base")},
    pe_lib.similarity_law: {"offset": (3, "positives"), "base": (9.0, "base")},
    similarity_integral: {"offset": (3, "reals"), "base": (9.0, "base")},
    cosine_integral: {"x": (3, "positives")},
    pe_lib.reversals: {"d_model": (4, "even"), "base": (9.0, "base"), "n_offsets": (9, "count")},
    first_reversal: {"d_model": (4, "even"), "base": (9.0, "base")},
    pe_lib.toeplitz_deviation: {"matrix": (TABLE[:4], "table")},
    pe_lib.attention_weights: {
        "queries": (TABLE, "table"), "keys": (TABLE, "table"), "causal": (True, "flag"),
    },
    pe_lib.attention: {
        "queries": (TABLE, "table"), "keys": (TABLE, "table"), "values": (TABLE, "table"),
        "causal": (True, "flag"),
    },
    pe_lib.permutation_matrix: {"order": ([1, 0], "order")},
    heads.look_back_head: {"offset": (3, "whole"), "d_model": (4, "even"), "base": (9.0, "base")},
    heads.random_head: {"d_model": (4, "width"), "seed": (0, "seed")},
    heads.block_head: {"d_model": (4, "even"), "seed": (0, "seed")},
    heads.block_projection: {"a": ([1.0], "vector"), "b": ([1.0], "vector")},
    heads.scores: {"x": (TABLE, "table"), "head": (Head(np.eye(4), np.eye(4)), "head")},
    heads.head_weights: {
        "x": (TABLE, "table"), "head": (Head(np.eye(4), np.eye(4)), "head"),
        "sharpness": (2.0, "positive"),
    },
    addition.spectrum: {"table": (TABLE, "table")},
    addition.effective_size: {"table": (TABLE, "table"), "share": (0.5, "share")},
    addition.constant_share: {"table": (TABLE, "table")},
    addition.concatenate_then_project: {
        "x": (TABLE[:, :2], "table"), "positions": (TABLE[:, :2], "table"),
        "weights": (np.eye(4), "table"),
    },
    addition.project_then_add: {
        "x": (TABLE[:, :2], "table"), "positions": (TABLE[:, :2], "table"),
        "weights": (np.eye(4), "table"),
    },
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
    variants.interpolated_frequencies: {
        "d_model": (4, "even"), "scale": (2.0, "scale"), "base": (9.0, "base"),
    },
    variants.ntk_base: {"d_model": (4, "even"), "scale": (2.0, "scale"), "base": (9.0, "base")},
    variants.yarn_frequencies: {
        "d_model": (4, "even"), "scale": (2.0, "scale"), "trained_length": (9, "count"),
        "base": (9.0, "base"), "slow_turns": (1.0, "positive"), "fast_turns": (32.0, "positive"),
        "by_pair": (True, "flag"),
    },
    variants.yarn_score_factor: {"scale": (2.0, "scale")},
    transformer.new_model: {
        "encoding": ("rope", "encoding"), "task": (Task(), "task"), "seed": (0, "seed"),
        "dtype": (np.float32, "dtype"),
    },
    transformer.train: {
        "encoding": ("rope", "encoding"), "task": (Task(steps=1), "task"), "seed": (0, "seed"),
        "dtype": (np.float32, "dtype"), "fixed": ({}, "fixed"), "last_start": (0, "seed"),
    },
    transformer.forward: {
        "model": (MODEL, None), "tokens": (np.zeros((2, 5), int), "tokens"), "start": (0, "seed"),
    },
    transformer.loss_and_gradients: {
        "model": (MODEL, None), "tokens": (np.zeros((2, 5), int), "tokens"), "start": (0, "seed"),
    },
    transformer.accuracy_by_position: {
        "model": (MODEL, None), "length": (9, "count"), "n_sequences": (2, "count"),
        "seed": (0, "seed"),
    },
    Task: {
        **{name: (getattr(Task(), name), "count") for name in
           ("length", "look_back", "vocabulary", "max_len", "steps", "batch")},
        "d_model": (64, "even"), "learning_rate": (0.003, "positive"),
    },
}  # fmt: skip
BAD = [
    pytest.param(function, name, value, id=f"{function.__name__}-{name}-{number}")
    for function, arguments in CASES.items()
    for name, (_, kind) in arguments.items()
    for number, value in enumerate(KINDS.get(kind, []))
]
#: What an error may call an argument, where it is a part of something.
ALSO = {"head": "W_q|head", "a": "a and b|a", "b": "a and b|b", "x": "x"}


@pytest.mark.parametrize(("function", "name", "value"), BAD)
def test_an_invalid_argument_is_named(function, name, value):
    arguments = {key: good for key, (good, _) in CASES[function].items()} | {name: value}
    if value is None and inspect.signature(function).parameters[name].default is None:
        function(**arguments)  # left out on purpose
        return
    with pytest.raises((TypeError, ValueError), match=rf"\b({ALSO.get(name, name)})\b"):
        function(**arguments)


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_valid_arguments_are_accepted(function):
    function(**{name: good for name, (good, _) in CASES[function].items()})


def test_every_public_function_is_covered():
    # By name: a run that collects doctests may import a module twice.
    tried = {(function.__module__, function.__name__) for function in CASES}
    public = {
        (module.__name__, name)
        for module in map(inspect.getmodule, CASES)
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_")
    }
    # These work on arrays that their callers have checked.
    unchecked = {("pe_lib.variants", "turn_pairs"), ("pe_lib.attention", "softmax")}
    assert public - tried == unchecked


def test_every_argument_is_covered():
    for function, arguments in CASES.items():
        parameters = set(inspect.signature(function).parameters) - {"progress"}
        assert parameters == set(arguments), function.__name__


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pe_lib.attention([[1.0]], [[1.0, 2.0]], [[1.0]]), "keys must have as many"),
        (lambda: pe_lib.attention([[1.0]], [[1.0]], [[1.0]] * 2), "values must have one row per"),
        (lambda: pe_lib.attention_weights([[1.0]], [[1.0]] * 2, causal=True), "one key per query"),
        (lambda: pe_lib.attention_weights([[1e200]], [[1e200]]), "overflow"),
        (lambda: pe_lib.toeplitz_deviation(np.ones((2, 3))), "matrix must be square"),
        (lambda: pe_lib.fit_shift(TABLE, 9), "offset must be at most 8"),
        (lambda: pe_lib.rotation_matrix(2.0**29, 4), "below 536870912"),
        (lambda: pe_lib.similarity([1, 2.0**29], 4), "offset must be below 536870912"),
        (lambda: pe_lib.tensor2tensor_encoding(3, 1), "d_model must be at least 2"),
        (lambda: pe_lib.tensor2tensor_encoding(2**28, 2**20), "too large"),
        (lambda: heads.block_projection([1.0, 2.0], [1.0]), "one entry per pair each"),
        (lambda: heads.scores(TABLE, Head(np.eye(3), np.eye(3))), "W_q and W_k must have one"),
        (lambda: heads.scores(TABLE, Head(np.eye(4), np.eye(4, 5))), "W_q and W_k must have one"),
        (lambda: addition.spectrum(np.ones((3, 2))), "table must vary"),
        (lambda: addition.constant_share(np.zeros((3, 2))), "other than zero"),
        (lambda: addition.project_then_add(TABLE, TABLE, np.eye(4)), r"4 \+ 4 rows"),
        (lambda: addition.project_then_add(TABLE, TABLE[1:], np.eye(8)), "as many rows"),
        (lambda: variants.rope(np.ones((3, 5))), "number of columns of x must be even"),
        (lambda: variants.rope(TABLE, positions=[1.0]), "one entry per row of x"),
        (lambda: variants.rope_at_frequencies(TABLE, [1.0]), "one entry per pair"),
        (lambda: variants.shaw_scores(TABLE, TABLE, np.ones((4, 4))), "odd number of rows"),
        (lambda: variants.shaw_scores(TABLE, TABLE[1:], np.ones((3, 4))), "have one shape"),
        (lambda: variants.ntk_base(2, 2.0), "at least 4"),
        (lambda: variants.ntk_base(4, 1e300), "scaled base must be at most 1e.300"),
        (lambda: variants.ntk_base(4, 1e149), "scaled base must be at most 1e.300"),
        (lambda: variants.yarn_frequencies(8, 2.0, 9, slow_turns=3.0, fast_turns=2.0), "slow <"),
        (lambda: transformer.accuracy_by_position(MODEL, 3), "length must be at least 4"),
        (lambda: transformer.accuracy_by_position(MODEL, 129), "length must be at most 128"),
        (lambda: Task(length=3), "length must be at least 4"),
        (lambda: Task(max_len=31), "max_len must be at least 32"),
        (
            lambda: transformer.loss_and_gradients(MODEL, np.zeros((1, 3), int)),
            "longer than look_back = 3",
        ),
    ],
)
def test_incompatible_arguments(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: pe_lib.rotation_matrix(1, 64),
        lambda: pe_lib.attention_weights(np.ones((50, 1)), np.ones((50, 1))),
        lambda: pe_lib.attention(np.ones((50, 1)), np.ones((50, 1)), np.ones((50, 1))),
        lambda: pe_lib.permutation_matrix(range(50)),
        lambda: pe_lib.tensor2tensor_encoding(50, 50),
        lambda: pe_lib.reversals(2, n_offsets=2000),
        lambda: pe_lib.positional_encoding_at(range(200), 64),
        lambda: pe_lib.positional_encoding_at(np.zeros(200, np.int8), 64),
        lambda: pe_lib.similarity(range(2000), 2),
        lambda: pe_lib.similarity_law(range(1, 2001)),
        lambda: practice.packed_position_ids([1000, 1000]),
        lambda: practice.same_document([100, 100]),
        lambda: practice.grid_encoding(20, 20, 8),
        lambda: practice.grid_rotation(1, 1, 64),
        lambda: practice.section_axes([1000, 1000]),
        lambda: practice.t5_buckets(range(2000)),
        lambda: practice.to_bfloat16(range(2000)),
        lambda: heads.look_back_head(1, 64),
        lambda: heads.random_head(64),
        lambda: heads.block_head(64),
        lambda: heads.scores(np.ones((50, 1)), Head(np.eye(1), np.eye(1))),
        lambda: variants.learned_encoding(50, 50),
        lambda: variants.alibi_bias(50, 1.0),
        lambda: variants.offsets(50),
        lambda: variants.shaw_scores(np.ones((20, 9)), np.ones((20, 9)), np.ones((1, 9))),
        lambda: transformer.new_model("rope", Task(vocabulary=999)),
        lambda: transformer.new_model("alibi", Task(d_model=2, max_len=50)),
        lambda: transformer.forward(MODEL, np.zeros((10, 100), int)),
        lambda: transformer.accuracy_by_position(MODEL, 100),
        lambda: transformer.train("none", Task(d_model=2, steps=2000)),
        lambda: transformer.train("none", Task(d_model=2, batch=2000)),
    ],
)
def test_an_array_beyond_the_memory_is_refused_in_words(call, monkeypatch):
    monkeypatch.setattr(checks, "available_memory", lambda: 15_000)
    with pytest.raises(ValueError, match="too large for this machine's memory"):
        call()
