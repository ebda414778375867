"""pe_check.config beside transformers: every model type with its default configuration.

Run where transformers, torch and numpy are installed, with this repository on PYTHONPATH:

    python benchmarks/config_types.py

What is true is read off the library: frequencies and attention factors from the rotary module of
each model, the layers that rotate from a run of the whole model on the meta device, and the layout
from its own rotation function. A type is right if all of that is told and agrees, vague if nothing
that is told is wrong, refused if an error is raised. Windows are compared where the class has one
sliding_window. Other configurations are read as JSON from a file, by --configs: {name: fields}.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
import transformers
from transformers import CONFIG_MAPPING, AutoModel
from transformers.models.auto import modeling_auto

from pe_check.config import Inspection, inspect_config
from pe_check.config.families import FAMILIES, SLIDING
from pe_check.config.other_methods import (
    ALIBI,
    BIAS,
    CONVOLUTION,
    LEARNED,
    PROFILES,
    RECURRENCE,
    SINUSOIDAL,
    T5_BIAS,
    WHISPER,
)
from pe_check.config.rope_parameters import NOT_KNOWN

N_TOKENS = 8
#: How far float32 is from exact frequencies, most on the ramps of YaRN and Llama 3.
IN_FLOAT32 = 4e-6
#: Model types that transformers loads by a class of another name.
LOADED_AS = {"kimi_k2": "deepseek_v3"}
LANGUAGE_MODELS = (
    modeling_auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES.keys()
    | modeling_auto.MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES.keys()
)
#: Parts of a layer that do not rotate, replaced by nothing: they may not run on the meta device.
OTHER_PARTS = ("MLP", "Experts", "MoE", "Moe", "MoeBlock", "SparseMoeBlock", "FeedForward")

_ROWS = (
    r"(position_embed(ding|s_layer)s?|embed_positions|wpe|pos_embed|positions_embed)(\.weight)?$"
)
#: What shows another method than RoPE: in the names of parameters, or in the source of the class.
EVIDENCE = {
    LEARNED: (_ROWS, ""),
    SINUSOIDAL: ("", "(?i)sinusoid|sincos"),
    WHISPER: (_ROWS, "sinusoids"),
    T5_BIAS: (r"relative_attention_bias", ""),
    BIAS: ("relative_position_bias_table", ""),
    ALIBI: ("", "alibi"),
    CONVOLUTION: ("pos_conv_embed", ""),
    PROFILES: (r"rel_logits_proj|relative_position_bias\.proj", ""),
}


class Skipped(Exception):
    """The library cannot build or run this model here."""


def modeling(config: Any) -> Any:
    """Return the module with the model of a configuration."""
    return importlib.import_module(type(config).__module__.replace("configuration", "modeling"))


def is_rotation(name: str) -> bool:
    """Return whether a function of a module applies RoPE, by its name."""
    return name.startswith("apply_") and ("rotary" in name or "rope" in name)


def on_meta(config: Any) -> torch.nn.Module:
    """Return the model of a configuration without numbers."""
    with torch.device("meta"):
        try:
            return AutoModel.from_config(config, attn_implementation="eager").eval()
        except ValueError:  # a part of a model, which no list of the library names
            kind = next(
                part
                for name, part in vars(modeling(config)).items()
                if getattr(part, "config_class", 0) is type(config) and "PreTrained" not in name
            )
            config._attn_implementation = "eager"
            return kind(config).eval()


class Passing(torch.nn.Module):
    """Stands for a part of a layer that does not rotate; some return their router's scores too."""

    def __init__(self, pair: bool):
        super().__init__()
        self.pair = pair

    def forward(self, hidden: torch.Tensor, *_: Any, **__: Any) -> Any:
        return (hidden, None) if self.pair else hidden


