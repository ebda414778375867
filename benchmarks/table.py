"""Measure the table of sines and cosines against other ways to make it, and store the result.

    python -m benchmarks.table    a few minutes; stores what chapter 5 shows

Times are medians of rounds in one process, in which the contenders take turns: read the ratios.
All run on one thread, except torch.compile with two and pe_lib's large tables, which use the cores
that there are. Errors are against mpmath, 60 digits. PyTorch and a C compiler take part where they
are there.
"""

import ctypes
import datetime
import json
import math
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from mpmath import mp, mpf

import pe_lib

RESULTS = Path(__file__).parent.parent / "pe_book" / "data" / "table_benchmark.json"
BASE = 10_000.0
SHAPES = [(64, 64), (256, 256), (512, 512), (2048, 768), (8192, 1024), (131072, 128)]
SECONDS = 20  # for the rounds of a shape, at least MIN_ROUNDS and at most MAX_ROUNDS
MIN_ROUNDS, MAX_ROUNDS = 7, 201
POSITIONS, WIDTH = [1, 1000, 100_000, 1_000_000, 10_000_000], 512  # where errors are measured


@dataclass(frozen=True)
class Contender:
    """A way to make the table; `row(p, d_model)` is one row by the same arithmetic."""

    name: str
    words: str
    dtype: str
    make: Callable
    row: Callable | None = None
    slow: bool = False  # a Python loop: once is enough


def contenders() -> list[Contender]:
    """Return every contender that this machine has."""
    found = [*forms(), *ours()]
    for family in (torch_tutorial, c_program):
        try:
            found += family()
        except (ImportError, OSError, subprocess.CalledProcessError) as error:
            print(f"MISSING: {family.__name__}: {error}", file=sys.stderr)
    return found


def constant(seq_len: int, d_model: int) -> np.ndarray:
    """Fill the memory of a table, and do nothing else."""
    table = np.empty((seq_len, d_model))
    table.fill(1)
    return table


