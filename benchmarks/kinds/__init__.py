"""The kinds of tables that bug reports and packages hand to `identify`, by their names."""

from benchmarks.kinds import grids, others, rope_tables
from benchmarks.kinds.draw import Asked, Draw

KINDS = others.TABLES | rope_tables.TABLES | grids.TABLES

__all__ = ["KINDS", "Asked", "Draw"]
