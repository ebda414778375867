"""The equations that rotary heads must keep: each computes one result in two ways."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from pe_book.mistakes.rotary import (
    D_MODEL,
    HEADS,
    KEY_HEADS,
    TRAINED,
    W_K,
    W_Q,
    W_V,
    WIDTH,
    RotaryHeads,
)
from pe_lib.attention import softmax
from pe_lib.rotation import rotation_matrix

Heads = type[RotaryHeads]
#: What a program in bfloat16 may be off by; a wrong position gives ten times as much.
TOLERANCE = 0.02
_rng = np.random.default_rng(1)
TEXT = _rng.normal(size=(12, D_MODEL))
ANOTHER = _rng.normal(size=(7, D_MODEL))
LONG = _rng.normal(size=(TRAINED + 76, D_MODEL))


class RotaryCheck(NamedTuple):
    """One equation: its name, what it compares, and what it asks."""

    name: str
    #: Both sides for some heads: outputs found and outputs right, (12, HEADS * WIDTH) each.
    sides: Callable[[Heads], tuple[np.ndarray, np.ndarray]]
    question: str

    def differences(self, heads: Heads) -> np.ndarray:
        """Return what the outputs are off by, relative to the size of the right ones."""
        found, right = self.sides(heads)
        return (found - right) / np.sqrt(np.mean(right**2))

    def errors(self, heads: Heads) -> np.ndarray:
        """Return the root mean square difference of each token, (12,)."""
        return np.sqrt(np.mean(self.differences(heads) ** 2, axis=1))


def shifted(heads: Heads) -> tuple[np.ndarray, np.ndarray]:
    return heads(start=400)(TEXT), heads()(TEXT)


def cached(heads: Heads) -> tuple[np.ndarray, np.ndarray]:
    return token_by_token(heads(), TEXT, prompt=6), heads()(TEXT)


def padded(heads: Heads) -> tuple[np.ndarray, np.ndarray]:
    behind_five = np.vstack([np.zeros((5, D_MODEL)), TEXT])
    mask = np.repeat([0, 1], [5, 12])
    return token_by_token(heads(), behind_five, prompt=11, mask=mask)[5:], heads()(TEXT)


def packed(heads: Heads) -> tuple[np.ndarray, np.ndarray]:
    documents = np.repeat([0, 1], [7, 12])
    return heads()(np.vstack([ANOTHER, TEXT]), documents=documents)[7:], heads()(TEXT)


def equal_to_a_reference(heads: Heads) -> tuple[np.ndarray, np.ndarray]:
    return heads()(TEXT), reference("short")


def longer(heads: Heads) -> tuple[np.ndarray, np.ndarray]:
    return heads()(LONG)[-12:], reference("long")


def token_by_token(heads: RotaryHeads, x: np.ndarray, prompt: int, mask=None) -> np.ndarray:
    """Return the outputs of a prompt and of each token after it, computed from the cache."""
    mask = np.ones(len(x), int) if mask is None else mask
    steps = [(0, prompt), *((p, p + 1) for p in range(prompt, len(x)))]
    return np.vstack([heads(x[old:new], mask=mask[:new]) for old, new in steps])


@cache
def reference(text: str) -> np.ndarray:
    """Return the outputs of the last 12 tokens, by one rotation matrix for each query and key."""
    x = {"short": TEXT, "long": LONG}[text]
    turns = [rotation_matrix(-k, WIDTH, RotaryHeads.base) for k in range(len(x))]
    outputs = [
        _attend(x, turns, p, h, h * KEY_HEADS // HEADS)
        for p in range(len(x) - 12, len(x))
        for h in range(HEADS)
    ]
    return np.reshape(outputs, (12, HEADS * WIDTH))


def _attend(x: np.ndarray, turns: list, p: int, head: int, key_head: int) -> np.ndarray:
    query, keys, values = x[p] @ W_Q[:, head], x @ W_K[:, key_head], x @ W_V[:, key_head]
    scores = [query @ turns[p - m] @ keys[m] / np.sqrt(WIDTH) for m in range(p + 1)]
    return softmax(np.array([scores]))[0] @ values[: p + 1]


ROTARY_CHECKS: tuple[RotaryCheck, ...] = (
    RotaryCheck("shifted", shifted, "Does a text that starts at position 400 come out the same?"),
    RotaryCheck("cached", cached, "Does a text written token by token come out the same?"),
    RotaryCheck("padded", padded, "Does a text behind five empty tokens come out the same?"),
    RotaryCheck("packed", packed, "Does a text packed behind another one come out the same?"),
    RotaryCheck(
        "reference", equal_to_a_reference, "Do the outputs match a double loop over positions?"
    ),
    RotaryCheck(
        "longer", longer, "Do they still match at the end of a text longer than in training?"
    ),
)
