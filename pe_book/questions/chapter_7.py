"""Questions on learned, relative, rotary, linear and missing position encodings."""

import math

import numpy as np

from pe_book.questions.fresh import fresh
from pe_book.questions.question import Numeric, choice, numeric
from pe_book.text.numbers import fixed, significant
from pe_lib.attention import attention_weights
from pe_lib.frequency import angular_frequencies
from pe_lib.variants import alibi_slopes, ntk_base, rope, yarn_frequencies

rope_and_values = choice("""
    RoPE turns queries and keys. What does it do to the values?

    ( ) It turns them too.
        -> Then the output would depend on the absolute position of each key. Position should affect
        only the scores.
    ( ) It adds the table to them.
        -> Nothing is added anywhere. That’s the difference from chapter 2.
    (x) Nothing: position only affects the scores.
        -> A value is passed on unchanged. With the sinusoidal table, each value also carries its
        position, wanted or not.
    ( ) It turns them back by the query’s position.
        -> RoPE leaves the values alone. Only queries and keys are rotated.
""")


@fresh(m=range(1, 4), n=range(5, 14))
def rope_score(m: int = 2, n: int = 5) -> Numeric:
    query, key = (rope([[1.0, 0.0]], positions=[p])[0] for p in (m, n))
    far = 40
    return numeric(
        f"""
        One pair, ω = 1. Query and key are both (1, 0). The query is at position {m}, the key at
        position {n}. What is their dot product after RoPE?

        (x) answer -> They are turned by {m} and by {n} radians, so they are {n - m} radians apart:
            cos {n - m}. Positions {far} and {far + n - m} give the same result.
        ( ) cosine_of_sum -> That’s the cosine of the sum. The <em>difference</em> counts.
        ( ) sine -> A dot product of unit vectors is the cosine of their angle.
        ( ) unrotated -> That’s the product before the rotation, or the cosine of {n - m}
            <em>degrees</em>.
        ( ) first_components -> That’s the product of the first components. The second ones give sin
            {m} · sin {n}.
        (?) The dot product of two unit vectors is the cosine of the angle between them.
        """,
        answer=float(query @ key),
        cosine_of_sum=math.cos(n + m),
        sine=math.sin(n - m),
        unrotated=1.0,
        first_components=math.cos(m) * math.cos(n),
    )


@fresh(back=range(16, 104, 8))
def alibi_slope(back: int = 40) -> Numeric:
    heads, head = 8, 3
    before, slope, after = alibi_slopes(heads)[head - 2 : head + 1]
    taken = float(slope * back)
    return numeric(
        f"""
        ALiBi with {heads} heads gives head <var>h</var> = 1, …, {heads} the slope
        2<sup>−8<var>h</var>/{heads}</sup>. How much does head {head} take off the score of a token
        {back} positions back?

        (x) answer -> The slope is 1/{fixed(1 / slope)}, times {back} positions. In the softmax, a
            score that is {taken:g} lower gives a weight that is e<sup>{taken:g}</sup>, about
            {significant(math.exp(taken), 2)}, times smaller.
        ( ) next_head -> That’s head {head + 1}. Heads are counted from 1 here.
        ( ) head_before -> That’s head {head - 1}, or the third head if <var>h</var> starts at 0.
        ( ) only_slope -> That’s the slope. Multiply it by the distance.
        ( ) exponent -> The exponent is −8 times <var>h</var> over the number of heads, not
            −8/<var>h</var>.
        (?) Find the slope of head {head}, then multiply by the distance.
        """,
        answer=taken,
        next_head=float(after * back),
        head_before=float(before * back),
        only_slope=float(slope),
        exponent=2.0 ** (-8 / 3) * back,
    )


@fresh(p=range(3, 16), later=range(2, 9))
def position_without_encoding(p: int = 9, later: int = 2) -> Numeric:
    length = p + 1 + later
    equal_scores = np.zeros((length, 1))
    uniform = attention_weights(equal_scores, equal_scores, causal=True)
    return numeric(
        f"""
        No encoding at all, but a causal mask. All scores are equal, and only the first token has
        value 1; the others have 0. What comes out at position {p} (counted from 0)?

        (x) answer -> Position {p} sees {p + 1} tokens, each with weight 1/{p + 1}. The output
            1/(<var>p</var> + 1) reveals the position. The mask alone has broken the symmetry.
        ( ) itself_missing -> It also sees itself, so {p + 1} tokens share the weight.
        ( ) one -> The weights must add up to 1 over all {p + 1} tokens that it sees.
        ( ) inverse -> A weighted mean of zeros and a one can’t exceed 1.
        ( ) last_position -> That’s the output at the last of {length} positions, or everywhere
            without a mask.
        (?) How many tokens does position {p} see, itself included?
        """,
        answer=float(uniform[p, 0]),
        itself_missing=1 / p,
        one=1.0,
        inverse=p + 1,
        last_position=1 / length,
    )


