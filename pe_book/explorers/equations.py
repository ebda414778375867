"""Chapters 8 and 9: which equation sees which mistake in rotary heads, and at which tokens."""

from pe_book.explorers.gallery import STORED, TIMES, declared
from pe_book.mistakes.rotary import ROTARY_MISTAKES
from pe_book.mistakes.rotary_checks import ROTARY_CHECKS

CHECKS = [check.name for check in ROTARY_CHECKS]
HOLDS = {
    "shifted": "a text that begins at position 400 gives the same outputs as alone",
    "cached": "a text written token by token gives the same outputs as alone",
    "padded": "a text behind five empty tokens gives the same outputs as alone",
    "packed": "a text behind another document gives the same outputs as alone",
    "reference": "the outputs are those of a double loop over positions",
    "longer": "the last tokens of a long text are those of a double loop over positions",
}
BROKEN = {
    "shifted": "a text that begins at position 400 gives other outputs than alone",
    "cached": "a text written token by token gives other outputs than alone",
    "padded": "a text behind five empty tokens gives other outputs than alone",
    "packed": "a text behind another document gives other outputs than alone",
    "reference": "the outputs are not those of a double loop over positions",
    "longer": "the last tokens of a long text are not those of a double loop over positions",
}
EXPLORER = declared(
    name="equations",
    question="Which equation sees which mistake in a rotary head?",
    found={mark for line in STORED["equations"]["marks"] for mark in line},
    exhibits={mistake.name: mistake.form for mistake in ROTARY_MISTAKES},
    checks=CHECKS,
    start=("length of the cache", "padded"),
    asked="Equation",
    key="on each card: what twelve tokens are off by",
    words={"holds": HOLDS, "broken": BROKEN, "times": TIMES},
    alt=(
        "A card for each mistake in rotary heads: a heat map of what the outputs of twelve tokens "
        "are off by under the chosen equation, empty where it holds. The cards that the equation "
        "sees have a frame, the others are pale. For the chosen mistake a bar for each of six "
        "equations: the largest error of a token, against what is allowed."
    ),
)
