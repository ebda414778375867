"""Where the code runs: the one place that looks at the environment.

A page of the book is built by a kernel too, but on the page no kernel answers a widget. All other
code asks `host()`.
"""

from __future__ import annotations

import os
from typing import Literal

Host = Literal["page", "notebook"]


def host() -> Host:
    """Return "page" while the book is built, and else "notebook".

    The book's Sphinx extension sets `PE_BOOK_BUILD=1` for the kernels that it starts. A value other
    than "1", "0" or nothing is an error, so that a typo does not silently select the default.
    """
    page = os.environ.get("PE_BOOK_BUILD", "")
    if page not in ("", "0", "1"):
        raise ValueError(f"PE_BOOK_BUILD must be 1, 0 or unset, not {page!r}")
    return "page" if page == "1" else "notebook"
