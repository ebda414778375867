"""Configurations to begin with: what published files say of positions, without the rest.

Each is the config.json of a repository on huggingface.co, whose name is beside it.
"""

from __future__ import annotations

import json
import re
from typing import Any

_GEMMA3 = {
    "architectures": ["Gemma3ForConditionalGeneration"],
    "model_type": "gemma3",
    "text_config": {
        "model_type": "gemma3_text",
        "hidden_size": 3840,
        "num_attention_heads": 16,
        "num_hidden_layers": 48,
        "num_key_value_heads": 8,
        "rope_scaling": {"factor": 8.0, "rope_type": "linear"},
        "sliding_window": 1024,
    },
    "vision_config": {"model_type": "siglip_vision_model", "num_hidden_layers": 27},
}
_LLAMA31 = {
    "architectures": ["LlamaForCausalLM"],
    "model_type": "llama",
    "hidden_size": 4096,
    "num_attention_heads": 32,
    "num_hidden_layers": 32,
    "num_key_value_heads": 8,
    "max_position_embeddings": 131072,
    "rope_theta": 500000.0,
    "rope_scaling": {
        "rope_type": "llama3",
        "factor": 8.0,
        "low_freq_factor": 1.0,
        "high_freq_factor": 4.0,
        "original_max_position_embeddings": 8192,
    },
}
_SMOLLM3 = {
    "architectures": ["SmolLM3ForCausalLM"],
    "model_type": "smollm3",
    "hidden_size": 2048,
    "num_attention_heads": 16,
    "num_hidden_layers": 36,
    "num_key_value_heads": 4,
    "max_position_embeddings": 65536,
    "rope_theta": 5000000.0,
    "no_rope_layer_interval": 4,
    "no_rope_layers": [1, 1, 1, 0] * 9,
    "use_sliding_window": False,
}
_DEEPSEEK_V3 = {
    "architectures": ["DeepseekV3ForCausalLM"],
    "model_type": "deepseek_v3",
    "hidden_size": 7168,
    "num_attention_heads": 128,
    "num_hidden_layers": 61,
    "num_key_value_heads": 128,
    "kv_lora_rank": 512,
    "q_lora_rank": 1536,
    "qk_nope_head_dim": 128,
    "qk_rope_head_dim": 64,
    "v_head_dim": 128,
    "max_position_embeddings": 163840,
    "rope_theta": 10000,
    "rope_scaling": {
        "type": "yarn",
        "factor": 40,
        "beta_fast": 32,
        "beta_slow": 1,
        "mscale": 1.0,
        "mscale_all_dim": 1.0,
        "original_max_position_embeddings": 4096,
    },
}
_GPT_OSS = {
    "architectures": ["GptOssForCausalLM"],
    "model_type": "gpt_oss",
    "hidden_size": 2880,
    "head_dim": 64,
    "num_attention_heads": 64,
    "num_hidden_layers": 24,
    "num_key_value_heads": 8,
    "max_position_embeddings": 131072,
    "initial_context_length": 4096,
    "layer_types": ["sliding_attention", "full_attention"] * 12,
    "sliding_window": 128,
    "rope_theta": 150000,
    "rope_scaling": {
        "rope_type": "yarn",
        "factor": 32.0,
        "beta_fast": 32.0,
        "beta_slow": 1.0,
        "original_max_position_embeddings": 4096,
        "truncate": False,
    },
}

#: By the name of the model: its repository, and the fields.
EXAMPLES: dict[str, tuple[str, dict[str, Any]]] = {
    "Gemma 3 12B": ("google/gemma-3-12b-it", _GEMMA3),
    "Llama 3.1 8B": ("meta-llama/Llama-3.1-8B-Instruct", _LLAMA31),
    "SmolLM3 3B": ("HuggingFaceTB/SmolLM3-3B", _SMOLLM3),
    "DeepSeek V3": ("deepseek-ai/DeepSeek-V3", _DEEPSEEK_V3),
    "gpt-oss 20B": ("openai/gpt-oss-20b", _GPT_OSS),
}


def text(name: str) -> str:
    """Return an example as JSON, with a list of words or numbers in one line."""
    shown = json.dumps(EXAMPLES[name][1], indent=2)
    return re.sub(r"\[[^][{}]*\]", lambda found: re.sub(r"\s+", " ", found[0]), shown)
