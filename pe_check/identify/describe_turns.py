"""A reading of turning pairs in words: its grid or sections, its frequencies, its positions."""

import math
from typing import NamedTuple

import numpy as np

from pe_check.identify.answer import NOT_PAPERS, Identification
from pe_check.identify.findings import Finding, finding
from pe_check.identify.grids import Grid, Passage, grid_of, passage
from pe_check.identify.ladder import Ladder
from pe_check.identify.measure import wrap
from pe_check.identify.pairing import Pairing
from pe_check.identify.positions import Walk, coordinates, number, walk
from pe_check.identify.rounding import Rounding
from pe_check.identify.turns import Axis, Turns, positions_of_still

#: The angle that RoPE adds to ones that it turns: (1, 1) points there.
OF_ONES = math.pi / 4
NAMES = {2: ("row", "column"), 3: ("frame", "row", "column")}


class _Numbers(NamedTuple):
    """The numbers of a model that its findings say."""

    start: float = 0.0
    step: float = 1.0
    amplitude: float = 1.0


class Read(NamedTuple):
    """Pairs that turn, in which order their columns stand, and the rule of each axis."""

    pairing: Pairing
    cosine_first: bool
    turned: Turns
    rules: tuple[Ladder | None, ...]
    whole: Ladder | None  # one rule for the pairs of all axes
    ones: bool = False


class _Said(NamedTuple):
    """Words of the summary, and findings."""

    words: list[str]
    findings: list[Finding]


def describe_turns(table: np.ndarray, read: Read, stored: Rounding) -> Identification | None:
    """Return the reading in words; None if no rule is known for any axis."""
    pairing, axes, rules = read.pairing, read.turned.axes, read.rules
    n_before = pairing.n_before
    if not any(rules) or (n_before and not _follow(table[:, :n_before], axes)):
        return None
    cosine_first = read.cosine_first and not read.ones
    layout = pairing.layout + (", cosine first" if cosine_first else "")
    parts = [_of_coordinates(table, n_before), _of_layout(read, layout), _of_positions(read)]
    parts.append(_of_amplitude(read))
    words = [word for part in parts for word in part.words]
    coordinates, in_layout, positions, amplitude = (part.findings for part in parts)
    where = {"grid", "sections"}
    findings = [
        *coordinates,
        *(one for one in positions if one.name in where),
        *in_layout,
        *_of_rules(rules),
        *(one for one in positions if one.name not in where),
        *amplitude,
    ]
    axis, rule = axes[0], rules[0]
    return Identification(
        NOT_PAPERS,
        "; ".join(words),
        sinusoidal=True,
        layout=layout,
        exponents=rule.exponents if rule else None,
        base=rule.base if rule else None,
        start=axis.start * rule.step if rule and axis.start is not None else None,
        step=rule.step if rule else None,
        amplitude=pairing.amplitude,
        frequencies=_of_pairs(read.turned),
        precision=stored.storage,
        error=_error(table, read),
        findings=tuple(dict.fromkeys(findings)),
        table=table,
    )


def _of_pairs(turned: Turns) -> np.ndarray:
    """Return the frequency of each pair; NaN for those that never turn."""
    found = np.full(len(turned.angle), np.nan)
    for axis in turned.axes:
        found[axis.pairs] = np.abs(axis.omega)
    return found


def _of_layout(read: Read, layout: str) -> _Said:
    """Return where the sines and cosines stand."""
    words = ["ones turned by RoPE", layout] if read.ones else [layout]
    findings = [finding("halves")] if "halves" in layout else []
    if read.cosine_first and not read.ones:
        findings.append(finding("sine and cosine swapped"))
    return _Said(words, findings)


def _of_positions(read: Read) -> _Said:
    """Return the grid or the sections of pairs, the frequencies of each, and the positions."""
    axes, rules = read.turned.axes, read.rules
    texts = [rule.text if rule else "frequencies of no known rule" for rule in rules]
    grid = grid_of([axis.place for axis in axes])
    if grid is not None:
        words = _of_grid(read, grid, texts)
        start = _of_start(axes[0], rules[0], walk(grid.places[0], 0.0, 1.0))
        return _Said(words, [finding("grid", text=_capital(words[0])), *start])
    within = passage([axis.place for axis in axes]) if len(axes) > 1 else None
    if within is not None:
        words = _of_passage(read, within, texts)
        return _Said(words, [finding("grid", text=_capital("; ".join(words[:-1])))])
    walks = [_walk(axis, rule) for axis, rule in zip(axes, rules, strict=True)]
    findings = [finding(one.finding, text=_capital(one.text)) for one in walks if one.finding]
    findings += _of_start(axes[0], rules[0], walks[0])
    if len(axes) > 1:
        words = _of_axes(read, texts)
        return _Said(words, [finding("sections", text=_capital("; ".join(words))), *findings])
    [axis], [rule], [one] = axes, rules, walks
    centered = rule is not None and not one.finding and axis.start
    text = _axis_words(axis.place, axis, rule) if centered else one.text
    return _Said([texts[0], text], findings)


