"""Measure every contender, and print the results as JSON.

Times are medians of interleaved rounds in one process, in an order that changes from round to
round, so that the noise of the machine meets all alike: read the ratios. All run on one thread, so
that the processor's time is the clock's on an idle machine, and steadier on a busy one; both are
kept. Memory is the growth of the resident set at its peak, each table in a fresh fork, and for our
own table what numpy allocates, in the first call and in the next. Errors are against mpmath, 60
digits.
"""

import datetime
import json
import os
import platform
import random
import shutil
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import numpy as np
from mpmath import mp, mpf

from benchmarks.table_benchmark.contenders import BASE, Contender, all_contenders

ROUNDS = {
    (64, 64): 301,
    (256, 256): 201,
    (512, 512): 101,
    (2048, 768): 51,
    (8192, 1024): 25,
    (131072, 128): 15,
}
SHAPES = list(ROUNDS)
# All contenders take part in MIN_ROUNDS, and in more rounds until the time limit; those on which
# claims rest then continue for the same time.
MIN_ROUNDS, TIME_LIMIT_S = 7, 60.0
CLAIMS = {"limit", "limit32", "vectorized", "cast", "ours", "ours32"}
SLOW_LIMIT = 2**21  # entries; the plain double loop alone goes further, once
ERROR_POSITIONS = [1, 1000, 100_000, 1_000_000, 10_000_000]
ERROR_WIDTH = 512
GROWTH_WIDTH = 512
GROWTH_ENTRIES = [10**5, 10**6, 10**7, 10**8]


def log(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def takes_part(contender: Contender, shape: tuple[int, int]) -> bool:
    entries = shape[0] * shape[1]
    return not contender.slow or contender.name == "loop" or entries <= SLOW_LIMIT


def seconds(function, *args) -> tuple[float, float]:
    """Return CPU time and wall time of one call, without freeing its result."""
    clock, processor = time.perf_counter(), time.process_time()
    result = function(*args)
    found = time.process_time() - processor, time.perf_counter() - clock
    del result
    return found


def times(contenders: list[Contender], shape: tuple[int, int], rounds: int) -> dict:
    """Return the median milliseconds of every contender, in CPU time and wall time."""
    found = {c.name: [] for c in contenders if takes_part(c, shape)}
    order = [c for c in contenders if c.name in found]
    first_calls = {c.name: seconds(c.make, *shape) for c in order if not c.slow}
    shuffle = random.Random(0).shuffle
    start = time.perf_counter()
    for i in range(rounds):
        late = (time.perf_counter() - start) / TIME_LIMIT_S if i >= MIN_ROUNDS else 0
        if late > 2:
            break
        shuffle(order)
        for contender in order:
            if contender.name in CLAIMS or (late <= 1 and (i == 0 or not contender.slow)):
                found[contender.name].append(seconds(contender.make, *shape))
    compiled = {c.name for c in order if c.compiled}
    return {
        name: {
            "ms": 1e3 * float(np.median([processor for processor, _ in runs])),
            "quartiles_ms": [1e3 * float(q) for q in np.quantile(runs, [0.25, 0.75], axis=0)[:, 0]],
            "clock_ms": 1e3 * float(np.median([clock for _, clock in runs])),
            "repeats": len(runs),
            **({"first_call_ms": 1e3 * first_calls[name][1]} if name in compiled else {}),
        }
        for name, runs in found.items()
    }


def peak_memory(contender: Contender, shape: tuple[int, int]) -> float | None:
    """Return the peak growth of this process over the table's size, measured in a fork."""
    if not Path("/proc/self/clear_refs").exists():
        return None  # only Linux has it
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        import torch

        torch.set_num_threads(1)  # threads do not survive a fork
        contender.make(130, 66)  # brings in the code and frees what it took
        before = status("VmRSS")
        Path("/proc/self/clear_refs").write_text("5", encoding="utf-8")  # the peak starts anew
        table = contender.make(*shape)
        ratio = (status("VmHWM") - before) / (table.itemsize * shape[0] * shape[1])
        os.write(writer, str(ratio).encode())
        os._exit(0)
    os.close(writer)
    answer = os.read(reader, 100).decode()
    os.close(reader)
    os.waitpid(child, 0)
    return float(answer) if answer else None


def allocated(contender: Contender, shape: tuple[int, int]) -> list[float]:
    """Return the peak of what numpy allocates over the table's size: first call, and second."""
    from pe_lib.encoding import _first_block

    _first_block.cache_clear()
    ratios = []
    for _ in range(2):
        tracemalloc.start()
        table = contender.make(*shape)
        ratios.append(tracemalloc.get_traced_memory()[1] / table.nbytes)
        tracemalloc.stop()
    return ratios


def status(field: str) -> int:
    """Return a field of this process's status in bytes."""
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) * 1024
    raise KeyError(field)


def check_row(contender: Contender) -> None:
    """Assert that one row has the bits of the table's row."""
    table = np.asarray(contender.make(301, 64))
    for p in (1, 100, 300):
        row = np.asarray(contender.row(p, 64))
        if contender.name == "x_transformers":
            assert np.allclose(row, table[p] * 8.0, rtol=0, atol=2e-7)
        else:
            assert np.array_equal(row, table[p]), (contender.name, p)


