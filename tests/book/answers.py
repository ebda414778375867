"""What is right, and what each reply must say, stated a second time and by other means.

The values stand here as they follow on paper: digits, or plain mathematics without pe_lib. The
first entry of each question is the right one; every other is a known mistake. A piece of the reply
stands beside each, the piece that answers this mistake and no other.
"""

from fractions import Fraction
from math import cos, e, exp, factorial, log, log10, pi, radians, sin, sqrt

EULER = 0.5772156649015329
TURN = 2 * pi

# (value, what the reply says)
NUMERIC = {
    "chapter_1.different_outputs": [
        (len({"the", "dog", "chased", "another"}), "One for each different word"),
        (5, "counted one per place"),
        (1, "the pooled output. Before pooling, different words have different queries"),
        (2, "counted the copies. Two of the outputs are equal"),
    ],
    "chapter_1.same_sentence": [
        (5 * 4 * 3, "5! arrangements, halved because exchanging the two dogs"),
        (5 * 4 * 3 * 2, "That is 5!, which counts the two dogs as different"),
        (
            4 * 3 * 2,
            "That is 4!, the orders of the four different words. But the sentence has five",
        ),
        (1, "every arrangement of the same words has the same mean"),
        (5 * 4 * 3 - 1, "Those are the other orders. The original one counts too"),
    ],
    "chapter_1.causal_identical": [
        (1, "a weighted mean of equal vectors, and that is the vector itself"),
        (5, "see different numbers of words. But a mean of two dogs equals a mean of five dogs"),
        (0, "There is at least one output vector"),
    ],
    "chapter_1.start_word": [
        (Fraction(1, 5), "Place 4 sees 5 words, and one of them has the value 1"),
        (Fraction(1, 4), "divided by p. Places count from 0, so place 4 sees 5 words"),
        (
            Fraction(1, 9),
            "without the mask, if there are nine words: a causal place sees only the past",
        ),
        (1, "the start word alone, or the sum instead of the mean"),
    ],
    "chapter_2.entry": [
        (sin(5 / 10), "Column 2 is the sine of pair 1, with frequency 10000−2/8 = 0.1"),
        (sin(5 / 100), "used the column as the pair. Column 2 belongs to pair 1"),
        (cos(0.5), "the cosine, which stands in column 3. Even columns hold sines"),
        (sin(5 / sqrt(10)), "left out the 2 in the exponent: it is 2j/d"),
        (sin(radians(0.5)), "the result in degrees. The angles are in radians"),
        (sin(5), "column 0: you used frequency 1, the one of pair 0"),
        (0.5, "the angle. The entry is its sine"),
        (sin(4 / 10), "position 4: you counted positions from 1. They start at 0"),
    ],
    "chapter_2.column_to_pair": [
        (3, "the cosine of pair 3, so j is the column divided by 2, rounded down"),
        (7, "the column. Two columns share a pair, so there are half as many pairs"),
        (4, "counted pairs from 1, or rounded 3.5 up. Columns 0 and 1 are pair 0"),
        (3.5, "Round down: column 6 and column 7 are the sine and the cosine"),
    ],
    "chapter_2.mixed_base": [
        (10**8, "The column i is already 2j, so the exponent is 4j/d"),
        (
            10**4,
            "the exponent would be i/d, since i is the column here. The program multiplies by 2",
        ),
        (2 * 10**4, "Doubling an exponent does not double the base. It squares it"),
        (5000, "Doubling an exponent does not halve the base. It squares it"),
        (100, "the root: it would come from half the exponent"),
    ],
    "chapter_2.bits": [
        (sum(a != b for a, b in zip("011111", "100000", strict=True)), "all six digits change"),
        (5, "counted the ones of 31 that become zero. One zero also becomes a one"),
        (1, "holds from 32 to 33, and for the decimal digits here"),
        (0b111111, "31 XOR 32 as a number. How many ones"),
    ],
    "chapter_2.row_length": [
        (8, "Each of the 64 pairs adds sin² + cos² = 1 to the squared length, and √64 = 8"),
        (64, "the squared length. Take the root"),
        (8 * sqrt(2), "1 for every column. A pair adds 1, and a pair is two columns"),
        (128, "1 for each column. A pair of columns adds 1. Then take the root"),
        (1, "One pair has length 1. The row has 64 of them"),
    ],
    "chapter_2.highest": [
        (157, "the sine of pair 2, which has frequency 0.01. Its peak is at the angle π/2"),
        (785, "near the second peak, at 785.4. But 157 is closer to the first peak"),
        (0, "A cosine is largest at 0. Column 4 is even, so it is a sine"),
        (
            max(range(1001), key=lambda p: sin(p / 10)),
            "looked at pair 1. Column 4 belongs to pair 2",
        ),
        (15708, "used the column as the pair"),
    ],
    "chapter_3.longest": [
        (
            TURN * 10 ** (4 - 4 / 16),
            "last pair is j = 15, so it is 2π · 100001−2/32, 56% of the limit",
        ),
        (
            TURN * 10**4,
            "the limit for many columns, not the longest wavelength. The last pair is 15",
        ),
        (10**3.75, "left out 2π: this is 1/ω, the positions for one radian. A turn is 2π radians"),
        (TURN, "the shortest wavelength. You exchanged fast and slow"),
        (10**4, "That is the base. A wavelength is 2π B"),
        (TURN * 10 ** (4 * 31 / 32), "used the last column, 31, as 2j. The last pair has 2j = 30"),
    ],
    "chapter_3.unfinished": [
        (2, "6.283, 62.83, 628.3, 6283 positions. The last two are longer than 100"),
        (4, "counted columns, or all the pairs. There are four pairs, and some do finish"),
        (1, "compared 1/ω, the positions for one radian, with 100"),
        (0, "The slowest hand needs 6283 positions for a turn, far over 100"),
    ],
    "chapter_3.ratio": [
        (sqrt(10), "100001/8. Eight such steps would make 10000"),
        (10**0.25, "column to column if each had its own frequency. A pair shares one"),
        (10 ** (4 / 7), "the seven steps between eight pairs reach the full factor of 10000"),
        (1 / sqrt(10), "the ratio of the frequencies. Wavelengths grow"),
        (1250, "spread the wavelengths evenly. They grow by a constant factor"),
    ],
    "chapter_3.choose_base": [
        (exp(log(4096 / TURN) / (1 - 2 / 128)), "longest wavelength is then twice the length"),
        (4096 / TURN, "used the limit 2πB"),
        (
            exp(log(2048 / TURN) / (1 - 2 / 128)),
            "a whole turn. Half a turn needs twice the wavelength",
        ),
        (4096, "the wavelength you need, in positions. The base is a different number"),
        (exp(log(4096) / (1 - 2 / 128)), "left out 2π: a wavelength is 2π times 1/ω"),
    ],
    "chapter_4.block_entry": [
        (sin(0.6), "sin(6 · 0.1): the weight of the cosine in the new sine"),
        (-sin(0.6), "the lower left entry, or the block of k = −6: the shift back"),
        (cos(0.6), "the cosine, which stands on the diagonal"),
        (sin(6), "used frequency 1. That is pair 0; pair 1 has 0.1"),
        (sin(6 / sqrt(10)), "left out the 2 in the exponent 2j/d"),
        (0.6, "the angle. The entry is its sine"),
    ],
    "chapter_4.dot_product": [
        (cos(5) + cos(0.05), "cos(5 · 1) + cos(5 · 0.01). Rows 0 and 5 would give the same"),
        (
            (cos(5) + cos(0.05)) / 2,
            "the similarity, the mean over pairs. The dot product is the sum",
        ),
        (cos(5), "the part of pair 0. Pair 1 adds cos(0.05)"),
        (sin(5) + sin(0.05), "add up to a cosine of the difference"),
        (
            cos(25) + cos(0.25),
            "added the positions. The dot product has the cosine of their difference",
        ),
        (2, "a row with itself, offset 0"),
    ],
    "chapter_4.doubling": [
        (log10(2) / 6, "ln 2 / ln B. A larger base spreads the fall over more doublings"),
        (log10(2) / 4, "the cost at base 10000"),
        (log10(e) / 6, "a factor of e = 2.718. A doubling costs ln 2 times as much"),
        (log(2), "forgot to divide by ln B"),
        (log(2) / 6, "the decimal logarithm of B. Use the natural one for both"),
        ((log(2) + EULER) / (6 * log(10)), "γ is in both terms of the difference, so it cancels"),
    ],
    "chapter_4.half_step": [
        (sin(0.5), "sin(½ · 1). Twice this turn is the turn of a whole position"),
        (sin(1), "That is M1. Halve the angle"),
        (0.5, "the angle. The entry is its sine"),
        (sin(0.05), "pair 1. Pair 0 has frequency 1"),
        (cos(0.5), "the cosine, on the diagonal"),
        (-sin(0.5), "the lower left entry"),
        (sqrt(sin(1)), "The root of a matrix is not the root of its entries. Halve the angle"),
    ],
    "chapter_5.bytes_of_a_table": [
        (
            2 ** (13 + 10 + 3 - 20),
            "223, at 8 bytes each 226 bytes. The vectorized code needs twice that",
        ),
        (32, "the size in float32. A float64 takes 8 bytes"),
        (8, "the number of entries in units of 220. Each takes 8 bytes"),
        (512, "64 is the number of bits. A byte has 8 bits"),
        (2**26 / 1e6, "megabytes, units of 106 bytes. A MiB is 220 bytes"),
        (128, "the peak while the vectorized code runs. The table is half of that"),
    ],
    "chapter_5.float32_spacing": [
        (2.0 ** (18 - 23), "there are 223 float32 numbers, so they are 218-23 = 1/32 apart"),
        (2.0**-23, "the machine epsilon, the distance near 1. It grows with the number"),
        (2.0**-24, "half the distance near 1, the relative rounding error. Multiply by the size"),
        (1 / 16, "One factor 2 too many: 300,000 lies in the interval that starts at 218"),
        (1 / 64, "24 bits include the leading one, so 23 are left"),
        (2.0 ** (16 - 23), "the distance near 100,000. There are two powers of two in between"),
    ],
    "chapter_5.rows_for_doubling": [
        (len([2**n for n in range(20) if 2**n < 8192]), "one for each doubling"),
        (8192, "the direct way: one row for each position"),
        (4096, "The last doubling makes half of the rows, but it makes them all with one rotation"),
        (14, "Row 0 is 0, 1, 0, 1, …, so it needs no sines. Count only the doublings"),
    ],
    "chapter_6.scaled_norm": [
        (512 * sqrt(2 / 32512), "the scaling multiplies by √d again"),
        (sqrt(512) * sqrt(2 / 32512), "its length before the scaling"),
        (16, "the length of a row of the table. The embedding is shorter"),
        (sqrt(2 / 32512), "the standard deviation of one entry"),
        (512, "holds for entries of standard deviation 1"),
        (512 * sqrt(2 / 523), "a vocabulary of 11, as in a well-known toy example"),
    ],
    "chapter_6.free_numbers": [
        (64, "Each of the 32 pairs has two; a full matrix has 4096 free numbers"),
        (4096, "a full matrix. Most of its entries are zero here"),
        (32, "the number of pairs. Each has an a and a b"),
        (128, "four entries, but only two of them are free: a and b occur twice"),
    ],
    "chapter_6.behind_the_average": [
        (
            (0.63 * 61 - 29) / 32,
            "mixes trained and unseen positions. At the unseen positions alone",
        ),
        (0.63, "the average over both. The trained positions pull it up"),
        (
            0.26,
            "assumes that half of the scored positions are trained. There are 29 trained and 32",
        ),
        (1, "Then the average would be 1"),
        (1 / 16, "a blind guess. The model does better than that"),
    ],
    "chapter_6.one_turn_further": [
        (round(3 + TURN), "a turn in 2π = 6.28 positions, so 3 + 6.28 = 9.28"),
        (6, "one turn from the query itself, or half a turn from the key three back"),
        (4, "One position further, pair 0 has turned by a whole radian"),
        (round(3 + 2 * TURN), "two turns further. One turn comes first"),
    ],
    "chapter_7.rope_score": [
        (cos(5 - 2), "they are 3 radians apart: cos 3"),
        (cos(5 + 2), "the cosine of the sum. The difference counts"),
        (sin(3), "A dot product of unit vectors is the cosine of their angle"),
        (1, "the product before the rotation, or the cosine of 3 degrees"),
        (
            cos(2) * cos(5),
            "the product of the first components. The second ones give sin 2 · sin 5",
        ),
    ],
    "chapter_7.alibi_slope": [
        (40 / 2**3, "The slope is 1/8, times 40 positions"),
        (40 / 2**4, "head 4. Heads are counted from 1 here"),
        (40 / 2**2, "head 2, or the third head if h starts at 0"),
        (1 / 8, "the slope. Multiply it by the distance"),
        (40 / 2 ** (8 / 3), "−8 times h over the number of heads, not −8/h"),
    ],
    "chapter_7.position_without_encoding": [
        (Fraction(1, 10), "Position 9 sees ten tokens, each with weight 1/10"),
        (Fraction(1, 9), "It also sees itself, so ten tokens share the weight"),
        (1, "The weights must add up to 1 over all ten tokens"),
        (10, "A weighted mean of zeros and a one cannot exceed 1"),
        (Fraction(1, 12), "the last of twelve positions, or everywhere without a mask"),
    ],
    "chapter_7.new_base": [
        (exp(log(10**4) + log(4) * 128 / 126), "a little more than four times the old base"),
        (40_000, "four times the base. The slowest pair, with exponent 1 − 2/d, would then become"),
        (exp(log(10**4) + log(4) * 126 / 128), "upside down: d/(d−2) is above 1"),
        (10**8, "the base squared. Nothing is squared here"),
        (2500, "A smaller base makes the pairs faster. They should become slower"),
    ],
    "chapter_8.longest_from_one": [
        (TURN * 10**4, "At m = d/2 the exponent is 1, so the wavelength is 2π · 10000"),
        (TURN * 10 ** (4 - 8 / 64), "counts pairs from 0 and so stops one step earlier"),
        (10**4, "the largest divisor. One turn takes 2π times as many positions"),
        (TURN * 10 ** (8 / 64), "m = 1, its shortest wavelength"),
        (TURN * 10 ** (4 + 8 / 64), "one step too far: m ends at d/2"),
    ],
    "chapter_8.norm_catches": [
        (
            6,
            "the sine and cosine of a pair belong to different angles, or in which there is no",
        ),
        (16, "fail the golden row, which knows the values"),
        (12, "slip through the norm check"),
        (18, "Most of the mistakes keep every pair on its circle"),
        (14, "the wavelength check, which also notices a wrong frequency"),
    ],
    "chapter_9.cached_position": [
        (7, "Seven tokens stand before it"),
        (12, "the length of the cache, which includes the padding"),
        (6, "the last token of the prompt: 0 to 6 are taken"),
        (8, "counts the new token itself"),
        (0, "counts only the new part of the mask"),
    ],
    "chapter_9.yarn_factor": [
        ((1 + log(4) / 10) ** 2, "the score grows by the square of it"),
        (1 + log(4) / 10, "the factor of a query or of a key"),
        (1 / (1 + log(4) / 10) ** 2, "the inverse. Scores become larger"),
        (log(4), "It is multiplied by 0.1, and 1 is added"),
        (log(4) / 10, "The 1 is missing"),
    ],
    "chapter_9.last_bucket": [
        (int(16 * 8 ** (15 / 16)) + 1, "begins one step before 128"),
        (128, "reaches the end of the last bucket, not its beginning"),
        (31, "the number of the bucket, not a distance"),
        (int(8 * 16 ** (7 / 8)) + 1, "where each direction has 16 buckets"),
        (112, "112 is before it"),
    ],
}

