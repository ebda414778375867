"""The same table in the forms that textbooks show: a double loop, vectorized, exp/log."""

import math

import numpy as np


def positional_encoding_loop(seq_len: int, d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return the table by two loops, one sine or cosine at a time, shape (seq_len, d_model)."""
    table = np.empty((seq_len, d_model))
    for p in range(seq_len):
        for column in range(d_model):
            j = column // 2
            angle = p / base ** (2 * j / d_model)
            table[p, column] = math.sin(angle) if column % 2 == 0 else math.cos(angle)
    return table


def positional_encoding_vectorized(
    seq_len: int, d_model: int, base: float = 10_000.0
) -> np.ndarray:
    """Return the table by broadcasting positions against frequencies."""
    positions = np.arange(seq_len)[:, np.newaxis]
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angles = positions * omega
    table = np.empty((seq_len, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table


def positional_encoding_exp_log(seq_len: int, d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return the table with the frequencies written as exp(-2j/d_model * ln(base))."""
    positions = np.arange(seq_len)[:, np.newaxis]
    omega = np.exp(np.arange(0, d_model, 2) * (-math.log(base) / d_model))
    angles = positions * omega
    table = np.empty((seq_len, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table
