"""Questions on the formula."""

import math

import numpy as np

from pe_book.questions.question import Choice, Numeric, Option, Wrong
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
            "fifty. And a model "
            "that is still writing does not know how long its text will be.",
            right=True,
        ),
        Option(
            "It jumps between neighbors.",
            "It is a straight line, as smooth as can be. Binary numbers are the ones that jump.",
        ),
    ],
)

_P, _COLUMN, _D, _BASE = 5, 2, 8, 10_000.0
_J = _COLUMN // 2

entry = Numeric(
    f"<var>d</var> = {_D}, <var>B</var> = 10000. "
    f"Compute the entry at position {_P} in column {_COLUMN}.",
    answer=positional_encoding(_P + 1, _D)[_P, _COLUMN],
    because=f"Column {_COLUMN} is the sine of pair {_J}, with frequency "
    f"10000<sup>−2/8</sup> = 0.1, so the entry is sin({_P} · 0.1).",
    hint="Three steps: which pair does the column belong to, what is its frequency, and is it the "
    "sine or the cosine? Angles are in radians.",
    wrong=[
        Wrong(
            math.sin(_P * _BASE ** (-2 * _COLUMN / _D)),
            f"You used the column as the pair. Column {_COLUMN} belongs to pair {_J}, so the "
            f"exponent is −2·{_J}/{_D}.",
        ),
        Wrong(
            math.cos(_P * _BASE ** (-2 * _J / _D)),
            f"That is the cosine, which stands in column {_COLUMN + 1}. Even columns hold sines.",
        ),
        Wrong(
            math.sin(_P * _BASE ** (-_J / _D)),
            "You left out the 2 in the exponent: it is 2<var>j</var>/<var>d</var>, with "
            "<var>j</var> the pair.",
        ),
        Wrong(
            math.sin(math.radians(_P * _BASE ** (-2 * _J / _D))),
            "That is the result in degrees. The angles are in radians.",
        ),
        Wrong(
            math.sin(_P),
            "That is column 0: you used frequency 1, the one of pair 0.",
        ),
        Wrong(
            _P * _BASE ** (-2 * _J / _D),
            "That is the angle. The entry is its sine.",
        ),
        Wrong(
            math.sin((_P - 1) * _BASE ** (-2 * _J / _D)),
            f"That is position {_P - 1}: you counted positions from 1. They start at 0.",
        ),
    ],
)

column_to_pair = Numeric(
    "Which pair does column 7 belong to?",
    answer=np.arange(16).reshape(-1, 2).tolist().index([6, 7]),
    because="Pair <var>j</var> owns columns 2<var>j</var> and 2<var>j</var> + 1. "
    "Column 7 is the cosine of pair 3, so <var>j</var> is the column divided by 2, rounded down.",
    hint="Write the columns in twos: 0 1, 2 3, 4 5, … and count the twos from 0.",
    wrong=[
        Wrong(7, "That is the column. Two columns share a pair, so there are half as many pairs."),
        Wrong(4, "You counted pairs from 1, or rounded 3.5 up. Columns 0 and 1 are pair 0."),
        Wrong(3.5, "Round down: column 6 and column 7 are the sine and the cosine of one pair."),
    ],
)

mixed_base = Numeric(
    "A program loops over <code>i = 0, 2, 4, …</code> and divides the position by "
    "10000<sup>2<var>i</var>/<var>d</var></sup>. Its table is the right table of which base?",
    answer=_BASE ** ((2 * 2 / _D) / (2 / _D)),
    because="The column <var>i</var> is already 2<var>j</var>, so the exponent is "
    "4<var>j</var>/<var>d</var>, and 10000<sup>4<var>j</var>/<var>d</var></sup> = "
    "(10000<sup>2</sup>)<sup>2<var>j</var>/<var>d</var></sup>.",
    hint="Write <var>i</var> = 2<var>j</var> into the exponent and bring it back to the form "
    "<var>base</var><sup>2<var>j</var>/<var>d</var></sup>.",
    wrong=[
        Wrong(
            _BASE,
            "With base 10000 the exponent would be <var>i</var>/<var>d</var>, since "
            "<var>i</var> is the column here. The program multiplies by 2 once more.",
        ),
        Wrong(2 * _BASE, "Doubling an exponent does not double the base. It squares it."),
        Wrong(_BASE / 2, "Doubling an exponent does not halve the base. It squares it."),
        Wrong(math.sqrt(_BASE), "That is the root: it would come from half the exponent."),
    ],
)

