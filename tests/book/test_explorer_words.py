"""What explorers say in words that no setting changes: sentences, forms of mistakes, predictions.

A word could be its opposite; each phrase stands beside what decides it. The sentences' numbers, and
words that depend on settings, are in test_explorer_values_of_*.py and in claims/test_explorers.py.
"""

import re

import numpy as np
import pytest

import pe_lib
from pe_book.explorers import ALL
from pe_book.mistakes.implementations import MISTAKES
from pe_lib import variants
from pe_lib.practice import grid_encoding, grid_rotation, to_bfloat16
from tests.explorer_texts import texts_in
from tests.phrases import Phrases, each_phrase
from tests.rendered import text_of, view_of

WRONG = {mistake.name: mistake for mistake in MISTAKES}
RIGHT = pe_lib.positional_encoding(20, 8)


def made(name: str, n: int = 20, d: int = 8, base: float = 1e4) -> np.ndarray:
    """Return the table of a mistake."""
    return WRONG[name].implementation(n, d, base)


def whole_pairs(table: np.ndarray) -> bool:
    return np.allclose(np.hypot(table[:, 0::2], table[:, 1::2]), 1, atol=1e-6)


def shifted_by_one_rotation(grid: np.ndarray) -> bool:
    """Return whether one matrix takes each patch one row down and two columns across."""
    return np.allclose(grid[:-1, :-2] @ grid_rotation(1, 2, grid.shape[-1]).T, grid[1:, 2:])


def texts(name: str) -> list[str]:
    """Return all that an explorer declares in words, each in one line."""
    explorer = ALL[name]
    prediction = explorer.prediction.spec() if explorer.prediction else {}
    return [*texts_in(explorer.wording.spec()), *texts_in(prediction), explorer.law]


def carries(position: int) -> np.ndarray:
    """Return which bits flip in the step after a position, and which have only ones below."""
    bits = position >> np.arange(8) & 1
    after = (position + 1) >> np.arange(8) & 1
    return np.array([bits != after, np.cumprod([1, *bits[:-1]]) == 1])


