"""The reply to a wrong number describes the mistake that leads to this number, and to no other.

Each mistake is made here as the reply describes it, with math alone, and what comes out is typed.
"""

import math
import re
from math import cos, e, log, log10, pi, sin, sqrt

import pytest

from pe_book.questions.question import html_to_text
from tests.book.question_lists import NUMERIC

WORDS = "the dog chased the cat".split()
WAVES = [2 * pi * 10**j for j in range(4)]
XAVIER = sqrt(2 / 32_512)
LEADING = 1000
RIGHT = 0.63 * 61  # of the scored positions
#: A question; a part of a reply that describes a mistake; and the number to which it leads.
MISTAKES: dict[str, dict[str, float]] = {
    "chapter_1.different_outputs": {
        "counted one per place": len(WORDS),
        "the pooled output": 1,
        "You counted the copies": WORDS.count("the"),
    },
    "chapter_1.same_sentence": {
        "which counts each “the” as a word of its own": math.factorial(len(WORDS)),
        "the orders of the different words": math.factorial(len({*WORDS})),
        "every arrangement of the same words has the same mean": 1,
        "Those are the other orders": math.factorial(5) // math.factorial(2) - 1,
    },
    "chapter_1.causal_identical": {
        "different numbers of words. But a mean of two dogs equals": 5,
        "There is at least one output vector": 0,
    },
    "chapter_2.entry": {
        "used the column as the pair. Column 2 belongs to pair 1": sin(5 * 1e4 ** (-2 * 2 / 8)),
        "That is the cosine, which stands in column 3. Even columns hold sines": cos(5 * 0.1),
        "left out the 2 in the exponent": sin(5 * 1e4 ** (-1 / 8)),
        "the result in degrees. The angles are in radians": sin(math.radians(5 * 0.1)),
        "you used frequency 1, the one of pair 0": sin(5 * 1),
        "That is the angle. The entry is its sine": 5 * 0.1,
        "you counted positions from 1. They start at 0": sin((5 - 1) * 0.1),
    },
    "chapter_2.column_to_pair": {
        "That is the column. Two columns share a pair, so there are half as many": 7,
        "You counted pairs from 1, or rounded 3.5 up": 7 // 2 + 1,
        "Round down: column 6 and column 7": 7 / 2,
    },
    "chapter_2.mixed_base": {
        "With base 10000 the exponent would be i/d": 1e4,
        "Doubling an exponent does not double the base. It squares it": 2 * 1e4,
        "Doubling an exponent does not halve the base. It squares it": 1e4 / 2,
        "That is the root: it would come from half the exponent": sqrt(1e4),
    },
    "chapter_2.bits": {
        "the ones of 31 that become zero. One zero also becomes a one": (31).bit_count(),
        "That holds from 32 to 33": (32 ^ 33).bit_count(),
        "31 XOR 32 as a number": 31 ^ 32,
    },
    "chapter_2.row_length": {
        "That is the squared length. Take the root": 128 / 2,
        "You added 1 for every column. A pair adds 1, and a pair is two columns": sqrt(128),
        "You added 1 for each column. A pair of columns adds 1. Then take the root": 128,
        "One pair has length 1": 1,
    },
    "chapter_2.highest": {
        "near the second peak": round(2.5 * pi / 0.01),
        "A cosine is largest at 0. Column 4 is even, so it is a sine": 0,
        "You looked at pair 1": max(range(1001), key=lambda p: sin(p / 10)),
        "You used the column as the pair": round(pi / 2 / 1e4 ** (-4 * 2 / 8)),
    },
    "chapter_3.longest": {
        "That is the limit for many columns, not the longest wavelength": 2 * pi * 1e4,
        "left out 2π: this is 1/ω, the positions for one radian": 1e4 ** (30 / 32),
        "That is the shortest wavelength. You exchanged fast and slow": 2 * pi,
        "That is the base": 1e4,
        "used the last column, 31, as 2j": 2 * pi * 1e4 ** (31 / 32),
    },
    "chapter_3.unfinished": {
        "You counted columns, or all the pairs": len(WAVES),
        "compared 1/ω, the positions for one radian": sum(w / (2 * pi) > 100 for w in WAVES),
        "The slowest hand needs": 0,
    },
    "chapter_3.ratio": {
        "the step from column to column if each had its own frequency": 1e4 ** (1 / 16),
        "You let the 7 steps between 8 pairs reach the full factor": 1e4 ** (1 / 7),
        "That is the ratio of the frequencies. Wavelengths grow": 1e4 ** (-2 / 16),
        "You spread the wavelengths evenly. They grow by a constant factor": 1e4 / 8,
    },
    "chapter_3.choose_base": {
        "You used the limit": 4096 / (2 * pi),
        "That is a whole turn. Half a turn needs twice the wavelength":
            (2048 / (2 * pi)) ** (128 / 126),
        "That is the wavelength you need": 2 * 2048,
        "You left out 2π": 4096 ** (128 / 126),
    },
    "chapter_4.block_entry": {
        "the lower left entry, or the block of k = −6: the shift back": -sin(6 * 0.1),
        "the cosine, which stands on the diagonal": cos(6 * 0.1),
        "You used frequency 1. That is pair 0": sin(6),
        "left out the 2 in the exponent": sin(6 * 1e4 ** (-1 / 8)),
        "That is the angle. The entry is its sine": 6 * 0.1,
    },
    "chapter_4.dot_product": {
        "the similarity, the mean over pairs. The dot product is the sum":
            (cos(5) + cos(0.05)) / 2,
        "That is the part of pair 0. Pair 1 adds": cos(5),
        "add up to a cosine of the difference": sin(5) + sin(0.05),
        "You added the positions. The dot product has the cosine of their difference":
            cos(25) + cos(0.25),
        "a row with itself, offset 0": cos(0) + cos(0),
    },
    "chapter_4.doubling": {
        "the cost at base 10000": log(2) / log(1e4),
        "the cost of a factor of e = 2.718. A doubling costs ln 2 times as much": log(e) / log(1e6),
        "forgot to divide by ln B": log(2),
        "divided by the decimal logarithm of B": log(2) / log10(1e6),
        "γ is in both terms of the difference, so it cancels":
            (log(2) + 0.5772156649015329) / log(1e6),
    },
    "chapter_4.half_step": {
        "That is M1. Take ½ of the angle": sin(1),
        "That is the angle. The entry is its sine": 1 / 2,
        "That is pair 1. Pair 0 has frequency 1": sin(0.1 / 2),
        "the cosine, on the diagonal": cos(1 / 2),
        "the lower left entry": -sin(1 / 2),
        "The root of a matrix is not the root of its entries": sqrt(sin(1)),
    },
    "chapter_5.bytes_of_a_table": {
        "the size in float32. A float64 takes 8 bytes": 8192 * 1024 * 4 / 2**20,
        "the number of entries in units of": 8192 * 1024 / 2**20,
        "64 is the number of bits. A byte has 8 bits": 8192 * 1024 * 64 / 2**20,
        "Those are megabytes, units of": 8192 * 1024 * 8 / 10**6,
        "the peak while the vectorized code runs. The table is half of that":
            2 * 8192 * 1024 * 8 / 2**20,
    },
    "chapter_5.float32_spacing": {
        "the machine epsilon, the distance near 1. It grows": 2.0**-23,
        "half the distance near 1, the relative rounding error": 2.0**-24,
        "One factor 2 too many": 2.0 ** (19 - 23),
        "24 bits include the leading one, so 23 are left": 2.0 ** (18 - 24),
        "the distance near 100,000": 2.0 ** (math.floor(math.log2(100_000)) - 23),
    },
    "chapter_5.rows_for_doubling": {
        "the direct way: one row for each position": 8192,
        "The last doubling makes half of the rows, but it makes them all with one": 8192 / 2,
        "so it needs no sines. Count only the doublings": log(8192, 2) + 1,
    },
    "chapter_6.scaled_norm": {
        "its length before the scaling": sqrt(512) * XAVIER,
        "the length of a row of the table. The embedding is shorter": sqrt(512 / 2),
        "the standard deviation of one entry": XAVIER,
        "entries of standard deviation 1": sqrt(512) * sqrt(512),
        "the value for a vocabulary of 11": 512 * sqrt(2 / (11 + 512)),
    },
    "chapter_6.free_numbers": {
        "That is a full matrix. Most of its entries are zero here": 64 * 64,
        "the number of pairs. Each has an a and a b": 64 / 2,
        "Each block has four entries, but only two of them are free": 64 / 2 * 4,
    },
    "chapter_7.rope_score": {
        "the cosine of the sum. The difference counts": cos(2 + 5),
        "is the cosine of their angle": sin(5 - 2),
        "the product before the rotation": 1 * 1 + 0 * 0,
        "the product of the first components": cos(2) * cos(5),
    },
    "chapter_7.alibi_slope": {
        "That is head 4. Heads are counted from 1 here": 40 * 2.0**-4,
        "That is head 2, or the third head if h starts at 0": 40 * 2.0**-2,
        "That is the slope. Multiply it by the distance": 2.0**-3,
        "not −8/h": 40 * 2.0 ** (-8 / 3),
    },
    "chapter_7.position_without_encoding": {
        "It also sees itself": 1 / 9,
        "The weights must add up to 1 over all": 1,
        "A weighted mean of zeros and a one cannot exceed 1": 9 + 1,
        "the output at the last of 12 positions": 1 / 12,
    },
    "chapter_7.new_base": {
        "would then become a little less than 4 times slower": 4 * 1e4,
        "The exponent is upside down: d/(d−2) is above 1": 1e4 * 4 ** (126 / 128),
        "the base squared. Nothing is squared here": 1e4**2,
        "A smaller base makes the pairs faster. They should become slower": 1e4 / 4,
    },
    "chapter_8.longest_from_one": {
        "of the formula, which counts pairs from 0 and so stops one step earlier":
            2 * pi * 1e4 ** (62 / 64),
        "That is the largest divisor. One turn takes 2π times as many": 1e4 ** (64 / 64),
        "its shortest wavelength": 2 * pi * 1e4 ** (2 / 64),
        "That is one step too far": 2 * pi * 1e4 ** (66 / 64),
    },
    "chapter_8.norm_catches": {
        "That many slip through the norm check": 9 - 2,
        "Most of the mistakes keep every pair on its circle": 9,
        "That many fail the check of far rows": 4,
    },
    "chapter_9.cached_position": {
        "the length of the cache, which includes the padding": 5 + 7,
        "the position of the last token of the prompt": 7 - 1,
        "That counts the new token itself. The first token has position 0, not 1": 7 + 1,
        "That counts only the new part of the mask": 0,
    },
    "chapter_9.yarn_factor": {
        "That is the factor of a query or of a key. A score has both": 0.1 * log(4) + 1,
        "That is the inverse. Scores become larger, not smaller": 1 / (0.1 * log(4) + 1) ** 2,
        "That is ln 4. It is multiplied by 0.1, and 1 is added": log(4),
        "The 1 is missing": 0.1 * log(4),
    },
    "chapter_9.thinner_weight": {
        "The gap is the same, but the sum in the denominator is not": LEADING / (LEADING + 1000),
        "With 10 times as many others the weight is not divided by 10": 0.5 / 10,
        "That is its share of the others. It belongs to the sum itself": LEADING / 10_000,
        "what it would get without a lead": 1 / 10_001,
    },
    "chapter_9.after_an_image": {
        "the number of slots in the cache": 2 + 16 * 12 + 3,
        "The longer side decides": 2 + 12 + 3,
        "Rows and columns are counted on two axes, side by side": 2 + 16 + 12 + 3,
        "the position of the last word. The next token gets one more": 2 + 16 + 3 - 1,
    },
    "chapter_10.last_bucket": {
        "There the logarithm reaches the end of the last bucket, not its beginning": 128,
        "the number of the bucket, not a distance": 32 - 1,
        "the case without a causal mask, where each direction has 16 buckets":
            math.ceil(8 * (128 / 8) ** (7 / 8)),
        "is before it": math.floor(16 * (128 / 16) ** (15 / 16)),
    },
    "chapter_10.window_offsets": {
        "the number of offsets along one axis. Each occurs with each": 2 * 7 - 1,
        "if rows and columns have numbers apart, which are added": 2 * (2 * 7 - 1),
        "the number of patches in a window": 7 * 7,
        "No offset at all counts, too": (2 * 6) ** 2,
        "That is the number of scores": (7 * 7) ** 2,
    },
    "chapter_11.behind_the_average": {
        "That is the average over both. The trained positions pull it up": RIGHT / 61,
        "That assumes that half of the scored positions are trained": 2 * 0.63 - 1,
        "Then the average would be 1": 1,
        "That is a blind guess. The model does better": 1 / 16,
    },
    "chapter_11.one_turn_further": {
        "one turn from the query itself": round(2 * pi),
        "One position further, pair 0 has turned by a whole radian": 3 + 1,
        "That is two turns further": round(3 + 2 * 2 * pi),
    },
    "entry_quiz.whole_turn": {
        "After so many steps it has turned by one radian": 1 / 0.1,
        "You took the step for degrees": 360 / 0.1,
        "That is half a turn": pi / 0.1,
        "You multiplied. The smaller the step, the more steps": 2 * pi * 0.1,
    },
    "exit_ticket.entry": {
        "That is the sine, in column 2. Odd columns hold cosines": sin(6 * 0.1),
        "You used frequency 1, the one of pair 0": cos(6),
        "You took column 3 for the pair, or computed with degrees": cos(6 * 1e4 ** (-2 * 3 / 8)),
        "That is the angle. The entry is its cosine": 6 * 0.1,
    },
}  # fmt: skip


