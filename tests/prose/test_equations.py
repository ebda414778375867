r"""Every equation of the book, evaluated at random settings as pe_lib has its letters.

A chain `a = b = c` holds link by link. Where a page has one letter for two things, or makes an
assumption, `letters.py` says so.
"""

import re

import numpy as np
import pytest

from tests.prose.latex import RELATIONS, Unknown, evaluate, is_equation, sides, statements
from tests.prose.letters import ASSUMING, RANGES, table
from tests.prose.letters import PAGES as LETTERS
from tests.prose.test_numbers import FILES
from tests.prose.text import source

SEEDS = (1, 2, 3)
TERM = r"(?:\\[a-z]+_[a-z]|[A-Za-z](?:_[a-z])?|[\d.]+)"
SUM = rf"-?{TERM}(?: ?[-+] ?{TERM})*"
#: What a page assumes, and no letters decide: sums of letters and numbers, such as $s = p - 3$.
ASSUMED = re.compile(rf"{SUM}(?: (?:=|<|>|\\le|\\ge|\\ne) {SUM})+")


#: What is no formula: code, and the mark of a quotation before each of its lines.
NO_FORMULA = re.compile(r"(?s)^```.*?^```$|`[^`\n]+`|^> ?", re.MULTILINE)
FORMULA = re.compile(r"(?s)\$\$(.+?)\$\$|(?<![\\$])\$([^$]+?)\$")


def equations(path) -> list[str]:
    formulas = FORMULA.findall(NO_FORMULA.sub("", source(path)))
    return [
        statement
        for block, inline in formulas
        for statement in statements(" ".join((block or inline).split()))
        if is_equation(statement) and "?" not in statement  # an entry that the reader has to find
    ]


def precision(tokens: list[str]) -> float:
    """Return to what part of itself a number is rounded that has a point and three digits."""
    digits = [t.replace(".", "").lstrip("0") for t in tokens if re.fullmatch(r"\d+\.\d+", t)]
    return max((0.5 * 10.0 ** (1 - len(each)) for each in digits if len(each) >= 3), default=0.0)


def holds(left: list[str], relation: str, right: list[str], names: dict) -> bool:
    one, other = (evaluate(side, names, RANGES) for side in (left, right))
    if isinstance(other, tuple):
        [letter], (first, *_, last) = left, other
        return [first, last] == [RANGES[letter][0], RANGES[letter][-1]]
    if np.shape(one) != np.shape(other):
        return False
    if test := RELATIONS[relation]:
        return bool(np.all(test(one, other)))
    if relation == "=":
        return np.allclose(one, other, rtol=max(precision([*left, *right]), 1e-9), atol=1e-9)
    return np.allclose(one, other, rtol=2e-3, atol=0.03 if np.all(np.abs(one) < 1) else 0)


def verdict(statement: str, letters) -> str:
    """Return "holds", "does not hold", or why the statement cannot be evaluated."""
    chain = sides(statement)
    try:
        for seed in SEEDS:
            names = letters(np.random.default_rng(seed))
            for at in range(0, len(chain) - 2, 2):
                if not holds(chain[at], chain[at + 1][0], chain[at + 2], names):
                    return f"does not hold: {statement}"
    except Unknown as reason:
        return str(reason)
    return "holds"


def verdicts(page: str, statement: str) -> dict[str, str]:
    """Return the verdict under each meaning of the page's letters that applies."""
    assumed = ASSUMING.get(page, {}).get(statement)
    meanings = [assumed] if assumed else LETTERS.get(page, [table])
    return {each.__name__: verdict(statement, each) for each in meanings}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_equation_of_a_page_holds(path):
    for statement in equations(path):
        if statement in ASSUMING.get(path.stem, {}) or not ASSUMED.fullmatch(statement):
            found = verdicts(path.stem, statement)
            assert "holds" in found.values(), (
                f"{statement} does not hold with the letters of {path.stem} in letters.py: {found}"
            )


def test_every_assumption_is_needed():
    for page, listed in ASSUMING.items():
        [path] = (each for each in FILES if each.stem == page)
        assert {*listed} <= {*equations(path)}, page
