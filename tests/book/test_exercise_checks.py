"""The checks of the exercises: right answers in any form, and every failure in its own words."""

import math
import re
import sys

import numpy as np
import pytest

import pe_lib
from pe_book.exercises import doubling, encoding, rope, rotation
from pe_book.exercises.attention import OVERFLOW, check_attention
from pe_book.exercises.call import CAUGHT, real
from pe_book.exercises.detector import check_detector
from pe_book.exercises.doubling import check_doubling
from pe_book.exercises.encoding import REPLIES, check_encoding
from pe_book.exercises.exchange import check_exchange
from pe_book.exercises.exercise import edited
from pe_book.exercises.halves import check_halves
from pe_book.exercises.head import check_head
from pe_book.exercises.linear import check_linear
from pe_book.exercises.positions import check_positions
from pe_book.exercises.reply import Reply
from pe_book.exercises.rope import check_rope
from pe_book.exercises.rotation import check_rotation
from pe_book.exercises.wavelengths import check_wavelengths
from pe_book.mistakes import MISTAKES
from pe_book.sentences import score
from pe_lib.practice import pairs_to_halves, position_ids
from pe_lib.variants import alibi_bias
from pe_lib.variants import rope as rotary


@pytest.mark.parametrize("exhibit", MISTAKES, ids=lambda exhibit: exhibit.name)
def test_every_exhibit_of_chapter_8_is_named(exhibit):
    reply = check_encoding(exhibit.implementation)
    known = {known.wrong: known.text for known in encoding.mistake}
    text = known.get(exhibit.implementation) or REPLIES[exhibit.name]
    assert not reply and text in reply.text


def test_an_edit_is_refused_where_the_source_lacks_the_text():
    with pytest.raises(ValueError, match="encoding has no 'i / d_mod3l'"):
        edited(encoding.encoding, {"seq_len": "n", "i / d_mod3l": "2 * i / d_model"})


# --- Right answers, written differently -----------------------------------------------------------


