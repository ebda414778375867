"""Questions on the loop, the vectorized code, and what rounding does to both."""

import math

import numpy as np

from pe_book.questions.fresh import fresh
from pe_book.questions.question import Numeric, choice, numeric
from pe_book.text.numbers import fixed
from pe_lib.encoding import block_rows

_ROWS, _COLUMNS = 8192, 1024
_ENTRIES = _ROWS * _COLUMNS
_MILLIONS = fixed(_ENTRIES / 1e6, 1)
_BLOCK = block_rows(_COLUMNS)
_MEBI = 2**20
_FLOAT64, _FLOAT32 = np.dtype(np.float64).itemsize, np.dtype(np.float32).itemsize

_FAR_OUT = 10_000_000
_STEP = float(np.spacing(np.float32(_FAR_OUT)))

digits_far_out = choice(f"""
    A tutorial computes positions, frequencies and angles in float32, which keeps about seven
    decimal digits. How many digits are right in the worst column of its table at position
    {fixed(_FAR_OUT)}?

    ( ) About seven: a sine is never larger than 1.
        -> The sine is computed from an angle of up to ten million radians, and that angle has lost
        its digits before the sine is taken.
    ( ) About four: a few are lost to rounding on the way.
        -> That’s true near position 1,000. The loss grows in proportion to the position.
    (x) None, and nothing warns you.
        -> Near {fixed(_FAR_OUT)} the float32 numbers are {fixed(_STEP)} apart, so an angle is known
        only to about half a radian: not even the first digit of its sine is certain.
    ( ) The code raises an error: the position is too large for float32.
        -> Float32 holds numbers up to about 10<sup>38</sup>. It only holds fewer and fewer of them,
        the larger they are.
""")

where_the_time_goes = choice(f"""
    The vectorized code fills a table of {_ROWS} rows and {_COLUMNS} columns: {_MILLIONS} million
    entries. Where does most of its time go?

    ( ) Into the {_COLUMNS // 2} powers that give the frequencies.
        -> There are only {_COLUMNS // 2} of them, one for each pair. The table has {_MILLIONS}
        million entries.
    ( ) Into writing {_ENTRIES * _FLOAT64 // _MEBI} MiB of memory.
        -> Filling that memory with a constant takes much less time, as the measurements in this
        chapter show.
    (x) Into {_MILLIONS} million sines and cosines.
        -> It computes one for every entry. By the theorem of chapter 4, a few rows are enough:
        {fixed(np.log2(_ROWS))} by doubling, {_BLOCK + _ROWS // _BLOCK - 1} as this book’s library
        does it. The other rows are rotations of rows that are already there.
    ( ) Into Python’s own interpreter.
        -> That’s true of the double loop. The vectorized code calls NumPy only a few times, no
        matter how large the table is.
""")

_EQUAL = 32

missing_axis = choice(f"""
    You forget <code>[:, np.newaxis]</code> and multiply positions of shape (<var>L</var>,) by
    frequencies of shape (<var>d</var>/2,). <var>L</var> and <var>d</var>/2 are both above 1. What
    happens?

    ( ) The result still has shape (<var>L</var>, <var>d</var>/2).
        -> NumPy aligns two one-dimensional arrays along the same axis. Only the new axis turns one
        of them into a column.
    ( ) Always an error.
        -> Almost always. If <var>L</var> happens to equal <var>d</var>/2 there’s no error and you
        get a vector. A test with <var>L</var> = {_EQUAL} and <var>d</var> = {2 * _EQUAL} has that
        case.
    (x) An error, except when <var>L</var> = <var>d</var>/2: then silently one vector.
        -> Equal lengths multiply entry by entry, which gives the diagonal of the angles. So test
        with sizes that differ.
    ( ) A matrix of shape (<var>d</var>/2, <var>L</var>), the transpose.
        -> Broadcasting never makes a matrix from two one-dimensional arrays. One of them needs a
        second axis for that.
""")


@fresh(rows=(2048, 4096, 16384, 32768, 65536), columns=(256, 512, 1024, 2048))
def bytes_of_a_table(rows: int = 8192, columns: int = 1024) -> Numeric:
    entries = rows * columns
    return numeric(
        f"""
        How much memory does a float64 table of {rows} rows and {columns} columns take, in MiB
        (2<sup>20</sup> bytes)?

        (x) answer -> {rows} · {columns} entries are 2<sup>{fixed(np.log2(entries))}</sup>, at
            {_FLOAT64} bytes each 2<sup>{fixed(np.log2(entries * _FLOAT64))}</sup> bytes. The
            vectorized code needs twice that while it runs.
        ( ) float32 -> That’s the size in float32. A float64 takes {_FLOAT64} bytes.
        ( ) number_of_entries -> That’s the number of entries in units of 2<sup>20</sup>. Each takes
            {_FLOAT64} bytes.
        ( ) bits -> {8 * _FLOAT64} is the number of bits. A byte has 8 bits.
        ( ) megabytes -> Those are megabytes, units of 10<sup>6</sup> bytes. A MiB is 2<sup>20</sup>
            bytes.
        ( ) peak -> That’s the peak while the vectorized code runs. The table is half of that.
        (?) Entries times bytes for each entry, divided by 2<sup>20</sup>.
        """,
        answer=entries * _FLOAT64 / _MEBI,
        float32=entries * _FLOAT32 / _MEBI,
        number_of_entries=entries / _MEBI,
        bits=entries * 8 * _FLOAT64 / _MEBI,
        megabytes=entries * _FLOAT64 / 10**6,
        peak=2 * entries * _FLOAT64 / _MEBI,
        unit="MiB",
    )