bits = Numeric(
    "How many binary digits change from position 31 to position 32?",
    answer=(31 ^ 32).bit_count(),
    because="31 is 011111 and 32 is 100000: all six digits change, while from 32 to 33 only one "
    "does. A step is not always the same size.",
    hint="Write both in binary, with the same number of digits, one under the other.",
    wrong=[
        Wrong(5, "You counted the ones of 31 that become zero. One zero also becomes a one."),
        Wrong(
            1,
            "That holds from 32 to 33, and for the decimal digits here. In binary, the carry from "
            "31 to 32 runs through all digits.",
        ),
        Wrong(
            31 ^ 32,
            "That is 31 XOR 32 as a number. How many ones does it have in binary?",
        ),
    ],
)

row_length = Numeric(
    "How long is a row of the table with <var>d</var> = 128, as a vector?",
    answer=np.linalg.norm(positional_encoding(8, 128)[7]),
    because="Each of the 64 pairs adds sin² + cos² = 1 to the squared length, and √64 = 8.",
    hint="What does one pair add to the squared length? How many pairs are there?",
    wrong=[
        Wrong(64, "That is the squared length. Take the root."),
        Wrong(
            math.sqrt(128),
            "You added 1 for every column. A <em>pair</em> adds 1, and a pair is two columns.",
        ),
        Wrong(128, "You added 1 for each column. A pair of columns adds 1. Then take the root."),
        Wrong(1, "One pair has length 1. The row has 64 of them."),
    ],
)

what_alternates = Choice(
    "Position 6 of a table with <var>d</var> = 8 holds …",
    [
        Option(
            "only sines, since 6 is even",
            "Sine and cosine alternate over <em>columns</em>, not over positions. "
            "The 2<var>j</var> in the formula is a column.",
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
            "Some libraries store the table like that, but the formula interleaves them: "
            "sine, cosine, sine, cosine.",
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
            "It is shifted by a quarter of a turn, and that makes it useful: its sign says "
            "whether the sine is rising or falling.",
        ),
        Option(
            "That all rows have the same length, and that shifts are linear.",
            "Both need sin² + cos² and the addition theorem, and those need the two columns of "
            "a pair. Chapter 4 proves the second.",
            right=True,
        ),
    ],
)

_OMEGA_2 = angular_frequencies(8)[2]
_PEAKS = math.pi / 2 / _OMEGA_2 + wavelengths(8)[2] * np.arange(2)
_COLUMN_4 = positional_encoding(1001, 8)[:, 4]

highest = Numeric(
    "<var>d</var> = 8, <var>B</var> = 10000. At which position from 0 to 1000 is column 4 largest?",
    answer=int(np.argmax(_COLUMN_4)),
    because=f"Column 4 is the sine of pair 2, which has frequency {_OMEGA_2:g}. "
    f"Its peak is at the angle π/2, and π/2 divided by {_OMEGA_2:g} is {_PEAKS[0]:.2f}.",
    hint="Which pair is column 4, and what is its frequency? A sine is largest at the angle π/2.",
    wrong=[
        Wrong(
            round(_PEAKS[1]),
            f"That is near the second peak, at {_PEAKS[1]:.1f}. But {round(_PEAKS[0])} is closer "
            f"to the first peak, at {_PEAKS[0]:.2f}, so column 4 is larger there.",
        ),
        Wrong(0, "A cosine is largest at 0. Column 4 is even, so it is a sine."),
        Wrong(
            int(np.argmax(positional_encoding(1001, 8)[:, 8 // 2 - 2])),
            "You looked at pair 1. Column 4 belongs to pair 2.",
        ),
        Wrong(
            round(math.pi / 2 / _BASE ** (-8 / 8)),
            "You used the column as the pair: "
            "frequency 10000<sup>−8/8</sup>. Column 4 belongs to pair 2.",
        ),
    ],
    tolerance=0.002,
)
