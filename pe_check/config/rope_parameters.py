"""The parameters of RoPE in a configuration, as transformers 5 puts them in order.

They stand in `rope_parameters` (transformers 5), or in `rope_scaling` beside `rope_theta` and
`partial_rotary_factor` (transformers 4); in some models once for each kind of layer.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pe_check.config.settings import Settings

OLD, NEW = "rope_scaling", "rope_parameters"
#: Where a value is from that the file does not have.
BY_CLASS = "the default of its class"
#: The rope_types that need the length of the pretraining.
WITH_ORIGINAL = ("llama3", "yarn", "longrope")
ORIGINAL = "original_max_position_embeddings"
#: What each rope_type reads. Whatever else stands beside it changes nothing.
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
#: HunYuan's files say "dynamic" with an alpha: another base, and the same at every length.
NTK_ALPHA = "ntk_alpha"
#: What a rope_type cannot do without.
NEEDED = {
    "linear": ("factor",),
    "dynamic": ("factor",),
    "yarn": ("factor",),
    "longrope": ("short_factor", "long_factor"),
    "llama3": ("factor", "low_freq_factor", "high_freq_factor"),
}


@dataclass(frozen=True)
class Parameters:
    """The parameters of one kind of layer: their values, and where the base is from."""

    values: Mapping[str, Any]
    base_from: str
    #: Names beside them that this rope_type does not read.
    unread: tuple[str, ...] = ()

    @property
    def rope_type(self) -> str:
        return str(self.values["rope_type"])

    @property
    def base(self) -> float:
        return float(self.values["rope_theta"])


def nested(found: Mapping[str, Any]) -> list[str]:
    """Return the names under which a file has parameters of their own."""
    return [name for name, value in found.items() if isinstance(value, dict)]


def parameters_in_file(settings: Settings) -> tuple[str, dict[str, Any]]:
    """Return the field that counts, "" for none, and what stands in it."""
    for field in (OLD, NEW):
        if settings.says(field) and settings.given[field]:
            found = settings.given[field]
            if not isinstance(found, dict):
                raise ValueError(f"{settings.path(field)} must be an object, but it is {found!r}")
            return field, dict(found)
    return "", {}


def parameters_of(settings: Settings) -> dict[str, Parameters]:
    """Return the parameters of every kind of layer that has its own, or of all under ""."""
    if not settings.family.thetas:
        return {"": _of_all(settings)}
    return {kind: _of_kind(settings, kind) for kind in settings.family.thetas}


def _of_all(settings: Settings) -> Parameters:
    """Return the parameters that all layers share."""
    field, found = parameters_in_file(settings)
    if not found and settings.family.rope_parameters is not None:
        found, field = dict(settings.family.rope_parameters), BY_CLASS
    base, base_from = settings.family.theta, BY_CLASS
    if settings.says("rope_theta"):
        base, base_from = settings["rope_theta"], settings.path("rope_theta")
    return _parameters(settings, found, field, base, base_from)


def _of_kind(settings: Settings, kind: str) -> Parameters:
    """Return the parameters of one kind of layer."""
    family = settings.family
    base_field, base = family.thetas[kind]
    field, found = parameters_in_file(settings)
    if not found and family.rope_parameters is not None:
        return _parameters(
            settings, dict(family.rope_parameters[kind]), BY_CLASS, base, BY_CLASS, {}
        )
    own = dict(found[kind]) if isinstance(found.get(kind), dict) else {}
    if field == OLD or "compress" in family.thetas:
        flat = {name: each for name, each in found.items() if not isinstance(each, dict)}
        own |= flat if kind in family.scaled else {}
        if kind in family.scaled and "compress" in family.thetas and not nested(found):
            own.pop("rope_theta", None)
            own.setdefault("attention_factor", 1.0)
    base_from = BY_CLASS
    if base_field and settings.says(base_field):
        base, base_from = settings[base_field], settings.path(base_field)
    place = f"{field}.{kind}" if kind in found else field
    return _parameters(settings, own, place, base, base_from, found)


def _parameters(
    settings: Settings,
    found: dict[str, Any],
    field: str,
    base: float,
    base_from: str,
    around: Mapping[str, Any] | None = None,
) -> Parameters:
    """Return parameters with what they lack filled in, in transformers' order of precedence."""
    if found.get("rope_theta") is not None:
        base = found["rope_theta"]
        base_from = field if field == BY_CLASS else f"{field}.rope_theta"
    values = {name: value for name, value in found.items() if value is not None}
    values["rope_theta"] = _positive(base, f"{field}.rope_theta")
    rope_type = _rope_type(settings, found)
    partial = _partial(settings)
    if partial is not None:
        values.setdefault("partial_rotary_factor", partial)
    values["rope_type"] = rope_type
    if rope_type in WITH_ORIGINAL:
        if around is None and settings.get(ORIGINAL) is not None:
            values[ORIGINAL] = settings[ORIGINAL]  # as Phi-3 has it, beside the parameters
        values.setdefault(ORIGINAL, settings.needed("max_position_embeddings"))
    if rope_type == "yarn":
        # transformers looks for it beside the kinds of layers, not within one of them.
        values["truncate"] = (found if around is None else around).get("truncate", True)
    if rope_type == "yarn" and "factor" in found and found["factor"] is None:
        values["factor"] = settings.needed("max_position_embeddings") / values[ORIGINAL]
    for name in NEEDED.get(rope_type, ()):
        if name not in values:
            raise ValueError(f"{field} of rope_type {rope_type!r} lacks {name!r}")
    reads = _reads(settings, rope_type)
    unread = tuple(
        name for name in found if name not in reads and not isinstance(found[name], dict)
    )
    return Parameters(values, base_from, unread)


def _rope_type(settings: Settings, found: Mapping[str, Any]) -> str:
    """Return the rope_type, under the name that transformers 5 has for it."""
    family = settings.family
    written = str(found.get("rope_type") or found.get("type") or "default")
    rope_type = family.renamed.get(written, written)
    if rope_type == "default" and family.axial:
        return "axial"
    if rope_type == "dynamic" and found.get("alpha") and "alpha" in family.also_reads:
        return NTK_ALPHA
    if rope_type not in FIELDS:
        known = ", ".join(FIELDS)
        raise ValueError(f"transformers has no rope_type {rope_type!r}; it has {known}")
    return rope_type


def _partial(settings: Settings) -> float | None:
    """Return the part of a head that turns, as the file has it beside the parameters."""
    if settings.get("rotary_dim"):
        return settings.needed("rotary_dim") / head_dim(settings)
    if settings.get("partial_rotary_factor") is not None:
        return _positive(settings["partial_rotary_factor"], "partial_rotary_factor")
    if settings.model_type == "deepseek_v4" and settings.get("qk_rope_head_dim"):
        return settings.needed("qk_rope_head_dim") / head_dim(settings)
    return settings.family.partial


def head_dim(settings: Settings) -> int:
    """Return the width of a head: head_dim, or hidden_size / num_attention_heads."""
    given = None if settings.family.head_dim_derived else settings.whole("head_dim")
    return given or settings.needed("hidden_size") // settings.needed("num_attention_heads")


def _positive(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e300:
        raise ValueError(f"{name} must be a number above 0, but it is {value!r}")
    return float(value)


def _reads(settings: Settings, rope_type: str) -> set[str]:
    """Return what is read of the parameters: by the rope_type, and by the model."""
    sections = {"mrope_section", "mrope_interleaved"} if settings.family.sections else set[str]()
    more = FIELDS.get(rope_type, {"alpha"})
    return COMMON | more | sections | set(settings.family.also_reads)
