"""Evaluate the expressions after a text's numbers, and compare each with what is written."""

import ast
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from numbers import Real

import numpy as np

import pe_lib
from pe_book.text.numbers import fixed, scientific
from tests.prose.text import Prose

WORDS = "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
VALUES = {word: float(n) for n, word in enumerate(WORDS.split())} | {
    **{"twenty": 20, "once": 1, "twice": 2},
    **{"half": 1 / 2, "third": 1 / 3, "quarter": 1 / 4, "fifth": 1 / 5},
}
POWER = r"(?:10(?P<raised>[⁻⁰¹²³⁴-⁹]+)|10\^\{?(?P<power>−?\d+)\}?)"
TIMES = r"(?: × | ?\\cdot ?| ?\\times ?)"
DIGITS = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
WRITTEN = re.compile(
    rf"(?P<sign>− ?)?(?:(?:(?P<digits>{DIGITS}){TIMES})?{POWER}"
    rf"|(?P<plain>{DIGITS})(?:e(?P<exponent>[+−]?\d+))?(?P<percent>\\?%)?)"
)
LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
# In maths most digits are part of a formula: 2j, \frac{1}{2}. Decimals and long numbers are not.
MATHS_NUMBER = re.compile(r"\d+\.\d+|\d{1,3}(?:,\d{3})+|\d{3,}")
#: What may be between a word and its comment.
MARKUP = "*_”)$ "


def agrees(written: re.Match, value: float, in_formula: bool = False) -> bool:
    """Return whether a value, rounded to the places of a written number, is that number.

    >>> written = WRITTEN.fullmatch("60,611")
    >>> agrees(written, 60610.7), agrees(written, 60611.5)
    (True, False)
    >>> agrees(WRITTEN.fullmatch("−6.0 × 10⁻⁵"), -6.03e-5), agrees(WRITTEN.fullmatch("75%"), 0.749)
    (True, True)
    """
    if not math.isfinite(value):
        return False
    digits = written["digits"] or written["plain"] or "1"
    sign = "−" if value < 0 and digits.strip("0.") else ""
    # A minus after a term is no sign: p − 3 can be minus three, or three that are taken away.
    before = written.string[: written.start()].rstrip()[-1:]
    term = in_formula and (before.isalnum() or before in ")}")
    signed = (written["sign"] or "").rstrip() == sign or (value > 0 and term)
    power = written["power"] or (written["raised"] or "").translate(LOWERED) or written["exponent"]
    if power:
        places = len(digits.partition(".")[2])
        number = float(f"{digits}e{power}".replace("−", "-"))
        return signed and scientific(abs(value), places) == scientific(number, places)
    value *= 100 if written["percent"] else 1
    places = len(digits.partition(".")[2])
    return signed and fixed(abs(value), places).replace(",", "") == digits.replace(",", "")


def number_in(written: re.Match) -> float:
    """Return a written number."""
    value = float(written["plain"].replace(",", ""))
    return -value if written["sign"] else int(value) if value.is_integer() else value


def names_for(module) -> dict:
    """Return what expressions may use: pe_lib's exports, numpy, math, and a page's own helpers."""
    exported = {name: getattr(pe_lib, name) for name in pe_lib.__all__}
    return {**exported, "np": np, "math": math, "pe_lib": pe_lib, **vars(module)}


def numbers_of(value) -> Iterator[float]:
    """Yield the numbers of a value, and of what is nested in it."""
    if isinstance(value, list | tuple | np.ndarray):
        for each in value:
            yield from numbers_of(each)
    else:
        yield float(value)


@dataclass
class Setting:
    """A number of the text by its name, and whether an expression uses it."""

    name: str
    value: float
    place: int
    used: bool = False


