"""What was found, in words and numbers: for a program, a terminal and a notebook."""

import html
from dataclasses import dataclass, field

import numpy as np

from pe_check.identify.findings import Finding

PAPERS = "The paper's table."
NOT_PAPERS = "A sinusoidal table, not the paper's."


@dataclass(frozen=True, eq=False, repr=False)
class Identification:
    """What a table is. None stands for what its rows do not tell."""

    headline: str
    #: What it is in one line: layout, frequencies, positions.
    summary: str = ""
    sinusoidal: bool = False
    layout: str | None = None
    exponents: str | None = None
    base: float | None = None
    base_range: tuple[float, float] | None = None  # the bases that give the same table
    start: float | None = None
    step: float | None = None
    amplitude: float | None = None
    constant: float | np.ndarray | None = None
    #: Measured, in radians per row and modulo 2*pi, for each pair (or column, if all differ).
    frequencies: np.ndarray = field(default_factory=lambda: np.empty(0))
    precision: str | None = None
    error: float | None = None  # the largest difference from what is said here
    findings: tuple[Finding, ...] = ()
    #: The numbers behind it, alternatives that fit as well, the first difference from the paper.
    evidence: tuple[str, ...] = ()
    #: The rows and columns that were looked at.
    table: np.ndarray = field(default_factory=lambda: np.empty((0, 0)))

    @property
    def paper(self) -> bool:
        """Whether it is the paper's table within rounding."""
        return self.sinusoidal and not self.findings

    @property
    def explanation(self) -> str:
        """The answer in words, with its evidence in numbers."""
        found = [f"- {f.text} ({f.name}: {f.kind})" for f in self.findings]
        summary = [f"  {self.summary}"] if self.summary else []
        evidence = [f"  {line}" for line in self.evidence]
        return "\n".join([self.headline, *summary, *found, *evidence])

    def __repr__(self) -> str:
        return self.explanation

    def _repr_html_(self) -> str:
        first, *rest = (html.escape(line.strip("- ")) for line in self.explanation.splitlines())
        items = "".join(f"<li>{line}</li>" for line in rest)
        return f'<div class="pe-identify"><p><strong>{first}</strong></p><ul>{items}</ul></div>'
