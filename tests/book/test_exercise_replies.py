"""Each reply of an exercise answers the mistake that it names: the mistakes written once more.

The exercises hold a wrong function beside each reply. If the two were mixed up, the exercise's own
table would not show it; so the mistakes stand here as a reader makes them, without pe_lib.
"""

import math

import numpy as np
import pytest

from pe_book.exercises.chapter_1 import ATTENTION, check_attention
from pe_book.exercises.chapter_2 import check_encoding
from pe_book.exercises.chapter_3 import WAVELENGTHS, check_wavelengths
from pe_book.exercises.chapter_4 import ROTATION, check_rotation
from pe_book.exercises.chapter_5 import check_doubling
from pe_book.exercises.chapter_6 import check_head
from pe_book.exercises.chapter_7 import ROPE, check_rope
from pe_book.exercises.chapter_8 import check_detector
from pe_book.exercises.chapter_9 import HALVES, POSITIONS, check_halves, check_positions


def shares(scores, axis=1):
    powers = np.exp(scores)
    return powers / powers.sum(axis=axis, keepdims=True)


def scores(q, k, scale):
    return np.einsum("id,jd->ij", q, k) * scale


def seen_before(q, k, v):
    s = scores(q, k, q.shape[1] ** -0.5)
    return shares(np.where(np.tri(*s.shape, len(k) - len(q)) > 0, s, -np.inf)) @ v


ATTENTIONS = {
    "not scaled. Divide them by √d": lambda q, k, v: shares(scores(q, k, 1)) @ v,
    "divided by d. The divisor is √d": lambda q, k, v: shares(scores(q, k, 1 / q.shape[1])) @ v,
    "multiplied by √d. Divide": lambda q, k, v: shares(scores(q, k, q.shape[1] ** 0.5)) @ v,
    "root of the number of keys": lambda q, k, v: shares(scores(q, k, len(k) ** -0.5)) @ v,
    "runs over the queries (axis 0)": lambda q, k, v: (
        shares(scores(q, k, q.shape[1] ** -0.5), 0) @ v
    ),
    "All the weights together sum to 1": lambda q, k, v: (
        shares(scores(q, k, q.shape[1] ** -0.5), (0, 1)) @ v
    ),
    "The softmax is missing": lambda q, k, v: scores(q, k, q.shape[1] ** -0.5) @ v,
    "not divided by their sum": lambda q, k, v: np.exp(scores(q, k, q.shape[1] ** -0.5)) @ v,
    "These are the weights. One step is left": lambda q, k, v: shares(
        scores(q, k, q.shape[1] ** -0.5)
    ),
    "This has the causal mask": seen_before,
}

