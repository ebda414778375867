"""The numbers in the prose of chapter 6."""

import numpy as np

from pe_book.exercises.exchange import ENOUGH
from pe_book.model.experiments import seeds
from pe_book.model.experiments.three_back import TEST_LENGTH, split, stored
from pe_book.model.sentences import TRAINED_WORDS, examine
from pe_book.model.sentences.model import ROPE_BASE
from pe_book.model.sentences.stored import measurements, nouns_right, trained
from pe_book.model.transformer import Task
from pe_book.ported.seeded_random import seeded_rows
from pe_lib import addition, heads, positional_encoding

D = 512
#: Of the variant with random starts in training.
LATEST_START = 47


def interval(shares):
    """Return the mean of the seeds' shares, and half the width of its interval."""
    return [float(part) for part in seeds.interval(shares).split("±")]


def constant_share_in_thirds(length):
    """Return how many thirds of the table's energy are one constant row."""
    return 3 * addition.constant_share(positional_encoding(length, D))


def times_shorter(tokens):
    """Return how many times a scaled Xavier embedding is shorter than a row."""
    return np.sqrt(D / 2) / addition.embedding_norm(tokens, D, "xavier_uniform")


def dimension_of_what_keeps_the_structure(length, d):
    """Return how many dimensions the matrices A have with t_m A t_n a function of n - m alone."""
    table = positional_encoding(length, d)
    # Rows of one offset, as linear functions of the entries of A, less the first of them.
    conditions = []
    for k in range(1 - length, length):
        products = [
            np.outer(table[m], table[m + k]).ravel()
            for m in range(max(0, -k), min(length, length - k))
        ]
        conditions += [product - products[0] for product in products[1:]]
    sizes = np.linalg.svd(np.array(conditions), compute_uv=False)
    return int((sizes < 1e-12 * sizes[0]).sum())


def looks_at(offset, length):
    """Return how far back a head looks from position 30 with words of that length added."""
    words = seeded_rows("words", 64, D)
    words *= length / np.linalg.norm(words, axis=1, keepdims=True)
    rows = positional_encoding(64, D) + words
    return 30 - int(heads.scores(rows, heads.look_back_head(offset, D))[30].argmax())


ROWS = positional_encoding(64, D)
LOOK_BACK_SCORES = heads.scores(ROWS, heads.look_back_head(3, D))[30]
NORMS = {
    kind: addition.embedding_norm(32_000, D, kind, scaled=False)
    for kind in ("standard_normal", "inverse_sqrt")
}
MEASURED = {name: found["result"] for name, found in measurements().items()}


def left(kind, stage):
    """Return the least and the largest R squared of the seeds at a stage."""
    found = [r_squared for _, r_squared in MEASURED["position_after_each_block"][kind][stage]]
    return min(found), max(found)


def at_least(*shares):
    """Return the least of some seeds' shares, rounded down."""
    return np.floor(100 * min(map(min, shares))) / 100


def first_start(wanted):
    """Return the first start from which the dog and the cat are read as wanted."""
    readings = (examine("the dog chased the cat", start=start) for start in range(7))
    return next(start for start, reading in enumerate(readings) if wanted(reading))


def dog_unsure(reading):
    return reading.probabilities[1].max() < 2 / 3


def nobody_acts(reading):
    sure = reading.probabilities[[1, 4]].max(axis=1).min() > 0.95
    return sure and reading.labels[1] == reading.labels[4] == "acted upon"


def of_random_starts(least, most):
    """Return the shares of nouns that the seeds trained with random starts get right."""
    found = MEASURED["random_starts"]["sinusoidal"]["words"][f"{least}-{most}"]
    return [share for share, _ in found]


def first_block():
    """Return W_q and W_k of each head of the first block, (4, 2, 32, 8)."""
    weights = trained("sinusoidal").weights
    projections = weights["0.norm1.scale"][:, np.newaxis] * weights["0.qkv"]
    return projections.reshape(32, 3, 4, 8)[:, :2].transpose(2, 1, 0, 3)


def alike(head, later):
    """Return the correlation of a head's scores of rows 0 to 15 with those of later rows."""
    w_q, w_k = head
    rows = [positional_encoding(16, 32, start=start) for start in (0, later)]
    found = [(t @ w_q) @ (t @ w_k).T for t in rows]
    return np.corrcoef(*map(np.ravel, found))[0, 1]


SPANNED = np.linalg.matrix_rank(positional_encoding(TRAINED_WORDS, 32))
HEADS = first_block()
HEAD_CORRELATIONS = [alike(head, 4) for head in HEADS]
RIGHT_BY_FACTOR = {float(factor): shares for factor, shares in MEASURED["loudness"].items()}
TARGETS = ("itself", "verb", "was, by", "other noun")


def between(low, high):
    """Return the shares of nouns for all factors from one to another one."""
    factors = sorted(RIGHT_BY_FACTOR)
    return [RIGHT_BY_FACTOR[x] for x in factors[factors.index(low) : factors.index(high) + 1]]


#: The head that looks past the other noun, counted from one.
BLOCK, HEAD = 2, 3
ATTENTION_SHARES = {
    what: shares[BLOCK - 1][HEAD - 1]
    for what, shares in MEASURED["where_nouns_look"]["sinusoidal"].items()
}
ATTENTION_SHARES_ALL_ALIKE = {
    what: shares[0][0] for what, shares in MEASURED["where_nouns_look"]["all alike"].items()
}
EXCHANGED = MEASURED["rows_exchanged"]
OFFSET_SHARES = MEASURED["offset_share"]
SINUSOID = split(stored()["sinusoid"])
