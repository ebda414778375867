"""Attention of transformers and torch, on the same weights, is what the pages say of it.

Latent attention of DeepSeek V3 with its mscale, ALiBi as programs hand it to a kernel, and the
rows of W_q and W_k in a GGUF file. All of it runs on a processor.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pe_check.config import inspect_config
from pe_lib.attention import softmax
from pe_lib.practice import halves_to_pairs, pairs_to_halves
from pe_lib.variants import alibi_bias, alibi_slopes, rope, rope_at_frequencies

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("transformers")]
N = 12
EARLIER = np.tri(N, dtype=bool)
HIDDEN = 24
LATENT = {
    "model_type": "deepseek_v3",
    "hidden_size": HIDDEN,
    "num_attention_heads": 3,
    "num_key_value_heads": 3,
    "q_lora_rank": 10,
    "kv_lora_rank": 12,
    "qk_nope_head_dim": 6,
    "qk_rope_head_dim": 16,
    "v_head_dim": 5,
    "rope_interleave": True,
    "max_position_embeddings": 163_840,
    "rope_parameters": {
        "rope_type": "yarn",
        "rope_theta": 10_000.0,
        "factor": 40.0,
        "mscale": 1.0,
        "mscale_all_dim": 1.0,
        "beta_fast": 32.0,
        "beta_slow": 1.0,
        "original_max_position_embeddings": 4096,
    },
}
LLAMA = {
    "model_type": "llama",
    "hidden_size": HIDDEN,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 8,
    "rope_parameters": {"rope_type": "default", "rope_theta": 500_000.0},
}
#: The programs compute sines and cosines in float32.
WITHIN = 2e-5
CLOSE = {"rtol": 0, "atol": WITHIN}


def random(*shape: int, seed: int = 0) -> np.ndarray:
    """Return normal numbers, scaled so that products of matrices keep their size."""
    return np.random.default_rng([seed, *shape]).normal(size=shape) / np.sqrt(shape[-1])


def latent_weights() -> dict[str, np.ndarray]:
    heads, rotated = LATENT["num_attention_heads"], LATENT["qk_rope_head_dim"]
    rank, wide = LATENT["kv_lora_rank"], LATENT["qk_nope_head_dim"]
    narrow, v = LATENT["q_lora_rank"], LATENT["v_head_dim"]
    return {
        "q_a_proj.weight": random(narrow, HIDDEN),
        "q_a_layernorm.weight": np.ones(narrow),
        "q_b_proj.weight": random(heads * (wide + rotated), narrow) * 4,
        "kv_a_proj_with_mqa.weight": random(rank + rotated, HIDDEN) * 4,
        "kv_a_layernorm.weight": np.ones(rank),
        "kv_b_proj.weight": random(heads * (wide + v), rank) * 2,
        "o_proj.weight": random(HIDDEN, heads * v),
    }


LATENT_WEIGHTS = latent_weights()
TOKENS = random(N, HIDDEN) * np.sqrt(HIDDEN)
PLACES = 8 * np.arange(N) + 10

LLAMA_HEADS = {"q": LLAMA["num_attention_heads"], "k": LLAMA["num_key_value_heads"]}
#: W_q and W_k of Llama in a GGUF file: rows are outputs, and neighbors turn together.
GGUF = {name: random(8 * heads, HIDDEN) * 4 for name, heads in LLAMA_HEADS.items()}


@pytest.fixture(scope="module")
def theirs(transformers) -> dict:
    """What transformers and torch compute from these weights and inputs."""
    lists = {name: values.tolist() for name, values in LATENT_WEIGHTS.items()}
    others = {"v_proj.weight": random(16, HIDDEN), "o_proj.weight": random(HIDDEN, 32)}
    asked = {
        "latent": [
            "latent_attention",
            {
                "config": LATENT,
                "weights": lists,
                "hidden": TOKENS.tolist(),
                "positions": PLACES.tolist(),
            },
        ],
        "gguf": [
            "weights_of_gguf",
            {
                "config": LLAMA,
                "gguf": {name: values.tolist() for name, values in GGUF.items()},
                "weights": {name: values.tolist() for name, values in others.items()},
                "hidden": TOKENS.tolist(),
            },
        ],
    }
    for heads, n_queries in ALIBI:
        asked[f"alibi {heads} {n_queries}"] = [
            "linear_bias",
            {
                "queries": vectors(heads, 0)[:, N - n_queries :].tolist(),
                "keys": vectors(heads, 1).tolist(),
                "values": vectors(heads, 2).tolist(),
                "slopes": alibi_slopes(heads).tolist(),
            },
        ]
    program = Path(__file__).with_name("attention_of_transformers.py")
    done = transformers.run("python", program, cwd=transformers.home, input=json.dumps(asked))
    return json.loads(done.stdout.splitlines()[-1])


# --- Latent attention -----------------------------------------------------------------------------


def normed(x: np.ndarray) -> np.ndarray:
    return x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + 1e-6)


def latent_attention(*, folded: bool):
    """Return output and weights of latent attention, rotated and scaled as the inspector says."""
    w = LATENT_WEIGHTS
    [group] = inspect_config({**LATENT, "num_hidden_layers": 1}).rotating
    found = group.rope
    assert found.layout == "interleaved"
    heads, wide, rank = (
        LATENT[name] for name in ("num_attention_heads", "qk_nope_head_dim", "kv_lora_rank")
    )

    def turned(x: np.ndarray) -> np.ndarray:
        # pe_lib turns the other way.
        return rope_at_frequencies(x, found.frequencies, positions=-PLACES) * found.attention_factor

    queries = normed(TOKENS @ w["q_a_proj.weight"].T) @ w["q_b_proj.weight"].T
    queries = queries.reshape(N, heads, -1).swapaxes(0, 1)
    both = TOKENS @ w["kv_a_proj_with_mqa.weight"].T
    latent, key = normed(both[:, :rank]), turned(both[:, rank:])
    up = w["kv_b_proj.weight"].reshape(heads, -1, rank)
    W_k, W_v = up[:, :wide], up[:, wide:]
    content = queries[..., :wide]
    keys = W_k @ latent.T
    scores = (content @ W_k) @ latent.T if folded else content @ keys
    scores = scores + np.array([turned(q) @ key.T for q in queries[..., wide:]])
    scores = scores * found.scores_factor / np.sqrt(wide + found.width)
    weights = np.array([softmax(np.where(EARLIER, each, -np.inf)) for each in scores])
    mixed = weights @ latent @ W_v.swapaxes(1, 2)
    return mixed.swapaxes(0, 1).reshape(N, -1) @ w["o_proj.weight"].T, weights


@pytest.mark.parametrize("folded", [False, True])
def test_latent_attention(theirs, folded):
    output, weights = latent_attention(folded=folded)
    np.testing.assert_allclose(weights, theirs["latent"]["weights"], **CLOSE)
    np.testing.assert_allclose(output, theirs["latent"]["whole"], **CLOSE)


def test_latent_attention_token_by_token(theirs):
    np.testing.assert_allclose(theirs["latent"]["steps"], theirs["latent"]["whole"], **CLOSE)
    assert theirs["latent"]["cached"] == [LATENT["kv_lora_rank"], LATENT["qk_rope_head_dim"]]


# --- ALiBi ----------------------------------------------------------------------------------------

#: Numbers of heads, powers of two and others; and of queries, all or those after a cache.
ALIBI = [(4, N), (6, N), (4, 1), (6, 5)]
ALIBI_WITHIN = 1e-6


def vectors(heads: int, seed: int) -> np.ndarray:
    return random(heads, N, 16, seed=seed) * 4


@pytest.mark.parametrize(("heads", "n_queries"), ALIBI)
def test_alibi(theirs, heads, n_queries):
    """A mask of distances, of BLOOM's or MPT's keys alone, and a score_mod: one result."""
    wanted = []
    for slope, q, k, v in zip(
        alibi_slopes(heads), *(vectors(heads, seed) for seed in range(3)), strict=True
    ):
        scores = q @ k.T / np.sqrt(q.shape[1]) + alibi_bias(N, slope)
        wanted.append((softmax(np.where(EARLIER, scores, -np.inf)) @ v)[N - n_queries :])
    found = theirs[f"alibi {heads} {n_queries}"]
    assert len(found) == 4
    for way, output in found.items():
        np.testing.assert_allclose(output, wanted, rtol=0, atol=ALIBI_WITHIN, err_msg=way)


# --- GGUF -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LLAMA_HEADS)
def test_gguf_holds_rows_of_neighbors(theirs, name):
    loaded = np.array(theirs["gguf"]["moved"][f"{name}_proj.weight"])
    np.testing.assert_array_equal(loaded.T, pairs_to_halves(GGUF[name].T, LLAMA_HEADS[name]))
    np.testing.assert_array_equal(GGUF[name].T, halves_to_pairs(loaded.T, LLAMA_HEADS[name]))


def test_gguf_weights_with_neighbors_give_the_attention_of_llama(theirs):
    """Rows as in the file, and neighbors turned: Llama's weights in transformers, with halves."""
    base = LLAMA["rope_parameters"]["rope_theta"]
    turned = {
        name: [
            rope(TOKENS @ rows.T, base, positions=-np.arange(N))
            for rows in np.split(GGUF[name], heads)
        ]
        for name, heads in LLAMA_HEADS.items()
    }
    shared = LLAMA_HEADS["q"] // LLAMA_HEADS["k"]
    for head, query in enumerate(turned["q"]):
        scores = query @ turned["k"][head // shared].T / np.sqrt(query.shape[1])
        weights = softmax(np.where(EARLIER, scores, -np.inf))
        np.testing.assert_allclose(weights, theirs["gguf"]["weights"][head], **CLOSE)
