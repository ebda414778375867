"""The layers of a model: which of them rotate, by which frequencies, and how far they look."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pe_check.config.families import (
    CHUNKED,
    FULL,
    INTERLEAVED,
    SLIDING,
    n_layers,
    rotated_layers,
)
from pe_check.config.rope_parameters import ORIGINAL, Parameters, head_dim, parameters_of
from pe_check.config.rope_types import mscale, rotation
from pe_check.config.settings import Settings


@dataclass(frozen=True)
class Rope:
    """The rotation of some layers: what is turned, and by how much at each position."""

    parameters: Parameters
    head_width: int
    width: int
    layout: str | None
    longest: int | None
    behind: bool = False
    sections: tuple[int, ...] = ()
    sections_interleaved: bool = False
    scores_factor: float = 1.0

    @property
    def rope_type(self) -> str:
        return self.parameters.rope_type

    @property
    def base(self) -> float:
        return self.parameters.base

    def at(self, length: int | None = None) -> tuple[np.ndarray, float]:
        """Return frequencies (width/2,) and attention factor for texts of a length."""
        values = self.parameters.values
        longest = self.longest or length or 1
        return rotation(values, self.width, self.head_width, longest, length)

    @property
    def frequencies(self) -> np.ndarray:
        return self.at()[0]

    @property
    def attention_factor(self) -> float:
        return self.at()[1]

    @property
    def unscaled(self) -> np.ndarray:
        """Return the frequencies without the scaling: those of the pretraining."""
        values = dict(self.parameters.values)
        if self.rope_type == "proportional":
            values["factor"] = 1.0
        elif self.rope_type != "axial":
            values["rope_type"] = "default"
        return rotation(values, self.width, self.head_width, self.longest or 1)[0]

    @property
    def turning(self) -> int:
        """Return how many pairs turn at all."""
        return int(np.count_nonzero(self.frequencies))

    @property
    def trained_length(self) -> int | None:
        """Return the length of the pretraining, as far as the file says."""
        return self.parameters.values.get(ORIGINAL, self.longest)


@dataclass(frozen=True)
class Group:
    """Layers that are alike."""

    layers: tuple[int, ...]
    kind: str
    window: int | None
    rope: Rope | None
    label: str = ""
    #: To both sides, as in an encoder.
    both_sides: bool = False

    @property
    def attends(self) -> bool:
        """Return whether these layers have attention at all."""
        return self.kind.endswith("attention") and not self.kind.startswith("linear")

    def span(self, length: int) -> int:
        """Return how many offsets, 0 included, meet in a text: a window cuts off the others."""
        if self.window is None or self.kind == "compressed_sparse_attention":
            return length
        return min(length, self.window + (1 if self.both_sides else 0))


def groups_of(settings: Settings) -> tuple[Group, ...]:
    """Return the layers of a model in groups of equal ones, in the order of their first."""
    kinds, rotated = kinds_of(settings), rotated_of(settings)
    ropes = ropes_of(settings) if any(map(_attends, kinds)) else {}
    found: dict[tuple[str, bool], list[int]] = {}
    for i, kind in enumerate(kinds):
        rotates = rotated[i] if rotated else kind not in _without_rope(settings)
        found.setdefault((kind, rotates and _attends(kind)), []).append(i)
    groups = []
    for (kind, rotates), layers in found.items():
        label = _label(settings, kind)
        window = window_of(settings, kind)
        rope = ropes.get(label) if rotates and not settings.family.instead else None
        both = settings.family.both_sides and kind == SLIDING
        groups.append(Group(tuple(layers), kind, window, rope, label, both))
    return tuple(groups)


def _attends(kind: str) -> bool:
    return kind.endswith("attention") and kind != "linear_attention"


def kinds_of(settings: Settings) -> list[str]:
    """Return the kind of every layer: as the file says, or by the rule of its family."""
    count = settings.needed("num_hidden_layers")
    given = settings.given.get("layer_types")
    if given is None or (settings.known and not settings.family.reads_layer_types):
        return settings.family.layers(settings)
    settings.says("layer_types")
    if not isinstance(given, list) or not all(isinstance(kind, str) for kind in given):
        raise ValueError(f"{settings.path('layer_types')} must be a list of words, not {given!r}")
    if len(given) != count:
        raise ValueError(
            f"{settings.path('layer_types')} has {len(given)} entries, "
            f"but num_hidden_layers is {count}"
        )
    if settings.family.full_head_dim:
        return [*given[:-1], FULL]  # as Gemma 4's class does
    return list(given)


def rotated_of(settings: Settings) -> list[bool]:
    """Return which layers rotate where no_rope_layers says so; empty where nothing does."""
    if settings.model_type not in ("llama4_text", "smollm3"):
        return []
    rotated = rotated_layers(settings)
    if len(rotated) < n_layers(settings):
        raise ValueError(
            f"{settings.path('no_rope_layers')} has {len(rotated)} entries, "
            f"but num_hidden_layers is {n_layers(settings)}"
        )
    return rotated


def _without_rope(settings: Settings) -> tuple[str, ...]:
    """Return the kinds of layers that do not rotate; where nothing has a window all of them do."""
    kinds = settings.family.without_rope
    if settings.get("mla_use_nope"):  # Kimi Linear
        return (FULL, *kinds)
    if kinds == (FULL,) and settings.model_type == "exaone4" and not settings["sliding_window"]:
        return ()
    return kinds


def _label(settings: Settings, kind: str) -> str:
    """Return under which name the parameters of a kind of layer stand."""
    if not settings.family.thetas:
        return ""
    if "compress" in settings.family.thetas:
        return "main" if kind == SLIDING else "compress"
    return kind


def window_of(settings: Settings, kind: str) -> int | None:
    """Return how many positions a query sees, itself included; None for all of them."""
    if kind == CHUNKED:
        return settings.whole("attention_chunk_size")
    if settings.family.both_sides:
        return settings.needed("local_attention") // 2 if kind == SLIDING else None
    if kind not in (SLIDING, "compressed_sparse_attention", "heavily_compressed_attention"):
        return None
    window = settings.whole("sliding_window")
    if window and kind == SLIDING and settings.get("use_bidirectional_attention") in (True, "all"):
        return window // 2 + 1
    return window if kind == SLIDING else None


# --- RoPE -----------------------------------------------------------------------------------------


def ropes_of(settings: Settings) -> dict[str, Rope]:
    """Return the rotation of every kind of layer."""
    if settings.family.instead:
        return {}
    return {
        label: _rope(settings, label, found) for label, found in parameters_of(settings).items()
    }


def head_width(settings: Settings, kind: str = "") -> int:
    """Return the columns of a head's queries, of which some or all are turned."""
    if settings.family.latent:
        return settings.needed("qk_nope_head_dim") + settings.needed("qk_rope_head_dim")
    if kind == FULL and settings.family.full_head_dim:
        return settings.needed(settings.family.full_head_dim)
    return head_dim(settings)


