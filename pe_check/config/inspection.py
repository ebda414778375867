"""The positions of a configuration, layer by layer."""

from collections.abc import Collection, Mapping
from typing import Any

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
#: Parts of a name that is about positions: such a field is worth a look.
ABOUT_POSITIONS = (
    "pos",
    "rope",
    "rotary",
    "alibi",
    "window",
    "context",
    "theta",
    "yarn",
    "ntk",
    "layer_types",
    "chunk",
    "seq",
    "freq",
    "head_dim",
    "interleave",
)
#: Of these the ones that have another meaning.
UNRELATED_FIELDS = frozenset(
    """
    chunk_size_feed_forward index_head_dim interleave_moe_layer_step linear_head_dim
    linear_key_head_dim linear_value_head_dim mamba_chunk_size mlp_layer_types moe_layer_freq
    num_return_sequences post_norm_eps qk_head_dim seq_aux v_head_dim
    """.split()
)
#: Parts of a file that are no other towers.
OWN_PARTS = (*TEXT_PLACES, "quantization_config", "per_layer_config", "linear_attn_config")


def inspect(config: Mapping[str, Any]) -> Inspection:
    """Return the inspection of a configuration; see `pe_check.config.inspect_config`."""
    settings = settings_of(config)
    parameters = parameters_of(settings)
    no_rope = without_rope(settings)
    has_layers = not no_rope or settings.get("num_hidden_layers") is not None
    groups = groups_of(settings, parameters) if has_layers else ()
    for field in (*settings.family.defaults, *ALWAYS_READ):
        settings.has(field)
    parts = [name for name, value in config.items() if _is_part(name, value)]
    others = tuple(name for name in parts if name not in OWN_PARTS)
    unread = _unread(settings, config, parameters)
    return Inspection(settings, groups, parameters, no_rope, unread, others)


def _is_part(name: str, value: Any) -> bool:
    return isinstance(value, dict) and name.endswith("_config")


def _unread(
    settings: Settings, config: Mapping[str, Any], parameters: Mapping[str, Parameters]
) -> tuple[str, ...]:
    """Return the fields about positions that were not read, of the file and of rope_parameters."""
    names = [settings.path(name) for name in _rest(settings.given, settings.read)]
    if settings.given is not config:
        names += _rest(config, {"model_type", *TEXT_PLACES})
    field, _ = parameters_in_file(settings)
    names += [f"{field}.{name}" for each in parameters.values() for name in each.unread]
    return tuple(dict.fromkeys(names))


def _rest(given: Mapping[str, Any], read: Collection[str]) -> list[str]:
    rest = [name for name in given if name not in read and name not in UNRELATED_FIELDS]
    return [
        name
        for name in rest
        if any(part in name.lower() for part in ABOUT_POSITIONS) and not _is_part(name, given[name])
    ]
