"""The rule behind the frequencies of all pairs: a base, a scaled one, or a rounding of them.

The same rules serve a table's frequencies, as measured, and a stored inv_freq, as it is.
"""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from pe_check.identify.measure import wrap
from pe_check.identify.model import PAPER_BASE
from pe_check.identify.round_numbers import round_numbers
from pe_check.identify.rounding import HALF_PRECISION
from pe_check.identify.rules import BASES, pair_rules, rules_of_other_widths
from pe_check.numbers import number
from pe_lib.variants import (
    kept_by_pair,
    kept_by_turns,
    rope_frequencies,
    scaled_by_part,
    yarn_ramp,
)

#: Factors by which contexts are made longer.
SCALES = (*np.arange(1.5, 10, 0.5), *range(10, 129))
TRAINED_LENGTHS = tuple(2**k for k in range(9, 19))
#: The turns over the trained length between which YaRN's ramp lies, by pair: slow and fast ones.
YARN_TURNS = ((1.0, 32.0), (1.0, 1.0))


class FrequencySchedule(NamedTuple):
    """Frequencies step * omega[j], in radians per row, and how they are made."""

    omega: np.ndarray  # of each pair, in radians per position
    step: float = 1.0  # positions per row
    base: float | None = None
    exponents: str | None = None
    finding: str = ""
    scaling: str = ""  # what else was done to them, with its numbers

    def __str__(self) -> str:
        exponents = f"exponents {self.exponents}" if self.exponents else ""
        base = "" if self.base is None else f"base {number(self.base, 10)}"
        return ", ".join(filter(None, (exponents, base, self.scaling))) or "all 0"


class Measured(NamedTuple):
    """Frequencies up to whole turns per row, and how far each may be off."""

    omega: np.ndarray
    margin: np.ndarray

    def agree(self, values: np.ndarray, part: slice = slice(None)) -> bool:
        """Return whether these values, or a part of them, are within the margins."""
        off = np.abs(wrap(values - self.omega))
        return bool(np.all((off <= self.margin + 1e-12 * np.abs(values))[part]))

    def step_of(self, values: np.ndarray, guess: float) -> float | None:
        """Return the step that turns values into these, 1 or -1 if that agrees; None if none."""
        slow = np.abs(guess * values) < math.pi
        weights, targets = (x[slow] / (self.margin[slow] + 1e-15) for x in (values, self.omega))
        fitted = float(weights @ targets / (weights @ weights)) if slow.any() else guess
        return next(
            (step for step in (1.0, -1.0, fitted, guess) if self.agree(step * values)), None
        )


def schedule(omega: np.ndarray, margin: np.ndarray) -> FrequencySchedule | None:
    """Return the simplest rule that gives frequencies in radians per row, each within its margin.

    They are known up to whole turns per row. None if no rule is known that does.
    """
    seen = Measured(omega, margin)
    if not np.any(omega):
        return FrequencySchedule(omega)
    for rule in (_geometric, _rounded, _ntk, _frozen, _by_parts, _circle):
        found = rule(seen)
        if found is not None:
            return found
    return None


class _Line(NamedTuple):
    """log(omega) = level - decay * j, and how uncertain the decay is."""

    level: float
    decay: float
    margin: float
    sign: float  # of the frequencies


def _fitted_line(seen: Measured) -> _Line | None:
    """Return the line that the logarithms follow in their longest straight run, or None."""
    omega, margin = seen
    size = np.abs(omega)
    if len(size) < 3 or not size.all():
        return None
    logs, spread = np.log(size), margin / size
    slopes, bend = np.diff(logs), spread[1:] + spread[:-1]
    bends = np.abs(np.diff(slopes)) > 2 * (bend[1:] + bend[:-1]) + 1e-9
    ends = [0, *(np.flatnonzero(bends) + 1).tolist(), len(slopes)]
    first, last = max(pairwise(ends), key=lambda run: run[1] - run[0])
    run = slice(first, last + 1)  # the others may be known up to whole turns only
    signs = np.unique(np.sign(omega[run][size[run] > 2 * margin[run]]))
    if last - first < 2 or len(signs) > 1:
        return None
    j, weights = np.arange(first, last + 1), 1 / (spread[run] + 1e-12)
    decay, level = np.polyfit(j, logs[run], 1, w=weights)
    centered = weights * (j - np.average(j, weights=weights**2))
    within = 2 / math.sqrt(float(np.sum(centered**2)))
    return _Line(
        float(level), -float(decay), within * math.sqrt(len(j)) + 1e-12, float(signs.sum())
    )


