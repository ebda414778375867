"""An inspection in words, for a terminal; the page shows the same facts."""

import math
from collections.abc import Iterator

import numpy as np

from pe_check.config.families import CHUNKED, SPLIT_HALVES
from pe_check.config.frequencies import ORIGINAL
from pe_check.config.layers import temperature
from pe_check.config.model import Group, Inspection, RopeLayer
from pe_check.config.other_methods import LEARNED
from pe_check.config.pitfalls import pitfalls, shown
from pe_check.config.rope_parameters import OTHER_BASES, nested, parameters_in_file
from pe_check.numbers import number, ranges


def describe(inspection: Inspection, length: int | None = None) -> str:
    """Return all that is known of a configuration, and of a text of this length."""
    lines = [headline(inspection), ""]
    for group in inspection.groups:
        lines += [f"{title(group)} ({len(group.layers)} of {inspection.n_layers})"]
        lines += [f"  {name:<17} {value}" for name, value in facts(group, inspection)]
        lines += [""]
    chosen = length or inspection.max_positions
    if chosen and inspection.rotating:
        lines += [f"In a text of {number(chosen)} positions"]
        lines += [f"  {sentence}" for sentence in sentences_at(inspection, chosen)] + [""]
    if found := pitfalls(inspection):
        lines += ["Easily got wrong here", *(f"  - {each.text}" for each in found), ""]
    if unread := not_read(inspection):
        lines += [unread]
    return "\n".join(lines).rstrip()


def headline(inspection: Inspection) -> str:
    """Return what was read: the model_type, its layers, and the form of the file."""
    settings = inspection.settings
    name = f"model_type {inspection.model_type}" if inspection.model_type else "no model_type"
    place = f", in {settings.place}" if settings.place else ""
    layers = f", {inspection.n_layers} layers" if inspection.groups else ""
    if inspection.no_rope:
        return f"{name}{layers}{place}; {inspection.no_rope}"
    known = "" if settings.known else "; it is not known here: only what its fields tell"
    return f"{name}{layers}{place}; {form(inspection)}{known}"


def form(inspection: Inspection) -> str:
    """Return which version of transformers writes its RoPE in this way."""
    field, found = parameters_in_file(inspection.settings)
    if field == "rope_parameters":
        kinds = " and ".join(nested(found))
        return f"rope_parameters{f' for {kinds}' if kinds else ''} (transformers 5)"
    fields = ("rope_theta", *OTHER_BASES, "rotary_emb_base", "rope_scaling")
    names = [name for name in fields if inspection.settings.given.get(name)]
    return f"{' and '.join(names)} (transformers 4)" if names else "no parameters of RoPE"


def title(group: Group) -> str:
    """Return which layers a group holds, and of what kind they are."""
    word = "Layer" if len(group.layers) == 1 else "Layers"
    return f"{word} {ranges(group.layers)}: {group.kind}"


def facts(group: Group, inspection: Inspection) -> Iterator[tuple[str, str]]:
    """Yield the facts on layers that are alike, each under its name."""
    rope = group.rope
    if rope is None:
        yield "RoPE", _without(group, inspection)
        if inspection.no_rope.startswith(LEARNED) and inspection.max_positions:
            yield "rows", number(inspection.max_positions)
    else:
        maybe = "" if group.rope_known else "; whether these layers rotate is not in the file"
        yield "RoPE", scaling(rope) + maybe
        yield "base", f"{number(rope.base)} ({rope.parameters.base_from})"
        yield "width", width(rope)
        yield "layout", layout(rope)
        if rope.sections:
            yield "M-RoPE", sections(rope)
        yield "wavelengths", wavelengths(group, rope)
        yield "attention factor", attention(rope)
        trained = rope.trained_length
        yield "trained length", f"{trained:,} positions" if trained else "not in the file"
    if group.attends:
        yield "window", window(group)


def _without(group: Group, inspection: Inspection) -> str:
    if not group.attends:
        return "none: this layer has no attention"
    if inspection.no_rope.startswith("not known") or not inspection.no_rope:
        return inspection.no_rope or ("none" if group.rope_known else "not in the file")
    return f"none; {inspection.no_rope}"


def scaling(rope: RopeLayer) -> str:
    """Return the rope_type with its parameters."""
    values = {name: value for name, value in rope.parameters.values.items() if name != "rope_theta"}
    if values.get("partial_rotary_factor") == 1.0:
        del values["partial_rotary_factor"]
    read = [
        f"{name} {shown(value)}"
        for name, value in values.items()
        if isinstance(value, int | float) and name not in rope.parameters.unread
    ]
    return f"{rope.rope_type}: {', '.join(read)}" if read else rope.rope_type


