"""Questions on positions of images, times and other inputs."""

import math

import numpy as np

from pe_book.questions.fresh import fresh
from pe_book.questions.question import Numeric, choice, numeric
from pe_book.text.numbers import fixed
from pe_lib.frequency import angular_frequencies
from pe_lib.practice import t5_buckets

_HOURS = 24
_NOON, _LAST = _HOURS // 2, _HOURS - 1

hour_of_day = choice(f"""
    A forecast gets the hour of the day as one number, from 0 to {_LAST}. Which two hours does it
    take for the farthest apart?

    ( ) 0:00 and {_NOON}:00, which are half a day apart.
        -> On a clock they are. As numbers they differ by {_NOON}, and {_LAST} − 0 is more.
    (x) {_LAST}:00 and 0:00, although one hour lies between them.
        -> The number jumps from {_LAST} to 0 at midnight. The sine and the cosine of
        2π<var>h</var>/{_HOURS} don’t jump: there, {_LAST}:00 is as near to 0:00 as 1:00 is.
    ( ) None: a network learns that the day repeats.
        -> It may learn so from many midnights. But nothing in the input says it, and here two
        neighbors have the largest difference of all.
    ( ) {_NOON // 2}:00 and {_NOON + _NOON // 2}:00, where the sine of the hour is largest and
        smallest.
        -> That’s so for the sine of 2π<var>h</var>/{_HOURS}. The input here is the bare number.
""")


@fresh(buckets=(16, 24, 32, 40, 48, 64), longest=(64, 96, 128, 192, 256, 512))
def last_bucket(buckets: int = 32, longest: int = 128) -> Numeric:
    exact = buckets // 2
    steps = buckets - exact
    begins = exact * (longest / exact) ** (1 - 1 / steps)
    formula = f"{exact} · ({longest}/{exact})<sup>{steps - 1}/{steps}</sup> = {fixed(begins, 1)}"
    back = -np.arange(longest + 1)
    causal = t5_buckets(back, buckets, longest, causal=True)
    both = t5_buckets(back, buckets, longest)
    return numeric(
        f"""
        T5 in a decoder: {buckets} buckets, all for keys that come before the query,
        <code>max_distance</code> = {longest}. The first {exact} buckets hold one distance each, and
        the others grow evenly on a log axis from {exact} to {longest}. From which distance on is
        everything in the last bucket?

        (x) answer -> The last bucket begins one step before {longest}: at {formula}, so at the
            whole number after it.
        ( ) last_distance -> There the logarithm reaches the end of the last bucket, not its
            beginning.
        ( ) number -> That’s the number of the bucket, not a distance.
        ( ) both_ways -> That’s the case without a causal mask, where each direction has
            {buckets // 2} buckets.
        ( ) rounded_down -> At {formula} the last bucket begins: {math.floor(begins)} is before it.
        (?) There are {steps} steps from {exact} to {longest}. The last bucket begins after
            {steps - 1} of them.
        """,
        answer=int(np.argmax(causal == buckets - 1)),
        last_distance=longest,
        number=buckets - 1,
        both_ways=int(np.argmax(both == buckets // 2 - 1)),
        rounded_down=math.floor(begins),
        tolerance=0.001,
    )


@fresh(window=(5, 6, 8, 9, 10, 12, 14, 16))
def window_offsets(window: int = 7) -> Numeric:
    axis = np.subtract.outer(np.arange(window), np.arange(window))
    offsets, patches = len(np.unique(axis)), window**2
    return numeric(
        f"""
        In a window of {window} × {window} patches, a head learns one number for each pair of a row
        offset and a column offset. How many numbers does it learn?

        (x) answer -> Each of the two offsets takes {offsets} values, from {fixed(axis.min())} to
            {axis.max()}, and each row offset occurs with each column offset.
        ( ) one_axis -> That’s the number of offsets along one axis. Each occurs with each offset
            along the other.
        ( ) two_axes_apart -> So many it takes if rows and columns have numbers apart, which are
            added. Here each pair of offsets has its own.
        ( ) patches -> That’s the number of patches in a window. Offsets go in both directions, so
            there are more of them.
        ( ) without_zero -> No offset at all counts, too: a patch looks along its own row and its
            own column.
        ( ) scores -> That’s the number of scores. Scores with the same two offsets share a number.
        (?) Count the offsets along one axis first. They go in both directions.
        """,
        answer=offsets**2,
        one_axis=offsets,
        two_axes_apart=2 * offsets,
        patches=patches,
        without_zero=(offsets - 1) ** 2,
        scores=patches**2,
        tolerance=0.001,
    )


_ROWS, _COLUMNS = 3, 4
_GRID = np.indices((_ROWS, _COLUMNS)).reshape(2, -1).T
_EXCHANGED = np.indices((_COLUMNS, _ROWS))[::-1].reshape(2, -1).T
_WRONG_ROWS = (_GRID != _EXCHANGED).any(axis=1).sum()

rows_or_columns = choice(f"""
    A program fills a grid of patches and by mistake exchanges rows and columns. With which test
    image is the mistake easiest to miss?

    (x) {_COLUMNS} × {_COLUMNS} patches.
        -> The table has the right shape and the right set of rows. Only their order is transposed,
        and a test of the shape sees nothing.
    ( ) {_ROWS} × {_COLUMNS} patches.
        -> Here {_WRONG_ROWS} of {_ROWS * _COLUMNS} patches get a wrong row, and in some programs
        the shapes no longer fit. That’s the better test.
    ( ) 1 × {_COLUMNS} patches.
        -> With one line all rows are 0, so the exchange puts the column where the row belongs. You
        see it at once.
    ( ) All are equally good: sines don’t care about the order.
        -> The two halves of the columns encode different axes. Exchanging them changes the table.
""")

_FASTEST = fixed(angular_frequencies(128)[0])

diffusion_time = choice(f"""
    Time runs from 0 to 1 and goes into a sinusoidal encoding with base 10000, unscaled. Which pairs
    can tell two times apart?

    ( ) All pairs, since the encoding is injective.
        -> Different times do get different rows, but the rows of most pairs are almost equal. A
        network needs a margin.
    ( ) Mostly the slow pairs.
        -> Over a range of 1 a slow pair turns by its frequency, at most a few thousandths of a
        radian. It hardly moves.
    (x) Only the few fastest, and even the fastest turns by {_FASTEST} radian at most.
        -> No pair turns by more than ω<sub>0</sub> = {_FASTEST} radian over the whole range, and
        most turn by far less. Multiplying the time by 1000 brings the others into use.
    ( ) None: all rows are equal.
        -> They differ, but little: the fastest pair turns by up to {_FASTEST} radian.
""")

_PERIOD = 30

day_of_month = choice(f"""
    skrub 0.11.0 puts the day of the month on a circle, as the sine and the cosine of 2π ·
    day/{_PERIOD}. What is the last day of a long month near to?

    ( ) The first day of the next month, one step on.
        -> On a circle of {_PERIOD + 1} steps it would be. This one has {_PERIOD}.
    (x) The first day of its own month: they are one point.
        -> {_PERIOD + 1} is 1 after a whole turn of {_PERIOD}. No model can tell the two days apart.
    ( ) The day before, and nothing else.
        -> A circle has no end: the day after is as near.
""")
