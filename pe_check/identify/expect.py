"""Whether an answer is as a model's config.json expects it."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from pe_check.config.files import read_config
from pe_check.config.layers import ropes_of
from pe_check.config.model import RopeLayer
from pe_check.config.settings import settings_of
from pe_check.identify.answer import Identification
from pe_check.identify.measure import wrap
from pe_check.numbers import number
from pe_lib.practice import section_axes

#: How far a frequency or a factor may be off: a stored one by bfloat16's rounding.
RELATIVE = 2.0**-8


class Verdict(NamedTuple):
    """What differs from the expected, and whether the table shows frequencies to compare."""

    wrong: list[str]
    determined: bool
    at: str = ""  # the positions of the rows, if they are strided

    def __str__(self) -> str:
        if self.wrong:
            return "not as expected: " + "; ".join(self.wrong)
        if not self.determined:
            return "undetermined: frequencies"
        return "as expected" + (f", at positions {self.at}" if self.at else "")


def expected_ropes(path: str) -> tuple[RopeLayer, ...]:
    """Return the RoPE of each kind of layer that a config.json expects; ValueError if none."""
    settings = settings_of(read_config(path))
    ropes = ropes_of(settings)
    if not ropes:
        instead = settings.family.replaced_by or "no field of it is about RoPE"
        raise ValueError(f"the configuration has no frequencies to compare with: {instead}")
    return ropes


def expectation(ropes: tuple[RopeLayer, ...]) -> str:
    """Return what is expected, in one line."""
    return " or ".join(dict.fromkeys(map(_rope_text, ropes)))


def _rope_text(rope: RopeLayer) -> str:
    """Return the base, the pairs and the scaling of RoPE."""
    facts = [f"base {number(rope.base, 10)}", f"{len(rope.frequencies)} pairs"]
    if rope.rope_type != "default":
        factor = rope.parameters.values.get("factor")
        by = f" by {factor:g}" if factor is not None else ""
        beyond = f" beyond {rope.max_positions:,} positions" if rope.rope_type == "dynamic" else ""
        facts.append(f"{rope.rope_type} scaling{by}{beyond}")
    return ", ".join(facts)


def verdict(name: str, answer: Identification, ropes: tuple[RopeLayer, ...]) -> Verdict:
    """Return how the answer for a table of this name compares with the nearest RoPE."""
    if not len(answer.frequencies):
        is_wrong = "inv_freq" in name or "finite" in answer.details.get("reason", "")
        reason = answer.details.get("reason", answer.headline)
        return Verdict([reason] if is_wrong else [], False)
    rows = answer.table.shape[0] if answer.table.ndim == 2 else 0
    compared = [
        list(_differences(answer, *rope.at(length), rope))
        for rope in ropes
        for length in _lengths(rope, rows)
    ]
    return Verdict(min(compared, key=len), True, _strided(answer))


def as_expected(verdicts: Mapping[str, Verdict]) -> bool:
    """Return whether nothing differs, and some table shows frequencies."""
    found = verdicts.values()
    return any(v.determined for v in found) and not any(v.wrong for v in found)


def _lengths(rope: RopeLayer, rows: int) -> list[int | None]:
    """Return the lengths of texts for which a stored table, or inv_freq, may have been made.

    The frequencies of dynamic scaling and of LongRoPE depend on them.
    """
    return list(dict.fromkeys([None, rows if rows > 1 else None, rope.max_positions or None]))


def _strided(answer: Identification) -> str:
    """Return the positions if rows are several whole positions apart, as in context parallelism."""
    step = answer.step or 1.0
    return answer.details.get("positions", "") if step == round(step) and abs(step) > 1 else ""


def _differences(
    answer: Identification, omega: np.ndarray, factor: float, rope: RopeLayer
) -> Iterator[str]:
    """Yield how a table differs from a RoPE."""
    found = answer.frequencies
    if len(found) != len(omega):
        yield f"{len(found)} pairs, not {len(omega)}"
        return
    if _strided(answer):
        omega = np.abs(wrap(omega * (answer.step or 1.0)))
    off = ~(np.abs(found - omega) <= RELATIVE * omega) & ~np.isnan(found)
    if off.any():
        pair = int(np.argmax(off))
        yield f"pair {pair} has frequency {number(found[pair], 6)}, not {number(omega[pair], 6)}"
    if answer.kind != "rope cache":
        return
    if answer.layout and rope.layout and answer.layout != rope.layout:
        yield f"angles are repeated as {answer.layout}, not as {rope.layout}"
    if answer.amplitude is not None and abs(answer.amplitude - factor) > RELATIVE * factor:
        yield f"attention factor {number(answer.amplitude, 6)}, not {number(factor, 6)}"
    if rope.sections and rope.sections_interleaved is not None and answer.axis_of_pair:
        axes = np.array(section_axes(rope.sections, interleaved=rope.sections_interleaved))
        shown = np.array(answer.axis_of_pair)
        if any(len(np.unique(shown[axes == axis])) > 1 for axis in np.unique(axes)):
            order = "in turn" if rope.sections_interleaved else "one after the other"
            yield f"sections {answer.details.get('sections', '')}, not {order}"
