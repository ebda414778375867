"""Every right answer is accepted, every known wrong one is named, every accident is explained."""

import math
import subprocess
import sys
from importlib import import_module
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import pe_lib
from pe_book import exercises
from pe_book.exercises import chapter_2
from pe_book.exercises.chapter_1 import check_attention
from pe_book.exercises.chapter_2 import REPLIES, check_encoding
from pe_book.exercises.chapter_3 import check_wavelengths
from pe_book.exercises.chapter_4 import check_rotation
from pe_book.exercises.chapter_5 import check_doubling
from pe_book.exercises.chapter_6 import check_head
from pe_book.exercises.chapter_7 import check_rope
from pe_book.exercises.chapter_8 import check_detector
from pe_book.exercises.reply import Exercise, Reply, real
from pe_book.mistakes import MISTAKES
from pe_lib.variants import rope as rotary

CHAPTERS = {
    path.stem: import_module(f"pe_book.exercises.{path.stem}")
    for path in sorted(Path(exercises.__file__).parent.glob("chapter_*.py"))
}
EXERCISES = [
    pytest.param(exercise, id=f"{chapter}-{name}")
    for chapter, module in CHAPTERS.items()
    for name, exercise in vars(module).items()
    if isinstance(exercise, Exercise) and exercise.known
]
KNOWN = [
    pytest.param(exercise, mistake, id=f"{param.id}-{number}")
    for param in EXERCISES
    for exercise in param.values
    for number, mistake in enumerate(exercise.known)
]


def outputs(function, exercise):
    """Return what a function gives in each case, None where it cannot."""
    found = []
    for case in exercise.cases():
        try:
            found.append(np.asarray(function(*case), dtype=float))
        except (ValueError, IndexError):
            found.append(None)
    return found


def same(one, other):
    """Return whether two functions' outputs cannot be told apart."""
    return all(
        a is None or b is None or (a.shape == b.shape and np.allclose(a, b, rtol=1e-3, atol=1e-3))
        for a, b in zip(one, other, strict=True)
    )


def test_every_chapter_with_known_mistakes_is_among_the_exercises():
    with_known = {name for name, module in CHAPTERS.items() if hasattr(module, "Known")}
    assert {param.id.split("-")[0] for param in EXERCISES} == with_known
    assert len(CHAPTERS) == 9 and len(KNOWN) > 30


@pytest.mark.parametrize(("exercise", "mistake"), KNOWN)
def test_no_known_mistake_is_the_right_answer(exercise, mistake):
    assert not same(outputs(mistake.wrong, exercise), outputs(exercise.truth, exercise))


@pytest.mark.parametrize("exercise", EXERCISES)
def test_no_two_known_mistakes_are_the_same(exercise):
    found = [(mistake.text, outputs(mistake.wrong, exercise)) for mistake in exercise.known]
    alike = [(a, b) for (a, one), (b, other) in combinations(found, 2) if same(one, other)]
    assert not alike
    assert len({text for text, _ in found}) == len(found)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(("exercise", "mistake"), KNOWN)
def test_each_known_mistake_gets_its_own_reply(exercise, mistake, dtype):
    reply = exercise.judge(lambda *case: mistake.wrong(*case).astype(dtype))
    assert not reply
    assert reply.text == mistake.text


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_an_exercise_loads_numpy_and_the_library_alone(chapter):
    program = f"import sys, pe_book.exercises.{chapter}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "numpy" in done.stdout.split(), done.stderr
    heavy = {"matplotlib", "plotly", "ipywidgets", "IPython", "mpmath", "sympy", "scipy", "torch"}
    assert not heavy & set(done.stdout.split())


def complex_rope(vectors, positions):
    pairs = vectors[:, 0::2] + 1j * vectors[:, 1::2]
    pairs = pairs * np.exp(1j * np.outer(positions, pe_lib.angular_frequencies(vectors.shape[1])))
    return np.stack([pairs.real, pairs.imag], axis=-1).reshape(vectors.shape)


@pytest.mark.parametrize(
    ("check", "right"),
    [
        (check_encoding, pe_lib.positional_encoding),
        (check_encoding, pe_lib.positional_encoding_loop),
        (check_encoding, pe_lib.positional_encoding_exp_log),
        (
            check_encoding,
            lambda n, d: pe_lib.positional_encoding(n, d).astype(np.float32),
        ),
        (check_encoding, lambda n, d: pe_lib.positional_encoding(n, d).tolist()),
        (check_wavelengths, pe_lib.wavelengths),
        (check_rotation, pe_lib.rotation_matrix),
        (check_attention, pe_lib.attention),
        (check_rope, complex_rope),
        (check_rope, lambda x, p: rotary(x, positions=p)),
    ],
)
def test_right_answers_are_accepted(check, right):
    assert check(right)


