"""RoPE's caches, frequencies and angles, exact, scaled, rounded, or at other positions."""

from collections.abc import Callable

import numpy as np

from benchmarks.kinds.draw import Asked, Draw, asked, bf16, interleaved, powers, rope, sines
from pe_check.numbers import number


def llama_3(d: int, base: float, factor: float, trained: float) -> np.ndarray:
    w = powers(d, base)
    kept = np.clip((trained * w / (2 * np.pi) - 1) / 3, 0, 1)
    return w * (kept + (1 - kept) / factor)


def yarn(d: int, base: float, factor: float, trained: float) -> np.ndarray:
    low, high = (d * np.log(trained / (r * 2 * np.pi)) / (2 * np.log(base)) for r in (32, 1))
    low, high = max(np.floor(low), 0), min(np.ceil(high), d - 1)
    kept = 1 - np.clip((np.arange(d // 2) - low) / (high - low), 0, 1)
    return powers(d, base) * (kept + (1 - kept) / factor)


def scaled(r: Draw, name: str, frequencies: Callable[..., np.ndarray]) -> Asked:
    """A scaling by parts, as a cache with an attention factor or as inv_freq."""
    factor, trained = r.pick(8.0, 16.0, 32.0), r.pick(4096, 8192, 16384)
    w = frequencies(r.pick(64, 128), r.base, factor, trained)
    text = f"{name}, trained length {number(trained)}, factor {factor:g}"
    if r.pick(True, False):
        return asked(w.astype("f4"), "inv_freq", "scaled by parts", base=r.base, frequencies=text)
    table = r.cache(np.outer(np.arange(600), w), 0.1 * np.log(factor) + 1)
    return rope(table, "scaled by parts", "amplitude", base=r.base, frequencies=text)


def in_float32(r: Draw) -> Asked:
    angles = np.arange(r.whole(500, 4000), dtype="f4")[:, None] * powers(r.d, r.base).astype("f4")
    return rope(r.cache(angles), base=r.base)


def never_filled(r: Draw) -> Asked:
    w = r.pick(0.0, 1e-40) * r.rng.random(r.d // 2)
    return asked(r.cache(np.outer(r.p, w)), "nothing turns", "nothing turns")


def garbage(r: Draw) -> Asked:
    w = r.pick(np.ones(r.d), r.rng.random(r.d).astype("f4") * 1e30)
    return asked(w, "inv_freq", "never filled")


def cosines(r: Draw) -> Asked:
    table = np.cos(r.angles(base=1e4))
    table = r.pick(table, np.hstack([table, table]), np.repeat(table, 2, axis=1))
    return sines(r.stored(table), "RoPE's cosines", base=1e4)


def packed(r: Draw) -> Asked:
    p = np.concatenate([r.p, np.arange(r.whole(20, 90))])
    table = r.pick(r.cache(r.angles(p)), interleaved(r.angles(p)))
    kind = "sinusoidal" if isinstance(table, np.ndarray) and table.ndim == 2 else "rope cache"
    text = f"row {r.n}: 0, 1, 2, …"
    return asked(table, kind, "packed positions", base=r.base, positions=text)


def left_padding(r: Draw) -> Asked:
    """transformers: position_ids are the mask's sums less one, and 1 where the mask is 0."""
    padding = r.whole(2, 20)
    p = np.concatenate([np.ones(padding), r.p])
    text = f"1 up to row {padding - 1}; row {padding}: 0, 1, 2, …"
    return rope(r.cache(r.angles(p)), "clamped positions", base=r.base, positions=text)


def right_padding(r: Draw) -> Asked:
    """fairseq: tokens are counted from 2, padding has position 1."""
    p = np.concatenate([r.p + 2, np.ones(r.whole(2, 20))])
    angles = np.outer(p, 1e4 ** -np.linspace(0, 1, r.d // 2))
    text = f"2, 3, 4, …; from row {r.n} on: 1"
    table = np.hstack([np.sin(angles), np.cos(angles)]).astype("f4")
    return sines(table, "clamped positions", exponents="j/(d/2-1)", positions=text)


TABLES: dict[str, Callable[[Draw], Asked]] = {
    "RoPE in float32": in_float32,
    "RoPE's cosines alone": cosines,
    "inv_freq alone": lambda r: asked(
        r.pick(*(f(powers(r.d, r.base)) for f in (np.asarray, np.float32, bf16, np.atleast_2d))),
        "inv_freq",
        base=r.base,
    ),
    "frequencies of 0": never_filled,
    "frequencies never filled": garbage,
    "Llama 3": lambda r: scaled(r, "Llama 3", llama_3),
    "YaRN": lambda r: scaled(r, "YaRN", yarn),
    "packed documents": packed,
    "positions of every 4th token": lambda r: rope(
        r.cache(r.angles(1 + 4 * r.p)), base=r.base, start=1.0, step=4.0
    ),
    "padding on the left": left_padding,
    "padding on the right": right_padding,
}
