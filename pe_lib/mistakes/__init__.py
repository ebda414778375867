"""Mistakes in circulation: wrong implementations, wrong sentences, and what catches each."""

from pe_lib.mistakes.battery import CHECKS, Check, CheckMatrix, check_matrix, run_checks
from pe_lib.mistakes.implementations import MISTAKES, Mistake

__all__ = [
    "CHECKS",
    "MISTAKES",
    "Check",
    "CheckMatrix",
    "Mistake",
    "check_matrix",
    "run_checks",
]