def by_lists(n, d):
    """Return the table by doubling, as lists of rows of complex numbers."""
    omega = [10_000 ** (-2 * j / d) for j in range((d + 1) // 2)]
    rows = [[1j] * len(omega)]  # sine + i cosine, so positions turn clockwise
    while len(rows) < n:
        shift = [complex(math.cos(len(rows) * w), -math.sin(len(rows) * w)) for w in omega]
        rows += [[z * s for z, s in zip(row, shift, strict=True)] for row in rows]
    flat = [[part for z in row for part in (z.real, z.imag)] for row in rows[:n]]
    return [[row[c + 0] for c in range(d)] for row in flat]


def by_double_angles(n, d):
    """Return the table by doubling, the sines and cosines of each shift from those before it."""
    omega = pe_lib.angular_frequencies(d)
    sine, cosine = np.sin(omega), np.cos(omega)
    table = np.tile([0.0, 1.0], (1, len(omega)))
    while len(table) < n:
        new = np.empty_like(table)
        new[:, 0::2] = table[:, 0::2] * cosine + table[:, 1::2] * sine
        new[:, 1::2] = table[:, 1::2] * cosine - table[:, 0::2] * sine
        table = np.concatenate([table, new])
        sine, cosine = 2 * sine * cosine, cosine**2 - sine**2
    return table[:n, :d]


def complex_rope(vectors, positions):
    pairs = vectors[:, 0::2] + 1j * vectors[:, 1::2]
    pairs = pairs * np.exp(1j * np.outer(positions, pe_lib.angular_frequencies(vectors.shape[1])))
    return np.stack([pairs.real, pairs.imag], axis=-1).reshape(vectors.shape)


def rope_in_a_loop(vectors, positions):
    turned, d = vectors.copy(), vectors.shape[1]
    for row, p in zip(turned, positions, strict=True):
        for j in range(d // 2):
            x, y = row[2 * j], row[2 * j + 1]
            c, s = math.cos(p * 10_000 ** (-2 * j / d)), math.sin(p * 10_000 ** (-2 * j / d))
            row[2 * j], row[2 * j + 1] = c * x + s * y, c * y - s * x
    return turned


def rope_by_rotate_half_of_neighbors(vectors, positions):
    omega = np.repeat(pe_lib.angular_frequencies(vectors.shape[1]), 2)
    angles = np.outer(positions, omega)
    other = np.stack([-vectors[:, 1::2], vectors[:, 0::2]], axis=-1).reshape(vectors.shape)
    return vectors * np.cos(angles) + other * np.sin(angles)


def attention_in_a_loop(queries, keys, values):
    outputs = []
    for query in queries:
        scores = [sum(a * b for a, b in zip(query, k, strict=True)) for k in keys]
        scores = [score / math.sqrt(len(query)) for score in scores]
        powers = [math.exp(score - max(scores)) for score in scores]
        outputs.append(sum(p * v for p, v in zip(powers, values, strict=True)) / sum(powers))
    return outputs


def attention_by_logarithms(queries, keys, values):
    scores = np.einsum("id,jd->ij", queries, keys) * queries.shape[-1] ** -0.5
    weights = np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))
    return np.einsum("ij,jc->ic", weights, values)


def rotation_by_kron(offset, d_model, base):
    matrix = np.eye(0)
    for omega in pe_lib.angular_frequencies(d_model, base):
        z = np.exp(1j * offset * omega)
        block = np.array([[z.real, z.imag], [-z.imag, z.real]])
        n = len(matrix)
        matrix = np.block([[matrix, np.zeros((n, 2))], [np.zeros((2, n)), block]])
    return matrix


def rotation_by_solving(offset, d_model, base):
    """Return the matrix that takes rows 0 to 3 d to the rows `offset` later, by least squares."""
    rows = np.arange(3 * d_model)
    before = pe_lib.positional_encoding_at(rows * 37.3, d_model, base)
    after = pe_lib.positional_encoding_at(rows * 37.3 + offset, d_model, base)
    return np.linalg.lstsq(before, after, rcond=None)[0].T


def halves_by_index(W, n_heads):
    width = W.shape[1] // n_heads
    order = [*range(0, width, 2), *range(1, width, 2)]
    return W[:, [head * width + c for head in range(n_heads) for c in order]]


def positions_in_a_loop(mask, n_cached):
    found = []
    for text in mask.tolist():
        counts = [max(sum(text[: place + 1]) - 1, 0) for place in range(len(text))]
        found.append(counts[n_cached:])
    return found


def half_each(offset, d_model):
    forward = pe_lib.rotation_matrix(offset / 2, d_model)
    return forward, forward.T


def no_longer_than_row(table):
    exact = np.array([[math.sin(p), math.cos(p)] for p in range(3)])
    near = np.abs(np.asarray(table(20, 7)) - pe_lib.positional_encoding_loop(20, 7)).max() < 1e-9
    far = np.abs(np.asarray(table(30_000, 4))[-1] - pe_lib.positional_encoding_at(29_999, 4))
    return np.abs(np.asarray(table(3, 2)) - exact).max() < 1e-9 and near and far.max() < 1e-9


RIGHT = {
    check_attention: [pe_lib.attention, attention_in_a_loop, attention_by_logarithms],
    check_encoding: [
        *(pe_lib.positional_encoding, pe_lib.positional_encoding_loop, doubling.doubled, by_lists),
        lambda n, d: pe_lib.positional_encoding_exp_log(n, d).tolist(),
    ],
    check_wavelengths: [
        pe_lib.wavelengths,
        lambda d, base: [math.tau * base ** (c / d) for c in range(0, d, 2)],
        lambda d, base: 2 * np.pi / np.exp(-np.log(base) * np.arange(0, d, 2) / d),
    ],
    check_rotation: [pe_lib.rotation_matrix, rotation_by_kron, rotation_by_solving],
    check_doubling: [
        *(pe_lib.positional_encoding_doubling, doubling.doubled, by_lists, by_double_angles)
    ],
    check_head: [
        lambda offset, d: (pe_lib.rotation_matrix(offset, d), np.eye(d)),
        lambda offset, d: [np.eye(d).tolist(), (3 * pe_lib.rotation_matrix(-offset, d)).tolist()],
        half_each,
    ],
    check_rope: [
        lambda vectors, positions: rotary(vectors, positions=positions),
        *(complex_rope, rope_in_a_loop, rope_by_rotate_half_of_neighbors),
    ],
    check_linear: [lambda scores, slope: scores + alibi_bias(len(scores), slope)],
    check_detector: [no_longer_than_row],
    check_exchange: [pe_lib.positional_encoding, doubling.doubled, by_lists],
    check_halves: [pairs_to_halves, halves_by_index],
    check_positions: [
        position_ids,
        positions_in_a_loop,
        lambda mask, n: (np.cumsum(mask, axis=1) - 1).clip(min=0)[:, n:].astype(float),
    ],
}


def by_name(value):
    return getattr(value, "__name__", None)


@pytest.mark.parametrize(
    ("check", "right"), [(check, right) for check, all_ in RIGHT.items() for right in all_]
)
def test_a_right_answer_is_right_however_it_is_written(check, right):
    reply = check(right)
    assert reply, reply.text


def test_right_answers_in_pytorch_are_right():
    torch = pytest.importorskip("torch")

    def table(n, d):
        omega = torch.exp(torch.arange(0, d, 2, dtype=torch.float64) * (-math.log(10_000.0) / d))
        angles = torch.arange(n, dtype=torch.float64)[:, None] * omega
        return torch.stack([angles.sin(), angles.cos()], dim=-1).reshape(n, -1)[:, :d]

    def attention(*arrays):
        q, k, v = (torch.tensor(array, dtype=torch.float32) for array in arrays)
        return torch.softmax(q @ k.T / q.shape[1] ** 0.5, dim=-1) @ v

    def turned(vectors, positions):
        pairs = torch.view_as_complex(torch.tensor(vectors).reshape(len(vectors), -1, 2))
        angles = torch.outer(
            torch.tensor(positions, dtype=torch.float64),
            torch.tensor(pe_lib.angular_frequencies(vectors.shape[1])),
        )
        return torch.view_as_real(pairs * torch.polar(torch.ones_like(angles), angles)).flatten(1)

    assert check_encoding(table) and check_attention(attention) and check_rope(turned)
    assert check_encoding(lambda n, d: table(n, d).float())


# --- Failures -------------------------------------------------------------------------------------

FIRST = {check: right[0] for check, right in RIGHT.items()}
#: The checks that compare the answer as an array.
COMPARED = [check for check in FIRST if check not in (check_head, check_detector, check_exchange)]


def even_only(n, d):
    if d % 2:
        raise ValueError("the width is odd")
    return pe_lib.positional_encoding(n, d)


def one_off(n, d):
    table = pe_lib.positional_encoding(n, d)
    table[2:3, 1] = 5
    return table


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (lambda n, d: "table", ["function(12, 8)", "str", "<U5"]),
        (lambda n, d: pe_lib.positional_encoding(n, d) + 0j, ["complex128"]),
        (even_only, ["even_only(9, 7)", "ValueError: the width is odd", '`raise ValueError("the']),
        (lambda n, d: np.zeros((n, d + 1)), ["(12, 9)", "(12, 8)"]),
        (lambda n, d: np.full((n, d), np.nan), ["NaN", "position 0, column 0"]),
        (lambda n, d: np.zeros((n, d)), ["position 0, column 1", "is 0", "be 1"]),
        (one_off, ["one_off(12, 8)", "position 2, column 1", "is 5"]),
        (lambda n, d: one_off(n, d).astype(np.float32), ["position 2, column 1", "is 5"]),
        (lambda n, d: np.where(n > 60, np.nan, pe_lib.positional_encoding(n, d)), ["20001", "NaN"]),
        (lambda n, d: pe_lib.positional_encoding(min(n, 60), d), ["(60, 8)", "(20001, 8)"]),
    ],
)
def test_a_reply_names_the_call_the_place_and_the_values(function, says):
    reply = check_encoding(function)
    assert not reply
    for part in says:
        assert part in reply.text, reply.text


