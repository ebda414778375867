"""What `identify` says to tables of each kind in circulation, which were not used to write it.

    python benchmarks/identify_confusion.py [TABLES [SEED]]

The tables are made here as the programs make them, and as the exhibits of chapter 8 do: without
`pe_lib`, of random sizes, types and starts. Results go to results/identify_confusion.md.
"""

import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pe_book.mistakes.implementations import MISTAKES
from pe_check import identify

TEXT = Path(__file__).parent / "results" / "identify_confusion.md"
TABLES, SEED = 25, 20_261_124

#: The wrong implementations of chapter 8 but one, whose even widths are right.
EXHIBITS = {one.name: one.implementation for one in MISTAKES if one.name != "odd width crashes"}
#: Tables that one process makes and asks for at a time.
BLOCK = 25

Rng = np.random.Generator


def even(rng: Rng, low: int = 16, high: int = 96) -> int:
    return 2 * int(rng.integers(low // 2, high // 2 + 1))


def rows(rng: Rng, low: int = 48, high: int = 192) -> int:
    return int(rng.integers(low, high + 1))


def stored(rng: Rng, table: np.ndarray) -> np.ndarray:
    return table.astype(rng.choice(["f8", "f4", "f2"], p=[0.4, 0.4, 0.2]))


def tutorial(n: int, d: int, base: float = 10_000.0) -> np.ndarray:
    """The PyTorch tutorial and the Annotated Transformer: exp and log, written into two slices."""
    pe = np.zeros((n, d))
    position = np.arange(n)[:, None]
    div_term = np.exp(np.arange(0, d, 2) * -(np.log(base) / d))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe


def fairseq(n: int, d: int) -> np.ndarray:
    """tensor2tensor, fairseq and M2M100: sines beside cosines, log(10000)/(half - 1)."""
    half = d // 2
    emb = np.exp(np.arange(half) * -(np.log(10_000) / (half - 1)))
    emb = np.arange(n)[:, None] * emb[None]
    return np.concatenate([np.sin(emb), np.cos(emb)], axis=1)


def rotary(n: int, d: int, base: float = 10_000.0) -> np.ndarray:
    """The angles (n, d/2) of rotary embeddings, as in transformers."""
    inv_freq = 1.0 / (base ** (np.arange(0, d, 2) / d))
    return np.outer(np.arange(n), inv_freq)


def papers(rng: Rng) -> Any:
    return stored(rng, tutorial(rows(rng), even(rng)))


def papers_in_a_batch(rng: Rng) -> Any:
    table = stored(rng, tutorial(rows(rng), even(rng)))
    return table[None] if rng.random() < 0.5 else table[:, None]


def tensor2tensors(rng: Rng) -> Any:
    return stored(rng, fairseq(rows(rng), even(rng)))


def fairseqs_padding(rng: Rng) -> Any:
    """Row 1 is the padding's; the tokens begin at 2."""
    table = fairseq(rows(rng), even(rng))
    table[1] = 0
    return stored(rng, table)


def time_steps(rng: Rng) -> Any:
    """diffusers: cosines first, frequencies 10000**(-j/half)."""
    half = even(rng) // 2
    emb = np.exp(-np.log(10_000) * np.arange(half) / half) * np.arange(rows(rng))[:, None]
    return stored(rng, np.concatenate([np.cos(emb), np.sin(emb)], axis=-1))


def larger_base(rng: Rng) -> Any:
    base = float(rng.choice([500, 1000, 50_000, 100_000, 500_000, 1_000_000]))
    return stored(rng, tutorial(rows(rng), even(rng), base))


def multiplied(rng: Rng) -> Any:
    d = even(rng)
    return stored(rng, tutorial(rows(rng), d) * np.sqrt(d))


def dropped_out(rng: Rng) -> Any:
    table = tutorial(rows(rng), even(rng))
    p = float(rng.choice([0.1, 0.2, 0.3]))
    return stored(rng, table * (rng.random(table.shape) >= p) / (1 - p))


def rotary_pair(rng: Rng) -> Any:
    """(cos, sin): of half the width, or every column twice, as in Llama or as in GPT-J."""
    angles = rotary(rows(rng), even(rng))
    shape = rng.integers(3)
    if shape == 1:
        angles = np.concatenate([angles, angles], axis=-1)
    elif shape == 2:
        angles = np.repeat(angles, 2, axis=-1)
    type_ = rng.choice(["f8", "f4", "f2"])
    pair = np.cos(angles).astype(type_), np.sin(angles).astype(type_)
    return tuple(part[None] for part in pair) if rng.random() < 0.5 else pair


def rotary_stack(rng: Rng) -> Any:
    """torchtune: cosine and sine on the last axis."""
    angles = rotary(rows(rng), even(rng))
    return stored(rng, np.stack([np.cos(angles), np.sin(angles)], axis=-1))


def rotary_complex(rng: Rng) -> Any:
    """Meta's Llama: freqs_cis."""
    angles = rotary(rows(rng), even(rng), float(rng.choice([10_000, 500_000])))
    return (np.cos(angles) + 1j * np.sin(angles)).astype(rng.choice(["c8", "c16"]))


def rotary_cosines(rng: Rng) -> Any:
    angles = rotary(rows(rng), even(rng, 24))
    if rng.random() < 0.5:
        angles = np.concatenate([angles, angles], axis=-1)
    return stored(rng, np.cos(angles))


def ntk(rng: Rng) -> Any:
    d, scale = even(rng, 24), float(rng.choice([2, 4, 8]))
    angles = rotary(rows(rng), d, 10_000 * scale ** (d / (d - 2)))
    return np.cos(angles).astype("f4"), np.sin(angles).astype("f4")


def patches(rng: Rng) -> Any:
    """MAE's get_2d_sincos_pos_embed."""
    d, side = 4 * int(rng.integers(6, 25)), int(rng.integers(8, 17))
    grid = np.meshgrid(np.arange(side), np.arange(side))
    omega = 1.0 / 10_000 ** (np.arange(d // 4) / (d / 4.0))
    out = [np.einsum("m,d->md", axis.reshape(-1), omega) for axis in grid]
    parts = [np.concatenate([np.sin(one), np.cos(one)], axis=1) for one in out]
    return stored(rng, np.concatenate(parts, axis=1))


def images(rng: Rng) -> Any:
    """DETR's PositionEmbeddingSine: y before x, counted from one, divided by the last if so set."""
    d, (h, w) = 4 * int(rng.integers(6, 25)), rng.integers(8, 25, size=2)
    y, x = np.cumsum(np.ones((h, w)), axis=0), np.cumsum(np.ones((h, w)), axis=1)
    if rng.random() < 0.5:
        y, x = y / (y[-1:] + 1e-6) * 2 * np.pi, x / (x[:, -1:] + 1e-6) * 2 * np.pi
    dim_t = np.arange(d // 2)
    dim_t = 10_000 ** (2 * (dim_t // 2) / (d // 2))
    parts = []
    for one in (y, x):
        pos = one[:, :, None] / dim_t
        pos = np.stack([np.sin(pos[:, :, 0::2]), np.cos(pos[:, :, 1::2])], axis=3)
        parts.append(pos.reshape(h, w, -1))
    table = np.concatenate(parts, axis=2).astype(rng.choice(["f4", "f8"]))
    return [table, table.transpose(2, 0, 1), table.reshape(h * w, d)][rng.integers(3)]


def float8(rng: Rng) -> Any:
    """E4M3: a table of all its numbers, and the nearest of them to each entry."""
    small = np.arange(8) * 2.0**-9
    normal = [(1 + m / 8) * 2.0**e for e in range(-6, 9) for m in range(8)]
    numbers = np.unique([*small, *normal])
    table = tutorial(rows(rng), even(rng, 24))
    nearest = np.abs(numbers[:, None] - np.abs(table).ravel()).argmin(axis=0)
    return (np.sign(table) * numbers[nearest].reshape(table.shape)).astype("f4")


def int8(rng: Rng) -> Any:
    """Symmetric: scale = max|x| / 127, as they are or multiplied again."""
    table = tutorial(rows(rng), even(rng, 24))
    scale = np.abs(table).max() / 127
    whole = np.clip(np.round(table / scale), -127, 127).astype("i1")
    return whole if rng.random() < 0.5 else (whole * scale).astype("f4")


def half_angles(rng: Rng) -> Any:
    """Position and frequency in float16, before the sine."""
    n, d = rows(rng, 48, 128), even(rng, 24)
    position = np.arange(n, dtype=np.float16)[:, None]
    inv_freq = (1.0 / 10_000 ** (np.arange(0, d, 2) / d)).astype(np.float16)
    angles = position * inv_freq
    pe = np.zeros((n, d), np.float16)
    pe[:, 0::2], pe[:, 1::2] = np.sin(angles), np.cos(angles)
    return pe


def exhibit(name: str, rng: Rng) -> Any:
    if name == "float32 angles":  # nearer rows are off by less than a ten-thousandth
        return EXHIBITS[name](16_000, even(rng, 16, 32))
    return stored(rng, EXHIBITS[name](rows(rng), even(rng, 24)))


def first_quarter(rng: Rng) -> Any:
    wide = int(rng.choice([64, 128, 256]))
    return stored(rng, tutorial(rows(rng), wide)[:, : wide // 4])


def first_half(rng: Rng) -> Any:
    """The same numbers as those of exponents that lack their 2, or of base 100."""
    wide = int(rng.choice([32, 64, 128]))
    return stored(rng, tutorial(rows(rng), wide)[:, : wide // 2])


def noise(rng: Rng) -> Any:
    n, d = rows(rng), even(rng)
    if rng.random() < 0.5:
        return stored(rng, rng.normal(scale=0.02, size=(n, d)))
    return stored(rng, rng.uniform(-1, 1, size=(n, d)))


def learned(rng: Rng) -> Any:
    """Smooth in the position, as learned tables are, and no sum of few sines."""
    n, d = rows(rng), even(rng)
    steps = np.cumsum(rng.normal(size=(n + 16, d)), axis=0)
    return stored(rng, (steps[16:] - steps[:-16]) / 16)


def noisy(rng: Rng) -> Any:
    """A trained table that began as the paper's."""
    table = tutorial(rows(rng), even(rng))
    return (table + rng.normal(scale=0.01, size=table.shape)).astype("f4")


UNKNOWN = "not sinusoidal"


class Kind(NamedTuple):
    """How a table is made, and the names of the findings that are to be said of it."""

    make: Callable[[Rng], Any]
    expected: str
    #: What may be said besides, since the table shows it too.
    besides: frozenset[str] = frozenset()


MADE = [
    Kind(papers, "the paper's"),
    Kind(papers_in_a_batch, "the paper's"),
    Kind(tensor2tensors, "halves, end point reached"),
    Kind(fairseqs_padding, "padding, halves, end point reached", frozenset({"another start"})),
    Kind(time_steps, "halves, sine and cosine swapped"),
    Kind(larger_base, "another base"),
    Kind(multiplied, "amplitude"),
    Kind(dropped_out, "dropout"),
    Kind(rotary_pair, "RoPE cache"),
    Kind(rotary_stack, "RoPE cache"),
    Kind(rotary_complex, "RoPE cache", frozenset({"another base"})),
    Kind(rotary_cosines, "RoPE's cosines"),
    Kind(ntk, "RoPE cache, NTK-aware base"),
    Kind(patches, "grid, halves"),
    Kind(images, "grid", frozenset({"normalized positions", "positions from one"})),
    Kind(float8, "the paper's"),
    Kind(int8, "the paper's", frozenset({"amplitude"})),
    Kind(half_angles, "half-precision angles"),
    Kind(first_quarter, "another base"),
    Kind(first_half, "factor missing"),
    Kind(noise, UNKNOWN),
    Kind(learned, UNKNOWN),
    Kind(noisy, UNKNOWN),
]
KINDS = {kind.make.__name__.replace("_", " "): kind for kind in MADE}
KINDS |= {f"chapter 8: {name}": Kind(partial(exhibit, name), name) for name in EXHIBITS}


def answer_to(table: Any, besides: frozenset[str]) -> str:
    """Return what `identify` says, in the names of its findings."""
    try:
        found = identify(table)
    except (TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    names = [one.name for one in found.findings if one.name not in besides]
    if not found.sinusoidal and not names:
        return UNKNOWN
    return ", ".join(names) or "the paper's"


def answers(task: tuple[int, str, int]) -> Counter[str]:
    """Return how often each answer was given to a block of tables of a kind."""
    seed, name, block = task
    kind = KINDS[name]
    rng = np.random.default_rng([seed, list(KINDS).index(name), block])
    return Counter(answer_to(kind.make(rng), kind.besides) for _ in range(BLOCK))


def report(counts: dict[str, Counter[str]], tables: int, seed: int) -> str:
    lines = [
        "# What identify says to tables in circulation",
        "",
        f"{tables} tables of each kind, of random sizes, types and starts (seed {seed}), made by "
        "code that is not the library's. What is not as expected is in the last column.",
        "",
        "| kind | expected | as expected | instead |",
        "|---|---|--:|---|",
    ]
    right = 0
    for name, answers in counts.items():
        expected = KINDS[name].expected
        right += answers[expected]
        others = [f"{answer}: {n}" for answer, n in answers.most_common() if answer != expected]
        lines.append(f"| {name} | {expected} | {answers[expected]} | {'; '.join(others)} |")
    total = tables * len(counts)
    lines += ["", f"As expected: {right:,} of {total:,}.", ""]
    lines.append("Written by `benchmarks/identify_confusion.py`.")
    return "\n".join(lines) + "\n"


def main(tables: int = TABLES, seed: int = SEED) -> None:
    tasks = [(seed, name, block) for block in range(tables // BLOCK) for name in KINDS]
    counts: dict[str, Counter[str]] = {name: Counter() for name in KINDS}
    with ProcessPoolExecutor() as pool:
        for (_, name, _), found in zip(tasks, pool.map(answers, tasks), strict=True):
            counts[name] += found
    text = report(counts, tables, seed)
    print(text)
    if (tables, seed) == (TABLES, SEED):
        TEXT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
