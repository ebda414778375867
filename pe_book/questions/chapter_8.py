"""Questions on wrong implementations, wrong sentences, and the checks that catch them."""

from functools import cache

import numpy as np

from pe_book.mistakes import CHECKS, MISTAKES, check_matrix
from pe_book.mistakes.implementations import Implementation
from pe_book.questions.question import Choice, Numeric, Option, Wrong
from pe_lib.frequency import wavelengths


@cache
def _caught_by(*names: str) -> int:
    checks = tuple(check for check in CHECKS if check.name in names)
    return int(check_matrix(checks=checks).caught.any(axis=1).sum())


predict_double_step = Choice(
    "The loop above steps the column by 2 and then multiplies by 2 again. Which check notices?",
    [
        Option(
            "The norm: the rows no longer have length √(<var>d</var>/2).",
            "Every pair is still the sine and cosine of <em>one</em> angle, whatever the angle. "
            "So every pair has length 1.",
        ),
        Option(
            "Toeplitz: dot products no longer depend on the offset alone.",
            "The dot product is still a sum of cos(ω<var>k</var>), with other ω. "
            "It depends on <var>k</var> alone.",
        ),
        Option(
            "Rotation: a shift is no longer one matrix.",
            "It is, for any frequencies at all: each pair turns by its own fixed angle.",
        ),
        Option(
            "The golden row, or the wavelengths.",
            "All the structure is intact, because this <em>is</em> a correct table, of base "
            "10<sup>8</sup>. Only a check that knows the base can see it.",
            right=True,
        ),
    ],
)

_FROM_ONE = {mistake.name: mistake for mistake in MISTAKES}["frequencies from one"]
_WIDTH = 64


def _slowest_turn(implementation: Implementation) -> float:
    sine, cosine = implementation(2, _WIDTH, 10_000.0)[1, -2:]
    return float(2 * np.pi / np.arctan2(sine, cosine))


longest_from_one = Numeric(
    "The exhibit “frequencies from one” divides the position by "
    "10000<sup>2<var>m</var>/<var>d</var></sup> with <var>m</var> = 1, …, <var>d</var>/2. "
    f"How long is its longest wavelength at <var>d</var> = {_WIDTH}, in positions?",
    answer=_slowest_turn(_FROM_ONE.implementation),
    because="At <var>m</var> = <var>d</var>/2 the exponent is 1, so the wavelength is "
    "2π · 10000, at every width. What the shift by one pair wins at the slow end it loses at the "
    "fast one.",
    hint="Which <var>m</var> is the slowest, and what is its exponent?",
    wrong=[
        Wrong(
            float(wavelengths(_WIDTH)[-1]),
            "That is the longest one of the formula, which counts its pairs from 0 and so stops "
            "one step earlier.",
        ),
        Wrong(10_000.0, "That is the largest divisor. A turn takes 2π times as long."),
        Wrong(
            float(2 * np.pi * 10_000.0 ** (2 / _WIDTH)),
            "That is <var>m</var> = 1, its shortest wavelength.",
        ),
        Wrong(
            float(2 * np.pi * 10_000.0 ** (1 + 2 / _WIDTH)),
            "That is one step too far: <var>m</var> ends at <var>d</var>/2.",
        ),
    ],
)

norm_catches = Numeric(
    f"Of the {len(MISTAKES)} implementations, how many does the norm check catch? "
    "Guess before you look.",
    answer=_caught_by("norm"),
    because="It catches those in which sine and cosine of a pair do not belong to one angle, or "
    "the pair is not there. It sees no wrong frequency at all.",
    hint="Which mistakes leave every pair the sine and cosine of one angle?",
    wrong=[
        Wrong(
            _caught_by("golden row"),
            "That many fail the golden row, which knows the values. The norm only knows that "
            "sin² + cos² = 1.",
        ),
        Wrong(
            len(MISTAKES) - _caught_by("norm"),
            "That many slip <em>through</em> the norm check.",
        ),
        Wrong(
            len(MISTAKES),
            "All of them would be nice. But most mistakes keep every pair on its circle.",
        ),
        Wrong(
            _caught_by("wavelength"),
            "That is the wavelength check, which also notices a wrong frequency.",
        ),
    ],
)

