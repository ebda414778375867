"""What models have in place of RoPE, by their model_type: as transformers 5.24 builds them."""

from collections.abc import Mapping

LEARNED = "a learned row for each position"
SINUSOIDAL = "a fixed table of sines and cosines"
BIAS = "a learned bias for each offset"
T5_BIAS = "T5's relative bias: a learned number for each bucket of offsets"
ALIBI = "ALiBi: each score less a slope times the offset"
CONVOLUTION = "a convolution over neighbors, added to the input"
RECURRENCE = "no positions: its recurrence knows the order"
PROFILES = "a relative bias that depends on the words: each mixes learned profiles of distance"
WHISPER = f"{SINUSOIDAL} in the encoder, {LEARNED} in the decoder"

_TYPES = {
    LEARNED: """
        aimv2_text_model albert align_text_model altclip_text_model altclip_vision_model
        audio-spectrogram-transformer bark bart bert bert-generation big_bird bigbird_pegasus biogpt
        blenderbot blenderbot-small blip_2_vision_model blip_vision_model bridgetower_text_model
        bridgetower_vision_model camembert canine chinese_clip_text_model
        chinese_clip_vision_model clap_text_model clip_text_model clip_vision_model
        clipseg_text_model clipseg_vision_model convbert data2vec-text decision_transformer deit
        dinov2 dinov2_with_registers distilbert dpr dpt electra ernie flava_image_model
        flava_text_model fnet git git_vision_model gpt2 gpt_bigcode gpt_neo groupvit_text_model
        groupvit_vision_model ibert idefics3_vision ijepa imagegpt instructblip_vision_model
        internvl_vision janus_vision_model layoutlm led longformer luke markuplm mbart
        megatron-bert metaclip_2_text_model metaclip_2_vision_model mobilebert mra mvp
        nystromformer openai-gpt opt ovis2_vision owlv2_text_model owlv2_vision_model
        owlvit_text_model owlvit_vision_model plbart qwen2_audio_encoder rembert roberta
        roberta-prelayernorm roc_bert siglip2_text_model siglip2_vision_model siglip_text_model
        siglip_vision_model smolvlm_vision splinter squeezebert tapas timesformer vilt
        visual_bert vit vit_msn vivit voxtral_encoder xclip_text_model xclip_vision_model xlm
        xlm-roberta xlm-roberta-xl xmod yolos yoso
    """,
    SINUSOIDAL: """
        ctrl fsmt kosmos_2_5_text_model kosmos_2_text_model m2m_100 marian musicgen_decoder
        musicgen_melody_decoder nllb-moe pegasus pegasus_x speech_to_text tipsv2_text_model
        vit_mae xglm
    """,
    T5_BIAS: "longt5 mt5 pix2struct_text_model pop2piano switch_transformers t5 umt5",
    BIAS: "donut-swin maskformer-swin swin",
    ALIBI: "bloom mpt",
    CONVOLUTION: "data2vec-audio hubert sew unispeech unispeech-sat wav2vec2",
    RECURRENCE: "falcon_mamba mamba mamba2 rwkv xlstm zamba",
    PROFILES: "inkling_text inkling2_text inkling2_loop_text inkling_mm_model inkling2",
    WHISPER: "whisper",
}
METHODS: Mapping[str, str] = {
    name: method for method, names in _TYPES.items() for name in names.split()
}
#: Types whose first token has position pad_token_id + 1.
AFTER_PADDING = frozenset(
    """
    camembert data2vec-text ibert longformer luke markuplm roberta roberta-prelayernorm
    xlm-roberta xlm-roberta-xl xmod
    """.split()
)
