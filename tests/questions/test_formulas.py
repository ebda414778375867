r"""Formulas in the HTML of questions: equations hold, and that of the praise gives the answer.

The letters are those of the notation page, at the settings that the question states.
"""

import math
import re

import numpy as np
import pytest

import pe_lib
from pe_lib.variants import ntk_base
from tests.prose import letters
from tests.prose.latex import evaluate, is_equation, sides, statements
from tests.prose.letters import RANGES
from tests.prose.test_equations import holds
from tests.questions.html import formulas
from tests.questions.lists import NUMERIC, QUESTIONS, texts

SETTING = re.compile(
    r"(?:[A-Za-z]|\\theta|\\omega_\{0\}|\\omega) *= *-?(?:[\d.]+|\\frac\{1\}\{2\})"
)
#: What an equation means that no letter decides, with the reason.
LEFT_OUT = {
    r"R^{2} = 0.9999": "tests/questions/test_choices.py computes it",
    r"L = d /2": "a case that is told apart from others",
    r"i = 2j": "the column that a loop counts",
    r"m = d /2": "the last index of an exhibit",
}


def text_of(question) -> str:
    return " ".join(texts(question))


def settings(question) -> dict:
    """Return the letters whose values the question's own text states."""
    text = question.text.replace(",000", "000")
    found = re.findall(r"<var>(\w)</var>(?:′)? = (\d+(?:\.\d+)?)", text)
    return {name: float(value) if "." in value else int(value) for name, value in found}


def names_of(question) -> dict:
    given = settings(question)
    d, base = int(given.get("d", 8)), float(given.get("B", 1e4))
    frequencies = pe_lib.angular_frequencies(d, base)
    j = d // 2 - 1 if "longest" in question.name else 1
    return {
        **{"d": d, "B": base, "e": math.e, "j": j, "i": 2 * j, "k": 6, "h": 3, "L": 2048, "p": 9},
        r"\omega_": lambda pair: float(frequencies[pair]),
        r"\omega": float(frequencies[0]),
        **given,
    }


def base_for_2048() -> float:
    return letters.base_for_2048(np.random.default_rng(0))["B"]


def special(question) -> dict:
    """Return letters that a question has for itself, or that stand for its answer."""
    return {
        "chapter_1.invariant_or_equivariant": letters.attention(np.random.default_rng(5)),
        "chapter_3.choose_base": {"B": base_for_2048(), "L": 2048},
        "chapter_7.new_base": {"B′": ntk_base(128, 4.0), "s": 4},
        "chapter_7.alibi_slope": {"h": 3},
    }.get(question.name, {})


def equations(text: str) -> list[str]:
    found = (part for latex in formulas(text) for part in re.split(r",\s*", latex))
    tidy = (re.sub(r"\s+", " ", s).strip() for part in found for s in statements(part))
    return [each for each in tidy if is_equation(each) and not SETTING.fullmatch(each)]


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_equation_of_a_question_holds(name):
    question = QUESTIONS[name]
    names = names_of(question) | special(question)
    for statement in equations(text_of(question)):
        if statement in LEFT_OUT:
            continue
        chain = sides(statement.replace(" ′", "′"))
        for at in range(0, len(chain) - 2, 2):
            left, relation, right = chain[at], chain[at + 1][0], chain[at + 2]
            assert holds(joined(left), relation, joined(right), names), statement


def joined(tokens: list[str]) -> list[str]:
    """Return tokens in which a prime belongs to its letter."""
    found: list[str] = []
    for token in tokens:
        if token == "′":
            found[-1] += token
        else:
            found.append(token)
    return found


@pytest.mark.parametrize("name", NUMERIC)
def test_a_formula_in_the_praise_gives_the_answer(name):
    question = NUMERIC[name]
    names = names_of(question) | special(question)
    for latex in formulas(question.explanation):
        tidy = re.sub(r"\s+", " ", latex).strip()
        if "=" not in tidy and re.search(r"\\(?:sin|cos)", tidy):
            value = evaluate(*sides(tidy), names, RANGES)
            assert math.isclose(value, question.answer, rel_tol=1e-6), tidy


def test_equations_and_computations_are_found():
    assert sum(len(equations(text_of(question))) for question in QUESTIONS.values()) > 15
