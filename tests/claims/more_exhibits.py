"""The numbers on the page with more exhibits of chapter 8."""

from pe_book.mistakes import LIKELY, RARE
from tests.claims import Claim, word

UNTRACED = [mistake for mistake in RARE if "traced" in mistake.source]

CLAIMS = [
    Claim("# {} more exhibits", word(len(RARE)).capitalize()),
    Claim(
        "explains {} wrong implementations; here are {} more",
        word(len(LIKELY)),
        word(len(RARE)),
    ),
    Claim("For {} of them no program was found", word(len(UNTRACED))),
]
ALLOWED: list[str] = []
