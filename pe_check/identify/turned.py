"""What a table is whose pairs turn, through any positions, along any axes, at any frequencies."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from pe_check.identify.answer import Finding, Identification, finding
from pe_check.identify.grids import Grid, grid_of
from pe_check.identify.measure import wrap
from pe_check.identify.pairing import Pairing, pairing_of
from pe_check.identify.positions import Walk, start_findings, walk
from pe_check.identify.rounding import Rounding
from pe_check.identify.rules import BASES
from pe_check.identify.schedule import FrequencySchedule, schedule
from pe_check.identify.turns import Axis, Turns, turns
from pe_check.numbers import listed, number
from pe_lib.variants import rope_frequencies

NAMES = {2: ("row", "column"), 3: ("frame", "row", "column")}


class Section(NamedTuple):
    """Pairs that turn along one axis, with the rule of their frequencies if one is known."""

    axis: Axis
    rule: FrequencySchedule | None

    @property
    def step(self) -> float:
        return self.rule.step if self.rule else 1.0

    def walk(self, place: np.ndarray) -> Walk:
        return walk(place, self.axis.start or 0.0, self.step)


class Read(NamedTuple):
    """Pairs that turn, in which order their columns are, and their sections."""

    pairing: Pairing
    cosine_first: bool
    turned: Turns
    sections: tuple[Section, ...]
    whole: FrequencySchedule | None  # one rule for the pairs of all axes


def turned(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the table is if its columns are sines and cosines of turning pairs."""
    if len(table) < 4 or table.shape[1] < 2:
        return None
    pairing = pairing_of(table, stored)
    for read in _readings(table, pairing, stored) if pairing is not None else ():
        if any(section.rule for section in read.sections):
            return _answer(table, read, stored)
    return None


def _readings(table: np.ndarray, pairing: Pairing, stored: Rounding) -> Iterator[Read]:
    """Yield the pairs with sines first or cosines first, where some position explains row 0."""
    for cosine_first in (False, True):
        found = turns(pairing.turned(table, cosine_first), stored)
        if found is None or not found.axes or any(axis.start is None for axis in found.axes):
            continue
        sections, whole = _sections(found)
        yield Read(pairing, cosine_first, found, sections, whole)


def _sections(found: Turns) -> tuple[tuple[Section, ...], FrequencySchedule | None]:
    """Return the sections with one rule for all pairs, or with one for each axis."""
    single = len(found.axes) == 1
    forwards = [_forwards(axis) for axis in found.axes]
    whole = None if single and not len(found.still) else _whole(forwards, len(found.angle))
    if whole is not None and not (single and np.abs(found.angle[found.still]).max() < 1e-6):
        return tuple(Section(axis, whole) for axis in forwards), whole
    n_pairs = len(found.angle) if single else 0  # those that never turn have frequency 0
    return tuple(_ruled(axis, n_pairs or len(axis.pairs)) for axis in found.axes), None


def _forwards(axis: Axis) -> Axis:
    """Return the axis with the sign of its slowest frequency above 0."""
    seen = np.flatnonzero(np.abs(axis.omega) > axis.margin)
    if not len(seen) or axis.omega[seen[np.abs(axis.omega[seen]).argmin()]] > 0:
        return axis
    return _backwards(axis)


def _backwards(axis: Axis) -> Axis:
    start = None if axis.start is None else -axis.start
    return axis._replace(place=-axis.place, omega=-axis.omega, start=start)


def _ruled(axis: Axis, n_pairs: int) -> Section:
    """Return the axis with its rule; backwards, if only then frequencies are above 0."""
    at = axis.pairs if n_pairs > len(axis.pairs) else np.arange(n_pairs)
    for directed in (axis, _backwards(axis)):
        omega, margin = np.zeros(n_pairs), np.zeros(n_pairs)
        omega[at], margin[at] = directed.omega, directed.margin
        rule = schedule(omega, margin)
        if rule is not None and rule.step * rule.omega[at[0]] > 0:
            return Section(directed, rule)
    return Section(_forwards(axis), None)


def _whole(axes: list[Axis], n_pairs: int) -> FrequencySchedule | None:
    """Return the base in use of one schedule whose pairs are dealt out to several axes, or None."""
    for base in BASES:
        omega = rope_frequencies(base, n_pairs)
        off = [np.abs(wrap(omega[axis.pairs] - axis.omega)) - axis.margin for axis in axes]
        if all(np.all(excess <= 1e-9) for excess in off):
            name = "" if base == BASES[0] else "another base"
            return FrequencySchedule(omega, 1.0, base, "2j/d", name)
    return None


def _answer(table: np.ndarray, read: Read, stored: Rounding) -> Identification:
    """Return the reading as facts."""
    pairing, first = read.pairing, read.sections[0]
    layout = pairing.layout + (", cosine first" if read.cosine_first else "")
    rule, start = first.rule, first.axis.start
    where, details = _describe_places(read)
    details |= _describe_frequencies(read)
    in_layout = [finding("halves")] if "halves" in layout else []
    in_layout += [finding("sine and cosine swapped")] if read.cosine_first else []
    whole = [found for found in where if found.name in ("grid", "sections")]
    others = [found for found in where if found not in whole]
    findings = [*whole, *in_layout, *_rule_findings(read), *others]
    if abs(pairing.amplitude - 1) > 1e-3:
        findings.append(finding("amplitude", number(pairing.amplitude, 6)))
    return Identification(
        "sinusoidal",
        layout=layout,
        exponents=rule.exponents if rule else None,
        base=rule.base if rule else None,
        start=start * rule.step if rule and start is not None else None,
        step=rule.step if rule else None,
        amplitude=pairing.amplitude if abs(pairing.amplitude - 1) > 1e-3 else 1.0,
        frequencies=_frequency_of_pair(read.turned),
        axis_of_pair=_axis_of_pair(read.turned),
        precision=stored.storage,
        error=_error(table, read),
        findings=tuple(dict.fromkeys(findings)),
        details=details,
        table=table,
    )


