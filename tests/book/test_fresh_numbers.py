"""The numbers that a question draws anew are right, and the same everywhere for a seed."""

import pytest

from pe_book import questions
from pe_book.questions.fresh import PUBLIC_SEEDS, WITHOUT_FRESH_NUMBERS, fresh
from pe_book.questions.question import Numeric, html_to_text
from tests.book.question_lists import HUNDRED, NUMERIC, declared_values

# ---- fresh numbers

FRESH = {name: question for name, question in NUMERIC.items() if question.numbers}


def test_a_computed_question_has_fresh_numbers_or_says_why_not():
    assert {*FRESH, *WITHOUT_FRESH_NUMBERS} == {*NUMERIC}
    assert not {*FRESH} & {*WITHOUT_FRESH_NUMBERS}


@pytest.mark.parametrize("name", FRESH)
def test_fresh_numbers_are_right_and_tell_known_answers_apart(name):
    question, texts = FRESH[name], set()
    for seed in (*PUBLIC_SEEDS, *range(20270115, 20270143)):
        drawn = question.with_numbers(seed)
        assert drawn.name == name and drawn.text != question.text
        for value, independent in declared_values(drawn):
            assert value == pytest.approx(independent(), rel=1e-12, abs=1e-12), seed
        assert drawn.tells_apart() and len(drawn.wrong) == len(question.wrong)
        replies = [
            html_to_text(reply) for reply in (drawn.because, *(w.reply for w in drawn.wrong))
        ]
        assert len(set(replies)) == len(replies)
        texts.add(drawn.text)
    assert len(texts) >= 5


def test_a_seed_draws_the_same_numbers_everywhere():
    assert FRESH["chapter_2.entry"].with_numbers(7).text == (
        "<var>d</var> = 10, <var>B</var> = 10000. Compute the entry at position 10 in column 2."
    )


def test_a_question_without_fresh_numbers_says_so():
    with pytest.raises(ValueError, match=r"chapter_8.norm_catches is asked with its own"):
        questions.chapter_8.norm_catches.with_numbers(1)


def test_numbers_that_do_not_exist_are_named():
    with pytest.raises(ValueError, match="make is drawn by"):

        @fresh(width=[1])
        def make(height: int = 2) -> Numeric:
            return HUNDRED

    @fresh(height=[2])
    def same(height: int = 2) -> Numeric:
        return HUNDRED

    with pytest.raises(ValueError, match="same: no numbers of"):
        same.with_numbers(1)
