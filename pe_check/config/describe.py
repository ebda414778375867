"""An inspection in words, for a terminal; the page shows the same facts."""

import math
from collections.abc import Iterator

import numpy as np

from pe_check.config.at_length import at_length, distinct_in_bfloat16, float32_angle_error
from pe_check.config.families import CHUNKED, HALVES
from pe_check.config.inspection import Inspection
from pe_check.config.layers import Group, Rope
from pe_check.config.traps import traps
from pe_check.config.wording import number, ranges

#: What a rope_type says beside its name, in this order.
SHOWN = (
    "factor",
    "low_freq_factor",
    "high_freq_factor",
    "beta_fast",
    "beta_slow",
    "mscale",
    "mscale_all_dim",
    "truncate",
    "alpha",
    "partial_rotary_factor",
    "original_max_position_embeddings",
)


def describe(inspection: Inspection, length: int | None = None) -> str:
    """Return all that is known of a configuration, and of a text of this length."""
    lines = [headline(inspection), ""]
    for group in inspection.groups:
        lines += [f"{title(group)} ({len(group.layers)} of {inspection.n_layers})"]
        lines += [f"  {name:<17} {value}" for name, value in facts(group, inspection)]
        lines += [""]
    chosen = length or inspection.longest
    if chosen:
        lines += [f"In a text of {number(chosen)} positions"]
        lines += [f"  {sentence}" for sentence in sentences_at(inspection, chosen)] + [""]
    if found := traps(inspection):
        lines += ["Easily got wrong here", *(f"  - {sentence}" for sentence in found), ""]
    if unread := not_read(inspection):
        lines += [unread]
    return "\n".join(lines).rstrip()


def headline(inspection: Inspection) -> str:
    """Return what was read: the model_type, its layers, and the form of the file."""
    settings = inspection.settings
    name = f"model_type {inspection.model_type}" if inspection.model_type else "no model_type"
    place = f", in {settings.place}" if settings.place else ""
    known = "" if settings.known else "; it is not known here and is read by the usual rules"
    return f"{name}, {inspection.n_layers} layers{place}; {inspection.form}{known}"


def title(group: Group) -> str:
    """Return which layers a group holds, and of what kind they are."""
    word = "Layer" if len(group.layers) == 1 else "Layers"
    return f"{word} {ranges(group.layers)}: {group.kind}"


def facts(group: Group, inspection: Inspection) -> Iterator[tuple[str, str]]:
    """Yield the facts on layers that are alike, each under its name."""
    rope = group.rope
    if rope is None:
        yield "RoPE", no_rope(group, inspection)
    else:
        yield "RoPE", scaling(rope)
        yield "base", f"{number(rope.base)} ({rope.parameters.base_from})"
        yield "width", width(rope)
        yield "layout", layout(rope)
        if rope.sections:
            yield "M-RoPE", sections(rope)
        yield "wavelengths", wavelengths(group, rope)
        yield "attention factor", attention(rope)
        trained = rope.trained_length
        yield "trained length", f"{trained:,} positions" if trained else "not said"
    if group.attends:
        yield "window", window(group)


def no_rope(group: Group, inspection: Inspection) -> str:
    if inspection.settings.family.instead:
        return f"none; {inspection.settings.family.instead}"
    return "none" if group.attends else "none: this layer has no attention"


def scaling(rope: Rope) -> str:
    values = rope.parameters.values
    shown = [f"{name} {_shown(values[name])}" for name in SHOWN if _is_shown(name, rope)]
    return f"{rope.rope_type}{': ' if shown else ''}{', '.join(shown)}"


def _is_shown(name: str, rope: Rope) -> bool:
    value = rope.parameters.values.get(name)
    return value is not None and not (name == "partial_rotary_factor" and value == 1.0)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return number(value) if isinstance(value, int | float) else str(value)


def width(rope: Rope) -> str:
    """Return how many columns of a head turn."""
    if rope.rope_type == "axial":
        half = rope.head_width // 2
        return (
            f"{rope.head_width} of {rope.head_width} columns: {half} for rows, {half} for columns"
        )
    turning = min(2 * rope.turning, rope.head_width)
    place = (
        ""
        if turning == rope.head_width or rope.rope_type == "proportional"
        else (", the last" if rope.behind else ", the first")
    )
    return f"{turning} of {rope.head_width} columns of a head{place}"


