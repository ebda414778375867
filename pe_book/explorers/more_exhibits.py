"""The appendix to chapter 8: which check sees which of the rarer wrong tables."""

from pe_book.explorers.gallery import of_tables
from pe_book.mistakes.implementations import RARE

EXPLORER = of_tables(
    name="more_exhibits",
    question="Which check sees which of the rarer wrong tables?",
    kind="more_tables",
    exhibits=RARE,
    start=("positions from one", "first row"),
)
