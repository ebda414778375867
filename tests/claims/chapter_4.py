"""The numbers in the prose of chapter 4."""

import mpmath
import numpy as np

from pe_book.transformer import Task
from pe_lib import (
    angular_frequencies,
    fit_shift,
    positional_encoding,
    reversals,
    rotation_matrix,
    similarity,
    similarity_law,
    toeplitz_deviation,
)
from pe_lib.similarity import first_reversal
from tests.claims import Claim, word

WAVE = np.sin(0.01 * np.arange(1000))[:, np.newaxis]
BOTH = np.column_stack([WAVE, np.cos(0.01 * np.arange(1000))])


def explained(table: np.ndarray, k: int) -> float:
    """Return the share of the shifted rows' variance that the best matrix explains, in percent."""
    before, after = table[:-k], table[k:]
    left = after - before @ fit_shift(table, k).matrix.T
    return 100 * (1 - (left**2).sum() / ((after - after.mean(axis=0)) ** 2).sum())


def half_similar(base: float) -> int:
    """Return the first offset at which the similarity of 512 columns is one half or less."""
    return int(np.argmax(similarity(np.arange(1000), 512, base) <= 0.5))


assert all(explained(BOTH, k) > 100 - 1e-10 for k in (1, 10, 100))
# The share cos(k * omega)**2 over whole turns.
for k in (25, 50, 250):
    whole_turns = np.sin(2 * np.pi * np.arange(1000 + k) / 250)[:, np.newaxis]
    assert abs(explained(whole_turns, k) - 100 * np.cos(2 * np.pi * k / 250) ** 2) < 1e-10

SLOWER = bool((np.diff(angular_frequencies(64)) < 0).all())
FROM_64_ROWS = fit_shift(positional_encoding(64, 16), 3)
FIRST_DIGIT_WRONG = np.abs(FROM_64_ROWS.matrix - rotation_matrix(3, 16)).max() > 0.1
ROWS = positional_encoding(60, 64)
TURNED_BACK = ROWS @ (rotation_matrix(-3, 64) @ ROWS[30])
LAW_STEPS = -np.diff(similarity_law(np.array([[10.0, 11.0], [100.0, 101.0]])))[:, 0]
SHIFT, BACK = rotation_matrix(3, 2), rotation_matrix(-3, 2)
ONE_VALUE_A_DIAGONAL = {
    d: toeplitz_deviation(positional_encoding(40, d) @ positional_encoding(40, d).T) < 1e-12
    for d in (7, 8)
}
FIRST_RISES = [first_reversal(d) for d in (8, 128, 512, 2048)]


def refused(d_model: int) -> bool:
    try:
        rotation_matrix(1, d_model)
    except ValueError:
        return True
    return False


