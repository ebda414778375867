"""The numbers in the chapters' prose, each tied to the code that computes it.

`chapter_N.py` in this folder lists the claims of chapter N:

    CLAIMS = [
        Claim("at $d = {d}$ the longest wavelength is {longest:,.0f} positions",
              d=64, longest=wavelengths(64)[-1]),
    ]
    ALLOWED = [r"Python 3\\.11"]

A claim is a sentence, or a piece of one, with a format field for every number. Filled with the
computed values it must stand in the chapter's prose, word for word. So a changed value, a changed
sentence and a wrong last digit all fail. A value that takes long to compute may be a function
without arguments: it is called once, when its claim is tested first. A number may be a setting
(`d=64`) or a result: either way it is the number that the code has used.

The other direction is a scan: every number in the prose must be inside a field of some claim, or
be matched by a pattern in `ALLOWED` (settings that stand in a definition, years, chapter numbers).

`questions.py` and `slides.py` do the same for what is typed in questions, on slides and in notes.
"""

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from string import Formatter

from pe_book.numbers import scientific

ROOT = Path(__file__).resolve().parents[2]

# In prose: 3, 0.5, 60,611, 1e-15, 10⁻¹⁵. Digits of a word or a name (x2, 2j) are not numbers.
NUMBER = re.compile(
    r"(?<![\w.^_{])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+−]?\d+|[⁻⁰¹²³⁴-⁹]+)?"
    r"(?![\w^]|\.\d)"
)
# In maths most digits are part of a formula: 2j, \frac{1}{2}. Decimals and long numbers are not.
MATHS_NUMBER = re.compile(r"\d+\.\d+|\d{1,3}(?:,\d{3})+|\d{3,}")
YEAR = r"\[[^\]]*\b(?:19|20)\d\d[a-z]?\]"
ALLOWED_EVERYWHERE = [
    YEAR,
    r"^# \d+\. ",
    r"WikiText-103",
    r"[Cc]hapters? \d+(?:(?:,| and| to|–) ?\d+)*",
    r"\b10,?000\b",
    r"RoPE in 15 minutes",
    # An issue of a program, and the version that was read.
    r"\[[\w.-]+ \d{2,5}\]",
    r"transformers 5\.24",
    r"[Ss]ince 2024|after 2024",
]


class Claim:
    """A piece of a sentence with a format field for every number, and the numbers."""

    def __init__(self, template: str, /, *args, **values):
        self.template, self.args, self.values = template, args, values

    def __repr__(self) -> str:
        return self.template[:60]

    @cached_property
    def filled(self) -> tuple[str, list[tuple[int, int]]]:
        """Return the text with the computed values in it, and where those values stand."""
        text, spans, unnamed = "", [], iter(self.args)
        for literal, name, spec, conversion in Formatter().parse(self.template):
            text += literal
            if name is None:
                continue
            value = self.values[name] if name else next(unnamed)
            value = value() if callable(value) else value
            value = Formatter().convert_field(value, conversion)
            # A power of ten is written as numbers.py writes it everywhere.
            digits = re.fullmatch(r"\.(\d)e", spec)
            written = scientific(value, int(digits[1])) if digits else format(value, spec)
            written = tidy(written)
            spans.append((len(text), len(text) + len(written)))
            text += written
        return text, spans


@dataclass(frozen=True)
class Prose:
    """The readable text of a chapter's markdown: no code, no addresses, no HTML tags."""

    text: str

    @classmethod
    def of(cls, path: Path) -> "Prose":
        if path.suffix == ".ipynb":
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
            prose = (cell["source"] for cell in cells if cell["cell_type"] == "markdown")
            text = "\n\n".join("".join(source) for source in prose)
        else:
            text = path.read_text(encoding="utf-8")
        text = re.sub(r"(?s)^```.*?^```|^~~~.*?^~~~", " ", text, flags=re.M)
        text = re.sub(r"`[^`\n]*`", "`code`", text)
        text = re.sub(r"\]\([^)\s]*\)", "]", text)
        text = re.sub(r"</?a\b[^>\n]*>", "", text)
        text = re.sub(r"https?://\S+|</?[a-zA-Z][^>\n]*>", " ", text)
        text = re.sub(r"(?m)^\s*\d+\.\s", " ", text)
        text = re.sub(r"(?m)^>\s?", "", text)
        return cls(tidy(text))

    def numbers(self) -> list[tuple[int, int]]:
        """Return where the numbers stand that somebody has to answer for."""
        found, at = [], 0
        for part in re.split(r"(\$\$.+?\$\$|\$[^$]+?\$)", self.text):
            pattern = MATHS_NUMBER if part.startswith("$") else NUMBER
            found += [(at + m.start(), at + m.end()) for m in pattern.finditer(part)]
            at += len(part)
        return found


def tidy(text: str) -> str:
    """Make white space single and minus signs alike, so that a line break changes nothing."""
    return re.sub(r"\s+", " ", text).replace("-", "−")


WORDS = "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
WORDS += " fifteen sixteen"


def word(number: float) -> str:
    """Return the word of the nearest whole number.

    >>> word(7.003)
    'seven'
    """
    return WORDS.split()[round(number)]


def places(claim: Claim, prose: Prose) -> list[tuple[int, int]]:
    """Return where in the prose the claim's numbers stand; empty if the sentence is not there."""
    text, spans = claim.filled
    lead = len(text) - len(text.lstrip())
    wanted, found, start = tidy(text), [], 0
    assert wanted == text.replace("-", "−") and not lead, f"write single spaces in {claim!r}"
    while (start := prose.text.find(wanted, start)) >= 0:
        found += [(start + a, start + b) for a, b in spans]
        start += 1
    return found


def unclaimed(prose: Prose, claims: list[Claim], allowed: list[str]) -> list[str]:
    """Return a clause for each number that no claim and no pattern covers, with its context."""
    covered = [span for claim in claims for span in places(claim, prose)]
    for pattern in [*ALLOWED_EVERYWHERE, *allowed]:
        covered += [m.span() for m in re.finditer(tidy(pattern), prose.text)]
    return [
        f"no claim computes {prose.text[a:b]} in “{prose.text[max(0, a - 50) : b + 40]}”"
        for a, b in prose.numbers()
        if not any(start <= a and b <= end for start, end in covered)
    ]
