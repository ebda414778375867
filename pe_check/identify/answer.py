"""The answer: what a table is, as facts, and the ways in which it differs from the paper's."""

import html
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from pe_check.numbers import number

CONVENTION, MISTAKE, EITHER = "a convention", "a mistake", "a mistake or a choice"

#: What is said of each kind; a sinusoidal table without findings is the paper's.
HEADLINES = {
    "paper": "The paper's table.",
    "sinusoidal": "A sinusoidal table, not the paper's.",
    "rope cache": "RoPE's cosines and sines.",
    "nothing turns": "RoPE's cosines and sines, and nothing turns.",
    "inv_freq": "RoPE's frequencies (inv_freq), not a table.",
    "alibi": "ALiBi's biases.",
    "alibi slopes": "ALiBi's slopes.",
    "one row": "A single row, which shows no frequencies.",
    "constant rows": "No positions: every token gets the same row.",
    "refused": "This isn't a table of positions.",
    "unknown": "Not a sinusoidal table, within rounding.",
}
SINUSOIDAL = {"sinusoidal", "rope cache"}

#: The kind and the meaning of each finding; the names are those of chapter 8 where it has one.
FINDINGS = {
    "halves": (CONVENTION, "Sines and cosines are in two halves of the columns"),
    "sine and cosine swapped": (CONVENTION, "Cosines come before sines"),
    "sine alone": (MISTAKE, "Each column has a frequency of its own: there are no pairs"),
    "one function": (EITHER, "Both columns of a pair are the same function, as RoPE stores them"),
    "column as pair": (MISTAKE, "The exponent 2c/d takes the column c for the pair"),
    "a frequency for each column": (MISTAKE, "Exponent c/d: each column c has a frequency"),
    "cosine exponent": (MISTAKE, "The cosine of pair j has the frequency of pair j + 1"),
    "end point reached": (CONVENTION, "The exponents j/(d/2-1) of tensor2tensor end at 1"),
    "frequencies from one": (CONVENTION, "Pairs are counted from 1: frequency 1 is missing"),
    "odd exponents": (EITHER, "Exponents (2j+1)/d, as 2k - 1 with pairs k from 1"),
    "frequencies reversed": (CONVENTION, "The first pairs are slow and the last ones fast"),
    "sign lost": (MISTAKE, "The exponent lost its sign: frequencies grow"),
    "double step": (EITHER, "Base 10^8: the exponent is doubled, 4j/d, or it was chosen"),
    "factor missing": (EITHER, "Base 100: the exponent is j/d without its 2, or it was chosen"),
    "one frequency": (MISTAKE, "All pairs have one frequency, as if all exponents were zero"),
    "floor division": (MISTAKE, "Frequencies fall by a power of e each time: a // too many"),
    "powers of two": (CONVENTION, "Each frequency is twice the one before, as in NeRF"),
    "another width": (EITHER, "The exponents are those of another width, of more columns"),
    "NTK-aware base": (CONVENTION, "The base is that of NTK-aware scaling"),
    "another base": (CONVENTION, "The base is not 10,000"),
    "any base": (EITHER, "No entry shows the frequencies: any base gives these rows"),
    "scaled by parts": (CONVENTION, "Slow frequencies are divided, fast ones kept"),
    "rounded frequencies": (EITHER, "The frequencies (inv_freq) were rounded before use"),
    "frozen pairs": (CONVENTION, "Some pairs do not turn"),
    "nothing turns": (MISTAKE, "All frequencies are 0, or were never filled"),
    "never filled": (
        MISTAKE,
        "These numbers aren't frequencies: they were never filled, or overwritten",
    ),
    "slopes": (MISTAKE, "The slopes are not the paper's"),
    "shard of slopes": (CONVENTION, "The slopes are some of the paper's, as of one device"),
    "power exchanged": (MISTAKE, "Base and exponent trade places: (2j/d)**(1/10,000)"),
    "unknown rule": (EITHER, "The frequencies follow no rule that is known here"),
    "positions from one": (CONVENTION, "The first row is position 1"),
    "another start": (CONVENTION, "The first row is not position 0"),
    "degrees": (MISTAKE, "Angles are converted from degrees, but are in radians already"),
    "backwards": (CONVENTION, "Positions decrease, or the angle has the opposite sign"),
    "scaled positions": (CONVENTION, "Rows are not one position apart"),
    "amplitude": (CONVENTION, "Entries are a multiple of the paper's"),
    "constant": (EITHER, "A constant is added to the entries"),
    "float32 angles": (MISTAKE, "Angles were computed in float32"),
    "batch axis": (MISTAKE, "Every row is row 0: the batch index was looked up, not the position"),
    "dropped colon": (
        MISTAKE,
        "Every row is the one after the last: pe[:, x.shape[1], :] for pe[:, :x.shape[1], :]",
    ),
    "no positions": (
        MISTAKE,
        "All rows are the same: a colon was lost, as in pe[:, x.shape[1], :], the batch axis was "
        "taken for the positions, or the position is not looked up",
    ),
    "RoPE cache": (CONVENTION, "Cosines and sines of RoPE's angles"),
    "RoPE's cosines": (CONVENTION, "Cosines alone, as RoPE stores them"),
    "parity of the position": (MISTAKE, "Even rows are sines and odd rows cosines"),
    "axes exchanged": (MISTAKE, "Rows and columns are exchanged"),
    "padding": (CONVENTION, "Rows or columns of zeros, as for padding"),
    "grid": (CONVENTION, "The rows are the places of a grid"),
    "sections": (CONVENTION, "Sections of the pairs have positions of their own"),
    "packed positions": (CONVENTION, "Positions begin again: several documents in one row"),
    "position jumps": (EITHER, "Positions jump"),
    "clamped positions": (EITHER, "Positions do not go on: a limit, or padding"),
    "rounded positions": (EITHER, "Positions were rounded to half precision"),
    "circle": (EITHER, "Positions run around a circle"),
    "odd width crashes": (MISTAKE, "It fails for an odd d_model"),
    "another size": (MISTAKE, "At another size it makes no such table"),
    "base ignored": (MISTAKE, "Asked for base 500, it gave base 10,000"),
}


