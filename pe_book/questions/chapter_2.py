"""Questions on the formula."""

import math

import numpy as np

from pe_book.questions.fresh import fresh
from pe_book.questions.question import Choice, Distractor, Numeric, Option
from pe_lib.encoding import positional_encoding
from pe_lib.frequency import angular_frequencies, wavelengths

predict_fraction = Choice(
    "Give the first word the number 0, the last word the number 1, and spread the others evenly "
    "between. What is wrong with this encoding?",
    [
        Option(
            "The numbers grow too large in long texts.",
            "They stay between 0 and 1 by construction. Plain counting is what grows too large.",
        ),
        Option(
            "Two positions of one text can get the same number.",
            "Within a text all numbers differ. Look at two texts of different lengths instead.",
        ),
        Option(
            "The number of a position, and the size of a step, depend on the length of the text.",
            f"The third word gets {2 / 4:.1f} in a text of five words and {2 / 49:.2f} in one of "
            "fifty. And a model that is still writing does not know how long its text will be.",
            right=True,
        ),
        Option(
            "It jumps between neighbors.",
            "It is a straight line, as smooth as can be. Binary numbers are the ones that jump.",
        ),
    ],
)


@fresh(position=range(3, 12), column=(2, 4, 6), d=(8, 10, 12, 16))
def entry(position: int = 5, column: int = 2, d: int = 8) -> Numeric:
    pair, base = column // 2, 10_000.0
    omega = angular_frequencies(d)[pair]
    return Numeric(
        f"<var>d</var> = {d}, <var>B</var> = 10000. Compute the entry at position {position} in "
        f"column {column}.",
        answer=positional_encoding(position + 1, d)[position, column],
        explanation=f"Column {column} is the sine of pair {pair}, with frequency "
        f"10000<sup>−{2 * pair}/{d}</sup> = {omega:g}, so the entry is sin({position} · "
        f"{omega:g}).",
        hint="Three steps: which pair does the column belong to, what is its frequency, and is it "
        "the sine or the cosine? Angles are in radians.",
        wrong=[
            Distractor(
                math.sin(position * base ** (-2 * column / d)),
                f"You used the column as the pair. Column {column} belongs to pair {pair}, so the "
                f"exponent is −2·{pair}/{d}.",
            ),
            Distractor(
                math.cos(position * base ** (-2 * pair / d)),
                f"That is the cosine, which is in column {column + 1}. Even columns hold sines.",
            ),
            Distractor(
                math.sin(position * base ** (-pair / d)),
                "You left out the 2 in the exponent: it is 2<var>j</var>/<var>d</var>, with "
                "<var>j</var> the pair.",
            ),
            Distractor(
                math.sin(math.radians(position * base ** (-2 * pair / d))),
                "That is the result in degrees. The angles are in radians.",
            ),
            Distractor(
                math.sin(position), "That is column 0: you used frequency 1, the one of pair 0."
            ),
            Distractor(
                position * base ** (-2 * pair / d), "That is the angle. The entry is its sine."
            ),
            Distractor(
                math.sin((position - 1) * base ** (-2 * pair / d)),
                f"That is position {position - 1}: you counted positions from 1. They start at 0.",
            ),
        ],
    )


@fresh(column=range(3, 40, 2))
def column_to_pair(column: int = 7) -> Numeric:
    [pair] = np.flatnonzero((np.arange(64).reshape(-1, 2) == column).any(axis=1))
    return Numeric(
        f"Which pair does column {column} belong to?",
        answer=pair,
        explanation="Pair <var>j</var> owns columns 2<var>j</var> and 2<var>j</var> + 1. Column "
        f"{column} is the cosine of pair {pair}, so <var>j</var> is the column divided by 2, "
        "rounded down.",
        hint="Write the columns in twos: 0 1, 2 3, 4 5, … and count the twos from 0.",
        wrong=[
            Distractor(
                column,
                "That is the column. Two columns share a pair, so there are half as many pairs.",
            ),
            Distractor(
                pair + 1,
                f"You counted pairs from 1, or rounded {column / 2} up. Columns 0 and 1 are pair "
                "0.",
            ),
            Distractor(
                column / 2,
                f"Round down: column {column - 1} and column {column} are the sine and the cosine "
                "of one pair.",
            ),
        ],
    )


