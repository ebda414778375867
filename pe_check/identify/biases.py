"""Matrices that are added to attention scores, or look such numbers up: ALiBi's, T5's, Swin's."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from pe_check.identify.answer import Finding, Identification, finding
from pe_check.numbers import number
from pe_lib.practice import t5_buckets
from pe_lib.variants import alibi_slopes, offsets

#: What programs write in place of minus infinity is below this.
MASKED = -1e4
#: Numbers of heads of which a device may have a share.
HEADS = (8, 12, 16, 20, 24, 32, 40, 48, 56, 64, 71, 96, 112, 128)
#: Numbers of buckets and farthest distances in use, the usual ones first.
BUCKETS, DISTANCES = (32, 64, 16, 128, 48, 24, 8, 256), (128, 256, 64, 1024, 512)


def unmasked(array: Any) -> Any:
    """Return biases with 0 where a causal mask hides the keys after a query; others as they are."""
    if not isinstance(array, np.ndarray) or array.ndim < 2 or array.dtype.kind != "f":
        return array
    if array.shape[-1] != array.shape[-2] or array.shape[-1] < 2:
        return array
    later = offsets(array.shape[-1]) > 0
    hidden = np.all(array[..., later] < MASKED) and np.isfinite(array[..., ~later]).all()
    return np.where(later, 0, array) if hidden else array


def biases(array: np.ndarray) -> Identification | None:
    """Return what scores' biases (heads, n, n) or (n, n) are: ALiBi's, or T5's buckets."""
    if array.ndim not in (2, 3) or not array.size or array.shape[-1] < 4:
        return None
    whole = np.array_equal(array, np.rint(array)) and array.min() == 0 and array.max() > 1
    if array.ndim == 2 and len(array) >= 4 and whole:
        return _indices(array)
    if array.shape[-1] == array.shape[-2]:
        return _alibi(array)
    return _alibi_of_keys(array) if array.ndim == 2 else None


def _indices(array: np.ndarray) -> Identification | None:
    """Return the answer for whole numbers: T5's buckets, Swin's index, or clipped offsets."""
    n_queries, n_keys = array.shape
    side = round(n_queries**0.5)
    y, x = np.divmod(np.arange(n_queries), side)
    down, across = (at[:, np.newaxis] - at + side - 1 for at in (y, x))
    if side > 1 and np.array_equal(array, down * (2 * side - 1) + across):
        details = {"windows": f"{side} by {side} patches, row by row; query minus key"}
        return Identification("swin index", details=details, table=array)
    by_offset = np.concatenate([array[:0:-1, 0], array[0]])  # of 1 - n_queries to n_keys - 1
    offset = np.arange(n_keys) - np.arange(n_queries)[:, np.newaxis]
    if not np.array_equal(by_offset[offset + n_queries - 1], array):
        return None
    return _buckets(by_offset, np.arange(1 - n_queries, n_keys), array) or _clipped(
        by_offset, array
    )


def _buckets(by_offset: np.ndarray, offset: np.ndarray, array: np.ndarray) -> Identification | None:
    """Return T5's answer if each entry is the bucket of key minus query, or of query minus key."""
    for order, sign in (("key minus query", 1), ("query minus key", -1)):
        for causal in (False, True):
            found = _bucket_sizes(by_offset, sign * offset, causal)
            if found is not None:
                details = {"buckets": str(found[0]), "farthest distance": str(found[1])}
                details |= {"directions": "one, causal" if causal else "both", "offsets": order}
                reversed_ = "the sign of the offset is reversed: query minus key"
                findings = (finding("another formula", reversed_),) if sign < 0 else ()
                return Identification("t5 buckets", details=details, findings=findings, table=array)
    return None


def _bucket_sizes(buckets: np.ndarray, offset: np.ndarray, causal: bool) -> tuple[int, int] | None:
    """Return the number of buckets and the farthest distance that give these buckets."""
    for n_buckets in BUCKETS:
        exact = n_buckets // (2 if causal else 4)  # so many distances have a bucket each
        near = np.abs(offset) <= exact
        nearest = t5_buckets(offset[near], n_buckets, n_buckets + 1, causal=causal)
        if near.all() or not np.array_equal(nearest, buckets[near]):
            continue
        farthest = range(n_buckets + 1, 4 * int(np.abs(offset).max()))
        distances = [d for d in (*DISTANCES, *farthest) if d > exact and d >= n_buckets]
        wrong = [
            np.mean(t5_buckets(offset, n_buckets, distance, causal=causal) != buckets)
            for distance in distances
        ]
        best = int(np.argmin(wrong))
        if wrong[best] < 0.02:  # a logarithm in float32 may round otherwise
            return n_buckets, distances[best]
    return None


