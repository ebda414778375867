"""The rule behind the frequencies of all pairs: a base, a scaled one, bands, or a rounding of them.

The same names serve a table's frequencies, as measured, and a stored inv_freq, as it is.
"""

import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from pe_check.identify.measure import wrap
from pe_check.identify.round_numbers import numbers
from pe_lib.practice import to_bfloat16

#: Bases in use, the likeliest first.
BASES = (1e4, 5e5, 1e6, 1.5e5, 1e5, 1e3, 100.0, 5e4, 5e6, 1e7, 2e6, 1.6e5, 500.0, 1e8)

#: Factors by which contexts are made longer.
SCALES = (*np.arange(1.5, 10, 0.5), *range(10, 129))

DOUBLED = "each frequency twice the one before, as in NeRF"

TRAINED_LENGTHS = (512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072, 262_144)


class Ladder(NamedTuple):
    """Frequencies step * rule(j), in radians per row, and the rule in words."""

    text: str
    omega: np.ndarray  # of each pair, in radians per position
    step: float = 1.0  # positions per row
    base: float | None = None
    exponents: str | None = None
    finding: str = ""
    scale: float = 1.0  # by which NTK-aware scaling made the base larger


def powers(base: float, n_pairs: int) -> np.ndarray:
    """Return base**(-j/n_pairs), the frequencies of the paper for n_pairs."""
    return base ** (-np.arange(n_pairs) / n_pairs)


def ladder(omega: np.ndarray, margin: np.ndarray) -> Ladder | None:
    """Return the simplest rule that gives frequencies in radians per row, each within its margin.

    They are known up to whole turns per row. None if no rule is known that does.
    """
    for rule in (_still, _geometric, _rounded, _ntk, _frozen, _by_parts, _long, _linear):
        found = rule(omega, margin)
        if found is not None:
            return found
    return None


def _agree(values: np.ndarray, omega: np.ndarray, margin: np.ndarray) -> bool:
    return bool(np.all(np.abs(wrap(values - omega)) <= margin + 1e-12 * np.abs(values)))


def _still(omega: np.ndarray, margin: np.ndarray) -> Ladder | None:
    if np.any(omega):
        return None
    return Ladder("all frequencies are 0", omega)


class _Line(NamedTuple):
    """log(omega) = level - decay * j, and how uncertain the decay is."""

    level: float
    decay: float
    margin: float


def _fitted_line(omega: np.ndarray, margin: np.ndarray) -> _Line | None:
    """Return the line that the logarithms follow in their longest straight run, or None."""
    size = np.abs(omega)
    if len(size) < 3 or not size.all() or len(set(np.sign(omega[size > 2 * margin]))) > 1:
        return None
    logs, spread = np.log(size), margin / size
    slopes, bend = np.diff(logs), spread[1:] + spread[:-1]
    bends = np.abs(np.diff(slopes)) > 2 * (bend[1:] + bend[:-1]) + 1e-9
    ends = [0, *(np.flatnonzero(bends) + 1).tolist(), len(slopes)]
    first, last = max(pairwise(ends), key=lambda run: run[1] - run[0])
    if last - first < 2:
        return None
    j, weights = np.arange(first, last + 1), 1 / (spread[first : last + 1] + 1e-12)
    decay, level = np.polyfit(j, logs[first : last + 1], 1, w=weights)
    within = 2 * float(
        1 / math.sqrt(np.sum((weights * (j - np.average(j, weights=weights**2))) ** 2))
    )
    return _Line(float(level), -float(decay), within * math.sqrt(len(j)) + 1e-12)


