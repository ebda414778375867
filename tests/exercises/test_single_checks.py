"""What the checks of single exercises ask for, and what they reply."""

import math
import re

import numpy as np
import pytest

import pe_lib
from pe_book.exercises import doubling, encoding, rope, rotation
from pe_book.exercises.attention import OVERFLOW, check_attention
from pe_book.exercises.detector import check_detector
from pe_book.exercises.doubling import check_doubling
from pe_book.exercises.encoding import REPLIES, check_encoding
from pe_book.exercises.exchange import TOLD_APART, TOO_FEW, check_exchange
from pe_book.exercises.head import check_head
from pe_book.exercises.rope import check_rope
from pe_book.exercises.rotation import check_rotation
from pe_book.mistakes import MISTAKES, run_checks
from pe_book.model.sentences.reading import held_out_sentences, score_of
from pe_book.model.sentences.stored import trained
from pe_lib.variants import rope as rotary
from tests.exercises.answers import leave


@pytest.mark.parametrize("exhibit", MISTAKES, ids=lambda exhibit: exhibit.name)
def test_every_exhibit_of_chapter_8_is_named(exhibit):
    reply = check_encoding(exhibit.implementation)
    known = {known.wrong: known.text for known in encoding.mistakes}
    text = known.get(exhibit.implementation) or REPLIES[exhibit.name]
    assert not reply and text in reply.text


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


def test_sines_are_counted_by_the_row_and_the_counters_are_gone_afterwards():
    assert " 10 rows" in check_doubling(doubling.doubled).text
    assert " 10 rows" in check_doubling(pe_lib.positional_encoding_doubling).text  # complex
    assert " 1000 rows" in check_doubling(pe_lib.positional_encoding_loop).text
    assert type(math.sin) is type(math.tan) and isinstance(np.sin, np.ufunc)


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


@pytest.mark.parametrize(
    ("wrong", "parts"),
    [
        (lambda k, d: (pe_lib.rotation_matrix(2, d), np.eye(d)), ["offset 3", "3 looks at", "1;"]),
        (lambda k, d: np.eye(d), ["W_q", "W_k"]),
        (lambda k, d: (np.eye(d), np.eye(d + 2)), ["(64, 64)", "(66, 66)"]),
        (lambda k, d: (pe_lib.rotation_matrix(k, d), np.full((d, d), 1.5e307)), ["overflow"]),
    ],
)
def test_a_head_is_judged_by_where_it_looks(wrong, parts):
    reply = check_head(wrong)
    assert not reply
    for part in parts:
        assert part in reply.text


@pytest.mark.parametrize("sign", [1, -1])
def test_a_rotary_embedding_may_turn_either_way_and_is_compared_with_that_way(sign):
    def turned(vectors, positions):
        return rotary(vectors, positions=sign * positions)

    def off(vectors, positions):
        return turned(vectors, positions) + (1e-4 if len(vectors) == 3 else 0)

    assert check_rope(turned) and not check_rope(off)
    assert "24 of 24" in check_rope(off).text


def test_a_mistake_in_a_rotation_is_known_for_the_transpose_too():
    right = [pe_lib.rotation_matrix(*case) for case in rotation.EXERCISE.cases]
    for known in rotation.mistakes:
        transposed = [known.wrong(*case).T for case in rotation.EXERCISE.cases]
        reply = check_rotation(lambda *case, known=known: known.wrong(*case).T)
        assert bool(reply) == all(map(np.allclose, right, transposed)), known.text
        assert reply or known.text in reply.text


def test_mistakes_in_rotary_embeddings_are_known_in_both_directions():
    for known in rope.mistakes:
        reply = check_rope(lambda vectors, p, known=known: known.wrong(vectors, -p))
        assert not reply and known.text in reply.text


@pytest.mark.parametrize(
    ("detector", "part"),
    [
        (leave, "SystemExit"),
        (lambda table: None, "NoneType"),
        (lambda table: np.array([True, True]), "ndarray"),
    ],
)
def test_a_detector_must_decide(detector, part):
    reply = check_detector(detector)
    assert not reply and part in reply.text


def test_a_detector_is_told_how_many_exhibits_it_catches():
    caught = sum(run_checks(mistake.implementation)["odd d"] != "passes" for mistake in MISTAKES)
    reply = check_detector(lambda table: table(20, 7).shape == (20, 7))
    assert not reply and re.findall(r"\b\d+\b", reply.text)[:2] == [str(caught), str(len(MISTAKES))]
    assert not check_detector(lambda table: False)


# ---- the exchanged table

ROWS = pe_lib.positional_encoding(64, 32)


@pytest.mark.parametrize(
    ("table", "part"),
    [
        (np.random.default_rng(0).normal(size=(64, 32)), TOLD_APART),
        (np.arange(64)[:, np.newaxis] ** 2 * np.ones(32), TOO_FEW),
        (None, "return"),
    ],
)
def test_an_exchanged_table_is_judged_by_what_the_model_reads(table, part):
    reply = check_exchange(lambda seq_len, d_model: table)
    assert not reply and part in reply.text


def test_the_scores_of_an_exchanged_table_are_those_of_the_model():
    def from_five(seq_len, d_model):
        return pe_lib.positional_encoding(seq_len + 5, d_model)[5:]

    def shifted(seq_len, d_model):
        return pe_lib.positional_encoding(seq_len, d_model, start=5)

    later = score_of(trained("sinusoidal"), held_out_sentences(200), start=5)
    expected = f"{later.nouns:.0%} of the nouns"
    assert expected in check_exchange(from_five).text
    assert expected in check_exchange(shifted).text
    assert "100% of the nouns" in check_exchange(pe_lib.positional_encoding).text


def test_a_wrong_table_is_drawn_beside_the_right_one():
    """Cells of the difference stand where the tables differ, and nowhere else."""

    def late(seq_len, d_model):
        table = pe_lib.positional_encoding(seq_len, d_model)
        table[3, 4:] = 0
        return table

    picture = check_encoding(late).picture
    assert "largest at position 3, column" in picture
    difference = picture.split(">difference<")[1]
    cells = re.findall(r'<rect x="\d+" y="(\d+)"[^>]*fill-opacity', difference)
    assert len(set(cells)) == 1 and 0 < len(cells) <= 4
    assert not check_encoding(pe_lib.positional_encoding).picture