which_end = Choice(
    "Which columns change most from one position to the next?",
    [
        Option(
            "The last ones: a higher index means a higher frequency.",
            "You have fast and slow the wrong way around. ω<sub><var>j</var></sub> = "
            "<var>B</var><sup>−2<var>j</var>/<var>d</var></sup> falls as <var>j</var> grows.",
        ),
        Option(
            "The first ones: pair 0 turns by one radian per position.",
            f"Pair 0 is the fastest. One radian is {math.degrees(1):.0f} degrees for every step.",
            right=True,
        ),
        Option(
            "All equally: every row has the same length.",
            "Equal length means that each hand stays on its circle. It doesn't say how fast it "
            "turns.",
        ),
        Option(
            "The ones in the middle.",
            "The frequencies fall from the first pair to the last without a turning point.",
        ),
    ],
)


@fresh(base=(100, 400, 1000, 2500, 5000, 20_000, 40_000, 50_000, 500_000))
def mixed_base(base: int = 10_000) -> Numeric:
    return Numeric(
        "A program loops over <code>i = 0, 2, 4, …</code> and divides the position by "
        f"{base}<sup>2<var>i</var>/<var>d</var></sup>. Its table is the right table of which base?",
        # The base whose pair 1 turns as the program's does, at d = 8.
        answer=(base ** (-2 * 2 / 8)) ** (-8 / 2),
        explanation="The column <var>i</var> is already 2<var>j</var>, so the exponent is "
        f"4<var>j</var>/<var>d</var>, and {base}<sup>4<var>j</var>/<var>d</var></sup> = "
        f"({base}<sup>2</sup>)<sup>2<var>j</var>/<var>d</var></sup>.",
        hint="Write <var>i</var> = 2<var>j</var> into the exponent and bring it back to the form "
        "<var>base</var><sup>2<var>j</var>/<var>d</var></sup>.",
        wrong=[
            Distractor(
                base,
                f"With base {base} the exponent would be <var>i</var>/<var>d</var>, since "
                "<var>i</var> is the column here. The program multiplies by 2 once more.",
            ),
            Distractor(2 * base, "Doubling an exponent does not double the base. It squares it."),
            Distractor(base / 2, "Doubling an exponent does not halve the base. It squares it."),
            Distractor(math.sqrt(base), "That is the root: it would come from half the exponent."),
        ],
    )


@fresh(power=range(2, 10))
def bits(power: int = 5) -> Numeric:
    before, after = 2**power - 1, 2**power
    changed = (before ^ after).bit_count()
    return Numeric(
        f"How many binary digits change from position {before} to position {after}?",
        answer=changed,
        explanation=f"{before} is {before:0{power + 1}b} and {after} is {after:0{power + 1}b}: all "
        f"{changed} digits change, while from {after} to {after + 1} only "
        f"{(after ^ (after + 1)).bit_count()} does. A step is not always the same size.",
        hint="Write both in binary, with the same number of digits, one under the other.",
        wrong=[
            Distractor(
                before.bit_count(),
                f"You counted the ones of {before} that become zero. One zero also becomes a one.",
            ),
            Distractor(
                (after ^ (after + 1)).bit_count(),
                f"That holds from {after} to {after + 1}, and for the decimal digits here. In "
                f"binary, the carry from {before} to {after} runs through all digits.",
            ),
            Distractor(
                before ^ after,
                f"That is {before} XOR {after} as a number. How many ones does it have in binary?",
            ),
        ],
    )


