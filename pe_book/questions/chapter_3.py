"""Questions on frequency and wavelength."""

import math

import numpy as np

from pe_book.questions.question import Choice, Numeric, Option, Wrong
from pe_lib.frequency import angular_frequencies, wavelengths

_BASE = 10_000.0
_SHARE = 100 * np.mean(wavelengths(512) > 512)

predict_unfinished = Choice(
    "A table has 512 columns, so 256 hands, and base 10000. A text has 512 words. "
    "How many of the hands complete at least one turn in it?",
    [
        Option(
            "All of them: otherwise they could not mark positions.",
            "A hand that moves by only a few degrees marks positions too, as an hour hand does. "
            "Most of the slow hands never move farther than that.",
        ),
        Option(
            f"About half: {100 - _SHARE:.0f}%.",
            f"The other {_SHARE:.0f}% do not complete one turn. On a logarithmic scale, 512 lies "
            "about in the middle between 6 and 60,000.",
            right=True,
        ),
        Option(
            "Only a few: the wavelengths go up to tens of thousands.",
            "The wavelengths are spread evenly on a <em>logarithmic</em> scale, so many of them "
            "are short. On a plain scale, evenly spread wavelengths would make you right.",
        ),
        Option(
            "Exactly one: the first.",
            f"Pair 0 makes {512 / wavelengths(512)[0]:.0f} turns in 512 words. "
            "The next ones are only a little slower.",
        ),
    ],
)

_D = 32

longest = Numeric(
    f"<var>d</var> = {_D}, <var>B</var> = 10000. How many positions is the longest wavelength?",
    answer=wavelengths(_D)[-1],
    because=f"The last pair is <var>j</var> = {_D // 2 - 1}, so it is "
    f"2π · 10000<sup>1−2/{_D}</sup>, {100 * _BASE ** (-2 / _D):.0f}% of the limit.",
    hint="Which pair is the last one? Put its <var>j</var> into "
    "2π <var>B</var><sup>2<var>j</var>/<var>d</var></sup>.",
    wrong=[
        Wrong(
            2 * math.pi * _BASE,
            "That is the limit for many columns, not the longest wavelength. "
            f"The last pair is {_D // 2 - 1}, not {_D // 2}.",
        ),
        Wrong(
            wavelengths(_D)[-1] / (2 * math.pi),
            "You left out 2π: this is 1/ω, the positions for one <em>radian</em>. "
            "A turn is 2π radians.",
        ),
        Wrong(2 * math.pi, "That is the shortest wavelength. You exchanged fast and slow."),
        Wrong(_BASE, "That is the base. A wavelength is 2π <var>B</var><sup>…</sup>."),
        Wrong(
            2 * math.pi * _BASE ** (1 - 1 / _D),
            f"You used the last column, {_D - 1}, as 2<var>j</var>. "
            f"The last pair has 2<var>j</var> = {_D - 2}.",
        ),
    ],
    unit="positions",
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
            "Equal length means that each hand stays on its circle. "
            "It does not say how fast it turns.",
        ),
        Option(
            "The ones in the middle.",
            "The frequencies fall from the first pair to the last without a turning point.",
        ),
    ],
)

_WAVES_8 = wavelengths(8)
_LISTED = ", ".join(f"{wave:.4g}" for wave in _WAVES_8)

unfinished = Numeric(
    "<var>d</var> = 8, <var>B</var> = 10000. How many of the pairs complete no full turn in a "
    "text of 100 positions?",
    answer=int((_WAVES_8 > 100).sum()),
    because=f"The wavelengths are {_LISTED} positions. The last two are longer than 100.",
    hint="Write down the four wavelengths: each is 10 times the one before.",
    wrong=[
        Wrong(
            2 * int((_WAVES_8 > 100).sum()),
            "You counted columns, or all the pairs. There are four pairs, and some do finish.",
        ),
        Wrong(
            int((1 / angular_frequencies(8) > 100).sum()),
            "You compared 1/ω, the positions for one radian, with 100. A turn takes 2π times as "
            f"long: the third hand needs {_WAVES_8[2]:.0f} positions.",
        ),
        Wrong(0, f"The slowest hand needs {_WAVES_8[3]:.0f} positions for a turn, far over 100."),
    ],
)

