"""Questions on wrong implementations, wrong sentences, and the checks that catch them."""

from functools import cache

from pe_lib.mistakes import CHECKS, MISTAKES, check_matrix
from pe_lib.quiz import Choice, Numeric, Option, Wrong


@cache
def _caught_by(check: str) -> int:
    one = tuple(c for c in CHECKS if c.name == check)
    return int(check_matrix(checks=one).caught.sum())


predict_double_step = Choice(
    "chapter_8.predict_double_step",
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

base_of_the_double_step = Numeric(
    "chapter_8.base_of_the_double_step",
    "With <code>for i in range(0, d, 2)</code> and <code>10000 ** (2*i/d)</code>: "
    "which base <var>B</var> does the table really have?",
    answer=10_000.0**2,
    because="<var>i</var> is the column 2<var>j</var>, so the exponent is "
    "4<var>j</var>/<var>d</var> and 10000<sup>4<var>j</var>/<var>d</var></sup> = "
    "(10000<sup>2</sup>)<sup>2<var>j</var>/<var>d</var></sup>.",
    hint="Write the exponent with the pair <var>j</var>, then compare it with "
    "2<var>j</var>/<var>d</var>.",
    wrong=[
        Wrong(10_000.0, "That is what was meant. The second factor 2 changes it."),
        Wrong(20_000.0, "The factor 2 stands in the exponent. It squares the base."),
        Wrong(100.0, "That is the root: it is what leaving out the factor 2 would do."),
    ],
)

norm_catches = Numeric(
    "chapter_8.norm_catches",
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
    "chapter_8.only_far_rows",
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
    "chapter_8.smooth_gradients",
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

unseen_angles = Choice(
    "chapter_8.unseen_angles",
    "A model is trained on positions 0 to 511 and meets position 900. In which columns does it see "
    "angles that it has never seen?",
    [
        Option(
            "In the fast columns, because they change most.",
            "They change so much that within 512 positions they have been everywhere on their "
            "circle, again and again.",
        ),
        Option(
            "In the slow columns.",
            "A hand with a wavelength of more than 512 positions has not finished its first turn. "
            "At position 900 it points where it never pointed before.",
            right=True,
        ),
        Option(
            "In all columns alike.",
            "Each column is a function of an angle on a circle. Fast hands have covered theirs.",
        ),
        Option(
            "In none: sine and cosine are periodic.",
            "Periodic, yes, but the slow ones have not reached their first period.",
        ),
    ],
)

sound_test = Choice(
    "chapter_8.sound_test",
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
            "Both pass for every exhibit whose pairs are whole, whatever the frequencies.",
        ),
    ],
)
