"""Where the code runs: the one place that looks at the environment.

A page of the book is built by a kernel too, but on the page no kernel answers a widget; Colab shows
notebooks, but has plotly's widgets disabled by default. All other code asks `host()`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any, Literal

Host = Literal["page", "colab", "notebook"]
#: In a live cell: where the reader has left the explorers of its page, by their names.
settings_on_page: dict[str, Mapping[str, Any]] = {}


def host() -> Host:
    """Return "page" while the book is built, "colab" in Google Colab, and else "notebook".

    The book's Sphinx extension sets `PE_LIB_PAGE=1` for the kernels that it starts. A value other
    than "1", "0" or nothing is an error, so that a typo does not silently select the default.
    """
    page = os.environ.get("PE_LIB_PAGE", "")
    if page not in ("", "0", "1"):
        raise ValueError(f"PE_LIB_PAGE must be 1, 0 or unset, not {page!r}")
    if page == "1":
        return "page"
    if "google.colab" in sys.modules:
        return "colab"
    return "notebook"
