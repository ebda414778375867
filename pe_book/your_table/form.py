"""The page at rest: a field for a file, examples to choose from, and the first of them answered."""

from functools import cache

import numpy as np

from pe_book.live.form import form_html
from pe_book.live.report import Report
from pe_book.mistakes import MISTAKES
from pe_book.notebook.cells import source_of
from pe_book.your_table.report import report

#: Bytes of a file that the page takes; its Python has room for the copies that reading makes.
MAX_BYTES = 2**27


def papers(seq_len, d_model, base=10_000.0):
    columns = np.arange(d_model)
    angles = np.arange(seq_len)[:, np.newaxis] / base ** (columns // 2 * 2 / d_model)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))


#: What an example looks like, without what it is; the first one is on the page with its answer.
EXAMPLES = {
    "one loop inside another": "double step",
    "a choice by np.where": "column as pair",
    "sines beside cosines": "halves",
    "arange(0, d) / d": "a frequency for each column",
    "exp and log": "odd width crashes",
    "a batch of inputs": "batch axis",
    "float32 throughout": "float32 angles",
    "one more np.where": "the paper's",
}


@cache
def functions() -> dict:
    """Return the function of each example by its label."""
    known = {mistake.name: mistake.implementation for mistake in MISTAKES}
    known["the paper's"] = papers
    return {label: known[name] for label, name in EXAMPLES.items()}


def code(label: str) -> str:
    """Return an example's source under a name that does not give the answer away."""
    function = functions()[label]
    return source_of(function).code.replace(f"def {function.__name__}(", "def my_table(")


def answer() -> Report:
    """Return the report on the first example."""
    return report(next(iter(functions().values())))


def form() -> str:
    """Return the fields for a table as HTML."""
    note = (
        f".npy, .npz or .csv, of at most {MAX_BYTES >> 20} MB. You can drop it anywhere on this "
        "page. Your browser reads it; nothing is uploaded."
    )
    return form_html(
        "table",
        "Your table",
        ("A file", "Or a function: type it, paste it, or start with"),
        ".npy,.npz,.csv",
        note,
        {label: code(label) for label in EXAMPLES},
        MAX_BYTES,
    )
