"""From positions and frequencies to the table of the paper: sine and cosine, interleaved."""

import numpy as np

from pe_lib.frequency import angular_frequencies


def positional_encoding(
    seq_len: int,
    d_model: int,
    base: float = 10_000.0,
    *,
    start: int = 0,
    dtype: type = np.float64,
    out: np.ndarray | None = None,
) -> np.ndarray:
    """Return the table PE[p, 2j] = sin(p*omega_j), PE[p, 2j+1] = cos(p*omega_j)."""
    angles = np.outer(np.arange(start, start + seq_len), angular_frequencies(d_model, base))
    table = np.empty((seq_len, d_model), dtype) if out is None else out
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table