def forms() -> list[Contender]:
    """Return the forms of textbooks, and what only fills the memory."""
    double = "float64"

    def loop_row(p, d_model):
        angles = [p / BASE ** (2 * (c // 2) / d_model) for c in range(d_model)]
        return [math.cos(a) if c % 2 else math.sin(a) for c, a in enumerate(angles)]

    def row(angles):
        return np.stack([np.sin(angles), np.cos(angles)], axis=-1).ravel()

    def vectorized_row(p, d_model):
        return row(p * BASE ** (-np.arange(0, d_model, 2) / d_model))

    def exp_log_row(p, d_model):
        return row(p * np.exp(np.arange(0, d_model, 2) * (-math.log(BASE) / d_model)))

    loop, vectorized = pe_lib.positional_encoding_loop, pe_lib.positional_encoding_vectorized
    return [
        Contender("limit", "memory filled with a constant", double, constant),
        Contender("loop", "double loop", double, loop, loop_row, slow=True),
        Contender("vectorized", "vectorized numpy", double, vectorized, vectorized_row),
        Contender(
            "exp_log", "exp/log numpy", double, pe_lib.positional_encoding_exp_log, exp_log_row
        ),
    ]


def ours() -> list[Contender]:
    """Return pe_lib's table in both types."""

    def contender(name, dtype):
        def make(seq_len, d_model, start=0):
            return pe_lib.positional_encoding(seq_len, d_model, start=start, dtype=dtype)

        def row(p, d_model):
            return make(1, d_model, p)[0]

        return Contender(name, "pe_lib.positional_encoding", dtype, make, row)

    return [contender("ours", "float64"), contender("ours32", "float32")]


def torch_tutorial() -> list[Contender]:
    """Return the snippet of the PyTorch tutorials in float64, as printed and compiled."""
    import torch

    torch._dynamo.config.recompile_limit = 100  # it compiles anew for each shape
    torch.set_num_threads(2)

    def make(seq_len, d_model, first=0):
        pe = torch.zeros(seq_len, d_model, dtype=torch.float64)
        position = torch.arange(first, first + seq_len, dtype=torch.float64).unsqueeze(1)
        steps = torch.arange(0, d_model, 2).to(torch.float64)
        div_term = torch.exp(steps * (-math.log(10000.0) / d_model))
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        return pe

    def row(p, d_model):
        return make(1, d_model, p)[0].numpy()

    words, compiled = "torch.compile, two threads", torch.compile(make, dynamic=False)
    return [
        Contender("tutorial64", "PyTorch tutorial, two threads", "float64", make, row),
        Contender("tutorial64_threads", words, "float64", compiled),
    ]


def c_program() -> list[Contender]:
    """Return table.c, compiled: the vector library's sines for every entry."""
    source = Path(__file__).with_name("table.c")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "table.so")
        flags = ["-O3", "-march=native", "-ffast-math", "-shared", "-fPIC"]
        if platform.machine() == "x86_64":  # some processors are taken for ones with half the width
            flags.append("-mprefer-vector-width=256")
        subprocess.run(["cc", *flags, "-o", library, source, "-lm"], check=True)
        compiled = ctypes.CDLL(library)

    def make(seq_len, d_model):
        table = np.empty((seq_len, d_model))
        omega = pe_lib.angular_frequencies(d_model)
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (table, omega)]
        compiled.fill_table(
            pointers[0], ctypes.c_long(seq_len), ctypes.c_long(d_model), pointers[1]
        )
        return table

    return [Contender("c", "C, vector library", "float64", make)]


def times(found: list[Contender], shape: tuple[int, int]) -> dict:
    """Return the median and the quartiles of every contender's time, in milliseconds."""
    runs = {c.name: [] for c in found}
    order, shuffle = list(found), random.Random(0).shuffle
    for contender in order:
        if not contender.slow:
            contender.make(*shape)  # compiles, and keeps what is kept
    began = time.perf_counter()
    for i in range(MAX_ROUNDS):
        if i >= MIN_ROUNDS and time.perf_counter() - began > SECONDS:
            break
        shuffle(order)
        for contender in order:
            if contender.slow and i:
                continue
            start = time.perf_counter()
            table = contender.make(*shape)
            runs[contender.name].append(1e3 * (time.perf_counter() - start))
            del table
    return {
        name: {
            "ms": float(np.median(ms)),
            "quartiles_ms": np.quantile(ms, [0.25, 0.75]).tolist(),
            "repeats": len(ms),
        }
        for name, ms in runs.items()
    }


def error(contender: Contender, position: int) -> float:
    """Return the largest distance of a row from the formula."""
    mp.dps = 60
    largest = mpf(0)
    for column, value in enumerate(contender.row(position, WIDTH)):
        angle = position * mpf(BASE) ** -(mpf(column - column % 2) / WIDTH)
        truth = mp.cos(angle) if column % 2 else mp.sin(angle)
        largest = max(largest, abs(mpf(float(value)) - truth))
    return float(largest)


def machine() -> dict:
    """Return what the times depend on."""
    model = platform.processor()
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next((x.split(": ")[1] for x in lines if x.startswith("model name")), model)
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": np.__version__,
    }


def report(results: dict) -> str:
    """Return the times over those of pe_lib's table in the same type, one line a contender."""
    lines = ["time over pe_lib's".ljust(44) + "".join(f"{f'{n} x {d}':>14}" for n, d in SHAPES)]
    for name, about in results["contenders"].items():
        own = "ours32" if about["dtype"] == "float32" else "ours"
        ratios = [f"{t[name]['ms'] / t[own]['ms']:14.2f}" for t in results["times"]]
        lines.append(f"{about['words']}, {about['dtype']}".ljust(44) + "".join(ratios))
    return "\n".join(lines)


def main() -> None:
    found = contenders()
    results = {
        "date": datetime.date.today().isoformat(),
        "machine": machine(),
        "contenders": {c.name: {"words": c.words, "dtype": c.dtype} for c in found},
        "shapes": SHAPES,
        "times": [times(found, shape) for shape in SHAPES],
        "errors": {
            "d_model": WIDTH,
            "positions": POSITIONS,
            "largest": {c.name: [error(c, p) for p in POSITIONS] for c in found if c.row},
        },
    }
    print(report(results))
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