_WIDTH, _ODD = 512, 7
_LAST_EXPONENT = -math.log(10_000) * (1 - 2 / _WIDTH)

more_stable = choice(f"""
    A colleague says: “use exp and log for the frequencies, the power is numerically unstable.” What
    will a measurement say?

    ( ) True: the power form loses digits.
        -> At <var>d</var> = {_WIDTH} it’s the other way around: the power is right to the last bit,
        or almost.
    (x) Both are stable; at <var>d</var> = {_WIDTH} exp/log is slightly <em>less</em> exact.
        -> The exponent, which goes down to {fixed(_LAST_EXPONENT, 1)}, is rounded first. The
        exponential turns that rounding error into a relative error. In float64 you will never
        notice it, and at a few other widths exp/log is more exact.
    ( ) True for large <var>d</var>, because 10000<sup>2<var>j</var>/<var>d</var></sup> overflows.
        -> The exponent 2<var>j</var>/<var>d</var> is below 1 for every <var>d</var>, so the power
        never exceeds 10000.
    ( ) Both give bit for bit the same frequencies.
        -> They’re equal only in exact arithmetic. In float64 their last digits differ.
""")

_BITS = np.finfo(np.float32).nmant + 1


@fresh(far=(5_000, 12_000, 50_000, 150_000, 600_000, 3_000_000))
def float32_spacing(far: int = 300_000) -> Numeric:
    power = math.floor(math.log2(far))
    spacing = float(np.spacing(np.float32(far)))
    nearer = far / 3
    return numeric(
        f"""
        Near {fixed(far)}, how far apart are two neighboring float32 numbers? (A float32 has {_BITS}
        significant bits, and 2<sup>{power}</sup> &lt; {fixed(far)} &lt; 2<sup>{power + 1}</sup>.)

        (x) answer -> From 2<sup>{power}</sup> to 2<sup>{power + 1}</sup> there are
            2<sup>{_BITS - 1}</sup> float32 numbers, so they are 2<sup>{power}−{_BITS - 1}</sup> =
            1/{fixed(1 / spacing)} apart. You can’t store an angle near {fixed(far)} radians more
            exactly than that.
        ( ) epsilon -> That’s the machine epsilon, the distance near 1. It grows with the number.
        ( ) half_epsilon -> That’s half the distance near 1, the relative rounding error. Multiply
            by the size.
        ( ) interval_above -> One factor 2 too many: {fixed(far)} lies in the interval that starts
            at 2<sup>{power}</sup>.
        ( ) leading_bit -> {_BITS} bits include the leading one, so {_BITS - 1} are left to divide
            the interval.
        ( ) nearer_by -> That’s the distance near {fixed(nearer)}. There’s a power of two in
            between.
        (?) There are 2<sup>{_BITS - 1}</sup> float32 numbers between 2<sup>{power}</sup> and
            2<sup>{power + 1}</sup>.
        """,
        answer=spacing,
        epsilon=float(np.finfo(np.float32).eps),
        half_epsilon=float(np.finfo(np.float32).eps) / 2,
        interval_above=2.0 ** (power + 1 - (_BITS - 1)),
        leading_bit=2.0 ** (power - _BITS),
        nearer_by=float(np.spacing(np.float32(nearer))),
    )


@fresh(rows=(256, 512, 1024, 2048, 4096, 16384, 32768))
def rows_for_doubling(rows: int = 8192) -> Numeric:
    return numeric(
        f"""
        You double from row 0 up to {rows} rows. How many rows of sines and cosines does that take?

        (x) answer -> You need one for each doubling: the shifts by 1, 2, 4, …, {rows // 2}. All
            other rows come from rotations.
        ( ) directly -> That’s the direct way: one row for each position.
        ( ) last_doubling -> The last doubling makes half of the rows, but it makes them all with
            one rotation.
        ( ) row_0 -> Row 0 is 0, 1, 0, 1, …, so it needs no sines. Count only the doublings.
        (?) Each doubling needs the sines of a single shift. How many doublings reach {rows}?
        """,
        answer=float(np.log2(rows)),
        directly=rows,
        last_doubling=rows / 2,
        row_0=np.log2(rows) + 1,
    )


odd_width = choice(f"""
    A tutorial’s module works for <var>d</var> = {_WIDTH} and raises an error for <var>d</var> =
    {_ODD}. Which line causes the error?

    ( ) <code>pe[:, 0::2] = sin(angles)</code>
        -> Four of the seven columns are even, and there are four frequencies, so this line works.
    (x) <code>pe[:, 1::2] = cos(angles)</code>
        -> There are three odd columns but four frequencies. The last sine has no cosine: leave out
        the last column of the angles.
    ( ) <code>arange(0, d, 2)</code>
        -> It gives {", ".join(map(str, range(0, _ODD, 2)))}, one exponent for each of the four
        pairs. That’s right.
    ( ) None: an odd <var>d</var> makes no sense.
        -> The formula is defined for every column. At an odd width, the last column has no rotation
        and the rows have no constant length, but the table exists.
""")

size_of_the_batch = choice("""
    sequence-models 1.8.0, a library for proteins, adds <code>pe[:, x.size(0), :]</code> to a batch
    of 8 texts, where <code>pe</code> has shape (1, 5000, <var>d</var>). Which row does the token at
    position 3 get?

    ( ) Row 3.
        -> That takes a slice, <code>:x.size(1)</code>, along the axis of the texts’ length. Here a
        colon is missing, and the axis is the batch’s.
    (x) Row 8, as every other token does.
        -> A whole number picks one row, and broadcasting adds it everywhere. So the size of the
        batch is the position of all tokens, and nothing fails.
    ( ) None: the shapes don’t fit, and it stops.
        -> One row fits every shape. That’s why there’s no error.
""")
