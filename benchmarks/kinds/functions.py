"""Functions of length and width in place of a table."""

from typing import Any

import numpy as np

from benchmarks.kinds.kind import Asked, Rng, kind


@kind
def a_function_that_switches(rng: Rng) -> Asked:
    """LongRoPE and dynamic scaling: other frequencies beyond the trained length."""
    trained, factor = int(rng.choice([2048, 4096])), float(rng.choice([2, 4]))

    def table(seq_len: int, d_model: int) -> Any:
        base = 10_000.0
        if seq_len > trained:
            by = factor * seq_len / trained - (factor - 1)
            base *= by ** (d_model / (d_model - 2))
        a = np.outer(np.arange(seq_len), base ** (-np.arange(0, d_model, 2) / d_model))
        return np.cos(np.hstack([a, a])), np.sin(np.hstack([a, a]))

    return Asked(table, ("RoPE", rf"{trained:,}", "10,000"))


@kind
def a_rope_function_of_one_array(rng: Rng) -> Asked:
    def table(seq_len: int, d_model: int) -> Any:
        a = np.outer(np.arange(seq_len), 10_000 ** (-np.arange(0, d_model, 2) / d_model))
        return np.hstack([np.cos(a), np.sin(a)]).reshape(seq_len, d_model)

    return Asked(table, ("10,000", "cosines? first"))
