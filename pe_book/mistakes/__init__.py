"""Mistakes in circulation: wrong implementations, wrong sentences, and what catches each."""

from pe_book.mistakes.battery import CHECKS, Check, check_matrix, run_checks
from pe_book.mistakes.implementations import LIKELY, MISTAKES, RARE, Mistake
from pe_book.mistakes.sentences import SENTENCES, Evidence, WrongSentence

__all__ = [
    "CHECKS",
    "LIKELY",
    "MISTAKES",
    "RARE",
    "SENTENCES",
    "Check",
    "Evidence",
    "Mistake",
    "WrongSentence",
    "check_matrix",
    "run_checks",
]
