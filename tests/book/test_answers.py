"""Right answers, wrong values, tolerances and replies are those that `answers.py` states again.

Where a choice can be decided by a computation, it is computed here as well, without pe_lib.
"""

import numpy as np
import pytest

from pe_book import questions
from pe_book.questions.question import Choice, Numeric, plain
from tests.book.answers import CHOICES, NUMERIC, TOLERANCES

QUESTIONS = questions.all_questions()
#: What a value computed in float64 by another way may differ by.
ROUNDING = 1e-12


def words(text: str) -> str:
    return " ".join(plain(text).split())


def faults_of_numeric(name: str, question: Numeric) -> list[str]:
    """Return how a numeric question differs from what is stated again."""
    given = list(zip([question.answer, *(w.value for w in question.wrong)], question.answers(),
                     strict=True))  # fmt: skip
    stated = NUMERIC[name]
    faults = [] if len(given) == len(stated) else [f"{len(given)} values, {len(stated)} stated"]
    for (value, answer), (expected, said) in zip(given, stated, strict=False):
        if abs(value - float(expected)) > ROUNDING * max(1, abs(expected)):
            faults.append(f"the value {value} is {float(expected)}")
        faults += faults_of_replies({said: answer.reply}, [s for _, s in stated])
    tolerance = TOLERANCES.get(name, (0.005,))[0]
    if question.tolerance != tolerance:
        faults.append(f"the tolerance is {question.tolerance}, and {tolerance} is allowed")
    return faults


def faults_of_choice(name: str, question: Choice) -> list[str]:
    """Return how a choice differs from what is stated again."""
    stated, faults = CHOICES[name], []
    for number, (option, said) in enumerate(stated.items()):
        found = [o for o in question.options if option in words(o.text)]
        if len(found) != 1:
            faults.append(f"{len(found)} options say {option!r}")
            continue
        if found[0].right != (number == 0):
            faults.append(f"{option!r} is {'right' if number == 0 else 'wrong'}")
        faults += faults_of_replies({said: found[0].reply}, list(stated.values()))
    if len(stated) != len(question.options):
        faults.append(f"{len(question.options)} options, {len(stated)} stated")
    return faults


def faults_of_replies(replies: dict[str, str], every: list[str]) -> list[str]:
    """Return which replies lack their own piece, or hold another one's."""
    faults = []
    for said, reply in replies.items():
        faults += [] if said in words(reply) else [f"{words(reply)!r} does not say {said!r}"]
        faults += [
            f"{words(reply)!r} says {other!r} as well"
            for other in every
            if other != said and other in words(reply) and said not in other
        ]
    return faults


def faults(name: str, question) -> list[str]:
    check = faults_of_numeric if isinstance(question, Numeric) else faults_of_choice
    return check(name, question)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_answered_as_stated_again(name):
    assert name in NUMERIC or name in CHOICES, f"state it again in tests/book/answers.py: {name}"
    assert faults(name, QUESTIONS[name]) == []


def test_nothing_is_stated_that_is_not_asked():
    assert {*NUMERIC, *CHOICES} == set(QUESTIONS)
    assert set(TOLERANCES) < set(NUMERIC) and all(len(why) > 10 for _, why in TOLERANCES.values())


# ---- what can be computed, from the question's own words


def attend(x, mask=None):
    """Return self-attention of x, with x itself as queries, keys and values."""
    scores = x @ x.T if mask is None else np.where(mask, x @ x.T, -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) @ x


X = np.random.default_rng(7).normal(size=(6, 4))
ORDER = np.array([3, 0, 5, 1, 4, 2])
HANDS = 10_000.0 ** (-np.arange(256) / 256)


def table(n: int, d: int, base: float = 10_000.0) -> np.ndarray:
    """Return the table from complex hands, without pe_lib."""
    hands = np.exp(1j * np.outer(np.arange(n), base ** (-np.arange(0, d, 2) / d)))
    return np.stack([hands.imag, hands.real], axis=-1).reshape(n, d)


def similarity(k):
    return np.mean(np.cos(np.multiply.outer(k, HANDS)), axis=-1)


def test_shuffled_words_get_the_same_outputs_moved_with_them():
    np.testing.assert_allclose(attend(X[ORDER]), attend(X)[ORDER], atol=1e-12)
    assert np.abs(attend(X[ORDER]) - attend(X)).max() > 0.1
    np.testing.assert_allclose(attend(X[ORDER]).mean(axis=0), attend(X).mean(axis=0), atol=1e-12)


def test_a_mask_tied_to_places_breaks_that_and_one_that_moves_does_not():
    causal = np.tri(6, dtype=bool)
    assert np.abs(attend(X[ORDER], causal) - attend(X, causal)[ORDER]).max() > 0.1
    padding = np.ones((6, 6), bool)
    padding[:, 2] = False
    moved = padding[:, ORDER]
    np.testing.assert_allclose(attend(X[ORDER], moved), attend(X, padding)[ORDER], atol=1e-12)


