"""Answers to the exercises: right ones, each written in several ways, and two that end or fail."""

import math
import sys

import numpy as np

import pe_lib
from pe_book.exercises.attention import check_attention
from pe_book.exercises.detector import check_detector
from pe_book.exercises.doubling import check_doubling
from pe_book.exercises.encoding import check_encoding
from pe_book.exercises.exchange import check_exchange
from pe_book.exercises.halves import check_halves
from pe_book.exercises.head import check_head
from pe_book.exercises.linear import check_linear
from pe_book.exercises.positions import check_positions
from pe_book.exercises.rope import check_rope
from pe_book.exercises.rotation import check_rotation
from pe_book.exercises.wavelengths import check_wavelengths
from pe_lib.practice import pairs_to_halves, position_ids
from pe_lib.variants import alibi_bias
from pe_lib.variants import rope as rotary


def by_lists(n, d):
    """Return the table by doubling, as lists of rows of complex numbers."""
    omega = [10_000 ** (-2 * j / d) for j in range((d + 1) // 2)]
    rows = [[1j] * len(omega)]  # sine + i cosine, so positions turn clockwise
    while len(rows) < n:
        shift = [complex(math.cos(len(rows) * w), -math.sin(len(rows) * w)) for w in omega]
        rows += [[z * s for z, s in zip(row, shift, strict=True)] for row in rows]
    flat = [[part for z in row for part in (z.real, z.imag)] for row in rows[:n]]
    return [[row[c + 0] for c in range(d)] for row in flat]


def by_double_angles(n, d):
    """Return the table by doubling, the sines and cosines of each shift from those before it."""
    omega = pe_lib.angular_frequencies(d)
    sine, cosine = np.sin(omega), np.cos(omega)
    table = np.tile([0.0, 1.0], (1, len(omega)))
    while len(table) < n:
        new = np.empty_like(table)
        new[:, 0::2] = table[:, 0::2] * cosine + table[:, 1::2] * sine
        new[:, 1::2] = table[:, 1::2] * cosine - table[:, 0::2] * sine
        table = np.concatenate([table, new])
        sine, cosine = 2 * sine * cosine, cosine**2 - sine**2
    return table[:n, :d]


def complex_rope(vectors, positions):
    pairs = vectors[:, 0::2] + 1j * vectors[:, 1::2]
    pairs = pairs * np.exp(1j * np.outer(positions, pe_lib.angular_frequencies(vectors.shape[1])))
    return np.stack([pairs.real, pairs.imag], axis=-1).reshape(vectors.shape)


def attention_in_a_loop(queries, keys, values):
    outputs = []
    for query in queries:
        scores = [sum(a * b for a, b in zip(query, k, strict=True)) for k in keys]
        scores = [score / math.sqrt(len(query)) for score in scores]
        powers = [math.exp(score - max(scores)) for score in scores]
        outputs.append(sum(p * v for p, v in zip(powers, values, strict=True)) / sum(powers))
    return outputs


def half_each(offset, d_model):
    forward = pe_lib.rotation_matrix(offset / 2, d_model)
    return forward, forward.T


def no_longer_than_row(table):
    exact = np.array([[math.sin(p), math.cos(p)] for p in range(3)])
    near = np.abs(np.asarray(table(20, 7)) - pe_lib.positional_encoding_loop(20, 7)).max() < 1e-9
    far = np.abs(np.asarray(table(30_000, 4))[-1] - pe_lib.positional_encoding_at(29_999, 4))
    return np.abs(np.asarray(table(3, 2)) - exact).max() < 1e-9 and near and far.max() < 1e-9


RIGHT = {
    check_attention: [pe_lib.attention, attention_in_a_loop],
    check_encoding: [pe_lib.positional_encoding, pe_lib.positional_encoding_loop, by_lists],
    check_wavelengths: [
        pe_lib.wavelengths,
        lambda d, base: [math.tau * base ** (c / d) for c in range(0, d, 2)],
    ],
    check_rotation: [pe_lib.rotation_matrix],
    check_doubling: [pe_lib.positional_encoding_doubling, by_lists, by_double_angles],
    check_head: [
        lambda offset, d: (pe_lib.rotation_matrix(offset, d), np.eye(d)),
        half_each,
    ],
    check_rope: [
        lambda vectors, positions: rotary(vectors, positions=positions),
        complex_rope,
    ],
    check_linear: [lambda scores, slope: scores + alibi_bias(len(scores), slope)],
    check_detector: [no_longer_than_row],
    check_exchange: [pe_lib.positional_encoding, by_lists],
    check_halves: [pairs_to_halves],
    check_positions: [
        position_ids,
        lambda mask, n: (np.cumsum(mask, axis=1) - 1).clip(min=0)[:, n:].astype(float),
    ],
}


FIRST = {check: right[0] for check, right in RIGHT.items()}


class Unshowable(Exception):
    def __str__(self):
        raise RuntimeError("no text")


def leave(_):
    sys.exit()


def fail(_):
    raise Unshowable
