"""What was found, in words and numbers: for a program, a terminal and a notebook."""

import html
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

CONVENTION, MISTAKE = "a convention", "a mistake"
EITHER = "a mistake or meant: the table is the same"


class Finding(NamedTuple):
    """One way in which a table differs from the paper's; the name is chapter 8's if it has one."""

    name: str
    kind: str
    text: str


@dataclass(frozen=True, eq=False, repr=False)
class Identification:
    """What a table is. None stands for what its rows do not tell."""

    headline: str
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
    #: The numbers that show it, what cannot be told apart, and what differs from the paper first.
    evidence: tuple[str, ...] = ()

    @property
    def paper(self) -> bool:
        """Whether it is the paper's table within rounding."""
        return self.sinusoidal and not self.findings

    @property
    def explanation(self) -> str:
        """The answer in words, with its evidence in numbers."""
        found = [f"- {f.text} ({f.name}: {f.kind})" for f in self.findings]
        return "\n".join([self.headline, *found, *(f"  {line}" for line in self.evidence)])

    def __repr__(self) -> str:
        return self.explanation

    def _repr_html_(self) -> str:
        first, *rest = (html.escape(line.strip("- ")) for line in self.explanation.splitlines())
        items = "".join(f"<li>{line}</li>" for line in rest)
        return f'<div class="pe-identify"><p><strong>{first}</strong></p><ul>{items}</ul></div>'


#: The kind of each finding, and its text; r is the reading, m the model, e the largest error.
TEXTS: dict[str, tuple[str, str]] = {
    "halves": (CONVENTION, "All sines come first and then all cosines."),
    "sine and cosine swapped": (CONVENTION, "Each cosine comes before its sine."),
    "sine alone": (MISTAKE, "Each column is a wave of its own frequency: no pairs."),
    "one function": (EITHER, "Both columns of a pair are the same function, as RoPE stores them."),
    "column as pair": (MISTAKE, "The exponent 2c/d takes the column c for the pair."),
    "a frequency for each column": (MISTAKE, "Exponent c/d: each column c has a frequency."),
    "cosine exponent": (MISTAKE, "The cosine of pair j has the frequency of pair j + 1."),
    "end point reached": (CONVENTION, "The exponents j/(d/2-1) of tensor2tensor end at 1."),
    "frequencies from one": (CONVENTION, "Pairs are counted from 1: frequency 1 is missing."),
    "frequencies reversed": (CONVENTION, "The first pairs are slow and the last ones fast."),
    "sign lost": (MISTAKE, "The exponent lost its sign: frequencies grow to {fastest:,.5g}."),
    "double step": (EITHER, "Base 10^8: the exponent is doubled, 4j/d, or that base is meant."),
    "factor missing": (EITHER, "Base 100: the exponent is j/d without its 2, or it is meant."),
    "one frequency": (MISTAKE, "All pairs have one frequency, as if all exponents were zero."),
    "floor division": (
        MISTAKE,
        "Each frequency is 1/{r.base:.3f} of the one before: a // too many.",
    ),
    "powers of two": (CONVENTION, "Each frequency is twice the one before, as in NeRF."),
    "another width": (EITHER, "Exponents {r.rule.exponents} at base 10,000, for another width."),
    "NTK-aware base": (CONVENTION, "Base {r.base:,.8g}: NTK-aware scaling by {ntk:.4g}."),
    "another base": (CONVENTION, "The base is {r.base:,.10g}."),
    "any base": (EITHER, "No entry shows the frequencies: these rows are those of any base."),
    "scaled by parts": (CONVENTION, "{parts}, as in YaRN and Llama 3."),
    "power exchanged": (MISTAKE, "Base and exponent trade places: (2j/d)**(1/10,000)."),
    "unknown rule": (EITHER, "The frequencies follow no rule that is known here."),
    "positions from one": (CONVENTION, "The first row is position 1."),
    "another start": (CONVENTION, "The first row is position {m.start:.10g}."),
    "degrees": (MISTAKE, "Angles are converted from degrees, but are in radians already."),
    "backwards": (CONVENTION, "Positions fall, or the sign of the angle is the other one."),
    "scaled positions": (CONVENTION, "Rows are {m.step:.8g} positions apart."),
    "amplitude": (CONVENTION, "Entries are {m.amplitude:.8g} times the paper's{root}."),
    "constant": (EITHER, "{constant} is added to the entries."),
    "float32 angles": (MISTAKE, "Angles in {r.rounding.arithmetic}: row {row} is off by {e:.1g}."),
    "batch axis": (MISTAKE, "All rows are the same{which}: the position is not looked up."),
    "parity of the position": (MISTAKE, "Even rows are sines and odd rows cosines."),
    "axes exchanged": (MISTAKE, "Rows and columns are exchanged."),
    "columns permuted": (CONVENTION, "The columns stand in another order: {order}, …"),
    "padding": (CONVENTION, "{what} zero, as for padding."),
    "grid": (CONVENTION, "A grid of {height} rows of {width}, half of the columns for each axis."),
    "odd width crashes": (MISTAKE, "It fails for an odd d_model: {error}"),
    "another size": (MISTAKE, "{call} is another table. {headline}"),
    "base ignored": (MISTAKE, "Asked for base 500, it gave base {base}."),
}


def finding(name: str, **numbers: Any) -> Finding:
    """Return a finding with its numbers put in."""
    kind, text = TEXTS[name]
    return Finding(name, kind, text.format(**numbers))
