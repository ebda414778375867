"""Questions on the formula."""

import math

import numpy as np

from pe_book.questions.fresh import fresh
from pe_book.questions.question import Numeric, choice, numeric
from pe_lib.encoding import positional_encoding
from pe_lib.frequency import angular_frequencies, wavelengths

predict_fraction = choice(f"""
    Give the first word the number 0 and the last word the number 1, and spread the others evenly
    between them. What’s wrong with this encoding?

    ( ) The numbers grow too large in long texts.
        -> They stay between 0 and 1. It’s plain counting that grows too large.
    ( ) Two positions of one text can get the same number.
        -> Within a text all the numbers differ. Compare two texts of different lengths.
    (x) A position’s number, and the size of a step, depend on the length of the text.
        -> The third word gets {2 / 4:.1f} in a text of five words and {2 / 49:.2f} in one of fifty.
        And a model that’s still writing doesn’t know how long its text will be.
    ( ) It jumps between neighbors.
        -> It’s a straight line, as smooth as can be. It’s binary numbers that jump.
""")


@fresh(position=range(3, 12), column=(2, 4, 6), d=(8, 10, 12, 16))
def entry(position: int = 5, column: int = 2, d: int = 8) -> Numeric:
    pair, base = column // 2, 10_000.0
    omega = angular_frequencies(d)[pair]
    return numeric(
        f"""
        <var>d</var> = {d}, <var>B</var> = 10000. Compute the entry at position {position} in column
        {column}.

        (x) answer -> Column {column} is the sine of pair {pair}, with frequency
            10000<sup>−{2 * pair}/{d}</sup> = {omega:g}, so the entry is sin({position} ·
            {omega:g}).
        ( ) column_as_pair -> You used the column as the pair. Column {column} belongs to pair
            {pair}, so the exponent is −2·{pair}/{d}.
        ( ) cosine -> That’s the cosine. It belongs in column {column + 1}: even columns hold sines.
        ( ) factor_missing -> You left out the 2 in the exponent: it’s 2<var>j</var>/<var>d</var>,
            where <var>j</var> is the pair.
        ( ) degrees -> That’s what you get in degrees. The angles are in radians.
        ( ) frequency_1 -> That’s column 0: you used frequency 1, which is pair 0’s.
        ( ) angle -> That’s the angle. The entry is its sine.
        ( ) counted_from_1 -> That’s position {position - 1}: you counted positions from 1. They
            start at 0.
        (?) Three steps: which pair does the column belong to? What’s the frequency of that pair? Is
            the column its sine or its cosine? Angles are in radians.
        """,
        answer=positional_encoding(position + 1, d)[position, column],
        column_as_pair=math.sin(position * base ** (-2 * column / d)),
        cosine=math.cos(position * base ** (-2 * pair / d)),
        factor_missing=math.sin(position * base ** (-pair / d)),
        degrees=math.sin(math.radians(position * base ** (-2 * pair / d))),
        frequency_1=math.sin(position),
        angle=position * base ** (-2 * pair / d),
        counted_from_1=math.sin((position - 1) * base ** (-2 * pair / d)),
    )


@fresh(column=range(3, 40, 2))
def column_to_pair(column: int = 7) -> Numeric:
    [pair] = np.flatnonzero((np.arange(64).reshape(-1, 2) == column).any(axis=1))
    return numeric(
        f"""
        Which pair does column {column} belong to?

        (x) answer -> Pair <var>j</var> is in columns 2<var>j</var> and 2<var>j</var> + 1. So divide
            the column by 2 and round down: column {column} is the cosine of pair {pair}.
        ( ) column -> That’s the column. Two columns share a pair, so there are half as many pairs.
        ( ) counted_from_1 -> You counted pairs from 1, or rounded {column / 2} up. Columns 0 and 1
            are pair 0.
        ( ) not_rounded -> Round down. Columns {column - 1} and {column} are the sine and the cosine
            of one pair.
        (?) Write the columns two by two: 0 1, 2 3, 4 5, … Count these pairs from 0.
        """,
        answer=pair,
        column=column,
        counted_from_1=pair + 1,
        not_rounded=column / 2,
    )


