"""A reading in words: what it says of a table, and what shows it."""

import math
from collections.abc import Iterator

import numpy as np

from pe_check.identify.answer import NOT_PAPERS, PAPERS, Identification
from pe_check.identify.findings import Finding, finding
from pe_check.identify.ladder import DOUBLED, Ladder, ntk_scaling
from pe_check.identify.model import PAPER_BASE, Comparison, Model, compare, some_rows
from pe_check.identify.positions import coordinates
from pe_check.identify.round_numbers import numbers
from pe_check.identify.rounding import COARSE, WHOLE
from pe_check.identify.search import Reading
from pe_lib.encoding import positional_encoding

#: Errors of coarse angles below this pass for rounding: every short table in float32 has them.
FAR_ERROR = 1e-4

BASES = {PAPER_BASE**2: "double step", PAPER_BASE**0.5: "factor missing", 1.0: "one frequency"}
SAME = "every entry is the paper's, to the last bit"
STEPS = {1.0: "", math.pi / 180: "degrees", -1.0: "backwards"}
STARTS = {0.0: "", 1.0: "positions from one"}


def describe(table: np.ndarray, read: list[Reading], cut: int) -> Identification | None:
    """Return the simplest reading in words, if it agrees with every row but those of padding.

    The readings are of the rows from `cut` on: those before are padding.
    """
    best, model = read[0], read[0].model
    model = model._replace(start=model.start - cut * model.step)
    best = best._replace(model=model)
    rows = np.flatnonzero(table.any(axis=1)) if cut else np.arange(len(table))
    compared = compare(table, model, best.rounding, rows)
    if not compared.agrees:
        return None
    base_range = _base_range(read[0], len(table) - cut)
    findings = tuple(_findings(best, compared, base_range))
    n_rows = len(table)
    summary, *evidence = [*_numbers_shown(best, compared, n_rows), *_ambiguities(read, base_range)]
    if findings:
        evidence.append(unlike_paper(table))
    return Identification(
        NOT_PAPERS if findings else PAPERS,
        summary,
        sinusoidal=True,
        layout=model.form.layout,
        exponents=best.rule.exponents,
        base=best.base,
        base_range=base_range if best.base else None,
        start=model.start,
        step=model.step,
        amplitude=model.amplitude,
        constant=model.constant,
        frequencies=_measured(best),
        precision=str(best.rounding),
        error=compared.error,
        findings=findings,
        evidence=tuple(evidence),
    )


def _measured(reading: Reading) -> np.ndarray:
    return np.where(reading.seen.known, np.abs(reading.seen.omega), np.nan)


def _rule(best: Reading) -> str:
    """Return the layout, and the rule of the frequencies."""
    if best.base == 1:
        return f"{best.model.form.layout}, one frequency for all pairs"
    if best.rule.finding == "powers of two" and best.base == 2:
        return f"{best.model.form.layout}, {DOUBLED}"
    return str(best) if best.base is None else f"{best}, base {best.base:,.10g}"


def _numbers_shown(best: Reading, compared: Comparison, n_rows: int) -> Iterator[str]:
    """Yield the rule with its numbers, how exact the entries are, and the measured frequencies."""
    model = best.model
    scaled, ntk = _ntk(best), ""
    if scaled is not None:
        original = _original(scaled, len(model.omega))
        ntk = f", as NTK-aware scaling by {scaled.scale:g} of base {original:,.10g} makes it"
    positions = coordinates(model.start, model.step, n_rows)
    if not positions:
        at = ", ".join(f"{model.start + row * model.step:.6g}" for row in range(3))
        positions = f"positions {at}, …"
    blunt = f"; angles in {best.rounding.angle_type}" if best.rounding.angle > COARSE else ""
    size = "" if model.amplitude == 1 else f"; {model.amplitude:.8g} times"
    whole = f", in {WHOLE.storage}" if best.rounding.storage == WHOLE.storage else ""
    yield f"{_rule(best)}{ntk}; {positions}{size}{whole}{blunt}"
    yield f"{best.rounding}; largest error {compared.error:.1e}, in row {compared.row}"
    shown = best.rounding.angle > COARSE or best.rounding.relative < COARSE
    if best.rounding.angle_type and shown:  # else what is off is how entries are stored
        off = compared.error / abs(model.amplitude or 1)
        where = f"in row {compared.row}"
        yield f"angles in {best.rounding.angle_type}: off by {off:.1g} radians {where}, at most"
    frequencies = _measured(best)
    n_measured = int(best.seen.known.sum())
    measured = f"{n_measured} are measured" if n_measured else "none is measured"
    if best.base is not None:
        frequencies = np.unique(np.abs(model.omega * model.step))
        measured = "all measured" if n_measured >= len(frequencies) else measured
    if np.isfinite(frequencies).any():
        ends = f"{np.nanmax(frequencies):.6g} to {np.nanmin(frequencies):.6g}"
        yield f"{len(frequencies)} frequencies, {ends} radians per row; {measured}"


