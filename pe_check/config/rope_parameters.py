"""The parameters of RoPE in a configuration, as transformers 5 puts them in order.

They are in `rope_parameters` (transformers 5), or in `rope_scaling` beside `rope_theta` and
`partial_rotary_factor` (transformers 4); in some models once for each kind of layer.
"""

from collections.abc import Mapping
from typing import Any

from pe_check.config.frequencies import NTK_ALPHA, ORIGINAL
from pe_check.config.model import Parameters
from pe_check.config.other_methods import ALIBI, METHODS
from pe_check.config.settings import Settings, check_number

OLD, NEW = "rope_scaling", "rope_parameters"
#: Where a value is from that the file does not have.
BY_CLASS = "the default of its class"
ASSUMED = "assumed: the file does not say, and its class is not known"
#: The rope_types that need the length of the pretraining.
WITH_ORIGINAL = ("llama3", "yarn", "longrope")
#: What each rope_type reads. Whatever else is beside it changes nothing.
COMMON = {"rope_type", "type", "rope_theta", "partial_rotary_factor"}
FIELDS = {
    "default": set[str](),
    "axial": set[str](),
    "linear": {"factor"},
    "dynamic": {"factor"},
    "proportional": {"factor"},
    "yarn": {"factor", "attention_factor", "beta_fast", "beta_slow", "mscale", "mscale_all_dim"}
    | {"truncate", ORIGINAL},
    "longrope": {"factor", "attention_factor", "short_factor", "long_factor", ORIGINAL},
    "llama3": {"factor", "low_freq_factor", "high_freq_factor", ORIGINAL},
}
#: What a rope_type cannot do without.
NEEDED = {
    "linear": ("factor",),
    "dynamic": ("factor",),
    "yarn": ("factor",),
    "longrope": ("short_factor", "long_factor"),
    "llama3": ("factor", "low_freq_factor", "high_freq_factor"),
}
#: The smallest value of the parameters that are numbers; others are above 0.
SMALLEST = {"factor": 1, "alpha": 1, "mscale": 0, "mscale_all_dim": 0, ORIGINAL: 1}
ABOVE_ZERO = ("attention_factor", "partial_rotary_factor", "llama_4_scaling_beta")
#: Turns over the trained length, of which the first are fewer.
TURNS = (("low_freq_factor", "high_freq_factor"), ("beta_slow", "beta_fast"))
LISTS = ("short_factor", "long_factor", "mrope_section")

ROPE_FIELDS = ("rope_theta", "rope_scaling", "rope_parameters", "qk_rope_head_dim")
OTHER_BASES = ("rope_local_base_freq", "global_rope_theta", "layer_rope_theta")
NOT_KNOWN = "not known: no field of the file is about RoPE, and this model_type is not known here"


def without_rope(settings: Settings) -> str:
    """Return what the model has in place of RoPE, or that it is not known; "" with RoPE."""
    if settings.known:
        return settings.family.replaced_by
    kind = settings.get("position_embedding_type")
    if settings.get("alibi") is True or kind == "alibi":
        return ALIBI
    method = METHODS.get(settings.model_type, "")
    if method and kind in (None, "absolute"):
        return method
    if settings.get("use_mem_rope") is False:
        return "no positions: use_mem_rope is false"
    if settings.get("qk_rope_head_dim") == 0:
        return "no positions: qk_rope_head_dim is 0"
    if isinstance(kind, str):
        none = "no positions: " if kind in ("nope", "none") else ""
        rotary = kind.lower() in ("rope", "rotary")
        return "" if rotary else f"{none}position_embedding_type is {kind!r}"
    return "" if has_rope_field(settings) else NOT_KNOWN


def has_rope_field(settings: Settings) -> bool:
    """Return whether a field of the file is about RoPE."""
    rotary = [name for name in settings.given if name.startswith("rotary_")]
    return any(settings.given.get(name) for name in (*ROPE_FIELDS, *OTHER_BASES, *rotary))


def nested(found: Mapping[str, Any]) -> list[str]:
    """Return the names under which a file has parameters of their own."""
    return [name for name, value in found.items() if isinstance(value, dict)]


def parameters_in_file(settings: Settings) -> tuple[str, dict[str, Any]]:
    """Return the field that counts, "" for none, and what it holds."""
    for field in (OLD, NEW):
        if settings.has(field) and settings.given[field]:
            return field, dict(settings.get_object(field))
    return "", {}


def parameters_of(settings: Settings) -> dict[str, Parameters]:
    """Return the parameters of every kind of layer that has its own, or of all under ""."""
    if without_rope(settings):
        return {}
    if settings.family.thetas:
        return {kind: _parameters_of_kind(settings, kind) for kind in settings.family.thetas}
    field, found = parameters_in_file(settings)
    base, base_from = settings.family.theta, BY_CLASS if settings.known else ASSUMED
    if settings.has("rope_theta"):
        base, base_from = settings["rope_theta"], settings.path("rope_theta")
    if not settings.known and nested(found):
        return {
            kind: _parameters(settings, found[kind], f"{field}.{kind}", base, base_from, found)
            for kind in nested(found)
        }
    if not found and settings.family.rope_parameters is not None:
        found, field = dict(settings.family.rope_parameters), BY_CLASS
    return {"": _parameters(settings, found, field, base, base_from)}


