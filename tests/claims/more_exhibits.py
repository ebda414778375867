"""The numbers on the page with more exhibits of chapter 8."""

import json

from pe_book.mistakes import MISTAKES
from tests.claims import ROOT, Claim, word

PAGE = (ROOT / "chapters/08_more_exhibits.ipynb").read_text(encoding="utf-8")
LISTED = next(
    "".join(cell["source"]) for cell in json.loads(PAGE)["cells"] if cell["id"] == "more-listing"
)
#: The exhibits that the page lists.
MORE = [mistake for mistake in MISTAKES if f'"{mistake.name}"' in LISTED]
UNTRACED = [mistake for mistake in MORE if "traced" in mistake.source]

CLAIMS = [
    Claim("# {} more exhibits", word(len(MORE)).capitalize()),
    Claim(
        "beside the {} that the chapter itself explains",
        word(len(MISTAKES) - len(MORE)),
    ),
    Claim("For {} of them no program was found", word(len(UNTRACED))),
]
ALLOWED: list[str] = []
