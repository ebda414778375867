"""The numbers that right choices show, computed without pe_lib, and the results they state."""

import numpy as np

from pe_book.questions import (
    chapter_3,
    chapter_4,
    chapter_6,
    chapter_8,
    chapter_9,
    chapter_10,
)
from pe_book.questions.question import Choice, Option


def right(question: Choice) -> Option:
    [option] = (option for option in question.options if option.right)
    return option


def texts(question: Choice) -> str:
    return " ".join([question.text, *(f"{o.text} {o.reply}" for o in question.options)])


def table(n: int, d: int) -> np.ndarray:
    """Return the table from complex hands, without pe_lib."""
    hands = np.exp(1j * np.outer(np.arange(n), 10_000.0 ** (-np.arange(0, d, 2) / d)))
    return np.stack([hands.imag, hands.real], axis=-1).reshape(n, d)


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
    options = [option.text for option in chapter_8.larger_base.options]
    assert options[0].startswith(f"{fewer}:") and options[1].startswith(f"{same} ")
    assert right(chapter_8.larger_base).text.startswith(f"{more}:")


def test_the_pair_that_tells_row_44_from_row_0_best():
    rows = table(45, 8)
    apart = np.linalg.norm((rows[44] - rows[0]).reshape(4, 2), axis=1)
    best = right(chapter_3.best_pair)
    assert f"{apart.argmax()}" in best.text and f"{apart.max():.2f}" in best.reply
    for pair, option in zip((2, 3), chapter_3.best_pair.options[2:], strict=True):
        assert f"{pair}" in option.text and f"{44 / 10**pair:.2f}" in option.reply


def test_similarity_rises_after_the_first_offset_of_the_question():
    frequencies = 10_000.0 ** (-np.arange(8) / 8)
    near, far = (np.cos(k * frequencies).mean() for k in (3, 6))
    reply = right(chapter_4.monotone).reply
    assert far > near + 0.1 and f"{near:.2f}" in reply and f"{far:.2f}" in reply
    assert "+ 6" in right(chapter_4.monotone).text


def test_how_much_a_sine_alone_explains_of_a_cosine():
    angles = np.linspace(0, 40 * np.pi, 200_001)
    for turn, digits in [(0.01, ".4f"), (1.0, ".1f")]:
        explained = np.corrcoef(np.sin(angles), np.sin(angles + turn))[0, 1] ** 2
        assert format(explained, digits) in texts(chapter_4.sine_alone)


def test_the_directions_that_hold_99_percent_of_100_rows():
    rows = table(100, 512)
    shares = np.linalg.svd(rows - rows.mean(axis=0), compute_uv=False) ** 2
    needed = 1 + np.argmax(np.cumsum(shares) / shares.sum() >= 0.99)
    assert right(chapter_6.few_directions).text == f"{needed}."


def test_bfloat16_rounds_1001_down():
    step = 2 ** (10 - 8)  # eight significant bits from 512 to 1024
    assert f"{round(1001 / step) * step}, so" in right(chapter_9.bfloat16_positions).reply


def test_a_transposed_grid_has_wrong_rows():
    grid = np.array([(r, c) for r in range(3) for c in range(4)])
    swapped = np.array([(r, c) for c in range(4) for r in range(3)])
    wrong = (grid != swapped).any(axis=1)
    assert f"{wrong.sum()} of {wrong.size} patches" in texts(chapter_10.rows_or_columns)
