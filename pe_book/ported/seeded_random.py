"""Numbers in place of those that training would choose, the same in any language.

FNV-1a of a text seeds a xorshift generator.
"""

import numpy as np


def seeded_numbers(text: str, count: int) -> np.ndarray:
    """Return `count` numbers in [-1, 1) that depend on the text alone, the same in any language."""
    state = 2166136261
    for letter in text.encode():
        state = (state ^ letter) * 16777619 % 2**32
    numbers = []
    for _ in range(count):
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        numbers.append(state / 2**31 - 1)
    return np.array(numbers)


def seeded_rows(text: str, rows: int, columns: int) -> np.ndarray:
    """Return seeded numbers as an array (rows, columns)."""
    return seeded_numbers(text, rows * columns).reshape(rows, columns)
