"""A table of sines and cosines at even positions: the simplest reading as facts."""

import math
from collections.abc import Iterator

import numpy as np

from pe_check.identify.answer import Finding, Identification, finding
from pe_check.identify.model import PAPER_BASE, Comparison, compare, some_rows
from pe_check.identify.positions import counted, start_findings
from pe_check.identify.rounding import TOL_FLOAT32, Rounding
from pe_check.identify.schedule import FrequencySchedule, ntk_scaling
from pe_check.identify.search import Reading, readings
from pe_check.numbers import number
from pe_lib.encoding import positional_encoding

#: What is smaller shows nothing: its squares are 0.
MIN_SIZE = 1e-150
#: Positions up to which `positional_encoding` is exact.
MAX_START = 5e8
#: Errors of coarse angles below this pass for rounding: every short table in float32 has them.
FAR_ERROR = 1e-4

BASES = {PAPER_BASE**2: "double step", PAPER_BASE**0.5: "factor missing", 1.0: "one frequency"}
STEPS = {1.0: "", math.pi / 180: "degrees", -1.0: "backwards"}
COSINE_COLUMNS = {
    "column": "one column for each pair",
    "halves": "repeated by halves",
    "interleaved": "each column twice",
}


def sinusoids(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return the simplest reading of a table as a model, if every row agrees with it."""
    if not np.abs(table).max() > MIN_SIZE:
        return None
    read = readings(table, stored)
    if not read:
        return None
    best, model = read[0], read[0].model
    compared = compare(table, model, best.rounding, np.arange(len(table)))
    if not compared.agrees:
        return None
    base_range = _base_range(best, len(table))
    findings = tuple(_findings(best, compared, base_range))
    return Identification(
        "sinusoidal",
        layout=model.form.layout,
        exponents=best.rule.exponents,
        base=best.base,
        base_range=base_range if best.base else None,
        start=model.start,
        step=model.step,
        amplitude=model.amplitude,
        constant=float(model.constant),
        frequencies=np.where(best.seen.known, np.abs(best.seen.omega), np.nan),
        precision=str(best.rounding),
        error=_exact_error(table, best, compared),
        findings=findings,
        details=dict(_details(read, compared)),
    )


def _exact_error(table: np.ndarray, best: Reading, compared: Comparison) -> float:
    """Return the largest error; for whole positions and the paper's exponents, beside exact ones.

    The formula in float64 rounds its angles, so it is off itself, more than the exact table is.
    """
    model, d = best.model, table.shape[1]
    whole = model.exact and model.step == 1 and float(model.start).is_integer() and d % 2 == 0
    if not whole or best.rule.exponents != "2j/d" or model.form.kind != "pair" or not best.base:
        return compared.error
    if best.base <= 1 or abs(model.start) > MAX_START:
        return compared.error
    exact = positional_encoding(len(table), d, best.base, start=int(model.start))
    columns = 2 * model.form.j.astype(int) + model.form.cosine
    return float(np.abs(table - model.constant - model.amplitude * exact[:, columns]).max())


def _details(read: list[Reading], compared: Comparison) -> Iterator[tuple[str, str]]:
    """Yield the positions, the frequencies, and what else gives the same table."""
    best, *others = read
    model = best.model
    yield "positions", counted(model.start, model.step)
    if best.rounding.angle_type and best.rounding.relative < TOL_FLOAT32:
        off = compared.error / abs(model.amplitude or 1)
        yield f"angles in {best.rounding.angle_type}", f"off by {off:.1g} in row {compared.row}"
    omega = np.unique(np.abs(model.omega * model.step))
    ends = f"{number(omega[-1], 6)} to {number(omega[0], 6)} radians per row"
    yield "frequencies", f"{len(omega)}, {ends}; {best.seen.known.sum()} are measured"
    names = {str(other) for other in others if other.model.exact and other.cost <= best.cost + 1}
    if names - {str(best)}:
        yield "the same within rounding", "; ".join(sorted(names - {str(best)}))
    if model.form.kind == "pair" and model.form.layout != "interleaved":
        yield "the same numbers", "RoPE's cosines and sines, side by side"


def _base_range(best: Reading, n_rows: int) -> tuple[float, float]:
    """Return the bases that give the same table within rounding, all else being equal."""
    model, rule, base = best.model, best.rule, best.base or np.nan
    values, slope, angles = model.values(some_rows(n_rows, len(model.omega)))
    size = np.abs(values) + (0.0 if model.exact else abs(model.amplitude))
    allowed = best.rounding.allowed(size, model.amplitude, angles)
    slope_by_log = np.abs(slope * angles * (rule.first + rule.slope * model.form.j)) + 1e-200
    move = min(50.0, float((allowed / slope_by_log).min()))
    return base * math.exp(-move), base * math.exp(move)


def _findings(
    reading: Reading, compared: Comparison, base_range: tuple[float, float]
) -> Iterator[Finding]:
    """Yield what differs from the paper's table, in the order of the formula."""
    model, d = reading.model, len(reading.model.omega)
    columns = "column" if model.form.kind == "column" else model.form.layout.partition(",")[0]
    for name in model.form.findings:
        yield finding(name, COSINE_COLUMNS[columns] if name == "RoPE's cosines" else "")
    yield from _frequency_findings(reading)
    step = STEPS.get(model.step, "scaled positions")
    if step:
        yield finding(step, number(model.step, 8) if step == "scaled positions" else "")
    yield from start_findings(model.start)
    if model.amplitude != 1:
        roots = {math.sqrt(d): ", sqrt(d)", 1 / math.sqrt(d): ", 1/sqrt(d)"}
        yield finding("amplitude", number(model.amplitude, 8) + roots.get(model.amplitude, ""))
    if model.constant:
        yield finding("constant", number(float(model.constant), 6))
    if reading.rounding.angle_type and compared.error > FAR_ERROR:
        off = f"{reading.rounding.angle_type}, row {compared.row} is off by {compared.error:.1g}"
        yield finding("float32 angles", off)
    low, high = base_range
    if high > 1e6 * low and d > 2:
        yield finding("any base")


def _frequency_findings(reading: Reading) -> Iterator[Finding]:
    """Yield what is unlike the paper in the frequencies."""
    rule, base, ntk = reading.rule, reading.base, _ntk(reading)
    if ntk is not None:
        yield finding(ntk.finding, f"{number(ntk.base or 0, 8)}, {ntk.scaling}")
    elif base is None:
        exchanged = reading.model.form.kind == "exchanged"
        yield finding("power exchanged" if exchanged else "unknown rule")
    else:
        if rule.finding:
            yield finding(rule.finding, rule.exponents if rule.finding == "another width" else "")
        if base not in rule.bases:
            name = BASES.get(base, "another base")
            yield finding(name, number(base, 10) if name == "another base" else "")


def _ntk(reading: Reading) -> FrequencySchedule | None:
    """Return the base in use that NTK-aware scaling makes this one, unless it is a round one.

    The same number may have been chosen: nothing in a table tells them apart.
    """
    base, d = reading.base, len(reading.model.omega)
    usual = not reading.rule.cost and reading.model.form.kind in ("pair", "alone")
    if not base or not usual or float(f"{base:.2e}") == base:
        return None
    return ntk_scaling(base, d // 2, 1e-6)


def first_difference(table: np.ndarray) -> tuple[int, int] | None:
    """Return row and column of the first entry that differs from the paper's in two digits."""
    expected, rows = positional_encoding(*table.shape), np.arange(len(table))[:, np.newaxis]
    unlike = np.abs(table - expected) > 1e-6 * (1 + rows) + 0.01 * np.abs(expected)
    if not unlike.any():
        return None
    row, column = np.argwhere(unlike)[0].tolist()
    return row, column


def unlike_paper(table: np.ndarray) -> str:
    """Return where the table first differs from the paper's, and by how much at most if nowhere."""
    place, papers = first_difference(table), positional_encoding(*table.shape)
    if place is None:
        return f"none; entries are within {float(np.abs(table - papers).max()):.0e}"
    row, column = place
    return f"row {row}, column {column} is {table[place]:.6g}, not {papers[place]:.6g}"
