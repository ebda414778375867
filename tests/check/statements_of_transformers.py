"""What the transformers library says where chapters 9 and 10 make a statement about it, as JSON."""

import inspect
import json
import re
from importlib import import_module

import torch
import transformers
from transformers import (
    DeepseekV3Config,
    Gemma3TextConfig,
    GptOssConfig,
    GptOssForCausalLM,
    Llama4TextConfig,
    LlamaConfig,
    Mistral4Config,
    SmolLM3Config,
    SmolLM3Model,
)
from transformers.masking_utils import find_packed_sequence_indices
from transformers.modeling_flash_attention_utils import prepare_fa_kwargs_from_position_ids
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

WIDTH = 8
SMALL = {
    "hidden_size": 32,
    "intermediate_size": 32,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "vocab_size": 64,
    "pad_token_id": 0,
}


def module(name: str):
    return import_module(f"transformers.models.{name}.modeling_{name}")


def partner(turned: torch.Tensor) -> int:
    """Return the column that column 0 turns together with, from what became of (1, 0, 0, …)."""
    [other] = [c for c in turned.flatten().nonzero().flatten().tolist() if c]
    return other


def layout_by_cos_and_sin(name: str, turn: str, columns: int = WIDTH) -> int:
    """Return the partner of column 0 where a function takes q, k, cos and sin."""
    q = torch.zeros(1, 1, 1, WIDTH)
    q[..., 0] = 1
    angle = torch.full((1, 1, columns), 0.3)
    return partner(getattr(module(name), turn)(q, q, angle.cos(), angle.sin())[0])


def layout_by_complex_numbers(name: str) -> int:
    """Return the partner of column 0 where a function takes q, k and complex numbers."""
    q = torch.zeros(1, 1, 1, WIDTH)
    q[..., 0] = 1
    angle = torch.full((1, 1, WIDTH // 2), 0.3)
    turned = module(name).apply_rotary_emb(q, q, torch.polar(torch.ones_like(angle), angle))
    return partner(turned[0])


def layout_of_gptj() -> int:
    q = torch.zeros(1, 1, 1, WIDTH)
    q[..., 0] = 1
    angle = torch.full((1, 1, WIDTH // 2), 0.3)
    return partner(module("gptj").apply_rotary_pos_emb(q, angle.sin(), angle.cos()))


def proportional() -> list[float]:
    config = LlamaConfig(
        hidden_size=256,
        num_attention_heads=1,
        rope_parameters={
            "rope_type": "proportional",
            "rope_theta": 1e6,
            "partial_rotary_factor": 0.25,
        },
    )
    return ROPE_INIT_FUNCTIONS["proportional"](config)[0].tolist()


def documents_by_flash_attention(ids: list[int]) -> int:
    (lengths, _), _ = prepare_fa_kwargs_from_position_ids(torch.tensor([ids]))
    return len(lengths) - 1


def sections(name: str) -> list[int]:
    """Return the default of mrope_section, which stands in the source alone."""
    source = inspect.getsource(module(name))
    return json.loads(re.search(r'"mrope_section", (\[[\d, ]+\])', source)[1])


smollm3 = SmolLM3Model(SmolLM3Config(num_hidden_layers=8, **SMALL))
gemma3 = Gemma3TextConfig().rope_parameters
deepseek = {"rope_type": "yarn", "factor": 40.0, "mscale_all_dim": 1.0}

print(
    json.dumps(
        {
            "version": transformers.__version__,
            "no_rope_layers": smollm3.config.no_rope_layers,
            "uses_rope": [bool(layer.self_attn.use_rope) for layer in smollm3.layers],
            "proportional": proportional(),
            "packed_by_mask": find_packed_sequence_indices(torch.tensor([[0, 2, 4]])).tolist()[0],
            "packed_by_flash_attention": documents_by_flash_attention([0, 2, 4]),
            "partner": {
                "cohere": layout_by_cos_and_sin("cohere", "apply_rotary_pos_emb"),
                "glm": layout_by_cos_and_sin("glm", "apply_rotary_pos_emb"),
                "ernie4_5": layout_by_cos_and_sin("ernie4_5", "apply_rotary_pos_emb"),
                "helium": layout_by_cos_and_sin("helium", "apply_rotary_pos_emb"),
                "llama4": layout_by_complex_numbers("llama4"),
                "deepseek_v2": layout_by_complex_numbers("deepseek_v2"),
                "gptj": layout_of_gptj(),
                "llama": layout_by_cos_and_sin("llama", "apply_rotary_pos_emb"),
                "mistral": layout_by_cos_and_sin("mistral", "apply_rotary_pos_emb"),
                "qwen3": layout_by_cos_and_sin("qwen3", "apply_rotary_pos_emb"),
                "gemma3": layout_by_cos_and_sin("gemma3", "apply_rotary_pos_emb"),
                "gpt_neox": layout_by_cos_and_sin("gpt_neox", "apply_rotary_pos_emb"),
            },
            "rope_interleave": [c().rope_interleave for c in (DeepseekV3Config, Mistral4Config)],
            "default_base": LlamaConfig().rope_parameters["rope_theta"],
            "gemma3": {kind: found["rope_theta"] for kind, found in gemma3.items()},
            "gemma3_full_layers": Gemma3TextConfig(num_hidden_layers=12).layer_types,
            "mscale": module("deepseek_v3").yarn_apply_mscale(deepseek, 1.0),
            "llama4": [
                Llama4TextConfig().attention_chunk_size,
                Llama4TextConfig().floor_scale,
                Llama4TextConfig().attn_scale,
                sum(Llama4TextConfig(num_hidden_layers=8).no_rope_layers),
            ],
            "sections": {name: sections(name) for name in ("qwen2_vl", "qwen3_vl")},
            "sinks": [
                name
                for name, _ in GptOssForCausalLM(
                    GptOssConfig(
                        num_hidden_layers=1, head_dim=8, num_local_experts=2, num_experts_per_tok=1,
                        **SMALL,
                    )
                ).named_parameters()
                if "sinks" in name
            ],
        }
    )
)  # fmt: skip
