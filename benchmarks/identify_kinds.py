"""What `identify` says to the kinds of tables that bug reports and packages hand it.

    python benchmarks/identify_kinds.py [TABLES [SEED]] [--before FOLDER]

Each kind makes a table as the program in question does, with parameters drawn at random, and says
which words its answer must have in the first two lines. With --before, the same tables are given
to earlier code, and the results go to results/identify_kinds.md:

    git worktree add ../before 9407f98
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pe_lib import identify, practice

TEXT = Path(__file__).parent / "results" / "identify_kinds.md"
TABLES, SEED = 5, 20_261_126
#: The commit before `identify` was given these kinds.
BEFORE = "9407f98"
RAW = argparse.RawDescriptionHelpFormatter

Rng = np.random.Generator


class Asked(NamedTuple):
    """A table, or a function, and what is to be said of it."""

    table: Any
    #: Regular expressions, each of which must match in the first two lines.
    words: tuple[str, ...]
    paper: bool = False
    #: Mistakes that may be named; no other one may.
    mistakes: tuple[str, ...] = ()


KINDS: dict[str, Callable[[Rng], Asked]] = {}


def kind(maker: Callable[[Rng], Asked]) -> Callable[[Rng], Asked]:
    KINDS[maker.__name__.replace("_", " ")] = maker
    return maker


# -- how programs make tables


def ladder(d: int, base: float = 10_000.0) -> np.ndarray:
    return base ** (-np.arange(0, d, 2) / d)


def interleaved(angles: np.ndarray) -> np.ndarray:
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(*angles.shape[:-1], -1)


def halves(angles: np.ndarray) -> np.ndarray:
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=-1)


def cache(angles: np.ndarray, rng: Rng, amplitude: float = 1.0) -> Any:
    """Cosines and sines as transformers returns them: each angle twice, in one shape or another."""
    twice = np.concatenate([angles, angles], axis=-1)
    cos, sin = (amplitude * np.cos(twice)).astype("f4"), (amplitude * np.sin(twice)).astype("f4")
    return [(cos, sin), (cos[None], sin[None]), np.stack([cos, sin])][rng.integers(3)]


def bf16(x: Any) -> np.ndarray:
    bits = np.asarray(x, "f4").view("u4").astype("u8")
    bits += 0x7FFF + ((bits >> 16) & 1)
    return ((bits >> 16) << 16).astype("u4").view("f4").astype(float)


def count(n: float) -> str:
    return re.escape(f"{n:,.10g}")


def width(rng: Rng, *choices: int) -> int:
    return int(rng.choice(choices or (32, 48, 64, 96, 128)))


def length(rng: Rng, low: int = 64, high: int = 0) -> int:
    return int(rng.integers(low, high or low + 240))


def plane(rng: Rng, low: int = 8, high: int = 20) -> tuple[int, int, np.ndarray, np.ndarray]:
    """Return height and width, which differ, and each patch's row and column, row by row."""
    h, w = map(int, rng.choice(np.arange(low, high), size=2, replace=False))
    y, x = np.divmod(np.arange(h * w), w)
    return h, w, y.astype(float), x.astype(float)


# -- axes


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


# -- positions


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


# -- frequencies


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
    d = width(rng)
    angles = np.arange(length(rng, 300, 900), dtype="f4")[:, None] * ladder(d).astype("f4")
    return Asked(interleaved(angles), ("The paper's table",), paper=True)


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


# -- wrong formulas


