"""What choices say is right, computed without pe_lib, and the numbers that they show."""

from itertools import islice

import numpy as np
import pytest

from pe_book.model.experiments import unseen_angles
from pe_book.model.sentences import LABELS, VOCABULARY, examine
from pe_book.model.sentences.grammar import sentences
from pe_book.model.sentences.stored import measurements
from pe_book.questions import (
    chapter_1,
    chapter_3,
    chapter_4,
    chapter_6,
    chapter_8,
    chapter_9,
    chapter_10,
    chapter_11,
)
from pe_book.questions.question import Choice, Option

CHASED, SWAP = "the dog chased the cat", [0, 4, 2, 3, 1]


def right(question: Choice) -> Option:
    [option] = (option for option in question.options if option.right)
    return option


def texts(question: Choice) -> str:
    """Return all that a choice shows and replies, its HTML included."""
    return " ".join([question.text, *(f"{o.text} {o.reply}" for o in question.options)])


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


def test_without_positions_a_sentence_and_its_swap_get_the_same_answers():
    one, swapped = (
        examine(words, "none") for words in (CHASED, " ".join(CHASED.split()[i] for i in SWAP))
    )
    np.testing.assert_allclose(swapped.probabilities, one.probabilities[SWAP], atol=1e-12)
    answer = right(chapter_1.who_chased_whom).text
    assert answer == "It sees which words there are, but not in which order."
    # In training, a noun acts as often as it is acted upon.
    rng = np.random.default_rng(0)
    labels = [
        label
        for sentence in islice(sentences(rng, held_out=False), 2000)
        for word, label in zip(sentence.words, sentence.labels, strict=True)
        if VOCABULARY[word] == "dog"
    ]
    assert 0.45 < np.mean(np.equal(labels, LABELS.index("acts"))) < 0.55


def test_after_a_later_start_nobody_acts_with_confidence():
    found = examine(CHASED, "sinusoidal", start=4)
    assert found.labels[1] == found.labels[4] == "acted upon"
    assert found.probabilities[[1, 4]].max(axis=1).min() > 0.9
    answer = right(chapter_6.later_start).text
    assert answer == "That nobody acts: the dog, too, is acted upon, and with confidence."


def test_what_is_left_of_the_position_after_two_blocks():
    stages = measurements()["position_after_each_block"]["result"]["two blocks"]
    assert min(share for _, share in stages["sum"]) > 0.98
    assert 0.75 < np.mean([share for _, share in stages["after block 2"]]) < 0.85
    assert right(chapter_6.after_the_blocks).text == "About four fifths."


def test_old_angles_help_in_three_of_four_cases_and_cure_none():
    at_new = {
        name: np.nanmean(accuracy[:, 32:]) for name, accuracy in unseen_angles.stored().items()
    }
    usual = at_new.pop("as it stands")
    assert sum(share > usual for share in at_new.values()) == 3 and len(at_new) == 4
    assert "three of the four" in texts(chapter_11.old_angles)
    assert max(at_new.values()) < 0.75 and "a quarter" in texts(chapter_11.old_angles)


def test_a_mask_tied_to_places_breaks_that_and_one_that_moves_does_not():
    causal = np.tri(6, dtype=bool)
    assert np.abs(attend(X[ORDER], causal) - attend(X, causal)[ORDER]).max() > 0.1
    padding = np.ones((6, 6), bool)
    padding[:, 2] = False
    moved = padding[:, ORDER]
    np.testing.assert_allclose(attend(X[ORDER], moved), attend(X, padding)[ORDER], atol=1e-12)


def unfinished(base: float) -> int:
    """Return how many of 256 pairs do not finish a turn in 512 positions."""
    return int((2 * np.pi * base ** (np.arange(256) / 256) > 512).sum())


def test_the_shares_of_pairs_that_finish_a_turn():
    share = unfinished(1e4) / 256
    assert f"{1 - share:.0%}" in right(chapter_3.predict_unfinished).text
    assert f"{share:.0%}" in right(chapter_3.predict_unfinished).reply
    assert f"{512 / (2 * np.pi):.0f} turns" in texts(chapter_3.predict_unfinished)


def test_a_larger_base_leaves_more_pairs_unfinished():
    fewer, same, more = (unfinished(base) for base in (1e3, 1e4, 5e5))
    assert fewer < same < more
    assert right(chapter_8.larger_base).text.startswith(f"{more}:")
    options = [option.text for option in chapter_8.larger_base.options]
    assert options[0].startswith(f"{fewer}:") and options[1].startswith(f"{same} ")


