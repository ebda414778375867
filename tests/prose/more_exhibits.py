"""The numbers on the page with more exhibits of chapter 8."""

from pe_book.mistakes import LIKELY, RARE

UNTRACED = [mistake for mistake in RARE if "traced" in mistake.source]
