"""What the installed transformers makes of configurations: run in its environment, JSON in and out.

From each configuration come its rotary module, at float32 and at float64, and a small model of the
same layers that reads eight tokens while every call of its rotation is watched.
"""

from __future__ import annotations

import importlib
import json
import sys
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import torch
import transformers
from transformers import CONFIG_MAPPING, AutoModel

#: Model_types that transformers loads by a class of another name.
LOADED_AS = {"kimi_k2": "deepseek_v3"}
#: What makes a model small; what a class does not have is left out.
SMALL = {
    "vocab_size": 64,
    "pad_token_id": 0,
    "intermediate_size": 16,
    "moe_intermediate_size": 16,
    "intermediate_size_mlp": 16,
    "shared_expert_intermediate_size": 16,
    "num_attention_heads": 2,
    "num_key_value_heads": 2,
    "num_global_key_value_heads": 2,
    "n_head": 2,
    "num_experts": 4,
    "num_local_experts": 4,
    "n_routed_experts": 8,
    "num_experts_per_tok": 2,
    "top_k_experts": 2,
    "n_group": 1,
    "topk_group": 1,
    "q_lora_rank": 16,
    "kv_lora_rank": 16,
    "v_head_dim": 16,
    "linear_num_key_heads": 2,
    "linear_num_value_heads": 2,
    "linear_key_head_dim": 8,
    "linear_value_head_dim": 8,
    "hidden_size_per_layer_input": 8,
    "vocab_size_per_layer_input": 64,
    "mamba_n_heads": 8,
    "mamba_d_head": "auto",
    "mamba_n_groups": 1,
    "index_n_heads": 2,
    "o_groups": 2,
    "o_lora_rank": 16,
    "first_k_dense_replace": 0,
}
N_TOKENS = 8


def text_config(given: dict[str, Any]):
    """The configuration of the language model, as transformers reads the file."""
    name = LOADED_AS.get(given["model_type"], given["model_type"])
    whole = CONFIG_MAPPING[name].from_dict(json.loads(json.dumps(given)))
    return whole if name.endswith("_vision") else whole.get_text_config()


def module_of(config) -> ModuleType:
    return importlib.import_module(type(config).__module__.replace("configuration", "modeling"))


@contextmanager
def in_float64():
    """Let transformers' functions compute in float64, though they ask for float32 by name."""
    kept = torch.float, torch.float32, torch.Tensor.float
    torch.float = torch.float32 = torch.float64
    torch.Tensor.float = torch.Tensor.double
    try:
        yield
    finally:
        torch.float, torch.float32, torch.Tensor.float = kept


def rotations(config) -> dict[str, dict[str, Any]]:
    """The frequencies and attention factor of each rotation, by its name; "" for all layers."""
    module = module_of(config)
    vision = config.model_type.endswith("_vision")
    [rotary] = {
        each
        for name, each in vars(module).items()
        if name.endswith("RotaryEmbedding") and ("Vision" in name) == vision
    }
    if not hasattr(config, "rope_parameters"):
        table = module.create_sinusoidal_positions(2, config.rotary_dim)[1]
        half = len(table) // 2
        found = torch.atan2(table[:half], table[half:])
        return {"": {"inv_freq": found.tolist(), "attention_factor": 1.0}}
    made = rotary(config)
    names = [name for name, _ in made.named_buffers() if name.endswith("inv_freq")]
    labels = [name[: -len("inv_freq")] for name in names if "original" not in name]
    return {
        label.rstrip("_"): {
            "inv_freq": getattr(made, f"{label}inv_freq").tolist(),
            "attention_factor": getattr(made, f"{label}attention_scaling"),
        }
        for label in labels
    }


# --- A small model that is watched ----------------------------------------------------------------


