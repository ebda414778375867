"""Fields of configurations that have nothing to do with positions; all others are named."""

#: Of every model, of generation, of training, and of parts other than attention's positions.
UNRELATED_FIELDS = frozenset(
    """
    _attn_implementation _name_or_path _num_labels activation activation_dropout activation_function
    activation_sparsity_pattern add_cross_attention altup_active_idx altup_coef_clip
    altup_correct_scale altup_num_inputs architectures attention_bias attention_dropout
    attention_k_eq_v attention_multiplier attention_out_bias attention_probs_dropout_prob attn_bias
    attn_dropout attn_logit_softcapping attn_output_gate attn_pdrop audio_config audio_token_id
    auto_map aux_loss_alpha bad_words_ids begin_suppress_tokens bias block_auto_adjust_ff_dim
    block_dim block_ffn_dim_multiplier block_mlp_init_scale block_multiple_of block_norm_eps
    block_out_init_scale block_use_swiglu block_use_xavier_init boi_token_id boi_token_index
    bos_token_id chunk_size_feed_forward classifier_activation classifier_bias classifier_dropout
    classifier_dropout_prob classifier_pooling clip_qkv cls_token_id conv_bias conv_dim conv_dim_out
    conv_L_cache cross_attention_hidden_size decoder_bias decoder_sparse_step decoder_start_token_id
    deterministic_flash_attn diversity_penalty do_sample dtype early_stopping embd_pdrop
    embedding_dropout embedding_multiplier embedding_size encoder_no_repeat_ngram_size eoi_token_id
    eoi_token_index eos_token_id ep_size exponential_decay_length_penalty ffn_hidden_size
    final_logit_softcapping finetuning_task first_k_dense_replace for_llm_compressor
    forced_bos_token_id forced_eos_token_id hc_eps hc_mult hc_sinkhorn_iters head_dtype hidden_act
    hidden_activation hidden_dropout hidden_dropout_prob hidden_size_per_layer_input id2label
    image_token_id image_token_index index_head_dim index_n_heads index_topk
    initializer_cutoff_factor initializer_range interleave_moe_layer_step intermediate_size
    intermediate_size_mlp is_decoder is_encoder_decoder kv_lora_rank label2id laurel_rank
    layer_norm_eps layer_norm_epsilon layernorm_epsilon length_penalty linear_conv_kernel_dim
    linear_key_head_dim linear_num_key_heads linear_num_value_heads linear_value_head_dim
    logit_scale logits_scaling mamba_chunk_size mamba_conv_bias mamba_d_conv mamba_d_head
    mamba_d_ssm mamba_d_state mamba_dt_rank mamba_expand mamba_n_groups mamba_n_heads
    mamba_proj_bias mamba_ssm_dtype mask_token_id max_length min_length mlp_bias mlp_dropout
    mlp_layer_types mlp_only_layers mm_tokens_per_image moe_intermediate_size moe_layer_freq
    moe_layers moe_topk_method n_group n_inner n_routed_experts n_shared_experts
    no_repeat_ngram_size norm_bias norm_eps norm_epsilon norm_topk_prob norm_type num_beam_groups
    num_beams num_experts num_experts_per_tok num_global_key_value_heads num_hash_layers
    num_key_value_heads num_kv_shared_layers num_local_experts num_mtp_layers
    num_nextn_predict_layers num_return_sequences o_groups o_lora_rank output_attentions
    output_hidden_states output_router_logits output_scores pad_token_id parallel_attn prefix
    pretraining_tp problem_type projector_config pruned_heads q_lora_rank qk_layernorm qk_norm
    quantization_config query_pre_attn_scalar reference_compile remove_invalid_values
    repad_logits_with_grad repetition_penalty resid_pdrop residual_dropout residual_multiplier
    return_dict return_dict_in_generate rms_norm_eps routed_scaling_factor router_aux_loss_coef
    router_bias router_jitter_noise scale_attn_by_inverse_layer_idx scale_attn_weights scoring_func
    sep_token_id seq_aux shared_expert_intermediate_size sparse_pred_activation
    sparse_prediction_loss summary_activation summary_first_dropout summary_proj_to_labels
    summary_type summary_use_proj suppress_tokens swiglu_limit task_specific_params temperature
    tf_legacy_loss tie_encoder_decoder tie_word_embeddings tokenizer_class top_k top_k_experts top_p
    topk_group topk_method torch_dtype torchscript transformers_version type_vocab_size typical_p
    use_bfloat16 use_bias use_cache use_double_wide_mlp use_embedding_norm use_parallel_residual
    use_qk_norm use_qkv_bias v_head_dim video_token_id vision_config vision_end_token_id
    vision_feature_layer vision_feature_select_strategy vision_start_token_id vision_token_id
    vocab_size vocab_size_per_layer_input
    """.split()
)
#: Parts of a name that tell of positions: such a field is worth a look.
ABOUT_POSITIONS = (
    "pos",
    "rope",
    "rotary",
    "alibi",
    "window",
    "context",
    "theta",
    "yarn",
    "ntk",
    "layer_types",
    "chunk",
    "seq",
    "freq",
    "head_dim",
    "interleave",
)


def about_positions(name: str) -> bool:
    """Return whether a field's name says that it is about positions.

    >>> about_positions("rotary_embedding_base"), about_positions("n_experts")
    (True, False)
    """
    return any(part in name.lower() for part in ABOUT_POSITIONS)
