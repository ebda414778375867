"""The simplest model that gives a table back: its form, its rule, its round numbers."""

import math
from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from pe_check.identify.fit import fit
from pe_check.identify.guess import guesses
from pe_check.identify.measure import Waves, waves
from pe_check.identify.model import PAPER_BASE, Form, Model, compare, some_rows
from pe_check.identify.round_numbers import round_numbers
from pe_check.identify.rounding import TOL_FLOAT32, TOL_FLOAT64, Rounding
from pe_check.identify.rules import FITTED, Rule, forms, rules
from pe_check.identify.schedule import ntk_scaling

#: The cost of a base that NTK-aware scaling explains: more than that of three digits.
SCALED = 4.0
#: How uncertain such a base may be, as a share: else some scaling explains every base.
MAX_SCALED = 1e-4

#: How far angles may be off, and the highest cost of a reading that this allows.
ARITHMETICS = ((TOL_FLOAT64, 30.0), (TOL_FLOAT32, 15.0))


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


def readings(table: np.ndarray, stored: Rounding) -> list[Reading]:
    """Return what the table may mean, the simplest first."""
    first_rows = table[: min(256, max(64, 2**14 // table.shape[1]))]
    for constant in (0.0, np.zeros(table.shape[1])):
        found = _readings_with(constant, table, first_rows, stored)
        if found:
            return sorted(found, key=lambda reading: reading.cost)
    return []


def _readings_with(
    constant: float | np.ndarray, table: np.ndarray, first_rows: np.ndarray, stored: Rounding
) -> list[Reading]:
    """Return the readings of each form: without constants, or with one for each column."""
    found: list[Reading] = []
    centered = np.ndim(constant) > 0
    seen_by_column = waves(first_rows, centered)
    for form in forms(table.shape[1]):
        if form.kind == "pair":
            seen = waves(form.pairs(first_rows), centered)
        elif found:
            break  # a table that has pairs is not read by columns
        else:
            seen = seen_by_column
        found += _readings_of(form, seen, constant, table, stored)
    return found


def _readings_of(
    form: Form, seen: Waves, constant: float | np.ndarray, table: np.ndarray, stored: Rounding
) -> list[Reading]:
    """Return the readings of the likeliest guess that has some."""
    for guess in guesses(form, seen, len(table)):
        found = list(_readings_from(guess._replace(constant=constant), table, stored, seen))
        if found:
            return found
    return []


def _readings_from(
    guess: Model, table: np.ndarray, stored: Rounding, seen: Waves
) -> Iterator[Reading]:
    """Yield the readings under each arithmetic and each rule.

    Not those that are no shorter than the table: six numbers fit six entries, and explain nothing.
    """
    n_constants = 1 if np.ndim(guess.constant) else 0
    n_entries = (len(table) - n_constants) * table.shape[1]
    if -n_entries * math.log10(2 * stored.relative) / 2 < 3:
        return
    names = (
        ["start", "amplitude"] if np.isnan(guess.decay) else ["decay", "step", "start", "amplitude"]
    )
    for angle, most_cost in ARITHMETICS:
        rounding = stored._replace(angle=angle)
        model = fit(table, guess, rounding, names)
        if model is None or not _agrees(table, model, rounding):
            continue
        absolute = rounding.absolute / max(1.0, abs(model.amplitude))
        digits = -math.log10(2 * rounding.relative + absolute)
        most_cost = min(most_cost, n_entries * digits / 2 - 3)
        known = rules(guess.form, model.decay)
        of_any_base = [rule._replace(bases=()) for rule in known if rule.cost == 0]
        for rule in known + of_any_base:
            reading = _reading_by(table, model, rounding, rule, seen, most_cost)
            if reading is not None:
                yield reading


def _agrees(table: np.ndarray, model: Model, rounding: Rounding) -> bool:
    """Return whether rows that stand for all agree with a model."""
    return compare(table, model, rounding, some_rows(*table.shape)).agrees


def _reading_by(
    table: np.ndarray,
    model: Model,
    rounding: Rounding,
    rule: Rule,
    seen: Waves,
    most_cost: float,
) -> Reading | None:
    """Return the model by a rule, each number made round if the table still agrees."""
    cost = rule.cost + (0.25 if rounding.angle_type else 0.0)
    base = PAPER_BASE
    for name in model.fitted:
        made = _rounded(table, model, rounding, rule, name, most_cost - cost)
        if made is None:
            return None
        more, number, model = made
        cost += more
        base = number if name == "decay" else base
    model = _with_one_constant(table, model, rounding)
    if np.ndim(model.constant):
        return None
    if "decay" in model.fitted:
        base = math.exp(model.decay / rule.slope)
    sharp = rounding._replace(angle=TOL_FLOAT64)
    if model.exact and _agrees(table, model, sharp):
        rounding = sharp  # only the fit before it was blunt
    return Reading(cost, rule, base if rule.slope else None, model, rounding, seen)


def _rounded(
    table: np.ndarray, model: Model, rounding: Rounding, rule: Rule, name: str, most_cost: float
) -> tuple[float, float, Model] | None:
    """Return the cost of a round number, the number, and the model with it; as fitted without one.

    None if no number of this rule costs as little as it may.
    """
    near = _round_numbers(model, name, rule, rounding)
    if near is None:
        return None
    for digits, number in near:
        far = math.log10(1 + abs(number)) if name == "start" else 0.0
        if digits > most_cost:
            continue
        rounded = _with_number(table, model, rounding, rule, name, number)
        if rounded is not None:
            return (digits + far, number, rounded) if digits + far <= most_cost else None
    if (name == "decay" and rule.bases) or most_cost < FITTED:
        return None  # any base fits any rule: the paper's is meant
    return FITTED, PAPER_BASE, model


def _round_numbers(
    model: Model, name: str, rule: Rule, rounding: Rounding
) -> Iterator[tuple[float, float]] | None:
    """Return (cost, number) near a fitted number; of the decay, bases; None if there is none."""
    value, margin = getattr(model, name), 4 * model.fitted[name]
    if name == "decay":
        return _bases(model, value, margin, rule)
    root = math.sqrt(len(model.omega))
    usual = {
        "step": (1.0, -1.0, math.pi / 180, math.pi, 2 * math.pi),
        "start": (0.0, 1.0, round(model.start / model.step) * model.step),
        "amplitude": (1.0, root, 1 / root, -1.0, 2**0.5 / root, 2**0.5, 0.5**0.5),
    }[name]
    # Slow columns may all be rounded the same way: as much as one entry may be off.
    margin += 1e-12 * (1 + abs(value)) + 2 * rounding.relative * abs(value)
    return round_numbers(value, margin, usual)


def _bases(
    model: Model, decay: float, margin: float, rule: Rule
) -> Iterator[tuple[float, float]] | None:
    """Return (cost, base) near the base that a rule has at this decay."""
    base = decay
    if math.isfinite(margin):
        flat = abs(decay) <= margin  # as all rules have it at base 1: the paper's is meant
        if rule.slope <= 0 if flat else decay * rule.slope <= 0:
            return None  # it falls where the rule grows
        base = math.exp(min(decay / rule.slope, 600))
        margin = base * math.expm1(min(margin / abs(rule.slope), 50))
    margin += 1e-12 * (1 + abs(base))
    near = round_numbers(base, margin, rule.bases, rule.cost <= 1 and len(rule.bases) > 0)
    if not rule.may_be_ntk or margin >= MAX_SCALED * base:
        return near
    ntk = ntk_scaling(base, len(np.unique(model.form.j)), margin / base)
    scaled = [(SCALED, ntk.base)] if ntk is not None and ntk.base else []
    return chain(near, scaled)


def _with_number(
    table: np.ndarray, model: Model, rounding: Rounding, rule: Rule, name: str, number: float
) -> Model | None:
    """Return the model with one number given and the others fitted again, if the table agrees."""
    others = [other for other in model.fitted if other != name]
    given = _set_number(model, rule, name, number)
    fitted = fit(table, given, rounding, others)
    return fitted if fitted is not None and _agrees(table, fitted, rounding) else None


def _set_number(model: Model, rule: Rule, name: str, number: float) -> Model:
    """Return the model with one number as given; a base gives the frequencies of the rule."""
    changed: dict[str, Any] = {name: number}
    if name == "decay":
        grown = number**rule.first  # the rule may count positions otherwise
        changed = {"start": model.start * grown, "step": model.step * grown}
        changed["decay"] = rule.slope * math.log(number)
        changed["omega"] = number ** -(rule.first + rule.slope * model.form.j)
    return model._replace(**changed)


def _with_one_constant(table: np.ndarray, model: Model, rounding: Rounding) -> Model:
    """Return the model with one constant for all columns, a round one first, if that agrees."""
    if not np.ndim(model.constant) or np.ptp(model.constant) >= 0.01 * abs(model.amplitude):
        return model
    mean = float(np.mean(model.constant))
    for constant in (round(mean, 6), mean):
        candidate = model._replace(constant=constant)
        if _agrees(table, candidate, rounding):
            return candidate
    return model
