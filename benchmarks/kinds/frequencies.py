"""Tables of frequencies other than the paper's, or rounded; frequencies and angles alone."""

import numpy as np

from benchmarks.kinds.kind import Asked, Rng, count, kind, length, width
from benchmarks.kinds.programs import bf16, cache, interleaved, ladder
from pe_book.mistakes.implementations import float32_angles


@kind
def rope_in_float32(rng: Rng) -> Asked:
    base = float(rng.choice([1e4, 5e5, 1e6]))
    w = ladder(width(rng), base).astype("f4")
    p = np.arange(length(rng, 500, 4000), dtype="f4")
    return Asked(cache(p[:, None] * w, rng), ("RoPE", f"base {count(base)}"))


@kind
def rope_with_inv_freq_in_bfloat16(rng: Rng) -> Asked:
    base = float(rng.choice([1e4, 5e5, 1e6]))
    w = bf16(ladder(width(rng), base))
    p = np.arange(length(rng, 300, 900))
    return Asked(cache(np.outer(p, w), rng), ("RoPE", count(base), "bfloat16"))


@kind
def rope_in_float16(rng: Rng) -> Asked:
    """gpt-neox: position, frequency and product in half precision."""
    w = ladder(width(rng, 64, 96, 128)).astype("f2")
    angles = np.arange(length(rng, 200, 700)).astype("f2")[:, None] * w
    cos, sin = np.cos(angles), np.sin(angles)
    return Asked(
        (np.hstack([cos, cos]), np.hstack([sin, sin])), ("10,000", "float16"), mistakes=("half",)
    )


@kind
def the_papers_table_in_float16(rng: Rng) -> Asked:
    """keras-hub with a compute type of float16, from position 0 to 2047."""
    n, d = length(rng, 1000, 2048), width(rng, 48, 64, 96)
    angles = np.arange(n).astype("f2")[:, None] * ladder(d).astype("f2")
    return Asked(interleaved(angles).astype("f2"), ("10,000", "float16"), mistakes=("half",))


@kind
def the_papers_table_in_float32(rng: Rng) -> Asked:
    table = float32_angles(length(rng, 300, 900), width(rng))
    return Asked(table, ("The paper's table",), paper=True)


