"""Tables of other positions than 0, 1, 2, …, or with positions along another axis."""

import numpy as np

from benchmarks.kinds.kind import Asked, Rng, count, kind, length, width
from benchmarks.kinds.programs import bf16, cache, halves, interleaved, ladder


@kind
def a_batch_axis_taken_for_positions(rng: Rng) -> Asked:
    b, t, d = int(rng.integers(2, 9)), length(rng), width(rng)
    table = interleaved(np.outer(np.arange(b), ladder(d)))
    return Asked(
        np.zeros((b, t, d)) + table[:, None], ("no positions", "axis 1", "batch"), mistakes=("",)
    )


@kind
def equal_batches_on_two_axes(rng: Rng) -> Asked:
    table = interleaved(np.outer(np.arange(length(rng)), ladder(width(rng))))
    return Asked(np.broadcast_to(table, (2, 3, *table.shape)), ("The paper's table",), paper=True)


@kind
def rope_along_the_heads(rng: Rng) -> Asked:
    b, t, h, d = 2, length(rng), int(rng.integers(6, 17)), width(rng, 32, 64)
    angles = np.outer(np.arange(h), ladder(d))
    ones = np.stack([np.cos(angles) - np.sin(angles), np.sin(angles) + np.cos(angles)], -1)
    turned = np.broadcast_to(ones.reshape(h, d), (b, t, h, d))
    return Asked(turned, ("no positions", "axis 2"), mistakes=("",))


@kind
def packed_documents(rng: Rng) -> Asked:
    d, first, second = width(rng), length(rng), length(rng, 20, 90)
    p = np.concatenate([np.arange(first), np.arange(second)])
    table = interleaved(np.outer(p, ladder(d)))
    return Asked(table, ("base 10,000", rf"again at position 0.* row {first}\b"))


@kind
def packed_documents_in_a_rope_cache(rng: Rng) -> Asked:
    d, first, second = width(rng), length(rng), length(rng, 20, 90)
    p = np.concatenate([np.arange(first), np.arange(second)])
    return Asked(
        cache(np.outer(p, ladder(d, 5e5)), rng),
        ("RoPE", "base 500,000", rf"again at position 0.* row {first}\b"),
    )


@kind
def a_cache_offset_counted_twice(rng: Rng) -> Asked:
    d, first, rest = width(rng), int(rng.integers(5, 30)), int(rng.integers(12, 60))
    p = np.concatenate([np.arange(first), 2 * first + np.arange(rest)])
    return Asked(
        interleaved(np.outer(p, ladder(d))),
        ("base 10,000", rf"from {first - 1} to {2 * first}\b.* row {first}\b"),
    )


@kind
def positions_clamped(rng: Rng) -> Asked:
    d, n = width(rng), length(rng)
    last = int(n * rng.uniform(0.5, 0.9))
    p = np.minimum(np.arange(n), last)
    return Asked(
        interleaved(np.outer(p, ladder(d))), ("base 10,000", rf"position {last} .*row {last}\b")
    )


@kind
def positions_repeated(rng: Rng) -> Asked:
    d, times = width(rng), int(rng.integers(2, 6))
    p = np.arange(length(rng, 120)) // times
    return Asked(interleaved(np.outer(p, ladder(d))), ("base 10,000", rf"{times} rows"))


@kind
def positions_in_bfloat16(rng: Rng) -> Asked:
    p = bf16(np.arange(length(rng, 400, 1100)))
    return Asked(cache(np.outer(p, ladder(width(rng))), rng), ("10,000", "positions.* bfloat16"))


@kind
def a_mirrored_relative_table(rng: Rng) -> Asked:
    n = length(rng, 40, 120)
    p = np.abs(np.arange(-n, n + 1))
    return Asked(halves(np.outer(p, ladder(width(rng)))), ("10,000", "fall.* rise", count(n)))


@kind
def padding_on_the_left(rng: Rng) -> Asked:
    """transformers: position_ids are the mask's sums less one, and 1 where the mask is 0."""
    d, padding, n = width(rng), int(rng.integers(2, 20)), length(rng, 30)
    p = np.concatenate([np.full(padding, 1), np.arange(n)])
    return Asked(
        cache(np.outer(p, ladder(d, 5e5)), rng),
        ("RoPE", "base 500,000", rf"position 1 up to row {padding - 1}, then 0"),
    )


@kind
def padding_on_the_right(rng: Rng) -> Asked:
    """fairseq: tokens are counted from 2, padding has position 1."""
    d, padding, n = width(rng), int(rng.integers(2, 20)), length(rng, 30)
    p = np.concatenate([np.arange(2, n + 2), np.full(padding, 1)])
    w = np.exp(np.arange(d // 2) * -(np.log(10_000) / (d // 2 - 1)))
    return Asked(
        halves(np.outer(p, w)).astype("f4"),
        (r"j/\(d/2-1\)", "positions 2, 3, 4", rf"position 1 for every row from row {n}\b"),
    )


@kind
def texts_of_a_batch_with_their_own_padding(rng: Rng) -> Asked:
    n, d = length(rng, 30), width(rng)
    paddings = sorted(map(int, rng.choice(np.arange(2, 20), size=2, replace=False)))
    p = np.stack([np.maximum(np.arange(n) - padding, 0) for padding in paddings])
    angles = p[..., None] * ladder(d)
    angles = np.concatenate([angles, angles], axis=-1)
    words = tuple(rf"position 0 up to row {padding}, then 1" for padding in paddings)
    return Asked((np.cos(angles), np.sin(angles)), ("2 tables that differ", "RoPE", *words))


@kind
def position_ids(rng: Rng) -> Asked:
    first, second = length(rng, 20), length(rng, 20)
    p = np.concatenate([np.arange(first), np.arange(second)])
    return Asked([p, p[None]][rng.integers(2)], ("positions, not a table", rf"row {first}\b"))
