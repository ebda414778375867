"""Questions on learned, relative, rotary, linear and missing position encodings."""

import numpy as np

from pe_book.questions.question import Choice, Numeric, Option, Wrong
from pe_lib.attention import attention_weights
from pe_lib.rotation import rotation_matrix
from pe_lib.variants import alibi_slopes, ntk_base, rope

rope_and_values = Choice(
    "RoPE turns queries and keys. What does it do to the values?",
    [
        Option(
            "It turns them too.",
            "Then the output would depend on the absolute position of each key. Position should "
            "affect only the scores.",
        ),
        Option(
            "It adds the table to them.",
            "Nothing is added anywhere. That is the difference from chapter 2.",
        ),
        Option(
            "Nothing: position enters the scores alone.",
            "A value is passed on unchanged. With the sinusoidal table, each value also carries "
            "its "
            "position, wanted or not.",
            right=True,
        ),
        Option(
            "It turns them back by the query's position.",
            "RoPE leaves the values alone. Only queries and keys are rotated.",
        ),
    ],
)

_Q = np.array([[1.0, 0.0]])
_TURNED = [rope(_Q, positions=[p])[0] for p in (2, 5)]

rope_score = Numeric(
    "One pair, ω = 1. Query and key are both (1, 0). The query stands at position 2, the key at "
    "position 5. What is their dot product after RoPE?",
    answer=float(_TURNED[0] @ _TURNED[1]),
    because="They are turned by 2 and by 5 radians, so they are 3 radians apart: cos 3. "
    "Positions 40 and 43 give the same result.",
    hint="The dot product of two unit vectors is the cosine of the angle between them.",
    wrong=[
        Wrong(float(np.cos(7)), "That is the cosine of the sum. The <em>difference</em> counts."),
        Wrong(float(np.sin(3)), "A dot product of unit vectors is the cosine of their angle."),
        Wrong(1.0, "That is the product before the rotation, or the cosine of 3 <em>degrees</em>."),
        Wrong(
            float(np.cos(2) * np.cos(5)),
            "That is the product of the first components. The second ones give sin 2 · sin 5.",
        ),
    ],
)

_SLOPES = alibi_slopes(8)

alibi_slope = Numeric(
    "ALiBi with eight heads gives head <var>h</var> = 1, …, 8 the slope "
    "2<sup>−8<var>h</var>/8</sup>. How much does head 3 take off the score of a token 40 positions "
    "back?",
    answer=float(_SLOPES[2] * 40),
    because="The slope is 1/8, times 40 positions. In the softmax, a score that is 5 lower gives a "
    "weight that is e<sup>5</sup>, about 150, times smaller.",
    hint="Find the slope of head 3, then multiply by the distance.",
    wrong=[
        Wrong(
            float(_SLOPES[3] * 40),
            "That is head 4. Heads are counted from 1 here.",
        ),
        Wrong(
            float(_SLOPES[1] * 40), "That is head 2, or the third head if <var>h</var> starts at 0."
        ),
        Wrong(float(_SLOPES[2]), "That is the slope. Multiply it by the distance."),
        Wrong(
            float(2.0 ** (-8 / 3) * 40),
            "The exponent is −8 times <var>h</var> over the number of heads, not −8/<var>h</var>.",
        ),
    ],
)

_UNIFORM = attention_weights(np.zeros((12, 1)), np.zeros((12, 1)), causal=True)

position_without_encoding = Numeric(
    "No encoding at all, but a causal mask. All scores are equal, and only the first token has "
    "value 1; the others have 0. What comes out at position 9 (counted from 0)?",
    answer=float(_UNIFORM[9, 0]),
    because="Position 9 sees ten tokens, each with weight 1/10. The output 1/(<var>p</var> + 1) "
    "reveals the position. The mask alone has broken the symmetry.",
    hint="How many tokens does position 9 see, itself included?",
    wrong=[
        Wrong(1 / 9, "It also sees itself, so ten tokens share the weight."),
        Wrong(1.0, "The weights must add up to 1 over all ten tokens that it sees."),
        Wrong(10.0, "A weighted mean of zeros and a one cannot exceed 1."),
        Wrong(
            1 / 12,
            "That is the output at the last of twelve positions, or everywhere without a mask.",
        ),
    ],
)