CLAIMS = [
    Claim("{} positions are almost exactly {} turns of the first hand", 44, word(44 / (2 * np.pi))),
    Claim("Give least squares {} rows", 1000),
    Claim("The same with {} columns", 16),
    Claim("In {} rows the last hands hardly move", 64),
    Claim(
        "For $\\omega = {}$ and offsets of {}, {} and {}, regression explains "
        "{:.2f}%, {:.1f}% and {:.1f}% of the variance",
        0.01,
        1,
        10,
        100,
        explained(WAVE, 1),
        explained(WAVE, 10),
        explained(WAVE, 100),
    ),
    Claim("all three shares are {:.0f}%", explained(BOTH, 100)),
    Claim("Euler's constant $\\gamma = {:.4f}$", np.euler_gamma),
    Claim("which is {:.4f} at", np.log(2) / np.log(1e4)),
    Claim(
        "At $d = {}$ the similarity at {} positions is {:.3f} and the law says {:.3f}; "
        "at {} it is {:.3f} against {:.3f}; at {} it is {:.3f} against {:.3f}.",
        512,
        16,
        similarity(16, 512),
        similarity_law(16),
        64,
        similarity(64, 512),
        similarity_law(64),
        256,
        similarity(256, 512),
        similarity_law(256),
    ),
    Claim(
        "At $d = {}$ the first rise is from {} to {}: {} positions are",
        512,
        first_reversal(512),
        first_reversal(512) + 1,
        44,
    ),
    Claim("There are {} rises among the first {} offsets", len(reversals(512)), 100),
    Claim(
        "it is at {} for {} columns, at {} for {}, at {} for {} and at {} for {}.",
        first_reversal(8),
        8,
        first_reversal(128),
        128,
        first_reversal(512),
        512,
        first_reversal(2048),
        2048,
    ),
    Claim(
        r"\omega_0 = {:.1f}$, and the upper right entry is its sine, {:.4f}.",
        0.5 * angular_frequencies(8)[0],
        rotation_matrix(0.5, 8)[0, 1],
    ),
    Claim("the rounding errors in the rows are near {:.0e}", np.finfo(float).eps / 2),
    Claim("keeps about {} digits", np.finfo(float).precision + 1),
    Claim("Here is one row of a table with {} columns", 16),
    Claim(
        "| {p}: ({:.0f}, {:.0f}) | {q}: ({:.4f}, {:.4f}) |",
        *positional_encoding(1, 2)[0],
        *positional_encoding(4, 2)[3],
        p=0,
        q=3,
    ),
    Claim(
        "| {p}: ({:.4f}, {:.4f}) | {q}: ({:.4f}, {:.4f}) |",
        *positional_encoding(6, 2)[5],
        *positional_encoding(9, 2)[8],
        p=5,
        q=8,
    ),
    Claim("so that column is $({:.4f}, {:.4f})$, the sine and the cosine of {}", *SHIFT[:, 1], 3),
    Claim(
        r"\begin{{pmatrix}} {:.4f} & {:.4f} \\ {:.4f} & {:.4f} \end{{pmatrix}} \begin{{pmatrix}} "
        r"{:.4f} \\ {:.4f} \end{{pmatrix}} = \begin{{pmatrix}} {:.4f} \\ {:.4f} \end{{pmatrix}} .",
        *SHIFT.ravel(),
        *positional_encoding(6, 2)[5],
        *(SHIFT @ positional_encoding(6, 2)[5]),
    ),
    Claim("Try the cosine of {} at the upper left", 3),
    Claim("the same**, about {:.3f} at base 10000", np.log(2) / np.log(1e4)),
    Claim("The law's curve would get there at $k = {:.2f}\\,B$", np.exp(-np.euler_gamma)),
    # Far along, the integral [Ci(k) - Ci(k/B)] / ln B is zero where Ci(k/B) is.
    Claim("is zero near $k = {:.2f}\\,B$", lambda: float(mpmath.findroot(mpmath.ci, 0.6))),
    Claim(
        "A table with {} columns first reaches zero near ${:.2f}\\,B$, then oscillates around it",
        512,
        lambda: float(np.argmax(similarity(np.arange(10_000), 512) < 0)) / 10_000,
    ),
    Claim("A model that is trained on {} positions sees too few", Task().length),
    Claim("once, not for each of {:,} positions", 100_000),
    Claim("About {} positions with {} columns and base 10000.", half_similar(10_000), 512),
    Claim("(The law that this section derives gives {:.0f}.)", np.sqrt(1e4) / np.e**np.euler_gamma),
    Claim("at base {:,} it is about {} positions", 100_000, half_similar(100_000)),
    Claim("After offset {}, with {} columns and base 10000.", first_reversal(512), 512),
    Claim(
        "and a slower pair turns by a {} angle",
        "smaller" if SLOWER else "larger",
    ),
    Claim(
        "{} unknowns need {} equations. {} positions give them.",
        word(SHIFT.size).capitalize(),
        word(SHIFT.size),
        word(SHIFT.size / len(SHIFT)).capitalize(),
    ),
    Claim(
        "The rows are {} predicted to rounding error, but the matrix is wrong in the {} digit.",
        "still" if FROM_64_ROWS.residual < 1e-12 else "not",
        "first" if FIRST_DIGIT_WRONG else "last",
    ),
    Claim(
        "a word three back looks exactly {} a word three ahead",
        "as similar as" if similarity(3, 64) == similarity(-3, 64) else "less similar than",
    ),
    Claim(
        "is largest at $q = p {} 3$, on {} side only",
        "-" if TURNED_BACK.argmax() == 30 - 3 else "+",
        word(sum(np.isclose(TURNED_BACK[[27, 33]], TURNED_BACK.max()))),
    ),
    Claim(
        "**Theorem (similarity).** For {} $d$,",
        "even" if ONE_VALUE_A_DIAGONAL[8] and not ONE_VALUE_A_DIAGONAL[7] else "any",
    ),
    Claim(
        "It is the {} for $k$ and $-k$.",
        "same" if similarity(3, 64) == similarity(-3, 64) else "opposite",
    ),
    Claim(
        "A larger base moves it {}: at base",
        "out" if half_similar(100_000) > half_similar(10_000) else "in",
    ),
    Claim(
        "With more pairs the first rise comes {}: it is at",
        "later" if FIRST_RISES == sorted(FIRST_RISES) else "earlier",
    ),
    Claim(
        "The curve of the law becomes {} with distance",
        "flatter" if LAW_STEPS[1] < LAW_STEPS[0] else "steeper",
    ),
    Claim(
        "that is the row of position $-k$: the signs of the {} sines are exchanged",
        word(np.count_nonzero(SHIFT != BACK)),
    ),
    Claim(
        "In this table the {} is the first coordinate",
        "sine" if positional_encoding(2, 2)[1, 0] == np.sin(1) else "cosine",
    ),
    Claim(
        "**{} $d$.** The {} sine has no cosine to turn with, so there is no $M_k$",
        "Odd" if refused(7) and not refused(8) else "Even",
        "last" if positional_encoding(1, 7)[0, -1] == np.sin(0) else "first",
    ),
    Claim(
        "It turns each hand by {} its angle per position, so it moves the row half a position on",
        "half" if np.isclose(rotation_matrix(0.5, 8)[0, 0], np.cos(1 / 2)) else "double",
    ),
]
ALLOWED = [
    r"about 50 minutes",
    r"must not be 0",
    r"row 0",
    r"constant 1,",
    r"condition number of 10¹² only about four digits of the matrix are left\. Near 10¹⁶ no digit",
    r"16 digits|: 1 for a perfect fit, 0 for one",
    r"step from 10 to 20 words is as visible as the step from 100 to 200 words",
    r"It is 1 at",
    r"from 0 to 1:",
    r"row [45]|position 4\.5|p = 4\.5|pair 0:",
    r"For offset 1 almost",
    r"section 11\.6",
]
