"""From a model to the words for it: its findings, and the numbers that show them."""

import math
from collections.abc import Iterator

import numpy as np

from pe_lib.encoding import positional_encoding
from pe_lib.identify.answer import Finding, Identification, finding
from pe_lib.identify.measure import waves, wrap
from pe_lib.identify.model import Model, Rounding, check, roundings
from pe_lib.identify.search import PAPER_BASE, Reading, clock, forms, numbers

#: Errors of coarse angles below this pass for rounding: every short table in float32 has them.
FAR_ERROR = 1e-5

BASES = {PAPER_BASE**2: "double step", PAPER_BASE**0.5: "factor missing", 1.0: "one frequency"}
STEPS = {1.0: "", math.pi / 180: "degrees", -1.0: "backwards"}
STARTS = {0.0: "", 1.0: "positions from one"}
NOT_THE_PAPERS = "A sinusoidal table, not the paper's."


def describe(table: np.ndarray, read: list[Reading], cut: int) -> Identification | None:
    """Return the simplest reading in words, if it agrees with every row but those of padding."""
    best, rows, form = read[0], np.arange(len(table)), read[0].form
    model = best.whole(table[cut:])
    model = model._replace(start=model.start - cut * model.step)
    rows = rows[table.any(axis=1)] if cut else rows
    result = check(table, model, best.rounding, rows, best.exact)
    if not result.agrees:
        return None
    pairs = form.kind == "pair" and len(form.j) > 1
    seen = waves(form.pairs(table[cut:]) if pairs else table[cut:], best.centered)
    expected = form.pairs(model.omega[np.newaxis])[0].imag if pairs else model.omega
    off = np.abs(seen.omega) - np.abs(wrap(model.step * expected))
    findings = tuple(_findings(best, model, result.error, result.row))
    low, high = best.base_range(table[cut:])
    if high > 1e6 * low and len(form.j) > 2:
        findings += (finding("any base"),)
    evidence = [
        f"{form.layout}, exponents {best.rule.exponents}, base {best.base:,.10g}; "
        f"positions {', '.join(f'{model.start + k * model.step:.6g}' for k in range(3))}, …",
        f"{best.rounding}; largest error {result.error:.1e}, in row {result.row}",
    ]
    if seen.known.any():
        evidence.append(
            f"{_measured(seen.omega[seen.known])}, "
            f"within {np.abs(off[seen.known]).max():.1e} of the rule's"
        )
    if high > low * (1 + 1e-6):
        evidence.append(f"within rounding the base is {low:,.9g} to {high:,.9g}")
    same = [other for other in read[1:] if other.exact and other.cost <= best.cost + 1]
    said = dict.fromkeys(f"{one.form.layout}, exponents {one.rule.exponents}" for one in same)
    said.pop(f"{form.layout}, exponents {best.rule.exponents}", None)
    if said:
        evidence.append(f"the same within rounding: {'; '.join(said)}")
    if findings:
        evidence.append(unlike_paper(table))
    return Identification(
        NOT_THE_PAPERS if findings else "The paper's table.",
        True,
        form.layout,
        best.rule.exponents,
        best.base,
        (low, high),
        model.start,
        model.step,
        model.amplitude,
        model.constant,
        np.where(seen.known, np.abs(seen.omega), np.nan),
        str(best.rounding),
        result.error,
        findings,
        tuple(evidence),
    )


def _measured(omega: np.ndarray) -> str:
    shown = np.abs(omega)
    return f"{len(shown)} frequencies, {shown.max():.6g} to {shown.min():.6g} radians per row"


def _findings(reading: Reading, model: Model, error: float, row: int) -> Iterator[Finding]:
    """Yield what differs from the paper's table."""
    rule, base, d = reading.rule, reading.base, len(model.omega)
    coarse = reading.rounding.arithmetic != "float64" and error > FAR_ERROR
    low, high = np.min(model.constant), np.max(model.constant)
    roots = {math.sqrt(d): ", sqrt(d)", 1 / math.sqrt(d): ", 1/sqrt(d)"}
    names = [
        *reading.form.findings,
        rule.finding,
        "NTK-aware base" if rule.cost == 0 and base in rule.bases[1:] else "",
        BASES.get(base, "another base") if base not in rule.bases else "",
        STEPS.get(model.step, "scaled positions"),
        STARTS.get(model.start, "another start"),
        "amplitude" if model.amplitude != 1 else "",
        "constant" if np.any(model.constant) else "",
        "float32 angles" if coarse else "",
    ]
    for name in filter(None, names):
        yield finding(
            name,
            r=reading,
            m=model,
            e=error,
            row=row,
            fastest=float(model.omega.max()),
            ntk=(base / PAPER_BASE) ** ((d - 2) / d),
            root=roots.get(model.amplitude, ""),
            constant=f"{low:.6g}" if low == high else f"{low:.4g} to {high:.4g}, by column,",
        )


def describe_unequal(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the table is if its pairs turn steadily, at frequencies of no single base."""
    d_model = table.shape[1]
    form = next(forms(d_model))
    powers = (2 * form.j / d_model) ** (1 / PAPER_BASE)
    exchanged = Model(form, 0.0, 1.0, powers)
    if check(table, exchanged, stored, np.arange(len(table))).agrees:
        return _unequal(table, exchanged, stored, "power exchanged")
    for form in forms(d_model) if len(table) > 7 and d_model % 2 == 0 else ():
        if form.kind != "pair":
            break
        seen = waves(form.pairs(table))
        turning = seen.omega != 0
        if not (seen.known.all() and turning.any()):
            continue
        phase, speed = np.angle(seen.hand) * np.sign(seen.omega), np.abs(seen.omega)
        for _, start in clock(phase[turning], speed[turning]):
            start = next(numbers(start, 1e-3, (0.0, 1.0, float(round(start)))))[1]
            size, omega = float(np.median(np.abs(seen.hand))), seen.omega[form.j]
            model, parts = Model(form, start, 1.0, omega, amplitude=size), _parts(speed)
            for rounding in roundings(stored):
                if check(table, model, rounding, np.arange(len(table)), exact=False).agrees:
                    name = "scaled by parts" if parts else "unknown rule"
                    return _unequal(table, model, rounding, name, parts)
    return None


def _unequal(
    table: np.ndarray, model: Model, rounding: Rounding, name: str, parts: str = ""
) -> Identification:
    omega = np.abs(model.omega[~model.form.cosine])
    error = check(table, model, rounding, np.arange(len(table)), exact=False).error
    return Identification(
        NOT_THE_PAPERS,
        True,
        model.form.layout,
        start=model.start,
        step=1.0,
        amplitude=model.amplitude,
        constant=0.0,
        frequencies=omega,
        precision=str(rounding),
        error=error,
        findings=tuple(finding(each, parts=parts) for each in (*model.form.findings, name)),
        evidence=(f"{_measured(omega)}; largest error {error:.1e}", unlike_paper(table)),
    )


def _parts(omega: np.ndarray) -> str:
    """Return how the slow frequencies are divided if the fast ones follow a base; "" if not so."""
    pairs = np.arange(len(omega))
    with np.errstate(divide="ignore", invalid="ignore"):
        fitted = (omega[0] / omega[1]) ** len(omega)
        base = next(numbers(fitted, 1e-3 * fitted, (PAPER_BASE,)))[1]
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
    at = tuple(unlike[0])
    return (
        f"first entry unlike the paper's: row {at[0]}, column {at[1]} is {table[at]:.6g}, "
        f"not {expected[at]:.6g}"
    )
