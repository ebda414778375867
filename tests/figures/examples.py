"""An example of each figure: the arguments that it is drawn with, and what is drawn of them."""

from functools import cache
from importlib import import_module

import numpy as np

import pe_lib
from pe_book.data import measured
from pe_book.model.experiments import three_back
from pe_book.model.sentences import examine
from pe_lib import heads
from pe_lib.practice import t5_buckets

TABLE = pe_lib.positional_encoding(64, 64)
RNG = np.random.default_rng(0)
WORDS = "the dog chased another dog".split()
THREE, BACKWARD = ["dog", "chased", "cat"], ["cat", "chased", "dog"]
WEIGHTS = pe_lib.attention_weights(*[np.array([[1.0, 0], [0, 1], [2, 1]])] * 2)
READINGS = [
    examine(sentence, "none") for sentence in ("the dog chased the cat", "the cat chased the dog")
]
OUTPUTS, ORDER = RNG.normal(size=(5, 4)), [3, 0, 4, 1, 2]
COUNT = np.arange(32)[:, np.newaxis]
EIGHT = 2 * np.pi * 10_000 ** (np.arange(8) / 8)
FAR = np.arange(1, 2001)
CURVES = {
    base: np.cos(np.outer(FAR, base ** -(np.arange(64) / 64))).mean(axis=1)
    for base in (100.0, 1e4, 1e6)
}
THREE_BACK = pe_lib.attention_weights(8 * TABLE[:12] @ pe_lib.rotation_matrix(-3, 64).T, TABLE[:12])
MATRICES = {"alone": TABLE @ TABLE.T, "random": heads.scores(TABLE, heads.random_head(64))}
BACK = np.array([[[0, 1, 2, 3, 3, 9, 6, 6]] * 2])
OFFSETS = np.arange(-40, 41)
OMEGA = 10_000 ** -(np.arange(64) / 64)
LATE = {"table": {0: [1.0, 0.98], 3: [0.2, 0.4], 8: [0.9, 0.7]}, "RoPE": {0: [1.0], 8: [0.99]}}
BIASES = {"slope 1/2": -abs(OFFSETS) / 2, "slope 1/8": -abs(OFFSETS) / 8}
DIVISORS = {"YaRN": np.repeat([1.0, 4], 32), "turned around": np.repeat([4.0, 1], 32)}
ROUNDED = np.where(COUNT > 20, COUNT // 2 * 2, COUNT)
NORMS = {"the formula": TABLE, "ones": np.ones((64, 64))}
DISTANCES = np.arange(200)
BUCKETS = {"causal": t5_buckets(-DISTANCES, causal=True), "no mask": t5_buckets(-DISTANCES)}

ARGUMENTS = {
    "chapter_1.read_twice": lambda: (READINGS,),
    "chapter_1.weights_of_a_word": lambda: (
        [THREE, BACKWARD],
        [WEIGHTS, WEIGHTS[::-1, ::-1]],
        "dog",
    ),
    "chapter_1.moved": lambda: (WORDS, ORDER, OUTPUTS, OUTPUTS[ORDER]),
    "chapter_2.two_heights": lambda: (0.1, 5, 26),
    "chapter_2.added": lambda: (
        WORDS,
        RNG.normal(size=(4, 8))[[0, 1, 2, 3, 1]],
        pe_lib.positional_encoding(5, 8),
    ),
    "chapter_3.arcs": lambda: (EIGHT, 100),
    "chapter_3.margins": lambda: ({d: pe_lib.positional_encoding(1001, d) for d in (2, 8, 64)},),
    "chapter_3.bases": lambda: (CURVES,),
    "chapter_4.looks_back": lambda: (THREE_BACK, 3),
    "chapter_5.measured_times": lambda: (measured.table_benchmark(), (8192, 1024)),
    "chapter_6.directions": lambda: ({50: TABLE[:50]},),
    "chapter_6.head": lambda: (
        heads.head_weights(TABLE, heads.look_back_head(3, 64), sharpness=30),
        3,
    ),
    "chapter_6.score_matrices": lambda: (MATRICES,),
    "chapter_11.accuracy": lambda: (three_back.stored(), 32, 1 / 16),
    "chapter_11.where_it_looks": lambda: (BACK, 3, 5),
    "chapter_7.biases": lambda: (BIASES, OFFSETS),
    "chapter_7.late_starts": lambda: (LATE, 0.5),
    "chapter_7.divided": lambda: (DIVISORS,),
    "chapter_9.off_by": lambda: (COUNT[:, 0], ROUNDED[:, 0]),
    "chapter_8.norms": lambda: (NORMS,),
    "chapter_10.buckets": lambda: (DISTANCES, BUCKETS),
    "chapter_10.months": lambda: ((31, 30),),
}


@cache
def drawn(name):
    """Return the matplotlib figure that a function of pe_book.figures draws, and the picture."""
    chapter, _, function = name.partition(".")
    module = import_module(f"pe_book.figures.{chapter}")
    given, real = [], module.picture
    module.picture = lambda figure, **texts: given.append(figure) or real(figure, **texts)
    try:
        shown = getattr(module, function)(*ARGUMENTS[name]())
    finally:
        module.picture = real
    return given[0], shown


def explained(table):
    """Return the share of the variance along the first directions."""
    variance = np.linalg.svd(table - table.mean(axis=0), compute_uv=False) ** 2
    return np.cumsum(variance) / variance.sum()


def panels(name):
    return drawn(name)[0].axes
