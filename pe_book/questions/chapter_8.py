"""Questions on wrong implementations, wrong sentences, and the checks that catch them."""

import numpy as np

from pe_book.mistakes import CHECKS, LIKELY, MISTAKES, check_matrix
from pe_book.mistakes.battery import PASSES
from pe_book.notebook.cells import Source, listing, source_of
from pe_book.questions.question import choice, numeric
from pe_book.text.numbers import fixed
from pe_lib.frequency import wavelengths


def _caught_by(*names: str) -> int:
    return sum(
        any(found[name] != PASSES for name in names) for found in check_matrix(LIKELY).values()
    )


_NAMED = {mistake.name: mistake for mistake in MISTAKES}

predict_double_step = choice(
    f"""
    A loop steps its column <code>i</code> by 2, and its exponent, <code>2 * i / d_model</code>,
    multiplies by 2 again. Which test notices?

    ( ) The norm: the rows no longer have length √(<var>d</var>/2).
        -> Every pair is still the sine and cosine of <em>one</em> angle, so every pair has length
        1.
    ( ) Toeplitz: dot products no longer depend on the offset alone.
        -> The dot product is still a sum of cos(ω<var>k</var>), with other ω. It depends on
        <var>k</var> alone.
    ( ) Rotation: a shift isn’t one matrix any more.
        -> It still is. For any frequencies, each pair turns by its own fixed angle.
    (x) The golden row (one row, computed by hand), or the wavelengths.
        -> All the structure is intact, because this <em>is</em> a correct table for base
        10<sup>{fixed(np.log10(10_000**2))}</sup>. Only a test that knows the base can notice.
""",
    exhibit=lambda: source_of(_NAMED["double step"].implementation),
)

_BASE = 10_000

norm_catches = numeric(
    f"""
    Of the {len(LIKELY)} tables that are likely, how many does the norm test catch? Say why before
    you count.

    (x) answer -> It catches the two in which the sine and cosine of a pair belong to different
        angles. It never notices a wrong frequency.
    ( ) slip_through -> That many slip <em>through</em> the norm test. The golden row, which knows
        the values, sees as many.
    ( ) all_of_them -> No. Most of the mistakes keep every pair on its circle.
    ( ) far_rows -> That many fail the test of far rows, which compares angles.
    (?) In which bugs is every pair still the sine and cosine of one angle?
    """,
    answer=_caught_by("norm"),
    slip_through=len(LIKELY) - _caught_by("norm"),
    all_of_them=len(LIKELY),
    far_rows=_caught_by("far rows"),
    exhibit=lambda: source_of(*(mistake.implementation for mistake in LIKELY)),
)

only_far_rows = choice("""
    “float32 angles” passes every test except the one that looks at rows near position 20,000. Why
    only that one?

    ( ) Its frequencies belong to another base.
        -> Then the golden row and the wavelength would see it, close to the beginning.
    (x) float32 keeps a fixed number of digits, so large angles lose more.
        -> Near row 0 the rounding error is invisible; it grows with the position. A test of the
        first hundred rows will never notice it.
    ( ) The slow pairs have turned too little before.
        -> They stay among the most exact: their angles are small, even far along.
    ( ) Far along, its sines and cosines no longer belong to one angle.
        -> They do, so every row keeps its length. But it isn’t the right angle any more.
""")

smooth_gradients = choice("""
    “Sine and cosine give smooth gradients through the positional encoding, which helps training.”
    What flows through the sinusoidal table in training?

    ( ) A gradient with respect to the position.
        -> The position is an integer, and it isn’t trained. Training takes no derivative with
        respect to <var>p</var>.
    ( ) A gradient with respect to the frequencies.
        -> The formula fixes the frequencies. Some methods learn them, but this one doesn’t.
    (x) Nothing: the table is a constant.
        -> The derivative of <var>x</var> + constant with respect to <var>x</var> is the identity,
        whether the constants are smooth or random.
    ( ) The same gradient as through a learned position embedding.
        -> That embedding is a parameter and gets a gradient. The sinusoidal table doesn’t.
""")


_D = _LENGTH = 512
_SMALLER, _LARGER = 1000, 500_000


def _unfinished(base: float) -> int:
    return int((wavelengths(_D, base) > _LENGTH).sum())


larger_base = choice(f"""
    A model with <var>d</var> = {_D} is trained on {_LENGTH} positions. With base {fixed(_BASE)},
    {_unfinished(_BASE)} of its {_D // 2} pairs haven’t finished a turn by then. How many are there
    if it is trained with base {fixed(_LARGER)}?

    ( ) {_unfinished(_SMALLER)}: fewer, and that is why long-context models raise the base.
        -> A larger base makes the pairs slower, not faster. This is the number for base {_SMALLER}.
    ( ) {_unfinished(_BASE)} as before: the base changes the fast pairs.
        -> It changes every pair except the first, which turns by one radian with any base. The slow
        pairs change most.
    (x) {_unfinished(_LARGER)}: more.
        -> All pairs except the first become slower, so more of them are still on their first turn.
        Beyond position {_LENGTH - 1} they reach angles that they never had before.
    ( ) None: the slow pairs no longer move.
        -> They are slow, but they do move. None of them has finished a turn.
""")

reversed_is_seen = choice("""
    “Frequencies reversed” has the pairs of the right table in the opposite order. Which tests catch
    it?

    ( ) Norm and rotation.
        -> Every pair is intact: all rows have the right length, and one matrix shifts them all.
    ( ) The first row.
        -> Row 0 is 0, 1, 0, 1, … in whatever order the pairs are.
    (x) Golden row, wavelength and fast first.
        -> These three know which frequency belongs to which column. The others see the pairs, and
        not their order.
    ( ) None of them, since the numbers are right.
        -> They are right in the wrong columns. A test that compares columns sees that.
""")


def _marks() -> Source:
    """Return the matrix as columns of text."""
    rows = [
        [name, *("" if outcome == PASSES else "caught" for outcome in found.values())]
        for name, found in check_matrix(LIKELY).items()
    ]
    caption = "Which test catches which table"
    return Source(repr(listing(["bug", *(check.name for check in CHECKS)], rows, caption=caption)))


sound_test = choice(
    f"""
    You may keep two tests from the matrix. Together they should catch as many of the
    implementations as possible. Which two?

    ( ) Norm and Toeplitz.
        -> Both notice the same thing, a broken pair. Together they catch no more than one of them
        alone.
    ( ) Golden row and wavelength.
        -> Every bug that fails the wavelength test also has a wrong golden row.
    (x) Golden row and far rows, or golden row and odd <var>d</var>.
        -> The golden row misses two: one fails only at far positions, and one only at odd widths. A
        second test catches one of these two. No two tests catch everything.
    ( ) Rotation and uniqueness.
        -> Rotation passes for every bug whose pairs are whole. Together they catch
        {_caught_by("rotation", "uniqueness")}, the golden row alone {_caught_by("golden row")}.
""",
    exhibit=_marks,
)
