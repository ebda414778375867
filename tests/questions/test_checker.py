"""Every question, put to the JavaScript that readers get: each known answer and each known mistake.

What a question replies is declared in Python and checked by question.mjs, which runs in node here.
"""

import pytest

from pe_book.questions.question import MESSAGES, Choice
from tests.questions.lists import (
    COLUMN,
    HUNDRED,
    QUESTION_MJS,
    every_numeric,
    every_question,
    known_answers,
    numeric,
    values,
)


@pytest.fixture(scope="session")
def check(node):
    """Ask question.mjs for its verdict and its reply."""

    def check(question, answer: str | None) -> tuple[str, str]:
        reply = node(QUESTION_MJS, "check", question.data(), answer)
        return reply["verdict"], reply["text"]

    return check


def written(number: str) -> list[str]:
    """Return other ways to write a number that a reader may use."""
    ways = [f"{float(number):.15e}", f" {number} ", number.replace(".", ","), f"2*{number}/2"]
    return [*ways, number.replace("-", "−")]


@every_question
def test_the_right_answer_and_every_known_wrong_one_get_their_own_reply(question, check):
    for typed, verdict, reply in known_answers(question):
        for way in [typed] if isinstance(question, Choice) else [typed, *written(typed)]:
            assert check(question, way) == (verdict, reply), way


@every_numeric
def test_a_unit_may_be_written_or_left_out(question, check):
    right = str(float(question.answer))
    assert check(question, f"{right} {question.unit}") == ("right", question.explanation)
    assert check(question, f"{right}{question.unit.upper()}") == ("right", question.explanation)
    assert check(question, f"{right} furlongs") == ("unread", MESSAGES["unread"])


@every_numeric
def test_an_answer_is_right_within_the_tolerance_and_no_further(question, check):
    for sign in (-1, 1):
        inside, outside = (
            str(question.answer * (1 + sign * share * question.tolerance)) for share in (0.9, 1.1)
        )
        assert check(question, inside) == ("right", question.explanation)
        assert check(question, outside)[0] == "wrong"


@every_numeric
def test_an_answer_that_is_not_declared_gets_the_hint(question, check):
    far = str(1.37 + 3 * max(map(abs, values(question))))
    assert check(question, far) == ("wrong", question.hint)


# ---- how an answer is read

# What is typed where the unit is %, and what it may mean.
NUMBERS = {
    "0.25": [0.25],
    "0,25": [0.25],
    "0": [0.0],
    "10 000": [10_000.0],
    "10,000": [10.0, 10_000.0],
    "2/3": [2 / 3],
    "1e-4": [1e-4],
    "10^-4": [1e-4],
    "10⁻⁴": [1e-4],
    "6 × 10^-5": [6e-5],
    "π": [3.141592653589793],
    "2π": [6.283185307179586],
    "√2": [1.4142135623730951],
    "sqrt(2)/2": [0.7071067811865476],
    "½": [0.5],
    "2½": [2.5],
    "1 ¾": [1.75],
    "½π": [1.5707963267948966],
    "10^-½": [0.31622776601683794],
    "0.5½": [],
    "(1/2)π": [1.5707963267948966],
    "1/(2π)": [0.15915494309189535],
    "√(2)π": [4.442882938158366],
    "−1": [-1.0],
    "-2^2": [-4.0],
    "2^-1": [0.5],
    "8/2/2": [2.0],
    "2(3+4)": [14.0],
    "62 832": [62832.0],
    "60\u202f611": [60611.0],
    "60’611": [60611.0],
    "1,000": [1.0, 1000.0],
    "1,000,000": [1000000.0],
    "1,234.5": [1234.5],
    "77 %": [77.0],
    "": [],
    "x": [],
    "1/0": [],
    "(-1)^0.5": [],
    "1.2.3": [],
    "inf": [],
    "9^9^9^9": [],
    "about five": [],
    "nan": [],
    "--": [],
    "(2": [],
    "1 2 x": [],
    "２": [],
}


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers_are_read_as_people_write_them(text, node):
    found = node(QUESTION_MJS, "readings", text, "%")
    assert found["values"] == pytest.approx(NUMBERS[text], rel=1e-12)
    assert not found["ambiguous"]


@pytest.mark.parametrize("text", ["1/2π", "1/2 √3", "1/2(3)", "√2π", "3 − π/2√3", "1/2pi"])
def test_a_product_without_a_sign_behind_a_division_or_a_root_is_ambiguous(text, node, check):
    found = node(QUESTION_MJS, "readings", text)
    assert found == {"values": [], "ambiguous": True}
    assert check(HUNDRED, text) == ("unread", MESSAGES["ambiguous"])


MINUS_KNOWN = numeric(100.0, -100.0)
ZERO = numeric(0.0, 1.0)


@pytest.mark.parametrize(
    ("question", "answer", "verdict", "reply"),
    [
        (HUNDRED, "100.4 km", "right", "explanation"),
        (HUNDRED, "100,000", "right", "explanation"),
        (HUNDRED, "100.6", "wrong", "close"),
        (HUNDRED, "104", "wrong", "known"),
        (HUNDRED, "-100.4", "wrong", "sign"),
        (HUNDRED, "94.9", "wrong", "hint"),
        (HUNDRED, "100 miles", "unread", "unread"),
        (HUNDRED, " ", "unread", "empty"),
        (MINUS_KNOWN, "-100", "wrong", "known"),
        (ZERO, "-0.004", "right", "explanation"),
        (ZERO, "0.006", "wrong", "close"),
        (ZERO, "1", "wrong", "known"),
        (COLUMN, "0", "right", "yes"),
        (COLUMN, "2", "unread", "choose"),
        (COLUMN, "-1", "unread", "choose"),
        (COLUMN, "0.5", "unread", "choose"),
        (COLUMN, None, "unread", "choose"),
    ],
)
def test_an_answer_gets_its_verdict_and_its_reply(question, answer, verdict, reply, check):
    assert check(question, answer) == (verdict, MESSAGES.get(reply, reply))
