"""A Llama of each rope_type with the fields that it can have, and files in unusual forms."""

from __future__ import annotations

from typing import Any


def _llama(**more: Any) -> dict[str, Any]:
    return {
        "model_type": "llama",
        "hidden_size": 384,
        "num_attention_heads": 4,
        "num_hidden_layers": 2,
        "max_position_embeddings": 8192,
    } | more


def _rope(rope_type: str, base: float = 500_000.0, **more: Any) -> dict[str, Any]:
    return _llama(rope_parameters={"rope_type": rope_type, "rope_theta": base} | more)


_LLAMA3 = {"factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0}
_ORIGINAL = {"original_max_position_embeddings": 2048}
_LISTS = {
    "short_factor": [1.0 + j / 100 for j in range(48)],
    "long_factor": [1.0 + j / 2 for j in range(48)],
}
_GEMMA3 = {
    "model_type": "gemma3_text",
    "hidden_size": 512,
    "num_attention_heads": 2,
    "num_hidden_layers": 7,
    "max_position_embeddings": 8192,
}

BY_TYPE: dict[str, dict[str, Any]] = {
    "default": _rope("default"),
    "no parameters": _llama(),
    "linear": _rope("linear", factor=2.5),
    "linear, in part": _rope("linear", factor=4.0, partial_rotary_factor=0.5),
    "dynamic": _rope("dynamic", factor=2.0),
    "proportional": _rope("proportional", partial_rotary_factor=0.25),
    "proportional with a factor": _rope("proportional", factor=8.0, partial_rotary_factor=0.25),
    "llama3": _rope("llama3", **_LLAMA3, **_ORIGINAL),
    "yarn": _rope("yarn", factor=4.0, **_ORIGINAL),
    "yarn without an original length": _rope("yarn", factor=4.0),
    "yarn without a factor": _rope("yarn", factor=None, **_ORIGINAL),
    "yarn with other turns": _rope("yarn", factor=4.0, beta_fast=16, beta_slow=2, **_ORIGINAL),
    "yarn not truncated": _rope("yarn", factor=32.0, truncate=False, **_ORIGINAL),
    "yarn with an attention factor": _rope("yarn", factor=4.0, attention_factor=0.8, **_ORIGINAL),
    "yarn with mscale": _rope("yarn", factor=40.0, mscale=0.707, mscale_all_dim=1.0, **_ORIGINAL),
    "yarn with mscale alone": _rope("yarn", factor=40.0, mscale=0.707, **_ORIGINAL),
    "longrope": _rope("longrope", **_LISTS, **_ORIGINAL),
    "longrope with a factor": _rope("longrope", factor=16.0, **_LISTS, **_ORIGINAL),
    "longrope, attention factor": _rope("longrope", attention_factor=1.1, **_LISTS, **_ORIGINAL),
    "the older form": _llama(rope_theta=1e6, rope_scaling={"type": "linear", "factor": 2.0}),
    "both forms": _llama(
        rope_theta=1e6,
        rope_scaling={"rope_type": "linear", "factor": 2.0},
        rope_parameters={"rope_type": "default", "rope_theta": 1e5},
    ),
    "an original length at the top": _llama(
        rope_scaling={"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 4096},
        original_max_position_embeddings=1024,
    ),
    "a kind of layer has its own base": _GEMMA3
    | {
        "rope_parameters": {
            "full_attention": {"rope_type": "yarn", "rope_theta": 1e6, "factor": 4.0} | _ORIGINAL,
            "sliding_attention": {"rope_type": "default", "rope_theta": 2e4},
        }
    },
    "flat where kinds are expected": _GEMMA3
    | {"rope_parameters": {"rope_type": "default", "rope_theta": 7e4}},
    "OLMo 3 with another base": _GEMMA3 | {"model_type": "olmo3", "rope_theta": 1e6},
    "rope_theta beside rotary_emb_base": _llama(rope_theta=1e6) | {"model_type": "gpt_neox"},
}