def _geometric(seen: Measured) -> FrequencySchedule | None:
    """Return the rule and the base, or the power of e or two, by which frequencies fall evenly."""
    line = _fitted_line(seen)
    if line is None:
        return None
    n = len(seen.omega)
    guess = math.exp(line.level) * (line.sign or 1.0)
    found: list[tuple[float, FrequencySchedule]] = []
    for rule in [*pair_rules(2 * n), *rules_of_other_widths(2 * n, line.decay)]:
        log_base = line.decay / rule.slope
        if not 0 < log_base < 200:
            continue
        base = math.exp(log_base)
        near = base * math.expm1(min(line.margin / abs(rule.slope), 1.0)) + 1e-9 * base
        fixed = rule.finding in ("floor division", "powers of two", "another width")
        usual = rule.bases if fixed else BASES
        for digits, value in round_numbers(base, near, usual, rounded=not fixed):
            omega = value ** -(rule.first + rule.slope * np.arange(n))
            step = seen.step_of(omega, guess * value**rule.first)
            if step is None:
                continue
            name = rule.finding or ("" if value == PAPER_BASE else "another base")
            cost = digits + rule.cost + (2.0 if abs(step) != 1 else 0.0)
            found.append((cost, FrequencySchedule(omega, step, value, rule.exponents, name)))
            break
    return min(found, key=lambda pair: pair[0])[1] if found else None


def _rounded(seen: Measured) -> FrequencySchedule | None:
    """Return a base whose frequencies were rounded to half precision before they were used."""
    for name, round_to in HALF_PRECISION.items():
        for base in BASES:
            omega = round_to(rope_frequencies(base, len(seen.omega)))
            if seen.agree(omega):
                rounded = f"rounded to {name}"
                return FrequencySchedule(omega, 1.0, base, "2j/d", "rounded frequencies", rounded)
    return None


def _ntk(seen: Measured) -> FrequencySchedule | None:
    """Return a base in use, made larger by NTK-aware scaling of a factor in use."""
    line, n = _fitted_line(seen), len(seen.omega)
    if line is None or not 0 < line.decay * n < 100:
        return None
    found = ntk_scaling(math.exp(line.decay * n), n, line.margin * n)
    return found if found is not None and seen.agree(found.omega) else None


def ntk_scaling(base: float, n_pairs: int, margin: float) -> FrequencySchedule | None:
    """Return the base in use that NTK-aware scaling by a factor in use makes this one; or None."""
    if n_pairs < 3:
        return None
    for usual in BASES:
        scale = (base / usual) ** ((n_pairs - 1) / n_pairs)
        nearest = float(min(SCALES, key=lambda known: abs(known - scale)))
        if abs(nearest - scale) <= scale * (margin + 1e-6):
            scaled = usual * nearest ** (n_pairs / (n_pairs - 1))
            text = f"NTK-aware, factor {number(nearest)} of base {number(usual, 10)}"
            omega = rope_frequencies(scaled, n_pairs)
            return FrequencySchedule(omega, 1.0, scaled, "2j/d", "NTK-aware base", text)
    return None


def _frozen(seen: Measured) -> FrequencySchedule | None:
    """Return the base of the first pairs, which turn, if the last ones do not."""
    still = seen.omega == 0
    n, n_turning = len(still), int(np.argmax(still))
    if not n_turning or not still[n_turning:].all():
        return None
    for base in BASES:
        for n_exponents in (n, n_turning):  # of all pairs, or of those that turn
            omega = np.where(still, 0, base ** (-np.arange(n) / n_exponents))
            if seen.agree(omega):
                text = f"{n - n_turning} of {n} pairs do not turn"
                exponents = "2j/d" if n_exponents == n else f"2j/{2 * n_turning}"
                return FrequencySchedule(omega, 1.0, base, exponents, "frozen pairs", text)
    return None


