"""What options and replies of choices state of the mathematics, computed without pe_lib.

test_choices.py asks which option is right; this module asks whether each reply says what is so.
"""

import math

import numpy as np

from pe_book.questions.question import Choice, html_to_text
from tests.book.question_lists import CHOICES
from tests.book.test_choices import HANDS, ORDER, X, attend, similarity, table, unfinished
from tests.phrases import Phrases, each_phrase

CAUSAL = np.tri(6, dtype=bool)
SHUFFLED = attend(X[ORDER])
ROWS = table(120, 16)


def turn(angle: float) -> np.ndarray:
    """Return the matrix that leads a pair (sine, cosine) on by an angle."""
    return np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])


def pair(position: float, omega: float = 0.3) -> np.ndarray:
    return np.array([math.sin(position * omega), math.cos(position * omega)])


def rope(vector: np.ndarray, position: float) -> np.ndarray:
    """Return a vector of one pair, turned by its position at frequency 1."""
    return turn(position) @ vector


Q, K = np.array([0.3, 1.2]), np.array([-0.7, 0.4])


def score(m: float, n: float, spoiled: bool = False) -> float:
    """Return RoPE's score of a query at m and a key at n, or one of another layout's program."""
    key = rope(K, n)
    return float(rope(Q, m) @ (key[::-1] if spoiled else key))


def weights_of(scores: np.ndarray) -> np.ndarray:
    return np.exp(scores) / np.exp(scores).sum()


def bfloat(position: int) -> int:
    step = 2 ** max(0, position.bit_length() - 8)
    return round(position / step) * step


def turns(p: np.ndarray | float, j: int, d: int = 512) -> np.ndarray | float:
    return p * 1e4 ** (-2 * j / d) / (2 * math.pi)


def alibi(offset: float, slope: float = 0.5) -> float:
    return -slope * abs(offset)


def float32_gap(x: float) -> float:
    return float(np.spacing(np.float32(x)))


def mixed(d: int) -> np.ndarray:
    """Return the squared base's table, as the loop that multiplies by 2 twice makes it."""
    return table(40, d, 1e8)