def small(config):
    """The same configuration with few parameters; whatever decides on positions is kept."""
    heads = 2
    given = config.to_dict()
    changed = {k: v for k, v in SMALL.items() if k in given or hasattr(config, k)}
    if "n_embd" in given:
        changed = {"n_embd": heads * (given["n_embd"] // given["n_head"]), "n_head": heads}
    else:
        head_dim = given.get("head_dim") or given["hidden_size"] // given["num_attention_heads"]
        changed["hidden_size"] = heads * head_dim
        if given.get("head_dim"):
            changed["head_dim"] = head_dim
    if not given.get("q_lora_rank"):
        changed.pop("q_lora_rank", None)
    for name in ("per_layer_config", "pad_token_id", "quantization_config", "mlp_layer_types"):
        given.pop(name, None)
    return type(config).from_dict({**given, **changed})


class Watch:
    """Which layers rotate, and which columns they pair, as a model runs."""

    def __init__(self, module: ModuleType):
        self.module, self.layer, self.seen = module, -1, {}

    def wrap(self, function):
        def watched(*arguments, **named):
            result = function(*arguments, **named)
            out = result[0] if isinstance(result, tuple) else result
            self.seen.setdefault(self.layer, pairs(arguments[0], out))
            return result

        return watched

    def run(self, config) -> dict[int, str]:
        model = AutoModel.from_config(config, attn_implementation="eager").eval()
        layers = next(part for name, part in model.named_modules() if name in ("layers", "h"))
        for i, layer in enumerate(layers):
            layer.register_forward_pre_hook(lambda *_, i=i: setattr(self, "layer", i))
        names = [name for name in vars(self.module) if name.startswith("apply_rotary")]
        kept = {name: getattr(self.module, name) for name in names}
        try:
            for name, function in kept.items():
                setattr(self.module, name, self.wrap(function))
            with torch.no_grad():
                model(torch.arange(N_TOKENS)[None] + 1)
        finally:
            for name, function in kept.items():
                setattr(self.module, name, function)
        return self.seen


def pairs(before: torch.Tensor, after: torch.Tensor) -> str:
    """Which columns are turned together: those whose norms stay in proportion.

    DeepSeek's program puts interleaved pairs into halves as it turns them.
    """
    changed = (before - after).abs().amax(dim=tuple(range(before.ndim - 1))) > 1e-6
    columns = torch.nonzero(changed).flatten()
    # Slow pairs may not move a float: the columns are those from the first to the last that does.
    first, last = int(columns[0]), int(columns[-1]) + 1
    for width in range(last - first, before.shape[-1] - first + 1):
        if width % 2 == 0:
            for name, layout in LAYOUTS.items():
                turned, result = (x[..., first : first + width] for x in (before, after))
                orders = [LAYOUTS[name], LAYOUTS["halves"]]
                if any(same(layout(turned), order(result)) for order in orders):
                    return name
    return "neither"


LAYOUTS = {
    "halves": lambda x: torch.hypot(x[..., : x.shape[-1] // 2], x[..., x.shape[-1] // 2 :]),
    "interleaved": lambda x: torch.hypot(x[..., 0::2], x[..., 1::2]),
}


def same(before: torch.Tensor, after: torch.Tensor) -> bool:
    factor = (after.norm() / before.norm()).item()
    return torch.allclose(before * factor, after, rtol=1e-3, atol=1e-5)


# --- All of it ------------------------------------------------------------------------------------


def facts(given: dict[str, Any], run: bool) -> dict[str, Any]:
    """All that is compared of one configuration; a small model of it is run where that is asked."""
    torch.manual_seed(0)
    config = text_config(given)
    with in_float64():
        exact = rotations(text_config(given))
    found = {
        "model_type": config.model_type,
        "rotations": rotations(config),
        "exact": exact,
        "max_position_embeddings": config.max_position_embeddings,
        "layer_types": list(getattr(config, "layer_types", None) or []),
        "sliding_window": getattr(config, "sliding_window", None),
        "attention_chunk_size": getattr(config, "attention_chunk_size", None),
    }
    if run and not config.model_type.endswith("_vision"):
        found["rotates"] = Watch(module_of(config)).run(small(text_config(given)))
    return found


def defaults(model_type: str, fields: list[str]) -> dict[str, Any]:
    """What a class takes for fields that a file leaves out."""
    config = CONFIG_MAPPING[model_type]
    found = {}
    for name in fields:
        field = config.__dataclass_fields__.get(
            getattr(config, "attribute_map", {}).get(name, name)
        )
        found[name] = "no such field" if field is None else field.default
    return found


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:  # what fails is told to the test
        return {"error": f"{type(error).__name__}: {error}"}


def main() -> None:
    transformers.logging.set_verbosity_error()
    asked = json.load(sys.stdin)
    answer = {
        "version": transformers.__version__,
        "configs": {
            name: attempt(facts, given, name in asked["run"])
            for name, given in asked["configs"].items()
        },
        "defaults": {
            name: attempt(defaults, name, fields) for name, fields in asked["defaults"].items()
        },
    }
    json.dump(answer, sys.stdout, default=str)


if __name__ == "__main__":
    main()
