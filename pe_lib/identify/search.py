"""The simplest model that gives a table back: its form, its rule, its round numbers."""

import math
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from pe_lib.identify.measure import Waves, spread_rows, waves, wrap
from pe_lib.identify.model import Form, Model, Rounding, check, check_rows, fit, roundings

PAPER_BASE = 10_000.0

#: Columns that a search looks at. At the end every entry is checked.
COLUMNS = 64

#: The cost of a number that is no round one.
FITTED = 7.0

#: The highest cost of a reading, and what is added to it, by the arithmetic of the angles.
LIMITS = {"float64": (30, 0.0), "float32": (15, 0.25), "float16": (3, 0.5), "bfloat16": (3, 0.5)}


class Rule(NamedTuple):
    """Frequencies base**-(first + slope*index); the cost is higher the more unusual they are."""

    exponents: str
    first: float
    slope: float
    cost: float
    finding: str = ""
    bases: tuple[float, ...] = (PAPER_BASE,)


class Reading(NamedTuple):
    """A model in round numbers. Its cost counts, roughly, the digits that it takes to say it."""

    cost: float
    rule: Rule
    base: float
    model: Model  # of some columns
    exact: bool  # no number is fitted
    form: Form  # of all columns
    rounding: Rounding
    centered: bool

    def whole(self, table: np.ndarray) -> Model:
        """Return the model for all columns of the table."""
        omega = self.base ** -(self.rule.first + self.rule.slope * self.form.j)
        model = self.model._replace(form=self.form, omega=omega)
        if not self.centered:
            return model
        return _one_constant(model.with_means(table), self.rounding, len(table))

    def base_range(self, table: np.ndarray) -> tuple[float, float]:
        """Return the bases that give the same table within rounding, all else being equal."""
        model = self.whole(table)
        values, slope, angles = model.values(check_rows(len(table)))
        size = np.abs(values) + abs(model.amplitude) * (not self.exact)
        allowed = self.rounding.allowed(size, model.amplitude, angles)
        by_log = np.abs(slope * angles * (self.rule.first + self.rule.slope * model.form.j))
        move = min(50.0, float((allowed / np.maximum(by_log, 1e-200)).min()))
        return self.base * math.exp(-move), self.base * math.exp(move)