def _ambiguities(read: list[Reading], base_range: tuple[float, float]) -> Iterator[str]:
    """Yield what else gives the same table."""
    low, high = base_range
    if high > low * (1 + 1e-6):
        yield f"within rounding the base is {low:,.9g} to {high:,.9g}"
    best, *others = read
    same = {str(other) for other in others if other.model.exact and other.cost <= best.cost + 1}
    same -= {str(best)}
    if same:
        yield f"the same within rounding: {'; '.join(sorted(same))}"
    if best.model.form.layout in ("halves", "halves, cosine first", "interleaved, cosine first"):
        yield "RoPE's cosines and sines, side by side, are the same numbers"


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
    """Yield what differs from the paper's table."""
    base, model = reading.base or PAPER_BASE, reading.model
    low, high, d = np.min(model.constant), np.max(model.constant), len(model.omega)
    parts = _parts_of(reading)
    cut, ntk = _cut(reading), _ntk(reading)
    roots = {math.sqrt(d): ", sqrt(d)", 1 / math.sqrt(d): ", 1/sqrt(d)"}
    for name in _names(reading, compared, base_range):
        yield finding(
            name,
            r=reading,
            m=model,
            e=compared.error,
            row=compared.row,
            parts=parts,
            cut=cut or "for another width",
            or_cut=f", or these are {cut} at base 10,000" if cut else "",
            columns=_columns(model),
            twice=f", or RoPE's sines for a head of {2 * d} columns",
            fastest=float(model.omega.max()),
            ntk=ntk.scale if ntk is not None else (base / PAPER_BASE) ** ((d - 2) / d),
            root=roots.get(model.amplitude, ""),
            constant=f"{low:.6g}" if low == high else f"{low:.4g} to {high:.4g}, by column,",
        )


def _names(
    reading: Reading, compared: Comparison, base_range: tuple[float, float]
) -> Iterator[str]:
    """Yield the names of what differs from the paper's table, in the order of the formula."""
    model = reading.model
    low, high = base_range
    blunt = "float32 angles" if reading.rounding.angle == COARSE else "half-precision angles"
    yield from model.form.findings
    yield from filter(None, _names_of_frequencies(reading))
    step = STEPS.get(model.step, "scaled positions")
    if step == "degrees" and reading.rule.finding == "powers of two":
        step = "scaled positions"  # pi times coordinates from 0 to 1, of 181 rows
    yield from filter(None, (step, STARTS.get(model.start, "another start")))
    if model.amplitude != 1:
        yield "amplitude"
    if np.any(model.constant):
        yield "constant"
    if reading.rounding.angle_type and compared.error > FAR_ERROR:
        yield blunt
    if high > 1e6 * low and len(model.omega) > 2:
        yield "any base"


