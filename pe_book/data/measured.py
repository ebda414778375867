"""Measurements from the machine where the book was made: another one would find other figures.

`make bench` measures again and stores the results beside this file; `python -m
pe_book.data.measured` then stores what the explorer of chapter 5 needs of them.
"""

import json
from importlib import resources
from pathlib import Path
from typing import Any


def table_benchmark() -> dict[str, Any]:
    """Return the table's benchmark against its peers, as the last stored run found it.

    `times` (milliseconds) has one entry, by contender, for each of `shapes`, (seq_len, d_model).
    `errors` go by position.
    """
    file = resources.files("pe_book.data") / "table_benchmark.json"
    return json.loads(file.read_text(encoding="utf-8"))


def fill_speeds() -> dict[str, Any]:
    """Return the nanoseconds for each entry of a table, by form, for each of `shapes`."""
    results = table_benchmark()
    shapes = results["shapes"]
    named = {"loop": "loop", "vectorized": "vectorized", "fast": "ours"}
    return {
        "shapes": shapes,
        "nanoseconds": {
            form: [
                float(f"{1e6 * times[contender]['ms'] / (rows * columns):.3g}")
                for times, (rows, columns) in zip(results["times"], shapes, strict=True)
            ]
            for form, contender in named.items()
        },
    }


if __name__ == "__main__":
    text = json.dumps(fill_speeds(), separators=(",", ":")) + "\n"
    path = Path(__file__).with_name("fill_speeds.json")
    path.write_text(text, encoding="utf-8", newline="\n")
