"""What a config.json says of positions: which layers rotate, by what, and what is easily got wrong.

- `files`: a configuration from a file, a folder or a text; nothing is run
- `families`: what transformers takes where a file is silent; `settings`: file or family
- `frequencies`: the frequencies and the attention factor of each rope_type
- `model`: what is found, as data
- `rope_parameters`: the parameters of RoPE in the forms of transformers 4 and 5, put in order
- `layer_kinds`, `layers`, `inspection`: the layers of a model, grouped where they are equal
- `pitfalls`: what is easily got wrong
- `describe`, `command`: all of it in a terminal
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pe_check.config.describe import describe
from pe_check.config.files import read_config
from pe_check.config.inspection import inspect
from pe_check.config.model import Inspection

__all__ = ["Inspection", "inspect_config"]


def inspect_config(config: Mapping[str, Any] | str | Path) -> Inspection:
    """Return what a configuration of transformers says of positions, layer by layer.

    Both forms are read: `rope_theta` and `rope_scaling` (transformers 4), `rope_parameters`
    (transformers 5), also where they are nested for kinds of layers or are in a `text_config`.
    What a file leaves out is taken from the class of its `model_type`, if that is known here; of
    another one RoPE is claimed only where a field is about it. Nothing in the file is run.

    Parameters
    ----------
    config : mapping, str or pathlib.Path
        The configuration, or the path of a config.json or of the folder that holds one.

    Returns
    -------
    Inspection
        It prints its explanation. `groups` are the layers in groups of equal ones, each with its
        `kind`, `window` and `rope`; a rope has base, width, layout, frequencies (width/2,) in
        radians per position and attention_factor. `no_rope` tells what a model has in place of
        RoPE. `unread` names the fields about positions that were not read.

    Raises
    ------
    ValueError
        If it is not a configuration, lacks what it cannot do without, or contradicts itself. The
        message names the field, its value and the rule.

    Examples
    --------
    >>> found = inspect_config({"model_type": "smollm3", "rope_theta": 5e6})
    >>> [(group.layers[:3], group.rope is None) for group in found.groups]
    [((0, 1, 2), False), ((3, 7, 11), True)]
    >>> found.groups[0].rope.base, found.groups[0].rope.layout
    (5000000.0, 'halves')

    Source: transformers 5.24, `modeling_rope_utils.py` and the classes of its models.
    """
    found = inspect(config if isinstance(config, Mapping) else read_config(config))
    return replace(found, text=describe(found))