def _of_amplitude(read: Read) -> _Said:
    size = read.pairing.amplitude
    if abs(size - (math.sqrt(2) if read.ones else 1)) <= 1e-3:
        return _Said([], [])
    numbers = _Numbers(amplitude=size)
    return _Said([f"times {size:.6g}"], [finding("amplitude", m=numbers, root="")])


def _follow(columns: np.ndarray, axes: tuple[Axis, ...]) -> bool:
    """Return whether each column is a straight line in the places of some axis."""
    for column in columns.T:
        fits = (np.polyfit(axis.place, column, 1, full=True)[1] for axis in axes)
        if not any(len(left) == 0 or left[0] < 1e-8 * np.sum(column**2) for left in fits):
            return False
    return True


def _error(table: np.ndarray, read: Read) -> float:
    """Return the largest difference of the entries from what is said of them."""
    z = read.pairing.turned(table, read.cosine_first) * np.exp(-1j * OF_ONES * read.ones)
    largest = 0.0
    for axis, rule in zip(read.turned.axes, read.rules, strict=True):
        omega = axis.omega
        if rule is not None:
            omega = rule.omega if len(rule.omega) == len(omega) else rule.omega[axis.pairs]
            # Known up to whole turns per place, which count at half a place.
            omega = axis.omega + wrap(rule.step * omega - axis.omega)
        angles = np.multiply.outer(axis.place, omega)
        errors = np.abs(z[:, axis.pairs] - np.exp(1j * (angles + np.angle(z[0, axis.pairs]))))
        largest = max(largest, float(errors.max()))
    return largest * read.pairing.amplitude


def _walk(axis: Axis, rule: Ladder | None) -> Walk:
    step = rule.step if rule else 1.0
    return walk(axis.place, axis.start or 0.0, step)


def _of_start(axis: Axis, rule: Ladder | None, one: Walk) -> list[Finding]:
    """Return what is unusual in where positions begin and how far rows are apart."""
    if one.finding or rule is None or axis.start is None:
        return []
    numbers = _Numbers(start=axis.start * rule.step, step=rule.step)
    found = []
    if abs(rule.step * (np.ptp(axis.place) + 1) - 2 * math.pi) < 1e-3:
        return [finding("normalized positions")]
    if rule.step != 1:
        found.append(finding("scaled positions", m=numbers))
    if numbers.start:
        name = "positions from one" if numbers.start == 1 else "another start"
        found.append(finding(name, m=numbers))
    return found


def _of_rules(rules: tuple[Ladder | None, ...]) -> list[Finding]:
    """Return what is unlike the paper in the frequencies, each once."""
    named = {rule.text: rule for rule in rules if rule is not None and rule.finding}
    return [
        finding(
            rule.finding,
            r=rule,
            or_cut="",
            ntk=rule.scale,
            parts=_capital(text),
            text=_capital(text),
        )
        for text, rule in named.items()
    ]


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _of_axes(read: Read, texts: list[str]) -> list[str]:
    """Return sections of pairs, each with its positions."""
    words = [texts[0]] if len(set(texts)) == 1 else []
    for axis, rule, text in zip(read.turned.axes, read.rules, texts, strict=True):
        own = "" if words and words[0] == text else f"{text}, "
        words.append(f"{_pairs(axis.pairs)}: {own}{_walk(axis, rule).text}")
    return [f"{len(read.turned.axes)} sections of pairs", *words]


def _pairs(pairs: np.ndarray) -> str:
    if len(pairs) == pairs[-1] - pairs[0] + 1:
        return f"pairs {pairs[0]} to {pairs[-1]}"
    return f"pairs {', '.join(map(str, pairs[:3]))}, …"


def _of_grid(read: Read, grid: Grid, texts: list[str]) -> list[str]:
    """Return a grid's size, the order of its axes in the columns, and what each axis does."""
    names = NAMES[len(grid.size)]
    named = {axis: name for name, axis in zip(names, grid.order, strict=True)}
    axes = read.turned.axes
    first = sorted(range(len(axes)), key=lambda axis: int(axes[axis].pairs[0]))
    order = f"the {named[first[0]]} first"
    if len(axes) == 2 and len(axes[0].pairs) == len(axes[1].pairs):
        order = f"half of the columns for each axis, {order}"
    if any(len(axis.pairs) != axis.pairs[-1] - axis.pairs[0] + 1 for axis in axes):
        order += ", pair by pair in turn"
    words = [f"{_size(grid)}, {order}"]
    if read.whole is not None:
        words.append(_sections(read, first))
    places = {axis: place for axis, place in zip(grid.order, grid.places, strict=True)}
    walks = [_axis_words(places[a], axes[a], read.rules[a]) for a in first]
    if len(set(texts)) == 1:
        words.append(texts[0])
        texts = [""] * len(texts)
    shown = [", ".join(filter(None, (texts[a], walks[i]))) for i, a in enumerate(first)]
    if len(set(shown)) == 1:
        words.append(shown[0])
    else:
        words += [f"{named[a]}s: {shown[i]}" for i, a in enumerate(first)]
    if grid.padded is not None:
        words.append(_padding(read, grid, grid.padded))
    return words


