"""An answer to what a reader brings into a live cell, as HTML and in a sentence."""

from __future__ import annotations

import html
from dataclasses import dataclass


@dataclass(frozen=True)
class Report:
    """An answer, or what is wrong; then with the line of the reader's text, or 0."""

    html: str
    message: str
    line: int = 0

    @classmethod
    def refusal(cls, message: str, line: int = 0) -> Report:
        """Return what is wrong with what the reader brings."""
        return cls(f'<p class="pe-report-error">{html.escape(message)}</p>', message, line)

    def _repr_html_(self) -> str:
        attributes = f'data-message="{html.escape(self.message)}" data-line="{self.line}"'
        return f'<div class="pe-report" {attributes}>{self.html}</div>'