which_end = choice(f"""
    Which columns change most from one position to the next?

    ( ) The last ones: a higher index means a higher frequency.
        -> You have it the wrong way around. ω<sub><var>j</var></sub> =
        <var>B</var><sup>−2<var>j</var>/<var>d</var></sup> falls as <var>j</var> grows.
    (x) The first ones: pair 0 turns by one radian per position.
        -> Pair 0 is the fastest. One radian is {math.degrees(1):.0f} degrees at every step.
    ( ) All equally: every row has the same length.
        -> That only means that each hand stays on its circle. It doesn’t say how fast the hand
        turns.
    ( ) The ones in the middle.
        -> The frequencies just keep falling from the first pair to the last.
""")


@fresh(base=(100, 400, 1000, 2500, 5000, 20_000, 40_000, 50_000, 500_000))
def mixed_base(base: int = 10_000) -> Numeric:
    return numeric(
        f"""
        A program loops over <code>i = 0, 2, 4, …</code> and divides the position by
        {base}<sup>2<var>i</var>/<var>d</var></sup>. For which base would its table be right?

        (x) answer -> The column <var>i</var> is already 2<var>j</var>. So the exponent is
            4<var>j</var>/<var>d</var>, and {base}<sup>4<var>j</var>/<var>d</var></sup> =
            ({base}<sup>2</sup>)<sup>2<var>j</var>/<var>d</var></sup>.
        ( ) as_written -> With base {base} the exponent would be <var>i</var>/<var>d</var>, because
            <var>i</var> is the column. This program multiplies by 2 once more.
        ( ) doubled -> If you double an exponent, you don’t double the base. You square it.
        ( ) halved -> If you double an exponent, you don’t halve the base. You square it.
        ( ) root -> That’s the square root. It would take half the exponent.
        (?) Put <var>i</var> = 2<var>j</var> into the exponent. Then write the result as
            <var>base</var><sup>2<var>j</var>/<var>d</var></sup>.
        """,
        # The base whose pair 1 turns as the program's does, at d = 8.
        answer=(base ** (-2 * 2 / 8)) ** (-8 / 2),
        as_written=base,
        doubled=2 * base,
        halved=base / 2,
        root=math.sqrt(base),
    )


@fresh(power=range(2, 10))
def bits(power: int = 5) -> Numeric:
    before, after = 2**power - 1, 2**power
    changed = (before ^ after).bit_count()
    return numeric(
        f"""
        How many binary digits change from position {before} to position {after}?

        (x) answer -> {before} is {before:0{power + 1}b} and {after} is {after:0{power + 1}b}: all
            {changed} digits change. From {after} to {after + 1} only
            {(after ^ (after + 1)).bit_count()} does. So not all steps are the same size.
        ( ) ones -> You counted the ones of {before} that become zeros. One zero also becomes a one.
        ( ) decimal -> That’s right from {after} to {after + 1}, and for these decimal digits. But
            in binary, the carry from {before} to {after} runs through all the digits.
        ( ) exclusive_or -> That’s {before} XOR {after} as a number. How many ones does it have in
            binary?
        (?) Write both in binary, one under the other, with the same number of digits.
        """,
        answer=changed,
        ones=before.bit_count(),
        decimal=(after ^ (after + 1)).bit_count(),
        exclusive_or=before ^ after,
    )


