"""Tables of images, video and whatever else has several axes of positions."""

from collections.abc import Callable

import numpy as np

from benchmarks.kinds.draw import Asked, Draw, halves, interleaved, powers, rope, sines


def of_axes(layout: Callable, *axes: tuple[np.ndarray, int]) -> np.ndarray:
    """Return the tables of several axes, each of its width, side by side."""
    return np.concatenate([layout(p[..., None] * powers(d)) for p, d in axes], axis=-1)


def grid(r: Draw, tokens: int = 0) -> Asked:
    """MAE, DINOv2: the column first or the row first, after zero rows for other tokens."""
    first, second = r.pick((r.x, r.y), (r.y, r.x))
    table = of_axes(halves, (first, r.d // 2), (second, r.d // 2))
    named = "column" if first is r.x else "row"
    facts = {"grid": f"{r.h} rows of {r.w}", "first in the columns": named}
    table = np.vstack([np.zeros((tokens, r.d)), table])
    return Asked(table, "sinusoidal", ("grid", *(["padding"] if tokens else [])), facts)


def two_bases(r: Draw) -> Asked:
    table = [halves(np.outer(r.y, powers(64))), halves(np.outer(r.x, powers(64, 100)))]
    facts = {"grid": f"{r.h} rows of {r.w}", "frequencies of section 1": "base 100"}
    return Asked(np.hstack(table), "sinusoidal", ("grid",), facts)


def in_turn(r: Draw) -> Asked:
    """LoFTR: columns 4k to 4k + 3 are the sine and cosine of x, then of y, counted from 1."""
    ax, ay = (np.outer(at + 1, powers(32)) for at in (r.x, r.y))
    table = np.stack([np.sin(ax), np.cos(ax), np.sin(ay), np.cos(ay)], axis=-1)
    table = table.reshape(r.h, r.w, -1).transpose(2, 0, 1).astype("f4")
    sizes, turn = f"{r.h} rows of {r.w}", "in turn"
    return sines(table, "grid", grid=sizes, sections=turn, row_positions="1, 2, 3, …")


def sections(p: np.ndarray, sizes: tuple[int, ...], in_turn: bool = False) -> np.ndarray:
    """Return angles of positions (rows, axes), each axis with its own pairs of one schedule."""
    axes = np.repeat(np.arange(3), sizes)
    axes = np.resize([0, 1, 2], len(axes)) if in_turn else axes
    return p[:, axes] * powers(2 * len(axes), 1e6)


def m_rope(r: Draw) -> Asked:
    start, turn = r.whole(1, 30), r.pick(True, False)
    p = np.stack([np.full(len(r.y), start), start + r.y, start + r.x], axis=-1)
    order = "in turn" if turn else "one after the other"
    text = f"20, 20, 20 pairs of one schedule, {order}"
    facts = {"grid": f"{r.h} rows of {r.w}", "sections": text}
    return rope(r.cache(sections(p, (20, 20, 20), turn)), "grid", base=1e6, **facts)


def video(r: Draw) -> Asked:
    """A third of the columns for each axis."""
    sizes = tuple(map(int, r.rng.choice(np.arange(4, 12), 3, replace=False)))
    f, y, x = np.indices(sizes).astype(float)
    table = r.pick(
        of_axes(halves, (f, 48), (x, 48), (y, 48)).reshape(-1, 144),
        of_axes(interleaved, (f, 48), (y, 48), (x, 48))[None],
    )
    return sines(table, "grid", grid=f"{sizes[0]} frames of {sizes[1]} rows of {sizes[2]}")


def chatglm(r: Draw) -> Asked:
    """Two halves of a head: the position up to a mask, then the position in the block."""
    first, rest = r.whole(8, 30), r.whole(20, 60)
    p = np.minimum(np.arange(first + rest), first - 1)
    block = np.maximum(np.arange(first + rest) - first + 1, 0)
    angles = np.hstack([np.outer(p, powers(64)), np.outer(block, powers(64))])
    table = np.cos(angles), np.sin(angles)
    return rope(table, "sections", "clamped positions", sections="32, 32 pairs")


TABLES: dict[str, Callable[[Draw], Asked]] = {
    "a grid": grid,
    "a grid after a class token": lambda r: grid(r, 1),
    "a grid after registers": lambda r: grid(r, r.whole(2, 9)),
    "a grid of two bases": two_bases,
    "axes in turn": in_turn,
    "M-RoPE of an image": m_rope,
    "video": video,
    "ChatGLM": chatglm,
}
