"""What a question declares is so, where it is asked, and what a reader gets of it."""

import json
import re
from dataclasses import replace

import pytest

from book.paths import ROOT
from pe_book import questions
from pe_book.questions.fresh import PUBLIC_SEEDS, fresh
from pe_book.questions.question import Choice, Numeric, Option, choice, numeric
from tests.questions.answers import ANSWERS
from tests.questions.lists import (
    HUNDRED,
    NUMERIC,
    QUESTION_MJS,
    QUESTIONS,
    every_choice,
    every_numeric,
    every_question,
    html_to_text,
    known_answers,
    texts,
    values,
)

FRESH = {name: question for name, question in NUMERIC.items() if question.redraw}


# ---- values


def test_the_table_of_answers_has_every_computed_question():
    assert ANSWERS.keys() == NUMERIC.keys()


@every_numeric
def test_values_agree_with_their_independent_computation(question):
    expected = ANSWERS[question.name](**question.numbers)
    assert values(question) == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert question.tells_apart()


@pytest.mark.parametrize("name", FRESH)
def test_fresh_numbers_are_right_and_tell_known_answers_apart(name):
    question, drawn_texts = FRESH[name], set()
    for seed in (*PUBLIC_SEEDS, *range(20270115, 20270143)):
        drawn = question.with_numbers(seed)
        assert drawn.name == name and drawn.text != question.text
        expected = ANSWERS[name](**drawn.numbers)
        assert values(drawn) == pytest.approx(expected, rel=1e-12, abs=1e-12), seed
        assert drawn.tells_apart()
        replies = [reply for _, _, reply in known_answers(drawn)]
        assert len(set(replies)) == len(replies)
        drawn_texts.add(drawn.text)
    assert len(drawn_texts) >= 5


def test_a_seed_draws_the_same_numbers_everywhere():
    drawn = FRESH["chapter_2.entry"].with_numbers(7)
    assert drawn.numbers == {"position": 10, "column": 2, "d": 10}


def test_numbers_that_cannot_be_drawn_are_named():
    with pytest.raises(ValueError, match="norm_catches"):
        questions.chapter_8.norm_catches.with_numbers(1)
    with pytest.raises(ValueError, match="height"):
        fresh(width=[1])(lambda height: HUNDRED)
    with pytest.raises(ValueError, match="no numbers"):
        fresh(height=[2])(lambda height=2: HUNDRED).with_numbers(1)


# ---- replies and options


@every_question
def test_every_answer_has_a_reply_of_its_own(question):
    replies = [answer.reply for answer in question.answers()]
    replies += [question.hint] if isinstance(question, Numeric) else []
    assert len(replies) >= 3 and len(set(replies)) == len(replies)


@every_choice
def test_no_two_options_read_alike(question):
    options = [html_to_text(option.text).lower().rstrip(".") for option in question.options]
    assert len(set(options)) == len(options)


def test_a_choice_has_one_right_option_and_a_reply_to_each():
    for rights in [(), (False, False), (True, True)]:
        with pytest.raises(ValueError, match="exactly one option"):
            Choice("?", [Option("o", "r", right) for right in rights])
    with pytest.raises(ValueError, match="'no' has no reply"):
        choice("Odd?\n( ) yes\n-> It isn’t.\n(x) no\n")


def test_a_numeric_question_has_one_answer_a_hint_and_a_reply_to_each_value():
    written = "1 + 1?\n(x) two -> Yes.\n( ) one -> No.\n(?) Count.\n"
    assert numeric(written, two=2, one=1).explanation == "Yes."
    for refused, named in [
        (written, {"two": 2}),
        (written.replace("(?)", "(x)"), {"two": 2, "one": 1}),
        (written.replace("(x)", "( )"), {"two": 2, "one": 1}),
    ]:
        with pytest.raises(ValueError, match=r"'1 \+ 1\?'"):
            numeric(refused, **named)


# ---- where the questions are


def asked() -> dict[str, list[str]]:
    """Return the files that show each question: a cell's last line names it, or a page its quiz."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "chapters").glob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            last = "".join(cell["source"]).rstrip().rpartition("\n")[2]
            shown = re.fullmatch(r"questions\.(chapter_\d+\.\w+)", last)
            if cell["cell_type"] == "code" and shown:
                found.setdefault(shown[1], []).append(f"chapter_{int(path.name[:2])}")
    for name in questions.QUIZZES:
        if f"```{{quiz}} {name}\n```" in (ROOT / f"pages/{name}.md").read_text(encoding="utf-8"):
            found |= {question: [name] for question in questions.quiz(name)}
    return found


def test_every_question_is_asked_once_and_in_its_own_chapter():
    """A code cell of the chapter ends with `questions.chapter_3.name`."""
    assert asked() == {name: [name.partition(".")[0]] for name in QUESTIONS}


# ---- what a reader gets


@every_question
def test_the_html_has_closed_tags_no_latex_and_what_the_script_checks(question):
    html = question._repr_html_()
    shown = " ".join(texts(question))
    assert "$" not in shown and "\\(" not in shown
    for tag in ("var", "sub", "sup", "em", "strong", "code"):
        assert shown.count(f"<{tag}>") == shown.count(f"</{tag}>"), tag
    stored = re.search(r'<script type="application/json">(.*?)</script>', html, re.S)[1]
    assert json.loads(stored) == question.data()


@every_question
def test_what_a_terminal_shows_tells_no_answer(question):
    """The same words, whatever is right and whatever the replies are."""
    if isinstance(question, Choice):
        texts = [option.text for option in question.options]
        other = {"options": [Option(text, "", right=text == texts[-1]) for text in texts]}
    else:
        other = {"answer": -1.5, "explanation": "", "hint": "", "wrong": (), "redraw": None}
    shown = repr(question)
    assert shown == repr(replace(question, **other))
    assert "</" not in shown


def test_style_and_script_come_with_a_notebooks_output_and_not_with_a_pages(monkeypatch):
    question = questions.chapter_3.longest
    monkeypatch.setenv("PE_BOOK_BUILD", "0")
    html = question._repr_html_()
    style, form, module = re.fullmatch(
        r'<style>(.*)</style>(<form.*</form>)<script type="module">(.*)</script>',
        html,
        re.S,
    ).groups()
    assert module == QUESTION_MJS.read_text(encoding="utf-8")
    assert style == QUESTION_MJS.with_suffix(".css").read_text(encoding="utf-8")
    # Nothing is unescaped inside these two elements, so their text must not close them.
    assert html.count("</style") == 1 and html.count("</script") == 2
    monkeypatch.setenv("PE_BOOK_BUILD", "1")
    on_page = question._repr_html_()
    # Other numbers are loaded from the site, so only a page offers them.
    button = re.compile(r' <button type="button" class="pe-numbers".*?</button>')
    assert not button.search(form) and len(button.findall(on_page)) == 1
    assert button.sub("", on_page) == form
