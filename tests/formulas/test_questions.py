r"""Formulas in the HTML of questions: equations hold, and what is computed is one of the values.

The letters are those of the notation page, at the settings that the question states.
"""

import math
import re

import numpy as np
import pytest

import pe_lib
from pe_book import questions
from pe_book.questions.question import Numeric
from pe_lib.variants import ntk_base
from tests.formulas import letters
from tests.formulas.html import formulas
from tests.formulas.latex import Unknown, evaluate, is_equation, sides, statements
from tests.formulas.letters import RANGES
from tests.formulas.test_equations import holds

EVERY = questions.with_quizzes()
SETTING = re.compile(
    r"(?:[A-Za-z]|\\theta|\\omega_\{0\}|\\omega) *= *-?(?:[\d.]+|\\frac\{1\}\{2\})"
)
#: What an equation means that no letter decides, with the reason.
LEFT_OUT = {
    r"R^{2} = 0.9999": "tests/book/test_choices.py computes it",
    r"L = d /2": "a case that is told apart from others",
    r"i = 2j": "the column that a loop counts",
    r"m = d /2": "the last index of an exhibit",
}


def text_of(question) -> str:
    return " ".join(question.texts())


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
    attention, pooled = (
        each(np.random.default_rng(5)) for each in (letters.attention, letters.pooling)
    )
    return {
        "chapter_1.invariant_or_equivariant": attention | {"g": pooled["g"]},
        "chapter_3.choose_base": {"B": base_for_2048(), "L": 2048},
        "chapter_7.new_base": {"B′": ntk_base(128, 4.0), "s": 4},
        "chapter_7.alibi_slope": {"h": 3},
    }.get(question.name, {})


def equations(text: str) -> list[str]:
    found = (part for latex in formulas(text) for part in re.split(r",\s*", latex))
    tidy = (re.sub(r"\s+", " ", s).strip() for part in found for s in statements(part))
    return [each for each in tidy if is_equation(each) and not SETTING.fullmatch(each)]


@pytest.mark.parametrize("name", EVERY)
def test_every_equation_of_a_question_holds(name):
    question = EVERY[name]
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


COMPUTED = re.compile(r"\\(?:sin|cos|ln|sqrt)|\\cdot|\^|/|\\pi")
TURN, BYTES = 2 * math.pi, 2**20
#: What is computed on the way to a value of the question, beside its answers.
ON_THE_WAY = {
    "chapter_2.entry": [2 / 8, -2 / 8],
    "chapter_2.mixed_base": [4 / 8, 2 / 8],
    "chapter_2.highest": [math.pi / 2, 10_000.0 ** (-8 / 8)],
    "chapter_3.longest": [TURN, 1.0],
    "chapter_3.unfinished": [TURN, 1.0],
    "chapter_3.choose_base": [TURN, 4096, TURN * base_for_2048(), 1.0],
    "chapter_4.block_entry": [2 / 8],
    "chapter_4.dot_product": [math.cos(0.05)],
    "chapter_4.doubling": [math.log(2), math.log(6), math.log(1e6)],
    "chapter_5.bytes_of_a_table": [8192 * 1024, 8192 * 1024 * 8, BYTES, 1e6],
    "chapter_5.float32_spacing": [2**18, 2**19, 2**23],
    "chapter_6.scaled_norm": [math.sqrt(512)],
    "chapter_7.rope_score": [math.sin(2) * math.sin(5)],
    "chapter_7.alibi_slope": [1 / 8, -8 / 3],
    "chapter_7.position_without_encoding": [1 / 10],
    "chapter_7.new_base": [1 - 2 / 128, 128 / 126],
    "chapter_8.longest_from_one": [TURN, 32, 10_000.0 ** (2 / 64)],
    "chapter_9.thinner_weight": [math.log(1000)],
    "chapter_11.behind_the_average": [0.63 * 61],
    "chapter_11.one_turn_further": [TURN],
    "entry_quiz.whole_turn": [TURN],
}
#: Formulas with a name that only the sentence knows.
NO_VALUE = re.compile(r".*base\^.*|.*\\sigma|.*\^\{|\+|M_\{.*|i /d|4j /d|2j /d|\\ln B|\\ln k")


@pytest.mark.parametrize("name", [n for n, q in EVERY.items() if isinstance(q, Numeric)])
def test_what_a_reply_computes_is_a_value_of_the_question(name):
    question = EVERY[name]
    names = names_of(question) | special(question)
    values = [question.answer, *(wrong.value for wrong in question.wrong)]
    for text in question.texts():
        for latex in formulas(text):
            tidy = re.sub(r"\s+", " ", latex).strip()
            tidy = tidy if tidy.count("(") == tidy.count(")") else tidy.lstrip("(")
            if "=" in tidy or not COMPUTED.search(tidy) or NO_VALUE.fullmatch(tidy):
                continue
            try:
                value = evaluate(*sides(tidy), names, RANGES)
            except Unknown as reason:
                raise AssertionError(f"{tidy}: {reason}") from reason
            known = [*values, *ON_THE_WAY.get(name, [])]
            assert any(math.isclose(value, each, rel_tol=1e-6) for each in known), (
                f"{name}: {tidy} = {value} is neither the answer nor a wrong value; "
                "add it to ON_THE_WAY"
            )


@pytest.mark.parametrize("name", [n for n, q in EVERY.items() if isinstance(q, Numeric)])
def test_a_formula_in_the_praise_gives_the_answer(name):
    question = EVERY[name]
    names = names_of(question) | special(question)
    for latex in formulas(question.because):
        tidy = re.sub(r"\s+", " ", latex).strip()
        if "=" not in tidy and re.search(r"\\(?:sin|cos)", tidy):
            value = evaluate(*sides(tidy), names, RANGES)
            assert math.isclose(value, question.answer, rel_tol=1e-6), tidy


def test_equations_and_computations_are_found():
    assert sum(len(equations(text_of(question))) for question in EVERY.values()) > 15
