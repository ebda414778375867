"""The layers of a model: which of them rotate, by which frequencies, and how far they look."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pe_check.config.families import (
    CHUNKED,
    FULL,
    INTERLEAVED,
    SLIDING,
    SPLIT_HALVES,
    UNKNOWN,
)
from pe_check.config.frequencies import ORIGINAL, mscale
from pe_check.config.layer_kinds import kinds_of, rotates
from pe_check.config.model import Group, Parameters, RopeLayer, attends
from pe_check.config.rope_parameters import head_dim, parameters_in_file, parameters_of
from pe_check.config.settings import Settings

#: What a single layer may have of its own, in per_layer_config.
LAYER_FIELDS = ("head_dim", "sliding_window", "qk_nope_head_dim")
#: The field with the width of a window, whichever the file has.
WINDOWS = ("sliding_window", "attention_window_size", "sliding_window_size")


def groups_of(settings: Settings, parameters: Mapping[str, Parameters]) -> tuple[Group, ...]:
    """Return the layers of a model in groups of equal ones, in the order of their first."""
    kinds, turning = kinds_of(settings), _turning(settings)
    bases = settings.get("layer_rope_theta") or []
    own, given = _own_fields(settings), settings.get("rope_scaling_layers")
    scaled = None if given is None else settings.get_list("rope_scaling_layers", (int, float))
    still = _kinds_without_rope(settings)
    found: dict[Any, list[int]] = {}
    for i, kind in enumerate(kinds):
        turns = attends(kind) and (turning[i] if turning else kind not in still)
        base = bases[i] if bases and turns else None
        plain = scaled is not None and i not in scaled
        found.setdefault((kind, turns, base, plain, tuple(own.get(i, {}).items())), []).append(i)
    # Of an unknown class with one set of parameters, some kinds of layers may not rotate at all.
    one_kind = len({kind for kind in kinds if attends(kind)}) == 1
    nested = bool(parameters) and "" not in parameters  # each kind has its own, or null
    decided = bool(settings.family != UNKNOWN or turning or one_kind or nested)
    groups = []
    for (kind, turns, base, plain, fields), layers in found.items():
        layer = settings.changed(dict(fields))
        label = _label(settings, parameters, kind)
        chosen = parameters.get(label) if turns else None
        if chosen is not None and base is not None:
            values = {**chosen.values, "rope_theta": float(base)}
            chosen = replace(chosen, values=values, base_from=settings.path("layer_rope_theta"))
        if chosen is not None and plain:
            chosen = replace(chosen, values={**chosen.values, "rope_type": "default"})
        rope = None if chosen is None else _rope(layer, kind, chosen)
        null = label in parameters_in_file(settings)[1]  # as Beam has it: no RoPE
        known = decided or not attends(kind) if label in ("", *parameters) else null
        both = settings.family.both_sides and kind == SLIDING
        window = window_of(layer, kind)
        groups.append(Group(tuple(layers), kind, window, rope, label, both, known))
    return tuple(groups)


def _turning(settings: Settings) -> list[bool]:
    """Return which layers rotate, where the class reads a list of them."""
    if settings.known and "no_rope_layer_interval" not in settings.family.defaults:
        return []
    return rotates(settings)


def _own_fields(settings: Settings) -> dict[int, dict[str, Any]]:
    """Return the fields that single layers have of their own."""
    found = {}
    for name, fields in settings.get_object("per_layer_config").items():
        if not name.isdecimal() or not isinstance(fields, dict):
            raise ValueError(f"{settings.path('per_layer_config')} must hold objects by layer")
        found[int(name)] = {field: fields[field] for field in LAYER_FIELDS if field in fields}
    return found


def _kinds_without_rope(settings: Settings) -> tuple[str, ...]:
    """Return the kinds of layers that do not rotate."""
    by_window = settings.model_type in ("exaone4", "exaone_moe")
    if by_window and not settings.get_int("sliding_window"):
        return ()  # where nothing has a window all of them rotate
    return ("cross_attention", *settings.family.without_rope)


def _label(settings: Settings, parameters: Mapping[str, Parameters], kind: str) -> str:
    """Return under which name the parameters of a kind of layer are."""
    if "compress" in settings.family.thetas:
        return "main" if kind == SLIDING else "compress"
    return "" if not parameters or "" in parameters else kind


def window_of(settings: Settings, kind: str) -> int | None:
    """Return how many positions a query sees, itself included; None for all of them."""
    if kind == CHUNKED:
        return settings.get_int("attention_chunk_size")
    if settings.family.both_sides:
        return settings.require("local_attention") // 2 if kind == SLIDING else None
    if "sliding" not in kind and "compressed" not in kind:
        return None
    window = next((size for size in map(settings.get_int, WINDOWS) if size), None)
    if window and kind == SLIDING and settings.get("use_bidirectional_attention") in (True, "all"):
        return window // 2 + 1
    return window


# --- RoPE -----------------------------------------------------------------------------------------


def is_latent(settings: Settings) -> bool:
    """Return whether the rotated columns are a part of their own, as in latent attention."""
    return bool(settings.get_int("qk_rope_head_dim") and settings.get_int("qk_nope_head_dim"))


def head_width(settings: Settings, kind: str = "") -> int:
    """Return the columns of a head's queries, of which some or all are turned."""
    if is_latent(settings):
        return settings.require("qk_nope_head_dim") + settings.require("qk_rope_head_dim")
    by_layer = "per_layer_config" in settings.given
    if kind == FULL and settings.family.full_head_dim and not by_layer:
        return settings.require(settings.family.full_head_dim)
    return head_dim(settings)


