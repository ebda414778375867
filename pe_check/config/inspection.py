"""What a configuration says of positions, layer by layer."""

from collections.abc import Collection, Mapping
from typing import Any

from pe_check.config.fields import UNRELATED_FIELDS, about_positions
from pe_check.config.layers import groups_of
from pe_check.config.model import Inspection, Parameters
from pe_check.config.rope_parameters import parameters_in_file, parameters_of, without_rope
from pe_check.config.settings import TEXT_PLACES, Settings, settings_of

#: Read of every model, whether they decide something or not.
ALWAYS_READ = (
    "hidden_size",
    "num_attention_heads",
    "max_position_embeddings",
    "head_dim",
    "sliding_window",
    "use_sliding_window",
    "max_window_layers",
    "no_rope_layer_interval",
)
#: Parts of a file that are no other towers.
OWN_PARTS = (*TEXT_PLACES, "quantization_config", "per_layer_config", "linear_attn_config")


def inspect(config: Mapping[str, Any]) -> Inspection:
    """Return the inspection of a configuration; see `pe_check.config.inspect_config`."""
    settings = settings_of(config)
    parameters = parameters_of(settings)
    groups = groups_of(settings, parameters)
    for field in (*settings.family.defaults, *ALWAYS_READ):
        settings.has(field)
    parts = [name for name, value in config.items() if _is_part(name, value)]
    others = tuple(name for name in parts if name not in OWN_PARTS)
    unread = _unread(settings, config, parameters)
    return Inspection(settings, groups, parameters, without_rope(settings), unread, others)


def _is_part(name: str, value: Any) -> bool:
    return isinstance(value, dict) and name.endswith("_config")


def _unread(
    settings: Settings, config: Mapping[str, Any], parameters: Mapping[str, Parameters]
) -> tuple[str, ...]:
    """Return the fields that were not read, and what rope_parameters has that nobody reads."""
    names = [settings.path(name) for name in _rest(settings.given, settings.read)]
    if settings.given is not config:
        names += _rest(config, {"model_type", *TEXT_PLACES})
    field, _ = parameters_in_file(settings)
    names += [f"{field}.{name}" for each in parameters.values() for name in each.unread]
    return tuple(sorted(dict.fromkeys(names), key=lambda name: not about_positions(name)))


def _rest(given: Mapping[str, Any], read: Collection[str]) -> list[str]:
    rest = [name for name in given if name not in read and name not in UNRELATED_FIELDS]
    return [name for name in rest if not _is_part(name, given[name])]