def layout(rope: Rope) -> str:
    """Return which columns make a pair."""
    if rope.layout is None:
        return "not known: it is in the program, not in the file"
    if rope.layout == HALVES:
        return f"rotate_half (NeoX style): pair j is columns j and j + {rope.width // 2}"
    first = f"{rope.head_width - rope.width} + " if rope.behind else ""
    return f"interleaved (GPT-J style): pair j is columns {first}2j and {first}2j + 1"


def sections(rope: Rope) -> str:
    names = ("time", "height", "width")
    counts = ", ".join(f"{n} {name}" for name, n in zip(names, rope.sections, strict=False))
    return f"{counts}; {'in turns' if rope.sections_interleaved else 'one after the other'}"


def wavelengths(group: Group, rope: Rope) -> str:
    """Return the fastest and the slowest wavelength, and how many pairs finish a turn."""
    found = rope.frequencies[rope.frequencies > 0]
    fastest, slowest = (number(float(f"{2 * math.pi / found[i]:.4g}")) for i in (0, -1))
    text = f"{fastest} to {slowest} positions"
    if rope.trained_length:
        seen = group.span(rope.trained_length)
        done = int(np.sum(found * seen >= 2 * math.pi))
        text += f"; {done} of {len(found)} pairs finish a turn in {seen:,}"
    return text


def attention(rope: Rope) -> str:
    text = number(rope.attention_factor)
    if rope.scores_factor != 1.0:
        text += f"; scores also times {number(rope.scores_factor)} (mscale_all_dim)"
    return text


def window(group: Group) -> str:
    if group.window is None:
        return "none: every earlier position" if group.kind != "full_attention" else "none"
    if group.kind == CHUNKED:
        return f"chunks of {group.window:,}"
    return f"{group.window:,} to each side" if group.both_sides else f"{group.window:,} positions"


def sentences_at(inspection: Inspection, length: int) -> Iterator[str]:
    """Yield what a text of this length does, group by group and for all."""
    for group in inspection.rotating:
        found = at_length(group, length)
        if found is None or group.rope is None or group.rope.rope_type == "axial":
            continue
        name = f"layers {ranges(group.layers)}"
        if found.span < length:
            name += f", offsets up to {number(found.span - 1)}"
        pairs = f"{found.n_new} of {group.rope.turning} pairs"
        yield f"{name}: {pairs} reach angles that the trained length did not show"
        yield from _changed(group.rope, length)
    for group in inspection.groups:
        factor = inspection.temperature(group, length) if group.attends else None
        if factor is not None:
            yield f"layers {ranges(group.layers)}: the last query is multiplied by {number(factor)}"
    apart = distinct_in_bfloat16(length)
    yield (
        f"position ids in bfloat16: {number(apart)} of {number(length)} positions are told apart"
        if apart < length
        else f"position ids in bfloat16: all {number(length)} positions are told apart"
    )
    yield f"angles in float32 are rounded by up to {float32_angle_error(length):.2g} radians"


def _changed(rope: Rope, length: int) -> Iterator[str]:
    """Yield how scaling that depends on the length has changed."""
    values = rope.parameters.values
    original = rope.trained_length or 0
    if rope.rope_type == "longrope":
        name = (
            "long_factor" if length > values["original_max_position_embeddings"] else "short_factor"
        )
        yield f"  divided by {name}"
    if rope.rope_type == "dynamic" and length > original:
        slowest = 2 * math.pi / float(rope.at(length)[0][-1])
        yield f"  the slowest wavelength has grown to {number(float(f'{slowest:.4g}'))}"


def not_read(inspection: Inspection) -> str:
    """Return the fields that were not read, or nothing."""
    sentences = []
    if inspection.unread:
        sentences.append(f"Fields that were not read: {', '.join(inspection.unread)}.")
    if inspection.other_parts:
        parts = ", ".join(inspection.other_parts)
        sentences.append(f"Parts with positions of their own, not read: {parts}.")
    return " ".join(sentences)