def test_the_first_pair_is_unique_and_others_keep_apart():
    rows = np.exp(1j * np.arange(1001))
    nearest = np.abs(rows[1:] - rows[0]).min()
    assert nearest > 0
    both = np.stack([rows, np.exp(1j * np.arange(1001) / 10)])
    assert np.linalg.norm(both[:, 1:] - both[:, :1], axis=0).min() > 100 * nearest


def test_the_pair_that_tells_row_44_from_row_0_best_is_the_one_that_the_question_says():
    rows = table(45, 8)
    apart = np.linalg.norm((rows[44] - rows[0]).reshape(4, 2), axis=1)
    best = right(chapter_3.best_pair)
    assert best.text == f"Pair {apart.argmax()}." and f"{apart.max():.2f} from where" in best.reply
    for pair, option in zip((2, 3), chapter_3.best_pair.options[2:], strict=True):
        assert option.text.startswith(f"Pair {pair}")
        assert f"{44 / 10**pair:.2f}" in option.reply


def test_similarity_rises_first_where_the_question_says_and_has_no_side():
    rises = 1 + np.argmax(np.diff(similarity(np.arange(60))) > 0)
    assert f"+ {rises} less" in chapter_4.monotone.text
    assert f"+ {rises - 1} is" in chapter_4.monotone.text
    assert f"{rises} positions" in right(chapter_4.monotone).reply
    assert f"{rises / (2 * np.pi):.0f} turns" in right(chapter_4.monotone).reply
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
    for turn, shown in [(0.01, ".4f"), (1.0, ".1f")]:
        explained = np.corrcoef(np.sin(angles), np.sin(angles + turn))[0, 1] ** 2
        assert explained == pytest.approx(np.cos(turn) ** 2, abs=1e-4)
        assert format(explained, shown) in texts(chapter_4.sine_alone)


def test_without_a_new_axis_equal_lengths_give_a_vector_and_others_fail():
    assert (np.arange(32) * np.ones(32)).shape == (32,)
    with pytest.raises(ValueError, match="could not be broadcast"):
        np.arange(100) * np.ones(32)


def test_an_odd_width_fails_at_the_cosines_alone():
    pe, angles = np.zeros((3, 7)), np.ones((3, len(np.arange(0, 7, 2))))
    pe[:, 0::2] = np.sin(angles)
    with pytest.raises(ValueError, match="could not broadcast"):
        pe[:, 1::2] = np.cos(angles)


def test_the_directions_that_hold_99_percent_of_100_rows():
    rows = table(100, 512)
    shares = np.linalg.svd(rows - rows.mean(axis=0), compute_uv=False) ** 2
    needed = 1 + np.argmax(np.cumsum(shares) / shares.sum() >= 0.99)
    assert right(chapter_6.few_directions).text == f"{needed}."


def test_half_as_long_word_vectors_draw_a_look_back_head_to_its_own_position():
    rng = np.random.default_rng(0)
    hands = np.exp(1j * np.outer(np.arange(100), HANDS))
    noise = rng.normal(size=hands.shape) + 1j * rng.normal(size=hands.shape)
    noise *= 16 / np.linalg.norm(noise, axis=1, keepdims=True)

    def most_often(share: float) -> int:
        """Return the offset of the largest score at most positions."""
        x = hands + share * noise
        scores = ((x * np.exp(-3j * HANDS)) @ x.conj().T).real
        offsets, counts = np.unique(scores.argmax(axis=1) - np.arange(100), return_counts=True)
        return int(offsets[counts.argmax()])

    assert most_often(0.25) == -3 and most_often(0.5) == 0


def test_bfloat16_keeps_every_fourth_number_up_to_1000_and_rounds_1001_down():
    step = 2 ** (10 - 8)  # eight significant bits from 512 to 1024
    stored = [round(p / step) * step for p in (1000, 1001)]
    assert stored == [1000, 1000]
    assert f"{stored[1]}, so" in right(chapter_9.bfloat16_positions).reply


def test_a_transposed_grid_has_wrong_rows():
    grid = np.array([[(r, c) for c in range(4)] for r in range(3)]).reshape(-1, 2)
    swapped = np.array([[(r, c) for r in range(3)] for c in range(4)]).reshape(-1, 2)
    wrong = (grid != swapped).any(axis=1)
    assert f"{wrong.sum()} of {wrong.size} patches" in texts(chapter_10.rows_or_columns)


def test_time_from_0_to_1_turns_no_pair_by_more_than_one_radian():
    assert HANDS.max() == 1 and (HANDS < 0.1).mean() > 0.7
