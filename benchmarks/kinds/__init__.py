"""The kinds of tables that bug reports and packages hand to `identify`, by their names."""

from benchmarks.kinds import (  # noqa: F401, each adds its kinds
    coordinates,
    frequencies,
    functions,
    grids,
    no_sinusoids,
    positions,
    wrong_formulas,
)
from benchmarks.kinds.kind import KINDS, Asked

__all__ = ["KINDS", "Asked"]