def test_a_pytorch_table_is_accepted():
    torch = pytest.importorskip("torch")
    assert check_encoding(lambda n, d: torch.tensor(pe_lib.positional_encoding(n, d)))


def test_both_ways_to_turn_are_right_and_named():
    assert "other way" in check_rope(complex_rope).text
    assert "this book" in check_rope(lambda x, p: rotary(x, positions=p)).text


def test_every_exhibit_of_chapter_8_is_named():
    for mistake in MISTAKES:
        reply = check_encoding(mistake.implementation)
        assert not reply
        if mistake.name == "odd width crashes":
            assert "function(9, 7) raised ValueError" in reply.text
        elif mistake.name == "float32 angles":
            assert "float32" in reply.text
        else:
            assert reply.text == REPLIES[mistake.name], mistake.name


def by_angles(wave, exponents=lambda j, d: 2 * j / d, turn=1.0):
    def table(n, d):
        j = np.arange(d) // 2
        angles = np.arange(n)[:, np.newaxis] * turn * 10_000.0 ** -exponents(j, d)
        return wave(angles, np.arange(d) % 2 == 1)

    return table


def both(angles, odd):
    return np.where(odd, np.cos(angles), np.sin(angles))


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (by_angles(both, lambda j, d: j / d), ["factor missing"]),
        (by_angles(both, lambda j, d: -2 * j / d), ["sign lost"]),
        (by_angles(lambda angles, odd: np.sin(angles)), ["one function"]),
        (by_angles(both, turn=math.pi / 180), ["degrees"]),
        (by_angles(lambda angles, odd: both(angles, odd) ** 3), []),
        (
            lambda n, d: 2 * pe_lib.positional_encoding(n, d, start=1),
            ["positions from one", "2 times"],
        ),
    ],
)
def test_mistakes_are_named_alone_and_together(function, names):
    reply = check_encoding(function)
    assert not reply
    for name in names:
        assert REPLIES.get(name, name) in reply.text
    if not names:
        assert "first differs at position 1" in reply.text


def test_a_table_that_cannot_be_long_is_not_right():
    reply = check_encoding(lambda n, d: pe_lib.positional_encoding(min(n, 60), d))
    assert not reply


def even_only(n, d):
    if d % 2:
        raise ValueError("could not broadcast")
    return pe_lib.positional_encoding(n, d)


def one_off(n, d):
    table = pe_lib.positional_encoding(n, d)
    table[2:3, 1] = 5
    return table


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (np.zeros((12, 8)), "without calling it"),
        (lambda n, d: None, "returned None"),
        (lambda n, d: "table", "not an array"),
        (lambda n, d: pe_lib.positional_encoding(n, d) + 0j, "not an array of real numbers"),
        (even_only, "The other cases are right, but function(9, 7) raised ValueError"),
        (lambda n, d: pe_lib.positional_encoding(n, d).T, "transposed"),
        (lambda n, d: np.zeros((n, d + 1)), "should have shape (12, 8)"),
        (lambda n, d: np.full((n, d), np.nan), "NaN"),
        (lambda n, d: np.zeros((n, d)), "position 0, column 1: it is 0 and should be 1"),
        (lambda n, d: one_off(n, d).astype(np.float32), "position 2, column 1: it is 5 and"),
        (lambda n, d: np.where(n > 60, np.nan, pe_lib.positional_encoding(n, d)), "holds NaN"),
    ],
)
def test_accidents_are_explained(function, says):
    reply = check_encoding(function)
    assert not reply
    assert says in reply.text


def doubling(n, d):
    omega = pe_lib.angular_frequencies(d)
    table = np.empty((n, 2 * len(omega)))
    table[0] = np.tile([0.0, 1.0], len(omega))
    m = 1
    while m < n:
        rows = table[: min(m, n - m)]
        sine, cosine = np.sin(m * omega), np.cos(m * omega)
        table[m : m + len(rows), 0::2] = rows[:, 0::2] * cosine + rows[:, 1::2] * sine
        table[m : m + len(rows), 1::2] = rows[:, 1::2] * cosine - rows[:, 0::2] * sine
        m *= 2
    return table[:, :d]


