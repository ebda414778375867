"""Matrices that are added to attention scores, or look such numbers up: ALiBi's, T5's, Swin's."""

from typing import Any

import numpy as np

from pe_check.identify.answer import Identification
from pe_check.identify.findings import finding
from pe_lib.practice import t5_buckets
from pe_lib.variants import alibi_slopes, offsets

ALIBI = "ALiBi's biases."
OTHER_SLOPES = "not the slopes of the paper"
#: What programs write in place of minus infinity is below this.
MASKED = -1e4
#: Numbers of buckets and farthest distances in use, the usual ones first.
BUCKETS, DISTANCES = (32, 64, 16, 128, 48, 24, 8, 256), (128, 256, 64, 1024, 512)


def unmasked(array: Any) -> Any:
    """Return biases with 0 where a causal mask hides the keys after a query; others as they are."""
    if (
        not isinstance(array, np.ndarray)
        or array.ndim < 2
        or array.shape[-1] != array.shape[-2]
        or array.dtype.kind != "f"
    ):
        return array
    later = offsets(array.shape[-1]) > 0
    hidden = np.all(array[..., later] < MASKED) and np.isfinite(array[..., ~later]).all()
    return np.where(later, 0, array) if later.any() and hidden else array


def biases(array: np.ndarray) -> Identification | None:
    """Return what scores' biases (heads, n, n) or (n, n) are: ALiBi's, or T5's buckets."""
    if not array.size:
        return None
    if array.ndim == 2 and min(array.shape) >= 4 and _whole(array):
        return _buckets(array) or _windows(array)
    if array.ndim == 2 and array.shape[0] != array.shape[1]:
        return _alibi_of_keys(array)
    if array.ndim not in (2, 3) or array.shape[-1] != array.shape[-2] or array.shape[-1] < 4:
        return None
    return _alibi(array)


def _whole(array: np.ndarray) -> bool:
    return bool((array == np.rint(array)).all() and array.max() > 1 and array.min() == 0)


def _buckets(array: np.ndarray) -> Identification | None:
    """Return T5's answer if each entry is the bucket of key minus query, or of query minus key."""
    n_queries, n_keys = array.shape
    by_offset = np.concatenate([array[:0:-1, 0], array[0]])  # of 1 - n_queries to n_keys - 1
    offset = np.arange(n_keys) - np.arange(n_queries)[:, np.newaxis]
    if not np.array_equal(by_offset[offset + n_queries - 1], array):
        return None
    for text, sign in (("", 1), (" of query minus key: the sign is T5's reversed", -1)):
        for causal in (False, True):
            found = _sizes(by_offset, sign * np.arange(1 - n_queries, n_keys), causal)
            if found is not None:
                ways = "one direction, causal" if causal else "both directions"
                buckets = f"{found[0]} buckets{text}, {ways}, up to distance {found[1]}"
                findings = (finding("another formula", text=buckets),) if text else ()
                return Identification(
                    "T5's relative position buckets.", buckets, findings=findings, table=array
                )
    return None


def _sizes(buckets: np.ndarray, offset: np.ndarray, causal: bool) -> tuple[int, int] | None:
    """Return the number of buckets and the farthest distance that give these buckets."""
    for n_buckets in BUCKETS:
        near = np.abs(offset) <= n_buckets // (2 if causal else 4)  # a bucket for each distance
        exact = t5_buckets(offset[near], n_buckets, n_buckets + 1, causal=causal)
        if near.all() or not np.array_equal(exact, buckets[near]):
            continue
        distances = [*DISTANCES, *range(n_buckets + 1, 4 * int(np.abs(offset).max()))]
        others = [
            np.mean(t5_buckets(offset, n_buckets, distance, causal=causal) != buckets)
            for distance in distances
        ]
        best = int(np.argmin(others))
        if others[best] < 0.02:  # a logarithm in float32 may round otherwise
            return n_buckets, distances[best]
    return None


def _windows(array: np.ndarray) -> Identification | None:
    """Return Swin's answer for the index of a pair's offset in a window of patches."""
    side = round(len(array) ** 0.5)
    if side**2 != len(array) or array.shape[1] != len(array):
        return None
    y, x = np.divmod(np.arange(side**2), side)
    down, across = (at[:, np.newaxis] - at + side - 1 for at in (y, x))
    if not np.array_equal(array, down * (2 * side - 1) + across):
        return None
    text = f"windows of {side} by {side} patches, row by row; query minus key"
    return Identification("Swin's relative position index.", text, table=array)


def _alibi(array: np.ndarray) -> Identification | None:
    """Return ALiBi's answer if each head's bias is its slope times the distance."""
    heads = array.reshape(-1, *array.shape[-2:])
    offset = offsets(array.shape[-1])
    slopes = -heads[:, -1, 0] / (array.shape[-1] - 1)
    if not (slopes > 0).all():
        return None
    for distance in (np.abs(offset), np.maximum(-offset, 0)):
        if np.allclose(heads, -slopes[:, None, None] * distance, rtol=1e-5, atol=1e-6):
            return _of_slopes(slopes, "", array)
    return None


def _alibi_of_keys(array: np.ndarray) -> Identification | None:
    """Return ALiBi's answer for (heads, keys): the slope times the key's position, as in BLOOM."""
    n_keys = array.shape[1]
    if n_keys < 4 or not array[:, -1].all():
        return None
    for first in (0, n_keys - 1):
        at = np.arange(n_keys) - first
        slopes = (array[:, 1] - array[:, 0]).astype(float)
        known = (slopes > 0).all() and _wrong_slopes(slopes) != OTHER_SLOPES
        if known and np.allclose(array, slopes[:, np.newaxis] * at, rtol=1e-4):
            how = " times the key's position, which the softmax makes the same"
            return _of_slopes(slopes, how, array)
    return None


def _of_slopes(slopes: np.ndarray, how: str, array: np.ndarray) -> Identification:
    n = len(slopes)
    if n == 1:
        text, wrong = f"one head, slope {slopes[0]:.6g}{how}", ""
        if abs(slopes[0] - 1) < 1e-6:
            wrong = "slope 1 belongs to no head: are heads counted from 0, off by one?"
    else:
        text = f"{n} heads, slopes {slopes[0]:.6g} to {slopes[-1]:.6g}{how}"
        wrong = _wrong_slopes(slopes)
        text += "" if wrong else ", those of the paper"
    findings = (finding("slopes", text=wrong),) if wrong else ()
    summary = f"{text}: {wrong}" if wrong else text
    return Identification(ALIBI, summary, findings=findings, table=array)


def _wrong_slopes(slopes: np.ndarray) -> str:
    """Return what is wrong with the slopes of several heads; "" if they are the paper's."""
    n = len(slopes)
    if np.allclose(slopes, alibi_slopes(n), rtol=1e-2):
        return ""
    if np.allclose(slopes, 2.0 ** (-8 * np.arange(n) / n), rtol=1e-2):
        return "heads are counted from 0, off by one: the paper's slopes begin one factor lower"
    if np.allclose(slopes, 2.0 ** (-8 * np.arange(1, n + 1) / n), rtol=1e-2):
        return (
            f"one geometric series for {n} heads, where the paper's program interpolates between "
            "powers of two"
        )
    return OTHER_SLOPES
