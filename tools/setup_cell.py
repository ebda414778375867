"""The first code cell of every chapter and problem set, stored once, with its tags.

Where the packages are installed (a clone, Binder) the cell imports the library; elsewhere (Colab)
it installs them from the book's repository. `make repository` writes the address into every
notebook.
"""

from __future__ import annotations

# A page has its outputs already; its readers need none of this.
TAGS = ["remove-cell"]
TEMPLATE = """\
# Setup: this cell is the same in every chapter. Run it first.
from importlib.util import find_spec

# Where the book lives; `make repository` writes it here.
BOOK = "{address}"
if find_spec("pe_book") is None:
    if not BOOK:
        raise ModuleNotFoundError(
            "The book's package pe_book is not installed, and this copy of the "
            "book does not know its repository. In a clone of the book run: "
            "pip install -r requirements.txt. The owner of the book sets the "
            "address with: make repository URL=https://..."
        )
    import subprocess
    import sys

    packages = (
        f"pe-lib @ {{BOOK}}",
        f"pe-check @ {{BOOK}}#subdirectory=pe_check",
        f"pe-book[notebook] @ {{BOOK}}#subdirectory=pe_book",
    )
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", *packages],
        check=True,
    )

import numpy as np

import pe_lib
"""


def pip_address(url: str, branch: str) -> str:
    """What pip installs the library from; empty while the book has no address.

    >>> pip_address("https://github.com/someone/book", "main")
    'git+https://github.com/someone/book@main'
    >>> pip_address("", "main")
    ''
    """
    return f"git+{url}@{branch}" if url else ""


def setup_source(url: str = "", branch: str = "main") -> str:
    """The setup cell's source for a book that lives at `url`."""
    return TEMPLATE.format(address=pip_address(url, branch)).rstrip("\n")
