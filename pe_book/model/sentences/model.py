"""The network in numpy: from words to labels, with everything in between for those who look inside.

Two Transformer blocks of width 32 with four heads, LayerNorm before each part (as in GPT-2), and a
linear layer that names a label for each word. What differs is how it is told about positions.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from pe_lib.attention import softmax
from pe_lib.encoding import positional_encoding
from pe_lib.variants import alibi_bias, alibi_slopes, turn_pairs

ENCODINGS = ("none", "causal", "sinusoidal", "learned", "rope", "alibi")
D_MODEL = 32
N_HEADS = 4
D_HEAD = D_MODEL // N_HEADS
D_HIDDEN = 64
#: Positions are 0 to 63; training used only the first 16 of them.
MAX_POSITIONS = 64
ROPE_BASE = 100.0
#: Added to a variance before the division by its root, as in PyTorch.
EPSILON = 1e-5

Weights = Mapping[str, np.ndarray]


class Model(NamedTuple):
    """An encoding's name and the trained arrays by name, matrices for `x @ W`.

    `table` holds the rows added to the words, (MAX_POSITIONS, D_MODEL), if the encoding adds any.
    """

    encoding: str
    weights: Weights
    table: np.ndarray | None
    #: the base of RoPE's frequencies
    rope_base: float = ROPE_BASE

    @property
    def n_layers(self) -> int:
        """The number of blocks."""
        return sum(name.endswith(".qkv") for name in self.weights)


class Pass(NamedTuple):
    """What a forward pass computes for sentences of one length, (batch, length)."""

    #: (batch, length, 4): the probability of each label
    probabilities: np.ndarray
    #: (n_layers, batch, N_HEADS, length, length): how much each word (row) attends to each other
    attention: np.ndarray


def added_table(encoding: str, weights: Weights) -> np.ndarray | None:
    """Return the rows that an encoding adds to the words, or None."""
    if encoding == "sinusoidal":
        return positional_encoding(MAX_POSITIONS, D_MODEL)
    return weights["table"] if encoding == "learned" else None


def forward(model: Model, words: np.ndarray, positions: np.ndarray | None = None) -> Pass:
    """Read sentences of one length, (batch, length) indices into the vocabulary.

    Positions (length,) are whole numbers below MAX_POSITIONS; left out, they are 0, 1, 2, …
    """
    w = model.weights
    length = words.shape[1]
    positions = np.arange(length) if positions is None else positions
    x = w["embedding"][words]
    if model.table is not None:
        x = x + model.table[positions]
    turns = bias = None
    if model.encoding == "rope":
        turns = positional_encoding(MAX_POSITIONS, D_HEAD, model.rope_base)[positions]
    elif model.encoding == "alibi":
        steep = [alibi_bias(MAX_POSITIONS, slope) for slope in alibi_slopes(N_HEADS)]
        bias = np.array(steep)[:, positions[:, np.newaxis], positions]
    elif model.encoding == "causal":
        bias = np.where(np.tri(length, dtype=bool), 0.0, -np.inf)
    attention = []
    for layer in range(model.n_layers):
        block = {
            name.removeprefix(f"{layer}."): array
            for name, array in w.items()
            if name.startswith(f"{layer}.")
        }
        mixed, weights = _attend(_normalized(x, block, "norm1"), block, turns, bias)
        x = x + mixed
        hidden = _normalized(x, block, "norm2") @ block["up"] + block["up.bias"]
        x = x + np.maximum(hidden, 0.0) @ block["down"] + block["down.bias"]
        attention.append(weights)
    logits = _normalized(x, w, "norm") @ w["readout"] + w["readout.bias"]
    return Pass(softmax(logits), np.array(attention))


def _attend(
    x: np.ndarray, block: Weights, turns: np.ndarray | None, bias: np.ndarray | None
) -> tuple[np.ndarray, np.ndarray]:
    """Return what attention adds to each word, and the weights (batch, N_HEADS, length, length)."""
    batch, length, _ = x.shape
    projected = (x @ block["qkv"]).reshape(batch, length, 3, N_HEADS, D_HEAD)
    q, k, v = projected.transpose(2, 0, 3, 1, 4)
    if turns is not None:
        q, k = (turn_pairs(a, turns[:, 0::2], turns[:, 1::2]) for a in (q, k))
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(D_HEAD)
    weights = softmax(scores if bias is None else scores + bias)
    mixed = (weights @ v).swapaxes(1, 2).reshape(batch, length, D_MODEL)
    return mixed @ block["out"] + block["out.bias"], weights


def _normalized(x: np.ndarray, weights: Weights, name: str) -> np.ndarray:
    """LayerNorm: each vector with mean 0 and variance 1, then a learned scale and shift."""
    centered = x - x.mean(axis=-1, keepdims=True)
    deviation = np.sqrt((centered**2).mean(axis=-1, keepdims=True) + EPSILON)
    return centered / deviation * weights[f"{name}.scale"] + weights[f"{name}.shift"]