def test_every_question_with_a_number_is_here():
    for where, found in (("MISTAKES", MISTAKES), ("WAYS", WAYS)):
        missing, unknown = sorted({*NUMERIC} - {*found}), sorted({*found} - {*NUMERIC})
        assert not missing, f"add to {where}: {missing}"
        assert not unknown, f"remove from {where}: {unknown}"


@pytest.mark.parametrize("name", NUMERIC)
def test_a_reply_describes_the_mistake_that_leads_to_its_number(name):
    question = NUMERIC[name]
    mistakes = MISTAKES.get(name, {})
    described = dict.fromkeys(mistakes, 0)
    for wrong in question.wrong:
        reply = re.sub(r"\s+", " ", html_to_text(wrong.reply))
        found = [part for part in mistakes if part in reply]
        assert len(found) == 1, (
            f"in MISTAKES, {name} needs one part of the reply to {wrong.value}, not {found}: "
            f"{reply}"
        )
        described[found[0]] += 1
        value = mistakes[found[0]]
        assert float(wrong.value) == pytest.approx(value, rel=1e-6), reply
    unused = [part for part, count in described.items() if count != 1]
    assert not unused, f"in MISTAKES, {name} has parts of no reply, or of several: {unused}"


ROW = [f(5 * 10.0**-j) for j in range(4) for f in (sin, cos)]
#: What the praise, or a hint, says of the way to the answer: a number is the answer, so reached.
WAYS: dict[str, dict[str, float | bool]] = {
    "chapter_1.different_outputs": {"One for each different word": len({*WORDS})},
    "chapter_1.same_sentence": {
        "5! arrangements, divided by 2, because the copies of “the”":
            math.factorial(5) / math.factorial(WORDS.count("the")),
        "The averaged output is the same for every order. So count the orders": 120 / 2,
    },
    "chapter_1.causal_identical": {
        "a weighted mean of equal vectors, and that is the vector itself": 0.3 * 1 + 0.7 * 1,
        "A causal mask gives some information on order, but without a start word no number":
            0.3 + 0.7 == 1,
    },
    "chapter_2.entry": {
        "Column 2 is the sine of pair 1, with frequency": ROW[2],
        "is it the sine or the cosine? Angles are in radians": ROW[2],
    },
    "chapter_2.column_to_pair": {
        "Column 7 is the cosine of pair 3, so j is the column divided by 2, rounded down": 7 // 2,
        "0 1, 2 3, 4 5, … and count the twos from 0": [0, 0, 1, 1, 2, 2, 3, 3][7],
    },
    "chapter_2.mixed_base": {
        "The column i is already 2j, so the exponent is 4j/d": (1e4 ** (4 * 3 / 8)) ** (8 / 6),
        "Write i = 2j into the exponent": 1e4**2,
    },
    "chapter_2.bits": {
        "all 6 digits change, while from 32 to 33 only 1 does": (31 ^ 32).bit_count(),
        "with the same number of digits, one under the other": len(bin(32)) - 2,
    },
    "chapter_2.row_length": {
        "Each of the 64 pairs adds sin² + cos² = 1 to the squared length": sqrt(128 / 2 * 1),
    },
    "chapter_2.highest": {
        "Column 4 is the sine of pair 2, which has frequency 0.01. Its peak is at": round(
            pi / 2 / 1e4 ** (-4 / 8)),
        "A sine is largest at the angle π/2": sin(pi / 2) == 1,
    },
    "chapter_3.longest": {
        "The last pair is j = 15": 2 * pi * 1e4 ** (2 * 15 / 32),
        "56% of the limit": round(1e4 ** (30 / 32 - 1), 2) == 0.56,
    },
    "chapter_3.unfinished": {
        "The number of those longer than 100 is 2": sum(wave > 100 for wave in WAVES),
        "4 wavelengths: each is 10 times the one before": math.isclose(WAVES[1] / WAVES[0], 10),
    },
    "chapter_3.ratio": {
        "It takes 8 such steps to make 10000": 1e4 ** (1 / 8),
        "There are 8 pairs. Divide λ1 by λ0": (2 * pi * 1e4 ** (2 / 16)) / (2 * pi),
    },
    "chapter_3.choose_base": {
        "The longest wavelength is then twice the length of the text":
            (2 * 2048 / (2 * pi)) ** (128 / 126),
        "Half a turn in L positions means a wavelength of 2L": 2048 / 4096 == 1 / 2,
    },
    "chapter_4.block_entry": {
        "the weight of the cosine in the new sine":
            (sin(0.4 + 0.6) - cos(0.6) * sin(0.4)) / cos(0.4),
        "the entry of R in the first row and second column": sin(6 * 0.1),
    },
    "chapter_4.dot_product": {
        "Rows 0 and 5 would give the same": sin(0) * sin(5) + cos(0) * cos(5) + cos(0.05),
        "Only the offset matters. Add one cosine for each of the two pairs": cos(5) + cos(0.05),
    },
    "chapter_4.doubling": {
        "A larger base spreads the fall over more doublings, so each costs less":
            log(2) / log(1e6) < log(2) / log(1e4),
        "Subtract the law at 2k from the law at k. What is left":
            (1 - (log(5) + 0.5772) / log(1e6)) - (1 - (log(10) + 0.5772) / log(1e6)),
    },
    "chapter_4.half_step": {
        "A whole position turns this pair by ω0 = 1, and ½ of a position by ½": sin(1 / 2),
        "The angle is kω0 with k = ½": sin(1 / 2 * 1),
    },
    "chapter_5.bytes_of_a_table": {
        "The vectorized code needs twice that while it runs": 2**26 / 2**20,
        "Entries times bytes for each entry, divided by": 8192 * 1024 * 8 / 2**20,
    },
    "chapter_5.float32_spacing": {
        "1/32 apart. You cannot store an angle near 300,000 radians more exactly": 2.0 ** (18 - 23),
        "float32 numbers between": (2**19 - 2**18) / 2**23,
    },
    "chapter_5.rows_for_doubling": {
        "You need one for each doubling: the shifts by 1, 2, 4, …, 4096. All other rows come":
            len([2**n for n in range(13)]),
        "Each doubling needs the sines of a single shift": math.log2(8192),
    },
    "chapter_6.scaled_norm": {
        "The unscaled length is √d times the standard deviation, and the scaling multiplies":
            sqrt(512) * XAVIER * sqrt(512),
        "even the scaled embedding is 4 times shorter": round(16 / (512 * XAVIER)) == 4,
        "has length about √d·σ": sqrt(512) * XAVIER * sqrt(512),
    },
    "chapter_6.free_numbers": {
        "Each of the 32 pairs has two": 32 * 2,
        "Two for each pair": 64 // 2 * 2,
    },
    "chapter_7.rope_score": {
        "turned by 2 and by 5 radians, so they are 3 radians apart": cos(5 - 2),
        "Positions 40 and 43 give the same result": cos(43 - 40),
        "is the cosine of the angle between them": cos(3),
    },
    "chapter_7.alibi_slope": {
        "a score that is 5 lower gives a weight that is": 40 / 8,
        "times smaller": round(math.exp(5), -1) == 150,
        "Find the slope of head 3, then multiply by the distance": 2.0**-3 * 40,
    },
    "chapter_7.position_without_encoding": {
        "Position 9 sees 10 tokens, each with weight 1/10": 1 / 10,
        "The mask alone has broken the symmetry": 1 / 10 != 1 / 11,
        "itself included": 1 / (9 + 1),
    },
    "chapter_7.new_base": {
        "a little more than 4 times the old base, so that the slowest pair":
            4 * 1e4 < 1e4 * 4 ** (128 / 126) < 4.2e4,
        "becomes exactly 4 times slower":
            math.isclose((1e4 * 4 ** (128 / 126)) ** (126 / 128), 4 * 1e4 ** (126 / 128)),
        "s = 4, and the exponent is 128/126": 1e4 * 4 ** (128 / 126),
    },
    "chapter_8.longest_from_one": {
        "At m = d/2 the exponent is 1": 2 * pi * 1e4 ** (2 * 32 / 64),
        "In exchange, the fastest pair is missing": 1e4 ** (2 / 64) > 1,
    },
    "chapter_8.norm_catches": {
        "in which the sine and cosine of a pair belong to different angles": 2,
        "It never notices a wrong frequency": math.isclose(math.hypot(sin(5), cos(5)), 1),
    },
    "chapter_9.cached_position": {
        "The 7 tokens of the prompt stand before it. Padding does not count": 12 - 5,
    },
    "chapter_9.yarn_factor": {
        "Both sides of the dot product grow by 1.139, so the score grows by the square":
            (0.1 * log(4) + 1) ** 2,
    },
    "chapter_9.thinner_weight": {
        "the leading key counts 1000 times: 1000 of 11,000": LEADING / (LEADING + 10_000),
        "Let each other key count once before the division": 1000 / 11_000,
    },
    "chapter_9.after_an_image": {
        "Its longer side reaches 17, so the words after it take 18 to 20": 2 + 16 + 3,
    },
    "chapter_10.last_bucket": {
        "The last bucket begins one step before 128": math.ceil(16 * 8 ** (15 / 16)),
        "There are 16 steps from 16 to 128. The last bucket begins after 15 of them": math.ceil(
            16 * 8 ** (15 / 16)),
    },
    "chapter_10.window_offsets": {
        "takes 13 values, from −6 to 6, and each row offset occurs with each column offset": 13**2,
        "Count the offsets along one axis first. They go in both directions": (2 * 6 + 1) ** 2,
    },
    "chapter_11.behind_the_average": {
        "At the unseen positions alone, the model is wrong most of the time":
            (RIGHT - 29) / 32 < 0.5,
        "It has 0.63 · 61 right answers. 29 of them belong to trained": (RIGHT - 29) / (61 - 29),
    },
    "chapter_11.one_turn_further": {
        "positions back it points almost the same way": round(3 + 2 * pi),
        "Only the other pairs can tell the two keys apart": abs(2 * pi % 1) > 0.2,
    },
    "entry_quiz.whole_turn": {
        "A whole turn is 2π radians, and": 2 * pi / 0.1,
        "How many radians are a whole turn? Divide that by the radians of one step": 2 * pi / 0.1,
    },
    "exit_ticket.entry": {"Column 3 is the cosine of pair 1": cos(6 * 0.1)},
}  # fmt: skip


