"""Outlines of texts: which number stands at which words.

In an outline, `{name}` is a value, `{name:word}` what WORDS has for it, or else the words given,
"…" a gap without any number, and "(s)" an s unless the number before it is 1.
"""

import re
from collections.abc import Callable

from pe_book.text.numbers import byte_size, listed
from tests.book.test_explorer_tables import number

#: What is said for a value; one that a dict does not have is said itself.
WORDS: dict[str, dict | Callable] = {
    "all": {2: "Both", 3: "All three"},
    "are": lambda count: "is" if count == 1 else "are",
    "bytes": byte_size,
    "cause": lambda causes: listed([f"the {dict(causal='causal mask').get(c, c)}" for c in causes]),
    "change": {0: "0 up to rounding"},
    "complete": lambda count: "completes" if count == 1 else "complete",
    "did": {None: "acts on"},
    "error": {0: "less than 10⁻¹⁵"},
    "first": {1: "fastest pair gives"},
    "function": {True: "cosine", False: "sine"},
    "parity": {True: "odd", False: "even"},
    "place": {True: "first", False: "last"},
    "saving": {
        "fewer": "{ratio} times fewer",
        "more": "more, because its first block has {block} row(s)",
    },
    "shown": {"whole": "is", "start": "starts with", "end": "ends in"},
    "times": {0: "1% or less of", 1: "just above", 10**6: "a million times or more"},
    "whole": lambda turns: ", {turns} whole turn(s) and more" if turns else "",
    "words": lambda found: f"word{'s' * (len(found) > 1)} {listed([str(word) for word in found])}",
}

TOKEN = re.compile(r" ?… ?|\{(\w+)(?::(\w+))?\}(%?)|\(s\)|.")
NUMBER = r"([+−]?\d+(?:,\d{3})*(?:\.\d+)?(?:\u00a0×\u00a010[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?)"


class Outline:
    """A pattern for a text, and the numbers that its groups have to be."""

    def __init__(self, outline: str, values: dict, words: dict) -> None:
        self.values, self.words, self.numbers = values, words, []
        self.pattern = self.filled(outline)

    def filled(self, outline: str) -> str:
        return TOKEN.sub(self.part, outline)

    def part(self, token: re.Match) -> str:
        name, word, percent = token.groups()
        if name:
            value = self.values[name]
            return self.entry(word, value) if word else self.written(value, percent)
        if token[0] == "(s)":
            return "" if self.numbers[-1] == 1 else "s"
        return r"\D*?" if "…" in token[0] else re.escape(token[0])

    def entry(self, word: str, value: object) -> str:
        entry = WORDS.get(word) or self.words[word]
        text = entry(value) if callable(entry) else entry.get(value, value)
        return self.filled(text) if isinstance(text, str) else self.written(text)

    def written(self, value: object, percent: str = "") -> str:
        if isinstance(value, str):
            return re.escape(value)
        if isinstance(value, list):
            return listed([self.written(item) for item in value])
        self.numbers.append(100 * value if percent else value)
        return NUMBER + percent


def is_written(text: str, value: float) -> bool:
    """Return whether a number is written so; zeros at the end of a whole number may be rounded.

    >>> is_written("62,800", 62_831.85), is_written("6.3", 6.2), is_written("40", 41)
    (True, False, False)
    """
    digits, cross, _ = text.partition("\u00a0×")
    unit = number(text) / number(digits) if cross else 1
    digits = digits.lstrip("+−").replace(",", "")
    if "." in digits:
        unit /= 10 ** len(digits.partition(".")[2])
    elif not float(value).is_integer():
        unit *= 10 ** (len(digits) - len(digits[:1] + digits[1:].rstrip("0")))
    else:
        return number(text) == value
    return abs(number(text) - value) <= 0.500_01 * unit


def says(text: str, outline: str, values: dict, words: dict) -> bool:
    """Return whether a text follows an outline, with these values.

    >>> says("2 of 3 pairs turn by 0.13.", "{fast} of {n} pair(s) … {angle}.",
    ...      {"fast": 2, "n": 3, "angle": 0.125}, {})
    True
    """
    expected = Outline(outline, values, words)
    match = re.fullmatch(expected.pattern, text)
    return bool(match) and all(map(is_written, match.groups(), expected.numbers))