clipped_offsets = Choice(
    "Shaw’s relative vectors are clipped at ±16. Because of the clipping, which two things can "
    "such "
    "a head no longer distinguish?",
    [
        Option(
            "Three back and three ahead.",
            "It has one vector for −3 and another for +3, so it can distinguish the two "
            "directions.",
        ),
        Option(
            "Twenty back and two hundred back.",
            "Both use the vector for “16 or more back”. The method gives this distinction up, and "
            "in "
            "exchange it has no unseen offsets.",
            right=True,
        ),
        Option(
            "Position 3 and position 300.",
            "Only offsets enter its scores, so it never compares absolute positions, with or "
            "without "
            "clipping. Clipping affects far offsets.",
        ),
        Option(
            "Fifteen back and sixteen back.",
            "Both are within the limit, so each has a vector of its own.",
        ),
    ],
)

all_positions_shifted = Choice(
    "A text stays the same, but its first word now has position 100 instead of 0. With which "
    "method do the weights of its queries change?",
    [
        Option(
            "RoPE: every query and key is turned further.",
            "They are turned by the same angles, and a dot product does not see a turn that both "
            "vectors make.",
        ),
        Option(
            "ALiBi: the positions are larger.",
            "ALiBi subtracts a multiple of the distance, and all distances stay the same.",
        ),
        Option(
            "The table added to the input.",
            "Other rows are added, and the learned matrices do not keep what these rows share with "
            "the first ones.",
            right=True,
        ),
        Option(
            "None of them: each depends on the offset alone.",
            "That holds for the dot products of the table’s rows. The scores of a head have "
            "learned matrices in between.",
        ),
    ],
)

new_base = Numeric(
    "NTK-aware scaling: <var>B</var>′ = <var>B</var> · <var>s</var><sup>"
    "<var>d</var>/(<var>d</var>−2)</sup>. Here <var>d</var> is the width of a head. With "
    "<var>B</var> = 10,000, <var>d</var> = 128 and four times the length: what is the new base?",
    answer=ntk_base(128, 4.0),
    because="It is a little more than four times the old base, so that the <em>slowest</em> pair, "
    "whose exponent is 1 − 2/<var>d</var>, becomes exactly four times slower.",
    hint="<var>s</var> = 4, and the exponent is 128/126.",
    wrong=[
        Wrong(
            40_000.0,
            "That is four times the base. The slowest pair, with exponent 1 − 2/<var>d</var>, "
            "would "
            "then become a little less than four times slower.",
        ),
        Wrong(
            10_000.0 * 4 ** (126 / 128),
            "The exponent is upside down: <var>d</var>/(<var>d</var>−2) is above 1.",
        ),
        Wrong(10_000.0**2, "That is the base squared. Nothing is squared here."),
        Wrong(2_500.0, "A smaller base makes the pairs faster. They should become slower."),
    ],
)

what_interpolation_gives_up = Choice(
    "Position interpolation divides every position by 4, so that no angle is new. "
    "What does it give up?",
    [
        Option(
            "Direction: back and ahead look alike.",
            "The rotations keep their direction. Only their speed changes.",
        ),
        Option(
            "That scores depend on the offset alone.",
            "The scores still do. This is RoPE at a quarter of the speed.",
        ),
        Option(
            "Resolution: the angle between neighbors is a quarter of what it was.",
            "The fastest pair now turns by only a quarter of a radian per position. That is why "
            "the "
            "later methods leave the fast pairs alone.",
            right=True,
        ),
        Option(
            "Nothing.",
            "It does give something up. What happens to the fastest pair?",
        ),
    ],
)

assert np.allclose(rotation_matrix(3, 2)[0, 0], rope_score.answer)
