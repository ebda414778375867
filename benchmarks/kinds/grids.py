"""Tables of images, video and whatever else has several axes of positions."""

import numpy as np

from benchmarks.kinds.kind import Asked, Rng, kind, plane, width
from benchmarks.kinds.programs import cache, halves, interleaved, ladder
from pe_book.mistakes.implementations import floor_division


@kind
def mae_with_a_class_token(rng: Rng) -> Asked:
    h, w, y, x = plane(rng)
    d = width(rng, 64, 96, 128)
    table = np.hstack([halves(np.outer(x, ladder(d // 2))), halves(np.outer(y, ladder(d // 2)))])
    return Asked(
        np.vstack([np.zeros((1, d)), table]),
        (f"{h} rows of {w}", "row 0 is zero", "column.* first|first .*column", "10,000"),
    )


@kind
def a_grid_row_first(rng: Rng) -> Asked:
    h, w, y, x = plane(rng)
    d = width(rng, 64, 96, 128)
    table = np.hstack([halves(np.outer(y, ladder(d // 2))), halves(np.outer(x, ladder(d // 2)))])
    return Asked(table, (f"{h} rows of {w}", r"\brow.* first|first .*row", "10,000"))


@kind
def a_grid_of_two_bases(rng: Rng) -> Asked:
    h, w, y, x = plane(rng)
    d = width(rng, 64, 96, 128)
    table = np.hstack(
        [halves(np.outer(y, ladder(d // 2))), interleaved(np.outer(x, ladder(d // 2, 100)))]
    )
    return Asked(table, (f"{h} rows of {w}", "10,000", r"\b100\b"))


@kind
def axes_in_turn(rng: Rng) -> Asked:
    """LoFTR: channels 4k to 4k + 3 are the sine and cosine of x, then of y, counted from 1."""
    h, w, y, x = plane(rng)
    d = width(rng, 64, 96, 128)
    omega = np.exp(np.arange(0, d // 2, 2) * (-np.log(10_000) / (d // 2)))
    ax, ay = np.outer(x + 1, omega), np.outer(y + 1, omega)
    table = np.stack([np.sin(ax), np.cos(ax), np.sin(ay), np.cos(ay)], axis=-1)
    table = table.reshape(h, w, d).transpose(2, 0, 1).astype("f4")
    return Asked(table, (f"{h} rows of {w}", "column.* first|first .*column", "10,000", r"\b1, 2"))


@kind
def axes_in_turn_with_floor_division(rng: Rng) -> Asked:
    """LoFTR before its fix: -ln(10000) / d // 2 is -1, so that frequencies are e^-2j."""
    h, w, y, x = plane(rng)
    d = width(rng, 64, 128)
    every_second_pair = floor_division(max(h, w) + 1, d).reshape(-1, d // 2, 2)[:, ::2]
    table = np.concatenate([every_second_pair[p.astype(int) + 1] for p in (x, y)], axis=-1)
    table = table.reshape(h, w, d).transpose(2, 0, 1).astype("f4")
    return Asked(
        table, (f"{h} rows of {w}", "floor division|//|7.389"), mistakes=("floor division",)
    )


@kind
def a_grid_after_registers(rng: Rng) -> Asked:
    """DINOv2: zero rows for the class token and the registers."""
    h, w, y, x = plane(rng)
    d, registers = width(rng, 64, 96, 128), int(rng.integers(2, 9))
    table = np.hstack([halves(np.outer(x, ladder(d // 2))), halves(np.outer(y, ladder(d // 2)))])
    return Asked(
        np.vstack([np.zeros((registers, d)), table]),
        (f"{h} rows of {w}", f"rows 0 to {registers - 1} are zero", "10,000"),
    )


@kind
def patches_in_blocks(rng: Rng) -> Asked:
    """Qwen2-VL's vision tower: the four patches that become one token follow each other."""
    h, w = 2 * rng.choice(np.arange(3, 12), size=2, replace=False)
    y, x = np.divmod(np.arange(h * w), w)
    order = np.arange(h * w).reshape(h // 2, 2, w // 2, 2).transpose(0, 2, 1, 3).ravel()
    omega = ladder(width(rng, 32, 40, 64))
    angles = np.hstack([np.outer(y[order], omega), np.outer(x[order], omega)])
    return Asked(cache(angles, rng), ("RoPE", f"{h} rows of {w}", "blocks of 2 by 2", "10,000"))


def in_sections(p: np.ndarray, sections: tuple[int, ...], base: float) -> np.ndarray:
    """Return angles of positions (rows, axes), each axis with its own pairs of one ladder."""
    return p[:, np.repeat(np.arange(3), sections)] * ladder(2 * sum(sections), base)


@kind
def an_image_within_a_text(rng: Rng) -> Asked:
    """Qwen2-VL: the text goes on after the largest position of the image."""
    h, w, y, x = plane(rng)
    before, after = int(rng.integers(3, 30)), int(rng.integers(2, 30))
    image = before + np.stack([np.zeros(h * w), y, x], axis=-1)
    rest = image.max() + 1 + np.arange(after)
    text = [np.repeat(rows[:, None], 3, axis=1) for rows in (np.arange(before), rest)]
    angles = in_sections(np.vstack([text[0], image, text[1]]), (16, 24, 24), 1e6)
    return Asked(
        cache(angles, rng),
        (
            "RoPE",
            "1,000,000",
            "16, 24, 24",
            rf"from row {before} on a grid of {h} rows of {w}",
            rf"from row {before + h * w} on text again, positions {rest[0]:.0f}\b",
        ),
    )


@kind
def an_image_after_a_text(rng: Rng) -> Asked:
    """Flux: every token of the text is at (0, 0, 0), each axis has frequencies of its own."""
    h, w, y, x = plane(rng)
    text = int(rng.integers(2, 100))
    p = np.vstack([np.zeros((text, 3)), np.stack([np.zeros(h * w), y, x], axis=-1)])
    angles = np.hstack([np.outer(p[:, i], ladder(d)) for i, d in enumerate((16, 56, 56))])
    angles = np.repeat(angles, 2, axis=1)
    table = np.cos(angles).astype("f4"), np.sin(angles).astype("f4")
    return Asked(
        table, ("RoPE", "10,000", rf"text up to row {text - 1}\b", f"a grid of {h} rows of {w}")
    )


@kind
def video(rng: Rng) -> Asked:
    """CogVideoX: a quarter of the columns for the frame, three eighths for width and height."""
    t, (h, w) = int(rng.integers(3, 8)), map(int, rng.choice(np.arange(5, 14), 2, replace=False))
    d = width(rng, 64, 128)
    f, y, x = (axis.ravel() for axis in np.indices((t, h, w)))
    parts = [(f, d // 4), (x, 3 * d // 8), (y, 3 * d // 8)]
    table = np.hstack([halves(np.outer(p, ladder(n))) for p, n in parts])
    return Asked(table, (f"{t} x {h} x {w}|{t} frames of {h} rows of {w}", "10,000"))


@kind
def three_axes_of_a_third(rng: Rng) -> Asked:
    sizes = tuple(map(int, rng.choice(np.arange(4, 10), 3, replace=False)))
    d = 6 * int(rng.integers(4, 12))
    table = np.concatenate(
        [interleaved(axis[..., None] * ladder(d // 3)) for axis in np.indices(sizes)], axis=-1
    )
    sizes_text = " x ".join(map(str, sizes))
    return Asked(
        table[None], (f"{sizes_text}|{sizes[0]} frames of {sizes[1]} rows of {sizes[2]}", "10,000")
    )


@kind
def a_padded_image(rng: Rng) -> Asked:
    """DETR: cumulative sums of a mask that is 0 in the last rows and columns."""
    h, w = plane(rng, 12, 24)[:2]
    d, (down, right) = width(rng, 64, 128), rng.integers(2, 6, size=2)
    mask = np.zeros((h, w))
    mask[: h - down, : w - right] = 1
    y, x = mask.cumsum(axis=0), mask.cumsum(axis=1)
    table = np.concatenate([interleaved(p[..., None] * ladder(d // 2)) for p in (y, x)], axis=-1)
    return Asked(
        table.transpose(2, 0, 1).astype("f4"),
        (f"{h} rows of {w}", "10,000", rf"position {w - right}\b", rf"position {h - down}\b"),
    )


@kind
def a_resized_grid(rng: Rng) -> Asked:
    """A checkpoint of 14 x 14 patches, interpolated for a larger image."""
    side, new, d = int(rng.integers(8, 16)), int(rng.integers(18, 28)), width(rng, 64, 96)
    at = (np.arange(new) + 0.5) * side / new - 0.5
    low = np.clip(np.floor(at).astype(int), 0, side - 1)
    share = np.clip(at - low, 0, 1)[:, None]
    one = halves(np.outer(np.arange(side), ladder(d // 2)))
    one = one[low] * (1 - share) + one[np.minimum(low + 1, side - 1)] * share
    y, x = np.divmod(np.arange(new * new), new)
    return Asked(np.hstack([one[x], one[y]]), ("resized", f"{new} rows of {new}"))


@kind
def rotary_of_a_grid_centered(rng: Rng) -> Asked:
    """DINOv3: base 100, coordinates of the patches' centers from -1 to 1, times 2 pi."""
    side, d = int(rng.integers(10, 20)), 64
    at = 2 * np.pi * (2 * (np.arange(side) + 0.5) / side - 1)
    y, x = np.meshgrid(at, at, indexing="ij")
    w = 100.0 ** (-np.arange(d // 4) / (d // 4))
    a = np.hstack([np.outer(y.ravel(), w), np.outer(x.ravel(), w)])
    a = np.hstack([a, a])
    table = np.hstack([np.sin(a), np.cos(a)]).astype("f4")
    return Asked(table, ("RoPE", f"{side} rows of {side}", r"base 100\b", "-1 to 1|2 ?pi"))


@kind
def m_rope_of_an_image(rng: Rng) -> Asked:
    """Qwen2-VL: sections of one ladder for time, height and width."""
    h, w, y, x = plane(rng)
    start, sections = int(rng.integers(1, 30)), (16, 24, 24)
    p = np.stack([np.full(h * w, start), start + y, start + x], axis=-1)
    angles = in_sections(p, sections, 1e6)
    return Asked(
        cache(angles, rng), ("RoPE", "1,000,000", "16.*24.*24", f"{h} rows of {w}", rf"\b{start}\b")
    )


@kind
def chatglm(rng: Rng) -> Asked:
    """Two halves of a head: the position up to a mask, then the position in the block."""
    first, rest = int(rng.integers(8, 30)), int(rng.integers(20, 60))
    p = np.minimum(np.arange(first + rest), first - 1)
    block = np.maximum(np.arange(first + rest) - first + 1, 0)
    w = ladder(64)
    angles = np.hstack([np.outer(p, w), np.outer(block, w)])
    return Asked(
        (np.cos(angles), np.sin(angles)),
        ("RoPE", "10,000", rf"row {first - 1}\b", r"two axes|halves|sections|32.*32"),
    )