def _frequency_of_pair(turned: Turns) -> np.ndarray:
    """Return the frequency of each pair; NaN for those that never turn."""
    found = np.full(len(turned.angle), np.nan)
    for axis in turned.axes:
        found[axis.pairs] = np.abs(axis.omega)
    return found


def _axis_of_pair(turned: Turns) -> tuple[int, ...]:
    """Return the axis of each pair, -1 for those that never turn; nothing if there is one axis."""
    found = np.full(len(turned.angle), -1)
    for i, axis in enumerate(turned.axes):
        found[axis.pairs] = i
    return tuple(found.tolist()) if len(turned.axes) > 1 else ()


def _error(table: np.ndarray, read: Read) -> float:
    """Return the largest difference of the entries from the reading."""
    z = read.pairing.turned(table, read.cosine_first)
    largest = 0.0
    for axis, rule in read.sections:
        omega = axis.omega
        if rule is not None:
            omega = rule.omega if len(rule.omega) == len(omega) else rule.omega[axis.pairs]
            # Known up to whole turns per place, which count at half a place.
            omega = axis.omega + wrap(rule.step * omega - axis.omega)
        angles = np.multiply.outer(axis.place, omega) + np.angle(z[0, axis.pairs])
        errors = np.abs(z[:, axis.pairs] - np.exp(1j * angles))
        largest = max(largest, float(errors.max()))
    return largest * read.pairing.amplitude


def _describe_frequencies(read: Read) -> dict[str, str]:
    """Return the rules of the frequencies: one for all sections, or one for each."""
    texts = [str(section.rule) if section.rule else "unknown" for section in read.sections]
    names = ("frequencies", *(f"frequencies of section {i}" for i in range(1, len(texts))))
    return (
        {"frequencies": texts[0]} if len(set(texts)) == 1 else dict(zip(names, texts, strict=True))
    )


def _rule_findings(read: Read) -> list[Finding]:
    """Return what is unlike the paper in the frequencies, each once."""
    rules = [rule for _, rule in read.sections if rule is not None and rule.finding]
    return [finding(rule.finding, rule) for rule in {str(rule): rule for rule in rules}.values()]


def _describe_places(read: Read) -> tuple[list[Finding], dict[str, str]]:
    """Return the grid, the sections or the positions of the rows."""
    sections = read.sections
    places = [section.axis.place for section in sections]
    grid = grid_of(places)
    if grid is not None:
        details = _describe_grid(read, grid)
        start = _start_findings(sections[0], sections[0].walk(grid.places[0]))
        return [finding("grid", details["grid"]), *start], details
    walks = [section.walk(section.axis.place) for section in sections]
    found = [finding(w.finding, w.text) for w in walks if w.finding]
    found += _start_findings(sections[0], walks[0])
    if len(sections) > 1:
        details = _section_sizes(read, range(len(sections)))
        for section, own in zip(sections, walks, strict=True):
            details[f"positions of {_pairs(section.axis.pairs)}"] = own.text
        return [finding("sections", details["sections"]), *found], details
    return found, {"positions": walks[0].text}


def _start_findings(section: Section, along: Walk) -> list[Finding]:
    """Return what is unusual in where positions begin and how far rows are apart."""
    axis, step = section.axis, section.step
    if along.finding or section.rule is None or axis.start is None:
        return []
    found = [finding("scaled positions", number(step, 8))] if step != 1 else []
    return [*found, *start_findings(axis.start * step)]


def _pairs(pairs: np.ndarray) -> str:
    if len(pairs) == pairs[-1] - pairs[0] + 1:
        return f"pairs {pairs[0]} to {pairs[-1]}"
    return f"pairs {listed(pairs, most=3)}"


def _describe_grid(read: Read, grid: Grid) -> dict[str, str]:
    """Return a grid's size, the order of its axes in the columns, and what each axis does."""
    named = dict(zip(grid.order, NAMES[len(grid.size)], strict=True))
    sections = read.sections
    in_columns = sorted(named, key=lambda i: int(sections[i].axis.pairs[0]))
    details = {"grid": _describe_size(grid), "first in the columns": named[in_columns[0]]}
    details |= _section_sizes(read, in_columns)
    for place, i in zip(grid.places, grid.order, strict=True):
        details[f"{named[i]} positions"] = sections[i].walk(place).text
    return details


def _describe_size(grid: Grid) -> str:
    frames = f"{grid.size[0]} frames of " if len(grid.size) == 3 else ""
    return f"{frames}{grid.size[-2]} rows of {grid.size[-1]}"


def _section_sizes(read: Read, order: Iterable[int]) -> dict[str, str]:
    """Return how many pairs each axis has, those that never turn first or last, in turn or not."""
    axes, still = [read.sections[i].axis for i in order], read.turned.still
    counts = [len(axis.pairs) for axis in axes]
    in_turn = any(len(axis.pairs) != np.ptp(axis.pairs) + 1 for axis in axes)
    if len(still) and read.whole is not None:
        counts.insert(0 if still[0] == 0 else len(counts), len(still))
    order_text = "in turn" if in_turn else "one after the other"
    whole = " of one schedule" if read.whole is not None else ""
    return {"sections": f"{listed(counts)} pairs{whole}, {order_text}"}