def _names_of_frequencies(reading: Reading) -> Iterator[str]:
    """Yield the names of what is unlike the paper in the frequencies; "" for what is not."""
    rule, base = reading.rule, reading.base or PAPER_BASE
    if _ntk(reading) is not None:
        yield "NTK-aware base"
        return
    if reading.base:
        yield rule.finding
    elif reading.model.form.kind == "exchanged":
        yield "power exchanged"
    else:
        yield "scaled by parts" if _parts_of(reading) else "unknown rule"
    if base not in rule.bases:
        yield BASES.get(base, "another base")


def _columns(model: Model) -> str:
    """Return how the columns of one function alone stand for pairs."""
    if model.form.kind == "column":
        return f"one column for each pair of a head of {2 * len(model.omega)}"
    return "repeated by halves" if model.form.layout.startswith("halves") else "each column twice"


def _ntk(reading: Reading) -> Ladder | None:
    """Return the base in use that NTK-aware scaling makes this one, unless it is a round one.

    The same number may have been chosen: nothing in a table tells them apart.
    """
    base, d = reading.base, len(reading.model.omega)
    usual = not reading.rule.cost and reading.model.form.kind in ("pair", "alone")
    if not base or not usual or float(f"{base:.2e}") == base:
        return None
    return ntk_scaling(base, d // 2, 1e-6)


def _original(ntk: Ladder, d_model: int) -> float:
    """Return the base before NTK-aware scaling."""
    return round((ntk.base or 1.0) / ntk.scale ** (d_model / (d_model - 2)), 6)


def _cut(reading: Reading) -> str:
    """Return which columns of a wider table at the paper's base these are; "" if of none."""
    d, decay = len(reading.model.omega), reading.model.decay
    if reading.model.form.kind != "pair" or reading.rule.first or not decay > 0:
        return ""
    width = 2 * math.log(PAPER_BASE) / decay
    is_wider = width > d + 1 and abs(width - round(width)) < 1e-6 * width
    if not is_wider or not reading.model.form.layout.startswith("interleaved"):
        return ""
    return f"the first {d} columns of {round(width)}"


def _parts_of(reading: Reading) -> str:
    """Return how the slow frequencies are divided if the fast ones follow a base; "" if not so."""
    if reading.base:
        return ""
    omega = np.abs(reading.model.omega[~reading.model.form.cosine])
    pairs = np.arange(len(omega))
    with np.errstate(divide="ignore", invalid="ignore"):
        fitted = (omega[0] / omega[1]) ** len(omega)
        _, base = next(numbers(fitted, 1e-3 * fitted, (PAPER_BASE,)), (0.0, fitted))
        ratio = omega * base ** (pairs / len(omega))
    if not (abs(ratio[0] - 1) < 1e-3 and ratio[-1] < 0.99 and np.diff(ratio).max() < 1e-3):
        return ""
    ramp = np.flatnonzero((ratio < 0.999) & (ratio > 1.001 * ratio[-1]))
    where = f", by a ramp at pairs {ramp[0]} to {ramp[-1]}" if len(ramp) else ""
    slowest = f"the slowest divided by {1 / ratio[-1]:.4g}{where}"
    return f"Base {base:,.6g}, {slowest}, as in YaRN and Llama 3"


def first_difference(table: np.ndarray) -> tuple[int, int] | None:
    """Return row and column of the first entry that differs from the paper's in two digits."""
    expected, rows = positional_encoding(*table.shape), np.arange(len(table))[:, np.newaxis]
    unlike = np.abs(table - expected) > 1e-6 * (1 + rows) + 0.01 * np.abs(expected)
    if not unlike.any():
        return None
    row, column = np.argwhere(unlike)[0].tolist()
    return row, column


def unlike_paper(table: np.ndarray) -> str:
    """Return where the table first differs from the paper's, in words."""
    place = first_difference(table)
    papers = positional_encoding(*table.shape)
    if place is None:
        error = float(np.abs(table - papers).max())
        return f"every entry is within {error:.0e} of the paper's" if error else SAME
    row, column = place
    expected = papers[row, column]
    where = f"row {row}, column {column} is {table[row, column]:.6g}"
    return f"first entry unlike the paper's: {where}, not {expected:.6g}"
