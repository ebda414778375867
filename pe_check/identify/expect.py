"""Whether an answer is as expected: as a model's config.json says, or as the asker lists."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pe_check.config.files import read_config
from pe_check.config.layers import ropes_of
from pe_check.config.model import RopeLayer
from pe_check.config.settings import Settings, settings_of
from pe_check.identify.answer import Identification

LAYOUTS = ("interleaved", "halves", "cosine first")
NUMBERS = ("base", "start", "step", "amplitude")
HELP = ", ".join(
    ("paper", *LAYOUTS, "base=B", "start=P", "step=S", "amplitude=A", "rows=N", "width=W")
)

#: How far a frequency may be off: a stored one by bfloat16's rounding, a measured one by less.
RELATIVE = 2.0**-8


@dataclass(frozen=True)
class Expected:
    """What is expected: words and numbers by name, or the RoPE of some layer of a model."""

    values: Mapping[str, Any]
    ropes: tuple[RopeLayer, ...] = ()
    text: str = ""


def read_expected(text: str) -> Expected:
    """Return what "halves,base=500000" or a config.json asks for; ValueError if unclear."""
    if text.endswith(".json") or Path(text).exists():
        return of_config(read_config(text))
    values: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals and name in (*LAYOUTS, "paper"):
            values[name] = True
        elif name in (*NUMBERS, "rows", "width") and equals:
            try:
                values[name] = float(value.replace("_", ""))
            except ValueError:
                raise ValueError(f"--expect {part}: {value!r} is no number") from None
        else:
            raise ValueError(f"--expect {part!r} is none of: {HELP}; or the path of a config.json")
    if not values:
        raise ValueError(f"--expect must name something of: {HELP}; or the path of a config.json")
    return Expected(values)


def of_config(config: Mapping[str, Any]) -> Expected:
    """Return what a config.json says of positions: RoPE's frequencies, or a table's size."""
    settings = settings_of(config)
    ropes = ropes_of(settings)
    if not ropes:
        return _of_table(settings)
    return Expected({}, ropes, " or ".join(dict.fromkeys(map(_in_words, ropes))))


def _of_table(settings: Settings) -> Expected:
    """Return the size of a model's table of positions."""
    rows, width = map(settings.get_int, ("max_position_embeddings", "hidden_size"))
    if not rows or not width:
        instead = settings.family.replaced_by or "neither a rope_theta nor the size of a table"
        raise ValueError(f"the configuration has no frequencies to compare with: {instead}")
    return Expected({"rows": float(rows), "width": float(width)}, text=f"a table of {rows} rows")


def _in_words(rope: RopeLayer) -> str:
    """Return the base, the pairs and the scaling of RoPE."""
    text = f"base {rope.base:,.10g}, {len(rope.frequencies)} pairs"
    if rope.rope_type == "default":
        return text
    factor = rope.parameters.values.get("factor")
    by = f" by {factor:g}" if factor is not None else ""
    beyond = f" beyond {rope.max_positions:,} positions" if rope.rope_type == "dynamic" else ""
    return f"{text}, {rope.rope_type} scaling{by}{beyond}"


def _frequencies(ropes: Iterable[RopeLayer], rows: int) -> list[np.ndarray]:
    """Return the frequencies that a stored table of so many rows, or inv_freq, may have.

    Those of dynamic scaling and LongRoPE depend on the length of the text.
    """
    lengths = (None, *((rows,) if rows > 1 else ()))
    found = [rope.at(length)[0] for rope in ropes for length in lengths]
    found += [rope.at(rope.max_positions)[0] for rope in ropes if rope.max_positions]
    return found


class Verdict(NamedTuple):
    """What is not as expected, in words, and the names of what the table tells, and does not."""

    wrong: list[str]
    told: list[str]
    untold: list[str]


def verdict(answer: Identification, expected: Expected) -> Verdict:
    """Return how an answer compares with what is expected."""
    found = Verdict([], [], [])
    if expected.ropes:
        told = len(answer.frequencies) > 0
        (found.told if told else found.untold).append("frequencies")
        if told:
            rows = answer.table.shape[0] if answer.table.ndim == 2 else 0
            found.wrong.extend(
                _of_frequencies(answer.frequencies, _frequencies(expected.ropes, rows))
            )
    for name, value in expected.values.items():
        told, difference = _difference(answer, name, value)
        (found.told if told else found.untold).append(name)
        if difference:
            found.wrong.append(difference)
    return found


def as_expected(verdicts: list[Verdict]) -> bool:
    """Return whether nothing differs, and each thing that is expected is told by some table."""
    told = {name for one in verdicts for name in one.told}
    asked = {name for one in verdicts for name in (*one.told, *one.untold)}
    return told == asked and not any(one.wrong for one in verdicts)


def _of_frequencies(found: np.ndarray, expected: list[np.ndarray]) -> list[str]:
    """Return how frequencies differ from the nearest ones that are expected."""
    same_size = [omega for omega in expected if len(omega) == len(found)]
    if not same_size:
        return [f"it has {len(found)} pairs, not {len(expected[0])}"]
    off = [np.abs(found - omega) > RELATIVE * omega for omega in same_size]
    nearest = min(range(len(off)), key=lambda i: off[i].sum())
    if not off[nearest].any():
        return []
    pair = int(np.argmax(off[nearest]))
    return [f"pair {pair} has frequency {found[pair]:.6g}, not {same_size[nearest][pair]:.6g}"]


def _difference(answer: Identification, name: str, value: Any) -> tuple[bool, str]:
    """Return whether the answer tells this at all, and how it differs; "" if it does not."""
    if name == "paper":
        return True, "" if answer.paper else "it is not the paper's table"
    if name in LAYOUTS:
        if answer.layout is None:
            return False, ""
        return True, "" if name in answer.layout else f"the layout is {answer.layout}, not {name}"
    if name in ("rows", "width"):
        if not answer.table.size:
            return False, ""
        size = answer.table.shape[0 if name == "rows" else 1]
        return True, "" if size == value else f"it has {name} {size:,}, not {value:,.0f}"
    number = getattr(answer, name)
    if number is None:
        return False, ""
    low, high = answer.base_range or (number, number) if name == "base" else (number, number)
    close = low * (1 - 1e-6) <= value <= high * (1 + 1e-6) or abs(number - value) <= 1e-6 * abs(
        value
    )
    return True, "" if close else f"{name} is {number:,.10g}, not {value:,.10g}"
