"""Read a number the way a person writes it: 0,25 and 2/3, 1e-4 and 10^-4, 2π and √2, 62 832.

`question.mjs` has the same grammar:

    sum     = product (("+" | "-") product)*
    product = factor (("*" | "/" | nothing before "π", "√" or "(") factor)*
    factor  = ("+" | "-") factor | atom ["^" factor]
    atom    = number | "π" | "√" factor | "(" sum ")"
"""

import math
import re

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_SPELLINGS = (("**", "^"), ("sqrt", "√"), ("pi", "π"), ("−", "-"), ("×", "*"), ("·", "*"))
_TOKEN = re.compile(r"((?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)|([π√()+\-*/^])", re.ASCII)


def readings(text: str, unit: str = "") -> list[float]:
    """Return every number that the text may mean: "1,000" is 1 and 1000; nothing readable is [].

    Parameters
    ----------
    text : str
        What a reader wrote.
    unit : str
        A word that may stand behind the number.

    Returns
    -------
    list of float
        Finite, each once.

    Examples
    --------
    >>> readings("2/3")
    [0.6666666666666666]
    >>> readings("6,283")
    [6.283, 6283.0]
    >>> readings("about five")
    []
    """
    found: list[float] = []
    for spelling in _spellings(text, unit):
        try:
            value = _Parser(spelling).parse()
        except (ValueError, ArithmeticError, RecursionError):
            continue
        if math.isfinite(value) and value not in found:
            found.append(value)
    return found


def _spellings(text: str, unit: str) -> list[str]:
    text = text.strip().lower()[:80]
    if unit and text.endswith(unit.lower()):
        text = text[: -len(unit)].strip()
    for old, new in _SPELLINGS:
        text = text.replace(old, new)
    text = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+", lambda m: "^" + m[0].translate(_SUPERSCRIPTS), text)
    # A gap, an apostrophe or an underscore before three digits groups thousands.
    text = re.sub(r"([0-9])[\s_'’](?=[0-9]{3}(?![0-9]))", r"\1", text)
    decimal = text.replace(",", ".")
    grouped = re.sub(r"([0-9]),(?=[0-9]{3}(?![0-9]))", r"\1", text).replace(",", ".")
    return [decimal] if decimal == grouped else [decimal, grouped]


class _Parser:
    def __init__(self, text: str):
        self.tokens: list[str] = []
        rest = text
        while rest := rest.lstrip():
            match = _TOKEN.match(rest)
            if not match:
                raise ValueError(f"{rest!r} does not begin with a number or a sign")
            self.tokens.append(match[0])
            rest = rest[match.end() :]

    def parse(self) -> float:
        value = self.sum()
        if self.tokens:
            raise ValueError(f"{self.tokens} is left over")
        return value

    def next(self, *wanted: str) -> str:
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in wanted else ""

    def sum(self) -> float:
        value = self.product()
        while sign := self.next("+", "-"):
            value = value + self.product() if sign == "+" else value - self.product()
        return value

    def product(self) -> float:
        value = self.factor()
        while self.tokens and self.tokens[0] in "*/π√(":
            if self.next("/"):
                value /= self.factor()
            else:
                self.next("*")
                value *= self.factor()
        return value

    def factor(self) -> float:
        if sign := self.next("+", "-"):
            return self.factor() if sign == "+" else -self.factor()
        value = self.atom()
        if self.next("^"):
            value = value ** self.factor()
            if isinstance(value, complex):
                raise ValueError("a root of a negative number is not real")
        return value

    def atom(self) -> float:
        if self.next("π"):
            return math.pi
        if self.next("√"):
            return math.sqrt(self.factor())
        if self.next("("):
            value = self.sum()
            if not self.next(")"):
                raise ValueError("a bracket is not closed")
            return value
        if not self.tokens or not (self.tokens[0][0].isdigit() or self.tokens[0][0] == "."):
            raise ValueError("a number is missing")
        return float(self.tokens.pop(0))