@kind
def one_frequency(rng: Rng) -> Asked:
    """Integer division makes every exponent 0."""
    table = interleaved(np.outer(np.arange(length(rng)), np.ones(width(rng) // 2)))
    return Asked(table, ("one frequency for all pairs",), mistakes=("one frequency",))


@kind
def sine_plus_cosine(rng: Rng) -> Asked:
    n, d = length(rng, 64, 200), width(rng, 24, 32, 64)
    a = np.outer(np.arange(n), 1e4 ** (-2 * np.arange(d) / d))
    return Asked(np.sin(a) + np.cos(a), ("sum|plus", "cosine", "2c/d"), mistakes=("",))


@kind
def exponents_of_the_column_less_one(rng: Rng) -> Asked:
    n, d = length(rng, 64, 200), width(rng, 24, 32, 64)
    c = np.arange(d)
    a = np.outer(np.arange(n), 1e4 ** (-(2 * c - c % 2) / d))
    table = np.where(c % 2, np.cos(a), np.sin(a))
    return Asked(table, ("2c/d", r"\(?2c ?- ?1\)?/d"), mistakes=("",))


@kind
def column_for_pair_after_a_zero_row(rng: Rng) -> Asked:
    n, d = length(rng, 64, 200), width(rng, 24, 32, 64)
    c = np.arange(d)
    a = np.outer(np.arange(n), 1e4 ** (-2 * c / d))
    table = np.where(c % 2, np.cos(a), np.sin(a))
    table[0] = 0
    return Asked(table, ("2c/d", "row 0 is zero"), mistakes=("column as pair",))


@kind
def one_wrong_entry(rng: Rng) -> Asked:
    n, d = length(rng), width(rng)
    table = interleaved(np.outer(np.arange(n), ladder(d)))
    row, column = int(rng.integers(n)), int(rng.integers(d))
    table[row, column] += rng.choice([-0.5, 0.3])
    return Asked(table, ("The paper's table", rf"row {row}, column {column}\b"), mistakes=("",))


@kind
def a_hundred_times_in_whole_numbers(rng: Rng) -> Asked:
    table = interleaved(np.outer(np.arange(length(rng)), ladder(width(rng))))
    return Asked((table * 100).round().astype(int), (r"\b100 times", "whole numbers"))


# -- grids


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
    omega = np.exp(np.arange(0, d // 2, 2) * (-np.log(10_000) / (d // 2) // 2))
    ax, ay = np.outer(x + 1, omega), np.outer(y + 1, omega)
    table = np.stack([np.sin(ax), np.cos(ax), np.sin(ay), np.cos(ay)], axis=-1)
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
    sizes_said = " x ".join(map(str, sizes))
    return Asked(
        table[None], (f"{sizes_said}|{sizes[0]} frames of {sizes[1]} rows of {sizes[2]}", "10,000")
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


# -- Fourier features


@kind
def linear_bands_of_a_grid(rng: Rng) -> Asked:
    """timm: bands from 1 to half the resolution, times pi, of coordinates from -1 to 1.

    Patches have 16 pixels on a side.
    """
    side, bands = int(rng.integers(10, 18)), int(rng.integers(8, 24))
    w = np.linspace(1, 16 * side / 2, bands) * np.pi
    at = np.linspace(-1, 1, side)
    y, x = np.meshgrid(at, at, indexing="ij")
    a = np.stack([y, x], axis=-1).reshape(-1, 2, 1) * w
    table = np.concatenate([np.sin(a), np.cos(a)], axis=-1).reshape(side * side, -1)
    return Asked(table.astype("f4"), (f"{side} rows of {side}", "linear", "pi"))


@kind
def perceiver(rng: Rng) -> Asked:
    n, bands = length(rng, 100, 300), int(rng.integers(16, 40))
    p = np.linspace(-1, 1, n)[:, None]
    a = np.pi * p * np.linspace(1, n / 2, bands)
    table = np.hstack([np.sin(a), np.cos(a)])
    if rng.random() < 0.5:
        return Asked(np.hstack([p, table]), ("linear", "pi", "-1 to 1", "column 0|coordinate"))
    return Asked(table, ("linear", "pi"))


@kind
def nerf_of_a_line(rng: Rng) -> Asked:
    n, octaves = length(rng), int(rng.integers(6, 11))
    p = np.linspace(-1, 1, n)[:, None]
    table = np.hstack([p] + [f(2.0**k * p) for k in range(octaves) for f in (np.sin, np.cos)])
    return Asked(table, ("NeRF", "twice|powers of two", "column 0|coordinate"))


@kind
def nerf_from_0_to_1(rng: Rng) -> Asked:
    p = np.linspace(0, 1, length(rng))[:, None]
    octaves = int(rng.integers(6, 11))
    table = np.hstack([f(np.pi * 2.0**k * p) for k in range(octaves) for f in (np.sin, np.cos)])
    return Asked(table, ("NeRF", "twice", "pi times coordinates 0 to 1"))


@kind
def nerf_of_points(rng: Rng) -> Asked:
    octaves, unit = int(rng.integers(6, 11)), float(rng.choice([1, np.pi]))
    p = rng.uniform(-1, 1, size=(length(rng), 3))
    table = [p] + [f(unit * 2.0**k * p) for k in range(octaves) for f in (np.sin, np.cos)]
    return Asked(
        np.hstack(table).astype("f4"), ("NeRF", "twice|powers of two", r"\b3 .*coordinates")
    )


@kind
def random_features_of_a_grid(rng: Rng) -> Asked:
    """Segment Anything: sines and cosines of random combinations of both coordinates."""
    side, n = int(rng.integers(12, 33)), width(rng, 32, 64)
    at = (np.arange(side) + 0.5) / side * 2 - 1
    y, x = np.meshgrid(at, at, indexing="ij")
    a = 2 * np.pi * np.stack([x, y], axis=-1) @ rng.normal(size=(2, n))
    table = np.concatenate([np.sin(a), np.cos(a)], axis=-1).transpose(2, 0, 1).astype("f4")
    return Asked(table, ("random", f"{side} rows of {side}", "both"))


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


# -- no sinusoids


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


# -- time steps and functions


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


@kind
def a_function_that_switches(rng: Rng) -> Asked:
    """LongRoPE and dynamic scaling: other frequencies beyond the trained length."""
    trained, factor = int(rng.choice([2048, 4096])), float(rng.choice([2, 4]))

    def table(seq_len: int, d_model: int) -> Any:
        base = 10_000.0
        if seq_len > trained:
            by = factor * seq_len / trained - (factor - 1)
            base *= by ** (d_model / (d_model - 2))
        a = np.outer(np.arange(seq_len), base ** (-np.arange(0, d_model, 2) / d_model))
        return np.cos(np.hstack([a, a])), np.sin(np.hstack([a, a]))

    return Asked(table, ("RoPE", rf"{trained:,}", "10,000"))


@kind
def a_rope_function_of_one_array(rng: Rng) -> Asked:
    def table(seq_len: int, d_model: int) -> Any:
        a = np.outer(np.arange(seq_len), 10_000 ** (-np.arange(0, d_model, 2) / d_model))
        return np.hstack([np.cos(a), np.sin(a)]).reshape(seq_len, d_model)

    return Asked(table, ("10,000", "cosines? first"))


# -- the run


def said(asked: Asked) -> tuple[bool, str]:
    """Return whether the answer is right, and its first two lines."""
    try:
        found = identify(asked.table)
    except Exception as error:  # the old code crashed on some
        return False, f"{type(error).__name__}: {error}"
    first = "\n".join(str(found).splitlines()[:2])
    named = [one.name for one in found.findings if one.kind == "a mistake"]
    others = [name for name in named if not any(part in name for part in asked.mistakes)]
    right = (
        all(re.search(word, first, re.IGNORECASE) for word in asked.words)
        and found.paper == asked.paper
        and not others
    )
    return right, " / ".join([first.replace("\n", " / "), *(f"claims {one}" for one in others)])


def run(tables: int, seed: int) -> dict[str, list[tuple[bool, str]]]:
    """Return the answers to tables of each kind: whether each is right, and its first lines."""
    answers: dict[str, list[tuple[bool, str]]] = {}
    for number, (name, make) in enumerate(KINDS.items()):
        rng = np.random.default_rng([seed, number])
        answers[name] = [said(make(rng)) for _ in range(tables)]
    return answers


def run_before(folder: Path, tables: int, seed: int) -> dict[str, list[tuple[bool, str]]]:
    """Return the answers of the library in another folder, a checkout of an earlier commit."""
    command = [sys.executable, __file__, str(tables), str(seed), "--as-json"]
    earlier = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(command, env=earlier, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def report(tables: int, seed: int, now: dict, before: dict) -> str:
    """Return both as a table, with an answer that is not right."""
    lines = [
        "# What identify says to the kinds behind bug reports and packages",
        "",
        f"{tables} tables of each kind (seed {seed}). Right means: the truth in the first two "
        "lines, and no mistake named beside it.",
        "",
        "| kind | before | now | one that is not right now |",
        "|---|--:|--:|---|",
    ]
    for name, answers in now.items():
        wrong = next((text for right, text in answers if not right), "")
        counts = " | ".join(str(_right(one.get(name, []))) for one in (before, now))
        lines.append(f"| {name} | {counts} | {wrong[:200].replace('|', '¦')} |")
    total, of = sum(map(_right, now.values())), tables * len(KINDS)
    lines += ["", f"Right: {total:,} of {of:,}; before {sum(map(_right, before.values())):,}."]
    lines += ["", f"Written by `benchmarks/identify_kinds.py --before`, of commit {BEFORE}."]
    return "\n".join(lines) + "\n"


def _right(answers: list[tuple[bool, str]]) -> int:
    return sum(right for right, _ in answers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RAW)
    parser.add_argument("tables", type=int, nargs="?", default=TABLES, help="of each kind")
    parser.add_argument("seed", type=int, nargs="?", default=SEED)
    parser.add_argument("--before", type=Path, help=f"a checkout of {BEFORE}, to compare with")
    parser.add_argument("--as-json", action="store_true", help="print the answers")
    asked = parser.parse_args()
    now = run(asked.tables, asked.seed)
    if asked.as_json:
        print(json.dumps(now))
        return
    before = run_before(asked.before, asked.tables, asked.seed) if asked.before else {}
    text = report(asked.tables, asked.seed, now, before)
    print(text)
    if before and (asked.tables, asked.seed) == (TABLES, SEED):
        TEXT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
