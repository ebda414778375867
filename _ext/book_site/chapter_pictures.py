"""The small pictures of the chapters on the front page, each from its chapter's mathematics.

They are SVG without letters, 240 by 132, in the page's colors, and say nothing that the text beside
them does not say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from pe_book.drawing.palette import DIVERGING_STOPS, SEQUENTIAL_STOPS
from pe_book.mistakes.implementations import frequency_per_column
from pe_book.model.sentences import examine
from pe_lib.attention import softmax
from pe_lib.encoding import positional_encoding
from pe_lib.frequency import angular_frequencies
from pe_lib.practice import grid_encoding
from pe_lib.similarity import similarity

WIDTH, HEIGHT = 240, 132
MIDDLE = HEIGHT / 2
SINE, COSINE, POSITION = "var(--pe-sine)", "var(--pe-cosine)", "var(--pe-position)"
ACCENT, LINE = "var(--pst-color-primary)", "var(--pst-color-text-muted)"

Matrix = NDArray[np.float64]


def cells(
    values: Matrix,
    low: float,
    high: float,
    stops: Sequence[str] = DIVERGING_STOPS,
    box: tuple[float, float, float, float] = (20, 14, 200, 104),
) -> str:
    """Return a matrix as colored cells in a box (left, top, width, height); NaN is left out."""
    left, top, width, height = box
    rows, columns = values.shape
    across, down = width / columns, height / rows
    share = (np.clip(values, low, high) - low) / (high - low)
    level = np.where(np.isnan(values), -1, np.rint(share * (len(stops) - 1)))
    paths = []
    for k, color in enumerate(stops):
        d = "".join(
            f"M{left + c * across:.1f},{top + r * down:.1f}h{across:.2f}v{down:.2f}h-{across:.2f}z"
            for r, c in np.argwhere(level == k)
        )
        paths.append(f'<path fill="{color}" d="{d}"/>' if d else "")
    return f'<g class="pe-heat">{"".join(paths)}</g>'


def curve(x: Matrix, y: Matrix, color: str, width: float = 2.4) -> str:
    points = "L".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True))
    return f'<path d="M{points}" fill="none" stroke="{color}" stroke-width="{width}"/>'


def ring(x: float, y: float, r: float) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="none" stroke="{LINE}"/>'


def hand(x: float, y: float, r: float, angle: float, color: str, width: float = 4) -> str:
    """Return a hand, clockwise from the top."""
    tip = f"{r * np.sin(angle):.1f},{-r * np.cos(angle):.1f}"
    look = f'stroke="{color}" stroke-width="{width}" stroke-linecap="round"'
    return f'<path d="M{x},{y}l{tip}" {look}/>'


def turn(x: float, y: float, r: float, start: float, stop: float, color: str) -> str:
    """Return the sector from one angle to another."""
    angles = np.linspace(start, stop, 24)
    points = "L".join(f"{x + r * np.sin(a):.1f},{y - r * np.cos(a):.1f}" for a in angles)
    return f'<path d="M{x},{y}L{points}z" fill="{color}" opacity=".25"/>'


def order() -> str:
    """One sentence above, with its two nouns exchanged below: each word with a line to itself."""
    words = ["the", "dog", "chased", "the", "cat"]
    swapped = [0, 4, 2, 3, 1]
    wide = [8 + 6.2 * len(word) for word in words]

    def places(order: Sequence[int]) -> dict[int, float]:
        gap = (200 - sum(wide)) / 4
        starts = np.cumsum([20, *(wide[i] + gap for i in order)])
        return {i: float(x) for i, x in zip(order, starts, strict=False)}

    above, below = places(range(5)), places(swapped)
    parts = []
    for i, width in enumerate(wide):
        a, b, fill = above[i] + width / 2, below[i] + width / 2, ACCENT if i in (1, 4) else LINE
        parts.append(
            f'<path d="M{a:.1f},48C{a:.1f},70 {b:.1f},62 {b:.1f},84" fill="none" stroke="{fill}" '
            f'stroke-width="2"/>'
        )
        for x, y in ((above[i], 24), (below[i], 84)):
            shade = 1 if fill == ACCENT else 0.35
            parts.append(
                f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="24" rx="5" fill="{fill}" '
                f'opacity="{shade}"/>'
            )
    return "".join(parts)


def formula() -> str:
    """The table of the first 13 positions, in 24 columns."""
    return cells(positional_encoding(13, 24, 100), -1, 1)


def frequency() -> str:
    """The sines of five pairs over 48 positions, the fastest on top."""
    p = np.linspace(0, 48, 100)
    lanes = angular_frequencies(10, 100.0)
    return "".join(
        curve(20 + p * 200 / 48, 22 + 22 * j - 9 * np.sin(omega * p), SINE)
        for j, omega in enumerate(lanes)
    )


def rotation() -> str:
    """The hands of three pairs at position 4, and three positions on."""
    parts = []
    for x, omega in zip((48, 120, 192), angular_frequencies(6, 20.0), strict=True):
        parts += [
            ring(x, MIDDLE, 31),
            turn(x, MIDDLE, 31, omega * 4, omega * 7, "var(--pe-offset)"),
            hand(x, MIDDLE, 27, omega * 4, POSITION, 3),
            hand(x, MIDDLE, 27, omega * 7, "var(--pe-offset)"),
        ]
    return "".join(parts)


def vectorized() -> str:
    """A column of positions times a row of frequencies: the angles, all at once."""
    p, omega = np.arange(8.0), angular_frequencies(24, 100.0)
    shade = SEQUENTIAL_STOPS
    return "".join(
        (
            cells(p[:, None], 0, 7, shade, (20, 36, 14, 84)),
            cells(omega[None, :], 0, 1, shade, (44, 12, 176, 14)),
            cells(np.outer(p, omega), 0, 7, shade, (44, 36, 176, 84)),
        )
    )


def inside() -> str:
    """What block 2, head 3 of the sentence model looks at."""
    reading = examine("the cat was chased by the big dog")
    return cells(reading.attention[1, 2], 0, 1, SEQUENTIAL_STOPS, (66, 12, 108, 108))


def rope() -> str:
    """A query and a key two positions apart, twice: the same angle between them."""
    parts = []
    for x, p in ((72, 1), (168, 4)):
        key, query = 0.55 * p, 0.55 * (p + 2)
        parts += [
            ring(x, MIDDLE, 42),
            turn(x, MIDDLE, 42, key, query, "var(--pe-offset)"),
            hand(x, MIDDLE, 38, key, LINE),
            hand(x, MIDDLE, 38, query, POSITION),
        ]
    return "".join(parts)


def methods() -> str:
    """By offset: what rows of the table share, and the penalties of three heads of ALiBi."""
    k = np.arange(0, 65.0)
    x = 20 + k * 200 / 64
    shared = similarity(k, 64)
    lines = [
        curve(x, np.minimum(20 + slope * k * 6, 118), LINE, 1.6) for slope in (1, 0.25, 1 / 16)
    ]
    return "".join([*lines, curve(x, 118 - 98 * shared, POSITION, 3)])


def mistakes() -> str:
    """The table, and beside it the one whose exponent forgets that columns come in pairs."""
    right, wrong = positional_encoding(14, 14, 100), frequency_per_column(14, 14, 100)
    return cells(right, -1, 1, box=(20, 14, 94, 104)) + cells(wrong, -1, 1, box=(126, 14, 94, 104))


def practice() -> str:
    """Three texts packed into one row: who sees whom, darker the farther back."""
    text = np.repeat([0, 1, 2], [5, 3, 6])
    back = np.subtract.outer(np.arange(14.0), np.arange(14.0))
    seen = (back >= 0) & np.equal.outer(text, text)
    return cells(np.where(seen, back, np.nan), -1.5, 5, SEQUENTIAL_STOPS, (66, 12, 108, 108))


def elsewhere() -> str:
    """How much each patch of an image shares with one of them, when both axes have a table."""
    table = grid_encoding(10, 19, 32, 100)
    shared = (table @ table[3 * 19 + 5] / 16).reshape(10, 19)
    return cells(shared, 0.1, 1, SEQUENTIAL_STOPS)


def three_back() -> str:
    """The weights of a head that looks three back."""
    p = np.arange(15)
    table = positional_encoding(15, 64)
    scores = 1.2 * table[np.maximum(p - 3, 0)] @ table.T
    weights = softmax(np.where(p <= p[:, None], scores, -np.inf))
    return cells(weights, 0, 1, SEQUENTIAL_STOPS, (66, 12, 108, 108))


#: The picture of each chapter, by the name of its file.
PICTURES: dict[str, Callable[[], str]] = {
    "01_order_problem": order,
    "02_formula": formula,
    "03_frequency_and_wavelength": frequency,
    "04_offsets_are_rotations": rotation,
    "05_loop_and_vectorized": vectorized,
    "06_inside_a_transformer": inside,
    "07_rope_in_15_minutes": rope,
    "07_beyond_sinusoids": methods,
    "08_mistakes_in_circulation": mistakes,
    "09_positions_in_practice": practice,
    "10_positions_elsewhere": elsewhere,
    "11_three_back": three_back,
}


def svg(chapter: str) -> str:
    """Return the picture of a chapter as SVG, which screen readers pass over."""
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{PICTURES[chapter]()}</svg>'
