"""Questions on the loop, the vectorized code, and what rounding does to both."""

import numpy as np

from pe_book.questions.question import Choice, Numeric, Option, Wrong
from pe_lib.encoding import block_rows

_ROWS, _COLUMNS = 8192, 1024
_BLOCK = block_rows(_COLUMNS)

where_the_time_goes = Choice(
    "The vectorized code fills a table of 8192 rows and 1024 columns: 8.4 million entries. "
    "Where does most of its time go?",
    [
        Option(
            "Into the 512 powers that give the frequencies.",
            "There are only 512 of them, one for each pair. The table has 8.4 million entries.",
        ),
        Option(
            "Into writing 64 MiB of memory.",
            "No code can be faster than writing the memory. The measurements in this chapter show "
            "how much slower than that the vectorized code is.",
        ),
        Option(
            "Into 8.4 million sines and cosines.",
            "It computes one for every entry. By the theorem of chapter 4, a few rows are enough: "
            f"{np.log2(_ROWS):.0f} by doubling, {_BLOCK + _ROWS // _BLOCK} as this book's "
            "library does it. The other rows are rotations of rows that are already there.",
            right=True,
        ),
        Option(
            "Into Python's own interpreter.",
            "That is true of the double loop. The vectorized code calls NumPy only a few times, no "
            "matter how large the table is.",
        ),
    ],
)


def _outer_shape_without_axis(seq_len: int, pairs: int) -> str:
    try:
        return str((np.arange(seq_len) * np.ones(pairs)).shape)
    except ValueError:
        return "error"


assert _outer_shape_without_axis(100, 32) == "error"
assert _outer_shape_without_axis(32, 32) == "(32,)"

missing_axis = Choice(
    "You forget <code>[:, np.newaxis]</code> and multiply positions of shape (<var>L</var>,) by "
    "frequencies of shape (<var>d</var>/2,). <var>L</var> and <var>d</var>/2 are both above 1. "
    "What happens?",
    [
        Option(
            "The result still has shape (<var>L</var>, <var>d</var>/2).",
            "NumPy aligns two one-dimensional arrays along the same axis. Only the new axis turns "
            "one of them into a column.",
        ),
        Option(
            "Always an error.",
            "Almost always. If <var>L</var> happens to equal <var>d</var>/2 there is no error and "
            "you get a vector. A test with <var>L</var> = 32 and <var>d</var> = 64 has that case.",
        ),
        Option(
            "An error, except when <var>L</var> = <var>d</var>/2: then silently one vector.",
            "Equal lengths multiply entry by entry, which gives the diagonal of the angles. So "
            "test with sizes that differ.",
            right=True,
        ),
        Option(
            "A matrix of shape (<var>d</var>/2, <var>L</var>), that is the transpose.",
            "Broadcasting never makes a matrix from two one-dimensional arrays. One of them needs "
            "a "
            "second axis for that.",
        ),
    ],
)

_MEBI = 2**20

bytes_of_a_table = Numeric(
    "How much memory does a float64 table of 8192 rows and 1024 columns take, in MiB "
    "(2<sup>20</sup> bytes)?",
    answer=_ROWS * _COLUMNS * np.dtype(np.float64).itemsize / _MEBI,
    unit="MiB",
    because="8192 · 1024 entries are 2<sup>23</sup>, at 8 bytes each 2<sup>26</sup> bytes. The "
    "vectorized code needs twice that while it runs.",
    hint="Entries times bytes for each entry, divided by 2<sup>20</sup>.",
    wrong=[
        Wrong(
            _ROWS * _COLUMNS * np.dtype(np.float32).itemsize / _MEBI,
            "That is the size in float32. A float64 takes 8 bytes.",
        ),
        Wrong(
            _ROWS * _COLUMNS / _MEBI,
            "That is the number of entries in units of 2<sup>20</sup>. Each takes 8 bytes.",
        ),
        Wrong(
            _ROWS * _COLUMNS * 64 / _MEBI,
            "64 is the number of bits. A byte has 8 bits.",
        ),
        Wrong(
            _ROWS * _COLUMNS * 8 / 10**6,
            "Those are megabytes, units of 10<sup>6</sup> bytes. A MiB is 2<sup>20</sup> bytes.",
        ),
        Wrong(
            2 * _ROWS * _COLUMNS * 8 / _MEBI,
            "That is the peak while the vectorized code runs. The table is half of that.",
        ),
    ],
)