def width(rope: RopeLayer) -> str:
    """Return how many columns of a head turn."""
    head = rope.head_width
    if rope.rope_type == "axial":
        return f"{head} of {head} columns: {head // 2} for rows, {head // 2} for columns"
    turning = min(2 * rope.n_turning, head)
    place = ", the last" if rope.rotary_dims_last else ", the first"
    whole = turning == head or rope.rope_type == "proportional"
    return f"{turning} of {head} columns of a head{'' if whole else place}"


def layout(rope: RopeLayer) -> str:
    """Return which columns make a pair."""
    if rope.layout is None:
        return "not known: it is in the program, not in the file"
    if rope.layout == SPLIT_HALVES:
        return f"rotate_half (NeoX style): pair j is columns j and j + {rope.width // 2}"
    first = f"{rope.head_width - rope.width} + " if rope.rotary_dims_last else ""
    return f"interleaved (GPT-J style): pair j is columns {first}2j and {first}2j + 1"


def sections(rope: RopeLayer) -> str:
    """Return the pairs of each axis, and their order."""
    names = ("time", "height", "width")
    counts = ", ".join(f"{n} {name}" for name, n in zip(names, rope.sections, strict=False))
    orders = {True: "in turns", False: "one after the other", None: "the order is not in the file"}
    return f"{counts}; {rope.section_order or orders[rope.sections_interleaved]}"


def wavelengths(group: Group, rope: RopeLayer) -> str:
    """Return the fastest and the slowest wavelength, and how many pairs finish a turn."""
    found = rope.frequencies[rope.frequencies > 0]
    fastest, slowest = (number(float(f"{2 * math.pi / found[i]:.4g}")) for i in (0, -1))
    text = f"{fastest} to {slowest} positions"
    if rope.trained_length:
        seen = group.span(rope.trained_length)
        done = int(np.sum(found * seen >= 2 * math.pi))
        text += f"; {done} of {len(found)} pairs finish a turn in {seen:,}"
    return text


def attention(rope: RopeLayer) -> str:
    """Return the factor of cosines and sines, and that of the scores."""
    text = number(rope.attention_factor)
    if rope.scores_factor != 1.0:
        text += f"; scores also times {number(rope.scores_factor)} (mscale_all_dim)"
    return text


def window(group: Group) -> str:
    """Return how far these layers look."""
    if group.window is None:
        return "none: every earlier position" if group.kind != "full_attention" else "none"
    if group.kind == CHUNKED:
        return f"chunks of {group.window:,}"
    return f"{group.window:,} to each side" if group.both_sides else f"{group.window:,} positions"


def sentences_at(inspection: Inspection, length: int) -> Iterator[str]:
    """Yield what a text of this length does, group by group."""
    for group in inspection.rotating:
        if group.rope is None or group.rope.rope_type == "axial":
            continue
        name = f"layers {ranges(group.layers)}"
        if group.span(length) < length:
            name += f", offsets up to {number(group.span(length) - 1)}"
        pairs = f"{group.new_angles(length).sum()} of {group.rope.n_turning} pairs"
        yield f"{name}: {pairs} reach angles that the trained length did not show"
        yield from _changed(group.rope, length)
    for group in inspection.groups:
        factor = temperature(inspection.settings, inspection.parameters, group, length)
        if factor is not None:
            yield f"layers {ranges(group.layers)}: the last query is multiplied by {number(factor)}"


def _changed(rope: RopeLayer, length: int) -> Iterator[str]:
    """Yield how scaling that depends on the length has changed."""
    if rope.rope_type == "longrope":
        is_long = length > rope.parameters.values[ORIGINAL]
        yield f"  divided by {'long_factor' if is_long else 'short_factor'}"
    if rope.rope_type == "dynamic" and length > (rope.trained_length or 0):
        slowest = 2 * math.pi / float(rope.at(length)[0][-1])
        yield f"  the slowest wavelength has grown to {number(float(f'{slowest:.4g}'))}"


def not_read(inspection: Inspection) -> str:
    """Return the fields that were not read, or nothing."""
    sentences = []
    if inspection.unread:
        sentences.append(
            f"Fields about positions that were not read: {', '.join(inspection.unread)}."
        )
    if inspection.other_parts:
        parts = ", ".join(inspection.other_parts)
        sentences.append(f"Parts with positions of their own, not read: {parts}.")
    return " ".join(sentences)