@fresh(d=(32, 50, 64, 72, 98, 200, 256, 288, 512))
def row_length(d: int = 128) -> Numeric:
    length = np.linalg.norm(positional_encoding(8, d)[7])
    return Numeric(
        f"How long is a row of the table with <var>d</var> = {d}, as a vector?",
        answer=length,
        explanation=f"Each of the {d // 2} pairs adds sin² + cos² = 1 to the squared length, and "
        f"√{d // 2} = {length:g}.",
        hint="What does one pair add to the squared length? How many pairs are there?",
        wrong=[
            Distractor(d / 2, "That is the squared length. Take the root."),
            Distractor(
                math.sqrt(d),
                "You added 1 for every column. A <em>pair</em> adds 1, and a pair is two columns.",
            ),
            Distractor(
                d, "You added 1 for each column. A pair of columns adds 1. Then take the root."
            ),
            Distractor(1, f"One pair has length 1. The row has {d // 2} of them."),
        ],
    )


_EVEN, _WIDTH = 6, 8

what_alternates = Choice(
    f"Position {_EVEN} of a table with <var>d</var> = {_WIDTH} holds …",
    [
        Option(
            f"only sines, since {_EVEN} is even",
            "Sine and cosine alternate over <em>columns</em>, not over positions. The "
            "2<var>j</var> in the formula is a column.",
        ),
        Option(
            "four sines and four cosines",
            "Each of the four pairs gives one of each, at every position.",
            right=True,
        ),
        Option(
            "eight sines of eight different frequencies",
            "There are four frequencies. Each has a sine and a cosine.",
        ),
        Option(
            "four sines, then four cosines, one half after the other",
            "Some libraries store the table like that, but the formula interleaves them: sine, "
            "cosine, sine, cosine.",
        ),
    ],
)

why_cosine = Choice(
    "Suppose you drop all cosines and keep <var>d</var> sines of <var>d</var> different "
    "frequencies. What do you certainly lose?",
    [
        Option(
            "Different positions now share a row.",
            "Not for certain: several sines of different frequencies can still tell whole "
            "positions apart.",
        ),
        Option(
            "The entries are no longer bounded.",
            "A sine stays between −1 and 1, with or without a cosine beside it.",
        ),
        Option(
            "Nothing: a cosine is only a shifted sine.",
            "It is shifted by a quarter of a turn, and that makes it useful: its sign says whether "
            "the sine is rising or falling.",
        ),
        Option(
            "That all rows have the same length, and that shifts are linear.",
            "Both need sin² + cos² and the angle addition formulas, and those need both columns "
            "of a pair. Chapter 4 proves the second.",
            right=True,
        ),
    ],
)


#: Bases for which the first peak is nearest to a whole number, and so the largest.
@fresh(base=(900, 2401, 3136, 4900, 7056, 8281, 12_544, 19_600, 28_900))
def highest(base: int = 10_000) -> Numeric:
    d, column = 8, 4
    pair = column // 2
    omega = angular_frequencies(d, base)[pair]
    peaks = math.pi / 2 / omega + wavelengths(d, base)[pair] * np.arange(2)
    end = 10 * math.isqrt(base)
    table = positional_encoding(end + 1, d, base)
    return Numeric(
        f"<var>d</var> = {d}, <var>B</var> = {base}. At which position from 0 to {end} is column "
        f"{column} largest?",
        answer=int(np.argmax(table[:, column])),
        explanation=f"Column {column} is the sine of pair {pair}, which has frequency {omega:.6g}. "
        f"Its peak is at the angle π/2, and π/2 divided by {omega:.6g} is {peaks[0]:.2f}.",
        hint=f"Which pair is column {column}, and what is its frequency? A sine is largest at the "
        "angle π/2.",
        wrong=[
            Distractor(
                round(peaks[1]),
                f"That is near the second peak, at {peaks[1]:.1f}. But {round(peaks[0])} is closer "
                f"to the first peak, at {peaks[0]:.2f}, so column {column} is larger there.",
            ),
            Distractor(0, f"A cosine is largest at 0. Column {column} is even, so it is a sine."),
            Distractor(
                int(np.argmax(table[:, column - 2])),
                f"You looked at pair {pair - 1}. Column {column} belongs to pair {pair}.",
            ),
            Distractor(
                round(math.pi / 2 / base ** (-2 * column / d)),
                f"You used the column as the pair: frequency {base}<sup>−{2 * column}/{d}</sup>. "
                f"Column {column} belongs to pair {pair}.",
            ),
        ],
        tolerance=0.002,
    )