#: A question; a part of an option or its reply; and whether that is so.
PHRASES: Phrases = {
    "chapter_1.who_chased_whom": [
        ("No training can help", lambda: np.allclose(SHUFFLED, attend(X)[ORDER])),
        ("have the same five words, so they are the same input",
         lambda: sorted("the dog chased the cat".split())
         == sorted("the cat chased the dog".split())),
        ("The same words give the same numbers", lambda: np.array_equal(attend(X), attend(X))),
    ],
    "chapter_1.predict_shuffle": [
        ("That would be called invariance", lambda: not np.allclose(SHUFFLED, attend(X))),
        ("a sum does not depend on the order of its terms",
         lambda: np.isclose(sum(X[ORDER, 0]), sum(X[:, 0]))),
        ("This is called equivariance", lambda: np.allclose(SHUFFLED, attend(X)[ORDER])),
        ("It does not. The proof uses only", lambda: np.allclose(SHUFFLED, attend(X)[ORDER])),
    ],
    "chapter_1.invariant_or_equivariant": [
        ("But the outputs move with the words", lambda: np.allclose(SHUFFLED, attend(X)[ORDER])),
        ("Self-attention is equivariant; its average over places is invariant",
         lambda: np.allclose(SHUFFLED.mean(axis=0), attend(X).mean(axis=0))),
        ("reordering a row before softmax is the same as reordering it afterwards",
         lambda: np.allclose(weights_of(X[0, [2, 0, 3, 1]]), weights_of(X[0])[[2, 0, 3, 1]])),
        ("so they change nothing here", lambda: np.allclose(SHUFFLED, attend(X)[ORDER])),
    ],
    "chapter_1.why_causal_differs": [
        ("after a shuffle a word sees other words",
         lambda: not np.allclose(attend(X[ORDER], CAUSAL), attend(X, CAUSAL)[ORDER])),
        ("exp(−∞) is simply 0, and each row keeps at least its own word",
         lambda: math.exp(-math.inf) == 0 and CAUSAL.diagonal().all()),
        ("Softmax is taken after masking, so each row still sums to 1",
         lambda: np.isclose(weights_of(np.array([1.0, -math.inf])).sum(), 1)),
        ("It holds for masks that move with the words, such as a padding mask",
         lambda: np.allclose(attend(X[ORDER], CAUSAL[ORDER][:, ORDER]), attend(X, CAUSAL)[ORDER])),
    ],
    "chapter_2.predict_fraction": [
        ("They stay between 0 and 1 by construction. Plain counting is what grows",
         lambda: np.linspace(0, 1, 9).max() == 1),
        ("Within a text all numbers differ", lambda: len({*np.linspace(0, 1, 9)}) == 9),
        ("0.5 in a text of five words and 0.04 in one of fifty",
         lambda: (2 / 4, round(2 / 49, 2)) == (0.5, 0.04)),
        ("It is a straight line, as smooth as can be. Binary numbers are the ones that jump",
         lambda: np.ptp(np.diff(np.linspace(0, 1, 9))) < 1e-9 and (7 ^ 8).bit_count() == 4),
    ],
    "chapter_2.which_end": [
        ("falls as j grows", lambda: (np.diff(HANDS) < 0).all()),
        ("Pair 0 is the fastest. One radian is 57 degrees",
         lambda: HANDS.argmax() == 0 and round(math.degrees(1)) == 57),
        ("It does not say how fast it turns", lambda: HANDS[0] > HANDS[-1]),
        ("fall from the first pair to the last", lambda: (np.diff(HANDS) < 0).all()),
    ],
    "chapter_2.what_alternates": [
        ("Sine and cosine alternate over columns, not over positions",
         lambda: [*table(1, 8)[0]] == 4 * [0, 1]),
        ("Each of the four pairs gives one of each", lambda: table(1, 8)[0].sum() == 8 / 2),
        ("There are four frequencies. Each has a sine and a cosine",
         lambda: len(np.arange(0, 8, 2)) == 4),
        ("the formula interleaves them: sine, cosine, sine, cosine",
         lambda: [*table(1, 8)[0][:4]] == [0, 1, 0, 1]),
    ],
    "chapter_2.why_cosine": [
        ("several sines of different frequencies can still tell",
         lambda: len(np.unique(table(99, 8)[:, 0::2].round(6), axis=0)) == 99),
        ("A sine stays between −1 and 1", lambda: np.abs(table(99, 8)).max() <= 1),
        ("It is shifted by a quarter of a turn",
         lambda: np.isclose(math.sin(0.4 + math.pi / 2), math.cos(0.4))),
        ("That all rows have the same length, and that shifts are linear",
         lambda: np.ptp(np.linalg.norm(table(99, 8), axis=1)) < 1e-9
         < np.ptp(np.linalg.norm(table(99, 8)[:, 0::2], axis=1))),
    ],
    "chapter_3.predict_unfinished": [
        ("The slowest of these hands move no farther", lambda: turns(511, 255) < 0.05),
        ("do not complete one turn. On a logarithmic scale, 512 lies about in the middle",
         lambda: abs(math.log(512) - (math.log(6) + math.log(6e4)) / 2) < 0.3),
        ("evenly on a logarithmic scale, so many of them are short",
         lambda: np.ptp(np.diff(np.log(HANDS))) < 1e-9),
        ("Pair 0 makes 81 turns in 512 words. The next ones are only a little slower",
         lambda: int(turns(512, 0)) == 81 and HANDS[1] > 0.95),
    ],
    "chapter_3.new_angles": [
        ("After a whole turn nothing is new", lambda: turns(512, 0) > 1),
        ("but the fast hands point where they have often pointed", lambda: turns(512, 3) > 50),
        ("But the slow pairs reach new angles", lambda: turns(600, 200) < 1),
        ("The slow ones, because they have not yet gone all the way around",
         lambda: turns(512, 200) < 1 < turns(512, 10)),
    ],
    "chapter_3.best_pair": [
        ("It is the other way around. Pair 0 makes the rows unique",
         lambda: np.abs(np.exp(1j * np.arange(1, 99)) - 1).min() > 0),
        ("It has turned by 4.4 radians", lambda: np.isclose(44 / 10, 4.4)),
        ("It has turned by only 0.44 radians, a distance of 0.44. That helps, but another pair",
         lambda: round(2 * math.sin(0.22), 2) == 0.44 < 2 * abs(math.sin(2.2))),
        ("It has hardly moved", lambda: 44 / 1000 < 0.05),
    ],
    "chapter_4.predict_shift": [
        ("But the matrix that leads from one to the other does not",
         lambda: np.allclose(turn(0.9) @ pair(5), pair(8))
         and np.allclose(turn(0.9) @ pair(50), pair(53))),
        ("Yes, by multiplying by one fixed matrix, the same for every p",
         lambda: np.allclose(turn(0.9) @ pair(7), pair(10))),
        ("there is a shorter way that never finds p",
         lambda: np.allclose(turn(0.9) @ pair(7), pair(10))),
        ("along a straight line and grow without bound",
         lambda: not np.allclose(pair(8) - pair(5), pair(11) - pair(8))),
    ],
    "chapter_4.condition": [
        ("It is linear for every even number of columns",
         lambda: np.allclose(turn(0.9) @ pair(5), pair(8))),
        ("slow cosines are all nearly 1 and the slow sines nearly one ramp",
         lambda: table(64, 16)[:, 15].min() > 0.999
         and np.ptp(np.diff(table(64, 16)[:, 14])) < 1e-6),
        ("The residual is at rounding level, so the algorithm did its work",
         lambda: residual(16) < 1e-12),
        ("There are enough equations, but they are nearly the same",
         lambda: 61 > 16 and np.linalg.cond(table(64, 16)) > 1e8),
    ],
    "chapter_4.sine_alone": [
        ("a shift by 1 turns the hand only a little",
         lambda: math.acos(math.sqrt(0.9999)) < 0.02),
        ("At p = 0 the sine is 0, and no factor turns 0 into sin ω", lambda: math.sin(0.01) != 0),
        ("For larger offsets the same regression fails. With the cosine it is exact",
         lambda: math.cos(100 * 0.01) ** 2 < 0.5),
        ("The missing part is sin2(kω)",
         lambda: np.isclose(1 - math.cos(0.01) ** 2, math.sin(0.01) ** 2)),
    ],
    "chapter_4.direction": [
        ("give exactly the same number: cos is even",
         lambda: np.isclose(ROWS[20] @ ROWS[17], ROWS[20] @ ROWS[23])),
        ("Any two rows at the same distance have the same dot product",
         lambda: np.isclose(ROWS[20] @ ROWS[17], ROWS[90] @ ROWS[87])),
        ("On average it falls, but not at every step",
         lambda: not (np.diff(similarity(np.arange(60))) < 0).all()),
        ("on average it falls as |k| grows", lambda: similarity(5) > similarity(50)),
    ],
    "chapter_4.monotone": [
        ("44 positions are almost exactly 7 turns", lambda: abs(44 / (2 * math.pi) - 7) < 0.01),
        ("The two similarities differ. The difference is small, but it is not zero",
         lambda: 0 < similarity(44) - similarity(43) < 0.01),
        ("No: it is a little more similar", lambda: similarity(44) > similarity(43)),
        ("The dot product depends on the offset alone",
         lambda: np.isclose(ROWS[20] @ ROWS[17], ROWS[90] @ ROWS[87])),
    ],
    "chapter_4.moved_together": [
        ("a turn does not change its length",
         lambda: np.isclose(np.linalg.norm(rope(Q, 999)), np.linalg.norm(Q))),
        ("leaves their dot product as it was: only the offset, 3, is in it",
         lambda: np.isclose(score(12, 9), score(1012, 1009))),
        ("does not change when both move follows for all queries and keys",
         lambda: np.isclose(score(12, 9), score(512, 509))),
        ("In each pair both hands turn by the same angle",
         lambda: np.isclose(score(12, 9), score(1012, 1009))),
    ],
    "chapter_5.digits_far_out": [
        ("that angle has lost its digits before the sine is taken",
         lambda: float32_gap(1e7) > 0.5),
        ("That is true near position 1,000. The loss grows in proportion to the position",
         lambda: 1e-5 < float32_gap(1000) < 1e-4 and float32_gap(2e6) == 2 * float32_gap(1e6)),
        ("the float32 numbers are 1 apart, so an angle is known only to about half a radian",
         lambda: float32_gap(1e7) == 1),
        ("It only holds fewer and fewer of them, the larger they are",
         lambda: float32_gap(1e9) > float32_gap(1e7)),
    ],
    "chapter_5.where_the_time_goes": [
        ("There are only 512 of them, one for each pair. The table has 8.4 million entries",
         lambda: 1024 // 2 == 512 and round(8192 * 1024 / 1e6, 1) == 8.4),
        ("Into writing 64 MiB of memory", lambda: 8192 * 1024 * 8 == 64 * 2**20),
        ("It computes one for every entry. By the theorem of chapter 4, a few rows are enough",
         lambda: np.allclose(turn(0.9) @ pair(5), pair(8))),
    ],
    "chapter_5.missing_axis": [
        ("NumPy aligns two one-dimensional arrays along the same axis",
         lambda: (np.ones(32) * np.ones(32)).shape == (32,)),
        ("If L happens to equal d/2 there is no error and you get a vector",
         lambda: (np.ones(32) * np.ones(64 // 2)).shape == (32,)),
        ("which gives the diagonal of the angles",
         lambda: np.array_equal(np.arange(4) * np.arange(4),
                                np.diag(np.outer(np.arange(4), np.arange(4))))),
        ("Broadcasting never makes a matrix from two one-dimensional arrays",
         lambda: (np.ones(3) * np.ones(3)).ndim == 1),
    ],
    "chapter_5.more_stable": [
        ("At d = 512 it is the other way around: the power is right to the last bit, or almost",
         lambda: worst_frequency(512, "power") < worst_frequency(512, "exp")),
        ("Both are stable; at d = 512 exp/log is slightly less exact",
         lambda: worst_frequency(512, "exp") < 1e-14),
        ("at a few other widths exp/log is more exact",
         lambda: worst_frequency(7, "exp") <= worst_frequency(7, "power")),
        ("goes down to −9.2", lambda: round(-math.log(1e4) * 510 / 512, 1) == -9.2),
        ("is below 1 for every d, so the power never exceeds 10000", lambda: 510 / 512 < 1),
        ("They are equal only in exact arithmetic", lambda: worst_frequency(512, "exp") > 0),
    ],
    "chapter_5.odd_width": [
        ("Four of the seven columns are even, and there are four frequencies",
         lambda: len(range(0, 7, 2)) == len(np.arange(0, 7, 2)) == 4),
        ("There are three odd columns but four frequencies. The last sine has no cosine",
         lambda: len(range(1, 7, 2)) == 3),
        ("It gives 0, 2, 4, 6, one exponent for each of the four pairs",
         lambda: [*range(0, 7, 2)] == [0, 2, 4, 6]),
        ("the last column has no rotation and the rows have no constant length",
         lambda: np.ptp(np.linalg.norm(table(40, 8)[:, :7], axis=1)) > 1e-6),
    ],
    "chapter_6.add_or_concatenate": [
        ("You cannot recover two numbers from their sum", lambda: 1 + 4 == 2 + 3),
        ("Adding first is the special case Wx = Wt",
         lambda: np.allclose((X[:3] + X[3:]) @ X[:4], X[:3] @ X[:4] + X[3:] @ X[:4])),
        ("Only the inputs differ in width. The outputs can have the same width",
         lambda: (np.hstack([X, X]) @ np.ones((8, 3))).shape == (X @ np.ones((4, 3))).shape),
    ],
    "chapter_6.few_directions": [
        ("100 rows span at most 100 directions", lambda: np.linalg.matrix_rank(ROWS[:100]) <= 100),
        ("Pairs with wavelengths far beyond 100 positions trace short, almost parallel arcs",
         lambda: turns(100, 200) < 0.05),
        ("neighboring rows are close together", lambda: similarity(1) > 0.9),
        ("The other directions stay almost empty", lambda: turns(100, 200) < 0.05),
    ],
    "chapter_6.identity_used": [
        ("One Mk shifts every position", lambda: np.allclose(turn(0.9) @ pair(50), pair(53))),
        ("One Wq serves a single offset, for all positions at once",
         lambda: np.allclose(turn(0.9) @ pair(5), pair(8))),
    ],
    "chapter_7.rope_and_values": [
        ("Then the output would depend on the absolute position of each key",
         lambda: not np.allclose(rope(K, 3), rope(K, 7))),
        ("Nothing is added anywhere", lambda: np.allclose(rope(np.zeros(2), 9), 0)),
        ("position enters the scores alone", lambda: np.isclose(score(12, 9), score(112, 109))),
        ("Only queries and keys are rotated", lambda: np.isclose(score(12, 9), score(112, 109))),
    ],
    "chapter_7.clipped_offsets": [
        ("It has one vector for −3 and another for +3", lambda: clipped(-3) != clipped(3)),
        ("Both use the vector for “16 or more back”", lambda: clipped(-20) == clipped(-200)),
        ("so it never compares absolute positions", lambda: clipped(3 - 9) == clipped(303 - 309)),
        ("Both are within the limit, so each has a vector of its own",
         lambda: clipped(-15) != clipped(-16)),
    ],
    "chapter_7.all_positions_shifted": [
        ("a dot product does not see a turn that both vectors make",
         lambda: np.isclose(score(0, 3), score(100, 103))),
        ("ALiBi subtracts a multiple of the distance, and all distances stay the same",
         lambda: alibi(3 - 9) == alibi(103 - 109) < 0),
        ("Other rows are added", lambda: not np.allclose(ROWS[0], ROWS[100])),
        ("That holds for the dot products of the table’s rows",
         lambda: np.isclose(ROWS[0] @ ROWS[3], ROWS[100] @ ROWS[103])),
    ],
    "chapter_7.what_interpolation_gives_up": [
        ("The rotations keep their direction. Only their speed changes",
         lambda: (HANDS / 4 > 0).all()),
        ("This is RoPE at a quarter of the speed", lambda: np.allclose((HANDS / 4) / HANDS, 1 / 4)),
        ("the angle between neighbors is a quarter of what it was", lambda: HANDS[0] / 4 == 0.25),
        ("It does give something up", lambda: HANDS[0] / 4 < HANDS[0]),
    ],
    "chapter_8.predict_double_step": [
        ("so every pair has length 1", lambda: np.allclose(
            np.linalg.norm(mixed(8).reshape(40, 4, 2), axis=2), 1)),
        ("It depends on k alone", lambda: np.isclose(mixed(8)[3] @ mixed(8)[8],
                                                     mixed(8)[30] @ mixed(8)[35])),
        ("It still is. For any frequencies, each pair turns by its own fixed angle",
         lambda: np.allclose(turn(0.2) @ pair(5, 0.1), pair(7, 0.1))),
        ("this is a correct table for base 108", lambda: np.allclose(
            1e4 ** (-2 * np.arange(0, 8, 2) / 8), 1e8 ** (-np.arange(0, 8, 2) / 8))),
    ],
    "chapter_8.only_far_rows": [
        ("float32 keeps a fixed number of digits, so large angles lose more",
         lambda: float32_gap(20_000) > 1000 * float32_gap(10)),
        ("They stay among the most exact: their angles are small, even far along",
         lambda: 20_000 * HANDS[-1] < 3),
        ("They do, so every row keeps its length", lambda: np.isclose(
            np.hypot(np.sin(np.float32(9876.5)), np.cos(np.float32(9876.5))), 1)),
    ],
    "chapter_8.larger_base": [
        ("A larger base makes the pairs slower, not faster. This is the number for base 1000",
         lambda: unfinished(1e3) == 92 < unfinished(5e5)),
        ("It changes every pair except the first",
         lambda: (5e5 ** (-np.arange(4) / 4) == 1e4 ** (-np.arange(4) / 4)).tolist()
         == [True, False, False, False]),
        ("All pairs except the first become slower, so more of them are still on their first",
         lambda: unfinished(5e5) > unfinished(1e4)),
        ("They are slow, but they do move. None of them has finished a turn",
         lambda: 5e5 ** (-255 / 256) > 0),
    ],
    "chapter_8.reversed_is_seen": [
        ("all rows have the right length, and one matrix shifts them all",
         lambda: np.allclose(np.linalg.norm(ROWS[:, ::-1], axis=1), math.sqrt(8))),
        ("Row 0 is 0, 1, 0, 1, … in whatever order the pairs are",
         lambda: [*table(1, 8)[0]] == 4 * [0, 1]),
    ],
    "chapter_9.one_token": [
        ("Query and key are rotated by the same angles, whatever the pairs are",
         lambda: np.isclose(score(7, 7), Q @ K)),
        ("so the two rotations cancel in either layout. From offset 1 on the scores are wrong",
         lambda: np.isclose(score(4, 4), Q @ K) and not np.isclose(score(4, 5), Q @ K)),
    ],
    "chapter_9.bfloat16_positions": [
        ("The digits are lost when the position is stored", lambda: bfloat(1001) != 1001),
        ("keeps only every fourth whole number. Both positions become 1000",
         lambda: bfloat(1000) == bfloat(1001) == 1000),
        ("an error of a few positions hardly turns them. The fastest pair turns by 1 radian",
         lambda: 4 * HANDS[-1] < 0.001 < HANDS[0] == 1),
        ("They are rounded separately. Here 1000 stays 1000 and 1001 becomes 1000",
         lambda: bfloat(1000) == 1000 == bfloat(1001)),
    ],
    "chapter_9.packed": [
        ("They do not remove keys. Every key that no mask hides gets some weight",
         lambda: weights_of(np.array([5.0, -5.0])).min() > 0),
        ("it sets the weights between documents to 0",
         lambda: weights_of(np.array([1.0, -math.inf]))[1] == 0),
        ("Only a mask separates documents", lambda: weights_of(np.array([9.0, -9.0])).min() > 0),
    ],
    "chapter_9.one_base": [
        ("A score depends on the offset alone at every base, right or wrong",
         lambda: np.isclose(score(12, 9), score(112, 109))),
        ("At offset 0 nothing is turned, whatever the base is",
         lambda: np.isclose(score(7, 7), Q @ K)),
        ("at a far offset",
         lambda: abs(1e4**-0.5 - 1e6**-0.5) * 1000 > 1 > abs(1e4**-0.5 - 1e6**-0.5)),
    ],
    "chapter_9.shifted_cache": [
        ("Nothing has to happen only if it gets position 200",
         lambda: np.isclose(score(200, 150), score(100, 50))),
        ("One rotation, the same for all: back by 100",
         lambda: np.allclose(turn(-100) @ rope(K, 150), rope(K, 50))),
        ("Then all of them stand at position 0",
         lambda: np.allclose(turn(-150) @ rope(K, 150), K)),
        ("That works, but is not needed: rotations add up",
         lambda: np.allclose(turn(3) @ turn(4), turn(7))),
    ],
    "chapter_10.hour_of_day": [
        ("As numbers they differ by 12, and 23 − 0 is more", lambda: 23 - 0 > 12 - 0),
        ("there, 23:00 is as near to 0:00 as 1:00 is", lambda: np.isclose(
            abs(np.exp(2j * np.pi * 23 / 24) - 1), abs(np.exp(2j * np.pi / 24) - 1))),
        ("two neighbors have the largest difference of all", lambda: 23 == max(range(24))),
        ("That is so for the sine of 2πh/24", lambda: np.argmax(
            np.sin(2 * np.pi * np.arange(24) / 24)) == 6),
    ],
    "chapter_10.diffusion_time": [
        ("Different times do get different rows, but the rows of most pairs are almost equal",
         lambda: (HANDS < 0.1).mean() > 0.5),
        ("It hardly moves", lambda: HANDS[-30:].max() < 0.005),
        ("No pair turns by more than", lambda: HANDS.max() == 1),
        ("the fastest pair turns by up to 1 radian", lambda: HANDS[0] == 1),
    ],
    "chapter_11.alibi_direction": [
        ("a steeper slope pulls the head toward the nearest tokens",
         lambda: alibi(-1, 0.9) - alibi(-3, 0.9) > alibi(-1, 0.1) - alibi(-3, 0.1)),
        ("Three back and three ahead get the same bias", lambda: alibi(-3) == alibi(3)),
        ("the bias still favors the nearest one", lambda: alibi(-1) > alibi(-3)),
    ],
    "entry_quiz.quarter_turn": [
        ("Half a turn is π. A whole turn is 2π", lambda: np.isclose(math.pi, math.radians(180))),
        ("1.57 is the number of radians. One radian is about 57 degrees",
         lambda: round(math.pi / 2, 2) == 1.57 and round(math.degrees(1)) == 57),
        ("a quarter of that is π/2, or 90 degrees",
         lambda: np.isclose(math.degrees(math.pi / 2), 90)),
        ("A whole turn is 2π, the length of a circle with radius 1",
         lambda: np.isclose(math.degrees(2 * math.pi), 360)),
    ],
    "entry_quiz.on_the_circle": [
        ("At θ = 0 that is (1, 0), and a quarter of a turn later it is (0, 1)",
         lambda: np.allclose([math.cos(math.pi / 2), math.sin(math.pi / 2)], [0, 1])),
        ("At θ = 0 that would be (0, 1), but the hand begins at (1, 0)",
         lambda: (math.sin(0), math.cos(0)) == (0, 1)),
        ("along a straight line, and away from the circle", lambda: math.hypot(2, 1) > 1),
        ("That hand turns clockwise: it goes below the x-axis first", lambda: -math.sin(0.1) < 0),
    ],
    "entry_quiz.matrix_times_vector": [
        ("(−2, 3) // That is its transpose at work",
         lambda: (QUARTER.T @ [3, 2]).tolist() == [-2, 3]),
        ("(2, −3) // 0 · 3 + 1 · 2 = 2", lambda: (QUARTER @ [3, 2]).tolist() == [2, -3]),
        ("The vector is turned by a quarter", lambda: QUARTER @ [3, 2] @ [3, 2] == 0),
        ("so the two numbers change places", lambda: 0 * 3 + 1 * 2 == 2),
        ("each row has a 0 in it", lambda: ((QUARTER == 0).sum(axis=1) == 1).all()),
    ],
    "entry_quiz.dot_product": [
        ("0.87 // That is the sine of 60 degrees. The dot product has the cosine",
         lambda: round(math.sin(math.pi / 3), 2) == 0.87),
        ("Then they would be perpendicular", lambda: abs(math.cos(math.pi / 2)) < 1e-9),
        ("Then they would point the same way", lambda: math.cos(0) == 1),
        ("it is the cosine of their angle", lambda: np.isclose(math.cos(math.pi / 3), 0.5)),
    ],
    "exit_ticket.equal_words": [
        ("it compares each word with all others, wherever they stand",
         lambda: np.allclose(SHUFFLED, attend(X)[ORDER])),
        ("so they get the same mean", lambda: np.allclose(*attend(X[[0, 1, 0]])[[0, 2]])),
        ("It holds for all weights", lambda: np.allclose(SHUFFLED, attend(X)[ORDER])),
        ("there is no earlier and no later", lambda: np.allclose(SHUFFLED, attend(X)[ORDER])),
    ],
    "exit_ticket.what_the_matrix_contains": [
        ("the matrix is the same, with cos kω and ± sin kω",
         lambda: np.allclose(turn(0.9) @ pair(0), pair(3))
         and np.allclose(turn(0.9) @ pair(100), pair(103))),
        ("How far the hand turns is kω. Where it starts does not matter",
         lambda: np.allclose(turn(0.9) @ pair(50), pair(53))),
        ("on k and ω // Its entries are cos kω and ± sin kω",
         lambda: np.isclose(turn(0.9)[1, 0], -math.sin(0.9))),
    ],
    "exit_ticket.back_again": [
        ("For a rotation the transpose is the inverse",
         lambda: np.allclose(turn(0.9).T @ pair(8), pair(5))),
        ("a further half turn. The cosines keep their sign",
         lambda: np.allclose(-turn(0.9), turn(0.9 + math.pi))
         and np.isclose(turn(-0.9)[0, 0], turn(0.9)[0, 0])),
        ("a turn can be undone", lambda: np.allclose(turn(-0.9) @ turn(0.9), np.eye(2))),
        ("One matrix leads on from every position, so one matrix leads back",
         lambda: np.allclose(turn(-0.9) @ pair(53), pair(50))),
    ],
    "exit_ticket.same_product": [
        ("depends on the difference of the positions, not on their ratio",
         lambda: not np.isclose(ROWS[4] @ ROWS[9], ROWS[8] @ ROWS[18])),
        ("They are 9 apart, and rows 4 and 9 are 5 apart", lambda: (13 - 4, 9 - 4) == (9, 5)),
        ("It is a sum of cosines of the offset, so all rows at that offset have the same",
         lambda: np.isclose(ROWS[4] @ ROWS[9], ROWS[104] @ ROWS[109])),
        ("They are 5 apart, too, and only the offset counts", lambda: 109 - 104 == 9 - 4),
    ],
}  # fmt: skip
#: More of the same questions, each with what decides it.
MORE_PHRASES: Phrases = {
    "chapter_1.predict_shuffle": [
        ("The outputs belong to their words, and the words have moved",
         lambda: np.allclose(SHUFFLED, attend(X)[ORDER])),
    ],
    "chapter_1.why_causal_differs": [
        ("but the mask stays where it was", lambda: np.array_equal(np.tri(6, dtype=bool), CAUSAL)),
    ],
    "chapter_2.which_end": [
        ("You have fast and slow the wrong way around", lambda: HANDS[0] > HANDS[-1]),
        ("The first ones: pair 0 turns by one radian per position", lambda: HANDS[0] == 1),
        ("Equal length means that each hand stays on its circle",
         lambda: np.allclose(np.hypot(*pair(9)), 1)),
    ],
    "chapter_2.what_alternates": [
        ("The 2j in the formula is a column", lambda: [*table(1, 8)[0]] == 4 * [0, 1]),
    ],
    "chapter_2.why_cosine": [
        ("its sign says whether the sine is rising or falling",
         lambda: math.cos(0.3) > 0 < math.sin(0.4) - math.sin(0.3)
         and math.cos(2) < 0 > math.sin(2.1) - math.sin(2)),
    ],
    "chapter_3.predict_unfinished": [
        ("On a plain scale, evenly spread wavelengths would make you right",
         lambda: (np.linspace(6, 60_000, 256) <= 512).sum() < 5),
    ],
    "chapter_3.new_angles": [
        ("The values stay bounded", lambda: np.abs(ROWS).max() <= 1),
    ],
    "chapter_3.best_pair": [
        ("and the others add distance", lambda: math.dist(ROWS[44], ROWS[0]) > 1),
    ],
    "chapter_4.direction": [
        ("Roughly how far away the other row is, but not on which side",
         lambda: np.isclose(ROWS[20] @ ROWS[17], ROWS[20] @ ROWS[23])),
        ("two distances can give nearly the same number",
         lambda: abs(similarity(44) - similarity(43)) < 0.01),
    ],
    "chapter_4.monotone": [
        ("so it points in nearly the same direction again",
         lambda: math.cos(44) > 0.999),
        ("It is the first offset at which similarity rises for these settings",
         lambda: (np.diff(similarity(np.arange(44))) < 0).all()),
    ],
    "chapter_4.moved_together": [
        ("What counts is how far apart the two are turned",
         lambda: np.isclose(score(12, 9), score(112, 109))),
        ("whatever it is, so the angle between them stays",
         lambda: np.isclose(score(12, 9), score(112.5, 109.5))),
    ],
    "chapter_5.digits_far_out": [
        ("None, and nothing warns you", lambda: float32_gap(1e7) >= 1),
        ("not even the first digit of its sine is certain",
         lambda: abs(math.sin(1e7) - math.sin(1e7 + 0.5)) > 0.1),
    ],
    "chapter_5.where_the_time_goes": [
        ("The other rows are rotations of rows that are already there",
         lambda: np.allclose(turn(0.9) @ pair(5), pair(8))),
    ],
    "chapter_5.more_stable": [
        ("is rounded first. The exponential turns that rounding error into a relative error",
         lambda: np.isclose(math.exp(-9 + 1e-6) / math.exp(-9) - 1, 1e-6, rtol=1e-3)),
    ],
    "chapter_6.few_directions": [
        ("most of the slow columns hardly change within 100 positions",
         lambda: (np.ptp(table(100, 512), axis=0) < 0.5).mean() > 0.4),
    ],
    "chapter_6.words_added": [
        ("The whole row counts for little here", lambda: similarity(0) - similarity(1) < 0.05),
        ("Anywhere: the word vectors are noise. // Each key gets something by chance, but far keys",
         lambda: similarity(0) - similarity(60) > 0.3),
    ],
    "chapter_7.clipped_offsets": [
        ("and in exchange it has no unseen offsets", lambda: clipped(-10_000) == clipped(-16)),
        ("Clipping affects far offsets", lambda: clipped(-3) == -3 and clipped(-30) != -30),
    ],
    "chapter_7.all_positions_shifted": [
        ("They are turned by the same angles", lambda: np.isclose(score(0, 3), score(100, 103))),
    ],
    "chapter_7.what_interpolation_gives_up": [
        ("The fastest pair now turns by only a quarter of a radian",
         lambda: HANDS.max() / 4 == 1 / 4),
    ],
    "chapter_8.predict_double_step": [
        ("Every pair is still the sine and cosine of one angle", lambda: np.allclose(
            np.linalg.norm(mixed(8).reshape(40, 4, 2), axis=2), 1)),
    ],
    "chapter_8.only_far_rows": [
        ("Near row 0 the rounding error is invisible; it grows with the position",
         lambda: float32_gap(1) < 1e-6 < 1e-3 < float32_gap(20_000)),
        ("The slow pairs have turned too little before", lambda: 20_000 * HANDS[-1] < 3),
    ],
    "chapter_8.larger_base": [
        ("which turns by one radian with any base. The slow pairs change most",
         lambda: 5e5**0 == 1e4**0 == 1
         and (np.diff(np.log(1e4 / 5e5) * np.arange(256) / 256) < 0).all()),
    ],
    "chapter_9.one_token": [
        ("A test needs several tokens", lambda: not np.isclose(score(4, 5), Q @ K)),
    ],
    "chapter_9.bfloat16_positions": [
        ("the offset changes from 1 to 0",
         lambda: (1001 - 1000, bfloat(1001) - bfloat(1000)) == (1, 0)),
        ("Slow pairs suffer least", lambda: 4 * HANDS[-1] < 4 * HANDS[0]),
    ],
    "chapter_9.packed": [
        ("since offsets inside a document stay the same", lambda: 9 - 4 == (9 + 50) - (4 + 50)),
        ("Positions change scores", lambda: not np.isclose(score(0, 3), score(0, 9))),
    ],
    "chapter_9.one_base": [
        ("Near by, the error is small", lambda: abs(1e4**-0.5 - 1e6**-0.5) < 0.01),
    ],
    "chapter_9.shifted_cache": [
        ("turned once more, a key is what it would have been at its new position",
         lambda: np.allclose(turn(-100) @ rope(K, 150), rope(K, 50))),
    ],
    "chapter_10.hour_of_day": [
        ("The number jumps from 23 to 0 at midnight. The sine and the cosine of 2πh/24 do not",
         lambda: np.abs(np.diff(np.sin(2 * np.pi * np.arange(25) / 24))).max() < 0.3),
    ],
    "chapter_10.rows_or_columns": [
        ("Only their order is transposed, and a test of the shape sees nothing",
         lambda: np.arange(16).reshape(4, 4).T.shape == (4, 4)),
        ("Here 10 of 12 patches get a wrong row", lambda: transposed(3, 4) == 10),
        ("With one line all rows are 0", lambda: transposed(1, 4) == 3),
        ("Exchanging them changes the table", lambda: transposed(4, 4) > 0),
    ],
    "chapter_10.diffusion_time": [
        ("Mostly the slow pairs", lambda: HANDS[-1] < 0.001),
        ("at most a few thousandths of a radian", lambda: HANDS[-30:].max() < 0.004),
        ("Only the few fastest, and even the fastest turns by 1 radian at most",
         lambda: (HANDS > 0.5).mean() < 0.1 and HANDS.max() == 1),
        ("and most turn by far less. Multiplying the time by 1000 brings the others into use",
         lambda: np.median(HANDS) < 0.05 and np.median(1000 * HANDS) > 1),
    ],
    "chapter_11.alibi_direction": [
        ("It sees distance but not direction, and its bias always favors the nearest token",
         lambda: alibi(-3) == alibi(3) < alibi(-1)),
        ("a bias that only falls with distance still cannot single out three",
         lambda: alibi(-2) > alibi(-3) > alibi(-4)),
        ("The mask would hide the tokens ahead", lambda: not CAUSAL[2, 3] and CAUSAL[3, 2]),
    ],
    "entry_quiz.quarter_turn": [
        ("a quarter of a turn // A whole turn is 2π radians",
         lambda: math.pi / 2 == 2 * math.pi / 4),
    ],
    "exit_ticket.what_the_matrix_contains": [
        ("There is no p in them, so one matrix serves all positions",
         lambda: np.allclose(turn(0.9) @ pair(50), pair(53))),
        ("Put p = 0 and then p = 100", lambda: np.allclose(turn(0.9) @ pair(100), pair(103))),
    ],
    "exit_ticket.back_again": [
        ("It turns each pair by the same angle the other way",
         lambda: np.allclose(turn(0.9).T, turn(-0.9))),
        ("The pair of sine and cosine says where the hand stands",
         lambda: np.isclose(math.atan2(*pair(4)), 4 * 0.3)),
    ],
}  # fmt: skip


def transposed(height: int, width: int) -> int:
    """Return how many patches get another patch's row where rows and columns are exchanged."""
    grid = [(r, c) for r in range(height) for c in range(width)]
    exchanged = [(r, c) for c in range(width) for r in range(height)]
    if height == 1:
        exchanged = [(c, r) for r, c in grid]
    return sum(one != other for one, other in zip(grid, exchanged, strict=True))


QUARTER = np.array([[0, 1], [-1, 0]])


def clipped(offset: int) -> int:
    return max(-16, min(16, offset))


def residual(d: int) -> float:
    rows = table(64, d)
    found, *_ = np.linalg.lstsq(rows[:-3], rows[3:], rcond=None)
    return float(np.abs(rows[:-3] @ found - rows[3:]).max())


def worst_frequency(d: int, form: str) -> float:
    """Return the largest relative error of the frequencies in float64, against 40 digits."""
    import mpmath

    exponents = np.arange(0, d, 2)
    if form == "power":
        found = 1 / 10_000.0 ** (exponents / d)
    else:
        found = np.exp(exponents * (-math.log(10_000.0) / d))
    with mpmath.workdps(40):
        exact = [mpmath.power(10_000, -mpmath.mpf(int(e)) / d) for e in exponents]
        errors = [abs(mpmath.mpf(float(f)) / e - 1) for f, e in zip(found, exact, strict=True)]
    return float(max(errors))


def parts(question: Choice) -> list[str]:
    return [" ".join(html_to_text(f"{o.text} // {o.reply}").split()) for o in question.options]


@each_phrase(PHRASES, MORE_PHRASES)
def test_what_an_option_or_its_reply_states_is_true(name, phrase, is_true):
    found = [part for part in parts(CHOICES[name]) if phrase in part]
    assert len(found) == 1, f"{name} does not say once: “{phrase}”"
    assert is_true()