def _clipped(by_offset: np.ndarray, array: np.ndarray) -> Identification | None:
    """Return the answer for offsets counted up or down from 0, and clipped at both ends."""
    steps = np.unique(np.diff(by_offset))
    if len(steps) > 2 or (not np.isin(steps, (0, 1)).all() and not np.isin(steps, (0, -1)).all()):
        return None
    moving = np.flatnonzero(np.diff(by_offset))
    if len(moving) != np.ptp(moving) + 1:
        return None
    return Identification("indices of offsets", details={"indices": f"0 to {array.max():g}"})


def _alibi(array: np.ndarray) -> Identification | None:
    """Return ALiBi's answer if each head's bias is its slope times the distance."""
    heads = array.reshape(-1, *array.shape[-2:]).astype(float)
    offset = offsets(array.shape[-1])
    slopes = -heads[:, -1, 0] / (array.shape[-1] - 1)
    if not (slopes >= 0).all() or not slopes.any():
        return None
    for distance in (np.abs(offset), np.maximum(-offset, 0)):
        if np.allclose(heads, -slopes[:, None, None] * distance, rtol=1e-5, atol=1e-6):
            return _alibi_answer(slopes, {}, array)
    return None


def _alibi_of_keys(array: np.ndarray) -> Identification | None:
    """Return ALiBi's answer for (heads, keys): the slope times the key's position, as in BLOOM."""
    n_keys = array.shape[1]
    if not array[:, -1].all():
        return None
    slopes = (array[:, 1] - array[:, 0]).astype(float)
    if not (slopes > 0).all() or _name_slopes(slopes).get("slopes") == "others":
        return None
    for first in (0, n_keys - 1):
        if np.allclose(array, slopes[:, np.newaxis] * (np.arange(n_keys) - first), rtol=1e-4):
            how = {"bias": "slope times the key's position, which the softmax makes the same"}
            return _alibi_answer(slopes, how, array)
    return None


def slopes_alone(vector: np.ndarray) -> Identification | None:
    """Return ALiBi's answer for a vector of slopes, of all heads or of a device's share of them."""
    known = len(vector) >= 4 and np.all(vector > 0) and np.all(np.diff(vector) < 0)
    if not known or _name_slopes(vector)["slopes"] not in ("the paper's", "a share of the paper's"):
        return None
    answer = _alibi_answer(vector, {}, vector[:, np.newaxis])
    return Identification("alibi slopes", details=answer.details, findings=answer.findings)


def _alibi_answer(slopes: np.ndarray, how: Mapping[str, str], array: np.ndarray) -> Identification:
    facts = _name_slopes(slopes)
    zero = f"; {np.sum(slopes == 0)} heads of slope 0" if not slopes.all() else ""
    details = {"heads": f"{len(slopes)}{zero}", **how, **facts}
    details["steepest to gentlest"] = f"{number(slopes.max(), 6)} to {number(slopes.min(), 6)}"
    findings: tuple[Finding, ...] = ()
    if facts["slopes"] == "a share of the paper's":
        findings = (finding("shard of slopes", facts["heads of the model"]),)
    elif facts["slopes"] not in ("the paper's", "one head's"):
        findings = (finding("slopes", facts["slopes"]),)
    return Identification("alibi", details=details, findings=findings, table=array)


def _name_slopes(slopes: np.ndarray) -> dict[str, str]:
    """Return whose slopes these are; those of 0 belong to heads without a bias."""
    slopes = slopes[slopes > 0]
    n = len(slopes)

    def alike(others: np.ndarray) -> bool:
        return bool(np.allclose(slopes, others, rtol=1e-2, atol=0))

    if n == 1:
        from_0 = abs(slopes[0] - 1) < 1e-6
        return {"slopes": "slope 1 is of no head: heads counted from 0" if from_0 else "one head's"}
    if alike(alibi_slopes(n)):
        return {"slopes": "the paper's"}
    if alike(2.0 ** (-8 * np.arange(n) / n)):
        return {"slopes": "heads counted from 0, off by one: they begin at 1"}
    if alike(2.0 ** (-8 * np.arange(1, n + 1) / n)):
        return {"slopes": "one geometric series, where the paper's program interpolates"}
    for heads in HEADS:
        whole = alibi_slopes(heads)
        for first in range(0, heads - n + 1, n):
            if n < heads and alike(whole[first : first + n]):
                share = f"{first} to {first + n - 1} of {heads}"
                return {"slopes": "a share of the paper's", "heads of the model": share}
    return {"slopes": "others"}
