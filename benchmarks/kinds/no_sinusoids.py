"""What is no table of sines and cosines: biases, buckets, learned tables."""

import numpy as np

from benchmarks.kinds.kind import Asked, Rng, kind, length, width
from pe_lib import practice


def slopes_of_alibi(n: int) -> np.ndarray:
    return 2.0 ** (-8 * np.arange(1, n + 1) / n)


@kind
def alibi(rng: Rng) -> Asked:
    heads, n = int(rng.choice([4, 8, 16])), length(rng, 24, 80)
    offset = np.arange(n) - np.arange(n)[:, None]
    bias = (
        slopes_of_alibi(heads)[:, None, None]
        * [-np.abs(offset), np.minimum(offset, 0)][rng.integers(2)]
    )
    return Asked(bias.astype("f4"), ("ALiBi", rf"\b{heads} heads", "paper"))


@kind
def alibi_of_another_number_of_heads(rng: Rng) -> Asked:
    """One geometric series, where the paper's program interpolates between powers of two."""
    heads, n = int(rng.choice([6, 10, 12, 20, 24, 40])), length(rng, 24, 80)
    distance = np.abs(np.arange(n) - np.arange(n)[:, None])
    bias = -slopes_of_alibi(heads)[:, None, None] * distance
    return Asked(bias, ("ALiBi", rf"\b{heads} heads", "geometric|one series"), mistakes=("",))


@kind
def alibi_with_a_causal_mask(rng: Rng) -> Asked:
    heads, n = int(rng.choice([4, 8, 12])), length(rng, 24, 80)
    offset = np.arange(n) - np.arange(n)[:, None]
    slopes = slopes_of_alibi(8) if heads == 8 else slopes_of_alibi(4)
    if heads == 12:
        slopes = np.concatenate([slopes_of_alibi(8), slopes_of_alibi(16)[0::2][:4]])
    hidden = [-np.inf, float(np.finfo("f4").min)][rng.integers(2)]
    bias = np.where(offset > 0, hidden, slopes[:, None, None] * offset)
    return Asked(bias, ("ALiBi", rf"\b{heads} heads", "paper"))


@kind
def alibi_of_keys_alone(rng: Rng) -> Asked:
    """BLOOM: the softmax does not see what a whole row has more."""
    heads, n = int(rng.choice([4, 8, 16])), length(rng, 24, 80)
    bias = slopes_of_alibi(heads)[:, None, None] * np.arange(n)
    return Asked(bias.astype("f4"), ("ALiBi", rf"\b{heads} heads", "key's position", "paper"))


@kind
def alibi_of_one_head(rng: Rng) -> Asked:
    """Counted from 0: the first head's slope is 1."""
    n = length(rng, 24, 80)
    slope = float(rng.choice([1.0, 0.5, 0.25]))
    bias = -slope * np.abs(np.arange(n) - np.arange(n)[:, None])
    words = ("ALiBi", rf"slope {slope:g}\b") + (("from 0|off by one",) if slope == 1 else ())
    return Asked(bias, words, mistakes=("",))


@kind
def t5_buckets(rng: Rng) -> Asked:
    n, causal = length(rng, 40, 160), bool(rng.integers(2))
    offset = np.arange(n) - np.arange(n)[:, None]
    buckets = 32 if causal else 16
    distance = np.maximum(-offset, 0) if causal else np.abs(offset)
    exact = buckets // 2
    far = np.log(np.maximum(distance, 1) / exact) / np.log(128 / exact) * (buckets - exact)
    bucket = np.where(distance < exact, distance, np.minimum(exact + far.astype(int), buckets - 1))
    bucket = bucket + (0 if causal else 16 * (offset > 0))
    return Asked(bucket, ("T5", "32 buckets", "one direction|causal" if causal else "both"))


@kind
def t5_buckets_of_the_opposite_sign(rng: Rng) -> Asked:
    n = length(rng, 40, 120)
    made = practice.t5_buckets(np.arange(n)[:, None] - np.arange(n), 32, 128, causal=False)
    return Asked(made, ("T5", "32 buckets", "query minus key"), mistakes=("",))


@kind
def swin_index(rng: Rng) -> Asked:
    side = int(rng.integers(4, 13))
    y, x = np.divmod(np.arange(side**2), side)
    down, across = (at[:, None] - at + side - 1 for at in (y, x))
    return Asked(down * (2 * side - 1) + across, ("Swin", f"{side} by {side}"))


@kind
def one_hot_rows(rng: Rng) -> Asked:
    """AlphaFold's relative positions: no sinusoid, however many columns."""
    n, reach = length(rng, 30, 60), int(rng.integers(8, 40))
    bins = np.clip(np.arange(n) - np.arange(n)[:, None], -reach, reach) + reach
    return Asked(np.eye(2 * reach + 1)[bins.ravel()], ("not a sinusoidal",))


@kind
def noise_of_an_odd_width(rng: Rng) -> Asked:
    table = rng.normal(size=(length(rng), 2 * width(rng) + 1))
    return Asked(table.astype("f4"), ("not a sinusoidal", "random"))


@kind
def a_learned_table_at_its_start(rng: Rng) -> Asked:
    size = float(rng.choice([0.01, 0.02, 1.0]))
    table = rng.normal(scale=size, size=(length(rng), width(rng))).astype("f4")
    return Asked(table, ("learned", r"normal|random", rf"{size:g}"))


@kind
def a_learned_table_with_padding(rng: Rng) -> Asked:
    table = rng.normal(scale=0.02, size=(length(rng), width(rng))).astype("f4")
    table[1] = 0
    return Asked(table, ("learned", "row 1 is zero"))


@kind
def a_trained_table(rng: Rng) -> Asked:
    n, d = length(rng), width(rng)
    steps = np.cumsum(rng.normal(size=(n + 16, d)), axis=0)
    return Asked(((steps[16:] - steps[:-16]) / 16).astype("f4"), ("not a sinusoidal", "learned"))


@kind
def time2vec(rng: Rng) -> Asked:
    n, d = length(rng, 80, 200), width(rng, 16, 32)
    w, phase = rng.uniform(0.05, 2, d), rng.uniform(0, 6, d)
    a = np.arange(n)[:, None] * w + phase
    return Asked(np.hstack([a[:, :1], np.sin(a[:, 1:])]), ("Time2Vec", "column 0", "line"))


@kind
def eigenvectors_of_a_path(rng: Rng) -> Asked:
    n, k = length(rng, 40, 100), int(rng.integers(8, 20))
    vectors = np.cos(np.pi * np.arange(1, k + 1) * (np.arange(n)[:, None] + 0.5) / n)
    vectors *= np.sqrt(2 / n) * rng.choice([-1, 1], size=k)
    return Asked(vectors, ("eigenvectors", "path"))