def _parameters_of_kind(settings: Settings, kind: str) -> Parameters:
    """Return the parameters of one kind of layer, of a class that has some for each."""
    family = settings.family
    base_field, base = family.thetas[kind]
    field, found = parameters_in_file(settings)
    if not found and family.rope_parameters is not None:
        own = dict(family.rope_parameters[kind])
        return _parameters(settings, own, BY_CLASS, base, BY_CLASS, {})
    own = dict(found[kind]) if isinstance(found.get(kind), dict) else {}
    compressed = "compress" in family.thetas
    if field == OLD or compressed:
        flat = {name: each for name, each in found.items() if not isinstance(each, dict)}
        own |= flat if kind in family.scaled else {}
        if kind in family.scaled and compressed and not nested(found):
            own.pop("rope_theta", None)
            own.setdefault("attention_factor", 1.0)
    base_from = BY_CLASS
    if base_field and settings.has(base_field):
        base, base_from = settings[base_field], settings.path(base_field)
    place = f"{field}.{kind}" if kind in found else field
    return _parameters(settings, own, place, base, base_from, found)


def _parameters(
    settings: Settings,
    found: Mapping[str, Any],
    place: str,
    base: float,
    base_from: str,
    around: Mapping[str, Any] | None = None,
) -> Parameters:
    """Return parameters with what they lack filled in, in transformers' order of precedence."""
    if found.get("rope_theta") is not None:
        base = found["rope_theta"]
        base_from = place if place == BY_CLASS else f"{place}.rope_theta"
    values = {name: value for name, value in found.items() if value is not None}
    values["rope_theta"] = base
    rope_type = values["rope_type"] = _rope_type(settings, found)
    partial = _partial(settings)
    if partial is not None:
        values.setdefault("partial_rotary_factor", partial)
    if rope_type in WITH_ORIGINAL:
        if around is None and settings.get(ORIGINAL) is not None:
            values[ORIGINAL] = settings[ORIGINAL]  # as Phi-3 has it, beside the parameters
        values.setdefault(ORIGINAL, settings.require("max_position_embeddings"))
    if rope_type == "yarn":
        # transformers looks for it beside the kinds of layers, not within one of them.
        values["truncate"] = (found if around is None else around).get("truncate", True)
        if "factor" in found and found["factor"] is None:
            longest, original = settings.require("max_position_embeddings"), values[ORIGINAL]
            values["factor"] = longest / check_number(original, f"{place}.{ORIGINAL}", 1)
    for name in NEEDED.get(rope_type, ()):
        if name not in values:
            raise ValueError(f"{place} of rope_type {rope_type!r} lacks {name!r}")
    _check(values, place, base_from)
    reads = COMMON | FIELDS.get(rope_type, {"alpha"}) | set(settings.family.also_reads)
    if settings.family.sections:
        reads |= {"mrope_section", "mrope_interleaved"}
    others = [name for name in found if name not in reads and not isinstance(found[name], dict)]
    return Parameters(values, base_from, tuple(others) if settings.known else ())


def _rope_type(settings: Settings, found: Mapping[str, Any]) -> str:
    """Return the rope_type, under the name that transformers 5 has for it."""
    family = settings.family
    written = str(found.get("rope_type") or found.get("type") or "default")
    rope_type = family.renamed.get(written, written)
    if rope_type == "mrope":
        rope_type = "default"
    if rope_type == "default" and family.axial:
        return "axial"
    if rope_type == "dynamic" and found.get("alpha"):
        return NTK_ALPHA if not settings.known or "alpha" in family.also_reads else rope_type
    if rope_type not in FIELDS:
        known = ", ".join(FIELDS)
        raise ValueError(f"transformers has no rope_type {rope_type!r}; it has {known}")
    return rope_type


def _partial(settings: Settings) -> float | None:
    """Return the part of a head that turns, as the file has it beside the parameters."""
    if settings.get_int("rotary_dim"):
        return settings.require("rotary_dim") / head_dim(settings)
    if (partial := settings.get_number("partial_rotary_factor")) is not None:
        return partial
    if settings.model_type == "deepseek_v4" and settings.get_int("qk_rope_head_dim"):
        return settings.require("qk_rope_head_dim") / head_dim(settings)
    return settings.family.partial


def head_dim(settings: Settings) -> int:
    """Return the width of a head: head_dim, or hidden_size / num_attention_heads."""
    given = None if settings.family.head_dim_derived else settings.get_int("head_dim")
    return given or settings.require("hidden_size") // settings.require("num_attention_heads")


def _check(values: Mapping[str, Any], place: str, base_from: str) -> None:
    """Raise a ValueError that names the first parameter whose value breaks its rule."""
    if check_number(values["rope_theta"], base_from) <= 1:
        raise ValueError(f"{base_from} must be above 1, but it is {values['rope_theta']!r}")
    for name in (*SMALLEST, *ABOVE_ZERO, *TURNS[0], *TURNS[1]):
        if name in values:
            check_number(values[name], f"{place}.{name}", SMALLEST.get(name))
    for low, high in TURNS:
        if low in values and high in values and not values[low] < values[high]:
            raise ValueError(
                f"{place}.{low} must be below {high}, but they are {values[low]} and {values[high]}"
            )
    if not isinstance(values.get("truncate", True), bool):
        raise ValueError(f"{place}.truncate must be true or false: {values['truncate']!r}")
    for name in LISTS:
        listed = values.get(name, [])
        if not isinstance(listed, list):
            raise ValueError(f"{place}.{name} must be a list of numbers, but it is {listed!r}")
        for item in listed:
            check_number(item, f"an entry of {place}.{name}")
