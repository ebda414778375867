"""Measurements from the machine where the book was made: another one would find other figures.

`make bench` measures again and stores the results beside this file.
"""

import json
from importlib import resources
from typing import Any


def table_benchmark() -> dict[str, Any]:
    """Return the table's benchmark against its peers, as the last stored run found it.

    `times` (milliseconds of the processor and of the clock), `peak_memory_over_table` and
    `allocated_over_table` (ratios; first call and second) have one entry, by contender, for each of
    `shapes`, (seq_len, d_model). `errors` go by position, and `growth` is nanoseconds per entry.
    """
    file = resources.files("pe_book") / "table_benchmark.json"
    return json.loads(file.read_text(encoding="utf-8"))