PHRASES: Phrases = {
    "gallery": [
        ("exactly the table for base B² instead of B", lambda: np.allclose(
            made("double step", base=100.0), pe_lib.positional_encoding(20, 8, 1e4))),
        ("The sine and the cosine of a pair no longer share a frequency",
         lambda: not whole_pairs(made("column as pair"))),
        ("The cosine of pair i uses the exponent 2(i+1)/d, the frequency of the next pair",
         lambda: np.allclose(made("cosine exponent")[1, 1], np.cos(1e4 ** (-2 / 8)))),
        ("divided by d/2 - 1 instead of d/2, so the last wavelength is 2πB",
         lambda: np.isclose(made("end point reached")[1, 6], np.sin(1e-4))),
        ("All sines are in the left half of the table and all cosines in the right half",
         lambda: np.array_equal(made("halves")[0], [0] * 4 + [1] * 4)),
        ("For odd d there is one column of cosines too many. For even d the table is right",
         lambda: np.allclose(made("odd width crashes"), RIGHT)),
        ("rounded to float32 before the sine is taken. Near row 0 the error is invisible; it grows",
         lambda: np.abs(made("float32 angles") - RIGHT).max() < 1e-5),
        ("Every token of a sequence gets the same row",
         lambda: np.ptp(made("batch axis"), axis=0).max() == 0),
        ("Every token gets one row, the one after the last of its sequence",
         lambda: np.ptp(made("dropped colon"), axis=0).max() == 0
         and np.allclose(made("dropped colon")[0], pe_lib.positional_encoding(21, 8)[20])),
        ("every row has the length √(d/2)",
         lambda: np.allclose(np.linalg.norm(RIGHT, axis=1), 4**0.5)),
        ("dot products of rows depend on the offset alone",
         lambda: pe_lib.toeplitz_deviation(RIGHT @ RIGHT.T) < 1e-9),
        ("one matrix takes each row 3 positions further on",
         lambda: np.allclose(pe_lib.rotation_matrix(3, 8) @ RIGHT[4], RIGHT[7])),
        ("each pair turns by its ω per position",
         lambda: np.isclose(np.arctan2(*RIGHT[1, 2:4]), 0.1)),
        ("the first columns change faster than the last ones",
         lambda: np.abs(np.diff(RIGHT[:, 0])).mean() > np.abs(np.diff(RIGHT[:, 6])).mean()),
        ("row 0 is 0, 1, 0, 1 and so on", lambda: [*RIGHT[0]] == 4 * [0, 1]),
    ],
    "more_exhibits": [
        ("one frequency for each column instead of each pair",
         lambda: not whole_pairs(made("a frequency for each column"))),
        ("counted from 1, so the fastest wave, one radian per position, is missing",
         lambda: np.isclose(np.arctan2(*made("frequencies from one")[1, :2]), 0.1)),
        ("The first token gets row 1. Offsets stay the same",
         lambda: np.allclose(made("positions from one")[0], RIGHT[1])),
        ("Even positions get sines and odd positions cosines",
         lambda: not made("parity of the position")[0].any()),
        ("The cosines are in the even columns and the sines in the odd ones",
         lambda: np.array_equal(made("sine and cosine swapped")[0], 4 * [1, 0])),
        ("The first columns are slow and the last ones fast",
         lambda: np.isclose(made("frequencies reversed")[1, 6], np.sin(1))),
        ("Rows beyond d_model stay zero", lambda: not made("axes exchanged")[8:].any()),
        ("the floor division applies to the whole quotient, which gives -1",
         lambda: (-np.log(1e4) / 8) // 2 == -1),
        ("The first frequency becomes 0, and all others are within a thousandth of 1",
         lambda: np.isclose(made("power exchanged", d=512)[1, 0], 0)
         and np.allclose(made("power exchanged", d=512)[1, 4::2], np.sin(1), atol=2e-3)),
        ("Every column is a sine with a frequency of its own. There is no pair",
         lambda: not made("sine alone")[0].any()),
    ],
    "equations": [
        ("Rotates column j with column j + d/2; the weights expect 2j with 2j + 1",
         lambda: np.allclose(variants.rope(np.eye(8)[[0, 0]])[1, 2:], 0)),
        ("Turns queries and keys by −ωp instead of ωp",
         lambda: not np.allclose(variants.rope(RIGHT), variants.rope(RIGHT,
                                                                     positions=-np.arange(20)))),
        ("0, 1, 0, 1 instead of 0, 0, 1, 1",
         lambda: [*np.tile([0, 1], 2)] == [0, 1, 0, 1] and [*np.repeat([0, 1], 2)] == [0, 0, 1, 1]),
        ("Rounds positions to bfloat16 before they become angles",
         lambda: to_bfloat16(np.array([401.0]))[0] != 401),
    ],
    "counter": [
        ("A digit flips when all lower ones were 1",
         lambda: all(np.array_equal(*carries(p)) for p in range(60))),
        ("it flips at every step, and each next bit half as often",
         lambda: [sum(carries(p)[0][b] for p in range(256)) for b in (0, 1, 2)] == [256, 128, 64]),
        ("Which digits does the next row have? Tap its places in the left panel",
         lambda: view_of("counter").values["next"] == 7 + 1),
        ("times more slowly", lambda: pe_lib.angular_frequencies(8)[1] < 1),
    ],
    "shift": [
        ("k times ω is {degrees:fixed(0)} degrees, from wherever the hand starts",
         lambda: view_of("shift", position=12).values["degrees"]
         == view_of("shift", position=40).values["degrees"]),
        ("from where the hand stands at position p", lambda: view_of("shift").values["turns"] == 0),
        ("move the position, and the angle and the block stay the same",
         lambda: view_of("shift", position=3).values["angle"]
         == view_of("shift", position=30).values["angle"]),
        ("With an offset of 0 nothing turns: the block is the identity",
         lambda: np.array_equal(view_of("shift", offset=0).traces[4]["z"], np.eye(2))),
    ],
    "similarity": [
        ("at offset 0 it is 1", lambda: pe_lib.similarity(0, 64) == 1),
        ("With more and more pairs it would come close to the integral",
         lambda: abs(pe_lib.similarity(16, 4096) - pe_lib.law.similarity_integral(16))
         < abs(pe_lib.similarity(16, 64) - pe_lib.law.similarity_integral(16))),
        ("The similarity does not fall at every step: it first rises after offset",
         lambda: pe_lib.similarity(44, 512) > pe_lib.similarity(43, 512)),
        ("each doubling of the offset costs", lambda: np.isclose(
            pe_lib.similarity_law(8) - pe_lib.similarity_law(16), np.log(2) / np.log(1e4))),
    ],
    "arrows": [
        ("If both slide to 16, the scores are",
         lambda: np.isclose(view_of("arrows").values["turned"],
                            view_of("arrows", position=40).values["turned"])),
    ],
    "block_matrix": [
        ("meet one block only, that of pair",
         lambda: not pe_lib.rotation_matrix(3, 8)[:2, 2:].any()),
        ("All eight entries that come out are those of row",
         lambda: np.allclose(pe_lib.rotation_matrix(3, 8) @ RIGHT[5], RIGHT[8])),
    ],
    "clocks": [
        ("each slower than the one before",
         lambda: np.diff([row[1] for row in view_of("clocks").rows]).max() < 0),
        ("How far right", lambda: np.isclose(view_of("clocks").rows[0][2], np.sin(7))),
        ("how far up", lambda: np.isclose(view_of("clocks").rows[0][3], np.cos(7))),
    ],
    "fingerprint": [
        ("sine: how far right", lambda: np.isclose(np.sin(0.1), 0.1, atol=1e-3)),
        ("cosine: how far up", lambda: np.isclose(np.cos(0.1), 1, atol=1e-2)),
        ("Column {column} is {odd:parity}, so it holds the {odd:function}",
         lambda: view_of("fingerprint", column=13).values["odd"] is True),
    ],
    "cycles": [
        ("two times that are one hour apart have little in common in the table",
         lambda: pe_lib.similarity(3600, 64) < 0.2),
        ("almost all pairs stand still, and even a whole day apart times are alike",
         lambda: pe_lib.similarity(1 / 7, 64) > 0.9),
        ("the table tells near from far, but no cycle",
         lambda: pe_lib.similarity(1, 64) > pe_lib.similarity(24, 64) + 0.2),
    ],
    "grid": [
        ("One rotation makes this shift at every patch, with no error but rounding",
         lambda: shifted_by_one_rotation(grid_encoding(12, 12, 8).reshape(12, 12, 8))),
        ("The average of two rows is shorter than a row, and a rotation keeps all lengths",
         lambda: np.linalg.norm(RIGHT[:2].mean(axis=0)) < 2),
    ],
    "look_back": [
        ("the word vectors add more to its score than the table takes away", lambda:
            view_of("look_back", words=12, offset=8).values["found"] != 22),
        ("so the word’s own key still resembles it",
         lambda: view_of("look_back", words=7).values["found"] == 30),
    ],
    "methods": [
        ("all queries and keys turn further by the same angles, and no dot product sees that",
         lambda: np.allclose(variants.rope(RIGHT) @ variants.rope(RIGHT).T, variants.rope(
             RIGHT, positions=np.arange(20) + 9) @ variants.rope(
                 RIGHT, positions=np.arange(20) + 9).T)),
        ("all distances stay as they were", lambda: abs(3 - 9) == abs(103 - 109)),
        ("the rows added are others", lambda: not np.allclose(RIGHT[0], RIGHT[9])),
    ],
    "pairs": [
        ("Columns 2j and 2j + 1 turn together, as they did when this query was made",
         lambda: [row[2] - row[1] for row in view_of("pairs").rows] == 8 * [1]),
        ("This program turns columns j and j + 8 together",
         lambda: [row[2] - row[1] for row in view_of("pairs", layout="halves").rows] == 8 * [8]),
    ],
    "precision": [
        ("comes from float32 angles", lambda: np.spacing(np.float32(1e6)) > 1e-2),
    ],
    "outer_product": [
        ("The row is stretched down and the column is stretched across",
         lambda: np.broadcast_to(np.ones((1, 4)), (5, 4)).shape == (5, 4)),
        ("a column of 5 positions, and a row of 4 frequencies",
         lambda: len(view_of("outer_product").rows) == 5),
    ],
    "waves": [
        ("One turn takes from {shortest:significant} to {longest:significant} positions",
         lambda: view_of("waves").values["shortest"] < view_of("waves").values["longest"]),
        ("the fastest has made {most_turns:significant} turns and the slowest {fewest_turns",
         lambda: view_of("waves").values["most_turns"] > view_of("waves").values["fewest_turns"]),
    ],
    "rotary": [
        ("{finished} of {pairs:plural(pair)} finish a turn", lambda: view_of("rotary").values[
            "finished"] == (pe_lib.wavelengths(128) <= 4096).sum()),
        ("{new:plural(pair)} would reach angles that training never showed",
         lambda: view_of("rotary", scale=4).values["new"] > 0),
        ("the fastest pair turns by {fastest:significant} radians and the slowest by",
         lambda: view_of("rotary").values["fastest"] > view_of("rotary").values["slowest"]),
    ],
    "story": [
        ("here by one radian, not quite a sixth of a turn", lambda: 0.15 < 1 / (2 * np.pi) < 1 / 6),
        ("But after six words the hand is almost back", lambda: abs(6 - 2 * np.pi) < 0.3),
        ("each at about a third of the speed of the one before",
         lambda: abs(10**-0.5 - 1 / 3) < 0.02),
        ("where the fast one begins again, the slow ones go on", lambda: 10 * 10**-1.5 < 2 * np.pi),
        ("Each hand has turned on, the fast one far, the slow ones a little",
         lambda: 2 * 1 > 1 > 2 * 10**-1.5),
        ("It is made of the offset {offset} and the speed of the hand: position {position} is not",
         lambda: np.allclose(pe_lib.rotation_matrix(2, 8) @ RIGHT[9], RIGHT[11])),
        ("but the {angle:name} between them stays, and so does the matrix",
         lambda: np.allclose(pe_lib.rotation_matrix(2, 8) @ RIGHT[3], RIGHT[5])),
    ],
}  # fmt: skip


def values(name: str, **settings) -> dict:
    return view_of(name, **settings).values


def most(name: str, column: int, label: int = 0) -> object:
    """Return the first cell of the row in which a column is largest."""
    return max(view_of(name).rows, key=lambda row: row[column])[label]


#: Which of several is meant: the largest weight, the patch below, the fastest pair.
COMPARISONS: Phrases = {
    "broadcasting": [
        ("times fewer", lambda: most("broadcasting", 3) == "loop"),
        ("more, because its first block has", lambda:
            view_of("broadcasting", seq_len=16).rows[2][3]
            > view_of("broadcasting", seq_len=16).rows[0][3]),
    ],
    "counter": [
        ("is the fastest: it flips at every step", lambda: carries(6)[0][0]),
        ("Pair 0, always first, is the fastest",
         lambda: pe_lib.angular_frequencies(8).argmax() == 0),
    ],
    "grid": [
        ("But the patch below is", lambda: values("grid", table="running")["side"] == 12),
        ("for the patch to the right", lambda: np.isclose(
            values("grid", table="running")["right"], pe_lib.similarity(1, 64), atol=0.05)),
        ("where the circles are, and no other one fits",
         lambda: "no rotation" in view_of("grid", table="resized").sentences),
    ],
    "look_back": [
        ("The largest weight, {weight:fixed(2)}, is on position {found}, {offset:plural(position)} "
         "back from the query", lambda: values("look_back")["found"] == most("look_back", 2) == 27),
        ("is on position {found}, the query’s own, as the head was made to look",
         lambda: values("look_back", offset=0)["found"] == 30),
        ("is on position {found}, not on {wanted}", lambda:
            values("look_back", words=12, offset=8)["wanted"] == 30 - 8),
        ("Its score leads the next one by", lambda: values("look_back")["lead"] > 0),
    ],
    "methods": [
        ("gives the largest weight, {largest:fixed(2)}, to", lambda: np.isclose(
            values("methods")["largest"], max(row[2] for row in view_of("methods").rows))),
    ],
    "order": [
        ("(largest difference {largest:change}), and the pooled output is the same",
         lambda: values("order")["pooled"] == pytest.approx(0, abs=1e-12)),
    ],
    "pairs": [
        ("The highest score, {highest:fixed(2)}, is at offset {peak}",
         lambda: values("pairs", pairs=8)["peak"] == -8
         and np.isclose(values("pairs", pairs=8)["highest"], 1)),
        ("fastest pair gives", lambda: pe_lib.angular_frequencies(16).argmax() == 0),
        ("fastest pairs together give",
         lambda: (np.diff(pe_lib.angular_frequencies(16)) < 0).all()),
    ],
    "precision": [
        ("the tutorial's float32 form is wrong by up to {tutorial:error}, the vectorized float64 "
         "form by {vectorized:error}, and the table built by rotations by {fast:error}",
         lambda: values("precision")["tutorial"] > values("precision")["vectorized"]
         > values("precision")["fast"]),
        ("less than 10⁻¹⁵", lambda: values("precision")["fast"] < 1e-15),
    ],
    "similarity": [
        ("The straight line of the law is at", lambda: np.isclose(
            values("similarity")["law"], pe_lib.similarity_law(16))),
    ],
    "story": [
        ("So add slower hands", lambda: 10**-0.5 < 1),
        ("All rows, one below the other, are the positional encoding",
         lambda: len(view_of("story", step=5).rows) == 10),
        ("words on” is the same turn wherever you stand",
         lambda: np.allclose(pe_lib.rotation_matrix(2, 8) @ RIGHT[3], RIGHT[5])),
    ],
    "waves": [
        ("({share:percent}) never {unfinished:complete} one", lambda: values("waves")["unfinished"]
         == sum(row[2] > 64 for row in view_of("waves").rows)),
    ],
    "sentence": [
        ("a thicker line is a larger weight, and below 10% none is drawn", lambda: all(
            weight >= 0.1 for _, _, weight in view_of("sentence", look="1.1").scene["looks"])),
    ],
}  # fmt: skip


@each_phrase(PHRASES, COMPARISONS)
def test_what_an_explorer_says_is_true(name, phrase, is_true):
    assert any(phrase in text for text in texts(name)), f"{name} does not say “{phrase}”"
    assert is_true()


@pytest.mark.parametrize("lowest_first", [False, True])
@pytest.mark.parametrize(("position", "pairs"), [(7, 5), (7, 3), (8, 3), (25, 3), (24, 2)])
def test_a_position_is_starts_with_or_ends_in_its_bits(position, pairs, lowest_first):
    sentence = text_of(
        "counter", position=position, pairs=pairs, lowest_first=lowest_first
    ).sentence
    shown, bits = re.match(
        rf"Position {position} (is|starts with|ends in) ([01]+)\.", sentence
    ).groups()
    written = f"{position:0{pairs}b}"
    written = written[::-1] if lowest_first else written
    holds = {
        "is": written == bits,
        "starts with": written.startswith(bits) and len(bits) < len(written),
        "ends in": written.endswith(bits) and len(bits) < len(written),
    }
    assert holds[shown] and len(bits) == pairs