def test_a_transposed_answer_is_called_so():
    text = check_halves(lambda W, n_heads: W[:, ::-1].T).text
    assert all(part in text for part in ("(16, 8)", "(8, 16)", "transposed"))


def test_two_mistakes_at_once_are_both_named():
    reply = check_encoding(lambda n, d: 2 * pe_lib.positional_encoding(n, d, start=1))
    assert not reply and REPLIES["positions from one"] in reply.text and "2 times" in reply.text


def test_code_between_backticks_is_shown_as_code_and_the_rest_is_escaped():
    shown = Reply(False, "1 < 2 in `x[1:] < y`")._repr_html_()
    assert "1 &lt; 2 in <code>x[1:] &lt; y</code>" in shown
    assert 'role="status"' in shown and 'data-verdict="wrong"' in shown
    assert str(Reply(False, "x")) != str(Reply(True, "x"))


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


#: What can become of a right answer, and a part of the reply.
DAMAGE = {
    "complex": (lambda answer: answer + 0j, "complex128"),
    "NaN": (lambda answer: with_last(answer, np.nan, float), "NaN"),
    "infinity": (lambda answer: with_last(answer, -np.inf, float), "infinity"),
    "objects": (lambda answer: answer.astype(object), "dtype object"),
    "None inside": (lambda answer: with_last(answer, None, object), "dtype object"),
    "text": (lambda answer: answer.astype(str), "<U"),
    "truth values": (lambda answer: answer > 0, "not bool"),
    "masked": (lambda answer: np.ma.masked_equal(answer, answer.flat[0]), "masked"),
    "huge": (lambda answer: with_last(answer, 10**400, object).tolist(), "64 bits"),
    "exit": (leave, "SystemExit"),
    "error without text": (fail, "Unshowable"),
    "no array": (lambda answer: Unreadable(), "RuntimeError: no array"),
    "longer": (lambda answer: np.concatenate([answer, answer[:1]]), "shape"),
    "scalar": (lambda answer: 1.0, "()"),
}


