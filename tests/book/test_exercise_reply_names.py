"""What a reply calls a wrong answer is what it is: the same numbers, made as the reply says."""

import math
import re
from collections.abc import Callable

import numpy as np
import pytest

import pe_lib
from pe_lib.attention import softmax
from tests.exercises import NAMES, module_of
from tests.phrases import Phrases, each_phrase

D, B, K = 8, 500.0, 3
J, C = np.arange(D // 2), np.arange(D)
OMEGA = B ** (-2 * J / D)


def turns(angles, block=lambda sine, cosine: [[cosine, sine], [-sine, cosine]]):
    """Return the matrix with a block for each angle on its diagonal."""
    matrix = np.zeros((2 * len(angles), 2 * len(angles)))
    for j, angle in enumerate(angles):
        matrix[2 * j : 2 * j + 2, 2 * j : 2 * j + 2] = block(np.sin(angle), np.cos(angle))
    return matrix


SHIFT = turns(K * OMEGA)
Q, KEYS, V = (
    np.random.default_rng(seed).normal(size=(5, width)) for seed, width in ((0, 4), (1, 4), (2, 3))
)
DOTS = Q @ KEYS.T
X, TABLE = (
    np.random.default_rng(3).normal(size=(2, 5, 6)),
    np.random.default_rng(4).normal(size=(30, 6)),
)
WORDS = np.random.default_rng(6).normal(size=(4, 6))
HOURS, PERIODS = np.array([0.5, 6.0, 23.0]), np.array([24.0, 168.0])


def clock(angles):
    """Return the sine and the cosine of each period side by side."""
    return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(HOURS), -1)


CLOCK = 2 * np.pi * HOURS[:, np.newaxis] / PERIODS
FLAT = np.zeros((4, 4)) + np.arange(4)
AWAY = np.abs(np.subtract.outer(np.arange(4), np.arange(4)))
VECTORS, PLACES = np.random.default_rng(5).normal(size=(4, D)), np.array([0, 1, 5, 40])
ROPE = 10_000.0 ** (-2 * J / D)


def turned(angles):
    """Return VECTORS with pair j of row i turned clockwise, or the other way, by its angle."""
    z = (VECTORS[:, 0::2] + 1j * VECTORS[:, 1::2]) * np.exp(1j * angles)
    return np.stack([z.real, z.imag], axis=-1).reshape(VECTORS.shape)


ROWS = np.arange(5)[:, np.newaxis]


def of_angles(angles):
    """Return the sine and the cosine of each angle side by side."""
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(angles), -1)


PAPERS = of_angles(ROWS * ROPE)
EVEN, ONE_HEAD = np.arange(0, 16, 2), [0, 2, 4, 6, 1, 3, 5, 7]

