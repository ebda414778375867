"""Questions on rotations and similarity."""

import math
from fractions import Fraction

import numpy as np

from pe_book.questions.fresh import fresh
from pe_book.questions.question import Numeric, choice, numeric
from pe_book.text.numbers import fixed
from pe_lib.encoding import positional_encoding
from pe_lib.frequency import angular_frequencies
from pe_lib.rotation import rotation_matrix
from pe_lib.similarity import first_reversal, similarity

predict_shift = choice("""
    You know row <var>p</var> of the table as numbers, but not <var>p</var> itself. Can you compute
    row <var>p</var> + 3 from it?

    ( ) Only by finding <var>p</var> first, and then using the formula.
        -> That would work, but there’s a shorter way that never finds <var>p</var>.
    ( ) No: the step from row to row depends on where you are.
        -> The <em>difference</em> of the rows does depend on it. But the matrix that leads from one
        to the other doesn’t.
    (x) Yes, by multiplying by one fixed matrix, the same for every <var>p</var>.
        -> Each hand is turned by a fixed angle, wherever it is, and a turn is a multiplication by a
        matrix.
    ( ) Yes, by adding one fixed vector, the same for every <var>p</var>.
        -> Then the rows would move along a straight line and grow without bound. But the hands move
        on circles.
""")


@fresh(k=range(2, 16), d=(8, 10, 12), pair=(1, 2))
def block_entry(k: int = 6, d: int = 8, pair: int = 1) -> Numeric:
    omega = angular_frequencies(d)[pair]
    block = rotation_matrix(k, d)[2 * pair : 2 * pair + 2, 2 * pair : 2 * pair + 2]
    return numeric(
        f"""
        <var>d</var> = {d}, <var>B</var> = 10000, <var>k</var> = {k}. What is the upper right entry
        of the block of pair {pair}?

        (x) answer -> It’s sin(<var>k</var>ω<sub>{pair}</sub>) = sin({k} · {omega:g}): the weight of
            the cosine in the new sine.
        ( ) backward -> That’s the lower left entry, or the block of <var>k</var> = −{k}: the shift
            back.
        ( ) cosine -> That’s the cosine. It’s on the diagonal.
        ( ) frequency_1 -> You used frequency 1. That’s pair 0; pair {pair} has {omega:g}.
        ( ) factor_missing -> You left out the 2 in the exponent 2<var>j</var>/<var>d</var>.
        ( ) angle -> That’s the angle. The entry is its sine.
        (?) First the frequency of pair {pair}, then the angle <var>k</var>ω, then the entry of
            <var>R</var> in the first row and second column.
        """,
        answer=block[0, 1],
        backward=block[1, 0],
        cosine=block[0, 0],
        frequency_1=math.sin(k),
        factor_missing=math.sin(k * 10_000 ** (-pair / d)),
        angle=k * omega,
    )


