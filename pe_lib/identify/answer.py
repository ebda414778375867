"""What was found, in words and numbers: for a program, a terminal and a notebook."""

import html
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from pe_lib.encoding import positional_encoding
from pe_lib.identify.measure import PAPER_BASE
from pe_lib.identify.model import COARSE, check, some_rows
from pe_lib.identify.search import Reading, numbers

CONVENTION, MISTAKE = "a convention", "a mistake"
EITHER = "a mistake or a choice: the table is the same"
NOT_PAPERS = "A sinusoidal table, not the paper's."


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
    "halves": (CONVENTION, "One half of the columns holds the sines, the other half the cosines."),
    "sine and cosine swapped": (CONVENTION, "Cosines come before sines."),
    "sine alone": (MISTAKE, "Each column is a wave of its own frequency: no pairs."),
    "one function": (EITHER, "Both columns of a pair are the same function, as RoPE stores them."),
    "column as pair": (MISTAKE, "The exponent 2c/d takes the column c for the pair."),
    "a frequency for each column": (MISTAKE, "Exponent c/d: each column c has a frequency."),
    "cosine exponent": (MISTAKE, "The cosine of pair j has the frequency of pair j + 1."),
    "end point reached": (CONVENTION, "The exponents j/(d/2-1) of tensor2tensor end at 1."),
    "frequencies from one": (CONVENTION, "Pairs are counted from 1: frequency 1 is missing."),
    "frequencies reversed": (CONVENTION, "The first pairs are slow and the last ones fast."),
    "sign lost": (MISTAKE, "The exponent lost its sign: frequencies grow to {fastest:,.5g}."),
    "double step": (EITHER, "Base 10^8: the exponent is doubled, 4j/d, or it was chosen."),
    "factor missing": (EITHER, "Base 100: the exponent is j/d without its 2, or it was chosen."),
    "one frequency": (MISTAKE, "All pairs have one frequency, as if all exponents were zero."),
    "floor division": (MISTAKE, "Frequencies fall to 1/{r.base:.3f} each time: a // too many."),
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
    "backwards": (CONVENTION, "Positions decrease, or the angle has the opposite sign."),
    "scaled positions": (CONVENTION, "Rows are {m.step:.8g} positions apart."),
    "amplitude": (CONVENTION, "Entries are {m.amplitude:.8g} times the paper's{root}."),
    "constant": (EITHER, "{constant} is added to the entries."),
    "float32 angles": (MISTAKE, "Angles in float32: row {row} is off by {e:.1g}."),
    "batch axis": (MISTAKE, "All rows are the same{which}: the position is not looked up."),
    "parity of the position": (MISTAKE, "Even rows are sines and odd rows cosines."),
    "axes exchanged": (MISTAKE, "Rows and columns are exchanged."),
    "columns permuted": (CONVENTION, "The columns stand in another order: {order}, …"),
    "padding": (CONVENTION, "{what} zero, as for padding."),
    "grid": (CONVENTION, "A grid of {height} rows of {width}, half of the columns for each axis."),
    "odd width crashes": (MISTAKE, "It fails for an odd d_model: {error}"),
    "another size": (MISTAKE, "function{size} is no such table: {headline}"),
    "base ignored": (MISTAKE, "Asked for base 500, it gave base {base}."),
}


def finding(name: str, **numbers: Any) -> Finding:
    """Return a finding with its numbers put in."""
    kind, text = TEXTS[name]
    return Finding(name, kind, text.format(**numbers))


#: Errors of coarse angles below this pass for rounding: every short table in float32 has them.
FAR_ERROR = 1e-5

BASES = {PAPER_BASE**2: "double step", PAPER_BASE**0.5: "factor missing", 1.0: "one frequency"}
STEPS = {1.0: "", math.pi / 180: "degrees", -1.0: "backwards"}
STARTS = {0.0: "", 1.0: "positions from one"}