@pytest.mark.parametrize("name", NUMERIC)
def test_praise_and_hint_lead_to_the_answer(name):
    question = NUMERIC[name]
    texts = [" ".join(html_to_text(text).split()) for text in (question.because, question.hint)]
    ways = WAYS.get(name, {})
    for part, value in ways.items():
        assert any(part in text for text in texts), f"{name} does not say “{part}”"
        if isinstance(value, bool):
            assert value, part
        else:
            assert float(question.answer) == pytest.approx(float(value), rel=1e-6), part
    assert any(part in texts[0] for part in ways), (
        f"in WAYS, {name} needs a part of its praise: {texts[0]}"
    )


#: What replies state beside the mistake, and whether it is so.
FURTHER: list[tuple[str, str, bool]] = [
    ("chapter_1.causal_identical", "the weights always sum to 1", 0.3 + 0.7 == 1),
    ("chapter_2.entry", "That is column 0", math.isclose(ROW[0], sin(5))),
    ("chapter_2.column_to_pair", "Pair j owns columns 2j and 2j + 1", [6, 7] == [2 * 3, 2 * 3 + 1]),
    ("chapter_2.column_to_pair", "Columns 0 and 1 are pair 0", 0 // 2 == 1 // 2 == 0),
    ("chapter_2.column_to_pair", "are the sine and the cosine of one pair", 6 // 2 == 7 // 2),
    ("chapter_2.mixed_base", "The program multiplies by 2 once more", (1e4**2) == 1e8),
    ("chapter_2.bits", "A step is not always the same size", (31 ^ 32) != (32 ^ 33)),
    ("chapter_2.highest", "closer to the first peak, at 157.08, so column 4 is larger there",
     sin(1.57) > sin(7.85) and abs(157 - 157.08) < abs(785 - 785.4)),
    ("chapter_3.longest", "A turn is 2π radians", math.isclose(math.degrees(2 * pi), 360)),
    ("chapter_6.free_numbers", "a full matrix has 4096 free numbers", 64**2 == 4096),
    ("chapter_6.free_numbers", "a and b occur twice", 4 / 2 == 2),
    ("chapter_6.scaled_norm", "With 32,000 tokens the initialization is much smaller",
     XAVIER < sqrt(2 / (11 + 512)) / 5),
    ("chapter_7.rope_score", "or the cosine of 3 degrees", cos(math.radians(3)) > 0.995),
    ("chapter_9.after_an_image", "Positions of an image grow along its sides", 16 + 12 < 16 * 12),
    ("chapter_9.after_an_image", "the next token comes after the largest position", 21 > 20),
    ("chapter_10.window_offsets", "Scores with the same two offsets share a number", 13**2 < 49**2),
    ("chapter_11.one_turn_further", "One turn is 2π radians", math.isclose(2 * pi, math.tau)),
    ("entry_quiz.whole_turn", "A turn is 360 degrees, or 2π radians", math.radians(360) == 2 * pi),
    ("exit_ticket.entry", "The column belongs to pair 1, and angles are in radians", 3 // 2 == 1),
]  # fmt: skip


@pytest.mark.parametrize(("name", "part", "is_so"), FURTHER)
def test_what_a_reply_states_beside_the_mistake_is_so(name, part, is_so):
    question = NUMERIC[name]
    texts = [question.because, question.hint, *(wrong.reply for wrong in question.wrong)]
    assert any(part in " ".join(html_to_text(text).split()) for text in texts) and is_so
