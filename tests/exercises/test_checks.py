"""The checks of the exercises: right answers in any form, and every failure in its own words."""

import numpy as np
import pytest

import pe_lib
from pe_book.exercises.detector import check_detector
from pe_book.exercises.encoding import REPLIES, check_encoding
from pe_book.exercises.exchange import check_exchange
from pe_book.exercises.exercise import Mistakes
from pe_book.exercises.head import check_head
from pe_book.exercises.reply import Reply
from tests.exercises.answers import FIRST, RIGHT, fail, leave


def by_name(value):
    return getattr(value, "__name__", None)


@pytest.mark.parametrize(
    ("check", "right"), [(check, right) for check, all_ in RIGHT.items() for right in all_]
)
def test_a_right_answer_is_right_however_it_is_written(check, right):
    reply = check(right)
    assert reply, reply.text


def test_a_right_table_in_pytorch_is_right():
    torch = pytest.importorskip("torch")
    assert check_encoding(lambda n, d: torch.tensor(pe_lib.positional_encoding(n, d)))
    assert check_encoding(lambda n, d: torch.tensor(pe_lib.positional_encoding(n, d)).float())


#: The checks that compare the answer as an array.
COMPARED = [check for check in FIRST if check not in (check_head, check_detector, check_exchange)]


def even_only(n, d):
    if d % 2:
        raise ValueError("the width is odd")
    return pe_lib.positional_encoding(n, d)


def one_off(n, d):
    table = pe_lib.positional_encoding(n, d)
    if n == 12:
        table[2, 1] = 5
    return table


@pytest.mark.parametrize(
    ("function", "parts"),
    [
        (lambda n, d: "table", ["function(12, 8)", "str", "<U5"]),
        (even_only, ["even_only(9, 7)", "ValueError: the width is odd", '`raise ValueError("the']),
        (lambda n, d: np.zeros((n, d + 1)), ["(12, 9)", "(12, 8)"]),
        (one_off, ["one_off(12, 8)", "position 2, column 1", "is 5"]),
        (lambda n, d: np.where(n > 60, np.nan, pe_lib.positional_encoding(n, d)), ["20001", "NaN"]),
        (lambda n, d: pe_lib.positional_encoding(min(n, 60), d), ["(60, 8)", "(20001, 8)"]),
    ],
)
def test_a_reply_names_the_call_the_place_and_the_values(function, parts):
    reply = check_encoding(function)
    assert not reply
    for part in parts:
        assert part in reply.text, reply.text


def test_two_mistakes_at_once_are_both_named():
    reply = check_encoding(lambda n, d: 2 * pe_lib.positional_encoding(n, d, start=1))
    assert not reply and REPLIES["positions from one"] in reply.text and "multiple" in reply.text


def test_code_between_backticks_is_shown_as_code_and_the_rest_is_escaped():
    shown = Reply(False, "1 < 2 in `x[1:] < y`")._repr_html_()
    assert "1 &lt; 2 in <code>x[1:] &lt; y</code>" in shown
    assert 'role="status"' in shown and 'data-verdict="wrong"' in shown
    assert str(Reply(False, "x")) != str(Reply(True, "x"))


def test_a_mistake_must_have_a_reply_and_change_what_is_there():
    mistakes = Mistakes(even_only)
    mistakes.edits("`d % 2` => `n % 2`\n`odd` => `even`\n-> The `d`\n  counts.\n")
    assert mistakes[0].text == "The `d` counts." and mistakes[0].wrong(2, 3).shape == (2, 3)
    with pytest.raises(ValueError, match="d // 2"):
        mistakes.edits("`d % 2` => `n % 2`\n-> Wrong.\n`d // 2` => ``\n")
    with pytest.raises(ValueError, match="has no 'd // 2'"):
        mistakes.edits("`d // 2` => ``\n-> Wrong.\n")


class Unreadable:
    def __array__(self, *_, **__):
        raise RuntimeError("no array")


def with_last(answer, value, dtype):
    """Return the answer with another last entry."""
    answer = np.array(answer, dtype)
    answer[(-1,) * answer.ndim] = value
    return answer


#: What can become of a right answer, and a part of the reply.
DAMAGE = {
    "complex": (lambda answer: answer + 0j, "complex128"),
    "NaN": (lambda answer: with_last(answer, np.nan, float), "NaN"),
    "infinity": (lambda answer: with_last(answer, -np.inf, float), "infinity"),
    "None inside": (lambda answer: with_last(answer, None, object), "dtype object"),
    "text": (lambda answer: answer.astype(str), "<U"),
    "truth values": (lambda answer: answer > 0, "not bool"),
    "masked": (lambda answer: np.ma.masked_equal(answer, answer.flat[0]), "masked"),
    "huge": (lambda answer: with_last(answer, 10**400, object).tolist(), "64 bits"),
    "exit": (leave, "SystemExit"),
    "error without text": (fail, "Unshowable"),
    "no array": (lambda answer: Unreadable(), "RuntimeError: no array"),
    "longer": (lambda answer: np.concatenate([answer, answer[:1]]), "shape"),
}


def damaged(check, damage):
    """Return the right function with each answer damaged."""

    def function(*arguments):
        answer = FIRST[check](*arguments)
        return (damage(answer[0]), answer[1]) if check is check_head else damage(answer)

    return function


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("check", [check_encoding, check_head, check_exchange], ids=by_name)
def test_a_damaged_answer_is_seen(check, damage):
    change, part = DAMAGE[damage]
    reply = check(damaged(check, change))
    assert not reply and part in reply.text


@pytest.mark.parametrize("check", COMPARED, ids=by_name)
def test_one_entry_a_little_off_is_refused(check):
    def nudge(answer):
        answer = np.array(answer, dtype=float)
        last = (-1,) * answer.ndim
        answer[last] += 1e-7 * max(1, abs(answer[last]))
        return answer

    assert not check(damaged(check, nudge))


@pytest.mark.parametrize("check", [*COMPARED, check_head, check_exchange], ids=by_name)
def test_a_right_answer_rounded_to_a_short_float_is_right(check):
    assert check(damaged(check, lambda answer: answer.astype(np.float16)))


@pytest.mark.parametrize("check", FIRST, ids=by_name)
def test_a_value_in_place_of_a_function_is_refused(check):
    for given in (3, None, np.eye(3), Unreadable()):
        reply = check(given)
        assert not reply and type(given).__name__ in reply.text