def error(contender: Contender, position: int, d_model: int) -> float:
    """Return the row's largest distance from the formula that the contender means to compute."""
    mp.dps = 60
    row = contender.row(position, d_model)
    largest = mpf(0)
    for column, value in enumerate(row):
        half = d_model // 2
        j, is_cosine = divmod(column, 2)
        if contender.halves:
            is_cosine, j = divmod(column, half)
        exponent = mpf(j) / (half - 1) if contender.tensor2tensor else mpf(2 * j) / d_model
        angle = position * mpf(BASE) ** -exponent
        truth = mp.cos(angle) if is_cosine else mp.sin(angle)
        largest = max(largest, abs(mpf(float(value)) - truth))
    return float(largest)


def growth(contenders: list[Contender], rounds: int) -> dict:
    """Return nanoseconds per entry from 1e5 to 1e8 entries: new tables, and into a given one."""
    from pe_lib import positional_encoding

    makers = {c.name: c.make for c in contenders if c.name in ("ours", "ours32", "limit")}
    sizes = [round(n / GROWTH_WIDTH) for n in GROWTH_ENTRIES]
    found = {name: [[] for _ in sizes] for name in (*makers, "ours_out")}
    out = np.zeros((sizes[-1], GROWTH_WIDTH))
    for _ in range(rounds):
        for i, rows in enumerate(sizes):
            repeats = max(1, min(25, sizes[-1] // rows // 20))
            for name, make in makers.items():
                runs = [seconds(make, rows, GROWTH_WIDTH)[0] for _ in range(repeats)]
                found[name][i].append(float(np.median(runs)))
            runs = [
                seconds(lambda n: positional_encoding(n, GROWTH_WIDTH, out=out[:n]), rows)[0]
                for _ in range(repeats)
            ]
            found["ours_out"][i].append(float(np.median(runs)))
    return {
        "d_model": GROWTH_WIDTH,
        "entries": [n * GROWTH_WIDTH for n in sizes],
        "ns_per_entry": {
            name: [
                1e9 * float(np.median(runs)) / (n * GROWTH_WIDTH)
                for runs, n in zip(series, sizes, strict=True)
            ]
            for name, series in found.items()
        },
    }


def javascript_port() -> dict | None:
    """Return what node measures of the port to JavaScript, None without node."""
    node = shutil.which("node")
    if node is None:
        return None
    script = Path(__file__).with_name("port.mjs")
    run = subprocess.run([node, script], capture_output=True, encoding="utf-8", check=True)
    return json.loads(run.stdout)


def machine() -> dict:
    model = platform.processor()
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next((x.split(": ")[1] for x in lines if x.startswith("model name")), model)
    features = np._core._multiarray_umath.__cpu_features__
    kinds = {"AVX512F": "AVX-512", "AVX2": "AVX2", "NEON": "NEON"}
    widest = next((words for name, words in kinds.items() if features.get(name)), "no AVX2")
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "vector_instructions": widest,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": np.__version__,
    }


def main() -> None:
    quick = "--quick" in sys.argv[1:]
    contenders, missing = all_contenders()
    for name, reason in missing.items():
        log(f"MISSING: {name}: {reason}")
    shapes = SHAPES[:2] if quick else SHAPES
    results = {
        "date": datetime.date.today().isoformat(),
        "machine": machine(),
        "missing": missing,
        "contenders": {c.name: {"words": c.words, "dtype": c.dtype} for c in contenders},
        "shapes": shapes,
    }
    log("memory, one fork for each table")
    results["peak_memory_over_table"] = [
        {
            c.name: peak_memory(c, shape)
            for c in contenders
            if takes_part(c, shape) and not c.compiled  # what compiles takes memory of its own
        }
        for shape in shapes
    ]
    results["allocated_over_table"] = [
        {c.name: allocated(c, shape) for c in contenders if c.name in ("ours", "ours32")}
        for shape in shapes
    ]
    if "tutorial" not in missing:
        import torch

        torch.set_num_threads(1)
        results["machine"]["torch"] = torch.__version__
    log("errors against mpmath")
    with_rows = [c for c in contenders if c.row]
    for contender in with_rows:
        check_row(contender)
    results["errors"] = {
        "d_model": ERROR_WIDTH,
        "positions": ERROR_POSITIONS,
        "largest": {c.name: [error(c, p, ERROR_WIDTH) for p in ERROR_POSITIONS] for c in with_rows},
    }
    results["times"] = []
    for shape in shapes:
        log(f"times at {shape}")
        results["times"].append(times(contenders, shape, 5 if quick else ROUNDS[shape]))
    if not quick:
        log("growth from 1e5 to 1e8 entries")
        results["growth"] = growth(contenders, 3)
    log("the port to JavaScript")
    results["javascript"] = javascript_port()
    print(json.dumps(results))


if __name__ == "__main__":
    main()
