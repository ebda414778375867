"""The numbers in the prose of chapter 3."""

import numpy as np

from pe_lib import angular_frequencies, positional_encoding, similarity, wavelengths
from tests.claims import Claim, word


def unfinished(length: int) -> float:
    """Return the percentage of hands that complete no turn, for 512 columns."""
    return 100 * np.mean(wavelengths(512) > length)


def distance(k: int, d_model: int = 2) -> float:
    table = positional_encoding(k + 1, d_model)
    return np.linalg.norm(table[k] - table[0])


def smallest_distance(d_model: int, n: int = 1000) -> float:
    table = positional_encoding(n + 1, d_model)
    return np.linalg.norm(table[1:] - table[0], axis=1).min()


def nearest(d_model: int) -> int:
    """Return the offset, up to 15, of the row that is nearest to a row."""
    return 1 + int(np.argmin([distance(k, d_model) for k in range(1, 16)]))


def new_angles() -> np.ndarray:
    """Return for each pair how far positions 512 to 599 take it from the first 512, in degrees."""
    hands = np.exp(1j * np.outer(np.arange(600), angular_frequencies(512)))
    away = [np.abs(np.angle(pair[512:, np.newaxis] / pair[:512])).min(axis=1) for pair in hands.T]
    return np.degrees(np.max(away, axis=1))


NEW = new_angles()
UNFINISHED = wavelengths(512) > 512
# The squared distance of two rows is d (1 - K), d being 64 here.
for k in (1, 7, 500):
    assert abs(distance(k, 64) ** 2 - 64 * (1 - similarity(k, 64))) < 1e-12

LIMIT = 2 * np.pi * 10_000
RADIUS = 4096 / (2 * np.pi)

HANDS = angular_frequencies(64)
SLOWER = bool((np.diff(HANDS) < 0).all())
NEW_ONLY_IN_UNFINISHED = NEW[UNFINISHED].max() > 10 > NEW[~UNFINISHED].max()
FALL = {base: -np.diff(similarity(np.array([32, 64]), 512, base))[0] for base in (1e4, 1e6)}
SLOWEST = {d: wavelengths(d)[-1] for d in (8, 64, 512, 2048)}

#: Multiples of one frequency that repeats after 10,000 positions, and their nearest neighbors.
MULTIPLES = 2 * np.pi / 10_000 * np.arange(1, 33)
BACK = {
    k: np.degrees(np.abs(np.angle(np.exp(1j * k * angular_frequencies(8)))))
    for k in (44, 710, 6283)
}
FIRST_ALONE = all(BACK[k][0] < 2 and BACK[k][1] > 90 for k in (44, 710))

