"""What a config.json leaves out: the defaults of transformers' model types, and how they rotate.

A file names its `model_type`; what it does not say is decided by the class of that name. Here are
those decisions, as transformers 5.24 makes them, for the families that are most in use. The tests
compare them with the installed transformers, field by field. Sizes are here where a model is also
a part of others: the text_config of such a file leaves out what is a default.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

FULL, SLIDING, LINEAR = "full_attention", "sliding_attention", "linear_attention"
CHUNKED = "chunked_attention"
#: Of pairs: (j, j + width/2), which `rotate_half` and "NeoX style" name; or (2j, 2j + 1).
SPLIT_HALVES, INTERLEAVED = "halves", "interleaved"

Fields = Mapping[str, Any]


class Pattern(NamedTuple):
    """The kinds of layers of a class: one full layer in each period, which a field may change."""

    period: int
    other: str = SLIDING
    period_field: str = ""
    full_first: bool = False


@dataclass(frozen=True)
class Family:
    """How the class of one model_type reads a config.json."""

    #: Fields that a file may leave out, with what is then taken.
    defaults: Fields = field(default_factory=dict)
    theta: float = 10_000.0
    layout: str | None = SPLIT_HALVES
    #: The kinds of its layers: all see everything, a pattern, or the name of another rule.
    layers: Pattern | str = "full"
    #: The part of a head that turns, where the file does not have it; None if the default rope_type
    #: does not read partial_rotary_factor.
    partial: float | None = None
    #: For each kind of layer the field with its base, and the base without it.
    thetas: Mapping[str, tuple[str, float]] = field(default_factory=dict)
    #: The kinds of layers that rope_scaling of the older form changes.
    scaled: tuple[str, ...] = (FULL,)
    #: What rope_parameters are where the file has none.
    rope_parameters: Fields | None = None
    #: Kinds of layers whose attention does not rotate.
    without_rope: tuple[str, ...] = ()
    #: M-RoPE: pairs for time, height and width; dealt out in turns (interleaved) or in one piece.
    sections: tuple[int, ...] = ()
    sections_interleaved: bool = False
    #: How sections are dealt out otherwise; their places in the file, time first.
    section_order: str = ""
    section_places: tuple[int, ...] = ()
    #: Axial: the same frequencies for rows and for columns.
    axial: bool = False
    #: What the model has in place of RoPE.
    replaced_by: str = ""
    #: Other names of fields: the general one, and the one in the file.
    aliases: Mapping[str, str] = field(default_factory=dict)
    #: Rope_types under another name: what the file calls them, and what they are.
    renamed: Mapping[str, str] = field(default_factory=dict)
    #: What it reads of rope_parameters beside what every model does.
    also_reads: tuple[str, ...] = ()
    #: Whether the columns that turn come after those that do not, as in latent attention.
    rotary_dims_last: bool = False
    #: Whether partial_rotary_factor is a part of the whole head, in latent attention too.
    partial_of_head: bool = False
    #: A field with the width of a head of full layers, where it is not head_dim.
    full_head_dim: str = ""
    #: Whether head_dim is hidden_size / num_attention_heads, whatever the file has.
    head_dim_derived: bool = False
    #: Whether a window reaches to both sides: local_attention counts both.
    both_sides: bool = False

    @property
    def reads_layer_types(self) -> bool:
        """Return whether layer_types of the file decides, and not the class alone."""
        return self.layers not in ("full", "window", "window if on")


def _sizes(hidden: int, heads: int, layers: int, longest: int, **more: Any) -> dict[str, Any]:
    """Return the defaults that every class has, and more."""
    return {
        "hidden_size": hidden,
        "num_attention_heads": heads,
        "num_hidden_layers": layers,
        "max_position_embeddings": longest,
    } | more


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
    _sizes(8192, 64, 80, 32768, **_WINDOWED | {"max_window_layers": 80}),
    theta=1e6,
    layers="window from layer",
    sections=(16, 24, 24),
    renamed={"mrope": "default"},
)
_QWEN3_VL: dict[str, Any] = {"theta": 5e5, "sections": (24, 20, 20), "sections_interleaved": True}
_QWEN3_5: dict[str, Any] = {
    "layers": Pattern(4, LINEAR, "full_attention_interval"),
    "partial": 0.25,
}
_QWEN3_5_VL: dict[str, Any] = _QWEN3_5 | {"sections": (11, 11, 10), "sections_interleaved": True}

FAMILIES: Mapping[str, Family] = {
    # rotate_half, every layer alike
    "llama": Family(_sizes(4096, 32, 32, 2048)),
    "granite": Family(_sizes(4096, 32, 32, 2048)),
    "gemma": Family(_sizes(3072, 16, 28, 8192, head_dim=256)),
    **dict.fromkeys(("olmo", "olmo2", "olmoe", "arcee", "falcon_h1"), Family()),
    "seed_oss": Family({"head_dim": 128}),
    "bitnet": Family(theta=5e5),
    "nomic_bert": Family(theta=1e3),
    "hunyuan_v1_dense": Family(also_reads=("alpha",)),
    "apertus": Family(theta=1.2e7, rope_parameters=_APERTUS),
    # a part of each head
    "gpt_neox": Family(
        partial=0.25,
        aliases={"rope_theta": "rotary_emb_base", "partial_rotary_factor": "rotary_pct"},
    ),
    "stablelm": Family(partial=0.25),
    **dict.fromkeys(("phi", "persimmon", "nemotron", "glm4_moe"), Family(partial=0.5)),
    "minimax_m2": Family({"head_dim": 128}, theta=5e6, partial=1.0),
    "phi3": Family(
        {"original_max_position_embeddings": 4096},
        layers="window",
        partial=1.0,
        renamed={"su": "longrope", "yarn": "longrope"},
    ),
    # interleaved
    **dict.fromkeys(
        ("gptj", "codegen"), Family({"rotary_dim": 64}, layout=INTERLEAVED, partial=1.0)
    ),
    **dict.fromkeys(("glm", "glm4"), Family({"head_dim": 128}, layout=INTERLEAVED, partial=0.5)),
    "cohere": Family(theta=5e5, layout=INTERLEAVED),
    "ernie4_5": Family({"head_dim": 128}, theta=5e5, layout=INTERLEAVED),
    "ernie4_5_moe": Family(theta=5e5, layout=INTERLEAVED),
    "helium": Family({"head_dim": 128}, theta=1e5, layout=INTERLEAVED),
    # windows in every layer, or from one layer on
    "mistral": Family(_sizes(4096, 32, 32, 131072, sliding_window=4096), layers="window"),
    **dict.fromkeys(("mixtral", "phimoe"), Family(theta=1e6, layers="window")),
    "starcoder2": Family(layers="window"),
    "ministral": Family({"sliding_window": 4096}, layers="fields"),
    "ministral3": Family(
        _sizes(4096, 32, 34, 262144, head_dim=128),
        layers="window",
        rope_parameters=_MINISTRAL3,
        also_reads=_TEMPERATURE,
    ),
    "qwen2": Family(_sizes(4096, 32, 32, 32768, **_WINDOWED), layers="window from layer"),
    "qwen3": Family(
        _sizes(4096, 32, 32, 32768, head_dim=128, **_WINDOWED), layers="window from layer"
    ),
    "qwen2_moe": Family(_WINDOWED, layers="window in every other"),
    "qwen3_moe": Family(
        _sizes(2048, 32, 24, 32768, sliding_window=4096, use_sliding_window=False),
        layers="window if on",
    ),
    "dots1": Family({"sliding_window": 4096, "max_window_layers": 62}, layers="window from layer"),
    # windows in some layers
    "gemma2": Family(
        _sizes(2304, 8, 26, 8192, head_dim=256, sliding_window=4096), layers=Pattern(2)
    ),
    "gpt_oss": Family(
        _sizes(2880, 64, 36, 131072, head_dim=64, sliding_window=128),
        theta=1.5e5,
        layers=Pattern(2),
        rope_parameters=_GPT_OSS,
    ),
    "cohere2": Family(
        _sizes(8192, 64, 40, 8192, sliding_window=4096),
        layout=INTERLEAVED,
        layers=Pattern(4, SLIDING, "sliding_window_pattern"),
        without_rope=(FULL,),
        head_dim_derived=True,
    ),
    "exaone4": Family(
        {"sliding_window": 4096, "sliding_window_pattern": 4},
        layers=Pattern(4, SLIDING, "sliding_window_pattern"),
        without_rope=(FULL,),
    ),
    # a base for each kind of layer
    "gemma3_text": Family(
        _sizes(2304, 8, 26, 131072, head_dim=256, sliding_window=4096),
        layers=Pattern(6, SLIDING, "sliding_window_pattern"),
        thetas=_LOCAL,
    ),
    "gemma3n_text": Family(
        _sizes(2048, 8, 35, 32768, head_dim=256, sliding_window=512),
        layers=Pattern(5),
        thetas=_LOCAL,
    ),
    "olmo3": Family({"sliding_window": 4096}, layers=Pattern(4), thetas=_OLMO3),
    "modernbert": Family(
        {"local_attention": 128},
        layers=Pattern(3, SLIDING, "global_attn_every_n_layers", full_first=True),
        thetas=_MODERN_BERT,
        scaled=(FULL, SLIDING),
        both_sides=True,
    ),
    "gemma4_text": Family(
        _sizes(2304, 8, 30, 131072, head_dim=256, global_head_dim=512, sliding_window=512),
        layers="gemma 4",
        thetas={FULL: ("", 1e4), SLIDING: ("", 1e4)},
        rope_parameters=_GEMMA4,
        full_head_dim="global_head_dim",
    ),
    "deepseek_v4": Family(
        {"head_dim": 512, "sliding_window": 128}
        | {"rope_theta": 10000.0, "compress_rope_theta": 160000.0},
        layout=INTERLEAVED,
        layers="deepseek v4",
        partial=0.125,
        thetas={"main": ("rope_theta", 1e4), "compress": ("compress_rope_theta", 1.6e5)},
        scaled=("compress",),
        rotary_dims_last=True,
    ),
    # layers without RoPE
    "llama4_text": Family(
        _sizes(5120, 40, 48, 131072, head_dim=128, attention_chunk_size=8192)
        | {"no_rope_layer_interval": 4, "attn_temperature_tuning": True}
        | {"floor_scale": 8192, "attn_scale": 0.1},
        theta=5e5,
        layout=INTERLEAVED,
        layers="llama 4",
    ),
    "smollm3": Family(
        _sizes(2048, 16, 36, 32768, use_sliding_window=False, no_rope_layer_interval=4),
        theta=2e6,
        layers="smollm3",
    ),
    "qwen3_next": Family({"head_dim": 256}, **_QWEN3_5),
    "lfm2": Family(_sizes(2560, 32, 32, 128000, full_attn_idxs=None), theta=1e6, layers="fields"),
    "bamba": Family({"attn_layer_indices": None}, layers="fields", partial=0.5),
    "jamba": Family(
        {"attn_layer_period": 8, "attn_layer_offset": 4},
        layers="fields",
        replaced_by="no positions: its state-space layers know the order",
    ),
    # several axes
    "qwen2_vl_text": _QWEN2_VL,
    "qwen2_5_vl_text": _QWEN2_VL,
    "qwen3_vl_text": Family(_sizes(4096, 32, 32, 128000, head_dim=128), **_QWEN3_VL),
    "qwen3_vl_moe_text": Family(_sizes(2048, 16, 24, 128000), **_QWEN3_VL),
    "qwen3_5_text": Family(_sizes(4096, 16, 32, 32768, head_dim=256), **_QWEN3_5_VL),
    "qwen3_5_moe_text": Family(_sizes(2048, 16, 40, 32768, head_dim=256), **_QWEN3_5_VL),
    "gemma4_vision": Family(theta=100.0, axial=True),
    # multi-head latent attention
    **dict.fromkeys(("deepseek_v2", "deepseek_v32", "glm_moe_dsa"), Family(layout=INTERLEAVED)),
    "deepseek_v3": Family(
        _sizes(7168, 128, 61, 4096, qk_rope_head_dim=64, qk_nope_head_dim=128)
        | {"rope_interleave": True},
        layout=INTERLEAVED,
    ),
    "glm4_moe_lite": Family({"rope_interleave": True}, partial=1.0, layout=INTERLEAVED),
    "longcat_flash": Family(theta=1e7, layout=INTERLEAVED),
    "youtu": Family({"rope_interleave": True}, layout=INTERLEAVED),
    "mistral4": Family(
        _sizes(4096, 32, 36, 1048576, qk_rope_head_dim=64, qk_nope_head_dim=64)
        | {"rope_interleave": True},
        rope_parameters=_MISTRAL4,
        also_reads=_TEMPERATURE,
        partial_of_head=True,
        layout=INTERLEAVED,
    ),
    # no RoPE at all
    "kimi_linear": Family(
        layers="fields", replaced_by="no positions: its linear layers know the order"
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
#: A model_type that is not known is read by the fields of its file alone.
UNKNOWN = Family(layout=None, layers="fields", partial=1.0)
#: Types of which the layout is known, and nothing else that a file does not tell.
HALVES_TYPES = """
    apertus1p5_text aria_text beam cosmos3_edge_text csm cwm dbrx diffllama doge dory
    embedding_gemma2_text emu3_text_model eurobert falcon flex_olmo gemma4_unified_text
    glm4v_moe_text glm4v_text gpt_neox_japanese granite4_vision_text granite_docling_text
    granite_swa granitemoe granitemoe_swa granitemoeshared gte hrm_text hunyuan_v1_moe
    hunyuan_vl_text hy_v3 hy_v4 hyperclovax idefics jais2 jetmoe jina_embeddings_v3 laguna lfm2_moe
    lfm3 mellum mimo_v2_flash minicpm3 minimax mllama_text_model modernbert-decoder molmo2_text
    muse_glimmer_text muse_spark_text nanochat neomme olmo_hybrid paddleocr_vl_text phi4_multimodal
    qwen2_5_omni_text qwen3_omni_moe_text qwen4_exp_text recurrent_gemma solar_open step3p5
    t5gemma2_text ultrabert unlimited_ocr_text vaultgemma voxtral_realtime_text zaya
""".split()
INTERLEAVED_TYPES = "axk2 bailing_hybrid glm_ocr_text hy_v4_vl_text mistral_large4_text".split()
_FULL_WITHOUT = replace(UNKNOWN, layout=SPLIT_HALVES, without_rope=(FULL,))
PARTLY_KNOWN: Mapping[str, Family] = {
    **dict.fromkeys(HALVES_TYPES, replace(UNKNOWN, layout=SPLIT_HALVES)),
    **dict.fromkeys(INTERLEAVED_TYPES, replace(UNKNOWN, layout=INTERLEAVED)),
    **dict.fromkeys(("afmoe", "exaone_moe", "flint", "kolibri1", "lara_mini"), _FULL_WITHOUT),
    "cohere2_moe": replace(_FULL_WITHOUT, layout=INTERLEAVED),
    "ernie4_5_vl_moe_text": replace(
        UNKNOWN,
        layout=INTERLEAVED,
        sections=(22, 22, 20),
        section_places=(2, 0, 1),
        section_order="height and width in turns, then time",
    ),
    "minimax_m3_vl_text": replace(UNKNOWN, layout=SPLIT_HALVES, partial=None),
}
