"""What the transformers library does where chapters 9 and 10 make a statement about it, as JSON."""

import inspect
import json
import re
from importlib import import_module

import torch
import transformers
from transformers import GptOssConfig, GptOssForCausalLM
from transformers.masking_utils import find_packed_sequence_indices
from transformers.modeling_flash_attention_utils import prepare_fa_kwargs_from_position_ids

SMALL = {
    "hidden_size": 32,
    "intermediate_size": 32,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "num_hidden_layers": 1,
    "head_dim": 8,
    "num_local_experts": 2,
    "num_experts_per_tok": 1,
    "vocab_size": 64,
    "pad_token_id": 0,
}
IDS = torch.tensor([[0, 2, 4]])


def module(name: str):
    return import_module(f"transformers.models.{name}.modeling_{name}")


def sections(name: str) -> list[int]:
    """Return the default of mrope_section, which is in the source alone."""
    source = inspect.getsource(module(name))
    return json.loads(re.search(r'"mrope_section", (\[[\d, ]+\])', source)[1])


(lengths, _), _ = prepare_fa_kwargs_from_position_ids(IDS)
deepseek = {"rope_type": "yarn", "factor": 40.0, "mscale_all_dim": 1.0}
parameters = GptOssForCausalLM(GptOssConfig(**SMALL)).named_parameters()
print(
    json.dumps(
        {
            "version": transformers.__version__,
            "packed_by_mask": find_packed_sequence_indices(IDS).tolist()[0],
            "packed_by_flash_attention": len(lengths) - 1,
            "mscale": module("deepseek_v3").yarn_apply_mscale(deepseek, 1.0),
            "sections": {name: sections(name) for name in ("qwen2_vl", "qwen3_vl")},
            "sinks": [name for name, _ in parameters if "sinks" in name],
        }
    )
)
