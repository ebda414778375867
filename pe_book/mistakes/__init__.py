"""Mistakes in circulation: wrong implementations, wrong sentences, and what catches each."""

from pe_book.mistakes.battery import CHECKS, Check, CheckMatrix, check_matrix, run_checks
from pe_book.mistakes.implementations import MISTAKES, Mistake
from pe_book.mistakes.sentences import SENTENCES, Evidence, WrongSentence

__all__ = [
    "CHECKS",
    "MISTAKES",
    "SENTENCES",
    "Check",
    "CheckMatrix",
    "Evidence",
    "Mistake",
    "WrongSentence",
    "check_matrix",
    "run_checks",
]
