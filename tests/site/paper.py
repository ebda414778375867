"""The text of a page of a PDF."""

from __future__ import annotations

import re
import unicodedata


def without_spaces(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))