class Watch:
    """Which layers rotate as a model runs on the meta device, and how."""

    def __init__(self, config: Any, pairs: tuple[str, ...] = ()):
        for name in ("num_key_value_heads", "num_global_key_value_heads"):
            with suppress(AttributeError):  # a file may leave them to a class of another size
                if getattr(config, name) is not None:
                    setattr(config, name, config.num_attention_heads)
        self.module, self.layer = modeling(config), -1
        #: Of each layer that rotates: the function, the width of heads, and that of cosines.
        self.seen: dict[int, tuple[str, int, int]] = {}
        self.model = on_meta(config)
        for parent in list(self.model.modules()):
            for name, child in parent.named_children():
                kind = type(child).__name__
                if kind.endswith(OTHER_PARTS):
                    setattr(parent, name, Passing(kind.endswith(pairs) if pairs else False))
        layers = max(
            (each for each in self.model.modules() if isinstance(each, torch.nn.ModuleList)),
            key=len,
        )
        for i, layer in enumerate(layers):
            layer.register_forward_pre_hook(lambda *_, i=i: setattr(self, "layer", i))

    def watched(self, name: str, function: Any) -> Any:
        def rotate(*given: Any, **named: Any) -> Any:
            tensors = [each for each in (*given, *named.values()) if torch.is_tensor(each)]
            first = tensors[0]
            self.seen.setdefault(self.layer, (name, first.shape[-1], tensors[-1].shape[-1]))
            return function(*given, **named)

        return rotate

    def run(self) -> dict[int, tuple[str, int, int]]:
        kept = {name: each for name, each in vars(self.module).items() if is_rotation(name)}
        try:
            for name, function in kept.items():
                setattr(self.module, name, self.watched(name, function))
            with torch.no_grad(), torch.device("meta"):
                self.model(torch.ones(1, N_TOKENS, dtype=torch.long))
        finally:
            for name, function in kept.items():
                setattr(self.module, name, function)
        return self.seen


def rotary_modules(config: Any, model: torch.nn.Module | None) -> list[Any]:
    """Return the modules that hold frequencies, made anew with real numbers."""
    if model is None:
        kinds = {
            kind
            for name, kind in vars(modeling(config)).items()
            if name.endswith("RotaryEmbedding") and "Vision" not in name
        }
    else:
        kinds = {type(part) for part in model.modules() if "RotaryEmbedding" in type(part).__name__}
    found = []
    for kind in kinds:
        if "config" in inspect.signature(kind.__init__).parameters:
            found.append(kind(config))
    return found


def rotations(modules: list[Any]) -> dict[str, tuple[np.ndarray, float]]:
    """Return the frequencies and attention factor of each rotation, by the kind of layer."""
    found = {}
    for made in modules:
        for name, buffer in made.named_buffers():
            if name.endswith("inv_freq") and "original" not in name:
                label = name[: -len("inv_freq")]
                factor = getattr(made, f"{label}attention_scaling", 1.0)
                found[label.rstrip("_")] = buffer.double().numpy(), float(factor)
    return found


def _in_a_table(config: Any) -> dict[str, tuple[np.ndarray, float]]:
    """Return the frequencies of GPT-J and CodeGen, whose class has a table of sines and cosines."""
    make = getattr(modeling(config), "create_sinusoidal_positions", None)
    if make is None or not hasattr(config, "rotary_dim"):
        return {}
    sines, cosines = make(2, config.rotary_dim)[1].double().chunk(2)
    return {"": (torch.atan2(sines, cosines).numpy(), 1.0)}


