"""Two implementations side by side: what has to be done to one to get the other.

- `rope_function`: what a function that applies RoPE turns
- `rope`: two such functions
- `tables`: two tables
"""

from pe_check.compare.rope import RopeDifference, compare_rope
from pe_check.compare.tables import TableDifference, diff

__all__ = ["RopeDifference", "TableDifference", "compare_rope", "diff"]
