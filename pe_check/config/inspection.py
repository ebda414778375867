"""What a configuration says of positions, layer by layer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pe_check.config.fields import ELSEWHERE, about_positions
from pe_check.config.layers import Group, groups_of, temperature
from pe_check.config.rope_parameters import Parameters, nested, parameters_in_file, parameters_of
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


@dataclass(frozen=True)
class Inspection:
    """The layers of a model in groups of equal ones, and what was not read of its file."""

    settings: Settings
    groups: tuple[Group, ...]
    #: Fields that are not read here, those whose names tell of positions first.
    unread: tuple[str, ...]
    #: Other parts of the file with positions of their own, such as a vision_config.
    other_parts: tuple[str, ...]

    @property
    def model_type(self) -> str:
        return self.settings.model_type

    @property
    def n_layers(self) -> int:
        return sum(len(group.layers) for group in self.groups)

    @property
    def rotating(self) -> tuple[Group, ...]:
        """Return the groups of layers with RoPE."""
        return tuple(group for group in self.groups if group.rope)

    @property
    def trained_length(self) -> int | None:
        """Return the length of the pretraining, as far as the file says."""
        found = {group.rope.trained_length for group in self.rotating if group.rope}
        lengths = [length for length in found if length]
        return min(lengths) if lengths else self.settings.whole("max_position_embeddings")

    @property
    def longest(self) -> int | None:
        """Return max_position_embeddings."""
        return self.settings.whole("max_position_embeddings")

    @cached_property
    def parameters(self) -> dict[str, Parameters]:
        """Return the parameters of RoPE by the name under which they stand."""
        return {} if self.settings.family.instead else parameters_of(self.settings)

    @property
    def form(self) -> str:
        """Return which version of transformers writes its RoPE in this way."""
        field, found = parameters_in_file(self.settings)
        if field == "rope_parameters":
            kinds = " and ".join(nested(found))
            return f"rope_parameters{f' for {kinds}' if kinds else ''} (transformers 5)"
        bases = ("rope_theta", "rope_local_base_freq", "global_rope_theta", "rotary_emb_base")
        names = [name for name in (*bases, "rope_scaling") if self.settings.given.get(name)]
        return f"{' and '.join(names)} (transformers 4)" if names else "no parameters of RoPE"

    def temperature(self, group: Group, length: int) -> float | None:
        """Return the factor of the last query in a text, where it grows with the position."""
        return temperature(self.settings, length, group.rope is not None)

    def __str__(self) -> str:
        from pe_check.config.describe import describe

        return describe(self)


def inspect(config: Mapping[str, Any]) -> Inspection:
    """Return the inspection of a configuration; see `pe_check.config.inspect_config`."""
    settings = settings_of(config)
    groups = groups_of(settings)
    for field in (*settings.family.defaults, *ALWAYS_READ):
        settings.says(field)
    parts = [
        name
        for name, value in config.items()
        if isinstance(value, dict) and name.endswith("_config") and name not in TEXT_PLACES
        if name != "quantization_config"
    ]
    return Inspection(settings, groups, _unread(settings, config), tuple(parts))


def _unread(settings: Settings, config: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the fields that were not read, and what rope_parameters has that nobody reads."""
    names = [settings.path(name) for name in _rest(settings.given, settings.read)]
    if settings.given is not config:
        names += _rest(config, {"model_type", *TEXT_PLACES})
    field, _ = parameters_in_file(settings)
    found = {} if settings.family.instead else parameters_of(settings)
    names += [f"{field}.{name}" for each in found.values() for name in each.unread]
    return tuple(sorted(dict.fromkeys(names), key=lambda name: not about_positions(name)))


def _rest(given: Mapping[str, Any], read: Sequence[str] | set[str]) -> list[str]:
    rest = [name for name in given if name not in read and name not in ELSEWHERE]
    return [
        name for name in rest if not (isinstance(given[name], dict) and name.endswith("_config"))
    ]