def damaged(check, damage, number=None):
    """Return the right function with each answer damaged, or the answer of one call alone."""
    calls = 0

    def function(*arguments):
        nonlocal calls
        calls += 1
        answer = FIRST[check](*arguments)
        if number not in (None, calls):
            return answer
        return (damage(answer[0]), answer[1]) if check is check_head else damage(answer)

    return function


def n_calls(check):
    """Return how often a check calls a right function."""
    calls = []

    def counted(*arguments):
        calls.append(arguments)
        return FIRST[check](*arguments)

    assert check(counted)
    return len(calls)


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("check", [*COMPARED, check_head, check_exchange], ids=by_name)
def test_a_damaged_answer_is_seen_in_each_call(check, damage, monkeypatch):
    change, says = DAMAGE[damage]
    for number in (None, *range(1, n_calls(check) + 1)):
        if number:  # what the table might be is looked for in the first reply alone
            monkeypatch.setattr(pe_lib, "identify", lambda function: 1 / 0)
        if check is check_rope and number == 1:
            continue  # the call that finds out the direction, with the arguments of the second
        reply = check(damaged(check, change, number))
        assert not reply, number
        assert says in reply.text, (number, reply.text)


@pytest.mark.parametrize("off", [1e-4, -1e-4, 1e-7])
@pytest.mark.parametrize("check", COMPARED, ids=by_name)
def test_one_entry_a_little_off_is_refused(check, off, monkeypatch):
    # That it is refused counts here, not what the table might be.
    monkeypatch.setattr(pe_lib, "identify", lambda function: 1 / 0)

    def nudge(answer):
        answer = np.array(answer, dtype=float)
        last = (-1,) * answer.ndim
        answer[last] += off * max(1, abs(answer[last]))
        return answer

    first = 2 if check is check_rope else 1
    for number in (None, *range(first, n_calls(check) + 1)):
        assert not check(damaged(check, nudge, number)), number


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("check", [*COMPARED, check_head, check_exchange], ids=by_name)
def test_a_right_answer_rounded_to_a_short_float_is_right(check, dtype):
    assert check(damaged(check, lambda answer: answer.astype(dtype)))


@pytest.mark.parametrize("check", COMPARED, ids=by_name)
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


@pytest.mark.parametrize("check", FIRST, ids=by_name)
def test_a_value_in_place_of_a_function_is_refused(check):
    for given in (3, None, np.eye(3), Unreadable()):
        reply = check(given)
        assert not reply and type(given).__name__ in reply.text


# --- What single checks ask for -------------------------------------------------------------------


def test_large_scores_must_not_overflow():
    def plain(q, k, v):
        weights = np.exp(q @ k.T / np.sqrt(q.shape[1]))
        return weights / weights.sum(axis=1, keepdims=True) @ v

    def clipped(q, k, v):
        return pe_lib.attention(np.clip(q, -50, 50), k, v)

    def broken(q, k, v):
        if np.abs(q).max() > 50:
            raise ValueError("too large for me")
        return pe_lib.attention(q, k, v)

    assert not check_attention(plain) and OVERFLOW in check_attention(plain).text
    assert not check_attention(clipped) and OVERFLOW not in check_attention(clipped).text
    assert not check_attention(broken) and "too large for me" in check_attention(broken).text


def test_doubling_must_be_right_first():
    reply = check_doubling(lambda n, d: pe_lib.positional_encoding(n, d, 1e8))
    assert REPLIES["double step"] in reply.text


