"""Other ways to tell a Transformer about order, each in a few lines.

Some change the input (learned positions), some the scores (relative positions, ALiBi), one turns
queries and keys (RoPE), and one does nothing (no position at all, NoPE: plain attention). All
work with positions counted from 0 and a single head, shapes (length, d).
"""

from pe_lib.variants.learned import learned_encoding
from pe_lib.variants.relative import alibi_bias, alibi_slopes, offsets, shaw_scores
from pe_lib.variants.rotary import rope, rope_at_frequencies, turn_pairs
from pe_lib.variants.scaling import (
    interpolated_frequencies,
    ntk_base,
    yarn_frequencies,
    yarn_score_factor,
)

__all__ = [
    "alibi_bias",
    "alibi_slopes",
    "interpolated_frequencies",
    "learned_encoding",
    "ntk_base",
    "offsets",
    "rope",
    "rope_at_frequencies",
    "shaw_scores",
    "turn_pairs",
    "yarn_frequencies",
    "yarn_score_factor",
]
