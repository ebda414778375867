"""Whether an answer is as expected: as in a model's config.json, or as a list of facts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pe_check.config.files import read_config
from pe_check.config.layers import ropes_of
from pe_check.config.model import RopeLayer
from pe_check.config.settings import settings_of
from pe_check.identify.answer import Identification
from pe_check.identify.measure import wrap
from pe_check.numbers import number
from pe_lib.practice import section_axes

LAYOUTS = ("interleaved", "halves", "cosine first")
NUMBERS = ("base", "start", "step", "amplitude")
SIZES = ("rows", "width")
HELP = ", ".join(
    ("paper", *LAYOUTS, "base=B", "start=P", "step=S", "amplitude=A", "rows=N", "width=W")
)
#: How far a frequency or a factor may be off: a stored one by bfloat16's rounding.
RELATIVE = 2.0**-8


@dataclass(frozen=True)
class Expected:
    """What is expected: facts by name, or the RoPE of some layer of a model."""

    values: Mapping[str, Any]
    ropes: tuple[RopeLayer, ...] = ()

    def __str__(self) -> str:
        values = [
            name if value is True else f"{name}={value:g}" for name, value in self.values.items()
        ]
        return " or ".join(dict.fromkeys(map(_rope_text, self.ropes))) or ", ".join(values)


class Verdict(NamedTuple):
    """What differs from the expected, and the names of what the table determines, and does not."""

    wrong: list[str]
    determined: list[str]
    undetermined: list[str]
    at: str = ""  # the positions of the rows, if they are strided

    def __str__(self) -> str:
        parts = ["not as expected: " + "; ".join(self.wrong)] if self.wrong else []
        if self.determined and not self.wrong:
            parts.append("as expected" + (f", at positions {self.at}" if self.at else ""))
        if self.undetermined:
            parts.append(f"undetermined: {', '.join(self.undetermined)}")
        return "; ".join(parts)


def read_expected(text: str) -> Expected:
    """Return what "halves,base=500000" or a config.json asks for; ValueError if unclear."""
    if text.endswith(".json") or Path(text).exists():
        return expect_config(read_config(text))
    values: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals and name in (*LAYOUTS, "paper"):
            values[name] = True
        elif name in (*NUMBERS, *SIZES) and equals:
            try:
                values[name] = float(value.replace("_", ""))
            except ValueError:
                raise ValueError(f"--expect {part}: {value!r} is not a number") from None
        else:
            raise ValueError(f"--expect {part!r} is none of: {HELP}; or the path of a config.json")
    if not values:
        raise ValueError(f"--expect needs one of: {HELP}; or the path of a config.json")
    return Expected(values)


def expect_config(config: Mapping[str, Any]) -> Expected:
    """Return what a config.json expects of positions: RoPE's frequencies, or a table's size."""
    settings = settings_of(config)
    ropes = ropes_of(settings)
    if ropes:
        return Expected({}, ropes)
    rows, width = map(settings.get_int, ("max_position_embeddings", "hidden_size"))
    if not rows or not width:
        instead = settings.family.replaced_by or "neither a rope_theta nor the size of a table"
        raise ValueError(f"the configuration has no frequencies to compare with: {instead}")
    return Expected({"rows": float(rows), "width": float(width)})


def _rope_text(rope: RopeLayer) -> str:
    """Return the base, the pairs and the scaling of RoPE."""
    facts = [f"base {number(rope.base, 10)}", f"{len(rope.frequencies)} pairs"]
    if rope.rope_type != "default":
        factor = rope.parameters.values.get("factor")
        by = f" by {factor:g}" if factor is not None else ""
        beyond = f" beyond {rope.max_positions:,} positions" if rope.rope_type == "dynamic" else ""
        facts.append(f"{rope.rope_type} scaling{by}{beyond}")
    return ", ".join(facts)


def verdict(name: str, answer: Identification, expected: Expected) -> Verdict:
    """Return how the answer for a table of this name compares with what is expected."""
    found = Verdict([], [], [])
    if expected.ropes:
        found = _compare_ropes(name, answer, expected.ropes)
    for fact, value in expected.values.items():
        actual = _actual(answer, fact)
        (found.undetermined if actual is None else found.determined).append(fact)
        if actual is not None and not _is_equal(answer, fact, value, actual):
            found.wrong.append(f"{fact}: {actual}" + ("" if value is True else f", not {value:g}"))
    return found


def as_expected(verdicts: Mapping[str, Verdict]) -> bool:
    """Return whether nothing differs, and some table determines each thing that is expected."""
    determined = {fact for v in verdicts.values() for fact in v.determined}
    asked = determined | {fact for v in verdicts.values() for fact in v.undetermined}
    return determined == asked and not any(v.wrong for v in verdicts.values())


def _actual(answer: Identification, fact: str) -> Any:
    """Return a fact of an answer; None if the table does not determine it."""
    if fact in LAYOUTS:
        return answer.layout
    if fact in SIZES:
        return answer.table.shape[SIZES.index(fact)] if answer.table.size else None
    return answer.headline if fact == "paper" else getattr(answer, fact)


def _is_equal(answer: Identification, fact: str, value: Any, actual: Any) -> bool:
    if fact == "paper":
        return answer.paper
    if fact in LAYOUTS:
        return fact in actual
    low, high = (fact == "base" and answer.base_range) or (actual, actual)
    near = 1e-6 * abs(value)
    return bool(low - near <= value <= high + near)


def _compare_ropes(name: str, answer: Identification, ropes: tuple[RopeLayer, ...]) -> Verdict:
    """Return how frequencies, layout, factor and sections compare with the nearest RoPE."""
    if not len(answer.frequencies):
        is_wrong = "inv_freq" in name or "finite" in answer.details.get("reason", "")
        reason = answer.details.get("reason", answer.headline)
        return Verdict([reason] if is_wrong else [], [], ["frequencies"])
    rows = answer.table.shape[0] if answer.table.ndim == 2 else 0
    compared = [
        (list(_differences(answer, *rope.at(length), rope)), rope)
        for rope in ropes
        for length in _lengths(rope, rows)
    ]
    wrong = min((wrong for wrong, _ in compared), key=len)
    return Verdict(wrong, ["frequencies"], [], _strided(answer))


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
