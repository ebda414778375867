"""Tables of a wrong formula, or with a wrong entry."""

import numpy as np

from benchmarks.kinds.kind import Asked, Rng, kind, length, width
from benchmarks.kinds.programs import interleaved, ladder
from pe_book.mistakes.implementations import column_as_pair


@kind
def one_frequency(rng: Rng) -> Asked:
    """Integer division makes every exponent 0."""
    table = interleaved(np.outer(np.arange(length(rng)), np.ones(width(rng) // 2)))
    return Asked(table, ("one frequency for all pairs",), mistakes=("one frequency",))


@kind
def sine_plus_cosine(rng: Rng) -> Asked:
    n, d = length(rng, 64, 200), width(rng, 24, 32, 64)
    a = np.outer(np.arange(n), 1e4 ** (-2 * np.arange(d) / d))
    return Asked(np.sin(a) + np.cos(a), ("sum|plus", "cosine", "2c/d"), mistakes=("",))


@kind
def exponents_of_the_column_less_one(rng: Rng) -> Asked:
    n, d = length(rng, 64, 200), width(rng, 24, 32, 64)
    c = np.arange(d)
    a = np.outer(np.arange(n), 1e4 ** (-(2 * c - c % 2) / d))
    table = np.where(c % 2, np.cos(a), np.sin(a))
    return Asked(table, ("2c/d", r"\(?2c ?- ?1\)?/d"), mistakes=("",))


@kind
def column_for_pair_after_a_zero_row(rng: Rng) -> Asked:
    n, d = length(rng, 64, 200), width(rng, 24, 32, 64)
    table = column_as_pair(n, d)
    table[0] = 0
    return Asked(table, ("2c/d", "row 0 is zero"), mistakes=("column as pair",))


@kind
def one_wrong_entry(rng: Rng) -> Asked:
    n, d = length(rng), width(rng)
    table = interleaved(np.outer(np.arange(n), ladder(d)))
    row, column = int(rng.integers(n)), int(rng.integers(d))
    table[row, column] += rng.choice([-0.5, 0.3])
    return Asked(table, ("The paper's table", rf"row {row}, column {column}\b"), mistakes=("",))


@kind
def a_hundred_times_in_whole_numbers(rng: Rng) -> Asked:
    table = interleaved(np.outer(np.arange(length(rng)), ladder(width(rng))))
    return Asked((table * 100).round().astype(int), (r"\b100 times", "whole numbers"))