new_angles = Choice(
    "A model was trained on texts of 512 words and now reads one of 600. "
    "Which columns show it angles that it has never seen?",
    [
        Option(
            "The fast ones, because they have turned the farthest.",
            "They have made many turns already, so every angle on their circle is close to one "
            "seen in training. After a whole turn nothing is new.",
        ),
        Option(
            "All of them, because position 600 is new.",
            "The row as a whole is new, but the fast hands point where they have often pointed.",
        ),
        Option(
            "None: sine and cosine stay between −1 and 1.",
            "The values stay bounded. But the slow pairs reach new angles: pairs of sine and "
            "cosine that did not occur <em>together</em> in training.",
        ),
        Option(
            "The slow ones, because they have not yet gone all the way around.",
            "A hand that covered a tenth of its circle in training now moves beyond that tenth. "
            "Whether this is what makes a model fail is another question.",
            right=True,
        ),
    ],
)

what_others_buy = Choice(
    "The first pair alone already gives every whole position a row of its own. "
    "So what are the other pairs for?",
    [
        Option(
            "They make the rows unique.",
            "The first pair does that alone, because π is irrational.",
        ),
        Option(
            "They keep different rows clearly apart.",
            "With the first pair alone, some rows differ by less than 0.0001. Every further pair "
            "can only add distance.",
            right=True,
        ),
        Option(
            "They make the rows longer, so that the word vectors do not drown them out.",
            "The length does grow with the number of pairs, but a constant factor would do the "
            "same.",
        ),
        Option(
            "They extend the range: the first pair is used up after one turn.",
            "It never returns to exactly the same point, however many turns it makes. "
            "But it comes close.",
        ),
    ],
)

ratio = Numeric(
    "<var>d</var> = 16, <var>B</var> = 10000. By which factor is each wavelength longer than the "
    "one before?",
    answer=wavelengths(16)[1] / wavelengths(16)[0],
    because="The ratio is <var>B</var><sup>2/<var>d</var></sup> = 10000<sup>1/8</sup>. "
    "Eight such steps would make 10000.",
    hint="There are 8 pairs. Divide λ<sub>1</sub> by λ<sub>0</sub>.",
    wrong=[
        Wrong(
            _BASE ** (1 / 16),
            "That is the step from column to column if each had its own frequency. "
            "A pair shares one.",
        ),
        Wrong(
            _BASE ** (1 / 7),
            "You let the seven steps between eight pairs reach the full factor of 10000. "
            "In the formula the last pair is one step short of it.",
        ),
        Wrong(_BASE ** (-1 / 8), "That is the ratio of the frequencies. Wavelengths grow."),
        Wrong(
            _BASE / 8,
            "You spread the wavelengths evenly. They grow by a constant <em>factor</em>.",
        ),
    ],
)

_D_CHOICE, _LENGTH = 128, 2048
_RADIUS = 2 * _LENGTH / (2 * math.pi)

choose_base = Numeric(
    f"Which base makes the slowest of the hands for <var>d</var> = {_D_CHOICE} turn by exactly "
    f"half a circle in {_LENGTH} positions?",
    answer=_RADIUS ** (_D_CHOICE / (_D_CHOICE - 2)),
    because="The longest wavelength is then twice the length of the text.",
    hint="Half a turn in <var>L</var> positions means a wavelength of 2<var>L</var>. "
    "Solve 2π <var>B</var><sup>1−2/<var>d</var></sup> = 2<var>L</var>.",
    wrong=[
        Wrong(
            _RADIUS,
            "You used the limit 2π<var>B</var>. The longest wavelength is "
            "2π <var>B</var><sup>1−2/<var>d</var></sup>.",
        ),
        Wrong(
            (_RADIUS / 2) ** (_D_CHOICE / (_D_CHOICE - 2)),
            "That is a whole turn. Half a turn needs twice the wavelength.",
        ),
        Wrong(
            2 * _LENGTH,
            "That is the wavelength you need, in positions. The base is a different "
            "number: solve for it.",
        ),
        Wrong(
            (2 * _LENGTH) ** (_D_CHOICE / (_D_CHOICE - 2)),
            "You left out 2π: a wavelength is 2π times 1/ω.",
        ),
    ],
)
