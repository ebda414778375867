"""What was measured where the book was made: figures that a reader's machine would find otherwise.

`make bench` measures again and stores the results beside this file.
"""

import json
from importlib import resources
from typing import Any


def table_benchmark() -> dict[str, Any]:
    """Return the table's benchmark against its peers, as the last stored run found it.

    Returns
    -------
    dict
        `date`; `machine`, names and versions; `contenders`, name -> words and dtype; `missing`,
        library -> the reason why it did not take part; `shapes`, a list of (seq_len, d_model);
        `times` and `peak_memory_over_table`, for each shape a dict name -> milliseconds (median
        `ms` of the processor, its `quartiles_ms`, `clock_ms`, `repeats`) or ratio;
        `allocated_over_table`, for each shape what our own two allocate in the first call and in
        the second, as ratios; `errors`, with `positions` and the `largest` error of each
        contender's row there; `growth`, nanoseconds per entry against the number of entries;
        `javascript`, milliseconds of the browser's twin.

    Examples
    --------
    >>> results = table_benchmark()
    >>> times = dict(zip(map(tuple, results["shapes"]), results["times"]))[8192, 1024]
    >>> times["vectorized"]["ms"] > 5 * times["ours"]["ms"]
    True
    """
    file = resources.files("pe_book") / "table_benchmark.json"
    return json.loads(file.read_text(encoding="utf-8"))
