"""The inspector of configurations: what it finds, the pitfalls it names, and bad input.

That its numbers are those of transformers is tested in test_transformers.py.
"""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from pe_check.__main__ import main
from pe_check.config import inspect_config
from pe_check.config.files import MAX_BYTES, parse_config, read_config
from pe_check.config.layers import temperature
from pe_check.config.pitfalls import pitfalls
from pe_lib import angular_frequencies
from tests.check.published_configs import PUBLISHED
from tests.check.rope_types_configs import BY_TYPE

FULL, SLIDING = "full_attention", "sliding_attention"
SMALL = {"hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2}
LLAMA = SMALL | {"model_type": "llama", "max_position_embeddings": 4096}
ROPE = "rope_parameters"


CONFIGS = {name: each.config for name, each in PUBLISHED.items()} | BY_TYPE
CONFIGS["RoBERTa"] = {"model_type": "roberta", "max_position_embeddings": 514}


def inspected(name):
    return inspect_config(CONFIGS[name])


def facts(config) -> dict:
    return {each.name: each.facts for each in pitfalls(inspect_config(config))}


# --- Published models -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_layer_is_in_one_group_and_every_pitfall_has_its_text(name):
    found = inspected(name)
    layers = sorted(layer for group in found.groups for layer in group.layers)
    assert layers == list(range(found.n_layers)) and found.settings.known
    assert all(each.text in str(found) for each in pitfalls(found))


#: From the models' own papers and pages: bases, rotated columns, layers with RoPE, windows.
KNOWN = {
    "Llama 3.1 8B": ([500_000], [128], 32, {None}),
    "Llama 4": ([500_000], [128], 36, {8192, None}),
    "Gemma 2": ([10_000, 10_000], [256, 256], 42, {4096, None}),
    "Gemma 3 12B": ([10_000, 1_000_000], [256, 256], 48, {1024, None}),
    "Gemma 4": ([10_000, 1_000_000], [256, 128], 30, {1024, None}),
    "Qwen3-Next": ([10_000_000], [64], 12, {None}),
    "DeepSeek V3": ([10_000], [64], 61, {None}),
    "DeepSeek V4": ([10_000, 160_000, 160_000], [64, 64, 64], 43, {128}),
    "GLM-4": ([10_000], [64], 40, {None}),
    "gpt-oss 20B": ([150_000, 150_000], [64, 64], 24, {128, None}),
    "SmolLM3 3B": ([5_000_000], [128], 27, {None}),
    "Command R7B": ([50_000], [128], 24, {4096, None}),
    "GPT-J": ([10_000], [64], 28, {None}),
    "GPT-NeoX": ([10_000], [24], 44, {None}),
    "ModernBERT": ([160_000, 10_000], [64, 64], 22, {64, None}),
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_known_of_a_model_is_found(name):
    found = inspected(name)
    assert KNOWN[name] == (
        [group.rope.base for group in found.rotating],
        [2 * group.rope.n_turning for group in found.rotating],
        sum(len(group.layers) for group in found.rotating),
        {group.window for group in found.groups if group.attends},
    )


EVERY_FOURTH = tuple(range(3, 48, 4))
#: Of each pitfall a configuration that has it, and its facts.
PITFALLS = {
    "no_rope_layers": ("Llama 4", {"layers": EVERY_FOURTH, "count": 12}),
    "layers without RoPE": ("Command R7B", {"layers": EVERY_FOURTH[:8], "kind": FULL}),
    "proportional": ("Gemma 4", {"head": 512, "turning": 128, "last": 63, "end": 319}),
    "base not in file": ("Gemma 3 12B", {"base": "10,000 and 1,000,000"}),
    "base in rope_parameters": ("Qwen 3.5", {}),
    "interleaved": ("GLM-4.7-Flash", {"field": " (rope_interleave)"}),
    "no rope_interleave": ("DeepSeek V3", {}),
    "indexer": ("DeepSeek V3.2", {}),
    "head width": ("Qwen 3 MoE", {"width": 128, "quotient": 64}),
    "dynamic": ("dynamic", {"longest": 8192}),
    "ntk_alpha": ("Hunyuan", {"base": 10_000}),
    "yarn": ("Qwen 2.5 with YaRN", {"factor": 4}),
    "attention factor": (
        "Qwen 2.5 with YaRN",
        {"square": pytest.approx((0.1 * math.log(4) + 1) ** 2)},
    ),
    "scores factor": ("DeepSeek V3", {"factor": pytest.approx((0.1 * math.log(40) + 1) ** 2)}),
    "longrope": ("longrope", {"original": 2048}),
    "temperature": ("Mistral 4", {"length": 1_048_576}),
    "sections": ("Qwen3-VL", {"sections": [24, 20, 20], "how": "in turns"}),
    "window not used": ("Qwen 2.5", {"window": 131_072}),
    "both forms": ("both forms", {}),
    "positions after padding": ("RoBERTa", {"first": 2, "rows": 514, "longest": 512}),
}


@pytest.mark.parametrize("name", PITFALLS)
def test_a_pitfall_is_named_with_its_facts_and_not_for_a_plain_model(name):
    source, expected = PITFALLS[name]
    found = facts(CONFIGS[source])
    assert found[name] | expected == found[name]
    assert name not in facts(CONFIGS["Llama 2"]) or name == "base not in file"


def test_the_pairs_of_yarns_ramp_are_those_that_stay_and_those_that_are_slower():
    [group] = inspected("Qwen 2.5 with YaRN").groups
    times = angular_frequencies(128, 1e6) / group.rope.frequencies
    found = facts(CONFIGS["Qwen 2.5 with YaRN"])["yarn"]
    assert found["first"] == np.flatnonzero(times < 1.001).max()
    assert found["last"] == np.flatnonzero(times > 3.999).min()


# --- Forms ----------------------------------------------------------------------------------------


def test_both_forms_of_a_file_say_the_same():
    linear = {"rope_type": "linear", "factor": 2.0}
    old = inspect_config(LLAMA | {"rope_theta": 1e6, "rope_scaling": linear})
    new = inspect_config(LLAMA | {ROPE: linear | {"rope_theta": 1e6}})
    [a], [b] = old.rotating, new.rotating
    np.testing.assert_array_equal(a.rope.frequencies, b.rope.frequencies)


#: What is read of a model_type that is not known, or known and easily misread.
READ = {
    "an unknown type with RoPE": ({"model_type": "new", "rope_theta": 1e5}, [(1e5, 16, None)]),
    "no field about RoPE": ({"model_type": "new"}, []),
    "RoBERTa": ({"model_type": "roberta", "max_position_embeddings": 514}, []),
    "ALiBi": ({"model_type": "falcon", "rope_theta": 1e4, "alibi": True}, []),
    "no positions": ({"model_type": "new", "rope_theta": 1e4, "qk_rope_head_dim": 0}, []),
    "nested by kind": (
        {"model_type": "new", "layer_types": [SLIDING, FULL], "sliding_window": 8}
        | {ROPE: {SLIDING: {"rope_theta": 2e4}, FULL: {"rope_theta": 3e4}}},
        [(2e4, 16, None), (3e4, 16, None)],
    ),
    "null is no RoPE": (
        {"model_type": "new", "layer_types": [SLIDING, FULL]}
        | {ROPE: {SLIDING: {"rope_theta": 2e4}, FULL: None}},
        [(2e4, 16, None)],
    ),
    "bases of layers": (
        {"model_type": "new", "layer_rope_theta": [500, 0], ROPE: {"rope_theta": 500}},
        [(500, 16, None)],
    ),
    "scaling of some layers": (
        {"model_type": "molmo2_text", "rope_theta": 500, "rope_scaling_layers": [1]}
        | {"rope_scaling": {"rope_type": "linear", "factor": 4.0}},
        [(500, 16, "halves"), (500, 16, "halves")],
    ),
    "flags of layers": (
        {"model_type": "new", "no_rope_layers": [0, 1], "rope_theta": 500},
        [(500, 16, None)],
    ),
    "latent": (
        {"model_type": "new", "rope_theta": 5e4, "qk_rope_head_dim": 8, "qk_nope_head_dim": 16}
        | {"rope_interleave": True},
        [(5e4, 8, "interleaved")],
    ),
    "sections": (
        {"model_type": "new", ROPE: {"rope_theta": 5e5, "mrope_section": [2, 3, 3]}},
        [(5e5, 16, None)],
    ),
    "kinds that the class does not read": (
        {"model_type": "llama", ROPE: {FULL: {"rope_theta": 1e6}}},
        [(1e4, 16, "halves")],
    ),
    "two bases": (
        {"model_type": "llama", "rope_theta": 1e4, ROPE: {"rope_theta": 5e5}},
        [(5e5, 16, "halves")],
    ),
    "a width for each layer": (
        {"model_type": "gemma4_text", "head_dim": 64, "per_layer_config": {"1": {"head_dim": 128}}},
        [(1e4, 64, "halves"), (1e6, 128, "halves")],
    ),
    "Kimi Linear": ({"model_type": "kimi_linear", "rope_theta": 1e4}, []),
}


@pytest.mark.parametrize("name", READ)
def test_positions_are_claimed_from_fields_alone(name):
    config, expected = READ[name]
    found = inspect_config(SMALL | config)
    ropes = [group.rope for group in found.rotating]
    assert [(rope.base, rope.width, rope.layout) for rope in ropes] == expected
    assert bool(found.no_rope) == (not ropes)


#: What models without RoPE have, by model_type and fields.
METHODS = {
    "bert": ({}, "learned row"),
    "t5": ({}, "bucket"),
    "bloom": ({}, "ALiBi"),
    "marian": ({}, "sines and cosines"),
    "mamba": ({}, "recurrence"),
    "whisper": ({"d_model": 512}, "encoder"),
    "roberta": ({"position_embedding_type": "relative_key"}, "relative_key"),
    "new": ({}, "not known"),
}


@pytest.mark.parametrize("name", METHODS)
def test_what_is_in_place_of_rope_is_named_by_the_type_also_without_layers(name):
    fields, method = METHODS[name]
    found = inspect_config({"model_type": name} | fields)
    assert method in found.no_rope and method in str(found) and found.n_layers == 0


DEALT = {"rope_theta": 5e5, "mrope_section": [16, 24, 24], "mrope_interleaved": True}
QWEN3_VL = {"model_type": "qwen3_vl_text", ROPE: DEALT}


def test_sections_in_turns_give_the_first_what_the_others_leave():
    found = facts(QWEN3_VL)["sections dealt"]
    assert found == {"dealt": [22, 21, 21], "sections": [16, 24, 24]}
    assert "sections dealt" not in facts(CONFIGS["Qwen3-VL"])
    ernie = SMALL | {"model_type": "ernie4_5_vl_moe_text", "rope_theta": 5e5, "head_dim": 128}
    [group] = inspect_config(ernie).rotating
    assert group.rope.sections == (20, 22, 22) and group.rope.section_order


def test_what_other_programs_read_of_yarn_is_told():
    """The product is 1 where attn_factor is the inverse of what transformers takes."""
    yarn = YARN | {"attn_factor": 1 / (0.1 * math.log(2) + 1)}
    found = facts(LLAMA | {"rope_theta": 1e6, "rope_scaling": yarn})
    assert found["attn_factor"]["product"] == pytest.approx(1) and "no betas" in found
    given = YARN | {"beta_fast": 32, "beta_slow": 1}
    assert "no betas" not in facts(LLAMA | {"rope_theta": 1e6, "rope_scaling": given})


def test_layers_outside_of_a_list_are_not_scaled():
    plain, scaled = inspect_config(SMALL | READ["scaling of some layers"][0]).rotating
    assert (plain.layers, scaled.layers) == ((0,), (1,))
    np.testing.assert_allclose(plain.rope.frequencies, 4 * scaled.rope.frequencies)


def test_two_bases_and_layers_that_may_not_rotate_are_named():
    config, _ = READ["two bases"]
    assert facts(SMALL | config)["two bases"] == {"top": 1e4, "inside": 5e5, "field": ROPE}
    mixed = SMALL | {"model_type": "new", "layer_types": [SLIDING, FULL], "rope_theta": 1e4}
    assert not any(group.rope_known for group in inspect_config(mixed).groups)
    assert "fields not read" not in facts(SMALL | READ["sections"][0])


def test_fields_about_positions_that_are_not_read_are_named():
    scaling = {"rope_type": "linear", "factor": 2.0, "extra": 3}
    config = LLAMA | {"zeta": 1, "my_rope_trick": 2, "vocab_size": 9, "rope_scaling": scaling}
    assert inspect_config(config).unread == ("my_rope_trick", "rope_scaling.extra")
    assert facts(config)["fields not read"]["names"] == ["extra"]
    assert inspected("Gemma 3 12B").other_parts == ("vision_config",)


# --- A length -------------------------------------------------------------------------------------


def test_new_angles_are_those_of_pairs_that_did_not_finish_a_turn():
    [group] = inspect_config(LLAMA).groups
    unfinished = int((group.rope.frequencies * 4096 < 2 * math.pi).sum())
    assert not group.new_angles(4096).any()
    assert group.new_angles(8192).sum() == unfinished > 0
    slower = {"rope_scaling": {"rope_type": "linear", "factor": 2.0}}
    [scaled] = inspect_config(LLAMA | slower).groups
    assert not scaled.new_angles(8192).any() and scaled.new_angles(8300).any()
    sliding, full = inspected("gpt-oss 20B").groups  # a window keeps angles from being new
    assert not sliding.new_angles(10**6).any() and full.new_angles(10**6).any()


def test_lists_bases_and_temperatures_change_with_the_length():
    [long] = inspected("Phi-3.5").groups
    assert (long.rope.at(4096)[0] > long.rope.at(4097)[0]).sum() > 40
    [dynamic] = inspected("dynamic").groups
    assert dynamic.rope.at(8192)[0][-1] > dynamic.rope.at(16384)[0][-1]
    assert dynamic.rope.at(8192)[0][0] == dynamic.rope.at(16384)[0][0] == 1
    found = inspected("Mistral 4")
    [group] = found.rotating
    within, one_more = (
        temperature(found.settings, found.parameters, group, group.rope.trained_length + more)
        for more in (0, 1)
    )
    assert within == 1.0 < one_more


# --- Bad input ------------------------------------------------------------------------------------

YARN = {"rope_type": "yarn", "factor": 2.0, "original_max_position_embeddings": 64}
LLAMA3 = {"rope_type": "llama3", "factor": 2.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0}
DEEPSEEK = {"model_type": "deepseek_v4", "num_hidden_layers": 2}
#: The field that an error names, by the configuration that has it.
BAD = [
    ("num_hidden_layers", {"hidden_size": 8, "num_attention_heads": 1, "rope_theta": 1e4}),
    ("num_hidden_layers", SMALL | {"model_type": "qwen2", "num_hidden_layers": 0}),
    ("rope_type", LLAMA | {ROPE: {"rope_type": "none"}}),
    ("factor", LLAMA | {ROPE: {"rope_type": "linear"}}),
    ("rope_theta", LLAMA | {"rope_theta": -1}),
    ("rope_theta", LLAMA | {ROPE: YARN | {"rope_theta": 1}}),
    ("rope_parameters", LLAMA | {ROPE: [1]}),
    ("layer_types", SMALL | {"layer_types": [FULL]}),
    ("layer_types", SMALL | {"layer_types": 3}),
    ("hidden_size", SMALL | {"hidden_size": "wide", "rope_theta": 1e4}),
    ("max_position_embeddings", SMALL | {ROPE: {"rope_type": "yarn", "factor": 2.0}}),
    ("short_factor", LLAMA | {ROPE: {"rope_type": "longrope", "short_factor": [1.0]}
                              | {"long_factor": [1.0], "original_max_position_embeddings": 64}}),
    ("no_rope_layers", SMALL | {"model_type": "smollm3", "no_rope_layers": [1]}),
    ("no_rope_layers", SMALL | {"model_type": "smollm3", "no_rope_layers": 3}),
    ("factor", LLAMA | {ROPE: YARN | {"factor": "4.0"}}),
    ("factor", LLAMA | {ROPE: {"rope_type": "linear", "factor": 0}}),
    ("original_max_position_embeddings",
     LLAMA | {ROPE: YARN | {"original_max_position_embeddings": "8192"}}),
    ("low_freq_factor", LLAMA | {ROPE: LLAMA3 | {"low_freq_factor": 4.0}}),
    ("width", LLAMA | {"head_dim": 2, ROPE: {"rope_type": "dynamic", "factor": 2.0}}),
    ("compress_ratios", DEEPSEEK | {"compress_ratios": [7, 7]}),
    ("full_attn_idxs", SMALL | {"model_type": "lfm2", "full_attn_idxs": 5}),
    ("mrope_section", SMALL | {"model_type": "qwen2_vl", ROPE: {"mrope_section": "abc"}}),
    ("partial_rotary_factor", LLAMA | {"partial_rotary_factor": [1]}),
    ("per_layer_config", SMALL | {"rope_theta": 1e4, "per_layer_config": {"a": 1}}),
]  # fmt: skip


@pytest.mark.parametrize(("field", "config"), BAD)
def test_bad_input_names_the_field(field, config):
    with pytest.raises(ValueError, match=rf"\b{field}\b"):
        inspect_config(config)


MALFORMED = ("text", "8", 0, -1, 1e999, True, [], [0, 8], ["a"], {}, {"a": 1}, None)
#: Files of different forms: nested, by kind of layer, with lists, flags, sections and old names.
TRIED = ("Llama 4", "Gemma 4", "Qwen2-VL", "DeepSeek V4", "Phi-3.5", "GPT-J", "ModernBERT")


@pytest.mark.parametrize("name", TRIED)
def test_no_malformed_value_is_an_error_without_a_sentence(name):
    """Each value of a file in turn is another one: an answer, or a ValueError."""
    whole = json.dumps(CONFIGS[name])

    def places(config):
        for key, value in config.items():
            yield config, key
            if isinstance(value, dict):
                yield from places(value)

    for n in range(len([*places(json.loads(whole))])):
        for value in MALFORMED:
            config = json.loads(whole)
            where, key = [*places(config)][n]
            where[key] = value
            try:
                str(inspect_config(config))
            except ValueError as error:
                assert str(error)


TEXTS = {
    "JSON": "{'a': 1}",
    "line 2": '{"a": 1,\n}',
    "'a'": '{"a": 1, "a": 2}',
    "object": "[1]",
    "null": "null",
    "UTF-8": b"\xff\xfe",
    "nested": "[" * 100_000,
    "longer": " " * (MAX_BYTES + 1),
}


@pytest.mark.parametrize("reason", TEXTS)
def test_a_text_that_is_not_a_configuration_is_refused(reason):
    with pytest.raises(ValueError, match=reason):
        parse_config(TEXTS[reason])


def test_the_command_reads_a_file_and_a_folder_and_refuses_the_rest(tmp_path, capsys):
    file = tmp_path / "config.json"
    file.write_text(json.dumps(CONFIGS["SmolLM3 3B"]), encoding="utf-8")
    assert read_config(tmp_path) == read_config(file)
    assert main(["config", str(tmp_path), "--length", "100000"]) == 0
    assert "100,000" in capsys.readouterr().out
    for wrong in ([str(tmp_path / "none")], [str(file), "--length", "0"]):
        assert main(["config", *wrong]) == 2
        assert capsys.readouterr().err.startswith("error: ")