_LIMIT = 16

clipped_offsets = choice(f"""
    Shaw’s relative vectors are clipped at ±{_LIMIT}. Because of the clipping, which two things can
    such a head no longer distinguish?

    ( ) Three back and three ahead.
        -> It has one vector for −3 and another for +3, so it can distinguish the two directions.
    (x) Twenty back and two hundred back.
        -> Both use the vector for “{_LIMIT} or more back”. The method gives this distinction up,
        and in exchange it has no unseen offsets.
    ( ) Position 3 and position 300.
        -> Only offsets enter its scores, so it never compares absolute positions, with or without
        clipping. Clipping affects far offsets.
    ( ) Fifteen back and sixteen back.
        -> Both are within the limit, so each has a vector of its own.
""")

all_positions_shifted = choice("""
    A text stays the same, but its first word now has position 100 instead of 0. With which method
    do the weights of its queries change?

    ( ) RoPE: every query and key turns farther.
        -> They are turned by the same angles, and a dot product doesn’t see a turn that both
        vectors make.
    ( ) ALiBi: the positions are larger.
        -> ALiBi subtracts a multiple of the distance, and all distances stay the same.
    (x) The table added to the input.
        -> Other rows are added, and the learned matrices don’t keep what these rows share with the
        first ones.
    ( ) None of them: each depends on the offset alone.
        -> That holds for the dot products of the table’s rows. The scores of a head have learned
        matrices in between.
""")

_BASE, _D, _SCALE = 10_000, 128, 4


@fresh(d=(32, 48, 64, 80), scale=(2, 3, 4, 8, 16))
def new_base(d: int = 128, scale: int = 4) -> Numeric:
    return numeric(
        f"""
        NTK-aware scaling: <var>B</var>′ = <var>B</var> ·
        <var>s</var><sup><var>d</var>/(<var>d</var>−2)</sup>. Here <var>d</var> is the width of a
        head. With <var>B</var> = {fixed(_BASE)}, <var>d</var> = {d} and {scale} times the length:
        what is the new base?

        (x) answer -> It’s a little more than {scale} times the old base, so that the
            <em>slowest</em> pair, whose exponent is 1 − 2/<var>d</var>, becomes exactly {scale}
            times slower.
        ( ) times_scale -> That’s {scale} times the base. The slowest pair, with exponent 1 −
            2/<var>d</var>, would then become a little less than {scale} times slower.
        ( ) upside_down -> The exponent is upside down: <var>d</var>/(<var>d</var>−2) is above 1.
        ( ) squared -> That’s the base squared. Nothing is squared here.
        ( ) faster -> A smaller base makes the pairs faster. They should become slower.
        (?) <var>s</var> = {scale}, and the exponent is {d}/{d - 2}.
        """,
        answer=ntk_base(d, scale, _BASE),
        times_scale=scale * _BASE,
        upside_down=_BASE * scale ** ((d - 2) / d),
        squared=_BASE**2,
        faster=_BASE / scale,
    )


what_interpolation_gives_up = choice(f"""
    Position interpolation divides every position by {_SCALE}, so that no angle is new. What does it
    give up?

    ( ) Direction: back and ahead look alike.
        -> The rotations keep their direction. Only their speed changes.
    ( ) That scores depend on the offset alone.
        -> The scores still do. This is RoPE at a quarter of the speed.
    (x) Resolution: the angle between neighbors is a quarter of what it was.
        -> The fastest pair now turns by only a quarter of a radian per position. That’s why the
        later methods leave the fast pairs alone.
    ( ) Nothing.
        -> It does give something up. What happens to the fastest pair?
""")

_SCALE, _TRAINED = 4, 2048
_OMEGA = angular_frequencies(128)
_YARN = yarn_frequencies(128, _SCALE, _TRAINED, by_pair=True)
# What YaRN keeps is divided, and what it divides is kept.
_TURNED = _OMEGA * (1 + 1 / _SCALE) - _YARN
_NEW = sum((_TRAINED * _OMEGA < 2 * np.pi) & (_TURNED * _SCALE > 1.000001 * _OMEGA))

yarn_turned = choice(f"""
    litgpt 0.5.13 and openlanguagemodel 2.2.1 compute YaRN at <var>s</var> = {_SCALE}. Which pairs
    do they divide by {_SCALE}?

    ( ) The slow ones, as in the list above.
        -> So YaRN is meant, and so one would guess. Measured, it is the other way around.
    (x) The fast ones.
        -> The ramp is turned around. In the fast pairs neighbors come {_SCALE} times closer
        together, and {_NEW} slow pairs still meet new angles at {_SCALE} times the length: both
        prices, and neither gain. Nothing fails, and a short text looks fine.
    ( ) All of them.
        -> That’s position interpolation. Here the slow ones keep their frequency.
""")