def _geometric(omega: np.ndarray, margin: np.ndarray) -> Ladder | None:
    """Return a base with the exponents of the paper or of tensor2tensor, or powers of two."""
    line = _fitted_line(omega, margin)
    if line is None:
        return None
    n, sign = len(omega), float(np.sign(omega[np.abs(omega).argmax()]))
    if abs(line.decay + math.log(2)) <= line.margin + 1e-6:
        doubled = 2.0 ** np.arange(n)
        step = _with_step(doubled, omega, margin, math.exp(line.level) * sign)
        if step is not None:
            return Ladder(DOUBLED, doubled, step, 2.0, "-j", "powers of two")
    found = _of_round_base(line, omega, margin, sign)
    if found is not None:
        return found
    if abs(line.decay - 2) <= line.margin + 1e-6 or abs(line.decay - 1) <= line.margin + 1e-6:
        fall = round(line.decay)
        values = np.exp(-fall * np.arange(n))
        step = _with_step(values, omega, margin, math.exp(line.level) * sign)
        if step is not None:
            each = f"frequencies fall to 1/{math.exp(fall):.4g} each time"
            text = f"{each}: floor division, a // too many"
            return Ladder(text, values, step, math.exp(fall), "j", "floor division")
    return None


def _of_round_base(
    line: _Line, omega: np.ndarray, margin: np.ndarray, sign: float
) -> Ladder | None:
    n = len(omega)
    candidates: list[tuple[float, Ladder]] = []
    for exponents, count, finding, cost in (
        ("2j/d", n, "", 0.0),
        ("j/(d/2-1)", n - 1, "end point reached", 1.0),
    ):
        if line.decay * count > 200:
            continue
        base = math.exp(line.decay * count)
        near = base * math.expm1(min(line.margin * count, 1.0)) + 1e-9 * base
        for digits, number in numbers(base, near, BASES):
            values = number ** (-np.arange(n) / count)
            step = _with_step(values, omega, margin, math.exp(line.level) * sign)
            if step is None:
                continue
            text = f"exponents {exponents}, base {number:,.10g}"
            if number != BASES[0]:
                finding = finding or "another base"
            found = Ladder(text, values, step, number, exponents, finding)
            candidates.append((digits + cost, found))
            break
    return min(candidates, key=lambda one: one[0])[1] if candidates else None


def _with_step(
    values: np.ndarray, omega: np.ndarray, margin: np.ndarray, step: float
) -> float | None:
    """Return the step that turns values into frequencies, 1 or -1 if that agrees; None if none."""
    for whole in (1.0, -1.0):
        if _agree(whole * values, omega, margin):
            return whole
    slow = np.abs(step * values) < math.pi
    weights = values[slow] / (margin[slow] + 1e-15)
    targets = omega[slow] / (margin[slow] + 1e-15)
    fitted = float(weights @ targets / (weights @ weights)) if slow.any() else step
    for candidate in (fitted, step):
        if _agree(candidate * values, omega, margin):
            return candidate
    return None


def _rounded(omega: np.ndarray, margin: np.ndarray) -> Ladder | None:
    """Return a base whose frequencies were rounded to half precision before they were used."""
    n = len(omega)
    for name, round_to in HALVES.items():
        for base in BASES:
            values = round_to(powers(base, n))
            if _agree(values, omega, margin):
                rounded = f"the frequencies (inv_freq) rounded to {name}"
                text = f"exponents 2j/d, base {base:,.10g}, {rounded}"
                return Ladder(text, values, 1.0, base, "2j/d", "rounded frequencies")
    return None


HALVES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "bfloat16": lambda x: to_bfloat16(x).astype(float),
    "float16": lambda x: x.astype(np.float16).astype(float),
}


def _ntk(omega: np.ndarray, margin: np.ndarray) -> Ladder | None:
    """Return a base in use, made larger by NTK-aware scaling of a factor in use."""
    line, n = _fitted_line(omega, margin), len(omega)
    if line is None or not 0 < line.decay * n < 100:
        return None
    found = ntk_scaling(math.exp(line.decay * n), n, line.margin * n)
    return found if found is not None and _agree(found.omega, omega, margin) else None


def ntk_scaling(base: float, n_pairs: int, margin: float) -> Ladder | None:
    """Return the base in use that NTK-aware scaling by a factor in use makes this one; or None."""
    if n_pairs < 3:
        return None
    for usual in BASES:
        scale = (base / usual) ** ((n_pairs - 1) / n_pairs)
        number = float(min(SCALES, key=lambda one: abs(one - scale)))
        if abs(number - scale) <= scale * (margin + 1e-6):
            scaled = usual * number ** (n_pairs / (n_pairs - 1))
            text = (
                f"exponents 2j/d, base {scaled:,.8g}, as NTK-aware scaling by {number:g} of base "
                f"{usual:,.10g} makes it"
            )
            omega = powers(scaled, n_pairs)
            return Ladder(text, omega, 1.0, scaled, "2j/d", "NTK-aware base", number)
    return None


