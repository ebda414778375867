"""What `identify` says to the kinds of tables that bug reports and packages hand it.

    python -m benchmarks.identify_kinds [TABLES [SEED]]

Each kind makes a table as the program in question does, with parameters drawn at random, and has
the facts that the answer must have (benchmarks/kinds). Results: results/identify_kinds.md.
"""

import sys
from pathlib import Path

import numpy as np

from benchmarks.kinds import KINDS, Draw
from pe_check import identify

TEXT = Path(__file__).parent / "results" / "identify_kinds.md"
TABLES, SEED = 5, 20_261_126


def wrong(name: str, rng: np.random.Generator) -> list[str]:
    """Return what is wrong in the answer to a table of a kind."""
    asked = KINDS[name](Draw(rng))
    try:
        return asked.wrong(identify(asked.table))
    except Exception as error:  # a crash is an answer that is not right
        return [f"{type(error).__name__}: {error}"]


def report(found: dict[str, list[list[str]]], tables: int, seed: int) -> str:
    """Return the answers as a table, each kind with what is wrong in one answer."""
    lines = [
        "# What identify says to the kinds behind bug reports and packages",
        "",
        f"{tables} tables of each kind (seed {seed}). Right means: the kind, the findings and the "
        "facts that the table was made with, and no mistake named beside them.",
        "",
        "| kind | right | one that is not |",
        "|---|--:|---|",
    ]
    right = 0
    for name, answers in found.items():
        right += answers.count([])
        off = next(("; ".join(answer) for answer in answers if answer), "")
        lines.append(f"| {name} | {answers.count([])} | {off[:200].replace('|', '¦')} |")
    lines += ["", f"Right: {right:,} of {tables * len(found):,}."]
    lines += ["", "Written by `python -m benchmarks.identify_kinds`."]
    return "\n".join(lines) + "\n"


def main(tables: int = TABLES, seed: int = SEED) -> None:
    found: dict[str, list[list[str]]] = {}
    for name in KINDS:
        rng = np.random.default_rng([seed, *name.encode()])
        found[name] = [wrong(name, rng) for _ in range(tables)]
    text = report(found, tables, seed)
    print(text)
    if (tables, seed) == (TABLES, SEED):
        TEXT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
