"""What stands on a page of a PDF."""

from __future__ import annotations

import math
import re
import unicodedata


def read(sheet) -> tuple[list[tuple[float, float, str]], str]:
    """What stands how high on a page, and in which size, both in points; and the page's text."""
    found = []

    def note(text, current, matrix, font, size):
        if text.strip():
            a, b, c, d, _, foot = current
            _, _, p, q, x, y = matrix
            upward = math.hypot(p * a + q * c, p * b + q * d)
            found.append((x * b + y * d + foot, size * upward, text.strip()))

    return found, sheet.extract_text(visitor_text=note)


def without_spaces(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))