# A tolerance other than 0.005, which three digits meet, and why.
TOLERANCES = {
    "chapter_2.highest": (0.002, "a whole position: 157 and neither neighbor"),
    "chapter_6.free_numbers": (0.001, "a count: 64 alone"),
    "chapter_9.last_bucket": (0.001, "a whole distance: 113, not 112"),
    "chapter_6.one_turn_further": (0.001, "a whole position: 9 alone"),
    "chapter_6.behind_the_average": (0.02, "two digits are asked for: 0.29 is right, as 0.30 is"),
}

# What the option says: what its reply says; the right option comes first.
CHOICES = {
    "chapter_6.words_added": {
        "On the query’s own position": "So the word’s own key gains more than any other",
        "Still three back": "lead of the key three back over the keys near it, and that lead is",
        "the word vectors are noise": "far keys are too far behind to win",
        "the neighbors of the key": "They are the nearest rivals while word vectors are short",
    },
    "chapter_7.all_positions_shifted": {
        "The table added to the input": "the learned matrices do not keep what these rows share",
        "RoPE": "a dot product does not see a turn that both vectors make",
        "ALiBi": "a multiple of the distance, and all distances stay the same",
        "None of them": "The scores of a head have learned matrices in between",
    },
    "chapter_8.reversed_is_seen": {
        "Golden row, wavelength and fast first": "which frequency belongs to which column",
        "Norm and rotation": "all rows have the right length, and one matrix shifts them all",
        "The first row": "Row 0 is 0, 1, 0, 1, … in whatever order the pairs are",
        "None of them": "They are right in the wrong columns",
    },
    "chapter_1.predict_shuffle": {
        "the same vectors, moved along": "This is equivariance: f(PX) = P f(X)",
        "the same, in the same places": "would be invariance. The outputs belong to their words",
        "All of them change": "does not know which words are neighbors",
        "depends on the learned projections": "It does not. The proof uses only",
    },
    "chapter_1.invariant_or_equivariant": {
        "equivariant; its average over places is invariant": "The two properties differ by a P",
        "correct as it stands": "If it were, shuffling the words would leave every output in its",
        "neither, because softmax is not linear": "Linearity is not needed",
        "only with a single head": "joined place by place, so they change nothing here",
    },
    "chapter_1.why_causal_differs": {
        "tied to places, not to words": "but the mask stays where it was. So a decoder can",
        "softmax is not defined": "exp(−∞) is simply 0",
        "sum to less than 1": "Softmax is taken after masking, so each row still sums to 1",
        "equivariance holds for every mask": "masks that move with the words, such as a padding",
    },
    "chapter_2.predict_fraction": {
        "size of a step, depend on the length": "0.5 in a text of five words and 0.04 in one of",
        "too large in long texts": "stay between 0 and 1 by construction. Plain counting",
        "Two positions of one text": "Within a text all numbers differ",
        "jumps between neighbors": "a straight line, as smooth as can be. Binary numbers",
    },
    "chapter_2.what_alternates": {
        "four sines and four cosines": "four pairs gives one of each, at every position",
        "only sines, since 6 is even": "alternate over columns, not over positions",
        "eight different frequencies": "There are four frequencies",
        "one half after the other": "the formula interleaves them: sine, cosine",
    },
    "chapter_2.why_cosine": {
        "same length, and that shifts are linear": "need sin² + cos² and the addition theorem",
        "Different positions now share": "can still tell whole positions apart",
        "no longer bounded": "stays between −1 and 1, with or without a cosine",
        "only a shifted sine": "its sign says whether the sine is rising or falling",
    },
    "chapter_3.predict_unfinished": {
        "About half: 48%": "The other 52% do not complete one turn",
        "could not mark positions": "A hand that moves by only a few degrees marks positions",
        "Only a few": "spread evenly on a logarithmic scale, so many of them are short",
        "Exactly one: the first": "Pair 0 makes 81 turns in 512 words",
    },
    "chapter_3.which_end": {
        "The first ones: pair 0 turns by one radian": "Pair 0 is the fastest. One radian is 57",
        "The last ones": "fast and slow the wrong way around. ωj = B−2j/d falls as j grows",
        "All equally": "It does not say how fast it turns",
        "in the middle": "fall from the first pair to the last without a turning point",
    },
    "chapter_3.new_angles": {
        "The slow ones, because they have not yet gone all": "now moves beyond that tenth",
        "The fast ones": "After a whole turn nothing is new",
        "All of them": "the fast hands point where they have often pointed",
        "stay between −1 and 1": "the slow pairs reach new angles",
    },
    "chapter_3.what_others_buy": {
        "keep different rows clearly apart": "some rows differ by less than 0.0001",
        "make the rows unique": "The first pair does that alone, because π is irrational",
        "make the rows longer": "a constant factor would do the same",
        "extend the range": "never returns to exactly the same point",
    },
    "chapter_4.predict_shift": {
        "multiplying by one fixed matrix": "a turn is a multiplication by a matrix",
        "finding p first": "a shorter way that never finds p",
        "depends on where you are": "The difference of the rows does depend on it",
        "adding one fixed vector": "would move along a straight line and grow without bound",
    },
    "chapter_4.condition": {
        "nearly dependent, so many matrices": "the slow cosines are all nearly 1",
        "not linear for so many columns": "It is linear for every even number of columns",
        "another one would find": "no algorithm can restore the digits that rounding removed",
        "not enough rows": "There are enough equations, but they are nearly the same equation",
    },
    "chapter_4.sine_alone": {
        "turns the hand only a little": "R2 is cos2(kω), so it says that kω is small",
        "linear in the sine alone": "At p = 0 the sine is 0, and no factor turns 0 into sin ω",
        "cosine columns are not needed": "With the cosine it is exact for all",
        "Floating-point rounding": "Rounding is near 10−16. The missing part is sin2(kω)",
    },
    "chapter_4.direction": {
        "Roughly how far away": "depends on |k| alone, and on average it falls",
        "before row 20 or after": "Row 17 and row 23 give exactly the same number: cos is even",
        "one of the two rows is row 20": "Any two rows at the same distance have the same dot",
        "The exact distance": "On average it falls, but not at every step",
    },
    "chapter_4.monotone": {
        "No: it is a little more similar": "the first offset at which similarity rises",
        "Yes: farther rows": "only true on average. 44 positions are almost exactly seven turns",
        "equally similar": "The two similarities differ",
        "depends on p": "The dot product depends on the offset alone",
    },
    "chapter_5.where_the_time_goes": {
        "8.4 million sines and cosines": "It computes one for every entry",
        "the 512 powers": "There are only 512 of them, one for each pair",
        "64 MiB of memory": "No code can be faster than writing the memory",
        "Python's own interpreter": "That is true of the double loop",
    },
    "chapter_5.missing_axis": {
        "except when L = d/2": "multiply entry by entry, which gives the diagonal of the angles",
        "still has shape (L, d/2)": "aligns two one-dimensional arrays along the same axis",
        "Always an error.": "If L happens to equal d/2 there is no error",
        "the transpose": "never makes a matrix from two one-dimensional arrays",
    },
    "chapter_5.more_stable": {
        "exp/log is slightly less exact": "The exponent, which goes down to -9.2, is rounded first",
        "power form loses digits": "the power is right to the last bit, or almost",
        "overflows": "below 1 for every d, so the power never exceeds 10000",
        "bit for bit": "equal only in exact arithmetic",
    },
    "chapter_5.odd_width": {
        "pe[:, 1::2] = cos(angles)": "three odd columns but four frequencies",
        "pe[:, 0::2] = sin(angles)": "Four of the seven columns are even",
        "arange(0, d, 2)": "It gives 0, 2, 4, 6, one exponent for each of the four pairs",
        "an odd d makes no sense": "the rows have no constant length, but the table exists",
    },
    "chapter_6.add_or_concatenate": {
        "adding after projecting each part": "Adding first is the special case Wx = Wt",
        "Adding destroys information": "recover two vectors if they lie in different directions",
        "the same model": "Concatenating gives each part a matrix of its own",
        "the widths differ": "Only the inputs differ in width",
    },
    "chapter_6.few_directions": {
        "31.": "other directions stay almost empty, so the tokens can use them",
        "All 512": "100 rows span at most 100 directions",
        "About 256": "trace short, almost parallel arcs. They share directions",
        "99 or 100": "neighboring rows are close together",
    },
    "chapter_6.identity_used": {
        "serves a single offset, for all positions": "The identity says that such a matrix exists",
        "no head can contain a rotation": "In a head of full width a rotation is one of its",
        "every trained head uses it": "training need not find it. Measure a trained head",
        "a new matrix for every position": "One Mk shifts every position",
    },
    "chapter_6.alibi_direction": {
        "distance but not direction": "Three back and three ahead get the same bias",
        "too small: only 1/256": "a steeper slope pulls the head toward the nearest tokens, not",
        "long sequences only": "here it also fails at the trained length",
        "lacks only a causal mask": "Among the tokens behind, the bias still favors the nearest",
    },
    "chapter_7.rope_and_values": {
        "position enters the scores alone": "A value is passed on unchanged",
        "turns them too": "the output would depend on the absolute position of each key",
        "adds the table": "Nothing is added anywhere",
        "turns them back": "RoPE leaves the values alone. Only queries and keys are rotated",
    },
    "chapter_7.clipped_offsets": {
        "Twenty back and two hundred back": "Both use the vector for “16 or more back”",
        "Three back and three ahead": "one vector for −3 and another for +3",
        "Position 3 and position 300": "never compares absolute positions",
        "Fifteen back and sixteen back": "Both are within the limit, so each has a vector",
    },
    "chapter_7.what_interpolation_gives_up": {
        "Resolution: the angle between neighbors is a quarter": "by only a quarter of a radian",
        "Direction": "The rotations keep their direction. Only their speed changes",
        "scores depend on the offset alone": "RoPE at a quarter of the speed",
        "Nothing.": "What happens to the fastest pair?",
    },
    "chapter_8.predict_double_step": {
        "The golden row, or the wavelengths": "this is a correct table for base 108",
        "The norm": "the sine and cosine of one angle, so every pair has length 1",
        "Toeplitz": "It depends on k alone",
        "Rotation": "each pair turns by its own fixed angle",
    },
    "chapter_8.only_far_rows": {
        "Angles in float32": "invisible; it grows with the position",
        "Frequencies from one": "the pair with ω = 1 is missing",
        "Sine and cosine swapped": "it should read 0, 1, 0, 1",
        "crash at odd d": "it is the check of an odd width",
    },
    "chapter_8.smooth_gradients": {
        "the table is a constant": "is the identity, whether the constants are smooth or random",
        "with respect to the position": "is an integer, and it is not trained",
        "with respect to the frequencies": "The formula fixes the frequencies",
        "as through a learned position": "The sinusoidal table does not",
    },
    "chapter_8.larger_base": {
        "170: more": "All pairs except the first become slower",
        "92: fewer": "makes the pairs slower, not faster. This is the number for base 1000",
        "133 as before": "It changes every pair except the first",
        "the slow pairs no longer move": "They are slow, but they do move",
    },
    "chapter_8.sound_test": {
        "Golden row and far rows, or golden row and odd d": "The golden row misses two",
        "Norm and Toeplitz": "catch no more than one of them alone",
        "Golden row and wavelength": "fails the wavelength check also has a wrong golden row",
        "Rotation and uniqueness": "Together they catch 8, the golden row alone 16",
    },
    "chapter_9.one_token": {
        "None: the scores of one token are right": "A test needs several tokens",
        "All of them": "A single token attends to itself only",
        "Only those of the first pair": "a token is at offset 0 from itself",
        "None, and none with more tokens": "the weights expect one order",
    },
    "chapter_9.bfloat16_positions": {
        "Both get the same position": "keeps only every fourth whole number",
        "float64 restores the digits": "The digits are lost when the position is stored",
        "Only slow pairs": "Slow pairs suffer least",
        "shifted by the same amount": "the offset changes from 1 to 0",
    },
    "chapter_9.packed": {
        "restarting only changes the offsets": "some of them beyond its own start",
        "its positions start at 0 again": "They do not remove keys",
        "an end-of-text token": "That token is one more key",
        "even a mask could not help": "it sets the weights between documents to 0",
    },
    "chapter_9.rows_or_columns": {
        "4 × 4 patches": "a test of the shape sees nothing",
        "3 × 4 patches": "10 of 12 patches get a wrong row",
        "1 × 4 patches": "You see it at once",
        "All are equally good": "encode different axes",
    },
    "chapter_9.diffusion_time": {
        "Only the few fastest": "No pair turns by more than ω0 = 1 radian",
        "All pairs": "A network needs a margin",
        "Mostly the slow pairs": "It hardly moves",
        "None: all rows are equal": "They differ, but little",
    },
    "chapter_9.gpt2_rows": {
        "six hold more than 99%": "training found it",
        "Still random": "The rows became a smooth curve",
        "Like the sinusoidal table": "no frequency is fixed in advance",
        "All rows are equal": "Rows 32 apart have a cosine of about 0.67",
    },
}

assert factorial(5) // factorial(2) == 5 * 4 * 3
