"""What `identify` says to the kinds of tables that bug reports and packages hand it.

    python -m benchmarks.identify_kinds [TABLES [SEED]]

Each kind makes a table as the program in question does, with parameters drawn at random, and says
which words its answer must have in the first two lines (benchmarks/kinds). The results go to
results/identify_kinds.md.
"""

import re
import sys
from pathlib import Path

import numpy as np

from benchmarks.kinds import KINDS, Asked
from pe_check import identify

TEXT = Path(__file__).parent / "results" / "identify_kinds.md"
TABLES, SEED = 5, 20_261_126


def judge(asked: Asked) -> tuple[bool, str]:
    """Return whether the answer is right, and its first two lines."""
    try:
        found = identify(asked.table)
    except Exception as error:  # a crash is an answer that is not right
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
    for name, make in KINDS.items():
        rng = np.random.default_rng([seed, *name.encode()])
        answers[name] = [judge(make(rng)) for _ in range(tables)]
    return answers


def report(answers: dict[str, list[tuple[bool, str]]], tables: int, seed: int) -> str:
    """Return them as a table, each kind with an answer that is not right."""
    lines = [
        "# What identify says to the kinds behind bug reports and packages",
        "",
        f"{tables} tables of each kind (seed {seed}). Right means: the truth in the first two "
        "lines, and no mistake named beside it.",
        "",
        "| kind | right | one that is not |",
        "|---|--:|---|",
    ]
    total = 0
    for name, found in answers.items():
        right = sum(is_right for is_right, _ in found)
        total += right
        wrong = next((text for is_right, text in found if not is_right), "")
        lines.append(f"| {name} | {right} | {wrong[:200].replace('|', '¦')} |")
    lines += ["", f"Right: {total:,} of {tables * len(answers):,}."]
    lines += ["", "Written by `python -m benchmarks.identify_kinds`."]
    return "\n".join(lines) + "\n"


def main(tables: int = TABLES, seed: int = SEED) -> None:
    text = report(run(tables, seed), tables, seed)
    print(text)
    if (tables, seed) == (TABLES, SEED):
        TEXT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