more_stable = Choice(
    "A colleague says: “use exp and log for the frequencies, the power is numerically unstable.” "
    "What do the measurements above say?",
    [
        Option(
            "True: the power form loses digits.",
            "At <var>d</var> = 512 it is the other way around: the power is right to the last bit, "
            "or almost.",
        ),
        Option(
            "Both are stable; at <var>d</var> = 512 exp/log is slightly <em>less</em> exact.",
            "The exponent, which goes down to -9.2, is rounded first. The exponential turns that "
            "rounding error into a relative error. In float64 you will never notice it, and at a "
            "few other widths exp/log is more exact.",
            right=True,
        ),
        Option(
            "True for large <var>d</var>, because 10000<sup>2<var>j</var>/<var>d</var></sup> "
            "overflows.",
            "The exponent 2<var>j</var>/<var>d</var> is below 1 for every <var>d</var>, so the "
            "power never exceeds 10000.",
        ),
        Option(
            "Both give bit for bit the same frequencies.",
            "They are equal only in exact arithmetic. The figure shows where they differ.",
        ),
    ],
)

_FAR = 300_000

float32_spacing = Numeric(
    "Near 300,000, how far apart are two neighboring float32 numbers? "
    "(A float32 has 24 significant bits, and 2<sup>18</sup> &lt; 300,000 &lt; 2<sup>19</sup>.)",
    answer=float(np.spacing(np.float32(_FAR))),
    because="From 2<sup>18</sup> to 2<sup>19</sup> there are 2<sup>23</sup> float32 numbers, so "
    "they are 2<sup>18-23</sup> = 1/32 apart. You cannot store an angle near 300,000 radians more "
    "exactly than that.",
    hint="There are 2<sup>23</sup> float32 numbers between 2<sup>18</sup> and 2<sup>19</sup>.",
    wrong=[
        Wrong(
            float(np.finfo(np.float32).eps),
            "That is the machine epsilon, the distance near 1. It grows with the number.",
        ),
        Wrong(
            float(np.finfo(np.float32).eps) / 2,
            "That is half the distance near 1, the relative rounding error. Multiply by the size.",
        ),
        Wrong(
            2.0 ** (19 - 23),
            "One factor 2 too many: 300,000 lies in the interval that starts at 2<sup>18</sup>.",
        ),
        Wrong(
            2.0 ** (18 - 24),
            "24 bits include the leading one, so 23 are left to divide the interval.",
        ),
        Wrong(
            float(np.spacing(np.float32(100_000))),
            "That is the distance near 100,000. There are two powers of two in between.",
        ),
    ],
)

rows_for_doubling = Numeric(
    "You double from row 0 up to 8192 rows. How many rows of sines and cosines does that take?",
    answer=float(np.log2(_ROWS)),
    because="You need one for each doubling: the shifts by 1, 2, 4, …, 4096. All other rows come "
    "from rotations.",
    hint="Each doubling needs the sines of a single shift. How many doublings reach 8192?",
    wrong=[
        Wrong(
            _ROWS,
            "That is the direct way: one row for each position.",
        ),
        Wrong(
            _ROWS / 2,
            "The last doubling makes half of the rows, but it makes them all with one rotation.",
        ),
        Wrong(
            np.log2(_ROWS) + 1,
            "Row 0 is 0, 1, 0, 1, …, so it needs no sines. Count only the doublings.",
        ),
    ],
)

odd_width = Choice(
    "A tutorial's module works for <var>d</var> = 512 and raises an error for <var>d</var> = 7. "
    "Which line causes the error?",
    [
        Option(
            "<code>pe[:, 0::2] = sin(angles)</code>",
            "Four of the seven columns are even, and there are four frequencies, so this line "
            "works.",
        ),
        Option(
            "<code>pe[:, 1::2] = cos(angles)</code>",
            "There are three odd columns but four frequencies. The last sine has no cosine: leave "
            "out the last column of the angles.",
            right=True,
        ),
        Option(
            "<code>arange(0, d, 2)</code>",
            "It gives 0, 2, 4, 6, one exponent for each of the four pairs. That is right.",
        ),
        Option(
            "None: an odd <var>d</var> makes no sense.",
            "The formula is defined for every column. At an odd width, the last column has no "
            "rotation and the rows have no constant length, but the table exists.",
        ),
    ],
)