def describe(table: np.ndarray, read: list[Reading], cut: int) -> Identification | None:
    """Return the simplest reading in words, if it agrees with every row but those of padding."""
    best, model = read[0], read[0].model
    model = model._replace(start=model.start - cut * model.step)
    rows = np.flatnonzero(table.any(axis=1)) if cut else np.arange(len(table))
    agrees, error, row = check(table, model, best.rounding, rows)
    if not agrees:
        return None
    low, high = _base_range(best, len(table) - cut)
    findings = tuple(_findings(best._replace(model=model), error, row, high > 1e6 * low))
    frequencies = np.where(best.seen.known, np.abs(best.seen.omega), np.nan)
    base = "" if best.base is None else f", base {best.base:,.10g}"
    places = ", ".join(f"{model.start + k * model.step:.6g}" for k in range(3))
    evidence = [
        f"{best}{base}; positions {places}, …",
        f"{best.rounding}; largest error {error:.1e}, in row {row}",
    ]
    if best.seen.known.any():
        ends = f"{np.nanmax(frequencies):.6g} to {np.nanmin(frequencies):.6g}"
        evidence.append(f"{best.seen.known.sum()} frequencies, {ends} radians per row")
    if high > low * (1 + 1e-6):
        evidence.append(f"within rounding the base is {low:,.9g} to {high:,.9g}")
    same = {str(other) for other in read if other.model.exact and other.cost <= best.cost + 1}
    if same - {str(best)}:
        evidence.append(f"the same within rounding: {'; '.join(sorted(same - {str(best)}))}")
    if findings:
        evidence.append(unlike_paper(table))
    return Identification(
        NOT_PAPERS if findings else "The paper's table.",
        sinusoidal=True,
        layout=model.form.layout,
        exponents=best.rule.exponents,
        base=best.base,
        base_range=(low, high) if best.base else None,
        start=model.start,
        step=model.step,
        amplitude=model.amplitude,
        constant=model.constant,
        frequencies=frequencies,
        precision=str(best.rounding),
        error=error,
        findings=findings,
        evidence=tuple(evidence),
    )


def _base_range(best: Reading, n_rows: int) -> tuple[float, float]:
    """Return the bases that give the same table within rounding, all else being equal."""
    model, rule, base = best.model, best.rule, best.base or np.nan
    values, slope, angles = model.values(some_rows(n_rows, len(model.omega)))
    size = np.abs(values) + abs(model.amplitude) * (not model.exact)
    by_log = np.abs(slope * angles * (rule.first + rule.slope * model.form.j)) + 1e-200
    move = min(50.0, float((best.rounding.allowed(size, model.amplitude, angles) / by_log).min()))
    return base * math.exp(-move), base * math.exp(move)


def _findings(reading: Reading, error: float, row: int, any_base: bool) -> Iterator[Finding]:
    """Yield what differs from the paper's table."""
    rule, base, model = reading.rule, reading.base or PAPER_BASE, reading.model
    low, high, d = np.min(model.constant), np.max(model.constant), len(model.omega)
    roots = {math.sqrt(d): ", sqrt(d)", 1 / math.sqrt(d): ", 1/sqrt(d)"}
    parts = "" if reading.base else _parts(np.abs(model.omega[~model.form.cosine]))
    no_rule = "scaled by parts" if parts else "unknown rule"
    if model.form.kind == "exchanged":
        no_rule = "power exchanged"
    names = [
        *model.form.findings,
        rule.finding if reading.base else no_rule,
        "NTK-aware base" if rule.cost == 0 and base in rule.bases[1:] else "",
        BASES.get(base, "another base") if base not in rule.bases else "",
        STEPS.get(model.step, "scaled positions"),
        STARTS.get(model.start, "another start"),
        "amplitude" if model.amplitude != 1 else "",
        "constant" if np.any(model.constant) else "",
        "float32 angles" if reading.rounding.angle == COARSE and error > FAR_ERROR else "",
        "any base" if any_base and d > 2 else "",
    ]
    for name in filter(None, names):
        yield finding(
            name,
            r=reading,
            m=model,
            e=error,
            row=row,
            parts=parts,
            fastest=float(model.omega.max()),
            ntk=(base / PAPER_BASE) ** ((d - 2) / d),
            root=roots.get(model.amplitude, ""),
            constant=f"{low:.6g}" if low == high else f"{low:.4g} to {high:.4g}, by column,",
        )


def _parts(omega: np.ndarray) -> str:
    """Return how the slow frequencies are divided if the fast ones follow a base; "" if not so."""
    pairs = np.arange(len(omega))
    with np.errstate(divide="ignore", invalid="ignore"):
        fitted = (omega[0] / omega[1]) ** len(omega)
        base = next(numbers(fitted, 1e-3 * fitted, (PAPER_BASE,)), (0, fitted))[1]
        ratio = omega * base ** (pairs / len(omega))
    if not (abs(ratio[0] - 1) < 1e-3 and ratio[-1] < 0.99 and np.diff(ratio).max() < 1e-3):
        return ""
    ramp = np.flatnonzero((ratio < 0.999) & (ratio > 1.001 * ratio[-1]))
    where = f", by a ramp at pairs {ramp[0]} to {ramp[-1]}" if len(ramp) else ""
    return f"Base {base:,.6g}, the slowest divided by {1 / ratio[-1]:.4g}{where}"


def unlike_paper(table: np.ndarray) -> str:
    """Return where the table first differs from the paper's."""
    expected, rows = positional_encoding(*table.shape), np.arange(len(table))[:, np.newaxis]
    unlike = np.argwhere(np.abs(table - expected) > 1e-6 * (1 + rows) + 0.01 * np.abs(expected))
    if not len(unlike):
        return "it is the paper's to two digits"
    row, column = unlike[0]
    where = f"row {row}, column {column} is {table[row, column]:.6g}"
    return f"first entry unlike the paper's: {where}, not {expected[row, column]:.6g}"
