"""Measure the table of sines and cosines against its peers, and write down what was found.

    python benchmarks/tables.py            everything, about ten minutes
    python benchmarks/tables.py --quick    fewer repeats, two shapes; writes nothing

The peers live in an environment of their own, benchmarks/.venv, which is made at the first run.
The results go to pe_book/table_benchmark.json, from which chapter 5 draws its table and figure,
and to benchmarks/results/table.md, the same in text.
"""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
ENVIRONMENT = Path(os.environ.get("BENCHMARK_VENV", HERE / ".venv"))
RESULTS = ROOT / "pe_book" / "table_benchmark.json"
TEXT = HERE / "results" / "table.md"


def environment() -> Path:
    """Return the Python of the benchmark's environment; make it where it is missing."""
    python = ENVIRONMENT / "bin" / "python"
    stamp = ENVIRONMENT / ".installed"
    wanted = (HERE / "requirements.txt").read_text()
    if "BENCHMARK_VENV" in os.environ or (stamp.exists() and stamp.read_text() == wanted):
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
    stamp.write_text(wanted)
    return python


def main() -> None:
    quick = "--quick" in sys.argv[1:]
    python = environment()
    path = os.pathsep.join([str(ROOT), str(HERE)])
    command = [python, "-m", "table_benchmark.measure", *(["--quick"] if quick else [])]
    run = subprocess.run(
        command,
        env=os.environ | {"PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    results = json.loads(run.stdout)
    sys.path[:0] = [str(ROOT), str(HERE)]
    from table_benchmark.report import as_text

    text = as_text(results)
    print(text)
    if not quick:
        RESULTS.write_text(json.dumps(results, indent=1) + "\n")
        TEXT.parent.mkdir(exist_ok=True)
        TEXT.write_text(text)
        print(f"\nWritten to {RESULTS.relative_to(ROOT)} and {TEXT.relative_to(ROOT)}.")


if __name__ == "__main__":
    main()
