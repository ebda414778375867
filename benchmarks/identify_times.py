"""How long `pe_lib.identify` takes: python benchmarks/identify_times.py"""

import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from pe_lib import identify, positional_encoding, tensor2tensor_encoding

TABLES = {
    "the paper's, 4,096 x 1,024, float64": positional_encoding(4096, 1024),
    "the paper's, 4,096 x 1,024, float32": positional_encoding(4096, 1024, dtype=np.float32),
    "tensor2tensor's, 4,096 x 1,024, float16": tensor2tensor_encoding(4096, 1024).astype("f2"),
    "random, 4,096 x 1,024": np.random.default_rng(0).normal(size=(4096, 1024)),
    "the paper's, 64 x 32": positional_encoding(64, 32),
    "the function positional_encoding": positional_encoding,
}

for name, table in TABLES.items():
    times = []
    for _ in range(3):
        begun = perf_counter()
        found = identify(table)
        times.append(perf_counter() - begun)
    print(f"{name:42s} {min(times):6.2f} s   {found.headline}")
