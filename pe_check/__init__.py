"""Checks for your own positional encoding, on top of pe_lib.

- `identify`: which rule made a table, from its entries alone
- `config`: what a config.json of transformers makes of positions, layer by layer
- `compare`: two tables, or two RoPE functions: the steps from one to the other
- `testing`: assertions for attention, caches, batches and tables
- `arrays`: arrays of numpy, torch and jax, to numpy and back
- `__main__`: the command pe-check, such as `pe-check identify table.npy`
"""

from pe_check.compare import compare_rope, diff
from pe_check.config import inspect_config
from pe_check.identify import identify

__all__ = ["compare_rope", "diff", "identify", "inspect_config"]