def _rope(settings: Settings, label: str, found: Parameters) -> Rope:
    family, head = settings.family, head_width(settings, label)
    width = settings.needed("qk_rope_head_dim") if family.latent else head
    if found.rope_type == "axial":
        width = head // 2
    elif found.rope_type != "proportional" and _heeds(settings, found):
        whole = head if family.partial_of_head else width
        width = int(whole * found.values.get("partial_rotary_factor", width / whole))
    if not 2 <= width <= head:
        raise ValueError(f"{width} of the {head} columns of a head would turn")
    values = found.values
    return Rope(
        found,
        head,
        width,
        layout_of(settings),
        settings.whole("max_position_embeddings"),
        behind=family.behind,
        sections=_sections(family.sections, values),
        sections_interleaved=family.sections_interleaved,
        scores_factor=_scores_factor(settings, values),
    )


def _heeds(settings: Settings, found: Parameters) -> bool:
    """Return whether the program looks at partial_rotary_factor for this rope_type."""
    return settings.family.partial_read or found.rope_type != "default"


def layout_of(settings: Settings) -> str | None:
    """Return which columns make a pair; some files say so themselves, by rope_interleave."""
    if "rope_interleave" in settings.family.defaults:
        return INTERLEAVED if settings["rope_interleave"] else "halves"
    return settings.family.layout


def _sections(default: tuple[int, ...], values: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(int(each) for each in values.get("mrope_section", default)) if default else ()


def _scores_factor(settings: Settings, values: Mapping[str, Any]) -> float:
    """Return what scores are multiplied by beside 1/sqrt(width): the square of mscale_all_dim."""
    weight = values.get("mscale_all_dim")
    if not settings.family.mscale_scores or values["rope_type"] == "default" or not weight:
        return 1.0
    return mscale(values["factor"], weight) ** 2


def temperature(settings: Settings, length: int, rotated: bool) -> float | None:
    """Return the factor of the last query of a text, where it grows with the position."""
    if settings.model_type == "llama4_text":
        if rotated or not settings.get("attn_temperature_tuning"):
            return None
        return math.log1p(length // settings["floor_scale"]) * settings["attn_scale"] + 1.0
    if settings.model_type in ("ministral3", "mistral4"):
        values = parameters_of(settings)[""].values
        beta = values.get("llama_4_scaling_beta")
        original = values.get(ORIGINAL)
        if beta and original:
            return 1.0 + beta * math.log(1 + (length - 1) // original)
    return None