CLAIMS = [
    Claim(
        "After {} and after {} positions the first hand is back, but the {} gives the position "
        "away. After {} all four hands are nearly back, and two rows are only {:.2f} apart.",
        *(44, 710) if FIRST_ALONE else (),
        "second",
        6283 if BACK[6283].max() < 15 else 0,
        distance(6283, 8),
    ),
    Claim("Going by this hand, word {} stands where word 0 does", 44),
    Claim("In a table with {} columns there are {}.", 8, word(len(wavelengths(8)))),
    Claim(
        r"Because $\pi \approx 22/7$, rows {} apart are only {:.4f} from each other in the first "
        r"pair; because $\pi \approx {}/{:.0f}$, rows {} apart only {:.1e}.",
        44,
        distance(44),
        355,
        355 / np.pi,
        710,
        distance(710),
    ),
    Claim("is a choice, and its wavelength is $2\\pi = {:.2f}$", 2 * np.pi),
    Claim(
        "Let each further hand be {} times as {}.",
        {10: "ten"}[round(wavelengths(8)[1] / wavelengths(8)[0])],
        "slow" if SLOWER else "fast",
    ),
    Claim(
        "Give {} hands 1, 2, 3, … times one frequency, and let the slowest be back after {:,} "
        "positions. Then even the fastest needs {:.0f} positions for a turn, and neighboring rows "
        "are only {:.2f} apart instead of {:.2f}.",
        len(MULTIPLES),
        10_000,
        2 * np.pi / MULTIPLES[-1] - 0.01,
        np.sqrt(np.sum(2 * (1 - np.cos(MULTIPLES)))),
        distance(1, 64),
    ),
    Claim(
        "at positions 512 to 599 of a table with {} columns the unfinished hands reach angles up "
        "to {:.0f} degrees away from the nearest one before, and the others at most {:.1f} degrees",
        512,
        NEW[UNFINISHED].max(),
        NEW[~UNFINISHED].max(),
    ),
    Claim("Small $j$ is the *{}* end.", "fast" if SLOWER else "slow"),
    Claim(
        "More columns fill the range more finely; they {} extend it",
        "hardly" if 1 < SLOWEST[2048] / SLOWEST[512] < 1.1 < SLOWEST[64] / SLOWEST[8] else "do",
    ),
    Claim("In one step pair 0 turns by {:.0f} degrees", np.degrees(angular_frequencies(64)[0])),
    Claim(
        "With {} columns the longest wavelength is {:.0f} positions at base {} and about {:.1f} "
        "million at base 1,000,000.",
        64,
        wavelengths(64, 10)[-1],
        10,
        wavelengths(64, 1e6)[-1] / 1e6,
    ),
    Claim("The left end stays at 2π, about {:.1f} positions", wavelengths(64, 10)[0]),
    Claim("never beyond {:,.0f} positions at base 10000", LIMIT),
    Claim(
        "At $d = {}$ the longest wavelength is {:,.0f} positions; the limit is {:,.0f}.",
        512,
        wavelengths(512)[-1],
        LIMIT,
    ),
    Claim(
        "Walk {} words into a text. The fastest hand has gone around almost exactly {} times, and "
        "its tip is {:.3f} from where it began.",
        44,
        word(44 / (2 * np.pi)),
        distance(44),
    ),
    Claim("the wavelengths are {:.2f}, {:.1f}, {:.0f} and {:.0f} positions", *wavelengths(8)),
    Claim("the four wavelengths end at {:.0f}, not at", wavelengths(8)[-1]),
    Claim("Each bar is the distance of a row from row {}.", 16),
    Claim("(With {} columns a row {} positions away is nearer", 4, word(nearest(4))),
    Claim("; with {} columns the bars grow", 64 if nearest(64) == 1 else "?"),
    Claim(
        "The figure shows the part of its circle that each of {} hands visits in {} positions",
        word(len(wavelengths(16))),
        512,
    ),
    Claim(
        "the smallest distance among {} offsets is {:.1e}; with {} columns it is {:.2f}. With "
        "{} columns it is {:.2f}, and it belongs to direct neighbors",
        1000,
        smallest_distance(2),
        8,
        smallest_distance(8),
        64,
        smallest_distance(64),
    ),
    Claim("{:.2f}, and it belongs to direct neighbors", distance(1, 64)),
    Claim("You have $d = {}$ columns and texts of {} positions", 128, 2048),
    Claim("a base for {} positions", 2048),
    Claim("Half a turn in $L = {}$ positions means a wavelength of $2L = {}$", 2048, 2 * 2048),
    Claim(r"2\pi B^{{1 - 2/d}} = {}$", 2 * 2048),
    Claim(r"B = \Bigl(\frac{{{}}}{{2\pi}}\Bigr)", 4096),
    Claim(r"= {:.1f}^{{\frac{{{}}}{{{}}}}} = {:.1f} .", RADIUS, 128, 126, RADIUS ** (128 / 126)),
    Claim(
        "the slowest hand makes {:.2f} of a turn in {} positions", 2048 / wavelengths(128)[-1], 2048
    ),
    Claim(
        "and each further hand by {}; the {} one does not seem to move at all",
        "less" if SLOWER else "more",
        "last" if HANDS[-1] < 0.001 else "first",
    ),
    Claim(
        "{} ones. As the text grows, hands complete their first turn one after the other, from "
        "fast to slow.",
        "Slow" if SLOWER else "Fast",
    ),
    Claim(
        "pair 0 turns by {} radian at every base",
        word(*{angular_frequencies(64, base)[0] for base in (10, 1e4, 1e6)}),
    ),
    Claim(
        "The left end {}. The right end moves {} a little, and never beyond",
        "stays" if wavelengths(64)[0] == wavelengths(512)[0] else "moves",
        "out" if SLOWEST[64] < SLOWEST[512] else "in",
    ),
    Claim(
        r"The {} wavelength is $2\pi$ positions. The longest is $2\pi\, B^{{1 − 2/d}}$ positions.",
        "shortest" if wavelengths(64).min() == 2 * np.pi else "longest",
    ),
    Claim(
        "the {} one is one step *short* of $2\\pi B$",
        "last" if np.isclose(SLOWEST[8] * 10_000 ** (2 / 8), LIMIT) else "first",
    ),
    Claim(
        "**New angles occur in {} pairs only**",
        "unfinished" if NEW_ONLY_IN_UNFINISHED else "finished",
    ),
    Claim(
        "every other row is {} away than the row next door",
        "farther" if min(distance(k, 64) for k in range(2, 1000)) > distance(1, 64) else "nearer",
    ),
    Claim(
        "so each doubling of the distance changes the similarity {}",
        "less" if FALL[1e6] < FALL[1e4] else "more",
    ),
    Claim(
        "includes both ends, so the {} wavelength is the limit",
        "last" if np.isclose((2 * np.pi * 10_000 ** np.linspace(0, 1, 4))[-1], LIMIT) else "first",
    ),
]
ALLOWED = [
    r"about 25 minutes",
    r"[Pp]air 0[ ,]",
    r"nearly the constant 1\.",
    r"hands 1, 2, 3, … times",
    r"positions 512 to 599",
    r"It is 1 for equal rows",
    r"Llama 3 takes 500,000",
    r"base to 10, then to 1,000,000|at base 1,000,000",
    r"longer, to 512 or 5000 positions|width, to 16 or 512 columns",
    r"from 0 to 1 includes",
    r"falls from 1 to -1",
    r"word 0",
]