def test_doubling_is_accepted_for_few_sines_only():
    assert check_doubling(doubling)
    direct = check_doubling(pe_lib.positional_encoding_vectorized)
    assert not direct
    assert "it took 1000 rows of sines and cosines" in direct.text
    assert not check_doubling(pe_lib.positional_encoding_loop)
    # The counters are gone afterwards.
    assert type(math.sin) is type(math.tan)
    assert isinstance(np.sin, np.ufunc)


def test_doubling_must_be_right_first():
    reply = check_doubling(lambda n, d: pe_lib.positional_encoding(n, d, 1e8))
    assert "10⁸" in reply.text


def test_doubling_must_be_right_at_every_length():
    def broken(n, d):
        return doubling(n, d) * (np.nan if n == 1000 else 1)

    def crashing(n, d):
        return doubling(n, d if n != 1000 else "64")

    assert "function(1000, 64) holds NaN at position 0, column 0" in check_doubling(broken).text
    assert "function(1000, 64) raised TypeError" in check_doubling(crashing).text


def test_sines_that_cannot_be_counted_are_not_called_few():
    sine, cosine = np.sin, np.cos

    def uncounted(n, d):
        angles = np.outer(np.arange(n), pe_lib.angular_frequencies(d))
        return np.stack([sine(angles), cosine(angles)], axis=-1).reshape(n, -1)[:, :d]

    assert "less than one row of sines and cosines was counted" in check_doubling(uncounted).text


def test_doubling_counts_rows_and_says_so():
    said = "from 10 rows of sines and cosines instead of 1000"
    assert said in check_doubling(doubling).text
    assert said in check_doubling(pe_lib.positional_encoding_doubling).text  # by complex numbers


def test_doubling_may_take_forty_rows_and_no_more():
    def with_more(rows):
        def table(n, d):
            np.sin(np.zeros((rows, d)))
            return doubling(n, d)

        return table

    assert check_doubling(with_more(30)) and not check_doubling(with_more(31))


def test_doubling_that_drifts_is_seen():
    def drifting(n, d):
        return pe_lib.positional_encoding(n, d) + (1e-6 if n == 1000 else 0)

    assert "largest error" in check_doubling(drifting).text


@pytest.mark.parametrize(
    ("head", "says"),
    [
        (lambda k, d: (pe_lib.rotation_matrix(k, d), np.eye(d)), "Every position finds the one"),
        (lambda k, d: (pe_lib.rotation_matrix(-k, d), np.eye(d)), "looks forward"),
        (lambda k, d: (np.eye(d), np.eye(d)), "finds itself"),
        (
            lambda k, d: (pe_lib.rotation_matrix(3, d), np.eye(d)),
            "For offset 1, position 2 looks at position 0",
        ),
        (lambda k, d: np.eye(d), "should return W_q and W_k"),
        (lambda k, d: (np.eye(d), np.eye(d + 2)), "both should be"),
        (
            lambda k, d: (pe_lib.rotation_matrix(k, d) + 1j, np.eye(d)),
            "must be real numbers, not complex128",
        ),
    ],
)
def test_the_head_is_judged_by_where_it_looks(head, says):
    reply = check_head(head)
    assert says in reply.text
    assert bool(reply) == says.startswith("Every position finds the one")


def test_large_scores_must_not_overflow():
    def plain(q, k, v):
        weights = np.exp(q @ k.T / np.sqrt(q.shape[1]))
        return weights / weights.sum(axis=1, keepdims=True) @ v

    reply = check_attention(plain)
    assert not reply
    assert "overflow" in reply.text


def test_a_detector_is_judged_by_what_slips_through():
    def thorough(table):
        near = all(np.allclose(table(20, d), pe_lib.positional_encoding(20, d)) for d in (8, 7))
        far = np.allclose(table(20_001, 8)[-1], pe_lib.positional_encoding_at(20_000, 8), rtol=1e-6)
        return near and far

    def norms(table):
        return np.allclose(np.linalg.norm(table(20, 8), axis=1), 2.0)

    assert check_detector(thorough)
    assert "slips through" in check_detector(norms).text
    assert "rejects the right table" in check_detector(lambda table: False).text
    assert "raised" in check_detector(lambda table: 1 / 0).text


def test_a_reply_escapes_what_it_shows():
    shown = Reply(False, "1 < 2")._repr_html_()
    assert "1 &lt; 2" in shown
    assert 'role="status"' in shown
    assert "Not yet" in str(Reply(False, "x"))


class Unshowable(Exception):
    def __str__(self):
        raise RuntimeError("no text")