@fresh(m=range(4, 12), n=range(14, 40))
def dot_product(m: int = 10, n: int = 15) -> Numeric:
    d = 4
    rows = positional_encoding(max(m, n) + 1, d)
    fast, slow = angular_frequencies(d)
    return numeric(
        f"""
        <var>d</var> = {d}, <var>B</var> = 10000. What is the dot product of row {m} and row {n}?

        (x) answer -> It’s cos({n - m} · {fast:g}) + cos({n - m} · {slow:g}). Rows 0 and {n - m}
            would give the same.
        ( ) similarity -> That’s the similarity, the mean over pairs. The dot product is the sum.
        ( ) pair_0 -> That’s the part of pair 0. Pair {d // 2 - 1} adds cos({(n - m) * slow:g}).
        ( ) sines -> The products of sines and of cosines add up to a <em>cosine</em> of the
            difference.
        ( ) positions_added -> You added the positions. The dot product has the cosine of their
            difference.
        ( ) offset_0 -> That’s the dot product of a row with itself, offset 0.
        (?) Only the offset matters. Add one cosine for each of the two pairs.
        """,
        answer=rows[m] @ rows[n],
        similarity=rows[m] @ rows[n] / (d // 2),
        pair_0=math.cos((n - m) * fast),
        sines=math.sin((n - m) * fast) + math.sin((n - m) * slow),
        positions_added=math.cos((n + m) * fast) + math.cos((n + m) * slow),
        offset_0=rows[m] @ rows[m],
    )


_FITTED, _COLUMNS, _SHIFT = 64, 16, 3
_SLOW_COSINE = fixed(positional_encoding(_FITTED, _COLUMNS)[:, -1].min())
_DIGITS = round(-math.log10(np.finfo(float).eps))

condition = choice(f"""
    Least squares on {_FITTED} rows with {_COLUMNS} columns predicts every row almost perfectly and
    finds a wrong matrix. Why?

    ( ) The relation isn’t linear for so many columns.
        -> It’s linear for every even number of columns: the prediction is perfect.
    (x) The rows are nearly dependent, so many matrices fit them equally well.
        -> In {_FITTED} rows the slow cosines are all nearly {_SLOW_COSINE} and the slow sines
        nearly one ramp. Rows rounded to {_DIGITS} digits don’t show how much weight each of these
        columns should have.
    ( ) The algorithm isn’t stable; another one would find the right matrix.
        -> The residual is at rounding level, so the algorithm did its work. The rows are rounded to
        {_DIGITS} digits, and no algorithm can restore the digits that rounding removed.
    ( ) There aren’t enough rows: {_COLUMNS} unknowns need more than {_FITTED} equations.
        -> Each column of the new row has {_COLUMNS} unknowns and about
        {round(_FITTED - _SHIFT, -1)} equations. There are enough equations, but they are nearly the
        same equation.
""")

_TURN, _FAR = 0.01, 100
_EXPLAINED, _EXPLAINED_FAR = math.cos(_TURN) ** 2, math.cos(_FAR * _TURN) ** 2

sine_alone = choice(f"""
    A regression of sin((<var>p</var> + 1)ω) on sin(<var>p</var>ω) explains a share
    <var>R</var><sup>2</sup> = {fixed(_EXPLAINED, 4)} of the variance. What follows?

    (x) For this ω, a shift by 1 turns the hand only a little.
        -> Over whole turns <var>R</var><sup>2</sup> is cos<sup>2</sup>(<var>k</var>ω), so it says
        that <var>k</var>ω is small. With <var>k</var> = {_FAR} it can be
        {fixed(_EXPLAINED_FAR, 1)}.
    ( ) A shift is linear in the sine alone.
        -> At <var>p</var> = 0 the sine is 0, and no factor turns 0 into sin ω. A relation that
        explains nearly all of the variance need not be exact.
    ( ) The cosine columns aren’t needed.
        -> For larger offsets the same regression fails. With the cosine it’s exact for all.
    ( ) Floating-point rounding explains the missing {fixed(1 - _EXPLAINED, 4)}.
        -> Rounding is near 10<sup>−{_DIGITS}</sup>. The missing part is
        sin<sup>2</sup>(<var>k</var>ω).
""")

_ROW = 20

direction = choice(f"""
    You know one number: the dot product of row {_ROW} with another row. What does this number tell
    you?

    ( ) Whether the other row comes before row {_ROW} or after it.
        -> Row {_ROW - _SHIFT} and row {_ROW + _SHIFT} give exactly the same number: cos is even.
    ( ) That one of the two rows is row {_ROW}.
        -> Any two rows at the same distance have the same dot product, wherever they are.
    ( ) The exact distance of the two, because similarity falls steadily.
        -> On average it falls, but not at every step: two distances can give nearly the same
        number.
    (x) Roughly how far away the other row is, but not on which side.
        -> The similarity depends on |<var>k</var>| alone, and on average it falls as |<var>k</var>|
        grows.
""")


@fresh(exponent=(2, 3, 5, 7, 8))
def doubling(exponent: int = 6) -> Numeric:
    base = 10.0**exponent
    return numeric(
        f"""
        By the similarity law with <var>B</var> = {fixed(base)}: how much similarity does each
        doubling of the distance cost?

        (x) answer -> ln 2 / ln <var>B</var>. A larger base spreads the fall over more doublings, so
            each costs less; at base 10000 it is {fixed(math.log(2) / math.log(1e4), 4)}.
        ( ) base_10000 -> That’s the cost at base 10000.
        ( ) factor_e -> That’s the cost of a factor of e = {math.e:.3f}. A doubling costs ln 2 times
            as much.
        ( ) undivided -> You forgot to divide by ln <var>B</var>.
        ( ) decimal_logarithm -> You divided by the decimal logarithm of <var>B</var>. Use the
            natural one for both.
        ( ) with_gamma -> γ is in both terms of the difference, so it cancels.
        (?) Subtract the law at 2<var>k</var> from the law at <var>k</var>. What is left of ln
            <var>k</var> and γ?
        """,
        answer=math.log(2) / math.log(base),
        base_10000=math.log(2) / math.log(1e4),
        factor_e=1 / math.log(base),
        undivided=math.log(2),
        decimal_logarithm=math.log(2) / exponent,
        with_gamma=(math.log(2) + np.euler_gamma) / math.log(base),
    )


_WIDTH = 16
_FALLEN = first_reversal(_WIDTH)
_RISEN = 2 * _FALLEN
_SIMILAR = {offset: f"{similarity(offset, _WIDTH):.2f}" for offset in (_FALLEN, _RISEN)}

monotone = choice(f"""
    <var>d</var> = {_WIDTH}, <var>B</var> = 10000. Which row is more similar to row <var>p</var>:
    row <var>p</var> + {_FALLEN} or row <var>p</var> + {_RISEN}?

    ( ) Row <var>p</var> + {_FALLEN}: nearer rows are always more similar.
        -> That’s true on average only. After {_RISEN} positions the first hand has nearly finished
        a turn, so it points almost the same way again.
    ( ) Both are equally similar.
        -> Their similarities are {_SIMILAR[_FALLEN]} and {_SIMILAR[_RISEN]}, and you can see that
        on the curve.
    (x) Row <var>p</var> + {_RISEN}.
        -> Its similarity is {_SIMILAR[_RISEN]}, against {_SIMILAR[_FALLEN]}: {_RISEN} positions are
        nearly a whole turn of the first hand.
    ( ) That depends on <var>p</var>.
        -> The dot product depends on the offset alone.
""")

#: Parts of a position, as they are written.
_WRITTEN = {
    Fraction(1, 4): "¼",
    Fraction(1, 3): "⅓",
    Fraction(2, 5): "⅖",
    Fraction(1, 2): "½",
    Fraction(3, 5): "⅗",
    Fraction(2, 3): "⅔",
    Fraction(3, 4): "¾",
    Fraction(4, 5): "⅘",
}


@fresh(step=tuple(_WRITTEN))
def half_step(step: Fraction = Fraction(1, 2)) -> Numeric:
    written = _WRITTEN[step]
    d, pair = 8, 1
    part, whole = rotation_matrix(float(step), d), rotation_matrix(1, d)
    fast = fixed(angular_frequencies(d)[0])
    return numeric(
        f"""
        <var>d</var> = {d}, <var>B</var> = 10000. What is the upper right entry of the block of pair
        0 in <var>M</var><sub>{step}</sub>?

        (x) answer -> sin({written} · {fast}). A whole position turns this pair by ω<sub>0</sub> =
            {fast}, and {written} of a position by {written} of it.
        ( ) whole_step -> That’s <var>M</var><sub>1</sub>. Take {written} of the angle.
        ( ) angle -> That’s the angle. The entry is its sine.
        ( ) other_pair -> That’s pair {pair}. Pair 0 has frequency {fast}.
        ( ) cosine -> That’s the cosine, on the diagonal.
        ( ) lower_left -> That’s the lower left entry.
        ( ) power -> The root of a matrix isn’t the root of its entries, nor is a power the power of
            its entries. Take {written} of the angle.
        (?) The angle is <var>k</var>ω<sub>0</sub> with <var>k</var> = {written}.
        """,
        answer=part[0, 1],
        whole_step=whole[0, 1],
        angle=float(step),
        other_pair=part[2 * pair, 2 * pair + 1],
        cosine=part[0, 0],
        lower_left=part[1, 0],
        power=whole[0, 1] ** float(step),
    )


_QUERY, _KEY, _BEFORE = 12, 9, 1000

moved_together = choice(f"""
    In RoPE, a query at position {_QUERY} and a key at position {_KEY} have a certain score. Then
    {fixed(_BEFORE)} words are put in front of both. What happens to their score?

    ( ) It gets smaller, because both positions are now far from the start.
        -> A position only turns a vector, and a turn doesn’t change its length. What counts is how
        far apart the two are turned.
    (x) Nothing: both vectors turn by the same angles.
        -> Turning both by <var>M</var><sub>{_BEFORE}</sub> leaves their dot product as it was: only
        the offset, {_QUERY - _KEY}, is in it.
    ( ) It depends on the query and the key.
        -> The score itself depends on them. That it doesn’t change when both move follows for all
        queries and keys alike.
    ( ) It’s the same only in the pairs that make whole turns in {_BEFORE} positions.
        -> In each pair both hands turn by the same angle, whatever it is, so the angle between them
        stays.
""")

_BACK = 3

mirrored = choice(f"""
    speechbrain 1.1.2 has a row for each offset, for its relative attention. How do the rows for
    {_BACK} back and {_BACK} ahead differ?

    ( ) In the sines: these have the opposite sign.
        -> So it is in the formula, and so one would build it. In this version both rows are made
        from the size of the offset.
    (x) Not at all.
        -> The rows are made from the size of the offset, so before and after look the same. A test
        needs one line: compare the two rows.
    ( ) In all columns, as two learned vectors do.
        -> Nothing in them is learned: they hold sines and cosines of the offset.
""")
