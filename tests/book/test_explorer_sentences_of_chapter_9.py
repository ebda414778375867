"""Every sentence and table of chapter 9's explorers, against mathematics written for this test."""

import math

import numpy as np

from pe_book.learned_rows import tables
from tests.book.test_explorer_sentences import Fixed, Significant, compare, hands

# ---- rotary

CHANGED = {
    "none": "as they were",
    "interpolation": "changed by position interpolation",
    "ntk": "changed by NTK-aware scaling",
    "parts": "changed by NTK-by-parts (as in YaRN)",
}


def pairs(count: int) -> list:
    return [Fixed(count), " pair" if count == 1 else " pairs"]


def rotary(method, base, width, length, scale):
    speed = hands(width, base)
    turns = speed * length / (2 * math.pi)
    j = np.arange(width // 2)
    after = {
        "none": speed,
        "interpolation": speed / scale,
        # Stretched evenly on a log axis: not at all at pair 0, by the scale at the last pair.
        "ntk": speed / scale ** (j / j[-1]),
        "parts": speed / scale + (speed - speed / scale) * np.clip((turns - 1) / 31, 0, 1),
    }[method]
    reached = after * length * scale / (2 * math.pi)
    new = (turns < 1) & (reached > turns * (1 + 1e-7))
    sentence = [
        *("In ", Fixed(length), " positions ", Fixed((turns >= 1).sum()), " of "),
        *(*pairs(width // 2), " finish a turn. In a text of ", Fixed(length * scale)),
        *(" positions, with frequencies ", CHANGED[method], ", ", *pairs(new.sum())),
        " would reach angles that training never showed. From one position to the next the ",
        *("fastest pair turns by ", Significant(after[0]), " radians and the slowest by "),
        *(Significant(after[-1]), "."),
    ]
    head = [
        "pair",
        "wavelength in training",
        "turns in training",
        "turns in the text",
        "new angles",
    ]
    rows = [
        [
            Fixed(pair),
            Significant(2 * math.pi / speed[pair]),
            Significant(turns[pair]),
            Significant(reached[pair]),
            "yes" if new[pair] else "no",
        ]
        for pair in (0, width // 8, width // 4, 3 * width // 8, width // 2 - 1)
    ]
    return sentence, head, rows


def test_rotary_says_what_each_method_does_to_the_pairs():
    compare("rotary", rotary)


# ---- grid


def points(table: str) -> np.ndarray:
    """Return the patches' rows as complex numbers, a pair each: (12, 12, 32)."""
    steps = np.arange(12)
    if table == "running":
        number = 12 * steps[:, None] + steps
        return np.exp(1j * np.multiply.outer(number, hands(64, 10_000)))
    speed = hands(32, 10_000)
    if table == "axes":
        line = np.exp(1j * np.multiply.outer(steps, speed))
    else:  # halfway between two rows stands their mean, whose length is a cosine
        line = np.exp(1j * np.multiply.outer(steps / 2, speed))
        line[1::2] *= np.cos(speed / 2)
    grid = np.empty((12, 12, 32), complex)
    grid[..., :16], grid[..., 16:] = line[:, None], line
    return grid


def similarity_of(here: np.ndarray, there: np.ndarray) -> float:
    return float((here * there.conj()).real.sum() / 32)


def grid(table, row, column, down, across):
    at = points(table)
    r, c = row + down, column + across
    inside = r in range(12) and c in range(12)
    chosen = at[row, column]
    start = ["From row ", Fixed(row), ", column ", Fixed(column)]
    if inside:
        start += [" to row ", Fixed(r), ", column ", Fixed(c), " the similarity is "]
        start += [Fixed(similarity_of(chosen, at[r, c]), 3), ". "]
    else:
        start += [" this shift leaves the image. "]
    odd = table == "resized" and (down % 2 or across % 2)
    middle = ["One rotation makes this shift at every patch, with no error but rounding. "]
    end = ["Rows and columns turn pairs of their own."]
    if table == "running":
        end = ["But the patch below counts as ", Fixed(12), " steps: its similarity is "]
        end += [Fixed(similarity_of(at[0, 0], at[1, 0]), 3), ", against "]
        end += [Fixed(similarity_of(at[0, 0], at[0, 1]), 3), " for the patch to the right."]
    if odd:
        turn = np.exp(0.5j * np.repeat([down, across], 16) * np.tile(hands(32, 10_000), 2))
        ends = slice(max(0, -down), 12 - max(0, down)), slice(max(0, -across), 12 - max(0, across))
        moved = slice(max(0, down), 12 + min(0, down)), slice(max(0, across), 12 + min(0, across))
        off = at[ends] * turn - at[moved]
        worst = np.maximum(np.abs(off.real), np.abs(off.imag)).max()
        middle = ["The rotation that fits the small table is off by up to ", Fixed(worst, 3)]
        middle += [", and no other one fits. "]
        end = ["The average of two rows is shorter than a row, and a rotation keeps all lengths."]
    patches = [
        ("the chosen patch", row, column),
        ("shifted", r, c),
        ("same row, other edge", row, 11 - column),
        ("same column, other edge", 11 - row, column),
        ("opposite corner", 11 - row, 11 - column),
    ]
    rows = [
        [name, Fixed(y), Fixed(x), Fixed(similarity_of(chosen, at[y, x]), 3)]
        for name, y, x in patches
        if inside or name != "shifted"
    ]
    head = ["patch", "row", "column", "similarity to the chosen patch"]
    return start + middle + end, head, rows


def test_grid_says_which_shifts_are_rotations():
    compare("grid", grid)


# ---- rows

NAMES = {
    "gpt2": "GPT-2 after training",
    "sinusoid": "The sinusoidal table",
    "random": "Random, as training starts",
}


def thousandth(value: float) -> float:
    """Return a value as it is stored, to three digits."""
    return round(float(value) * 1000) / 1000


def rows(table, component, offset):
    vectors = tables()[table]
    later = vectors[4:] - vectors[4:].mean(axis=0)
    sizes, directions = np.linalg.eigh(later @ later.T)
    along = directions[:, -component] / np.abs(directions[:, -component]).max()
    along = [thousandth(value) for value in along * np.sign(along[0])]
    passed = [value > 0 for value in along if value]
    crossed = sum(passed[i] != passed[i - 1] for i in range(1, len(passed)))
    unit = vectors / np.sqrt((vectors**2).sum(axis=1, keepdims=True))
    apart = [thousandth(unit[p] @ unit[p + offset]) for p in range(64 - offset)]
    share = thousandth(sizes[-component] / sizes.sum())
    sentence = [
        *(NAMES[table], ": component ", Fixed(component), " holds ", Fixed(100 * share, 1)),
        *("% of the variance of rows ", Fixed(4), " to ", Fixed(63), " and crosses zero "),
        *(Fixed(crossed), " time. Rows " if crossed == 1 else " times. Rows ", Fixed(offset)),
        " position" if offset == 1 else " positions",
        *(" apart have a cosine of ", Fixed(sum(apart[4:]) / len(apart[4:]), 2)),
        *(" on average, from ", Fixed(min(apart[4:]), 2), " to ", Fixed(max(apart[4:]), 2)),
        *(", from position ", Fixed(4), " on."),
    ]
    cosine = f"cosine of rows p and p + {offset}"
    lines = [
        [
            Fixed(p),
            Fixed(along[p - 4], 2) if p >= 4 else "left out",
            Fixed(apart[p], 3) if p < len(apart) else "no such row",
        ]
        for p in (0, 1, 4, 8, 16, 24, 32, 40, 48, 56, 63)
    ]
    return sentence, ["position p", "component", cosine], lines


def test_rows_says_what_the_vectors_give():
    compare("rows", rows)