class Unreadable:
    def __array__(self, *_, **__):
        raise RuntimeError("no array")


def with_last(answer, value, dtype):
    """Return the answer with another last entry."""
    answer = np.array(answer, dtype)
    answer[(-1,) * answer.ndim] = value
    return answer


def leave(_):
    sys.exit()


def fail(_):
    raise Unshowable


#: What can become of a right answer, and what the reply then says.
ACCIDENTS = {
    "complex": (lambda answer: answer + 0j, "must be real numbers, not complex128"),
    "NaN": (lambda answer: with_last(answer, np.nan, float), "NaN"),
    "infinity": (lambda answer: with_last(answer, -np.inf, float), "infinity"),
    "objects": (lambda answer: answer.astype(object), "not Python objects"),
    "None inside": (lambda answer: with_last(answer, None, object), "not Python objects"),
    "text": (lambda answer: answer.astype(str), "must be real numbers, not <U"),
    "truth values": (lambda answer: answer > 0, "must be real numbers, not bool"),
    "masked": (
        lambda answer: np.ma.masked_equal(answer, answer.flat[0]),
        "some entries are masked",
    ),
    "huge": (lambda answer: with_last(answer, 10**400, object).tolist(), "beyond 64 bits"),
    "exit": (leave, "SystemExit"),
    "error without text": (fail, "Unshowable: its text cannot be shown"),
    "no array": (lambda answer: Unreadable(), "RuntimeError: no array"),
    "longer": (lambda answer: np.concatenate([answer, answer[:1]]), "shape"),
    "scalar": (lambda answer: 1.0, "()"),
}
ANSWERS = {
    check_attention: pe_lib.attention,
    check_encoding: pe_lib.positional_encoding,
    check_wavelengths: pe_lib.wavelengths,
    check_rotation: pe_lib.rotation_matrix,
    check_doubling: doubling,
    check_head: lambda offset, d: (pe_lib.rotation_matrix(offset, d), np.eye(d)),
    check_rope: lambda vectors, positions: rotary(vectors, positions=positions),
}


def damaged(check, damage, number=None):
    """Return the right function with each answer damaged, or the answer of one call alone."""
    calls = 0

    def function(*arguments):
        nonlocal calls
        calls += 1
        answer = ANSWERS[check](*arguments)
        if number not in (None, calls):
            return answer
        return (damage(answer[0]), answer[1]) if check is check_head else damage(answer)

    return function


def n_calls(check):
    """Return how often a check calls a right function."""
    calls = []

    def counted(*arguments):
        calls.append(arguments)
        return ANSWERS[check](*arguments)

    assert check(counted)
    return len(calls)


def by_name(function):
    return getattr(function, "__name__", None)


@pytest.mark.parametrize("accident", ACCIDENTS)
@pytest.mark.parametrize("check", ANSWERS, ids=by_name)
def test_every_exercise_tells_the_truth_about_every_accident(check, accident):
    damage, says = ACCIDENTS[accident]
    reply = check(damaged(check, damage))
    assert not reply
    assert says in reply.text


@pytest.mark.parametrize("accident", ACCIDENTS)
@pytest.mark.parametrize("check", ANSWERS, ids=by_name)
def test_an_accident_at_one_size_alone_is_seen_and_told(check, accident):
    damage, says = ACCIDENTS[accident]
    for number in range(1, n_calls(check) + 1):
        if check is check_rope and number == 1:
            continue  # the call that finds out the direction, with the arguments of the second
        reply = check(damaged(check, damage, number))
        assert not reply, number
        assert says in reply.text, number


@pytest.mark.parametrize("off", [1e-4, -1e-4, 1e-7])
@pytest.mark.parametrize("check", [check for check in ANSWERS if check is not check_head])
def test_one_entry_a_little_off_is_refused(check, off, monkeypatch):
    # That it is refused counts here. To look for what it might be takes a second each time.
    monkeypatch.setattr(chapter_2, "_named", lambda function: "")

    def nudge(answer):
        answer = np.array(answer)
        last = (-1,) * answer.ndim
        answer[last] += off * max(1, abs(answer[last]))
        return answer

    first = 2 if check is check_rope else 1
    for number in (None, *range(first, n_calls(check) + 1)):
        assert not check(damaged(check, nudge, number)), number


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("check", ANSWERS, ids=by_name)
def test_a_right_answer_rounded_to_a_short_float_is_right(check, dtype):
    assert check(damaged(check, lambda answer: answer.astype(dtype)))


