"""What packages of others do with positions where one would guess otherwise; see data/README.md."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import NamedTuple


class Surprise(NamedTuple):
    """One of them; `checks` are the functions of pe_check that see it, `finding` runs it."""

    id: str
    packages: list[str]
    method: str
    kind: str
    guess: str
    happens: str
    source: str
    checks: list[str]
    chapter: str | None
    finding: str | None = None

    @property
    def names(self) -> str:
        """Return the packages with their versions."""
        return ", ".join(self.packages)


@cache
def stored() -> dict:
    """Return the file: names of the methods and kinds, pages of the checks, and the surprises."""
    file = resources.files("pe_book.data") / "surprises.json"
    return json.loads(file.read_text(encoding="utf-8"))


@cache
def surprises() -> dict[str, Surprise]:
    """Return the surprises by their ids."""
    return {row["id"]: Surprise(**row) for row in stored()["surprises"]}
