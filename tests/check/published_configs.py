"""Configurations of published models, as far as they are about positions, with their sources.

Each source is the config.json of a repository on huggingface.co, or the defaults of the class that
transformers documents with that checkpoint. Only the fields are kept that decide where RoPE is and
what it does.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pe_book.your_config.examples import EXAMPLES


class Published(NamedTuple):
    """A configuration and where it is from."""

    source: str
    config: dict[str, Any]


def _model(model_type: str, hidden: int, heads: int, layers: int, longest: int, **more) -> dict:
    return {
        "model_type": model_type,
        "hidden_size": hidden,
        "num_attention_heads": heads,
        "num_hidden_layers": layers,
        "max_position_embeddings": longest,
    } | more


_DEEPSEEK_YARN = EXAMPLES["DeepSeek V3"][1]["rope_scaling"]
_GEMMA4_ROPE = {
    "full_attention": {
        "partial_rotary_factor": 0.25,
        "rope_theta": 1000000.0,
        "rope_type": "proportional",
    },
    "sliding_attention": {"rope_theta": 10000.0, "rope_type": "default"},
}
_LATENT = {"qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "v_head_dim": 128}
_QWEN3_5_ROPE = {
    "mrope_interleaved": True,
    "mrope_section": [11, 11, 10],
    "partial_rotary_factor": 0.25,
    "rope_theta": 10000000,
    "rope_type": "default",
}
_MINISTRAL_ROPE = {
    "beta_fast": 32.0,
    "beta_slow": 1.0,
    "factor": 16.0,
    "llama_4_scaling_beta": 0.1,
    "mscale": 1.0,
    "mscale_all_dim": 1.0,
    "original_max_position_embeddings": 16384,
    "rope_theta": 1000000.0,
    "rope_type": "yarn",
}

PUBLISHED: dict[str, Published] = {
    **{name: Published(*example) for name, example in EXAMPLES.items()},
    "Llama 2": Published(
        "meta-llama/Llama-2-7b-hf", _model("llama", 4096, 32, 32, 4096, rope_scaling=None)
    ),
    "Llama 4": Published(
        "meta-llama/Llama-4-Scout-17B-16E",
        {
            "model_type": "llama4",
            "text_config": _model("llama4_text", 5120, 40, 48, 262144, rope_theta=500000.0)
            | {"rope_scaling": EXAMPLES["Llama 3.1 8B"][1]["rope_scaling"]}
            | {"head_dim": 128, "attention_chunk_size": 8192}
            | {"no_rope_layers": [1, 1, 1, 0] * 12, "attn_temperature_tuning": True}
            | {"floor_scale": 8192, "attn_scale": 0.1},
        },
    ),
    "Gemma 2": Published(
        "google/gemma-2-9b",
        _model("gemma2", 3584, 16, 42, 8192, head_dim=256, rope_theta=10000.0)
        | {"sliding_window": 4096},
    ),
    "Gemma 4": Published(
        "google/gemma-4-26B-A4B-it (sizes), google/gemma-4-E2B-it (rope_parameters)",
        {
            "model_type": "gemma4",
            "text_config": _model("gemma4_text", 2816, 16, 30, 262144, head_dim=256)
            | {"global_head_dim": 512, "sliding_window": 1024, "rope_parameters": _GEMMA4_ROPE}
            | {"layer_types": [*["sliding_attention"] * 5, "full_attention"] * 5},
        },
    ),
    "Gemma 4's images": Published(
        "transformers, the defaults of Gemma4VisionConfig (google/gemma-4-e2b-it)",
        _model("gemma4_vision", 768, 12, 16, 131072, head_dim=64)
        | {"rope_parameters": {"rope_theta": 100.0, "rope_type": "default"}},
    ),
    "Qwen 2.5": Published(
        "Qwen/Qwen2.5-7B-Instruct",
        _model("qwen2", 3584, 28, 28, 32768, rope_theta=1000000.0, sliding_window=131072)
        | {"use_sliding_window": False, "max_window_layers": 28},
    ),
    "Qwen 2.5 with YaRN": Published(
        "Qwen/Qwen2.5-7B-Instruct, README, Processing Long Texts",
        _model("qwen2", 3584, 28, 28, 32768, rope_theta=1000000.0, use_sliding_window=False)
        | {
            "rope_scaling": {
                "factor": 4.0,
                "original_max_position_embeddings": 32768,
                "type": "yarn",
            }
        },
    ),
    "Qwen 3 MoE": Published(
        "Qwen/Qwen3-30B-A3B",
        _model("qwen3_moe", 2048, 32, 48, 40960, head_dim=128, rope_theta=1000000.0)
        | {"use_sliding_window": False, "sliding_window": None},
    ),
    "Qwen2-VL": Published(
        "Qwen/Qwen2-VL-7B-Instruct",
        _model("qwen2_vl", 3584, 28, 28, 32768, rope_theta=1000000.0, use_sliding_window=False)
        | {"rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]}}
        | {"sliding_window": 32768, "max_window_layers": 28},
    ),
    "Qwen3-VL": Published(
        "Qwen/Qwen3-VL-2B-Instruct",
        {
            "model_type": "qwen3_vl",
            "text_config": _model("qwen3_vl_text", 2048, 16, 28, 262144, head_dim=128)
            | {
                "rope_theta": 5000000,
                "rope_scaling": {
                    "mrope_interleaved": True,
                    "mrope_section": [24, 20, 20],
                    "rope_type": "default",
                },
            },
        },
    ),
    "Qwen3-Next": Published(
        "Qwen/Qwen3-Next-80B-A3B-Instruct",
        _model("qwen3_next", 2048, 16, 48, 262144, head_dim=256, rope_theta=10000000)
        | {"partial_rotary_factor": 0.25, "rope_scaling": None, "full_attention_interval": 4},
    ),
    "Qwen 3.5": Published(
        "Qwen/Qwen3.5-0.8B",
        {
            "model_type": "qwen3_5",
            "text_config": _model("qwen3_5_text", 1024, 8, 24, 262144, head_dim=256)
            | {"rope_parameters": _QWEN3_5_ROPE}
            | {"layer_types": [*["linear_attention"] * 3, "full_attention"] * 6},
        },
    ),
    "DeepSeek V3.2": Published(
        "deepseek-ai/DeepSeek-V3.2-Exp",
        _model("deepseek_v32", 7168, 128, 61, 163840, rope_theta=10000, **_LATENT)
        | {"rope_scaling": _DEEPSEEK_YARN},
    ),
    "DeepSeek V4": Published(
        "deepseek-ai/DeepSeek-V4-Flash; its scaling as in V4.1's",
        _model("deepseek_v4", 4096, 64, 43, 1048576, rope_theta=10000, head_dim=512)
        | {"qk_rope_head_dim": 64, "compress_rope_theta": 160000, "sliding_window": 128}
        | {"compress_ratios": [0, 0, *[4, 128] * 20, 4, 0]}
        | {
            "rope_scaling": {
                "type": "yarn",
                "factor": 16,
                "beta_fast": 32,
                "beta_slow": 1,
                "original_max_position_embeddings": 65536,
            }
        },
    ),
    "GLM-4": Published(
        "zai-org/GLM-4-9B-0414",
        _model("glm4", 4096, 32, 40, 32768, head_dim=128, rope_theta=10000.0)
        | {"partial_rotary_factor": 0.5},
    ),
    "GLM-4.7-Flash": Published(
        "transformers, the defaults of Glm4MoeLiteConfig",
        _model("glm4_moe_lite", 2048, 20, 47, 202752, rope_theta=1000000, rope_interleave=True)
        | {"qk_rope_head_dim": 64, "qk_nope_head_dim": 192},
    ),
    "Phi-3.5": Published(
        "microsoft/Phi-3.5-mini-instruct",
        _model("phi3", 3072, 32, 32, 131072, rope_theta=10000.0, sliding_window=262144)
        | {"original_max_position_embeddings": 4096}
        | {
            "rope_scaling": {
                "long_factor": [1.08 + 1.3 * j for j in range(48)],  # the file has others
                "short_factor": [1.0 + j / 30 for j in range(48)],
                "type": "longrope",
            }
        },
    ),
    "Ministral 3": Published(
        "mistralai/Ministral-3-8B-Base-2512, in its form for transformers 5",
        _model("ministral3", 4096, 32, 34, 262144, head_dim=128, sliding_window=None)
        | {"rope_parameters": _MINISTRAL_ROPE},
    ),
    "Mistral 4": Published(
        "transformers, the defaults of Mistral4Config (mistralai/Mistral-Small-4-119B-2603)",
        _model("mistral4", 4096, 32, 36, 1048576, qk_rope_head_dim=64, qk_nope_head_dim=64)
        | {"rope_interleave": True}
        | {
            "rope_parameters": _MINISTRAL_ROPE
            | {"rope_theta": 10000.0, "factor": 128.0, "original_max_position_embeddings": 8192}
        },
    ),
    "Command R7B": Published(
        "CohereForAI/c4ai-command-r7b-12-2024",
        _model("cohere2", 4096, 32, 32, 8192, rope_theta=50000, sliding_window=4096)
        | {"sliding_window_pattern": 4},
    ),
    "GPT-J": Published(
        "EleutherAI/gpt-j-6b",
        {
            "model_type": "gptj",
            "n_embd": 4096,
            "n_head": 16,
            "n_layer": 28,
            "n_positions": 2048,
            "rotary_dim": 64,
        },
    ),
    "GPT-NeoX": Published(
        "EleutherAI/gpt-neox-20b",
        _model("gpt_neox", 6144, 64, 44, 2048, rotary_emb_base=10000, rotary_pct=0.25),
    ),
    "ModernBERT": Published(
        "answerdotai/ModernBERT-base",
        _model("modernbert", 768, 12, 22, 8192, global_rope_theta=160000.0)
        | {"local_rope_theta": 10000.0, "local_attention": 128, "global_attn_every_n_layers": 3},
    ),
    "MiniMax M2": Published(
        "MiniMaxAI/MiniMax-M2",
        _model("minimax_m2", 3072, 48, 62, 196608, head_dim=128, rope_theta=5000000, rotary_dim=64),
    ),
    "Hunyuan": Published(
        "tencent/Hunyuan-7B-Instruct",
        _model("hunyuan_v1_dense", 4096, 32, 32, 32768, head_dim=128, rope_theta=10000.0)
        | {
            "rope_scaling": {
                "alpha": 1000.0,
                "beta_fast": 32,
                "beta_slow": 1,
                "factor": 1.0,
                "mscale": 1.0,
                "mscale_all_dim": 1.0,
                "type": "dynamic",
            }
        },
    ),
    "LFM2": Published(
        "LiquidAI/LFM2-1.2B",
        _model("lfm2", 2048, 32, 16, 128000, rope_theta=1000000.0)
        | {"full_attn_idxs": [2, 5, 8, 10, 12, 14]},
    ),
    "Bamba": Published(
        "transformers, the defaults of BambaConfig (ibm-fms/Bamba-9B)",
        _model("bamba", 4096, 32, 32, 262144, rope_theta=10000.0, attn_layer_indices=[9, 18, 27]),
    ),
}