class Finding(NamedTuple):
    """One way in which a table differs from the paper's, with the value that shows it."""

    name: str
    kind: str
    meaning: str
    value: str = ""

    @property
    def text(self) -> str:
        return f"{self.meaning}: {self.value}." if self.value else f"{self.meaning}."


def finding(name: str, value: object = "") -> Finding:
    """Return a finding by its name."""
    return Finding(name, *FINDINGS[name], str(value))


@dataclass(frozen=True, eq=False, repr=False)
class Identification:
    """What a table is. None: the table does not determine it."""

    kind: str  # a key of HEADLINES
    layout: str | None = None
    exponents: str | None = None
    base: float | None = None
    base_range: tuple[float, float] | None = None  # the bases that give the same table
    start: float | None = None
    step: float | None = None
    amplitude: float | None = None
    constant: float | None = None
    #: Measured, in radians per row and modulo 2*pi, for each pair (or column, if all differ).
    frequencies: np.ndarray = field(default_factory=lambda: np.empty(0))
    #: Of each pair, the axis along which it turns, or -1; empty if all turn along one.
    axis_of_pair: tuple[int, ...] = ()
    precision: str | None = None
    error: float | None = None  # the largest difference from what is said here
    findings: tuple[Finding, ...] = ()
    #: Further facts by name: positions, grid, scaling, heads, …
    details: Mapping[str, str] = field(default_factory=dict)
    #: The rows and columns that were looked at.
    table: np.ndarray = field(default_factory=lambda: np.empty((0, 0)))

    @property
    def sinusoidal(self) -> bool:
        """Whether the entries are sines and cosines, within rounding."""
        return self.kind in SINUSOIDAL

    @property
    def paper(self) -> bool:
        """Whether it is the paper's table within rounding."""
        return self.kind == "sinusoidal" and not self.findings

    @property
    def headline(self) -> str:
        return HEADLINES["paper" if self.paper else self.kind]

    @property
    def facts(self) -> dict[str, str]:
        """What is known of it, by name, as text; the findings are apart."""
        known = {"layout": self.layout, "exponents": self.exponents}
        known["base"] = None if self.base is None else number(self.base, 10)
        low, high = self.base_range or (1.0, 1.0)
        if high > low * (1 + 1e-6):
            known["bases within rounding"] = f"{number(low, 9)} to {number(high, 9)}"
        known |= self.details
        if self.amplitude not in (None, 1.0):
            known["amplitude"] = number(self.amplitude, 8)
        known["precision"] = self.precision
        known["largest error"] = None if self.error is None else f"{self.error:.1e}"
        return {name: value for name, value in known.items() if value}

    @property
    def summary(self) -> str:
        """The facts in one line."""
        return "; ".join(f"{name}: {value}" for name, value in self.facts.items())

    @property
    def explanation(self) -> str:
        """The answer as text: a headline, the facts, and the findings."""
        facts = [f"  {name}: {value}" for name, value in self.facts.items()]
        found = [f"- {f.name}: {f.text.rstrip('.')} ({f.kind})" for f in self.findings]
        return "\n".join([self.headline, *facts, *found])

    def __repr__(self) -> str:
        return self.explanation

    def _repr_html_(self) -> str:
        first, *rest = (html.escape(line.strip("- ")) for line in self.explanation.splitlines())
        items = "".join(f"<li>{line}</li>" for line in rest)
        return f'<div class="pe-identify"><p><strong>{first}</strong></p><ul>{items}</ul></div>'

    def as_json(self) -> dict[str, Any]:
        """Return the answer as what JSON can hold: null for what the table does not determine."""
        words = ("kind", "headline", "paper", "sinusoidal", "layout", "exponents", "precision")
        answer: dict[str, Any] = {name: getattr(self, name) for name in words}
        numbers = ("base", "start", "step", "amplitude", "error")
        answer |= {name: _finite(getattr(self, name)) for name in numbers}
        answer["shape"] = list(self.table.shape)
        answer["frequencies"] = [_finite(omega) for omega in np.asarray(self.frequencies).tolist()]
        answer["findings"] = [found._asdict() for found in self.findings]
        answer["facts"] = self.facts
        return answer


def _finite(value: Any) -> float | None:
    return float(value) if value is not None and np.isfinite(value) else None