@kind
def inv_freq_never_filled(rng: Rng) -> Asked:
    w = rng.choice([0.0, 1e-40]) * rng.random(width(rng) // 2)
    return Asked(
        cache(np.outer(np.arange(length(rng)), w), rng), ("nothing turns",), mistakes=("",)
    )


@kind
def ntk_by_any_factor(rng: Rng) -> Asked:
    d, base = width(rng, 64, 96, 128), float(rng.choice([1e3, 1e4, 5e5, 1e6]))
    scale = float(rng.choice([1.5, 2, 2.5, 3, 5, 6, 7, 12]))
    angles = np.outer(np.arange(length(rng, 300)), ladder(d, base * scale ** (d / (d - 2))))
    return Asked(cache(angles, rng), ("RoPE", rf"NTK.* {scale:g}\b", count(base)))


def scaled_as_in_llama_3(w: np.ndarray, factor: float, low: float, high: float, trained: float):
    turns = trained * w / (2 * np.pi)
    kept = np.clip((turns - low) / (high - low), 0, 1)
    return w * (kept + (1 - kept) / factor)


@kind
def llama_3(rng: Rng) -> Asked:
    factor, trained = float(rng.choice([8, 32, 16])), float(rng.choice([4096, 8192, 16384]))
    w = scaled_as_in_llama_3(ladder(width(rng, 64, 128), 5e5), factor, 1, 4, trained)
    angles = np.outer(np.arange(length(rng, 300, 900)), w)
    return Asked(
        cache(angles, rng), ("Llama 3", "500,000", rf"factor {factor:g}\b", count(trained))
    )


def yarn(d: int, base: float, factor: float, trained: float, truncated: bool) -> np.ndarray:
    low, high = (d * np.log(trained / (r * 2 * np.pi)) / (2 * np.log(base)) for r in (32, 1))
    if truncated:
        low, high = np.floor(low), np.ceil(high)
    low, high = max(low, 0), min(high, d - 1)
    kept = 1 - np.clip((np.arange(d // 2) - low) / (high - low), 0, 1)
    return ladder(d, base) * (kept + (1 - kept) / factor)


@kind
def yarn_with_any_factor(rng: Rng) -> Asked:
    base = float(rng.choice([1e4, 150_000, 1e6]))
    factor, trained = float(rng.choice([4, 8, 32, 40])), float(rng.choice([4096, 8192, 32768]))
    w = yarn(width(rng, 64, 128), base, factor, trained, bool(rng.integers(2)))
    angles = np.outer(np.arange(length(rng, 300, 900)), w)
    made = cache(angles, rng, 0.1 * np.log(factor) + 1)
    return Asked(made, ("YaRN", count(base), rf"factor {factor:g}\b", count(trained)))


@kind
def longrope(rng: Rng) -> Asked:
    d = width(rng, 64, 96)
    factors = np.sort(rng.uniform(1, 64, d // 2).round(2))
    factors[0] = 1.0
    angles = np.outer(np.arange(length(rng, 300, 900)), ladder(d) / factors)
    made = cache(angles, rng, np.sqrt(1 + np.log(32) / np.log(4096)))
    return Asked(made, ("LongRoPE", "10,000", rf"{factors[-1]:.4g}"))


@kind
def inv_freq_alone(rng: Rng) -> Asked:
    base = float(rng.choice([1e4, 5e5, 1e6, 150_000]))
    w = ladder(width(rng), base)
    w = [w, w.astype("f4"), bf16(w).astype("f4")][rng.integers(3)]
    return Asked([w, w[None]][rng.integers(2)], ("frequencies", f"base {count(base)}"))


@kind
def inv_freq_scaled_as_in_llama_3(rng: Rng) -> Asked:
    factor = float(rng.choice([8, 32]))
    w = scaled_as_in_llama_3(ladder(128, 5e5), factor, 1, 4, 8192)
    return Asked(w.astype("f4"), ("frequencies", "Llama 3", rf"factor {factor:g}\b", "8,192"))


@kind
def angles_before_cosine_and_sine(rng: Rng) -> Asked:
    angles = np.outer(np.arange(length(rng)), ladder(width(rng), 1e4))
    made = [np.repeat(angles, 2, axis=1), np.hstack([angles, angles]), angles][rng.integers(3)]
    return Asked(made.astype("f4"), ("angles", "10,000"))


@kind
def frozen_pairs(rng: Rng) -> Asked:
    """Proportional RoPE: the last pairs do not turn."""
    d = width(rng, 64, 128)
    turning = int(d // 2 * rng.choice([0.25, 0.5, 0.75]))
    w = np.where(np.arange(d // 2) < turning, ladder(d, 1e6), 0)
    angles = np.outer(np.arange(length(rng)), w)
    return Asked(
        cache(angles, rng), ("RoPE", "1,000,000", rf"\b{d // 2 - turning} .*pairs.* not turn")
    )


@kind
def pairs_beyond_the_rotary_width(rng: Rng) -> Asked:
    """GPT-NeoX's partial rotation with cosine 1 and sine 0 for the other columns."""
    d, rest = width(rng, 32, 64), int(rng.integers(4, 40))
    angles = np.outer(np.arange(length(rng)), np.concatenate([ladder(d), np.zeros(rest)]))
    return Asked(cache(angles, rng), ("RoPE", "base 10,000", rf"{rest} of .* pairs do not turn"))


@kind
def time_steps(rng: Rng) -> Asked:
    """diffusers: halves, cosines first or not, exponents j/(half - shift), float32."""
    half, flip, shift = width(rng) // 2, bool(rng.integers(2)), int(rng.integers(2))
    w = np.exp(np.float32(-np.log(10_000)) * np.arange(half, dtype="f4") / (half - shift))
    a = np.arange(length(rng), dtype="f4")[:, None] * w
    parts = (np.cos(a), np.sin(a)) if flip else (np.sin(a), np.cos(a))
    words = ("halves", r"j/\(d/2-1\)" if shift else "2j/d", "10,000")
    return Asked(np.hstack(parts), (*words, *(("cosines? first",) if flip else ())))


@kind
def time_steps_from_0_to_1(rng: Rng) -> Asked:
    """Flux: times from 0 to 1, multiplied by 1,000."""
    half, n = width(rng) // 2, int(rng.choice([21, 26, 51, 101]))
    w = np.exp(-np.log(10_000) * np.arange(half, dtype="f4") / half)
    a = 1000 * np.linspace(0, 1, n, dtype="f4")[:, None] * w
    step = 1000 / (n - 1)
    return Asked(
        np.hstack([np.cos(a), np.sin(a)]).astype("f4"),
        ("halves", "cosines? first", "10,000", rf"\b{step:g}\b"),
    )