def test_sines_are_counted_by_the_row_and_the_counters_are_gone_afterwards():
    assert " 10 rows" in check_doubling(doubling.doubled).text
    assert " 10 rows" in check_doubling(pe_lib.positional_encoding_doubling).text  # complex
    assert " 1000 rows" in check_doubling(pe_lib.positional_encoding_loop).text
    assert type(math.sin) is type(math.tan) and isinstance(np.sin, np.ufunc)


def test_sines_that_cannot_be_counted_are_not_called_few():
    sine, cosine = np.sin, np.cos

    def uncounted(n, d):
        angles = np.outer(np.arange(n), pe_lib.angular_frequencies(d))
        return np.stack([sine(angles), cosine(angles)], axis=-1).reshape(n, -1)[:, :d]

    assert not check_doubling(uncounted)


def test_doubling_may_take_forty_rows_and_no_more():
    def with_more(rows):
        def table(n, d):
            np.sin(np.zeros((rows, d)))
            return doubling.doubled(n, d)

        return table

    assert check_doubling(with_more(30)) and not check_doubling(with_more(31))


def test_steps_that_compute_sines_and_frequencies_anew_are_steps_all_the_same():
    def steps(n, d):
        omega = np.exp(-np.arange(0, d, 2) * math.log(10_000) / d)
        rows = [np.tile([0.0, 1.0], len(omega))]
        while len(rows) < n:
            sine, cosine, row = np.sin(omega), np.cos(omega), rows[-1]
            first = row[0::2] * cosine + row[1::2] * sine
            second = row[1::2] * cosine - row[0::2] * sine
            rows.append(np.stack([first, second], axis=-1).ravel())
        return np.array(rows)[:, :d]

    reply = check_doubling(steps)
    assert not reply and doubling.STEPPING in reply.text


def test_doubling_that_drifts_is_seen():
    def drifting(n, d):
        return doubling.doubled(n, d) + (1e-6 if n == 1000 else 0)

    reply = check_doubling(drifting)
    assert not reply and "1.0e-06" in reply.text


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda k, d: (pe_lib.rotation_matrix(2, d), np.eye(d)), ["offset 3", "3 looks at", "1;"]),
        (lambda k, d: np.eye(d), ["W_q", "W_k"]),
        (lambda k, d: (np.eye(d), np.eye(d + 2)), ["(64, 64)", "(66, 66)"]),
        (lambda k, d: (pe_lib.rotation_matrix(k, d) + 1j, np.eye(d)), ["complex128"]),
        (lambda k, d: (np.eye(d), np.full((d, d), np.inf)), ["W_k", "infinity"]),
        (lambda k, d: (pe_lib.rotation_matrix(k, d), np.full((d, d), 1.5e307)), ["overflow"]),
    ],
)
def test_a_head_is_judged_by_where_it_looks(wrong, says):
    reply = check_head(wrong)
    assert not reply
    for part in says:
        assert part in reply.text


def test_a_head_must_be_right_at_the_last_positions_too(monkeypatch):
    # Rows without structure, so that there is a head for any scores.
    tables = {d: np.random.default_rng(d).normal(size=(40, d)) for d in (64, 128)}
    monkeypatch.setattr(pe_lib, "positional_encoding", lambda n, d: tables[d])

    def looking(offset, d, last):
        scores = np.eye(40)[np.maximum(np.arange(40) - offset, 0)]
        scores[39] = np.eye(40)[39 - offset if last is None else last]
        inverse = np.linalg.pinv(tables[d])
        return inverse @ scores @ inverse.T, np.eye(d)

    assert check_head(lambda offset, d: looking(offset, d, None))
    reply = check_head(lambda offset, d: looking(offset, d, 0))
    assert not reply and "position 39 looks at position 0" in reply.text


@pytest.mark.parametrize("sign", [1, -1])
def test_a_rotary_embedding_may_turn_either_way_and_is_compared_with_that_way(sign):
    def turned(vectors, positions):
        return rotary(vectors, positions=sign * positions)

    def off(vectors, positions):
        return turned(vectors, positions) + (1e-4 if len(vectors) == 3 else 0)

    assert check_rope(turned) and not check_rope(off)
    assert "24 of 24" in check_rope(off).text


def test_a_rotary_embedding_far_from_both_directions_is_told_what_is_right_in_this_book():
    def far(vectors, positions):
        return np.where(positions[:, np.newaxis] == 0, vectors, 1e30)

    x, y = np.random.default_rng(0).normal(size=(2, 4))[1, :2]
    assert f"{np.cos(1) * x + np.sin(1) * y:.6g}" in check_rope(far).text