def _frozen(omega: np.ndarray, margin: np.ndarray) -> Ladder | None:
    """Return the rule of the pairs that turn, if the others do not."""
    still = omega == 0
    if not still.any() or still.all():
        return None
    n, turning = len(omega), np.flatnonzero(~still)
    counted = len(turning) == turning[-1] + 1  # the first ones turn
    whole = [
        base
        for base in BASES
        if counted and _agree(powers(base, n)[turning], omega[turning], margin[turning])
    ]
    part = ladder(omega[turning], margin[turning])
    likely = BASES.index(part.base) if part is not None and part.base in BASES else len(BASES)
    if whole and BASES.index(whole[0]) <= likely:  # else those that turn have a ladder of their own
        values, text = (
            np.where(still, 0, powers(whole[0], n)),
            f"exponents 2j/d, base {whole[0]:,.10g}",
        )
        base: float | None = whole[0]
    else:
        if part is None:
            return None
        values = np.zeros(n)
        values[turning] = part.omega * part.step
        text, base = part.text, part.base
    text += f"; {still.sum()} of {n} pairs do not turn"
    return Ladder(text, values, 1.0, base, "2j/d", "frozen pairs")


def _by_parts(omega: np.ndarray, margin: np.ndarray) -> Ladder | None:
    """Return YaRN's or Llama 3's rule: fast pairs stay, slow ones are divided, a ramp between."""
    n = len(omega)
    if n < 6 or not (omega > 0).all():
        return None
    for base in _bases_of_first(omega, margin):
        kept = omega / powers(base, n)
        within = margin / powers(base, n)
        if abs(kept[0] - 1) > within[0] + 1e-9 or np.any(
            np.diff(kept) > 1e-6 + within[1:] + within[:-1]
        ):
            continue
        for factor in _factors(kept[-1], within[-1]):
            ramp = (kept - 1 / factor) / (1 - 1 / factor)
            for rules in (_ramp_by_turns(base, factor, ramp, n), _ramp_by_pair(base, factor, n)):
                for found in rules:
                    if _agree(found.omega, omega, margin):
                        return found
    return None


def _bases_of_first(omega: np.ndarray, margin: np.ndarray) -> Iterator[float]:
    """Yield the bases that give the first frequencies, those in use first."""
    n = len(omega)
    for base in BASES:
        if _agree(powers(base, n)[:3], omega[:3], margin[:3]):
            yield base
    fitted = float(omega[0] / omega[1]) ** n
    for _, number in numbers(fitted, 1e-3 * fitted, ()):
        if number not in BASES and _agree(powers(number, n)[:3], omega[:3], margin[:3]):
            yield number


def _factors(slowest: float, margin: float) -> Iterator[float]:
    """Yield what the slowest frequency may have been divided by, round numbers first."""
    factor = 1 / slowest
    if not 1.01 < factor < 1e4:
        return
    for _, number in numbers(factor, factor**2 * margin + 1e-6 * factor, ()):
        yield number
    yield factor


def _ramp_by_turns(base: float, factor: float, ramp: np.ndarray, n: int) -> Iterator[Ladder]:
    """Yield rules whose ramp is linear in the turns over the trained length, as in Llama 3."""
    unscaled = powers(base, n)
    inner = (ramp > 1e-4) & (ramp < 1 - 1e-4)
    if inner.sum() < 2:
        return
    slope, level = np.polyfit(unscaled[inner], ramp[inner], 1)
    if slope <= 0 or level >= 0:
        return
    spread = (1 - level) / -level  # the turns at the ramp's fast end over those at its slow end
    for low, high in ((1, 4), (1, 32)):
        if abs(spread - high / low) > 0.02 * spread:
            continue
        length = 2 * math.pi * low * slope / -level
        for _, trained in numbers(length, 0.01 * length, TRAINED_LENGTHS):
            name = "Llama 3" if high == 4 else "YaRN"
            text = (
                f"base {base:,.10g}, scaled as in {name}: factor {factor:.6g}, low {low}, high "
                f"{high}, trained on {trained:,.6g} positions"
            )
            values = scaled_by_turns(unscaled, factor, low, high, trained)
            yield Ladder(text, values, 1.0, base, None, "scaled by parts")