def layout(module: Any, function: str, head: int, rotary: Any) -> str | None:
    """Return which columns a rotation function turns together, tried on one column each."""
    places = torch.arange(N_TOKENS)[None] + 1
    try:
        given = rotary(torch.zeros(1, N_TOKENS, head), places)
        given = given if isinstance(given, tuple) else (given,)
        width = 2 * len(dict(rotary.named_buffers())["inv_freq"])
        x = torch.zeros(1, 1, N_TOKENS, min(width, head))
        x[..., 0] = 1.0
        turned = getattr(module, function)(x, x, *given)[0]
    except Exception:
        return None
    partners = torch.nonzero(turned.abs().amax(dim=(0, 1, 2)) > 1e-6).flatten().tolist()
    return {1: "interleaved", x.shape[-1] // 2: "halves"}.get(partners[-1])


class Truth(NamedTuple):
    """What the library does with one configuration."""

    #: The frequencies and attention factor of each rotation, by the kind of layer.
    rotations: dict[str, tuple[np.ndarray, float]]
    #: The layers that rotate; None if the model does not run here.
    layers: frozenset[int] | None
    layout: str | None
    #: Why the model does not run here.
    reason: str = ""


def truth_of(config: Any) -> Truth:
    """Return what the library does, from a run of the model where that is possible."""
    watch, seen, reason = None, None, ""
    for pairs in ((), ("GptOssMLP", "Moe", "MoE")):
        try:
            watch = Watch(config, pairs)
            seen = watch.run()
            break
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
    modules = rotary_modules(config, watch and watch.model)
    found = rotations(modules) or _in_a_table(config)
    if seen is None:
        return Truth(found, None, None, reason)
    there = None
    if modules and seen:
        function, head, _ = next(iter(seen.values()))
        there = layout(modeling(config), function, head, modules[0])
    return Truth(found, frozenset(seen), there)


def may_rotate(config: Any) -> bool:
    """Return whether the class has RoPE, by the words of its source."""
    source = inspect.getsource(modeling(config))
    return any(word in source for word in ("RotaryEmbedding", "apply_rotary", "rotary_pos_emb"))


def of_method(method: str, config: Any) -> list[str]:
    """Return that a class without RoPE does not have the method that is told."""
    names = [name for name, _ in on_meta(config).named_parameters()]
    if method == RECURRENCE:
        rows = [name for name in names if re.search(_ROWS, name)]
        return [f"positions in {rows[0]}"] if rows else []
    parameter, source = EVIDENCE[method]
    shown = not parameter or any(re.search(parameter, name) for name in names)
    shown = shown and bool(re.search(source, inspect.getsource(modeling(config))))
    return [] if shown else [f"{method}, which the class does not show"]


def differences(found: Inspection, config: Any) -> list[str]:
    """Return what is told of a model and is not so; Skipped if the library cannot tell."""
    if found.no_rope in {*EVIDENCE, RECURRENCE}:
        return of_method(found.no_rope, config)
    if not may_rotate(config) or found.no_rope == NOT_KNOWN:
        return ["RoPE, of which the class has none"] if found.rotating else []
    truth = truth_of(config)
    if found.no_rope:
        return ["no RoPE, and layers rotate"] if truth.layers else []
    if not truth.rotations:
        raise Skipped("no frequencies in a module" if truth.layers else "no rotary module")
    wrong = [text for group in found.rotating for text in _of_group(group, truth.rotations)]
    if truth.layers is None:
        if not wrong:
            raise Skipped(truth.reason)
        return wrong
    return wrong + _of_layers(found, truth.layers) + _of_layout(found, truth.layout)


def _of_layers(found: Inspection, seen: frozenset[int]) -> list[str]:
    """Return the layers that are told to rotate and do not, or do."""
    if -1 in seen:
        raise Skipped("several parts of the model rotate")
    told = {i for group in found.rotating for i in group.layers}
    if max(told, default=0) > 2 * max(seen, default=0):
        raise Skipped("the layers are in several lists")
    if told == seen or not all(group.rope_known for group in found.groups):
        return []
    return [f"layers {sorted(told ^ seen)[:6]} rotate, or do not"]


def _of_layout(found: Inspection, there: str | None) -> list[str]:
    """Return how the layout differs from the one that the class's own function has."""
    layouts = {group.rope.layout for group in found.rotating if group.rope} - {None}
    last = any(group.rope and group.rope.rotary_dims_last for group in found.groups)
    if not layouts or not there or last or layouts == {there}:
        return []
    return [f"layout {layouts}, which is {there}"]


def _of_group(group: Any, truth: dict[str, tuple[np.ndarray, float]]) -> list[str]:
    rope = group.rope
    wanted, factor = truth.get(group.label) or truth.get("") or next(iter(truth.values()))
    omega = rope.frequencies
    if rope.sections and rope.sections_interleaved is None:  # in an order that is not told
        omega, wanted = np.sort(omega), np.sort(wanted)
    if omega.shape != wanted.shape or not np.allclose(omega, wanted, rtol=IN_FLOAT32, atol=0):
        return [f"frequencies of {group.kind}: {len(omega)} pairs, {len(wanted)} in the class"]
    if abs(rope.attention_factor - factor) > 1e-6:
        return [f"attention factor {rope.attention_factor}, which is {factor}"]
    return []


def windows(found: Inspection, config: Any) -> list[str]:
    """Return the windows of sliding layers that the class does not have."""
    size = getattr(config, "sliding_window", None)
    sizes = {group.window for group in found.groups if group.kind == SLIDING}
    own = getattr(config, "per_layer_config", None)
    both = any(group.both_sides for group in found.groups)
    return [f"windows {sizes}, which are {size}"] if sizes - {size} and not own and not both else []


def verdict(fields: dict[str, Any]) -> tuple[str, str]:
    """Return "right", "vague", "wrong", "refused" or "not checked", and why."""
    name = LOADED_AS.get(fields["model_type"], fields["model_type"])
    try:
        found = inspect_config(fields)
    except ValueError as error:
        return "refused", str(error)
    try:
        config = CONFIG_MAPPING[name]()
        if json.loads(config.to_json_string(use_diff=False)) != fields:
            config = CONFIG_MAPPING[name].from_dict(json.loads(json.dumps(fields)))
        for part in filter(None, found.settings.place.split(".")):
            config = getattr(config, part)
        config = config if name.endswith("_vision") else config.get_text_config()
        wrong = differences(found, config) + windows(found, config)
    except Skipped as reason:
        return "not checked", str(reason)
    except Exception as error:  # what the library cannot build
        return "not checked", f"{type(error).__name__}: {error}"
    if wrong:
        return "wrong", "; ".join(wrong)
    layouts = {group.rope.layout for group in found.rotating if group.rope}
    if found.no_rope == NOT_KNOWN:
        return "vague", "positions not known"
    if None in layouts:
        return "vague", "layout not known"
    known = bool(found.no_rope) or all(group.rope_known for group in found.groups)
    return ("right", "") if known else ("vague", "layers not known")


def defaults(names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the default configuration of model types, as a file has it; some have none."""
    found = {}
    for name in names:
        try:
            found[name] = json.loads(CONFIG_MAPPING[name]().to_json_string(use_diff=False))
        except Exception:
            continue
    return found


def family_defaults() -> list[str]:
    """Return the defaults of families that are not those of their class."""
    wrong = []
    for name, family in FAMILIES.items():
        kind = CONFIG_MAPPING[name]
        for field, value in family.defaults.items():
            names = getattr(kind, "attribute_map", {})
            there = kind.__dataclass_fields__.get(names.get(field, field))
            if there is not None and there.default != value:
                wrong.append(f"{name}.{field} is {value}, which is {there.default}")
    return wrong


def main() -> None:
    """Print as JSON the verdicts, which types are language models, and defaults that are wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--configs", help="a file of other configurations, as JSON")
    args = parser.parse_args()
    transformers.logging.set_verbosity_error()
    asked = defaults(CONFIG_MAPPING)
    if args.configs:
        asked = json.loads(Path(args.configs).read_text("utf-8"))
    found = {name: verdict(fields) for name, fields in asked.items()}
    models = {name for name in found if asked[name]["model_type"] in LANGUAGE_MODELS}
    answer = {"version": transformers.__version__, "models": sorted(models), "verdicts": found}
    print(json.dumps(answer | {"defaults": family_defaults()}))


if __name__ == "__main__":
    main()