only_far_rows = Choice(
    "One mistake passes every check except the one that looks at rows near position 20,000. Which?",
    [
        Option(
            "Frequencies from one.",
            "The missing pair with ω = 1 shows in the golden row already.",
        ),
        Option(
            "Angles in float32.",
            "Near row 0 the rounding is invisible; it grows with the position. A test that looks "
            "at the first hundred rows will never see it.",
            right=True,
        ),
        Option(
            "Sine and cosine swapped.",
            "Row 0 shows it: it should read 0, 1, 0, 1, …",
        ),
        Option(
            "The crash at odd <var>d</var>.",
            "That one is caught by a single check too, but by the odd width, not by far rows.",
        ),
    ],
)

smooth_gradients = Choice(
    "“Sine and cosine give smooth gradients through the positional encoding, which helps "
    "training.” What flows through the sinusoidal table in training?",
    [
        Option(
            "A gradient with respect to the position.",
            "The position is an integer that nobody trains. No derivative by <var>p</var> is "
            "taken.",
        ),
        Option(
            "A gradient with respect to the frequencies.",
            "They are fixed by the formula. Learned frequencies exist, but this is not that.",
        ),
        Option(
            "Nothing: the table is a constant.",
            "The derivative of <var>x</var> + constant by <var>x</var> is the identity, with a "
            "smooth table or with random numbers.",
            right=True,
        ),
        Option(
            "The same gradient as through a learned position embedding.",
            "That embedding is a parameter and gets a gradient. The sinusoidal table does not.",
        ),
    ],
)


def _unfinished(base: float) -> int:
    return int((wavelengths(512, base) > 512).sum())


larger_base = Choice(
    "A model with <var>d</var> = 512 is trained on 512 positions. With base 10,000, "
    f"{_unfinished(1e4)} of its 256 pairs have not finished a turn by then. "
    "How many are there if it is trained with base 500,000?",
    [
        Option(
            f"{_unfinished(1e3)}: fewer, and that is why long-context models raise the base.",
            "A larger base makes pairs slower, not faster. That many there are with base 1000.",
        ),
        Option(
            f"{_unfinished(1e4)} as before: the base changes the fast pairs.",
            "It changes every pair but the first, which turns by one radian with any base. The "
            "slow ones change most.",
        ),
        Option(
            f"{_unfinished(5e5)}: more.",
            "All pairs but the first become slower, so more of them are still on their first turn. "
            "Beyond position 511 they point where they never pointed.",
            right=True,
        ),
        Option(
            "None: the slow pairs no longer move.",
            "Slow is not still. None of them has finished its turn.",
        ),
    ],
)

sound_test = Choice(
    "You may keep two checks from the matrix. Together they should catch as many of the "
    "implementations as possible. Which two?",
    [
        Option(
            "Norm and Toeplitz.",
            "They see the same thing, a broken pair, and together catch no more than one alone.",
        ),
        Option(
            "Golden row and wavelength.",
            "Whatever fails the wavelength check has a wrong golden row as well.",
        ),
        Option(
            "Golden row and far rows, or golden row and odd <var>d</var>.",
            "The golden row leaves two: one that shows only far along, and one that shows only at "
            "odd widths. A second check adds either of them, and no pair gets both.",
            right=True,
        ),
        Option(
            "Rotation and uniqueness.",
            "Rotation passes for every exhibit whose pairs are whole. Together they catch "
            f"{_caught_by('rotation', 'uniqueness')}, the golden row alone "
            f"{_caught_by('golden row')}.",
        ),
    ],
)
