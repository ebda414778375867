"""What a question declares is so, where it is asked, and what a reader gets of it."""

import builtins
import json
import math
import re
import subprocess
import sys
from functools import cache
from types import CodeType

import pytest

from pe_book import questions
from pe_book.questions.__main__ import lines
from pe_book.questions.question import MESSAGES, Choice, Numeric, Option, Question, html_to_text
from tests.book.question_lists import (
    CHOICES,
    COLUMN,
    QUESTION_MJS,
    QUESTIONS,
    ROOT,
    declared_values,
    every_choice,
    every_numeric,
    every_question,
    known_answers,
)


@every_numeric
def test_every_value_agrees_with_its_independent_computation(question):
    for value, independent in declared_values(question):
        assert value == pytest.approx(independent(), rel=1e-12, abs=1e-12)


#: What a computation fills into a numeric question's sentences, computed without pe_lib.
FILLED = [
    ("chapter_3.longest", f"{100 * 10_000 ** (-2 / 32):.0f}% of the limit"),
    ("chapter_3.unfinished", f"the hand of pair 2 needs {2 * math.pi * 100:.0f} positions"),
    ("chapter_3.unfinished", f"The slowest hand needs {2 * math.pi * 1000:.0f} positions"),
    ("chapter_3.unfinished", f"each is {10_000 ** (2 / 8):.0f} times the one before"),
    ("chapter_3.ratio", f"It takes {16 // 2} such steps"),
    ("chapter_4.block_entry", f"pair 1 has {10_000 ** (-2 / 8):g}"),
    ("chapter_6.scaled_norm", f"A row of the table has length {math.sqrt(512 / 2):.0f}"),
    ("chapter_6.scaled_norm", f"{16 / (512 * math.sqrt(2 / 32_512)):.0f} times shorter"),
    ("chapter_7.alibi_slope", f"The slope is 1/{2**3}, times 40 positions"),
    ("chapter_7.alibi_slope", f"a score that is {40 / 2**3:g} lower"),
    ("chapter_7.alibi_slope", f"about {round(math.exp(5), -1):.0f}, times smaller"),
]


@pytest.mark.parametrize(("name", "number"), FILLED)
def test_a_reply_names_the_computed_number(name, number):
    assert any(number in html_to_text(text) for text in QUESTIONS[name].texts())


def names_used(code: CodeType) -> set[str]:
    """Return the names that code refers to, with those of its lambdas and comprehensions."""
    inner = (const for const in code.co_consts if isinstance(const, CodeType))
    return {*code.co_names, *code.co_freevars}.union(*map(names_used, inner))


@every_numeric
def test_an_independent_computation_uses_digits_and_math_alone(question):
    drawn = question.numbers.ranges if question.numbers else {}
    for _, independent in declared_values(question):
        assert names_used(independent.__code__) <= {"math", *dir(math), *dir(builtins), *drawn}


@every_question
def test_every_reply_is_a_sentence_of_its_own(question):
    replies = [html_to_text(answer.reply) for answer in question.answers()]
    replies += [html_to_text(question.hint)] if isinstance(question, Numeric) else []
    assert len(replies) >= 3 and len(set(replies)) == len(replies)
    assert all(len(reply) > 25 for reply in replies), replies


@every_numeric
def test_numeric_wrong_answers_differ_from_the_right_one_and_from_each_other(question):
    values = [question.answer, *(wrong.value for wrong in question.wrong)]
    for i, one in enumerate(values):
        for other in values[:i]:
            size = max(abs(value) or 1.0 for value in (one, other))
            assert abs(one - other) > 2 * question.tolerance * size, (
                f"one of {one} and {other} never gets its reply: change or remove it"
            )


@every_choice
def test_no_two_options_read_alike(question):
    texts = [
        " ".join(html_to_text(option.text).lower().split()).rstrip(".")
        for option in question.options
    ]
    assert len(set(texts)) == len(texts), texts


def test_the_right_option_is_not_always_in_the_same_place():
    places = [
        [option.right for option in question.options].index(True) for question in CHOICES.values()
    ]
    assert all(places.count(place) <= 0.6 * len(places) for place in set(places))


def test_every_chapter_has_five_questions_numeric_and_choice():
    for chapter in questions.CHAPTERS:
        kinds = [type(q) for name, q in QUESTIONS.items() if name.startswith(f"{chapter}.")]
        assert len(kinds) >= 5 and {Numeric, Choice} <= set(kinds), chapter


def test_a_choice_has_exactly_one_right_option():
    for rights in [(), (False, False), (True, True)]:
        with pytest.raises(ValueError, match="exactly one option is right"):
            Choice("chapter_1.column", "?", [Option("o", "r", right) for right in rights])


# ---- where the questions are