def test_hands_that_finish_and_that_do_not():
    lengths = 2 * np.pi / HANDS
    assert round(100 * np.mean(lengths > 512)) == 52
    assert (lengths > 512).sum() == 133
    for base, unfinished in [(1e3, 92), (5e5, 170)]:
        assert (2 * np.pi * base ** (np.arange(256) / 256) > 512).sum() == unfinished
    assert int(512 / lengths[0]) == 81


def test_the_first_pair_is_unique_and_others_keep_apart():
    rows = np.exp(1j * np.arange(1001))
    nearest = np.abs(rows[1:] - rows[0]).min()
    assert 0 < nearest < 1e-4
    both = np.stack([rows, np.exp(1j * np.arange(1001) / 10)])
    assert np.linalg.norm(both[:, 1:] - both[:, :1], axis=0).min() > 100 * nearest


def test_similarity_rises_first_from_43_to_44_and_has_no_side():
    falls = np.diff(similarity(np.arange(60))) < 0
    assert falls[:43].all() and not falls[43]
    rows = table(40, 512)
    assert rows[20] @ rows[17] == pytest.approx(rows[20] @ rows[23], abs=1e-12)


def test_one_matrix_shifts_and_least_squares_cannot_find_it():
    rows = table(64, 16)
    after, before = rows[3:], rows[:-3]
    found, *_ = np.linalg.lstsq(before, after, rcond=None)
    np.testing.assert_allclose(before @ found, after, atol=1e-12)
    assert np.linalg.cond(before) > 1e8
    hand = np.exp(1j * 3 * 10_000.0 ** (-np.arange(8) / 8))
    matrix = np.zeros((16, 16))
    for j, z in enumerate(hand):
        matrix[2 * j : 2 * j + 2, 2 * j : 2 * j + 2] = [[z.real, z.imag], [-z.imag, z.real]]
    np.testing.assert_allclose(before @ matrix.T, after, atol=1e-12)


def test_a_sine_alone_explains_the_square_of_a_cosine():
    angles = np.linspace(0, 40 * np.pi, 200_001)
    for turn, says in [(0.01, 0.9999), (1.0, 0.292)]:
        explained = np.corrcoef(np.sin(angles), np.sin(angles + turn))[0, 1] ** 2
        assert explained == pytest.approx(np.cos(turn) ** 2, abs=1e-4)
        assert explained == pytest.approx(says, abs=5e-4)


def test_an_odd_width_fails_at_the_cosines_alone():
    pe, angles = np.zeros((3, 7)), np.ones((3, len(np.arange(0, 7, 2))))
    pe[:, 0::2] = np.sin(angles)
    with pytest.raises(ValueError, match="could not broadcast"):
        pe[:, 1::2] = np.cos(angles)


def test_31_directions_hold_99_percent_of_100_rows():
    rows = table(100, 512)
    shares = np.linalg.svd(rows - rows.mean(axis=0), compute_uv=False) ** 2
    assert 1 + np.argmax(np.cumsum(shares) / shares.sum() >= 0.99) == 31


def test_bfloat16_keeps_every_fourth_number_up_to_1000_and_rounds_1001_down():
    step = 2 ** (10 - 8)  # eight significant bits from 512 to 1024
    assert 1000 % step == 0 and round(1001 / step) * step == 1000


def test_a_transposed_grid_of_3_by_4_has_10_wrong_rows_and_a_square_one_its_transpose():
    grid = np.array([[(r, c) for c in range(4)] for r in range(3)]).reshape(-1, 2)
    swapped = np.array([[(r, c) for r in range(3)] for c in range(4)]).reshape(-1, 2)
    assert (grid != swapped).any(axis=1).sum() == 10


def test_time_from_0_to_1_turns_no_pair_by_more_than_one_radian():
    assert HANDS.max() == 1 and (HANDS < 0.1).mean() > 0.7


# ---- the comparison bites


def exchanged(question):
    """Return a copy of a question whose last two replies are exchanged."""
    if isinstance(question, Choice):
        *rest, a, b = question.options
        swapped = [type(a)(a.text, b.reply, a.right), type(b)(b.text, a.reply, b.right)]
        return Choice(question.text, [*rest, *swapped])
    *rest, a, b = question.wrong
    return changed(question, wrong=[*rest, type(a)(a.value, b.reply), type(b)(b.value, a.reply)])


def changed(question: Numeric, **parts) -> Numeric:
    kept = ("text", "answer", "because", "hint", "wrong", "unit", "tolerance")
    return Numeric(**({name: getattr(question, name) for name in kept} | parts))


@pytest.mark.parametrize("name", QUESTIONS)
def test_slips_in_a_question_are_faults(name):
    question = QUESTIONS[name]
    slips = [exchanged(question)]
    if isinstance(question, Choice):
        options = question.options
        at = next(i for i, option in enumerate(options) if option.right)
        other = [type(o)(o.text, o.reply, i == (at + 1) % len(options)) for i, o in
                 enumerate(options)]  # fmt: skip
        slips.append(Choice(question.text, other))
    else:
        slips.append(changed(question, tolerance=10 * question.tolerance))
        slips.append(changed(question, answer=1.001 * question.answer))
        first, *rest = question.wrong
        slips.append(changed(question, wrong=[type(first)(first.value + 1e-6, first.reply), *rest]))
    for slip in slips:
        assert faults(name, slip)