def ropes_of(settings: Settings) -> tuple[RopeLayer, ...]:
    """Return the rotations of a model, each once; without num_hidden_layers one of each kind."""
    parameters = parameters_of(settings)
    if settings.get_int("num_hidden_layers"):
        return tuple(group.rope for group in groups_of(settings, parameters) if group.rope)
    return tuple(_rope(settings, kind, found) for kind, found in parameters.items())


def _rope(settings: Settings, kind: str, found: Parameters) -> RopeLayer:
    family, head, values = settings.family, head_width(settings, kind), found.values
    latent = is_latent(settings)
    width = settings.require("qk_rope_head_dim") if latent else head
    reads_partial = family.partial is not None or found.rope_type != "default"
    reads_partial = reads_partial and (settings.known or not latent)
    if found.rope_type == "axial":
        width = head // 2
    elif found.rope_type != "proportional" and reads_partial:
        whole = head if family.partial_of_head else width
        width = int(whole * values.get("partial_rotary_factor", width / whole))
    if not 2 <= width <= head:
        raise ValueError(f"{width} of the {head} columns of a head would turn")
    in_turns = family.sections_interleaved if settings.known else values.get("mrope_interleaved")
    sections = values.get("mrope_section", family.sections)
    if len(sections) == len(family.section_places):
        sections = [sections[place] for place in family.section_places]
    return RopeLayer(
        found,
        head,
        width,
        layout_of(settings),
        settings.get_int("max_position_embeddings"),
        rotary_dims_last=latent or family.rotary_dims_last,
        sections=tuple(map(int, sections)) if family.sections or not settings.known else (),
        sections_interleaved=in_turns,
        section_order=family.section_order,
        scores_factor=_scores_factor(values) if latent else 1.0,
    )


def layout_of(settings: Settings) -> str | None:
    """Return which columns make a pair; some files have it, as rope_interleave."""
    reads_field = "rope_interleave" in settings.family.defaults or not settings.known
    if reads_field and settings.get("rope_interleave") is not None:
        return INTERLEAVED if settings["rope_interleave"] else SPLIT_HALVES
    return settings.family.layout


def _scores_factor(values: Mapping[str, Any]) -> float:
    """Return what scores are multiplied by beside 1/sqrt(width): the square of mscale_all_dim."""
    weight = values.get("mscale_all_dim")
    if values["rope_type"] == "default" or not weight or "factor" not in values:
        return 1.0
    return mscale(values["factor"], weight) ** 2


def temperature(
    settings: Settings, parameters: Mapping[str, Parameters], group: Group, length: int
) -> float | None:
    """Return the factor of the last query of a text, where it grows with the position."""
    if not group.attends:
        return None
    if settings.model_type == "llama4_text":
        if group.rope is not None or not settings.get("attn_temperature_tuning"):
            return None
        floor = settings.require("floor_scale")
        return math.log1p(length // floor) * (settings.get_number("attn_scale") or 0.0) + 1.0
    if settings.model_type in ("ministral3", "mistral4"):
        values = parameters[""].values
        beta, original = values.get("llama_4_scaling_beta"), values.get(ORIGINAL)
        if beta and original:
            return 1.0 + beta * math.log(1 + (length - 1) // original)
    return None
