"""What a config.json leaves out: the defaults of transformers' model types, and how they rotate.

A file names its `model_type`; what it does not say is decided by the class of that name. Here are
those decisions, as transformers 5.24 makes them, for the families that are most in use. The tests
compare them with the installed transformers, field by field.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

FULL, SLIDING, LINEAR = "full_attention", "sliding_attention", "linear_attention"
CHUNKED = "chunked_attention"
#: Of pairs: (j, j + width/2), which `rotate_half` and "NeoX style" name; or (2j, 2j + 1).
HALVES, INTERLEAVED = "halves", "interleaved"

Fields = Mapping[str, Any]


def n_layers(fields: Fields) -> int:
    """Return the number of layers."""
    return int(fields["num_hidden_layers"])


def all_full(fields: Fields) -> list[str]:
    """Return the kinds of layers that are all alike and see everything."""
    return [FULL] * n_layers(fields)


@dataclass(frozen=True)
class Layers:
    """The kinds of the layers where a file has no `layer_types`: one full layer in each period."""

    period: int = 1
    other: str = SLIDING
    period_field: str = ""
    full_first: bool = False

    def kinds(self, fields: Fields) -> list[str]:
        period = int(fields.get(self.period_field) or self.period)
        last = 0 if self.full_first else period - 1
        return [FULL if i % period == last else self.other for i in range(n_layers(fields))]


@dataclass(frozen=True)
class Family:
    """How the class of one model_type reads a config.json."""

    #: Fields that a file may leave out, with what is then taken.
    defaults: Fields = field(default_factory=dict)
    theta: float = 10_000.0
    layout: str | None = HALVES
    #: The kinds of its layers, where the file has no layer_types.
    layers: Callable[[Fields], list[str]] = all_full
    #: The part of a head that turns, where the file does not say.
    partial: float | None = None
    #: Whether the default rope_type heeds a partial_rotary_factor.
    partial_read: bool = False
    #: For each kind of layer the field with its base, and the base without it.
    thetas: Mapping[str, tuple[str, float]] = field(default_factory=dict)
    #: The kinds of layers that rope_scaling of the older form changes.
    scaled: tuple[str, ...] = (FULL,)
    #: What rope_parameters are where the file has none.
    rope_parameters: Fields | None = None
    #: Kinds of layers whose attention does not rotate.
    without_rope: tuple[str, ...] = (LINEAR,)
    #: Multi-head latent attention: the rotated columns are a part of their own, behind the others.
    latent: bool = False
    #: Whether scores are multiplied by the square of YaRN's mscale_all_dim.
    mscale_scores: bool = False
    #: M-RoPE: pairs for time, height and width; dealt out in turns (interleaved) or in one piece.
    sections: tuple[int, ...] = ()
    sections_interleaved: bool = False
    #: Axial: one ladder of frequencies for rows and the same one for columns.
    axial: bool = False
    #: What the model has in place of RoPE.
    instead: str = ""
    #: Other names of fields: the general one, and the one in the file.
    aliases: Mapping[str, str] = field(default_factory=dict)
    #: Whether such a field is read under its other name alone.
    aliases_alone: bool = False
    #: Rope_types under another name: what the file calls them, and what they are.
    renamed: Mapping[str, str] = field(default_factory=dict)
    #: What it reads of rope_parameters beside what every model does.
    also_reads: tuple[str, ...] = ()
    #: Whether the columns that turn stand behind those that do not.
    behind: bool = False
    #: Whether partial_rotary_factor is a part of the whole head, latent attention or not.
    partial_of_head: bool = False
    #: A field with the width of a head of full layers, where it is another than head_dim.
    full_head_dim: str = ""
    #: Whether head_dim is hidden_size / num_attention_heads, whatever the file says.
    head_dim_derived: bool = False
    #: Whether a window reaches to both sides: local_attention counts both.
    both_sides: bool = False

    @property
    def reads_layer_types(self) -> bool:
        """Return whether layer_types of the file decides, and not the class alone."""
        return self.layers not in (all_full, _same_window, _if_switched_on)


# --- Rules for the kinds of layers ----------------------------------------------------------------


def _same_window(fields: Fields) -> list[str]:
    """Return the kinds where a sliding_window, if there is one, holds in every layer."""
    return [SLIDING if fields.get("sliding_window") else FULL] * n_layers(fields)


def _windowed_unless_listed(fields: Fields) -> list[str]:
    """Return the same, of a class that heeds layer_types; Kimi Linear counts layers from 1."""
    if full := (fields.get("linear_attn_config") or {}).get("full_attn_layers"):
        return [FULL if i + 1 in full else LINEAR for i in range(n_layers(fields))]
    return _same_window(fields)


def _if_switched_on(fields: Fields) -> list[str]:
    """Return the kinds where use_sliding_window switches the window on, in every layer."""
    on = fields.get("use_sliding_window") and fields.get("sliding_window")
    return [SLIDING if on else FULL] * n_layers(fields)


def _from_layer(fields: Fields) -> list[str]:
    """Return the kinds where layers from max_window_layers on have the window, if it is on."""
    on = fields.get("use_sliding_window", True) and fields.get("sliding_window") is not None
    first = fields["max_window_layers"] if on else n_layers(fields)
    return [SLIDING if i >= first else FULL for i in range(n_layers(fields))]


def _every_other(fields: Fields) -> list[str]:
    """Return the kinds of Qwen2-MoE: every second layer below max_window_layers has the window."""
    on, first = fields.get("use_sliding_window"), fields["max_window_layers"]
    return [SLIDING if on and i % 2 == 0 and i < first else FULL for i in range(n_layers(fields))]


def rotated_layers(fields: Fields) -> list[bool]:
    """Return which layers rotate by `no_rope_layers`: 1 means that a layer does.

    >>> rotated_layers({"num_hidden_layers": 4, "no_rope_layer_interval": 2})
    [True, False, True, False]
    """
    given = fields.get("no_rope_layers")
    if given:
        return [bool(each) for each in given]
    interval = int(fields["no_rope_layer_interval"])
    return [(i + 1) % interval != 0 for i in range(n_layers(fields))]


def _llama4(fields: Fields) -> list[str]:
    chunked = CHUNKED if fields.get("attention_chunk_size") is not None else FULL
    return [chunked if rotated else FULL for rotated in rotated_layers(fields)]


def _smollm3(fields: Fields) -> list[str]:
    on = fields.get("use_sliding_window") and fields.get("sliding_window") is not None
    return [SLIDING if on and not rotated else FULL for rotated in rotated_layers(fields)]


def _gemma4(fields: Fields) -> list[str]:
    return [*Layers(6).kinds(fields)[:-1], FULL]


#: Layers of DeepSeek V4 by how many tokens they compress into one.
COMPRESSED = {
    0: SLIDING,
    4: "compressed_sparse_attention",
    128: "heavily_compressed_attention",
}


def _deepseek_v4(fields: Fields) -> list[str]:
    ratios = fields.get("compress_ratios") or [128, 128, *[(128, 4)[i % 2] for i in range(999)]]
    return [COMPRESSED[ratio] for ratio in ratios[: n_layers(fields)]]


def _lfm2(fields: Fields) -> list[str]:
    full = fields.get("full_attn_idxs")
    return [FULL if full is None or i in full else "conv" for i in range(n_layers(fields))]


def _bamba(fields: Fields) -> list[str]:
    full = fields.get("attn_layer_indices") or ()
    return [FULL if i in full else LINEAR for i in range(n_layers(fields))]


def _jamba(fields: Fields) -> list[str]:
    period, offset = fields["attn_layer_period"], fields["attn_layer_offset"]
    return [FULL if i % period == offset else LINEAR for i in range(n_layers(fields))]


# --- The families ---------------------------------------------------------------------------------


def _size(hidden: int, heads: int, layers: int, longest: int, **more: Any) -> dict[str, Any]:
    """Return the defaults that every class has, and more."""
    return {
        "hidden_size": hidden,
        "num_attention_heads": heads,
        "num_hidden_layers": layers,
        "max_position_embeddings": longest,
    } | more


_GPT = {
    "hidden_size": "n_embd",
    "num_attention_heads": "n_head",
    "num_hidden_layers": "n_layer",
    "max_position_embeddings": "n_positions",
}
_LOCAL = {FULL: ("rope_theta", 1e6), SLIDING: ("rope_local_base_freq", 1e4)}
_OLMO3 = {FULL: ("rope_theta", 5e5), SLIDING: ("", 5e5)}
_MODERN_BERT = {FULL: ("global_rope_theta", 1.6e5), SLIDING: ("local_rope_theta", 1e4)}
_YARN = {"rope_type": "yarn", "beta_fast": 32.0, "beta_slow": 1.0}
_TEMPERATURE = ("llama_4_scaling_beta", "max_position_embeddings")
_MINISTRAL3 = _YARN | {
    "rope_theta": 1e6,
    "factor": 16.0,
    "original_max_position_embeddings": 16384,
    "mscale_all_dim": 1.0,
    "mscale": 1.0,
    "llama_4_scaling_beta": 0.1,
}
_MISTRAL4 = _MINISTRAL3 | {
    "rope_theta": 1e4,
    "factor": 128.0,
    "original_max_position_embeddings": 8192,
}
_GPT_OSS = _YARN | {"factor": 32.0, "truncate": False, "original_max_position_embeddings": 4096}
_APERTUS = {
    "rope_type": "llama3",
    "rope_theta": 1.2e7,
    "factor": 8.0,
    "original_max_position_embeddings": 8192,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
}
_GEMMA4 = {
    SLIDING: {"rope_type": "default", "rope_theta": 1e4},
    FULL: {"rope_type": "proportional", "partial_rotary_factor": 0.25, "rope_theta": 1e6},
}
_WINDOWED = {"sliding_window": 4096, "use_sliding_window": False, "max_window_layers": 28}
_QWEN2_VL = Family(
    _size(8192, 64, 80, 32768, **_WINDOWED | {"max_window_layers": 80}),
    theta=1e6,
    layers=_from_layer,
    sections=(16, 24, 24),
    renamed={"mrope": "default"},
)
_QWEN3_VL: dict[str, Any] = {"theta": 5e5, "sections": (24, 20, 20), "sections_interleaved": True}
_QWEN3_5: dict[str, Any] = {
    "layers": Layers(4, LINEAR, "full_attention_interval").kinds,
    "partial": 0.25,
    "partial_read": True,
}
_QWEN3_5_VL: dict[str, Any] = _QWEN3_5 | {"sections": (11, 11, 10), "sections_interleaved": True}
_LATENT: dict[str, Any] = {
    "layout": INTERLEAVED,
    "latent": True,
    "behind": True,
    "mscale_scores": True,
}

FAMILIES: Mapping[str, Family] = {
    # rotate_half, every layer alike
    "llama": Family(_size(4096, 32, 32, 2048)),
    "olmo": Family(_size(4096, 32, 32, 2048)),
    "olmo2": Family(_size(4096, 32, 32, 2048)),
    "olmoe": Family(_size(2048, 16, 16, 4096)),
    "granite": Family(_size(4096, 32, 32, 2048)),
    "arcee": Family(_size(2560, 32, 32, 4096)),
    "seed_oss": Family(_size(4096, 80, 64, 524288, head_dim=128)),
    "bitnet": Family(_size(2560, 20, 30, 2048), theta=5e5),
    "gemma": Family(_size(3072, 16, 28, 8192, head_dim=256)),
    "falcon_h1": Family(_size(4096, 32, 32, 8192)),
    "nomic_bert": Family(_size(768, 12, 12, 2048), theta=1e3),
    "hunyuan_v1_dense": Family(_size(4096, 32, 32, 2048), also_reads=("alpha",)),
    "apertus": Family(_size(4096, 32, 32, 65536), theta=1.2e7, rope_parameters=_APERTUS),
    # a part of each head
    "gpt_neox": Family(
        _size(6144, 64, 44, 2048),
        partial=0.25,
        partial_read=True,
        aliases={"rope_theta": "rotary_emb_base", "partial_rotary_factor": "rotary_pct"},
        aliases_alone=True,
    ),
    "phi": Family(_size(2048, 32, 24, 2048), partial=0.5, partial_read=True),
    "stablelm": Family(_size(2560, 32, 32, 4096), partial=0.25, partial_read=True),
    "persimmon": Family(_size(4096, 64, 36, 16384), partial=0.5, partial_read=True),
    "nemotron": Family(_size(6144, 48, 32, 4096), partial=0.5, partial_read=True),
    "glm4_moe": Family(_size(4096, 96, 46, 131072), partial=0.5, partial_read=True),
    "minimax_m2": Family(_size(3072, 48, 62, 196608, head_dim=128), theta=5e6, partial_read=True),
    "phi3": Family(
        _size(3072, 32, 32, 4096, original_max_position_embeddings=4096, sliding_window=None),
        layers=_same_window,
        partial=1.0,
        partial_read=True,
        renamed={"su": "longrope", "yarn": "longrope"},
    ),
    # interleaved
    "gptj": Family(
        _size(4096, 16, 28, 2048, rotary_dim=64),
        layout=INTERLEAVED,
        partial_read=True,
        aliases=_GPT,
    ),
    "codegen": Family(
        _size(4096, 16, 28, 2048, rotary_dim=64),
        layout=INTERLEAVED,
        partial_read=True,
        aliases=_GPT,
    ),
    "cohere": Family(_size(8192, 64, 40, 8192), theta=5e5, layout=INTERLEAVED),
    "glm": Family(
        _size(4096, 32, 40, 131072, head_dim=128),
        layout=INTERLEAVED,
        partial=0.5,
        partial_read=True,
    ),
    "glm4": Family(
        _size(4096, 32, 40, 131072, head_dim=128),
        layout=INTERLEAVED,
        partial=0.5,
        partial_read=True,
    ),
    "ernie4_5": Family(_size(1024, 16, 18, 131072, head_dim=128), theta=5e5, layout=INTERLEAVED),
    "ernie4_5_moe": Family(_size(2560, 20, 28, 131072), theta=5e5, layout=INTERLEAVED),
    "helium": Family(_size(2560, 20, 24, 4096, head_dim=128), theta=1e5, layout=INTERLEAVED),
    # windows in every layer, or from one layer on
    "mistral": Family(_size(4096, 32, 32, 131072, sliding_window=4096), layers=_same_window),
    "mixtral": Family(
        _size(4096, 32, 32, 131072, sliding_window=None), theta=1e6, layers=_same_window
    ),
    "phimoe": Family(
        _size(4096, 32, 32, 131072, sliding_window=None), theta=1e6, layers=_same_window
    ),
    "starcoder2": Family(_size(3072, 24, 30, 4096, sliding_window=None), layers=_same_window),
    "ministral": Family(
        _size(4096, 32, 32, 131072, sliding_window=4096), layers=_windowed_unless_listed
    ),
    "ministral3": Family(
        _size(4096, 32, 34, 262144, head_dim=128, sliding_window=None),
        layers=_same_window,
        rope_parameters=_MINISTRAL3,
        also_reads=_TEMPERATURE,
    ),
    "qwen2": Family(_size(4096, 32, 32, 32768, **_WINDOWED), layers=_from_layer),
    "qwen3": Family(_size(4096, 32, 32, 32768, head_dim=128, **_WINDOWED), layers=_from_layer),
    "qwen2_moe": Family(_size(2048, 16, 24, 32768, **_WINDOWED), layers=_every_other),
    "qwen3_moe": Family(
        _size(2048, 32, 24, 32768, sliding_window=4096, use_sliding_window=False),
        layers=_if_switched_on,
    ),
    "dots1": Family(
        _size(4608, 32, 62, 2048, sliding_window=4096, max_window_layers=62), layers=_from_layer
    ),
    # windows in some layers
    "gemma2": Family(
        _size(2304, 8, 26, 8192, head_dim=256, sliding_window=4096), layers=Layers(2).kinds
    ),
    "gpt_oss": Family(
        _size(2880, 64, 36, 131072, head_dim=64, sliding_window=128),
        theta=1.5e5,
        layers=Layers(2).kinds,
        rope_parameters=_GPT_OSS,
    ),
    "cohere2": Family(
        _size(8192, 64, 40, 8192, sliding_window=4096),
        layout=INTERLEAVED,
        layers=Layers(4, SLIDING, "sliding_window_pattern").kinds,
        without_rope=(FULL,),
        head_dim_derived=True,
    ),
    "exaone4": Family(
        _size(4096, 32, 32, 2048, sliding_window=4096, sliding_window_pattern=4),
        layers=Layers(4, SLIDING, "sliding_window_pattern").kinds,
        without_rope=(FULL,),
    ),
    # a base for each kind of layer
    "gemma3_text": Family(
        _size(2304, 8, 26, 131072, head_dim=256, sliding_window=4096),
        layers=Layers(6, SLIDING, "sliding_window_pattern").kinds,
        thetas=_LOCAL,
    ),
    "gemma3n_text": Family(
        _size(2048, 8, 35, 32768, head_dim=256, sliding_window=512),
        layers=Layers(5).kinds,
        thetas=_LOCAL,
    ),
    "olmo3": Family(
        _size(4096, 32, 32, 2048, sliding_window=4096), layers=Layers(4).kinds, thetas=_OLMO3
    ),
    "modernbert": Family(
        _size(768, 12, 22, 8192, local_attention=128),
        layers=Layers(3, SLIDING, "global_attn_every_n_layers", full_first=True).kinds,
        thetas=_MODERN_BERT,
        scaled=(FULL, SLIDING),
        both_sides=True,
    ),
    "gemma4_text": Family(
        _size(2304, 8, 30, 131072, head_dim=256, global_head_dim=512, sliding_window=512),
        layers=_gemma4,
        thetas={FULL: ("", 1e4), SLIDING: ("", 1e4)},
        rope_parameters=_GEMMA4,
        full_head_dim="global_head_dim",
    ),
    "deepseek_v4": Family(
        _size(4096, 64, 43, 1048576, head_dim=512, sliding_window=128)
        | {"rope_theta": 10000.0, "compress_rope_theta": 160000.0},
        layout=INTERLEAVED,
        layers=_deepseek_v4,
        partial=0.125,
        partial_read=True,
        thetas={"main": ("rope_theta", 1e4), "compress": ("compress_rope_theta", 1.6e5)},
        scaled=("compress",),
        behind=True,
    ),
    # layers without RoPE
    "llama4_text": Family(
        _size(5120, 40, 48, 131072, head_dim=128, attention_chunk_size=8192)
        | {"no_rope_layer_interval": 4, "attn_temperature_tuning": True}
        | {"floor_scale": 8192, "attn_scale": 0.1},
        theta=5e5,
        layout=INTERLEAVED,
        layers=_llama4,
    ),
    "smollm3": Family(
        _size(2048, 16, 36, 32768, use_sliding_window=False, no_rope_layer_interval=4),
        theta=2e6,
        layers=_smollm3,
    ),
    "qwen3_next": Family(_size(2048, 16, 48, 32768, head_dim=256), **_QWEN3_5),
    "lfm2": Family(
        _size(2560, 32, 32, 128000), theta=1e6, layers=_lfm2, without_rope=("conv", LINEAR)
    ),
    "bamba": Family(_size(4096, 32, 32, 262144), layers=_bamba, partial=0.5, partial_read=True),
    "jamba": Family(
        _size(4096, 32, 32, 262144, attn_layer_period=8, attn_layer_offset=4),
        layers=_jamba,
        instead="no positions: its state-space layers know the order",
    ),
    # several axes
    "qwen2_vl_text": _QWEN2_VL,
    "qwen2_5_vl_text": _QWEN2_VL,
    "qwen3_vl_text": Family(_size(4096, 32, 32, 128000, head_dim=128), **_QWEN3_VL),
    "qwen3_vl_moe_text": Family(_size(2048, 16, 24, 128000), **_QWEN3_VL),
    "qwen3_5_text": Family(_size(4096, 16, 32, 32768, head_dim=256), **_QWEN3_5_VL),
    "qwen3_5_moe_text": Family(_size(2048, 16, 40, 32768, head_dim=256), **_QWEN3_5_VL),
    "gemma4_vision": Family(_size(768, 12, 16, 131072, head_dim=64), theta=100.0, axial=True),
    # multi-head latent attention
    "deepseek_v2": Family(
        _size(4096, 32, 32, 2048, qk_rope_head_dim=64, qk_nope_head_dim=128), **_LATENT
    ),
    "deepseek_v3": Family(
        _size(7168, 128, 61, 4096, qk_rope_head_dim=64, qk_nope_head_dim=128)
        | {"rope_interleave": True},
        **_LATENT,
    ),
    "deepseek_v32": Family(
        _size(7168, 128, 61, 163840, qk_rope_head_dim=64, qk_nope_head_dim=128), **_LATENT
    ),
    "glm4_moe_lite": Family(
        _size(2048, 20, 47, 202752, qk_rope_head_dim=64, qk_nope_head_dim=192)
        | {"rope_interleave": True},
        partial_read=True,
        **_LATENT,
    ),
    "glm_moe_dsa": Family(
        _size(6144, 64, 78, 202752, qk_rope_head_dim=64, qk_nope_head_dim=192), **_LATENT
    ),
    "longcat_flash": Family(
        _size(6144, 64, 28, 131072, qk_rope_head_dim=64, qk_nope_head_dim=128),
        theta=1e7,
        aliases={"num_hidden_layers": "num_layers"},
        **_LATENT,
    ),
    "youtu": Family(
        _size(2048, 16, 32, 131072, qk_rope_head_dim=64, qk_nope_head_dim=128)
        | {"rope_interleave": True},
        **_LATENT,
    ),
    "mistral4": Family(
        _size(4096, 32, 36, 1048576, qk_rope_head_dim=64, qk_nope_head_dim=64)
        | {"rope_interleave": True},
        rope_parameters=_MISTRAL4,
        also_reads=_TEMPERATURE,
        partial_of_head=True,
        **_LATENT,
    ),
    # no RoPE at all
    "gpt2": Family(
        _size(768, 12, 12, 1024), instead="a learned row for each position", aliases=_GPT
    ),
    "opt": Family(_size(768, 12, 12, 2048), instead="a learned row for each position"),
    "bert": Family(_size(768, 12, 12, 512), instead="a learned row for each position"),
    "bloom": Family(
        {"hidden_size": 64, "num_attention_heads": 8, "num_hidden_layers": 2},
        instead="ALiBi: each score less a slope times the offset",
        aliases={"num_attention_heads": "n_head", "num_hidden_layers": "n_layer"},
    ),
    "t5": Family(
        {"hidden_size": 512, "num_attention_heads": 8, "num_hidden_layers": 6},
        instead="T5's relative bias: a learned number for each bucket of offsets",
        aliases={
            "hidden_size": "d_model",
            "num_attention_heads": "num_heads",
            "num_hidden_layers": "num_layers",
        },
    ),
}

#: A model of several towers, and the family of its text_config where that does not say.
TEXT_FAMILIES = {
    "gemma3": "gemma3_text",
    "gemma3n": "gemma3n_text",
    "gemma4": "gemma4_text",
    "llama4": "llama4_text",
    "mistral3": "mistral",
    "llava": "llama",
    "qwen2_vl": "qwen2_vl_text",
    "qwen2_5_vl": "qwen2_5_vl_text",
    "qwen3_vl": "qwen3_vl_text",
    "qwen3_vl_moe": "qwen3_vl_moe_text",
    "qwen3_5": "qwen3_5_text",
    "qwen3_5_moe": "qwen3_5_moe_text",
    "kimi_k2": "deepseek_v3",
    "kimi_k25": "deepseek_v3",
}
#: A model_type that is not known is read by the rules that most have in common.
UNKNOWN = Family(layout=None, layers=_windowed_unless_listed, partial_read=True)
