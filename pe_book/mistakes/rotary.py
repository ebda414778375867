"""Rotary heads as a program runs them, and mistakes that each replace a method or two of it.

`RotaryHeads` is right. It is as short as it can be and still have a cache, padding, packed
documents and fewer key heads than query heads, because that is where the mistakes are made.
"""

from typing import Literal, NamedTuple

import numpy as np

from pe_lib.attention import softmax
from pe_lib.frequency import angular_frequencies
from pe_lib.practice import to_bfloat16

HEADS, KEY_HEADS, WIDTH, D_MODEL = 4, 2, 16, 32
TRAINED = 512
_rng = np.random.default_rng(0)
W_Q = _rng.normal(size=(D_MODEL, HEADS, WIDTH)) / np.sqrt(D_MODEL)
W_K = _rng.normal(size=(D_MODEL, KEY_HEADS, WIDTH)) / np.sqrt(D_MODEL)
W_V = _rng.normal(size=(D_MODEL, KEY_HEADS, WIDTH)) / np.sqrt(D_MODEL)


class RotaryHeads:
    """Attention with RoPE over neighbors; a new object has an empty cache."""

    base = 500_000.0

    def __init__(self, start: int = 0):
        self.start = start
        self.keys = np.empty((0, KEY_HEADS, WIDTH))
        self.values = np.empty((0, KEY_HEADS, WIDTH))

    def __call__(self, x, mask=None, documents=None):
        """Return the outputs (new, HEADS * WIDTH) of the tokens x (new, D_MODEL).

        The mask has 0 for padding, cached tokens first; `documents` numbers the packed texts.
        """
        n_cached, length = len(self.keys), len(self.keys) + len(x)
        mask = np.ones(length, int) if mask is None else np.asarray(mask)
        documents = np.zeros(length, int) if documents is None else np.asarray(documents)
        positions = self.positions(mask, documents, n_cached) + self.start
        queries = self.turned_queries(np.einsum("td,dhw->thw", x, W_Q), positions)
        self.keys = self.cached(np.einsum("td,dhw->thw", x, W_K), positions)
        values = self.turned_values(np.einsum("td,dhw->thw", x, W_V), positions)
        self.values = np.concatenate([self.values, values])
        scores = np.einsum("qhw,khw->hqk", queries, self.shared(self.keys)) / np.sqrt(WIDTH)
        visible = self.visible(mask, documents)[n_cached:]
        self.weights = softmax(np.where(visible, scores, -1e9))
        outputs = np.einsum("hqk,khw->qhw", self.weights, self.shared(self.values))
        return outputs.reshape(len(x), -1)

    def positions(self, mask, documents, n_cached):
        return np.maximum(np.cumsum(mask) - 1, 0)[n_cached:]

    def frequencies(self):
        return angular_frequencies(WIDTH, self.base)

    def cos_and_sin(self, positions):
        angles = np.multiply.outer(positions, self.frequencies())[:, np.newaxis]
        return np.cos(angles), np.sin(angles)

    def rotate(self, x, cos, sin):
        first, second = x[..., 0::2], x[..., 1::2]
        pairs = [first * cos + second * sin, second * cos - first * sin]
        return np.stack(pairs, axis=-1).reshape(x.shape)

    def turned(self, x, positions):
        return self.rotate(x, *self.cos_and_sin(positions))

    def turned_queries(self, queries, positions):
        return self.turned(queries, positions)

    def cached(self, keys, positions):
        return np.concatenate([self.keys, self.turned(keys, positions)])

    def turned_values(self, values, positions):
        return values

    def shared(self, key_heads):
        return np.repeat(key_heads, HEADS // KEY_HEADS, axis=1)

    def visible(self, mask, documents):
        same_document = documents[:, np.newaxis] == documents
        return np.tri(len(mask), dtype=bool) & same_document & (mask == 1)


class HalvesForNeighbors(RotaryHeads):
    def rotate(self, x, cos, sin):
        first, second = np.split(x, 2, axis=-1)
        halves = [first * cos + second * sin, second * cos - first * sin]
        return np.concatenate(halves, axis=-1)


class BaseLost(RotaryHeads):
    base = 10_000.0


class KeyHeadsInTurn(RotaryHeads):
    def shared(self, key_heads):
        return np.tile(key_heads, (1, HEADS // KEY_HEADS, 1))


class TurnedTheOtherWay(RotaryHeads):
    def rotate(self, x, cos, sin):
        return super().rotate(x, cos, -sin)


class KeysTurnedTheOtherWay(RotaryHeads):
    def cached(self, keys, positions):
        return super().cached(keys, -positions)


class QueriesAlone(RotaryHeads):
    def cached(self, keys, positions):
        return np.concatenate([self.keys, keys])


class ValuesRotated(RotaryHeads):
    def turned_values(self, values, positions):
        return self.turned(values, positions)


class RestartedWithCache(RotaryHeads):
    def positions(self, mask, documents, n_cached):
        return np.arange(len(mask) - n_cached)


class CachedKeysTurnedAgain(RotaryHeads):
    def cached(self, keys, positions):
        everything = np.concatenate([self.keys, keys])
        return self.turned(everything, np.arange(len(everything)) + self.start)


class LengthOfTheCache(RotaryHeads):
    def positions(self, mask, documents, n_cached):
        if n_cached == 0:
            return super().positions(mask, documents, n_cached)
        return np.arange(n_cached, len(mask))


class PaddingCounted(RotaryHeads):
    def positions(self, mask, documents, n_cached):
        return np.arange(n_cached, len(mask))


class PaddingSeen(RotaryHeads):
    def visible(self, mask, documents):
        return super().visible(np.ones_like(mask), documents)


class RestartedNotMasked(RotaryHeads):
    def positions(self, mask, documents, n_cached):
        first = np.searchsorted(documents, documents)
        return (np.arange(len(mask)) - first)[n_cached:]

    def visible(self, mask, documents):
        return super().visible(mask, np.zeros_like(documents))


class RestartedAndMasked(RotaryHeads):
    def positions(self, mask, documents, n_cached):
        first = np.searchsorted(documents, documents)
        return np.maximum(np.cumsum(mask) - 1 - first, 0)[n_cached:]


class RoundedPositions(RotaryHeads):
    def cos_and_sin(self, positions):
        return super().cos_and_sin(to_bfloat16(positions))


class RoundedAngles(RotaryHeads):
    def cos_and_sin(self, positions):
        angles = to_bfloat16(np.multiply.outer(positions, self.frequencies()))[:, np.newaxis]
        return np.cos(angles), np.sin(angles)


class RoundedAtTheEnd(RotaryHeads):
    def cos_and_sin(self, positions):
        return [to_bfloat16(part) for part in super().cos_and_sin(positions)]


class TableEnds(RotaryHeads):
    def cos_and_sin(self, positions):
        return super().cos_and_sin(np.minimum(positions, TRAINED - 1))


class RotaryMistake(NamedTuple):
    """One exhibit: its name and class, what it does in words and in code, its source and kind."""

    name: str
    heads: type[RotaryHeads]
    form: str
    #: The line of its code that does it.
    line: str
    source: str
    #: "convention" is right with weights trained with it, "harmless" gives the same outputs.
    kind: Literal["wrong", "convention", "harmless"] = "wrong"


ROTARY_MISTAKES: tuple[RotaryMistake, ...] = (
    RotaryMistake(
        "halves for neighbors",
        HalvesForNeighbors,
        "Rotates column j with column j + d/2; the weights expect 2j with 2j + 1.",
        "first, second = np.split(x, 2, axis=-1)",
        "converters between programs; transformers, issue 25199, asks why they permute",
        "convention",
    ),
    RotaryMistake(
        "turned the other way",
        TurnedTheOtherWay,
        "Turns queries and keys by −ωp instead of ωp.",
        "super().rotate(x, cos, -sin)",
        "karpathy/nanochat, issue 489: right with its own weights",
        "convention",
    ),
    RotaryMistake(
        "base lost",
        BaseLost,
        "Falls back to base 10,000; the weights expect 500,000.",
        "base = 10_000.0",
        "lyogavin/airllm, issue 368",
    ),
    RotaryMistake(
        "key heads in turn",
        KeyHeadsInTurn,
        "Gives query heads 0, 1, 2, 3 the key heads 0, 1, 0, 1 instead of 0, 0, 1, 1.",
        "np.tile(key_heads, (1, HEADS // KEY_HEADS, 1))",
        "ekzhang/jax-js, pull request 180; apple/axlearn, pull request 842",
    ),
    RotaryMistake(
        "keys turned backwards",
        KeysTurnedTheOtherWay,
        "Turns queries by ωp and keys by −ωp.",
        "super().cached(keys, -positions)",
        "a sign slip; no program traced",
    ),
    RotaryMistake(
        "queries alone",
        QueriesAlone,
        "Rotates the queries and forgets the keys.",
        "np.concatenate([self.keys, keys])",
        "a slip that is easy to make; no program traced",
    ),
    RotaryMistake(
        "values rotated",
        ValuesRotated,
        "Rotates the values, too.",
        "self.turned(values, positions)",
        "meta-llama/llama, issue 692, asks why they aren’t rotated",
    ),
    RotaryMistake(
        "restarted with the cache",
        RestartedWithCache,
        "Counts the new tokens from 0, although others are cached.",
        "np.arange(len(mask) - n_cached)",
        "a slip that is easy to make; no program traced",
    ),
    RotaryMistake(
        "cached keys turned again",
        CachedKeysTurnedAgain,
        "Rotates the whole cache at every step, although its keys are already rotated.",
        "self.turned(everything, np.arange(len(everything))",
        "NeuraLegion/shainet, pull request 110 (found in review)",
    ),
    RotaryMistake(
        "length of the cache",
        LengthOfTheCache,
        "Counts the prompt from the mask, and new tokens from the cache’s length with its padding.",
        "np.arange(n_cached, len(mask))",
        "unslothai/unsloth, issue 3699",
    ),
    RotaryMistake(
        "padding not masked",
        PaddingSeen,
        "Counts positions from the mask, but lets tokens see the padding.",
        "super().visible(np.ones_like(mask), documents)",
        "a slip that is easy to make; no program traced",
    ),
    RotaryMistake(
        "restarted, not masked",
        RestartedNotMasked,
        "Restarts positions with each packed document and sets no mask between documents.",
        "super().visible(mask, np.zeros_like(documents))",
        "a slip that is easy to make; no program traced",
    ),
    RotaryMistake(
        "positions in bfloat16",
        RoundedPositions,
        "Rounds positions to bfloat16 before they become angles.",
        "super().cos_and_sin(to_bfloat16(positions))",
        "EleutherAI/gpt-neox, issue 1003",
    ),
    RotaryMistake(
        "angles in bfloat16",
        RoundedAngles,
        "Rounds the angles to bfloat16 before their sines and cosines are taken.",
        "to_bfloat16(np.multiply.outer(positions, self.frequencies()))",
        "EleutherAI/gpt-neox, issue 1003; huggingface/transformers, issue 29496",
    ),
    RotaryMistake(
        "table ends",
        TableEnds,
        "Takes the last row of its table for every later position.",
        "super().cos_and_sin(np.minimum(positions, TRAINED - 1))",
        "a lookup that clips its index does this; no program traced",
    ),
    RotaryMistake(
        "rounded at the end",
        RoundedAtTheEnd,
        "Rounds sines and cosines to bfloat16, after exact angles.",
        "[to_bfloat16(part) for part in super().cos_and_sin(positions)]",
        "most large models",
        "harmless",
    ),
    RotaryMistake(
        "padding counted",
        PaddingCounted,
        "Counts padding as tokens, in the prompt and from the cache alike.",
        "np.arange(n_cached, len(mask))",
        "ML-GSAI/LLaDA, issue 120, asks whether it matters",
        "harmless",
    ),
    RotaryMistake(
        "restarted and masked",
        RestartedAndMasked,
        "Restarts positions with each packed document and masks the others.",
        "np.maximum(np.cumsum(mask) - 1 - first, 0)",
        "training programs that pack",
        "harmless",
    ),
)