@pytest.mark.parametrize("check", [check for check in ANSWERS if check is not check_head])
def test_a_float32_answer_that_is_1e_4_off_is_refused(check):
    assert not check(damaged(check, lambda answer: (answer * 1.0003 + 1e-4).astype(np.float32)))


#: Twice what rounding may take away from numbers of each type.
OFF = {np.float16: 2e-3, np.float32: 4e-5, np.float64: 2e-9, np.int64: 2e-9}


@pytest.mark.parametrize("dtype", OFF)
def test_what_counts_as_rounding_is_not_more_than_a_type_needs(dtype):
    assert real(np.zeros(3, dtype))[1] == pytest.approx(OFF[dtype] / 2)
    if dtype is not np.int64:
        off = damaged(check_wavelengths, lambda a: (a * (1 + OFF[dtype])).astype(dtype))
        assert not check_wavelengths(off)


@pytest.mark.parametrize("check", [*ANSWERS, check_detector], ids=by_name)
def test_what_is_no_function_is_called_so(check):
    for given in (3, None, np.eye(3), Unreadable()):
        reply = check(given)
        assert not reply
        assert "hand over the function itself" in reply.text


@pytest.mark.parametrize(
    ("detector", "says"),
    [
        (leave, "On the right table your check raised SystemExit"),
        (fail, "raised Unshowable: its text cannot be shown"),
        (lambda table: None, "should return True or False, but it returned NoneType"),
        (lambda table: float("nan"), "should return True or False, but it returned float"),
        (lambda table: np.array([True, True]), "but it returned ndarray"),
    ],
)
def test_a_detector_must_decide(detector, says):
    reply = check_detector(detector)
    assert not reply
    assert says in reply.text


def test_a_detector_may_leave_at_a_wrong_table():
    def leaving(table):
        return table is pe_lib.positional_encoding or sys.exit()

    assert check_detector(leaving)


def test_a_rotary_embedding_is_judged_by_the_direction_in_which_it_turns():
    def other_way(vectors, positions):
        return rotary(vectors, positions=-positions) + (1e-4 if len(vectors) == 3 else 0)

    def ours(vectors, positions):
        return rotary(vectors, positions=positions) + (1e-4 if len(vectors) == 3 else 0)

    for function in (other_way, ours):
        assert "24 of 24 entries differ" in check_rope(function).text


def test_a_rotary_embedding_far_from_both_directions_is_told_what_is_right_in_this_book():
    def far(vectors, positions):
        return np.where(positions[:, np.newaxis] == 0, vectors, 1e30)

    x, y = np.random.default_rng(0).normal(size=(2, 4))[1, :2]
    right = np.cos(1) * x + np.sin(1) * y
    said = f"vector 1, column 0: it is 1e+30 and should be {right:.6g} "
    assert said in check_rope(far).text


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1.5e307])
def test_a_head_that_is_not_finite_gets_that_reply(bad):
    reply = check_head(lambda k, d: (pe_lib.rotation_matrix(k, d), np.full((d, d), bad)))
    assert not reply
    assert "overflow" in reply.text if bad == 1.5e307 else "W_k that holds NaN or inf" in reply.text


def test_a_head_must_be_right_at_the_last_positions_too(monkeypatch):
    # Rows without structure, so that there is a head for any scores.
    tables = {d: np.random.default_rng(d).normal(size=(40, d)) for d in (64, 128)}
    monkeypatch.setattr(CHAPTERS["chapter_6"], "positional_encoding", lambda n, d: tables[d])

    def head(offset, d, last):
        scores = np.eye(40)[np.maximum(np.arange(40) - offset, 0)]
        scores[39] = np.eye(40)[39 - offset if last is None else last]
        inverse = np.linalg.pinv(tables[d])
        return inverse @ scores @ inverse.T, np.eye(d)

    assert check_head(lambda offset, d: head(offset, d, None))
    reply = check_head(lambda offset, d: head(offset, d, 0))
    assert reply.text == "For offset 3, position 39 looks at position 0; it should look at 36."


def test_other_failures_with_large_scores_are_not_called_overflow():
    def clipped(q, k, v):
        return pe_lib.attention(np.clip(q, -50, 50), k, v)

    def broken(q, k, v):
        if np.abs(q).max() > 50:
            raise ValueError("too large for me")
        return pe_lib.attention(q, k, v)

    assert "first differs at" in check_attention(clipped).text
    assert "in the thousands function(" in check_attention(broken).text
    assert "ValueError: too large for me" in check_attention(broken).text