def test_a_mistake_in_a_rotation_is_known_for_the_transpose_too():
    right = [pe_lib.rotation_matrix(*case) for case in rotation.EXERCISE.cases()]
    for known in rotation.mistake:
        transposed = [known.wrong(*case).T for case in rotation.EXERCISE.cases()]
        reply = check_rotation(lambda *case, known=known: known.wrong(*case).T)
        assert bool(reply) == all(map(np.allclose, right, transposed)), known.text
        assert reply or known.text in reply.text


def test_mistakes_in_rotary_embeddings_are_known_in_both_directions():
    for known in rope.mistake:
        reply = check_rope(lambda vectors, p, known=known: known.wrong(vectors, -p))
        assert not reply and known.text in reply.text


@pytest.mark.parametrize(
    ("detector", "says"),
    [
        (leave, "SystemExit"),
        (fail, "Unshowable"),
        (lambda table: 1 / 0, "ZeroDivisionError"),
        (lambda table: None, "NoneType"),
        (lambda table: float("nan"), "float"),
        (lambda table: np.array([True, True]), "ndarray"),
    ],
)
def test_a_detector_must_decide(detector, says):
    reply = check_detector(detector)
    assert not reply and says in reply.text


def test_a_detector_is_told_how_many_exhibits_it_catches():
    def first_row(table):
        return np.allclose(table(1, 8)[0], [0, 1] * 4)

    caught = 0
    for mistake in MISTAKES:
        try:
            caught += not first_row(mistake.implementation)
        except CAUGHT:
            caught += 1
    reply = check_detector(first_row)
    assert not reply and 0 < caught < len(MISTAKES)
    assert re.findall(r"\b\d+\b", reply.text)[:2] == [str(caught), str(len(MISTAKES))]
    assert not check_detector(lambda table: False)


def test_a_detector_may_raise_an_error_at_a_wrong_table():
    right = (pe_lib.positional_encoding, pe_lib.positional_encoding_vectorized)
    assert check_detector(lambda table: table in right or sys.exit())


# ---- the exchanged table

ROWS = pe_lib.positional_encoding(64, 32)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (np.random.default_rng(0).normal(size=(64, 32)), "100% with a fitted matrix in between"),
        (np.random.default_rng(0).normal(size=(64, 32)), "not in the columns that the model has"),
        (np.arange(64)[:, np.newaxis] ** 2 * np.ones(32), "too few directions"),
        (ROWS.T, "(32, 64); it should have shape (64, 32). It is transposed."),
        (ROWS[:, :16], "(64, 16); it should have shape (64, 32)."),
        (np.where(ROWS == 1, np.nan, ROWS), "NaN or infinity"),
        (None, "Does the function end in a `return`?"),
    ],
)
def test_an_exchanged_table_is_judged_by_what_the_model_reads(table, says):
    reply = check_exchange(lambda seq_len, d_model: table)
    assert not reply and says in reply.text


def test_the_scores_of_an_exchanged_table_are_those_of_the_model():
    def from_five(seq_len, d_model):
        return pe_lib.positional_encoding(seq_len + 5, d_model)[5:]

    def shifted(seq_len, d_model):
        return pe_lib.positional_encoding(seq_len, d_model, start=5)

    expected = f"{score('sinusoidal', start=5).nouns:.0%} of the nouns"
    assert expected in check_exchange(from_five).text
    assert expected in check_exchange(shifted).text
    assert "100% of the nouns" in check_exchange(pe_lib.positional_encoding).text


def test_a_wrong_table_is_drawn_beside_the_right_one():
    """Cells of the difference stand where the tables differ, and nowhere else."""

    def late(seq_len, d_model):
        table = pe_lib.positional_encoding(seq_len, d_model)
        table[3, 4:] = 0
        return table

    reply = check_encoding(late)
    assert not reply and "largest at position 3, column" in reply.picture
    names = re.findall(r"<text[^>]*>(\w+)</text>", reply.picture)
    assert names == ["yours", "right", "difference"]
    difference = reply.picture.split(">difference<")[1]
    cells = re.findall(r'<rect x="\d+" y="(\d+)"[^>]*fill-opacity', difference)
    assert len(set(cells)) == 1 and 0 < len(cells) <= 4
    assert reply.picture in reply._repr_html_()
    assert not check_encoding(pe_lib.positional_encoding).picture
