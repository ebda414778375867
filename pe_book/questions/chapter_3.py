"""Questions on frequency and wavelength."""

import math

import numpy as np

from pe_book.questions.fresh import fresh
from pe_book.questions.question import Numeric, choice, numeric
from pe_book.text.numbers import fixed, percent, significant
from pe_lib.frequency import angular_frequencies, wavelengths

_BASE = 10_000.0
_D = _LENGTH = 512
_WAVES = wavelengths(_D)
_SHARE = np.mean(_WAVES > _LENGTH)

predict_unfinished = choice(f"""
    A table has {_D} columns, so {_D // 2} hands, and base 10000. A text has {_LENGTH} words. How
    many of the hands complete at least one turn in it?

    ( ) All of them: otherwise they couldn’t mark positions.
        -> A hand that moves by only a few degrees marks positions too, as an hour hand does. The
        slowest of these hands move no farther.
    (x) About half: {percent(1 - _SHARE)}.
        -> The other {percent(_SHARE)} don’t complete one turn. On a logarithmic scale, {_LENGTH}
        lies about in the middle between {fixed(_WAVES[0])} and {significant(_WAVES[-1], 1)}.
    ( ) Only a few: the wavelengths go up to tens of thousands.
        -> The wavelengths are spread evenly on a <em>logarithmic</em> scale, so many of them are
        short. On a plain scale, evenly spread wavelengths would make you right.
    ( ) Exactly one: the first.
        -> Pair 0 makes {fixed(_LENGTH / _WAVES[0])} turns in {_LENGTH} words. The next ones are
        only a little slower.
""")


@fresh(d=(16, 20, 24, 40, 48, 64))
def longest(d: int = 32) -> Numeric:
    return numeric(
        f"""
        <var>d</var> = {d}, <var>B</var> = 10000. How many positions is the longest wavelength?

        (x) answer -> The last pair is <var>j</var> = {d // 2 - 1}, so it’s 2π ·
            10000<sup>1−2/{d}</sup>, {100 * _BASE ** (-2 / d):.0f}% of the limit.
        ( ) limit -> That’s the limit for many columns, not the longest wavelength. The last pair is
            {d // 2 - 1}, not {d // 2}.
        ( ) radian -> You left out 2π: this is 1/ω, the positions for one <em>radian</em>. A turn is
            2π radians.
        ( ) shortest -> That’s the shortest wavelength. You swapped fast and slow.
        ( ) base -> That’s the base. A wavelength is 2π <var>B</var><sup>…</sup>.
        ( ) last_column -> You used the last column, {d - 1}, as 2<var>j</var>. The last pair has
            2<var>j</var> = {d - 2}.
        (?) Which pair is the last one? Put its <var>j</var> into 2π
            <var>B</var><sup>2<var>j</var>/<var>d</var></sup>.
        """,
        answer=wavelengths(d)[-1],
        limit=2 * math.pi * _BASE,
        radian=wavelengths(d)[-1] / (2 * math.pi),
        shortest=2 * math.pi,
        base=_BASE,
        last_column=2 * math.pi * _BASE ** (1 - 1 / d),
        unit="positions",
    )


@fresh(d=(8, 10, 12, 16), length=(20, 50, 200, 300, 500, 1000, 2000))
def unfinished(d: int = 8, length: int = 100) -> Numeric:
    waves = wavelengths(d)
    pairs, late = d // 2, int((waves > length).sum())
    listed = ", ".join(f"{wave:.4g}" for wave in waves)
    counted = "columns, or all the pairs" if 2 * late == pairs else "columns"
    return numeric(
        f"""
        <var>d</var> = {d}, <var>B</var> = 10000. How many of the pairs complete no full turn in a
        text of {length} positions?

        (x) answer -> The wavelengths are {listed} positions. The number of those longer than
            {length} is {late}.
        ( ) columns -> You counted {counted}. There are {pairs} pairs, and some do finish.
        ( ) radian -> You compared 1/ω, the positions for one radian, with {length}. A turn takes 2π
            times as long: the hand of pair {pairs - late} needs {waves[-late]:.0f} positions.
        ( ) none -> The slowest hand needs {waves[-1]:.0f} positions for a turn, more than {length}.
        (?) Write down the {pairs} wavelengths: each is {waves[1] / waves[0]:.3g} times the one
            before.
        """,
        answer=late,
        columns=2 * late,
        radian=int((1 / angular_frequencies(d) > length).sum()),
        none=0,
    )


_LONGER = 600