WAVES = {
    "These are the frequencies, in radians": lambda d, b: [b ** (-j / d) for j in range(0, d, 2)],
    "The factor 2π is missing": lambda d, b: [b ** (j / d) for j in range(0, d, 2)],
    "Fast and slow are exchanged": lambda d, b: [
        math.tau * b ** (j / d) for j in reversed(range(0, d, 2))
    ],
    "The last wavelength is the limit 2π·base": lambda d, b: [
        math.tau * b ** (j / (-(-d // 2) - 1)) for j in range(-(-d // 2))
    ],
    "has one value for each column": lambda d, b: [math.tau * b ** (c / d) for c in range(d)],
    "each appears twice": lambda d, b: [math.tau * b ** (c // 2 * 2 / d) for c in range(d)],
    "wavelengths of base²": lambda d, b: [math.tau * b ** (2 * j / d) for j in range(0, d, 2)],
    "here the factor 2 is missing": lambda d, b: [
        math.tau * b ** (j / 2 / d) for j in range(0, d, 2)
    ],
    "The base is fixed at 10000": lambda d, b: [math.tau * 1e4 ** (j / d) for j in range(0, d, 2)],
    "This is 2π·ω": lambda d, b: [math.tau * b ** (-j / d) for j in range(0, d, 2)],
}


def turns(k, d, base, block=lambda c, s: [[c, s], [-s, c]]):
    """Return the matrix of a shift, its blocks made by a function of cosine and sine."""
    matrix = np.zeros((d, d))
    for j in range(d // 2):
        z = np.exp(1j * k * base ** (-2 * j / d))
        matrix[2 * j : 2 * j + 2, 2 * j : 2 * j + 2] = block(z.real, z.imag)
    return matrix


def sines_first(k, d, base):
    order = [*range(0, d, 2), *range(1, d, 2)]
    return turns(k, d, base)[order][:, order]


ROTATIONS = {
    "This rotates the wrong way": lambda k, d, b: turns(k, d, b).T,
    "right for the layout with all sines first": sines_first,
    "These are the rotations for base²": lambda k, d, b: turns(k, d, b * b),
    "Every block turns by the same angle": lambda k, d, b: turns(k, d, 1.0),
    "A minus sign is missing": lambda k, d, b: turns(
        k, d, b, lambda c, s: [[abs(c), abs(s)], [abs(s), abs(c)]]
    ),
    "This is the shift by 1": lambda k, d, b: turns(1, d, b),
    "The base is fixed at 10000": lambda k, d, b: turns(k, d, 1e4),
}


def table(n, d, exponent=lambda j, d: 2 * j / d, first=0, dtype=float):
    """Return the table with another exponent, or with positions counted from another one."""
    rows = np.zeros((n, d))
    for p in range(n):
        for c in range(d):
            angle = dtype(p + first) * dtype(10_000.0 ** -exponent(c // 2, d))
            rows[p, c] = math.cos(angle) if c % 2 else math.sin(angle)
    return rows


def by_column(n, d):
    """Return the table whose columns each have a frequency of their own."""
    angles = np.outer(np.arange(n), 1e4 ** -(np.arange(d) / d))
    return np.where(np.arange(d) % 2, np.cos(angles), np.sin(angles))


def swapped(n, d):
    angles = np.outer(np.arange(n), 1e4 ** -(np.arange(d) // 2 * 2 / d))
    return np.where(np.arange(d) % 2, np.sin(angles), np.cos(angles))


def by_parity_of_position(n, d):
    angles = np.outer(np.arange(n), 1e4 ** -(np.arange(d) // 2 * 2 / d))
    return np.where(np.arange(n)[:, np.newaxis] % 2, np.cos(angles), np.sin(angles))


TABLES = {
    "base 10000² = 10⁸": lambda n, d: table(n, d, lambda j, d: 4 * j / d),
    "Every column has a frequency of its own": by_column,
    "All sines come first": lambda n, d: table(n, d)[:, [*range(0, d, 2), *range(1, d, 2)]],
    "The pairs are counted from 1": lambda n, d: table(n, d, lambda j, d: 2 * (j + 1) / d),
    "Every row is one position late": lambda n, d: table(n, d, first=1),
    "by the parity of the position": by_parity_of_position,
    "column 2j is the sine, column 2j+1 the cosine": swapped,
    "pair 0 must be the fastest": lambda n, d: table(
        n, d, lambda j, d: 2 * ((d + 1) // 2 - 1 - j) / d
    ),
    "Every row is row 0": lambda n, d: np.tile(table(1, d), (n, 1)),
    "The exponent is j/d: the factor 2 is missing": lambda n, d: table(n, d, lambda j, d: j / d),
    "The sign of the exponent is lost": lambda n, d: table(n, d, lambda j, d: -2 * j / d),
    "converted from degrees": lambda n, d: table(
        n, d, lambda j, d: 2 * j / d - math.log(math.pi / 180, 1e4)
    ),
}


def complex_pairs(x):
    return x[:, 0::2] + 1j * x[:, 1::2]


def real_pairs(z):
    return np.stack([z.real, z.imag], axis=-1).reshape(len(z), -1)


def angles(x, p):
    return np.outer(p, 1e4 ** -(np.arange(0, x.shape[1], 2) / x.shape[1]))


def by_halves(x, p):
    half = x.shape[1] // 2
    z = (x[:, :half] + 1j * x[:, half:]) * np.exp(-1j * angles(x, p))
    return np.concatenate([z.real, z.imag], axis=1)


ROPES = {
    "pairs column c with column c + d/2": by_halves,
    "adds the position's row": lambda x, p: (
        x + real_pairs(1j * np.exp(-1j * angles(x, p)).astype(complex))
    ),
    "The cross terms are missing": lambda x, p: real_pairs(complex_pairs(x) * np.cos(angles(x, p))),
    "as if it stood at position 1": lambda x, p: real_pairs(
        complex_pairs(x) * np.exp(-1j * angles(x, np.ones(len(p))))
    ),
}


def by_columns(order):
    """Return a conversion that gives each head its own columns in another order."""

    def converted(weights, n_heads):
        width = weights.shape[1] // n_heads
        columns = [head * width + c for head in range(n_heads) for c in order(width)]
        return weights[:, columns]

    return converted


def evens_first(width):
    return [*range(0, width, 2), *range(1, width, 2)]


CONVERSIONS = {
    "You moved the columns across the whole width": lambda w, n: w[:, evens_first(w.shape[1])],
    "That is the inverse": by_columns(lambda width: np.argsort(evens_first(width))),
    "You moved the rows": lambda w, n: by_columns(evens_first)(w.T, n).T,
    "The two columns of each pair are exchanged": by_columns(
        lambda width: [*range(1, width, 2), *range(0, width, 2)]
    ),
    "The columns have not moved": lambda w, n: w,
}


def count(mask, n_cached, first=0, start=0, itself=0, least=0):
    """Count one token after the other from column `first` on, and cut the first `start` off."""
    texts = []
    for text in mask:
        places, seen = [], 0
        for token in text[first:]:
            seen += token
            places.append(max(seen - 1 + itself, least))
        texts.append(places[start:])
    return np.array(texts)


COUNTS = {
    "You count places, padding included": lambda mask, n: count(np.ones_like(mask), n, start=n),
    "The new tokens start at the length of the cache": lambda mask, n: n + count(mask, n, first=n),
    "You count only the new part of the mask": lambda mask, n: count(mask, n, first=n),
    "You count the token itself": lambda mask, n: count(mask, n, start=n, itself=1),
    "These are the positions of all tokens": count,
    "Padding in front gets −1": lambda mask, n: count(mask, n, start=n, least=-1),
}

MADE = {
    check_attention: ATTENTIONS,
    check_wavelengths: WAVES,
    check_rotation: ROTATIONS,
    check_encoding: TABLES,
    check_rope: ROPES,
    check_halves: CONVERSIONS,
    check_positions: COUNTS,
}


@pytest.mark.parametrize(
    ("check", "says"),
    [
        pytest.param(check, says, id=f"{check.__name__}-{says}")
        for check, made in MADE.items()
        for says in made
    ],
)
def test_a_mistake_gets_the_reply_that_names_it(check, says):
    reply = check(MADE[check][says])
    assert not reply and says in reply.text, reply.text
    others = [other for other in MADE[check] if other != says and other in reply.text]
    assert not others


@pytest.mark.parametrize(
    ("exercise", "made"),
    [
        *[(ATTENTION, ATTENTIONS), (WAVELENGTHS, WAVES), (ROTATION, ROTATIONS), (ROPE, ROPES)],
        *[(HALVES, CONVERSIONS), (POSITIONS, COUNTS)],
    ],
)
def test_every_known_mistake_is_made_here(exercise, made):
    for mistake in exercise.known:
        assert sum(says in mistake.text for says in made) == 1, mistake.text


def shift_head(k, d, sign=1):
    return turns(-sign * k, d, 1e4).T, np.eye(d)


def test_a_head_gets_the_reply_on_where_it_looks():
    right = check_head(lambda k, d: shift_head(k, d))
    assert right and " offset positions before it" in right.text
    assert "The head looks forward" in check_head(lambda k, d: shift_head(k, d, -1)).text
    assert "Every position finds itself" in check_head(lambda k, d: (np.eye(d), np.eye(d))).text
    by_two = check_head(lambda k, d: shift_head(2, d))
    assert by_two.text == "For offset 3, position 3 looks at position 1; it should look at 0."


def test_a_detector_gets_the_number_that_it_catches():
    from pe_book.mistakes import MISTAKES

    total = len(MISTAKES)
    none = check_detector(lambda function: True)
    assert none.text.startswith(f"Your check catches 0 of the {total} exhibits. One that slips")

    def first_row(function):
        return np.allclose(function(1, 8)[0], [0, 1] * 4)

    caught = 0
    for mistake in MISTAKES:
        try:
            caught += not first_row(mistake.implementation)
        except Exception:
            caught += 1
    said = check_detector(first_row).text
    assert 0 < caught < total and f"catches {caught} of the {total} exhibits" in said
    every = check_detector(lambda f: f(9, 7).shape == (9, 7) and np.allclose(
        f(20_050, 8)[-50:], by_hand(20_050, 8)[-50:], atol=1e-9) and np.allclose(
        f(50, 64), by_hand(50, 64)) and f(300, 2).shape == (300, 2))  # fmt: skip
    assert every and f"rejects all {total} exhibits" in every.text


def by_hand(n, d):
    hand = np.exp(1j * np.outer(np.arange(n), 1e4 ** -(np.arange(0, d, 2) / d)))
    return np.stack([hand.imag, hand.real], axis=-1).reshape(n, d)


def test_doubling_counts_rows():
    said = check_doubling(lambda n, d: by_np(n, d)).text
    assert "it took 1000 rows of sines and cosines; doubling takes 10, and 40 are allowed" in said


def by_np(n, d):
    angles = np.outer(np.arange(n), 1e4 ** -(np.arange(0, d, 2) / d))
    rows = np.empty((n, d))
    rows[:, 0::2], rows[:, 1::2] = np.sin(angles), np.cos(angles[:, : d // 2])
    return rows
