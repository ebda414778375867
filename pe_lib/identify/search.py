"""The simplest model that gives a table back: its form, its rule, its round numbers."""

import math
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from pe_lib.identify.measure import PAPER_BASE, Waves, guesses, waves
from pe_lib.identify.model import COARSE, SHARP, Form, Model, Rounding, check, fit, some_rows

FITTED = 7.0  # the cost of a number that is no round one


class Rule(NamedTuple):
    """Frequencies base**-(first + slope*j); the cost is higher the more unusual they are."""

    exponents: str | None
    first: float = 0.0
    slope: float = 0.0
    cost: float = 0.0
    finding: str = ""
    bases: tuple[float, ...] = (PAPER_BASE,)  # the usual ones; none: it is fitted


class Reading(NamedTuple):
    """A model in round numbers. Its cost counts, roughly, the digits that it takes to say it."""

    cost: float
    rule: Rule
    base: float | None
    model: Model
    rounding: Rounding
    seen: Waves

    def __str__(self) -> str:
        return f"{self.model.form.layout}, exponents {self.rule.exponents or 'unknown'}"


def forms(d_model: int) -> Iterator[Form]:
    """Yield what the columns may be: those of the paper, of others, of mistakes."""
    columns, n_pairs = np.arange(d_model), (d_model + 1) // 2
    layouts = (
        ("interleaved", columns // 2, columns % 2 == 1, ()),
        ("halves", columns % n_pairs, columns >= n_pairs, ("halves",)),
    )
    swaps = ("", ()), (", cosine first", ("sine and cosine swapped",))
    for kind, swap, layout in product(("pair", "column", "next"), swaps, layouts):
        name, pair, second, findings = layout
        cosine = second ^ bool(swap[0])
        j = {"pair": pair, "column": columns / 2, "next": pair + cosine}[kind]
        yield Form(name + swap[0], j, cosine, kind, findings + swap[1])
    for function, cosine in (("sines", columns < 0), ("cosines", columns >= 0)):
        for name, pair, _, findings in layouts:
            alone = f"{name}, {function} alone"
            yield Form(alone, pair, cosine, "alone", (*findings, "one function"))
        yield Form(f"{function} alone", columns / 2, cosine, "column", ("sine alone",))


def rules(form: Form, decay: float) -> list[Rule]:
    """Return the rules in use, and those of mistakes in circulation, for the index of a form."""
    d = len(form.j)
    last = max((d - 1) // 2, 1)
    if math.isnan(decay):
        return [Rule(None, cost=FITTED)]  # each pair has a frequency of its own
    if form.kind == "column":
        each = "" if "alone" in form.layout else "a frequency for each column"
        return [Rule("c/d", 0, 2 / d, 0, each), Rule("2c/d", 0, 4 / d, 1, "column as pair")]
    if form.kind == "next":
        return [Rule("2j/d, of a cosine 2(j+1)/d", 0, 2 / d, 1, "cosine exponent")]
    ntk = [PAPER_BASE * factor ** (d / (d - 2)) for factor in (2, 4, 8, 16, 32)] if d > 2 else []
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


def numbers(
    value: float, spread: float, usual: Iterable[float], rounded: bool = True
) -> Iterator[tuple[float, float]]:
    """Yield (cost, number) for numbers within spread of value: usual ones, then by their digits.

    The first of the usual ones costs nothing. A fraction 1/x costs what x does.
    """
    for cost, number in enumerate(usual):
        if abs(number - value) <= spread:
            yield min(cost, 1), number
    for digits in range(1, 4) if rounded and 0 < abs(value) and math.isfinite(spread) else ():
        round_ones = float(f"{value:.{digits - 1}e}"), 1 / float(f"{1 / value:.{digits - 1}e}")
        for near in round_ones if abs(value) < 1 else round_ones[:1]:
            if abs(near - value) <= spread:
                yield digits + 0.5, near


def readings(table: np.ndarray, stored: Rounding) -> list[Reading]:
    """Return what the table may mean, the simplest first."""
    found: list[Reading] = []
    near = table[: min(256, max(64, 2**14 // table.shape[1]))]
    for constant in (0.0, np.zeros(table.shape[1])):
        swings = waves(near, np.ndim(constant) > 0)
        for form in forms(table.shape[1]):
            pairs = form.kind == "pair"
            if found and not pairs:
                break
            seen = waves(form.pairs(near), np.ndim(constant) > 0) if pairs else swings
            for guess in guesses(form, seen, len(table)):
                more = list(_readings(table, guess._replace(constant=constant), stored, seen))
                found += more
                if more:
                    break
        if found:
            break
    return sorted(found, key=lambda reading: reading.cost)


def _readings(table: np.ndarray, guess: Model, stored: Rounding, seen: Waves) -> Iterator[Reading]:
    """Yield the readings under each arithmetic and each rule.

    Not those that are no shorter than the table: six numbers fit six entries, and explain nothing.
    """
    by_column = np.ndim(guess.constant)
    names = ["decay", "step", "start", "amplitude"][2 * math.isnan(guess.decay) :]
    for angle, most in ((SHARP, 30), (COARSE, 15)):
        rounding = stored._replace(angle=angle)
        model = fit(table, guess, rounding, names)
        if model is None or not check(table, model, rounding, some_rows(*table.shape))[0]:
            continue
        digits = -math.log10(2 * rounding.relative + rounding.absolute)
        most = min(most, (len(table) - by_column) * table.shape[1] * digits / 2 - 3)
        known = rules(guess.form, model.decay)
        for rule in known + [rule._replace(bases=()) for rule in known if rule.cost == 0]:
            reading = _read(table, model, rounding, rule, seen)
            if reading is not None and reading.cost <= most:
                yield reading


def _read(
    table: np.ndarray, model: Model, rounding: Rounding, rule: Rule, seen: Waves
) -> Reading | None:
    """Return the model by a rule, each number made round if the table still agrees."""
    cost, base = rule.cost + 0.25 * (rounding.angle == COARSE), PAPER_BASE
    root, rows = math.sqrt(len(model.omega)), some_rows(*table.shape)
    for name in model.fitted:
        usual = {
            "decay": rule.bases,
            "step": (1.0, -1.0, math.pi / 180, math.pi, 2 * math.pi),
            "start": (0.0, 1.0, round(model.start / model.step) * model.step),
            "amplitude": (1.0, root, 1 / root, -1.0, 2**0.5 / root, 2**0.5, 0.5**0.5),
        }
        value, margin = getattr(model, name), 4 * model.fitted[name]
        if name == "decay" and math.isfinite(margin):
            if value * rule.slope <= 0:
                return None  # it falls where the rule grows
            value = math.exp(min(value / rule.slope, 600))
            margin = value * math.expm1(min(margin / abs(rule.slope), 50))
        # Slow columns may all be rounded the same way: as much as one entry may be off.
        margin += 1e-12 * (1 + abs(value)) + 2 * rounding.relative * abs(value) * (name != "decay")
        rounded = name != "decay" or (rule.cost <= 1 and len(rule.bases) > 0)
        for more, number in numbers(value, margin, usual[name], rounded):
            others = [other for other in model.fitted if other != name]
            fitted = fit(table, _given(model, rule, name, number), rounding, others)
            if fitted and check(table, fitted, rounding, rows)[0]:
                model, cost = fitted, cost + more + (name == "start") * math.log10(1 + abs(number))
                base = number if name == "decay" else base
                break
        else:
            if name == "decay" and rule.bases:
                return None  # any base fits any rule: the paper's is meant
            cost += FITTED
    if np.ndim(model.constant):
        mean = float(np.mean(model.constant))
        alike = np.ptp(model.constant) < 0.01 * abs(model.amplitude)
        ones = [model._replace(constant=one) for one in (round(mean, 6), mean) if alike]
        model = next((one for one in ones if check(table, one, rounding, rows)[0]), model)
        if np.ndim(model.constant) and cost >= FITTED:
            return None  # the freer the columns, the plainer the rule has to be
    if "decay" in model.fitted:
        base = math.exp(model.decay / rule.slope)
    sharp = rounding._replace(angle=SHARP)
    if model.exact and check(table, model, sharp, rows)[0]:
        rounding = sharp  # only the fit before it was blunt
    return Reading(cost, rule, base if rule.slope else None, model, rounding, seen)


def _given(model: Model, rule: Rule, name: str, number: float) -> Model:
    """Return the model with one number as given; a base gives the frequencies of the rule."""
    changed: dict[str, Any] = {name: number}
    if name == "decay":
        grown = number**rule.first  # the rule may count positions otherwise
        changed = {"start": model.start * grown, "step": model.step * grown}
        changed["decay"] = rule.slope * math.log(number)
        changed["omega"] = number ** -(rule.first + rule.slope * model.form.j)
    return model._replace(**changed)