def _size(grid: Grid) -> str:
    """Return a grid's size, and whether its patches go block by block."""
    sizes = f"{grid.size[-2]} rows of {grid.size[-1]}"
    if len(grid.size) == 3:
        sizes = f"{grid.size[0]} frames of {sizes}"
    by = f", in blocks of {grid.block} by {grid.block} patches" if grid.block > 1 else ""
    return f"a grid of {sizes}{by}"


def _of_passage(read: Read, within: Passage, texts: list[str]) -> list[str]:
    """Return the text before an image, the image, the text after it, and the frequencies."""
    axis, rule = read.turned.axes[0], read.rules[0]
    first, last, n_rows = within.first, within.last, len(axis.place)

    def at(rows: np.ndarray) -> str:
        if len(np.unique(rows)) == 1:
            return (
                f"position {number(((axis.start or 0.0) + rows[0]) * (rule.step if rule else 1))}"
            )
        return _walk(axis._replace(place=rows), rule).text

    words = [f"text up to row {first - 1}, {at(axis.place[:first])}"]
    words.append(f"from row {first} on {_size(within.grid)}")
    if last < n_rows:
        words.append(f"from row {last} on text again, {at(axis.place[last:])}")
    if read.whole is not None:
        words.append(_sections(read, list(range(len(read.turned.axes)))))
    return [*words, "; ".join(dict.fromkeys(texts))]


def _padding(read: Read, grid: Grid, padded: tuple[int, int]) -> str:
    """Return where the padding of an image begins, and the positions that it has."""
    starts = []
    for line, other, axis, count, size in (
        ("columns", "row", grid.order[0], padded[1], grid.size[1]),
        ("rows", "column", grid.order[1], padded[0], grid.size[0]),
    ):
        if count < size:
            one, rule = read.turned.axes[axis], read.rules[axis]
            at = count if other == "row" else count * grid.size[1]
            position = ((one.start or 0.0) + one.place[at]) * (rule.step if rule else 1.0)
            starts.append(
                f"in {line} from {count} on every {other} is at position {number(position)}"
            )
    return "padding: " + ", ".join(starts)


def _sections(read: Read, first: list[int]) -> str:
    """Return how many pairs of one ladder each axis has, and where those are that never turn."""
    axes, still = read.turned.axes, read.turned.still
    counts = [len(axes[a].pairs) for a in first]
    if not len(still):
        return f"sections of {', '.join(map(str, counts))} pairs of one ladder"
    omega = read.whole.omega[still] if read.whole else np.zeros(0)
    at = min(positions_of_still(read.turned, omega), key=abs, default=0.0)
    which = "first" if still[0] == 0 else "other"
    where = f"the {which} section stays at position {number(round(at, 4))}"
    counts.insert(0 if still[0] == 0 else len(counts), len(still))
    return f"sections of {', '.join(map(str, counts))} pairs of one ladder; {where}"


def _axis_words(place: np.ndarray, axis: Axis, rule: Ladder | None) -> str:
    """Return the positions along one axis of a grid, as a range where they are centered."""
    start, step = axis.start or 0.0, rule.step if rule else 1.0
    size = len(place)
    unit = float(axis.omega[0]) if rule is not None and rule.finding == "linear bands" else step
    half = round(2 * start) / 2
    near = half if abs(start - half) < 0.02 else start
    found = coordinates(near * unit, unit, size) if np.ptp(place) == size - 1 else ""
    if found:
        return found
    if abs(step * size - 2 * math.pi) < 1e-3:
        return "positions up to 2 pi"
    return walk(place, start, step).text


def _of_coordinates(table: np.ndarray, count: int) -> _Said:
    """Return what the columns before the pairs hold."""
    if not count:
        return _Said([], [])
    low, high = float(table[:, :count].min()), float(table[:, :count].max())
    which = "column 0 is the coordinate itself"
    if count > 1:
        which = f"the first {count} columns are the coordinates themselves"
    text = f"{which}, {low:.4g} to {high:.4g}"
    return _Said([text], [finding("coordinates", text=_capital(text))])
