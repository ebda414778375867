"""Whether an answer is as expected: as a model's config.json says, or as the asker lists."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pe_lib.identify.answer import Identification
from pe_lib.identify.ladder import powers, scaled_by_pair, scaled_by_turns

LAYOUTS = ("interleaved", "halves", "cosine first")
NUMBERS = ("base", "start", "step", "amplitude")
HELP = ", ".join(
    ("paper", *LAYOUTS, "base=B", "start=P", "step=S", "amplitude=A", "rows=N", "width=W")
)

#: How far a frequency may be off: a stored one by bfloat16's rounding, a measured one by less.
RELATIVE = 2.0**-8


@dataclass(frozen=True)
class Expected:
    """What is expected: words and numbers by name, and for RoPE the frequencies of all pairs."""

    values: Mapping[str, Any]
    omega: np.ndarray | None = None
    said: str = ""


def read_expected(text: str) -> Expected:
    """Return what "halves,base=500000" or a config.json asks for; ValueError if unclear."""
    if text.endswith(".json") or Path(text).is_file():
        try:
            config = json.loads(Path(text).read_text(encoding="utf-8"))
        except OSError as error:
            raise ValueError(f"{text} cannot be read: {error.strerror}") from None
        except ValueError:
            raise ValueError(f"{text} is no JSON") from None
        if not isinstance(config, dict):
            raise ValueError(f"{text} must hold an object, as a model's config.json does")
        return of_config(config)
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
    config = config.get("text_config", config)
    scaling = dict(config.get("rope_parameters") or {})
    scaling.update(config.get("rope_scaling") or {})
    base = config.get("rope_theta") or scaling.get("rope_theta") or config.get("rotary_emb_base")
    if base is None and not scaling:
        names = ("max_position_embeddings", "n_positions"), ("hidden_size", "n_embd", "d_model")
        rows, width = (next((config[n] for n in group if n in config), None) for group in names)
        if rows is None or width is None:
            raise ValueError("the configuration says neither rope_theta nor the size of a table")
        return Expected(
            {"rows": float(rows), "width": float(width)}, said=f"a table of {rows} rows"
        )
    base = float(base or 10_000.0)
    d = _head_width(config, scaling)
    omega, said = _scaled(powers(base, d // 2), base, scaling, config)
    return Expected({}, omega, f"base {base:,.10g}, {len(omega)} pairs{said}")


def _head_width(config: Mapping[str, Any], scaling: Mapping[str, Any]) -> int:
    width = config.get("head_dim")
    try:
        width = width or config["hidden_size"] // config["num_attention_heads"]
    except KeyError as error:
        raise ValueError(f"the configuration says no {error.args[0]}, nor head_dim") from None
    share = config.get("partial_rotary_factor", scaling.get("partial_rotary_factor"))
    share = config.get("rotary_pct", 1.0) if share is None else share
    return int(width * share)


def _scaled(
    omega: np.ndarray, base: float, scaling: Mapping[str, Any], config: Mapping[str, Any]
) -> tuple[np.ndarray, str]:
    """Return the frequencies after the scaling that the configuration names, and its name."""
    kind = scaling.get("rope_type", scaling.get("type", "default"))
    factor = float(scaling.get("factor") or 1.0)
    trained = scaling.get("original_max_position_embeddings") or config.get(
        "max_position_embeddings", 0
    )
    if kind in ("default", "dynamic", "mrope"):
        return omega, ""
    if kind == "linear":
        return omega / factor, f", divided by {factor:g}"
    if kind == "llama3":
        low, high = float(scaling["low_freq_factor"]), float(scaling["high_freq_factor"])
        return scaled_by_turns(omega, factor, low, high, trained), f", Llama 3's factor {factor:g}"
    if kind == "yarn":
        turns = float(scaling.get("beta_fast") or 32), float(scaling.get("beta_slow") or 1)
        whole = bool(scaling.get("truncate", True))
        values = scaled_by_pair(omega, base, factor, trained, turns, whole)[0]
        return values, f", YaRN's factor {factor:g}"
    if kind == "longrope":
        return omega / np.asarray(scaling["short_factor"], float), ", LongRoPE's short factors"
    raise ValueError(f"the configuration has rope_type {kind!r}, which is not known here")


class Verdict(NamedTuple):
    """What is not as expected, in words, and the names of what the table tells, and does not."""

    wrong: list[str]
    told: list[str]
    untold: list[str]


def verdict(answer: Identification, expected: Expected) -> Verdict:
    """Return how an answer compares with what is expected."""
    found = Verdict([], [], [])
    if expected.omega is not None:
        told = len(answer.frequencies) > 0
        (found.told if told else found.untold).append("frequencies")
        if told:
            found.wrong.extend(_of_frequencies(answer.frequencies, expected.omega))
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


def _of_frequencies(found: np.ndarray, omega: np.ndarray) -> list[str]:
    if len(found) != len(omega):
        return [f"it has {len(found)} pairs, not {len(omega)}"]
    off = np.abs(found - omega) / omega
    if not np.any(off > RELATIVE):
        return []
    pair = int(np.argmax(off > RELATIVE))
    return [f"pair {pair} has frequency {found[pair]:.6g}, not {omega[pair]:.6g}"]


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
