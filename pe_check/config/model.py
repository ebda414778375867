"""What was found in a configuration, as data: the rotation of its layers, and their groups."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pe_check.config.frequencies import ORIGINAL, rotation
from pe_check.config.settings import Settings
from pe_lib.practice import section_axes

#: Angles that differ by less than this in relation are the same.
SAME = 1e-6


@dataclass(frozen=True)
class Parameters:
    """The parameters of RoPE of one kind of layer: their values, and where the base is from."""

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


@dataclass(frozen=True)
class RopeLayer:
    """The rotation of some layers: what is turned, and by how much at each position."""

    parameters: Parameters
    head_width: int
    width: int
    layout: str | None
    max_positions: int | None
    #: Whether the columns that turn come after those that do not.
    rotary_dims_last: bool = False
    sections: tuple[int, ...] = ()
    #: None: not known.
    sections_interleaved: bool | None = False
    #: How they are dealt out, where it is neither in one piece each nor in turns.
    section_order: str = ""
    scores_factor: float = 1.0

    @property
    def rope_type(self) -> str:
        return self.parameters.rope_type

    @property
    def base(self) -> float:
        return self.parameters.base

    def at(self, length: int | None = None) -> tuple[np.ndarray, float]:
        """Return frequencies (width/2,) and attention factor for texts of a length."""
        longest = self.max_positions or length or 1
        return rotation(self.parameters.values, self.width, self.head_width, longest, length)

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
        return rotation(values, self.width, self.head_width, self.max_positions or 1)[0]

    @property
    def dealt(self) -> tuple[int, ...]:
        """Return the pairs that each axis gets: the first one what the others leave."""
        axes = section_axes(self.sections, interleaved=bool(self.sections_interleaved))
        return tuple(np.bincount(axes, minlength=len(self.sections)).tolist())

    @property
    def n_turning(self) -> int:
        """Return how many pairs turn at all."""
        return int(np.count_nonzero(self.frequencies))

    @property
    def trained_length(self) -> int | None:
        """Return the length of the pretraining, as far as the file tells."""
        return self.parameters.values.get(ORIGINAL, self.max_positions)


@dataclass(frozen=True)
class Group:
    """Layers that are alike."""

    layers: tuple[int, ...]
    kind: str
    window: int | None
    rope: RopeLayer | None
    #: The name of the parameters of RoPE for this kind of layer.
    label: str = ""
    #: Whether the window reaches to both sides, as in an encoder.
    both_sides: bool = False
    #: Whether it is known that these layers rotate, or that they do not.
    rope_known: bool = True

    @property
    def attends(self) -> bool:
        """Return whether these layers have attention at all."""
        return attends(self.kind)

    def span(self, length: int) -> int:
        """Return how many offsets, 0 included, meet in a text: a window cuts off the others.

        Compressed entries of older tokens are seen beyond it.
        """
        if self.window is None or "compressed" in self.kind:
            return length
        return min(length, self.window + (1 if self.both_sides else 0))

    def new_angles(self, length: int) -> np.ndarray:
        """Return which pairs reach angles in a text of this length that training lacked.

        A pair that finished a turn within the trained length has shown every angle. Another one
        shows new angles where its farthest offset turns it farther than training did.
        """
        if self.rope is None:
            return np.empty(0, bool)
        trained = self.rope.trained_length or length
        before = self.rope.unscaled.astype(float) * max(self.span(trained), 1)
        after = self.rope.at(length)[0].astype(float) * self.span(length)
        return (before < 2 * math.pi) & (after > before * (1 + SAME))


def attends(kind: str) -> bool:
    """Return whether layers of this kind have attention; "hybrid" ones do, beside a recurrence."""
    attention = kind.endswith("attention") and not kind.startswith("linear")
    return attention or kind.startswith("hybrid")


@dataclass(frozen=True)
class Inspection:
    """The layers of a model in groups of equal ones, and what was not read of its file."""

    settings: Settings
    groups: tuple[Group, ...]
    #: The parameters of RoPE by the name of the kind of layer, "" for all.
    parameters: Mapping[str, Parameters]
    #: What the model has in place of RoPE, or that it is not known; "" with RoPE.
    no_rope: str
    #: Fields about positions that were not read.
    unread: tuple[str, ...]
    #: Other parts of the file with positions of their own, such as a vision_config.
    other_parts: tuple[str, ...]
    #: All of it as text, for a terminal.
    text: str = field(default="", repr=False)

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
        """Return the length of the pretraining, as far as the file tells."""
        lengths = [group.rope.trained_length for group in self.rotating if group.rope]
        return min(filter(None, lengths), default=None) or self.max_positions

    @property
    def max_positions(self) -> int | None:
        """Return max_position_embeddings."""
        return self.settings.get_int("max_position_embeddings")

    def __str__(self) -> str:
        return self.text