def scaled_by_turns(
    omega: np.ndarray, factor: float, low: float, high: float, trained: float
) -> np.ndarray:
    """Return frequencies, kept above `high` turns over the trained length, divided below `low`."""
    kept = np.clip((trained * omega / (2 * math.pi) - low) / (high - low), 0, 1)
    return omega * (kept + (1 - kept) / factor)


def scaled_by_pair(
    omega: np.ndarray,
    base: float,
    factor: float,
    trained: float,
    turns: tuple[float, float],
    whole: bool,
) -> tuple[np.ndarray, float, float]:
    """Return frequencies by YaRN's ramp over the pairs, and the pairs where it begins and ends.

    These make `turns` over the trained length, fast ones first; `whole` rounds them outwards.
    """
    d, j = 2 * len(omega), np.arange(len(omega))
    low, high = (d * math.log(trained / (n * 2 * math.pi)) / (2 * math.log(base)) for n in turns)
    if whole:
        low, high = math.floor(low), math.ceil(high)
    low, high = max(low, 0), min(high, d - 1)
    kept = 1 - np.clip((j - low) / max(high - low, 0.001), 0, 1)
    return omega * (kept + (1 - kept) / factor), low, high


def _ramp_by_pair(base: float, factor: float, n: int) -> Iterator[Ladder]:
    """Yield rules whose ramp is linear in the pair's index, as YaRN's programs have it."""
    for trained in TRAINED_LENGTHS:
        for whole in (True, False):
            values, low, high = scaled_by_pair(
                powers(base, n), base, factor, trained, (32, 1), whole
            )
            text = (
                f"base {base:,.10g}, scaled as in YaRN: factor {factor:.6g}, a ramp over pairs "
                f"{low:.4g} to {high:.4g}, trained on {trained:,} positions"
            )
            yield Ladder(text, values, 1.0, base, None, "scaled by parts")


def _long(omega: np.ndarray, margin: np.ndarray) -> Ladder | None:
    """Return LongRoPE's rule: each pair divided by a factor of its own, which grow."""
    n = len(omega)
    if n < 4 or not (omega > 0).all():
        return None
    for base in BASES[:3]:
        factors = powers(base, n) / omega
        within = factors * margin / omega
        grows = np.all(np.diff(factors) >= -1e-6 - within[1:] - within[:-1])
        round_ones = np.abs(factors - factors.round(2)) <= within + 1e-6 * factors
        several = len(np.unique(factors.round(3))) > n / 2
        if several and grows and 0.999 <= factors[0] < 2 < factors[-1] and round_ones.mean() > 0.5:
            rounded = np.where(round_ones, factors.round(2), factors)
            text = (
                f"base {base:,.10g}, each pair divided by its own factor, {rounded[0]:.4g} to "
                f"{rounded[-1]:.4g}, as in LongRoPE"
            )
            return Ladder(
                text, powers(base, n) / rounded, 1.0, base, None, "a factor for each pair"
            )
    return None


def _linear(omega: np.ndarray, margin: np.ndarray) -> Ladder | None:
    """Return bands that grow by the same amount each time."""
    n = len(omega)
    if n < 4:
        return None
    growth = float(np.angle(np.exp(1j * np.diff(omega)).mean()))  # up to whole turns per row
    if abs(growth) <= margin.max():
        return None
    j = np.arange(n)
    first = float(omega[0])
    growth += float(np.polyfit(j, wrap(omega - first - growth * j), 1)[0])
    if first > 0 > growth:
        growth += 2 * math.pi  # bands grow
    if not _agree(first + growth * j, omega, 2 * margin + 1e-9):
        return None
    text = f"linear bands, {first:.6g} to {first + growth * (n - 1):.6g} radians per row"
    return Ladder(text, first + growth * j, 1.0, None, None, "linear bands")
