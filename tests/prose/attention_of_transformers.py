"""What transformers and torch make of a test's weights and inputs: JSON in and out."""

from __future__ import annotations

import json
import sys

import numpy as np
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.attention.flex_attention import flex_attention
from torch.nn.functional import scaled_dot_product_attention
from transformers import DeepseekV3Config, DynamicCache, LlamaConfig
from transformers.modeling_gguf_pytorch_utils import LlamaTensorProcessor
from transformers.models.bloom.modeling_bloom import build_alibi_tensor
from transformers.models.deepseek_v3 import modeling_deepseek_v3
from transformers.models.llama import modeling_llama
from transformers.models.mpt.modeling_mpt import build_mpt_alibi_tensor


def tensor(numbers) -> torch.Tensor:
    return torch.tensor(numbers, dtype=torch.float64)


def causal_mask(n_queries: int, n_keys: int) -> torch.Tensor:
    """Return 0 where a query may look, else minus infinity; the last query is at the last key."""
    ahead = torch.ones(n_queries, n_keys, dtype=torch.bool).triu(1 + n_keys - n_queries)
    return torch.zeros(n_queries, n_keys, dtype=torch.float64).masked_fill(ahead, -torch.inf)


def loaded(layer: torch.nn.Module, weights: dict) -> torch.nn.Module:
    """Return a layer in float64 with the weights of the test, and no other."""
    layer = layer.double().eval()
    layer.load_state_dict({name: tensor(values) for name, values in weights.items()})
    return layer


def latent_attention(given: dict) -> dict:
    """Return DeepSeek V3's attention: all at once, token by token, and what its cache holds."""
    module = modeling_deepseek_v3
    config = DeepseekV3Config(**given["config"], attn_implementation="eager")
    layer = loaded(module.DeepseekV3Attention(config, layer_idx=0), given["weights"])
    rotary = module.DeepseekV3RotaryEmbedding(config)
    hidden, places = tensor([given["hidden"]]), torch.tensor([given["positions"]])
    cos_and_sin = rotary(hidden, places)
    whole, weights = layer(hidden, cos_and_sin, causal_mask(*2 * [hidden.shape[1]]))
    cache, steps = DynamicCache(config=config), []
    for p in range(hidden.shape[1]):
        newest = [each[:, p : p + 1] for each in cos_and_sin]
        steps.append(layer(hidden[:, p : p + 1], newest, None, cache)[0])
    kept = cache.layers[0]
    return {
        "whole": whole[0].tolist(),
        "weights": weights[0].tolist(),
        "steps": torch.cat(steps, dim=1)[0].tolist(),
        "cached": [kept.keys.shape[-1], kept.values.shape[-1]],
    }


def linear_bias(given: dict) -> dict:
    """Return attention with ALiBi, computed in all the ways that these programs have for it."""
    q, k, v = (tensor([given[name]]) for name in ("queries", "keys", "values"))
    n_queries, n_keys = q.shape[2], k.shape[2]
    slopes = tensor(given["slopes"])
    mask = causal_mask(n_queries, n_keys)
    first = n_keys - n_queries  # the position of the first query

    def score_mod(score, _, head, query, key):
        distance = query + first - key
        return torch.where(distance >= 0, score - slopes[head] * distance, -torch.inf)

    offsets = torch.arange(n_keys) - torch.arange(first, n_keys)[:, None]
    biases = {
        "distances": slopes[:, None, None] * offsets,
        "BLOOM": build_alibi_tensor(torch.ones(1, n_keys), len(slopes), torch.float64),
        "MPT": build_mpt_alibi_tensor(len(slopes), n_keys),
    }
    found = {"score_mod": flex_attention(q, k, v, score_mod=score_mod)}
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION):  # the fused kernel, or an error
        for name, bias in biases.items():
            found[name] = scaled_dot_product_attention(q, k, v, attn_mask=(bias + mask)[None])
    return {name: output[0].tolist() for name, output in found.items()}


def weights_of_gguf(given: dict) -> dict:
    """Return what the loader of GGUF files makes of weights, and Llama's attention with them."""
    config = LlamaConfig(**given["config"], attn_implementation="eager")
    loader = LlamaTensorProcessor(given["config"])
    moved = {
        f"{name}_proj.weight": loader.process(np.array(values), f"blk.0.attn_{name}.weight").weights
        for name, values in given["gguf"].items()
    }
    layer = modeling_llama.LlamaAttention(config, layer_idx=0)
    layer = loaded(layer, {**given["weights"], **moved})
    hidden = tensor([given["hidden"]])
    n = hidden.shape[1]
    cos_and_sin = modeling_llama.LlamaRotaryEmbedding(config)(hidden, torch.arange(n)[None])
    _, weights = layer(hidden, cos_and_sin, causal_mask(n, n))
    return {
        "moved": {name: values.tolist() for name, values in moved.items()},
        "weights": weights[0].tolist(),
    }


def main() -> None:
    asked = json.load(sys.stdin)
    answers = {
        "latent_attention": latent_attention,
        "linear_bias": linear_bias,
        "weights_of_gguf": weights_of_gguf,
    }
    with torch.no_grad():
        found = {name: answers[what](given) for name, (what, given) in asked.items()}
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