new_angles = choice(f"""
    A model was trained on texts of {_LENGTH} words and now reads one of {_LONGER}. Which columns
    show it angles that it has never seen?

    ( ) The fast ones, because they have turned the farthest.
        -> They have made many turns already, so every angle on their circle is close to one seen in
        training. After a whole turn nothing is new.
    ( ) All of them, because position {_LONGER} is new.
        -> The row as a whole is new, but the fast hands point where they have often pointed.
    ( ) None: sine and cosine stay between −1 and 1.
        -> The values stay bounded. But the slow pairs reach new angles: pairs of sine and cosine
        that didn’t occur <em>together</em> in training.
    (x) The slow ones, because they haven’t yet gone all the way around.
        -> A hand that covered a tenth of its circle in training now moves beyond that tenth.
        Whether this is what makes a model fail is another question.
""")

_K, _WIDTH = 44, 8
_DISTANCES = 2 * np.abs(np.sin(_K * angular_frequencies(_WIDTH) / 2))
_TURNED = _K * angular_frequencies(_WIDTH)
_BEST = int(_DISTANCES.argmax())
_NEXT, _SLOWEST = _BEST + 1, len(_TURNED) - 1

best_pair = choice(f"""
    <var>d</var> = {_WIDTH}, <var>B</var> = 10000. Rows 0 and {_K} hardly differ in pair 0. Which of
    the other pairs tells them apart best?

    ( ) None: a pair with a different frequency makes rows unique, not farther apart.
        -> It’s the other way around. Pair 0 makes the rows unique, and the others add distance.
    (x) Pair {_BEST}.
        -> It has turned by {fixed(_TURNED[_BEST], 1)} radians, so its hand points elsewhere,
        {fixed(_DISTANCES[_BEST], 2)} from where it began. Pair 0 is {fixed(_DISTANCES[0], 3)} from
        there.
    ( ) Pair {_NEXT}.
        -> It has turned by only {fixed(_TURNED[_NEXT], 2)} radians, a distance of
        {fixed(_DISTANCES[_NEXT], 2)}. That helps, but another pair helps more.
    ( ) Pair {_SLOWEST}, the slowest: it’s still on its first turn.
        -> It has hardly moved: {fixed(_TURNED[_SLOWEST], 3)} radians in {_K} positions.
""")


@fresh(d=(8, 10, 12, 20, 24, 32))
def ratio(d: int = 16) -> Numeric:
    steps = d // 2
    return numeric(
        f"""
        <var>d</var> = {d}, <var>B</var> = 10000. By which factor is each wavelength longer than the
        one before?

        (x) answer -> The ratio is <var>B</var><sup>2/<var>d</var></sup> =
            10000<sup>1/{steps}</sup>. It takes {steps} such steps to make 10000.
        ( ) column_to_column -> That’s the step from column to column if each had its own frequency.
            A pair shares one.
        ( ) one_step_short -> You let the {steps - 1} steps between {steps} pairs reach the full
            factor of 10000. In the formula the last pair is one step short of it.
        ( ) frequencies -> That’s the ratio of the frequencies. Wavelengths grow.
        ( ) evenly -> You spread the wavelengths evenly. They grow by a constant <em>factor</em>.
        (?) There are {steps} pairs. Divide λ<sub>1</sub> by λ<sub>0</sub>.
        """,
        answer=np.divide(*wavelengths(d)[[1, 0]]),
        column_to_column=_BASE ** (1 / d),
        one_step_short=_BASE ** (1 / (steps - 1)),
        frequencies=_BASE ** (-1 / steps),
        evenly=_BASE / steps,
    )


@fresh(d=(32, 48, 64, 96), length=(512, 1024, 4096, 8192))
def choose_base(d: int = 128, length: int = 2048) -> Numeric:
    radius = 2 * length / (2 * math.pi)
    return numeric(
        f"""
        Which base makes the slowest of the hands for <var>d</var> = {d} turn by exactly half a
        circle in {length} positions?

        (x) answer -> The longest wavelength is then twice the length of the text.
        ( ) limit -> You used the limit 2π<var>B</var>. The longest wavelength is 2π
            <var>B</var><sup>1−2/<var>d</var></sup>.
        ( ) whole_turn -> That’s a whole turn. Half a turn needs twice the wavelength.
        ( ) wavelength -> That’s the wavelength you need, in positions. The base is a different
            number: solve for it.
        ( ) radian -> You left out 2π: a wavelength is 2π times 1/ω.
        (?) Half a turn in <var>L</var> positions means a wavelength of 2<var>L</var>. Solve 2π
            <var>B</var><sup>1−2/<var>d</var></sup> = 2<var>L</var>.
        """,
        answer=radius ** (d / (d - 2)),
        limit=radius,
        whole_turn=(radius / 2) ** (d / (d - 2)),
        wavelength=2 * length,
        radian=(2 * length) ** (d / (d - 2)),
    )
