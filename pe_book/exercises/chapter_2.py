"""The exercise on the table itself (chapters 2 and 8): does it agree with the formula?"""

from collections.abc import Callable

from pe_book.exercises.reply import ACCIDENTS, Exercise, Reply, run
from pe_lib.encoding import positional_encoding
from pe_lib.identify import identify

#: What to say to a reader about a finding of `identify`; without one, its own text is said.
REPLIES = {
    "double step": "This is the table of base 10000² = 10⁸. If the loop steps the column by 2, "
    "the column is already 2j: multiplying it by 2 again squares the base.",
    "column as pair": "The exponent uses the column where the formula has the pair. Column c "
    "belongs to the pair j = c // 2, and the exponent is 2j/d for both of its columns.",
    "a frequency for each column": "Every column has a frequency of its own: the cosine uses "
    "(2j+1)/d. Sine and cosine of a pair share the exponent 2j/d; otherwise the pair is not a "
    "clock hand, and a shift is not a rotation.",
    "cosine exponent": "The cosine's exponent is 2(j+1)/d. It belongs to the next pair; sine and "
    "cosine of one pair share the exponent 2j/d.",
    "end point reached": "These are tensor2tensor's exponents, j/(d/2 - 1), which reach 1/10000 "
    "exactly. The paper's formula divides by d/2 and stops one step earlier.",
    "halves": "All sines come first and then all cosines. The numbers are right, and some "
    "frameworks use this layout, but here (as in the paper) sine and cosine alternate.",
    "frequencies from one": "The pairs are counted from 1, so the fastest pair, ω = 1, is "
    "missing. Start at j = 0.",
    "positions from one": "Every row is one position late: the first row must be position 0, "
    "that is 0, 1, 0, 1, …",
    "parity of the position": "Sine and cosine are chosen by the parity of the position. It is "
    "the column that decides: even columns are sines in every row.",
    "sine and cosine swapped": "Sine and cosine are exchanged: column 2j is the sine, column "
    "2j+1 the cosine. The first row should read 0, 1, 0, 1, …",
    "frequencies reversed": "Fast and slow are exchanged: pair 0 must be the fastest, with ω = 1 "
    "radian per position.",
    "batch axis": "Every row is row 0. The table is indexed by the wrong axis: not by the "
    "position, but, in a module, by the batch.",
    "axes exchanged": "Rows and columns are exchanged while the table is filled, and the rows "
    "beyond d_model stay zero.",
    "floor division": "All frequencies are powers of 1/e: an operator // has taken the whole "
    "quotient -ln(B)/d. Put brackets around (d_model // 2).",
    "power exchanged": "Base and exponent of the power are exchanged, so the frequencies are "
    "0 and almost 1. It should be (1/B) to the power 2j/d.",
    "sine alone": "Every column is a sine of a frequency of its own. The odd columns hold the "
    "cosine of the same angle as the sine before them.",
    "factor missing": "The exponent is j/d: the factor 2 is missing. The slowest frequency should "
    "be close to 1/10000, but here it is near 1/100.",
    "sign lost": "The sign of the exponent is lost: the frequencies grow to 10000 instead of "
    "falling to 1/10000. Divide by the power or use a negative exponent.",
    "one function": "Both columns of a pair are the same function. The odd columns hold "
    "the cosine of the same angle.",
    "degrees": "The angle was converted from degrees to radians, but it is already in radians.",
    "float32 angles": "Right near the start, but far along the rows are off. The angles were "
    "probably computed in float32: use float64, and round at the end.",
}
ENCODING = Exercise(
    positional_encoding,
    lambda: [(12, 8), (50, 6), (3, 64), (1, 2), (9, 7)],
    (),
    axes=("position", "column"),
    praise="Every entry of the tables tried agrees with the formula, for even d_model and odd.",
)
#: A position at which angles computed in float32 are visibly off.
_FAR = 20_000


def check_encoding(function: Callable) -> Reply:
    """Check a reader's `function(seq_len, d_model)` against the paper's table, base 10000.

    It may be in PyTorch or return float32. The reply names the mistakes of chapter 8.
    """
    reply = ENCODING.judge(function)
    if not reply:
        return Reply(False, _named(function) or reply.text)
    far = run(function, (_FAR + 1, 8))
    if isinstance(far, str):
        return Reply(False, f"Short tables are right, but {far}")
    if far.agrees(positional_encoding(_FAR + 1, 8)):
        return reply
    different = f"Short tables are right, but {ENCODING.difference(far)}"
    return Reply(False, _named(function) or different)


def _named(function: Callable) -> str:
    """Return what is known of the mistakes in a function's table; "" if nothing is."""
    try:
        found = identify(function)
    except ACCIDENTS:
        return ""
    of_size = ("odd width crashes", "another size", "base ignored")  # these have a better reply
    named = [finding for finding in found.findings if finding.name not in of_size]
    return " ".join(REPLIES.get(finding.name, finding.text) for finding in named)