def _by_parts(seen: Measured) -> FrequencySchedule | None:
    """Return YaRN's or Llama 3's rule: fast pairs stay, slow ones are divided, a ramp between.

    Some programs have YaRN's ramp turned around: they divide the fast pairs.
    """
    omega, margin = seen
    n = len(omega)
    if n < 6 or not (omega > 0).all():
        return None
    for base in _bases_of_ends(seen):
        unscaled = rope_frequencies(base, n)
        kept, within = omega / unscaled, margin / unscaled
        around = kept[0] < kept[-1]
        falls = -np.diff(kept) if around else np.diff(kept)
        whole, divided = (-1, 0) if around else (0, -1)
        factor = 1 / kept[divided]
        if abs(kept[whole] - 1) > within[whole] + 1e-9 or not 1.01 < factor < 1e4:
            continue
        if np.any(falls > 1e-6 + within[1:] + within[:-1]):
            continue
        near = factor**2 * within[divided] + 1e-6 * factor
        for scale in (*(value for _, value in round_numbers(factor, near, ())), factor):
            ramp = (kept - 1 / scale) / (1 - 1 / scale)
            for text, share in (*_ramps_by_turns(unscaled, ramp), *_ramps_by_pair(base, n)):
                made = scaled_by_part(unscaled, scale, 1 - share if around else share)
                if seen.agree(made):
                    turned = ", turned around" if around else ""
                    text = f"{text}, factor {number(scale, 6)}{turned}"
                    return FrequencySchedule(made, 1.0, base, "2j/d", "scaled by parts", text)
    return None


def _bases_of_ends(seen: Measured) -> Iterator[float]:
    """Yield the bases that give the first frequencies, or the last ones, those in use first."""
    n = len(seen.omega)
    fitted = float(seen.omega[0] / seen.omega[1]) ** n
    near = 1e-3 * fitted
    others = (value for _, value in round_numbers(fitted, near, ()) if value not in BASES)
    for base in (*BASES, *others):
        omega = rope_frequencies(base, n)
        if seen.agree(omega, slice(3)) or seen.agree(omega, slice(-3, None)):
            yield base


def _ramps_by_turns(unscaled: np.ndarray, ramp: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """Yield ramps that are linear in the turns over the trained length, as in Llama 3."""
    inner = (ramp > 1e-4) & (ramp < 1 - 1e-4)
    if inner.sum() < 2:
        return
    slope, level = np.polyfit(unscaled[inner], ramp[inner], 1)
    if slope <= 0 or level >= 0:
        return
    spread = (1 - level) / -level  # the turns at the ramp's fast end over those at its slow end
    for name, slow, fast in (("Llama 3", 1, 4), ("YaRN", 1, 32)):
        if abs(spread - fast / slow) > 0.02 * spread:
            continue
        length = 2 * math.pi * slow * slope / -level
        for _, trained in round_numbers(length, 0.01 * length, TRAINED_LENGTHS):
            text = f"{name}, trained length {number(trained)}"
            yield text, kept_by_turns(unscaled, trained, slow, fast)


def _ramps_by_pair(base: float, n: int) -> Iterator[tuple[str, np.ndarray]]:
    """Yield ramps that are linear in the pair's index, as YaRN's programs have it."""
    for trained in TRAINED_LENGTHS:
        for slow, fast in YARN_TURNS:
            for truncate in (True, False):
                kept = kept_by_pair(n, *yarn_ramp(base, n, trained, slow, fast, truncate))
                yield f"YaRN, trained length {number(trained)}", kept


def _circle(seen: Measured) -> FrequencySchedule | None:
    """Return the single frequency that comes around after a whole number of rows."""
    if len(seen.omega) > 1:
        return None
    period = round(2 * math.pi / abs(float(seen.omega[0])))
    omega = np.array([2 * math.pi / period]) * np.sign(seen.omega)
    if period < 2 or not seen.agree(omega):
        return None
    return FrequencySchedule(omega, 1.0, None, None, "circle", f"period {number(period)} rows")