#: By exercise: what it is called with, and for the beginning of each reply what it says that it is.
NAMED: dict[str, tuple[tuple, dict[str, Callable[[], object]]]] = {
    "wavelengths": ((D, B), {
        "These are the frequencies, in radians per position.": lambda: OMEGA,
        "These are turns per position, ω/2π.": lambda: OMEGA / (2 * np.pi),
        "The factor 2π is missing: 1/ω is the number of positions for one radian":
            lambda: 1 / OMEGA,
        "A full turn is 2π. With π these are the positions in half a turn.": lambda: np.pi / OMEGA,
        "Fast and slow are exchanged: pair 0 has the shortest wavelength, 2π.":
            lambda: 2 * np.pi / OMEGA[::-1],
        "The last wavelength is the limit 2π·base, which":
            lambda: 2 * np.pi * np.geomspace(1, B, D // 2),
        "The pairs are counted from 1, so the shortest wavelength, 2π, is missing. Start at j = 0.":
            lambda: 2 * np.pi * B ** (2 * (J + 1) / D),
        "Your answer has one value for each column. The two": lambda: 2 * np.pi * B ** (C / D),
        "Your answer has one value for each column, and the exponents 2c/d run past 1.":
            lambda: 2 * np.pi * B ** (2 * C / D),
        "The values are right, but each appears twice, once for each column.":
            lambda: np.repeat(2 * np.pi / OMEGA, 2),
        "These are the wavelengths of base². The exponent of pair j is 2j/d, not 4j/d.":
            lambda: 2 * np.pi * (B**2) ** (2 * J / D),
        "The exponent of pair j is 2j/d; here the factor 2 is missing.":
            lambda: 2 * np.pi * B ** (J / D),
        "The base is fixed at 10000 here.": lambda: 2 * np.pi * 10000 ** (2 * J / D),
        "This is 2π·ω. The wavelength is 2π divided by ω: slow pairs have long waves.":
            lambda: 2 * np.pi * OMEGA,
        "The exponent needs parentheses: Python reads `base ** i / d_model` as `(base ** i) / d_mo":
            lambda: 2 * np.pi * (B ** (2.0 * J) / D),
        "The base is multiplied by the exponent here.": lambda: 2 * np.pi * B * 2 * J / D,
        "This is one number, the limit.": lambda: 2 * np.pi * B,
        "log₁₀ was taken where exp needs the natural logarithm":
            lambda: 2 * np.pi * np.exp(2 * J / D * np.log10(B)),
        "The array holds integers, which cut off all decimals.":
            lambda: np.floor(2 * np.pi / OMEGA),
    }),
    "rotation": ((K, D, B), {
        "This rotates the wrong way: it is the shift by -k, the transpose of": lambda: SHIFT.T,
        "These are the rotations for base². ": lambda: turns(K * (B**2) ** (-2 * J / D)),
        "The exponent is -j/d here; the factor 2 is missing.": lambda: turns(K * B ** (-J / D)),
        "The exponent has lost its minus sign: the frequencies grow": lambda: turns(K / OMEGA),
        "The angle was converted from degrees to radians": lambda: turns(np.radians(K * OMEGA)),
        "The angle was converted to degrees": lambda: turns(np.degrees(K * OMEGA)),
        "Every block turns by the same angle here.": lambda: turns(K * np.ones(D // 2)),
        "A minus sign is missing: both sines of a block are positive. One of them is negative, "
        "the one at the lower left;": lambda: np.where(np.tri(D, k=-1), abs(SHIFT), SHIFT),
        "Both sines of a block are negative. Only the one at the lower left is;":
            lambda: np.where(np.tri(D).T - np.eye(D), -SHIFT, SHIFT),
        "Sine and cosine are exchanged: the cosines belong on the diagonal. A":
            lambda: turns(K * OMEGA, lambda sine, cosine: [[sine, cosine], [-cosine, sine]]),
        "This is the shift by 1, whatever the offset.": lambda: turns(OMEGA),
        "The base is fixed at 10000 here.": lambda: turns(K * 10000 ** (-2 * J / D)),
        "The matrix is the identity outside of its first block: only pair 0 moves.":
            lambda: turns(K * OMEGA * (J == 0)),
        "The matrix holds integers, which cut off all decimals.": lambda: np.trunc(SHIFT),
        "The pairs are counted from 1 in the exponent, so every pair is too fast":
            lambda: turns(K * B ** (-2 * (J - 1) / D)),
        "Sine and cosine are exchanged, and a minus sign is missing.":
            lambda: turns(K * OMEGA, lambda sine, cosine: [[sine, cosine], [cosine, sine]]),
        "The minus sign is on the diagonal, which makes the block a mirror image. It belongs to "
        "the sine at the lower left.":
            lambda: turns(K * OMEGA, lambda sine, cosine: [[cosine, sine], [sine, -cosine]]),
        "The offset is added to the frequency.": lambda: turns(K + OMEGA),
        "The exponent is -2j; it is not divided by d.": lambda: turns(K * B ** (-2.0 * J)),
        "Only the first block is filled:": lambda: np.where((C < 2) * (C < 2)[:, None], SHIFT, 0),
    }),
    "attention": ((Q, KEYS, V), {
        "The scores are not scaled. Divide them by √d": lambda: softmax(DOTS) @ V,
        "The scores are divided by d. The divisor is √d.": lambda: softmax(DOTS / 4) @ V,
        "The scores are multiplied by √d.": lambda: softmax(DOTS * 2) @ V,
        "The softmax runs over the queries (axis 0).": lambda: softmax(DOTS / 2, axis=0) @ V,
        "All the weights together sum to 1.": lambda: softmax(DOTS / 2, axis=None) @ V,
        "The softmax is missing: the raw scores were used as weights.": lambda: DOTS / 2 @ V,
        "The exponential is missing: the scores themselves were divided by their sum.":
            lambda: DOTS / DOTS.sum(axis=1, keepdims=True) @ V,
        "The exponentials are not divided by their sum": lambda: np.exp(DOTS / 2) @ V,
        "The division by √d comes after the softmax.": lambda: softmax(DOTS) / 2 @ V,
        "These are the weights. One step is left": lambda: softmax(DOTS / 2),
        "The weights are multiplied by the keys.": lambda: softmax(DOTS / 2) @ KEYS,
        "Queries and keys are exchanged: `keys @ queries.T` has": lambda: softmax(DOTS.T / 2) @ V,
        "This has the causal mask.":
            lambda: softmax(np.where(np.tri(5), DOTS / 2, -np.inf)) @ V,
        "The softmax comes last, over the mixed values.": lambda: softmax(DOTS / 2 @ V),
        "The weights are transposed before they": lambda: softmax(DOTS / 2).T @ V,
    }),
    "batch": ((X, TABLE), {
        "The number of texts is taken for the length. So every text gets a row of its own,":
            lambda: X + TABLE[:2, np.newaxis],
        "`table[n]` without a colon is a single row": lambda: X + TABLE[5],
        "Every token gets row 0": lambda: X + TABLE[0],
        "The positions are counted on from one text": lambda: X + TABLE[:10].reshape(X.shape),
        "The positions begin at 1. The first token of a text gets row 0.": lambda: X + TABLE[1:6],
        "These are the last rows of the table.": lambda: X + TABLE[-5:],
        "The rows are multiplied with the vectors.": lambda: X * TABLE[:5],
        "These are the rows alone.": lambda: TABLE[:5] + 0 * X,
        "The vectors are unchanged: no position has been added.": lambda: X,
        "The rows come in reverse order.": lambda: X + TABLE[4::-1],
    }),
    "cycles": ((HOURS, PERIODS), {
        "The 2π is missing: your pairs are back only after 2π periods.":
            lambda: clock(CLOCK / (2 * np.pi)),
        "The angles are in degrees, and `np.sin` expects radians.":
            lambda: clock(np.degrees(CLOCK)),
        "Half of the angle: a whole period is 2π, not π.": lambda: clock(CLOCK / 2),
        "The period multiplies.": lambda: clock(CLOCK * PERIODS**2),
        "Sine and cosine are exchanged: the sine comes first.":
            lambda: clock(CLOCK)[:, [1, 0, 3, 2]],
        "All sines come first, then all cosines.": lambda: clock(CLOCK)[:, [0, 2, 1, 3]],
        "The sine alone takes each value twice": lambda: np.sin(CLOCK),
        "The hours are rounded down.":
            lambda: clock(2 * np.pi * np.floor(HOURS)[:, np.newaxis] / PERIODS),
        "The table is transposed: a row belongs to a time": lambda: clock(CLOCK).T,
        "Only the first period is used.": lambda: clock(CLOCK[:, :1]),
    }),
    "linear": ((FLAT, 0.5), {
        "This is the bias alone. Subtract it from the scores.": lambda: -0.5 * AWAY,
        "The distance is taken off without the slope.": lambda: FLAT - AWAY,
        "The distance is divided by the slope. A steeper slope should take off more.":
            lambda: FLAT - AWAY / 0.5,
        "These are weights: a softmax has been taken.": lambda: softmax(FLAT - 0.5 * AWAY),
        "The scores are multiplied by the bias.": lambda: FLAT * (-0.5 * AWAY),
    }),
    "learned": ((WORDS, TABLE, 7), {
        "The sentence always gets the rows from 0 on.": lambda: WORDS + TABLE[:4],
        "Every word gets the same row": lambda: WORDS + TABLE[7],
        "These are the rows alone. The model gets their sum with the words.": lambda: TABLE[7:11],
        "The words are unchanged: no position has been added.": lambda: WORDS,
        "The rows are multiplied with the words. They should be added.":
            lambda: WORDS * TABLE[7:11],
        "Each word gets the row after its own.": lambda: WORDS + TABLE[8:12],
        "These are the last rows of the table": lambda: WORDS + TABLE[-4:],
        "The rows stand beside the words, which makes the vectors twice as wide.":
            lambda: np.hstack([WORDS, TABLE[7:11]]),
        "The rows come in reverse order. The first word gets row `start`.":
            lambda: WORDS + TABLE[10:6:-1],
        "`start` itself is added to the words.": lambda: WORDS + TABLE[:4] + 7,
    }),
    "encoding": ((5, D), {
        "The odd columns are still zero.": lambda: PAPERS * (C % 2 == 0),
        "The exponent needs parentheses: Python reads `10_000 ** i / d_model`":
            lambda: of_angles(ROWS / (10_000.0 ** (2.0 * J) / D)),
        "The exponent needs parentheses: Python reads `p / 10_000 ** i / d_model`":
            lambda: of_angles(ROWS / 10_000.0 ** (2.0 * J) / D),
        "The angle is p/10000 in every column.": lambda: of_angles(ROWS / 10000 + 0 * J),
        "The base is 1000 here; a zero is missing.":
            lambda: of_angles(ROWS / 1000 ** (2 * J / D)),
        "The table has an extra axis in front": lambda: PAPERS[np.newaxis],
        "Rows and columns are exchanged: a row belongs to a position": lambda: PAPERS.T,
        "The angle was converted to degrees": lambda: of_angles(np.degrees(ROWS * ROPE)),
        "Only row 0 is filled": lambda: PAPERS * (ROWS == 0),
        "Every pair has the frequency 1": lambda: of_angles(ROWS + 0 * J),
    }),
    "doubling": ((5, D), {
        "The shift goes the wrong way": lambda: of_angles(-ROWS * ROPE),
        "Row 0 is all zeros, and a rotation of zeros is zeros.": lambda: 0 * PAPERS,
        "Every step rotates by one position.":
            lambda: of_angles(np.array([0, 1, 1, 2, 1])[:, np.newaxis] * ROPE),
        "The new rows are not rotated": lambda: PAPERS[[0] * 5],
    }),
    "halves": ((np.arange(16)[np.newaxis], 2), {
        "You moved the columns across the whole width": lambda: [[*EVEN, *(EVEN + 1)]],
        "That is the inverse: it turns halves into pairs.":
            lambda: [[*np.argsort(ONE_HEAD), *(8 + np.argsort(ONE_HEAD))]],
        "The two columns of each pair are exchanged: 1, 3, … come before 0, 2, ….":
            lambda: [[1, 3, 5, 7, 0, 2, 4, 6, 9, 11, 13, 15, 8, 10, 12, 14]],
        "The columns have not moved": lambda: [[*range(16)]],
        "The sign of each head's second half is reversed.":
            lambda: [[*EVEN[:4], *-(EVEN[:4] + 1), *EVEN[4:], *-(EVEN[4:] + 1)]],
        "Only the columns of the first head have moved.": lambda: [[*ONE_HEAD, *range(8, 16)]],
    }),
    "rope": ((VECTORS, PLACES), {
        "The angles are those of the rows' numbers": lambda: turned(np.outer(np.arange(4), ROPE)),
        "Every vector turns as if it stood at position 1.": lambda: turned(ROPE),
        "Every pair turns by the position itself": lambda: turned(PLACES[:, np.newaxis]),
        "The exponent is j/d here; the factor 2 is missing.":
            lambda: turned(np.outer(PLACES, 10_000.0 ** (-J / D))),
        "The exponent has lost its minus sign": lambda: turned(np.outer(PLACES, 1 / ROPE)),
        "The vectors come back as they were.": lambda: VECTORS,
        "The exponent is one pair early, 10000^(-2(j-1)/d)":
            lambda: turned(np.outer(PLACES, 10_000.0 ** (-2 * (J - 1) / D))),
        "The angles were converted from degrees to radians":
            lambda: turned(np.radians(np.outer(PLACES, ROPE))),
        "Sine and cosine are exchanged: at position 0 the angle is 0":
            lambda: turned(np.pi / 2 - np.outer(PLACES, ROPE)),
        "The cross terms are missing":
            lambda: VECTORS * np.repeat(np.cos(np.outer(PLACES, ROPE)), 2, axis=1),
    }),
}  # fmt: skip
CASES = [
    pytest.param(exercise, given, begins, named, id=f"{exercise}-{begins[:40]}")
    for exercise, (given, replies) in NAMED.items()
    for begins, named in replies.items()
]


@pytest.mark.parametrize(("exercise", "given", "begins", "named"), CASES)
def test_a_reply_names_what_the_wrong_answer_is(exercise, given, begins, named):
    [known] = [one for one in module_of(exercise).mistake if one.text.startswith(begins)]
    with np.errstate(all="ignore"):
        found, expected = np.asarray(known.wrong(*given)), np.asarray(named())
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, atol=1e-9)


#: How far back a head looks that was asked for an offset, by the beginning of the reply.
LOOKS = {
    "Every position finds itself": lambda offset: 0,
    "The head looks forward.": lambda offset: -offset,
    "The head looks back twice as far as it should": lambda offset: 2 * offset,
    "The head looks back by one position, whatever": lambda offset: 1,
    "The head looks back by three positions, whatever": lambda offset: 3,
    "The head looks back one position too far: it shifts by offset + 1.": lambda offset: offset + 1,
    "The head looks back one position too few: it shifts by offset - 1.": lambda offset: offset - 1,
}


@pytest.mark.parametrize("begins", LOOKS)
def test_a_reply_says_where_the_wrong_head_looks(begins):
    [known] = [one for one in module_of("head").mistake if one.text.startswith(begins)]
    table = pe_lib.positional_encoding(60, 64)
    for offset in (2, 5):
        w_q, w_k = known.wrong(offset, 64)
        looks = ((table @ w_q) @ (table @ w_k).T).argmax(axis=1)
        assert 30 - looks[30] == LOOKS[begins](offset)


WAVES = 2 * np.pi / OMEGA
BOOKS = pe_lib.positional_encoding(9, D, base=B)
#: What replies say of the right answer.
RIGHT: Phrases = {
    "wavelengths": [
        ("The wavelength is 2π/ω: the number of positions in one full turn.",
         lambda: np.allclose(np.exp(1j * OMEGA * (3 + WAVES)), np.exp(1j * OMEGA * 3))),
        ("The wavelength is the inverse: positions per turn, 2π/ω.",
         lambda: np.allclose(1 / (OMEGA / (2 * np.pi)), WAVES)),
        ("which the formula never reaches: with d/2 pairs the last exponent is 1 - 2/d.",
         lambda: np.isclose(WAVES[-1], 2 * np.pi * B ** (1 - 2 / D)) and WAVES[-1] < 2 * np.pi * B),
        ("run past 1. The answer has one value for each pair j, from 0 to d/2 - 1.",
         lambda: (2 * C / D).max() > 1 and len(WAVES) == D / 2),
        ("ω is in radians per position, so the wavelength is 2π/ω.",
         lambda: np.isclose(BOOKS[1, 0], np.sin(OMEGA[0]))),
        ("slow pairs have long waves",
         lambda: np.array_equal(np.argsort(OMEGA), np.argsort(-WAVES))),
        ("the exponent 2j/d grows with j", lambda: (np.diff(2 * J / D) > 0).all()),
        ("The two columns of a pair share a wavelength",
         lambda: np.allclose(np.arctan2(BOOKS[1, 0::2], BOOKS[1, 1::2]), OMEGA)),
    ],
    "rotation": [
        ("For (sine, cosine) the block is [[cos, sin], [-sin, cos]]: the angle grows clockwise.",
         lambda: np.allclose(SHIFT @ BOOKS[2], BOOKS[2 + K])),
        ("Block j should turn by k·ω_j, a smaller angle for each further pair.",
         lambda: (np.diff(K * OMEGA) < 0).all()),
        ("A shift by 0 must leave a row as it is, and sin 0 is 0.",
         lambda: np.array_equal(turns(0 * OMEGA), np.eye(D))),
        ("pair 0 turns by k radians, base^0 = 1", lambda: np.isclose(SHIFT[0, 1], np.sin(K))),
        ("It belongs at 2j and 2j + 1.", lambda: not SHIFT[:2, 2:].any()),
    ],
    "attention": [
        ("Each query shares out its weight over the keys: use the last axis, so that every row of "
         "weights sums to 1.", lambda: np.allclose(softmax(DOTS).sum(axis=1), 1)),
        ("`keys @ queries.T` has a row for each key. Each row should belong to a query",
         lambda: np.isclose(DOTS[0, 1], Q[0] @ KEYS[1])),
        ("A score is the dot product of a query and a key.",
         lambda: np.isclose(DOTS[0, 1], Q[0] @ KEYS[1])),
        ("Divide them by √d, where d is the width of the queries.", lambda: np.allclose(
            pe_lib.attention(Q, KEYS, V), softmax(DOTS / np.sqrt(Q.shape[1])) @ V)),
    ],
    "cycles": [
        ("3:00 and 9:00 are the same. Add the cosine.",
         lambda: np.isclose(*np.sin(2 * np.pi * np.array([3, 9]) / 24))),
        ("At midnight they jump: 23:00 is then as far from 0:00 as it can be.",
         lambda: max(range(24), key=lambda hour: hour / 24) == 23),
    ],
}  # fmt: skip


@each_phrase(RIGHT)
def test_what_a_reply_says_of_the_right_answer_is_true(name, phrase, is_true):
    assert any(phrase in one.text for one in module_of(name).mistake), phrase
    assert is_true()


ANGLES = {"pω": 0.3, "mω": 0.5, "(p+m)ω": 0.8}
FUNCTION = re.compile(r"(sin|cos) (pω|mω|\(p\+m\)ω)")


def value_of(formula: str) -> float:
    """Return what sines and cosines in words are, a product where two stand side by side."""
    total = 0.0
    for sign, product in re.findall(r"(\*plus\*|\*minus\*|^)([^*]+)", formula):
        factors = [getattr(math, name)(ANGLES[angle]) for name, angle in FUNCTION.findall(product)]
        total += (-1 if "minus" in sign else 1) * math.prod(factors)
    return total


def test_the_identities_of_a_reply_hold():
    known = [mistake for name in NAMES for mistake in getattr(module_of(name), "mistake", [])]
    replies = " ".join(mistake.text for mistake in known)
    stated = re.findall(r"((?:sin|cos) \S+ω) is ([^.]*\*(?:plus|minus)\*[^.]*)\.", replies)
    assert len(stated) == 2
    for left, right in stated:
        assert value_of(left) == pytest.approx(value_of(right)), f"{left} is {right}"
