"""What a reply says of a wrong answer is what that wrong function does: numbers and directions."""

import re

import numpy as np
import pytest

import pe_lib
from pe_book.exercises import cycles, encoding, linear, rope
from pe_book.exercises.exercise import edited
from pe_lib.practice import pairs_to_halves
from tests.claims import tidy
from tests.exercises import module_of

#: Two texts: the first has two tokens of padding before it, the second two behind it.
MASK = np.array([[0, 0, 1, 1, 1], [1, 1, 1, 0, 0]])
UNIT = np.array([[1.0, 0.0]])


def frequency(table: np.ndarray, pair: int) -> float:
    """Return a pair's radians per position, from row 1."""
    return float(np.arctan2(table[1, 2 * pair], table[1, 2 * pair + 1]))


def base_of(table: np.ndarray) -> float:
    """Return the base that pair 1 shows."""
    return frequency(table, 1) ** (-table.shape[1] / 2)


def direction(x: float, y: float, then_x: float, then_y: float) -> str:
    """Return which way a turn of less than a half leads, with x to the right and y up."""
    return "counterclockwise" if x * then_y - y * then_x > 0 else "clockwise"


def turned(function) -> str:
    return direction(*UNIT[0], *function(UNIT, np.array([1]))[0])


def partner(function) -> str:
    """Return how far right of column 0, of 8, the column is that is rotated with it."""
    x = np.eye(8)[:1]
    moved = np.flatnonzero(np.abs(function(x, np.array([1]))[0]) > 1e-12)
    return {8 // 2: "d/2", 1: "1"}[int(moved[1])]


def widths(inverse) -> list[int]:
    """Return the least width of a head at which the inverse is the same, and at which it is not."""
    same = {
        d: np.array_equal(inverse(np.arange(d)[np.newaxis], 1), pairs_to_halves([range(d)], 1))
        for d in (4, 8)
    }
    return sorted(same, key=same.get, reverse=True)


def truly_clockwise(wrong) -> str:
    """Return which way the right matrix turns (sine, cosine), the sine across."""
    right = wrong(1, 2, 10_000.0).T
    sine, cosine = right @ [0.0, 1.0]
    return direction(0, 1, sine, cosine)


def half_as_fast(wrong) -> list[str]:
    """Return at which hour a wrong pair of the day stands where the right one is, and when."""
    hours, day = {"noon": 12.0, "six": 6.0}, np.array([24.0])
    times = np.array(list(hours.values()))
    same = np.isclose(wrong(times, day)[:, np.newaxis], cycles.EXERCISE.truth(times, day))
    [found] = np.argwhere(same.all(axis=2))
    return [list(hours)[i] for i in found]


NO_SCORES = np.zeros((5, 5))


def biased() -> np.ndarray:
    return linear.EXERCISE.truth(NO_SCORES, 0.5)


def larger(scores: np.ndarray) -> str:
    """Return which keys of the first query have the larger scores."""
    return "far" if scores[0, -1] > scores[0, 0] else "near"


def kept(scores: np.ndarray) -> str:
    """Return on which side of the query in the middle the keys have their scores still."""
    return {(True, False): "behind", (False, True): "ahead"}[
        not scores[2, :2].any(), not scores[2, 3:].any()
    ]


def beyond(head, offset: int = 3) -> str:
    """Return whether a head looks farther back than the offset, or less far."""
    w_q, w_k = head(offset, 64)
    table = pe_lib.positional_encoding(40, 64)
    found = ((table @ w_q) @ (table @ w_k).T).argmax(axis=1)
    return {1: "+", -1: "-"}[int(20 - found[20]) - offset]


class Rows:
    """Three vectors of offsets, from −1 to 1, that note which rows they are asked for."""

    def __len__(self) -> int:
        return 3

    def __getitem__(self, rows: np.ndarray) -> np.ndarray:
        self.asked = rows
        return np.zeros((*rows.shape, 1))


#: The exercise, what the reply to one of its mistakes says, and what stands in the gaps.
SAID = [
    ("positions", "then has position {} instead of 0", lambda f: [f(MASK, 0)[0, 2]]),
    ("positions", "the first one gets {}.", lambda f: [f(MASK, 0)[1, 0]]),
    ("positions", "Padding gets {}, as", lambda f: [f(MASK, 0)[0, 0]]),
    ("positions", "Padding in front gets {}.", lambda f: [f(MASK, 0)[0, 0]]),
    ("positions", "every step starts at {} again. Count", lambda f: [f(MASK, 1)[1, 0]]),
    (
        "positions",
        "starts at {} again, and padding in front gets {}.",
        lambda f: [f(MASK, 1)[1, 0], f(MASK, 1)[0, 0]],
    ),
    (
        "positions",
        "starts at {} again, and padding gets {}.",
        lambda f: [f(MASK, 1)[1, 0], f(MASK, 1)[0, 0]],
    ),
    ("positions", "behind a text gets {}.", lambda f: [f(MASK, 0)[1, 4]]),
    ("encoding", "The base is {:.0f} here", lambda f: [base_of(f(2, 8))]),
    ("encoding", "The base is e⁴ = {:.3f}", lambda f: [base_of(f(2, 8))]),
    ("encoding", "frequency {:.0f}:", lambda f: [frequency(f(2, 8), 3)]),
    ("encoding", "become {:.0f} or {:.0f}.", lambda f: np.unique(f(5, 8)).tolist()),
    ("encoding", "Row {} is all zeros", lambda f: [(~f(3, 8).any(axis=1)).argmax()]),
    ("encoding", "Only row {} is filled", lambda f: np.flatnonzero(f(3, 8).any(axis=1))),
    ("halves", "heads of width {} the two are the same, so test with {}.", widths),
    ("wavelengths", "2π here, not {:.0f}:", lambda f: [f(8, 10_000.0)[0]]),
    ("rope", "the partner of 2j is 2j + {}.", lambda _: [partner(rope.EXERCISE.truth)]),
    ("rope", "pairs column c with column c + {},", lambda f: [partner(f)]),
    ("cycles", "At {} your pair is where it should be at {}.", half_as_fast),
    ("rotation", "the angle grows {}.", lambda f: [truly_clockwise(f)]),
    (
        "linear",
        "The {} keys get the larger scores. The distance has to be {}.",
        lambda f: [larger(f(NO_SCORES, 0.5)), {"near": "subtracted"}[larger(biased())]],
    ),
    ("linear", "Keys {} of the query keep their scores.", lambda f: [kept(f(NO_SCORES, 0.5))]),
    ("head", "one position too far: it shifts by offset {} 1.", lambda f: [beyond(f)]),
    ("head", "one position too few: it shifts by offset {} 1.", lambda f: [beyond(f)]),
]


@pytest.mark.parametrize(("exercise", "sentence", "computed"), SAID)
def test_a_reply_says_what_the_wrong_function_does(exercise, sentence, computed):
    with_gaps = r"\S+".join(map(re.escape, re.split(r"\{.*?\}", sentence)))
    [known] = [one for one in module_of(exercise).mistake if re.search(with_gaps, one.text)]
    assert tidy(sentence.format(*computed(known.wrong))) in tidy(known.text)


def test_the_reply_to_a_missing_factor_says_where_the_slowest_frequencies_are():
    table = edited(encoding.encoding, {"i / d_model": "i / 2 / d_model"})(2, 512)
    near = 10 ** round(-np.log10(frequency(table, 255)))
    reply = f"close to 1/10000, but here it is near 1/{near}."
    assert reply in encoding.REPLIES["factor missing"]


def test_a_reply_names_position_and_column_of_the_first_wrong_entry():
    def my_encoding(seq_len, d_model):
        table = pe_lib.positional_encoding(seq_len, d_model)
        table[2, 5:] += 0.5
        return table

    assert (
        " first differs at position 2, column 5: it is "
        in encoding.check_encoding(my_encoding).text
    )


@pytest.mark.parametrize("exercise", [rope.EXERCISE, rope.COUNTERCLOCKWISE])
def test_praise_names_the_direction_of_the_answer_and_of_the_table(exercise):
    other = {"clockwise": "Counterclockwise", "counterclockwise": "Clockwise"}
    way = turned(exercise.truth)
    assert f", {way}, as in" in exercise.praise
    assert f"{other[way]} is right, too." in exercise.praise
    (sine, cosine), (then_sine, then_cosine) = pe_lib.positional_encoding(2, 2)
    table = direction(sine, cosine, then_sine, then_cosine)
    assert ("as in this book's table" in exercise.praise) == (way == table)
