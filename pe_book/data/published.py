"""Tables that published packages make, and what each of them is; see data/README.md."""

from importlib import resources

import numpy as np

from pe_book.data.learned_rows import gpt2_rows
from pe_check.identify import identify


def published_tables() -> dict[str, np.ndarray]:
    """Return the tables by the name of what makes them, with its version."""
    with (resources.files("pe_book.data") / "published_tables.npz").open("rb") as file:
        tables = dict(np.load(file))
    return tables | {"GPT-2, learned (first 64 rows)": gpt2_rows().astype(np.float32)}


def what_they_are() -> list[tuple[str, str, str]]:
    """Return (table, what it is, largest error) of each, in the words of `identify`."""
    rows = []
    for name, table in published_tables().items():
        found = identify(table)
        words = " ".join(finding.text for finding in found.findings) or found.headline
        rows.append((name, words, "–" if found.error is None else f"{found.error:.0e}"))
    return rows