class Text:
    """A readable text, its settings, and its expressions, each compared with what is written."""

    def __init__(self, prose: Prose, names: dict):
        self.prose, self.names = prose, names
        self.covered: list[tuple[int, int]] = []
        self.complaints: list[str] = []
        self.settings: list[Setting] = []
        expressions, start = [], 0
        for end, comment in prose.comments:
            if comment.endswith(" ="):
                self.bind(comment.removesuffix(" ="), start, end)
            else:
                expressions.append((start, end, comment))
            start = end
        for place in expressions:
            self.read(*place)
        for setting in self.settings:
            if not setting.used:
                self.complain(setting.place, f"no expression uses {setting.name}")

    def complain(self, end: int, message: str) -> None:
        self.complaints.append(f"“…{self.prose.text[max(0, end - 40) : end]}”: {message}")

    def bind(self, name: str, start: int, end: int) -> None:
        """Take the number before a comment as a setting."""
        found = self.numbers_before(start, end, 1)
        if found and found[0]["plain"]:
            self.settings.append(Setting(name, number_in(found[0]), end))
            self.covered.append(found[0].span())
        else:
            self.complain(end, f"no number for {name}")

    def read(self, start: int, end: int, expression: str) -> None:
        """Compare the values of an expression with what is written before it."""
        try:
            value = eval(expression, self.names | self.used_settings(end, expression))
        except Exception as error:  # whatever a wrong expression raises
            self.complain(end, f"{expression} raises {error!r}")
            return
        if isinstance(value, Real) and self.word_before(end):
            self.compare_word(end, float(value), expression)
        else:
            self.compare_numbers(start, end, value, expression)

    def used_settings(self, end: int, expression: str) -> dict:
        """Return the settings that an expression uses: the last before it, or the first after."""
        used = {n.id for n in ast.walk(ast.parse(expression)) if isinstance(n, ast.Name)}
        found: dict[str, Setting] = {}
        for setting in self.settings:
            if setting.name in used and (setting.place <= end or setting.name not in found):
                found[setting.name] = setting
        for setting in found.values():
            setting.used = True
        return {name: setting.value for name, setting in found.items()}

    def numbers_before(self, start: int, end: int, count: int) -> list[re.Match]:
        """Return the numbers a comment can mean: the last is right before it, or in its formula."""
        before = self.prose.text[:end].rstrip()
        for a, b in self.prose.maths:
            if b == len(before):
                found = list(WRITTEN.finditer(before, max(a, start)))
                needed = [m for m in found if MATHS_NUMBER.search(m[0])]
                return needed if len(needed) == count else found[-count:]
        found = [m for m in WRITTEN.finditer(before, start) if not in_a_name(m)][-count:]
        return found if found and found[-1].end() == len(before.rstrip(MARKUP)) else []

    def word_before(self, end: int) -> str:
        found = re.search(r"[A-Za-z]+$", self.prose.text[:end].rstrip(MARKUP))
        return found[0].lower() if found and not self.in_formula(end) else ""

    def in_formula(self, end: int) -> bool:
        return any(b == len(self.prose.text[:end].rstrip()) for _, b in self.prose.maths)

    def compare_numbers(self, start: int, end: int, value, expression: str) -> None:
        try:
            values = list(numbers_of(value))
        except (TypeError, ValueError):
            self.complain(end, f"{expression} gives {value!r}, not numbers")
            return
        found = self.numbers_before(start, end, len(values))
        if not values or len(found) != len(values):
            self.complain(end, f"{expression} has {len(values)} values for {len(found)} numbers")
            return
        for written, each in zip(found, values, strict=True):
            self.covered.append(written.span())
            if not agrees(written, each, self.in_formula(end)):
                self.complain(end, f"{written[0]} is written, and {expression} gives {each:.10g}")

    def compare_word(self, end: int, value: float, expression: str) -> None:
        word = self.word_before(end)
        number = VALUES.get(word)
        if number is None:
            self.complain(end, f"“{word}” is no number, and {expression} gives {value:.10g}")
        elif round(value) != number if number % 1 == 0 else round(1 / value) != round(1 / number):
            self.complain(end, f"“{word}” is written, and {expression} gives {value:.10g}")


def in_a_name(written: re.Match) -> bool:
    """Return whether digits belong to a name: x2, T5's, GPT-2."""
    before = written.string[: written.start()][-1:]
    return before.isalnum() or before in ".^_"


def complaints(markdown: str, names: dict) -> Iterator[str]:
    """Yield what is wrong with the numbers of a text, each with the words before it."""
    prose = Prose.of(markdown)
    text = Text(prose, names)
    yield from text.complaints
    for a, b in prose.measured():
        if not any(start <= a and b <= end for start, end in text.covered):
            number = prose.text[a:b]
            yield (
                f"nothing computes {number} in “{prose.text[max(0, a - 50) : b + 40]}”: "
                f"add a comment, {number}<!-- expression -->"
            )
