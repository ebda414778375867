"""Assertions for attention, caches, batches and tables, in any test; numpy is enough.

- `function`: the function under test; numpy, torch or jax arrays in and out
- `failure`: where two outputs differ most, in one line
- `order`: positions count, and shifts do not
- `baseline`: what the next two share, which compare a text with itself alone
- `cached`, `batched`: from a cache, padded or packed as alone
- `calls`: the same after other calls
- `tables`: a table, or the turns of RoPE, beside a reference
"""

from pe_check.testing.batched import assert_packed_equals_separate, assert_padding_invisible
from pe_check.testing.cached import assert_cached_equals_full
from pe_check.testing.calls import assert_calls_independent
from pe_check.testing.order import assert_order_matters, assert_shift_invariant
from pe_check.testing.tables import (
    assert_matches,
    assert_rope_matches,
    assert_rows_differ,
    assert_shift_is_linear,
)

__all__ = [
    "assert_cached_equals_full",
    "assert_calls_independent",
    "assert_matches",
    "assert_order_matters",
    "assert_packed_equals_separate",
    "assert_padding_invisible",
    "assert_rope_matches",
    "assert_rows_differ",
    "assert_shift_invariant",
    "assert_shift_is_linear",
]
