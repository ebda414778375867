"""The numbers in the prose of chapter 6."""

import numpy as np

from pe_book.experiment import LENGTHS, TEST_LENGTH, best_without_order, stored
from pe_lib import addition, positional_encoding
from pe_lib.transformer import Task
from pe_lib.variants import alibi_slopes
from tests.claims import Claim

TASK = Task()
D = 512
SLOPE = float(alibi_slopes(1)[0])


def constant_share_in_thirds(length):
    """Return how many thirds of the table's energy are one constant row, in words."""
    return {2: "two"}[round(3 * addition.constant_share(positional_encoding(length, D)))]


def times_shorter():
    """Return how many times a scaled Xavier embedding is shorter than a row, in words."""
    ratio = np.sqrt(D / 2) / addition.embedding_norm(32_000, D, "xavier_uniform")
    return {4: "four"}[round(ratio)]


CLAIMS = [
    Claim("which is {:.0f} for $d = {}$", np.sqrt(D / 2), D),
    Claim("the unscaled embedding has length one against {:.0f}", np.sqrt(D / 2)),
    Claim(
        "With Xavier and {:,} tokens even the scaled embedding is {} times shorter",
        32_000,
        times_shorter,
    ),
    Claim(
        "At length {}, {} thirds of the energy that is added is the same for every position",
        50,
        lambda: constant_share_in_thirds(50),
    ),
    Claim("embeddings of width {}", TASK.d_model),
    Claim(
        "It is trained on sequences of {} tokens and then tested on {}. "
        "Positions {} to {} are new to it.",
        TASK.length,
        TEST_LENGTH,
        TASK.length,
        TEST_LENGTH - 1,
    ),
    Claim(
        "name the most frequent of the others, which is right in {:.2f} of the cases; "
        "a blind guess is right once in {}. It reaches the {:.2f}.",
        lambda: best_without_order(TEST_LENGTH, TASK.vocabulary),
        TASK.vocabulary,
        lambda: stored()["none"][:, TASK.look_back :].mean(),
    ),
    Claim(
        "gets the slope {}/{:.0f}, which takes at most {:.2f} off a score within {} positions",
        1,
        1 / SLOPE,
        SLOPE * (TEST_LENGTH - 1),
        TEST_LENGTH,
    ),
    Claim(
        "stay right, up to length {longest}. With RoPE it is the other way around. "
        "New positions do not matter; but at length {longest} it slips, at old positions more "
        "than at new ones. There are keys {first_new} and more positions away",
        longest=LENGTHS[-1],
        first_new=TASK.length,
    ),
    Claim("on the {} rows that it saw", TASK.length),
    Claim("The rotation exists at position {} as it does at {}.", 40, 20),
    Claim("trained with {} tokens and saw the perplexity get worse", 512),
]
ALLOWED = [r"takes about \d+ minutes"]