def forms(d_model: int) -> Iterator[Form]:
    """Yield what the columns may be: those of the paper, of others, of mistakes."""
    columns, n_pairs = np.arange(d_model), (d_model + 1) // 2
    layouts = {
        "interleaved": (columns // 2, columns % 2 == 1, ()),
        "halves": (columns % n_pairs, columns >= n_pairs, ("halves",)),
    }
    for kind in ("pair", "column", "next"):
        for swapped in (False, True):
            for layout, (pair, second, names) in layouts.items():
                cosine = second ^ swapped
                index = {"pair": pair, "column": columns / 2, "next": pair + cosine}[kind]
                named = names + ("sine and cosine swapped",) * swapped
                yield Form(layout + ", cosine first" * swapped, index, cosine, kind, named)
    for function, cosine in (
        ("sines", np.zeros(d_model, bool)),
        ("cosines", np.ones(d_model, bool)),
    ):
        for layout, (pair, _, names) in layouts.items():
            named = (*names, "one function")
            yield Form(f"{layout}, {function} alone", pair, cosine, "alone", named)
        yield Form(f"{function} alone", columns / 2, cosine, "column", ("sine alone",))


def rules(form: Form, d_model: int, decay: float) -> list[Rule]:
    """Return the rules in use, and those of mistakes in circulation, for the index of a form."""
    d, last = d_model, max((d_model - 1) // 2, 1)
    if form.kind == "column":
        each = "" if "alone" in form.layout else "a frequency for each column"
        return [Rule("c/d", 0, 2 / d, 0, each), Rule("2c/d", 0, 4 / d, 1, "column as pair")]
    if form.kind == "next":
        return [Rule("2j/d, of a cosine 2(j+1)/d", 0, 2 / d, 1, "cosine exponent")]
    ntk = [ntk_base(factor, d) for factor in (2, 4, 8, 16, 32)] if d > 2 else []
    known = [
        Rule("2j/d", 0, 2 / d, 0, "", (PAPER_BASE, *ntk)),
        Rule("j/(d/2-1)", 0, 1 / last, 1, "end point reached"),
        Rule("2(j+1)/d", 2 / d, 2 / d, 1, "frequencies from one"),
        Rule("2(n-1-j)/d", 2 * last / d, -2 / d, 1, "frequencies reversed"),
        Rule("-2j/d", 0, -2 / d, 1, "sign lost"),
        Rule("j", 0, 1, 2, "floor division", (math.e, math.e**2)),
        Rule("-j", 0, -1, 2, "powers of two", (2.0,)),
    ]
    width = 2 * math.log(PAPER_BASE) / decay if decay > 1e-6 else 0.0
    if round(width) not in (0, d, d - 2, d / 2, 2 * d):
        known.append(Rule(f"2j/{round(width)}", 0, 2 / round(width), 3, "another width"))
    return known


def ntk_base(factor: float, d_model: int) -> float:
    """Return the base that slows the slowest pair by a factor and leaves the fastest alone."""
    return PAPER_BASE * factor ** (d_model / (d_model - 2))


def numbers(value: float, spread: float, usual: Iterable[float]) -> Iterator[tuple[float, float]]:
    """Yield (cost, number) for numbers within spread of value: usual ones, then by their digits.

    The first of the usual ones costs nothing. A fraction 1/x costs what x does.
    """
    for cost, number in enumerate(usual):
        if abs(number - value) <= spread:
            yield min(cost, 1), number
    for digits in range(1, 4) if math.isfinite(spread) else ():
        rounded = [float(f"{value:.{digits - 1}e}")]
        if 0 < abs(value) < 1:
            rounded.append(1 / float(f"{1 / value:.{digits - 1}e}"))
        yield from ((digits + 0.5, near) for near in rounded if abs(near - value) <= spread)
    yield FITTED, value


def readings(table: np.ndarray, stored: Rounding) -> list[Reading]:
    """Return what the table may mean, the simplest first."""
    d_model = table.shape[1]
    found: list[Reading] = []
    some, pairs = spread_rows(d_model, COLUMNS), spread_rows(d_model // 2, COLUMNS // 2)
    for centered in (False, True):
        swings = waves(table[:, some], centered)
        for form in forms(d_model):
            if form.kind == "pair":
                chosen = np.flatnonzero(np.isin(form.j, pairs))
                short, part = form.take(chosen), np.ascontiguousarray(table[:, chosen])
                turns = waves(short.pairs(part), centered)
                models = _guesses(short, short.j[~short.cosine], turns, (1,), d_model)
            elif found:
                break
            else:
                short, part = form.take(some), np.ascontiguousarray(table[:, some])
                models = _guesses(short, short.j, swings, (1, -1), d_model)
            for model in models:
                found += (more := list(_readings(part, model, form, stored, centered)))
                if more:
                    break
        if found:
            break
    return sorted(found, key=lambda reading: reading.cost)


def _guesses(
    form: Form, index: np.ndarray, seen: Waves, signs: tuple[int, ...], d_model: int
) -> list[Model]:
    """Return models to fit from, the likeliest first: as measured, or with the paper's base."""
    paper = math.log(PAPER_BASE) * 2 / d_model
    if np.isnan(seen.hand).all():
        return [Model(form, 0.0, 1.0, np.exp(-paper * form.j), paper)]
    known = seen.known & (seen.omega != 0)
    if known.mean() < (0.5 if len(signs) == 1 else 0.01):
        return []
    index, omega, hand = index[known], seen.omega[known], seen.hand[known]
    quarter = np.pi / 2 * (len(signs) == 2) * ~form.cosine[: len(seen.known)][known]
    models = []
    # -sin(a) = sin(-a) and cos(a) = cos(-a): columns of one function alone do not tell these apart.
    signs = signs[:1] if form.cosine.all() else signs
    amplitudes = (1, -1) if form.cosine.any() else (1,)
    falls = (_fall(index, np.log(np.abs(omega))), 0.5), (paper, 0.0), (-paper, 0.0)
    for decay, share in falls:
        speed = np.exp(-decay * index)
        slow = speed <= np.quantile(speed, share)  # no aliases, most likely
        for sign in signs:
            # sin(a) = sin(pi - a) and cos(a) = cos(-a): a column may turn forwards or backwards.
            step = float(np.median(sign * omega[slow] / speed[slow]))
            if np.median(np.abs(wrap(sign * omega - step * speed))) > 0.01:
                continue
            for amplitude in amplitudes:
                phase = sign * np.angle(hand) + quarter + np.pi * (amplitude < 0)
                for off, start in clock(phase, speed):
                    size = amplitude * float(np.median(np.abs(hand)))
                    model = Model(form, start, step, np.exp(-decay * form.j), decay, size)
                    models.append((off, model))
    return [model for _, model in sorted(models, key=lambda guess: round(guess[0], 1))[:4]]


def _fall(index: np.ndarray, logs: np.ndarray) -> float:
    """Return how the logarithms fall in their longest straight run; the others may be aliases."""
    x, first = np.unique(index, return_index=True)
    y = logs[first]
    slope = np.diff(y) / np.diff(x)
    straight = np.abs(np.diff(slope)) < 0.02 * np.abs(slope[1:]) + 1e-9
    edges = np.flatnonzero(np.diff(np.concatenate([[0], straight, [0]]))).reshape(-1, 2)
    if len(edges):
        begin, end = edges[(edges[:, 1] - edges[:, 0]).argmax()]
        x, y = x[begin : end + 2], y[begin : end + 2]
    return -float(np.polyfit(x, y, 1)[0]) if len(x) > 1 else 0.0


def clock(phase: np.ndarray, speed: np.ndarray) -> list[tuple[float, float]]:
    """Return (how far off, position) where hands of these speeds show these phases: the two best.

    The slow hands are read first, as on a clock, but the slowest may have turned more than once.
    """
    order = np.argsort(speed)
    phase, speed = phase[order], speed[order]
    position = (wrap(phase[0]) + 2 * np.pi * np.arange(-1000, 1001)) / speed[0]
    for angle, turn in zip(phase, speed, strict=True):
        position = position + wrap(angle - turn * position) / turn
    off = wrap(phase - np.multiply.outer(position, speed))
    off = np.sqrt(np.mean(off**2, axis=1))
    nearest = np.where(off < 0.1, np.abs(position), np.inf).argmin()
    both = dict.fromkeys((int(nearest), int(off.argmin())))
    return [(float(off[m]), float(position[m])) for m in both if off[m] < 0.5]


def _readings(
    part: np.ndarray, guess: Model, form: Form, stored: Rounding, centered: bool
) -> Iterator[Reading]:
    """Yield the readings of some columns, under each arithmetic and each rule.

    Not those that are no shorter than the table: six numbers fit six entries, and explain nothing.
    """
    n_rows, d_model, rows = len(part), len(form.j), check_rows(len(part))
    for rounding in roundings(stored):
        names = ["decay", "step", "start", "amplitude"]
        fitted = fit(part, guess, rounding, names, centered)
        if not fitted or not check(part, fitted[0], rounding, rows, exact=False).agrees:
            continue
        digits = -math.log10(2 * rounding.relative + rounding.absolute)
        most = min(LIMITS[rounding.arithmetic][0], (n_rows - centered) * d_model * digits / 2 - 3)
        for rule in rules(form, d_model, fitted[0].decay):
            for named in (True, False) if rule.cost == 0 else (True,):
                reading = _read(part, *fitted, rounding, rule, named, form, centered)
                if reading is not None and reading.cost <= most:
                    yield reading


def _read(
    part: np.ndarray,
    model: Model,
    spread: dict[str, float],
    rounding: Rounding,
    rule: Rule,
    named: bool,
    form: Form,
    centered: bool,
) -> Reading | None:
    """Return the model by a rule, each number made round if the table still agrees."""
    cost, root = rule.cost + LIMITS[rounding.arithmetic][1], math.sqrt(len(form.j))
    base, rows = PAPER_BASE, check_rows(len(part))
    if math.isfinite(spread["decay"]) and model.decay * rule.slope <= 0:
        return None  # it falls where the rule grows
    for name in list(spread):
        usual = {
            "decay": rule.bases,
            "step": (1.0, -1.0, math.pi / 180, math.pi, 2 * math.pi),
            "start": (0.0, 1.0, round(model.start / model.step) * model.step),
            "amplitude": (1.0, root, 1 / root, -1.0, 2**0.5 / root, 2**0.5, 0.5**0.5),
        }
        value, margin = getattr(model, name), 4 * spread[name]
        if name == "decay" and math.isfinite(margin):
            value = base = math.exp(min(value / rule.slope, 600))
            margin = value * math.expm1(min(margin / abs(rule.slope), 50))
        # Slow columns may all be rounded the same way: as much as one entry may be off.
        margin += 1e-12 * (1 + abs(value)) + 2 * rounding.relative * abs(value) * (name != "decay")
        free = name == "decay" and not named
        for more, number in ((FITTED, value),) if free else numbers(value, margin, usual[name]):
            unusual = name == "decay" and rule.cost > 1 and number not in rule.bases
            if more == FITTED or unusual:
                if name == "decay" and named:
                    return None  # any base fits any rule: the paper's is meant
                cost += FITTED
                break
            exact = _based(model, rule, number) if name == "decay" else None
            changed: dict[str, Any] = {name: number}
            exact = exact or model._replace(**changed)
            others = [other for other in spread if other != name]
            fitted = fit(part, exact, rounding, others, centered)
            if fitted and check(part, fitted[0], rounding, rows, exact=not others).agrees:
                model, spread = fitted
                base = number if name == "decay" else base
                cost += more + (name == "start") * math.log10(1 + abs(number))
                break
    if centered:
        model = _one_constant(model, rounding, len(part))
        if np.ndim(model.constant) and cost > 7:
            return None  # the freer the columns, the plainer the rule has to be
    if "decay" in spread:
        base = math.exp(model.decay / rule.slope)
    return Reading(cost, rule, base, model, not spread, form, rounding, centered)


def _based(model: Model, rule: Rule, base: float) -> Model:
    """Return the model with the frequencies of a rule, which may count positions otherwise."""
    grown, decay = base**rule.first, rule.slope * math.log(base)
    omega = base ** -(rule.first + rule.slope * model.form.j)
    return model._replace(
        omega=omega, decay=decay, start=model.start * grown, step=model.step * grown
    )


def _one_constant(model: Model, rounding: Rounding, n_rows: int) -> Model:
    """Return the model with one constant if those of the columns are the same."""
    low, high = float(np.min(model.constant)), float(np.max(model.constant))
    last = (abs(model.start) + abs(model.step) * n_rows) * float(model.omega.max())
    margin = 2 * float(rounding.allowed(abs(high) + 1e-12, model.amplitude, last)) + 1e-12
    margin += 4 * rounding.relative * abs(model.amplitude)
    if high - low > margin:
        return model
    return model._replace(constant=next(numbers((low + high) / 2, margin, (0.0,)))[1])