@cache
def asked() -> dict[str, list[str]]:
    """Return the notebooks that show each question: a cell's last line names it."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "chapters").glob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            last = "".join(cell["source"]).rstrip().rpartition("\n")[2]
            shown = re.fullmatch(r"questions\.(chapter_\d+\.\w+)", last)
            if cell["cell_type"] == "code" and shown:
                found.setdefault(shown[1], []).append(path.name)
    return found


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_asked_once_and_in_its_own_chapter(name):
    number = name.partition(".")[0].removeprefix("chapter_")
    own = [path.name for path in (ROOT / "chapters").glob(f"{int(number):02}_*.ipynb")]
    shown = asked().get(name, [])
    assert len(shown) == 1 and shown[0] in own, (
        f"pe_book/questions/{name.partition('.')[0]}.py declares {name.partition('.')[2]}, which "
        f"{' and '.join(sorted(own))} do not show exactly once (shown in: {shown}): end a "
        f"code cell with questions.{name}, or delete the question"
    )


def test_a_chapter_shows_only_questions_that_are_declared():
    assert set(asked()) <= set(QUESTIONS)


def test_a_chapter_loads_its_own_questions_alone():
    program = (
        "import sys; from pe_book import questions; questions.chapter_1.same_sentence;"
        "print(*(name for name in sys.modules if 'questions.chapter' in name))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.split() == ["pe_book.questions.chapter_1"]


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_named_after_its_chapter_and_its_variable(name):
    chapter, _, variable = name.partition(".")
    declared = vars(getattr(questions, chapter)).get(variable)
    assert declared is QUESTIONS[name], f"pe_book/questions/{chapter}.py: {variable} is not {name}"


def test_a_name_gives_the_address_and_has_one_form():
    assert questions.chapter_3.longest.html_id == "question-chapter-3-longest"
    for name in ("longest", "chapter_3", "chapter_x.longest", "chapter_3.3rd"):
        with pytest.raises(ValueError, match="a question's name is like"):
            Choice(name, "?", COLUMN.options)


@pytest.mark.parametrize("name", questions.QUIZZES)
def test_a_quiz_has_five_questions_and_they_are_asked_on_its_page(name):
    asked = questions.quiz(name)
    assert len(asked) == 5 and {type(question) for question in asked.values()} == {Numeric, Choice}
    assert all(question.partition(".")[0] == name for question in asked)
    assert f"```{{quiz}} {name}\n```" in (ROOT / f"pages/{name}.md").read_text(encoding="utf-8")


def test_an_unknown_quiz_is_named_in_the_error():
    with pytest.raises(ValueError, match="'chapter_1' is not one of the quizzes"):
        questions.quiz("chapter_1")


def test_no_two_questions_have_one_name():
    declared = [
        value
        for chapter in questions.CHAPTERS
        for value in vars(getattr(questions, chapter)).values()
        if isinstance(value, Question)
    ]
    assert len(declared) == len(QUESTIONS)


def test_a_chapter_without_questions_is_named_in_the_error():
    with pytest.raises(AttributeError, match="'chapter_99' is not one of the chapters"):
        questions.chapter_99  # noqa: B018


# ---- what a reader gets


@every_question
def test_the_html_is_native_labelled_and_has_no_latex(question):
    html = question._repr_html_()
    form = html[html.index("<form") : html.index('<script type="application/json">')]
    assert form.count("<fieldset>") == form.count("<legend>") == 1
    assert 'role="status"' in form and '<button type="submit">' in form
    inputs = re.findall(r"<input [^>]*>", form)
    assert inputs
    for tag in inputs:
        if 'type="text"' in tag:
            name = re.search(r'id="([^"]+)"', tag)[1]
            assert f'<label for="{name}">' in form
        else:
            assert re.search(r"<label[^>]*>" + re.escape(tag), form)
    texts = json.dumps(question.data(), ensure_ascii=False) + form
    assert "$" not in texts and "\\(" not in texts
    for tag in ("var", "sub", "sup", "em", "strong", "code"):
        assert texts.count(f"<{tag}>") == texts.count(f"</{tag}>"), tag


@every_question
def test_the_data_on_the_page_is_the_data_of_the_question(question):
    html = question._repr_html_()
    stored = re.search(r'<script type="application/json">(.*?)</script>', html, re.S)[1]
    assert json.loads(stored) == question.data()


def test_style_and_script_come_with_a_notebooks_output_and_not_with_a_pages(monkeypatch):
    question = questions.chapter_3.longest
    monkeypatch.setenv("PE_LIB_PAGE", "0")
    html = question._repr_html_()
    style, form, module = re.fullmatch(
        r'<style>(.*)</style>(<form.*</form>)<script type="module">(.*)</script>', html, re.S
    ).groups()
    assert module == QUESTION_MJS.read_text(encoding="utf-8")
    assert style == QUESTION_MJS.with_suffix(".css").read_text(encoding="utf-8")
    # Nothing is unescaped inside these two elements, so their text must not close them.
    assert html.count("</style") == 1 and html.count("</script") == 2
    monkeypatch.setenv("PE_LIB_PAGE", "1")
    on_page = question._repr_html_()
    # Other numbers are loaded from the site, so only a page offers them.
    button = re.compile(r' <button type="button" class="pe-numbers".*?</button>')
    assert not button.search(form) and len(button.findall(on_page)) == 1
    assert button.sub("", on_page) == form


def strings(data) -> set[str]:
    """Return every string within lists and dictionaries."""
    if isinstance(data, str):
        return {data}
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else []
    return set().union(*map(strings, parts))


@every_question
def test_the_texts_to_translate_are_all_that_a_reader_sees(question):
    shown = strings(question.data()) - set(MESSAGES.values()) | {question.text}
    if isinstance(question, Choice):
        shown |= {option.text for option in question.options}
    assert set(question.texts()) == shown


@every_question
def test_the_printed_list_has_every_answer_and_every_reply(question):
    text, *given = lines(question)
    assert text.startswith(question.name)
    assert [line[2] for line in given].count(">") == 1
    assert len(given) == len(known_answers(question))
    for _, _, reply in known_answers(question):
        assert any(html_to_text(reply) in line for line in given)
