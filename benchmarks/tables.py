"""Measure the table of sines and cosines against its peers, and write down what was found.

    python -m benchmarks.tables            everything, about ten minutes
    python -m benchmarks.tables --quick    fewer repeats, two shapes; writes nothing

The peers live in an environment of their own, benchmarks/.venv, which is made at the first run.
The results go to pe_book/data/table_benchmark.json, from which chapter 5 draws its table and
figure, and to benchmarks/results/table.md, the same in text.
"""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

from benchmarks.table_benchmark.report import as_text
from book.paths import ROOT

HERE = Path(__file__).resolve().parent
ENVIRONMENT = Path(os.environ.get("BENCHMARK_VENV", HERE / ".venv"))
RESULTS = ROOT / "pe_book/data/table_benchmark.json"
TEXT = HERE / "results" / "table.md"
#: For JAX, which reads it when it is imported; measure.py tells torch.
ONE_THREAD = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


def environment() -> Path:
    """Return the Python of the benchmark's environment; make it where it is missing."""
    python = ENVIRONMENT / "bin" / "python"
    stamp = ENVIRONMENT / ".installed"
    wanted = (HERE / "requirements.txt").read_text(encoding="utf-8")
    if "BENCHMARK_VENV" in os.environ or (
        stamp.exists() and stamp.read_text(encoding="utf-8") == wanted
    ):
        return python
    print(f"Installing the peers into {ENVIRONMENT} (some minutes, once)", flush=True)
    venv.create(ENVIRONMENT, with_pip=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for line in wanted.splitlines():
        if not line or line.startswith("#"):
            continue
        # One by one: a peer that does not install is missing in the table, and named there.
        if subprocess.run([*pip, "-c", HERE / "requirements.txt", line], check=False).returncode:
            print(f"NOT INSTALLED: {line}", flush=True)
    stamp.write_text(wanted, encoding="utf-8")
    return python


def main() -> None:
    quick = "--quick" in sys.argv[1:]
    python = environment()
    command = [python, "-m", "benchmarks.table_benchmark.measure", *(["--quick"] if quick else [])]
    run = subprocess.run(
        command,
        env=os.environ | {"PYTHONPATH": str(ROOT), "XLA_FLAGS": ONE_THREAD},
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    results = json.loads(run.stdout)
    text = as_text(results)
    print(text)
    if not quick:
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        TEXT.parent.mkdir(exist_ok=True)
        TEXT.write_text(text, encoding="utf-8")
        print(f"\nWritten to {RESULTS.relative_to(ROOT)} and {TEXT.relative_to(ROOT)}.")


if __name__ == "__main__":
    main()
