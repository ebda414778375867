"""Matrices that are added to attention scores: ALiBi's, of all heads or of a device's share."""

from typing import Any

import numpy as np

from pe_check.identify.answer import Finding, Identification, finding
from pe_check.numbers import number
from pe_lib.variants import alibi_slopes, offsets

#: What programs write in place of minus infinity is below this.
MASKED = -1e4
#: Numbers of heads of which a device may have a share.
HEADS = (8, 12, 16, 20, 24, 32, 40, 48, 56, 64, 71, 96, 112, 128)


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
    """Return ALiBi's answer if each head's bias (n, n) is its slope times the distance."""
    if array.ndim not in (2, 3) or array.shape[-1] < 4 or array.shape[-1] != array.shape[-2]:
        return None
    heads = array.reshape(-1, *array.shape[-2:]).astype(float)
    offset = offsets(array.shape[-1])
    slopes = -heads[:, -1, 0] / (array.shape[-1] - 1)
    if not (slopes >= 0).all() or not slopes.any():
        return None
    for distance in (np.abs(offset), np.maximum(-offset, 0)):
        if np.allclose(heads, -slopes[:, None, None] * distance, rtol=1e-5, atol=1e-6):
            return _alibi_answer(slopes, array)
    return None


def slopes_alone(vector: np.ndarray) -> Identification | None:
    """Return ALiBi's answer for a vector of slopes, of all heads or of a device's share of them."""
    known = len(vector) >= 4 and np.all(vector > 0) and np.all(np.diff(vector) < 0)
    if not known or _name_slopes(vector)["slopes"] not in ("the paper's", "a share of the paper's"):
        return None
    answer = _alibi_answer(vector, vector[:, np.newaxis])
    return Identification("alibi slopes", details=answer.details, findings=answer.findings)


def _alibi_answer(slopes: np.ndarray, array: np.ndarray) -> Identification:
    facts = _name_slopes(slopes)
    zero = f"; {np.sum(slopes == 0)} heads of slope 0" if not slopes.all() else ""
    details = {"heads": f"{len(slopes)}{zero}", **facts}
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