@fresh(d=(32, 50, 64, 72, 98, 200, 256, 288, 512))
def row_length(d: int = 128) -> Numeric:
    length = np.linalg.norm(positional_encoding(8, d)[7])
    return numeric(
        f"""
        How long is a row of the table with <var>d</var> = {d}, as a vector?

        (x) answer -> Each of the {d // 2} pairs adds sin² + cos² = 1 to the squared length, and
            √{d // 2} = {length:g}.
        ( ) squared -> That’s the squared length. Take the square root.
        ( ) one_each_column -> You added 1 for every column. A <em>pair</em> adds 1, and a pair is
            two columns.
        ( ) columns -> You added 1 for each column. A pair of columns adds 1. Then take the square
            root.
        ( ) one_pair -> One pair has length 1. The row has {d // 2} of them.
        (?) What does one pair add to the squared length? How many pairs are there?
        """,
        answer=length,
        squared=d / 2,
        one_each_column=math.sqrt(d),
        columns=d,
        one_pair=1,
    )


_EVEN, _WIDTH = 6, 8

what_alternates = choice(f"""
    In a table with <var>d</var> = {_WIDTH}, what is in row {_EVEN}?

    ( ) Only sines, because {_EVEN} is even.
        -> Sine and cosine alternate over <em>columns</em>, not over positions. The 2<var>j</var> in
        the formula is a column.
    (x) Four sines and four cosines.
        -> Each of the four pairs has one of each, at every position.
    ( ) Eight sines of eight different frequencies.
        -> There are only four frequencies. Each has a sine and a cosine.
    ( ) Four sines, and then four cosines.
        -> Some libraries store the table like that. The formula interleaves them: sine, cosine,
        sine, cosine.
""")

why_cosine = choice("""
    Suppose you drop all cosines and keep <var>d</var> sines of <var>d</var> different frequencies.
    What are you sure to lose?

    ( ) Different positions get the same row.
        -> Not for sure. Several sines of different frequencies can still tell positions apart.
    ( ) The entries aren’t bounded any more.
        -> A sine stays between −1 and 1, with or without a cosine next to it.
    ( ) Nothing: a cosine is just a shifted sine.
        -> It’s shifted by a quarter of a turn, and that’s what makes it useful: its sign says
        whether the sine is rising or falling.
    (x) Rows of equal length, and shifts that are linear.
        -> Equal length needs sin² + cos² = 1, and a linear shift needs the angle addition formulas.
        Both need both columns of a pair. Chapter 4 proves the second.
""")


#: Bases for which the first peak is nearest to a whole number, and so the largest.
@fresh(base=(900, 2401, 3136, 4900, 7056, 8281, 12_544, 19_600, 28_900))
def highest(base: int = 10_000) -> Numeric:
    d, column = 8, 4
    pair = column // 2
    omega = angular_frequencies(d, base)[pair]
    peaks = math.pi / 2 / omega + wavelengths(d, base)[pair] * np.arange(2)
    end = 10 * math.isqrt(base)
    table = positional_encoding(end + 1, d, base)
    return numeric(
        f"""
        <var>d</var> = {d}, <var>B</var> = {base}. At which position from 0 to {end} is column
        {column} largest?

        (x) answer -> Column {column} is the sine of pair {pair}, with frequency {omega:.6g}. A sine
            peaks at the angle π/2, and π/2 divided by {omega:.6g} is {peaks[0]:.2f}.
        ( ) second_peak -> That’s near the second peak, at {peaks[1]:.1f}. But {round(peaks[0])} is
            closer to the first one, at {peaks[0]:.2f}, so column {column} is larger there.
        ( ) cosine -> A cosine is largest at 0. Column {column} is even, so it is a sine.
        ( ) pair_before -> You looked at pair {pair - 1}. Column {column} belongs to pair {pair}.
        ( ) column_as_pair -> You used the column as the pair: frequency
            {base}<sup>−{2 * column}/{d}</sup>. Column {column} belongs to pair {pair}.
        (?) Which pair does column {column} belong to, and what’s its frequency? A sine is largest
            at the angle π/2.
        """,
        answer=int(np.argmax(table[:, column])),
        second_peak=round(peaks[1]),
        cosine=0,
        pair_before=int(np.argmax(table[:, column - 2])),
        column_as_pair=round(math.pi / 2 / base ** (-2 * column / d)),
        tolerance=0.002,
    )
