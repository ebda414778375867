"""The inspector of configurations: its forms, its layers, what it warns of, and bad input.

That its numbers are those of transformers is tested in tests/environments/test_transformers.py.
"""

from __future__ import annotations

import copy
import json
import math
import re

import numpy as np
import pytest

from pe_check.__main__ import main
from pe_check.config import inspect_config
from pe_check.config.at_length import at_length, distinct_in_bfloat16, float32_angle_error
from pe_check.config.describe import describe
from pe_check.config.families import FAMILIES
from pe_check.config.files import MOST_BYTES, parse_config, read_config
from pe_check.config.traps import traps
from pe_lib.practice import to_bfloat16
from tests.check.published_configs import PUBLISHED
from tests.check.rope_types_configs import BY_TYPE
from tests.prose import ROOT

SMALL = {"hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2}


def inspected(name):
    return inspect_config(PUBLISHED[name].config)


def trap_text(name) -> str:
    return " ".join(traps(inspected(name)))


# --- Published models -----------------------------------------------------------------------------


def test_the_page_counts_families_and_models():
    page = (ROOT / "pages/your_config.md").read_text(encoding="utf-8")
    families, models = (int(n) for n in re.findall(r"more than (\d+)", page))
    assert len(FAMILIES) > families >= 25 and len(PUBLISHED) > models >= 25


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_layer_is_in_one_group_and_all_is_described(name):
    found = inspected(name)
    layers = sorted(layer for group in found.groups for layer in group.layers)
    assert layers == list(range(found.n_layers))
    text = str(found)
    assert str(found.n_layers) in text and "attention factor" in text
    assert PUBLISHED[name].source and found.settings.known


#: From the models' own papers and pages: bases, rotated columns, layers with RoPE, windows.
KNOWN = {
    "Llama 3.1": ([500_000], [128], 32, {None}),
    "Llama 4": ([500_000], [128], 36, {8192, None}),
    "Gemma 2": ([10_000, 10_000], [256, 256], 42, {4096, None}),
    "Gemma 3": ([10_000, 1_000_000], [256, 256], 48, {1024, None}),
    "Gemma 4": ([10_000, 1_000_000], [256, 128], 30, {1024, None}),
    "Qwen3-Next": ([10_000_000], [64], 12, {None}),
    "DeepSeek V3": ([10_000], [64], 61, {None}),
    "GLM-4": ([10_000], [64], 40, {None}),
    "gpt-oss": ([150_000, 150_000], [64, 64], 24, {128, None}),
    "SmolLM3": ([5_000_000], [128], 27, {None}),
    "Command R7B": ([50_000], [128], 24, {4096, None}),
    "GPT-J": ([10_000], [64], 28, {None}),
    "GPT-NeoX": ([10_000], [24], 44, {None}),
    "ModernBERT": ([160_000, 10_000], [64, 64], 22, {64, None}),
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_known_of_a_model_is_found(name):
    bases, columns, rotating, windows = KNOWN[name]
    found = inspected(name)
    assert [group.rope.base for group in found.rotating] == bases
    assert [2 * group.rope.turning for group in found.rotating] == columns
    assert sum(len(group.layers) for group in found.rotating) == rotating
    assert {group.window for group in found.groups if group.attends} == windows


WARNED = {
    "SmolLM3": "a 1 means that the layer uses RoPE",
    "Llama 4": "layers 3, 7, …, 47 (12 of 48) have none",
    "Gemma 4": "exponents are divided by the head's width, 512, not by the 128 columns",
    "Gemma 3": "the class of 'gemma3_text' takes 10,000 and 1,000,000",
    "Qwen 3.5": "The base stands inside rope_parameters",
    "Command R7B": "do not rotate at all, and no field says so",
    "GLM-4": "interleaved columns 2j and 2j + 1",
    "DeepSeek V3": "mscale_all_dim multiplies all scores by 1.8739",
    "Phi-3.5": "keys that are in the cache by then were rotated by the other list",
    "Mistral 4": "multiplied by a factor that grows with the position",
    "Qwen3-VL": "(24, 20, 20 pairs) in turns",
    "Hunyuan": "with an alpha the class changes the base",
    "Qwen 2.5": "use_sliding_window is false",
    "ModernBERT": "64 to the left and 64 to the right",
    "OLMo 3": "rope_type yarn is not for all layers",
    "DeepSeek V3.2": "rotates queries and keys of its own in the other layout",
}


@pytest.mark.parametrize("name", WARNED)
def test_what_is_easily_got_wrong_is_said(name):
    assert WARNED[name] in trap_text(name)
    others = [other for other in PUBLISHED if WARNED[name] not in trap_text(other)]
    assert "Llama 2" in others


# --- Forms ----------------------------------------------------------------------------------------


def test_both_forms_of_a_file_say_the_same():
    old = inspect_config(
        SMALL
        | {"model_type": "llama", "rope_theta": 1e6, "max_position_embeddings": 4096}
        | {"rope_scaling": {"type": "linear", "factor": 2.0}}
    )
    new = inspect_config(
        SMALL
        | {"model_type": "llama", "max_position_embeddings": 4096}
        | {"rope_parameters": {"rope_type": "linear", "rope_theta": 1e6, "factor": 2.0}}
    )
    [a], [b] = old.rotating, new.rotating
    np.testing.assert_array_equal(a.rope.frequencies, b.rope.frequencies)
    assert "transformers 4" in old.form and "transformers 5" in new.form


def test_parameters_for_kinds_that_the_class_does_not_read_are_a_silent_10_000():
    nested = {"full_attention": {"rope_theta": 1e6}, "sliding_attention": {"rope_theta": 1e5}}
    found = inspect_config(SMALL | {"model_type": "llama", "rope_parameters": nested})
    assert found.groups[0].rope.base == 10_000
    assert "these values change nothing" in " ".join(traps(found))


def test_a_model_type_that_is_not_known_is_read_and_said_to_be_unknown():
    found = inspect_config(SMALL | {"model_type": "newest", "rope_theta": 1e5})
    assert found.groups[0].rope.base == 1e5 and found.groups[0].rope.layout is None
    assert "not known here" in str(found) and "not known" in " ".join(traps(found))


def test_a_latent_attention_without_rope_says_so_in_one_field():
    layers = {"full_attn_layers": [2, 4], "kda_layers": [1, 3]}
    latent = {"qk_nope_head_dim": 64, "qk_rope_head_dim": 32, "rope_theta": 1e4}
    config = SMALL | latent | {"model_type": "kimi_linear", "num_hidden_layers": 4}
    found = inspect_config(config | {"linear_attn_config": layers, "mla_use_nope": True})
    assert [group.layers for group in found.groups if group.attends] == [(1, 3)]
    assert not found.rotating and "mla_use_nope says so" in " ".join(traps(found))


def test_fields_that_are_not_read_are_named_positions_first():
    found = inspect_config(
        SMALL
        | {"model_type": "llama", "zeta": 1, "my_rope_trick": 2, "vocab_size": 9}
        | {"rope_scaling": {"rope_type": "linear", "factor": 2.0, "extra": 3}}
    )
    assert found.unread == ("my_rope_trick", "rope_scaling.extra", "zeta")
    assert "my_rope_trick, rope_scaling.extra, zeta" in str(found)
    assert "does not read extra" in " ".join(traps(found))


def test_other_towers_are_named():
    assert inspected("Gemma 3").other_parts == ("vision_config",)


# --- A length -------------------------------------------------------------------------------------


def test_new_angles_are_those_of_pairs_that_did_not_finish_a_turn():
    config = SMALL | {"model_type": "llama", "max_position_embeddings": 4096}
    [group] = inspect_config(config).groups
    unfinished = int((group.rope.frequencies * 4096 < 2 * math.pi).sum())
    assert at_length(group, 4096).n_new == 0
    assert at_length(group, 8192).n_new == unfinished > 0
    slower = {"rope_scaling": {"rope_type": "linear", "factor": 2.0}}
    [scaled] = inspect_config(config | slower).groups
    assert at_length(scaled, 8192).n_new == 0 < at_length(scaled, 8300).n_new


def test_a_window_keeps_angles_from_being_new():
    inspection = inspected("gpt-oss")
    sliding, full = inspection.groups
    assert at_length(sliding, 10**6).n_new == 0 < at_length(full, 10**6).n_new
    assert at_length(sliding, 10**6).span == 128
    assert "pairs finish a turn in 128\n" in str(inspection)


@pytest.mark.parametrize("length", [1, 2, 255, 256, 257, 258, 259, 511, 513, 4095, 4096, 70_001])
def test_positions_in_bfloat16_are_counted(length):
    apart = np.unique(to_bfloat16(np.arange(length, dtype=float)))
    assert distinct_in_bfloat16(length) == len(apart)


def test_the_rounding_of_angles_is_half_a_step_of_float32():
    largest = np.arange(2**17 - 100, 2**17) * 0.9999
    off = np.abs(largest.astype(np.float32) - largest).max()
    assert off <= float32_angle_error(2**17) < 2 * off


def test_the_temperature_is_that_of_the_last_position():
    """From position 0 on: a text of the trained length ends at the position before it."""
    inspection = inspected("Mistral 4")
    [group] = inspection.rotating
    original = group.rope.trained_length
    within, one_more = (inspection.temperature(group, original + more) for more in (0, 1))
    assert within == 1.0 < one_more


@pytest.mark.parametrize("name", ["Gemma 2", "gpt-oss"])
def test_the_offsets_that_a_window_is_said_to_hold_are_those_that_it_holds(name):
    windows = [group.window for group in inspected(name).groups if group.window]
    ends = [
        int(last.replace(",", "")) for last in re.findall(r"offsets 0 to ([\d,]+)", trap_text(name))
    ]
    assert ends == [max(range(window)) for window in windows] and ends


def test_the_columns_of_a_partial_rotation_are_those_that_turn():
    """GPT-NeoX turns halves of the first 24 of a head's 96 columns: 0 with 12, and not with 48."""
    [partner] = re.findall(r"pair j is columns j and j \+ (\d+)", str(inspected("GPT-NeoX")))
    [columns] = re.findall(r"(\d+) of 96 columns of a head, the first", str(inspected("GPT-NeoX")))
    assert int(partner) == int(columns) / 2


def test_lists_and_bases_change_with_the_length():
    [long] = inspected("Phi-3.5").groups
    assert (long.rope.at(4096)[0] > long.rope.at(4097)[0]).sum() > 40
    [dynamic] = inspect_config(BY_TYPE["dynamic"]).groups
    assert dynamic.rope.at(8192)[0][-1] > dynamic.rope.at(16384)[0][-1]
    assert dynamic.rope.at(8192)[0][0] == dynamic.rope.at(16384)[0][0] == 1
    assert "long_factor" in describe(inspected("Phi-3.5"), 8192)


# --- Bad input ------------------------------------------------------------------------------------

ROPE = "rope_parameters"
BAD = {
    "num_hidden_layers is missing": {"hidden_size": 8, "num_attention_heads": 1},
    "'none'": SMALL | {ROPE: {"rope_type": "none"}},
    "lacks 'factor'": SMALL | {ROPE: {"rope_type": "linear"}},
    "rope_theta must be a number above 0": SMALL | {"rope_theta": -1},
    "must be an object": SMALL | {ROPE: [1]},
    "has 1 entries, but num_hidden_layers is 2": SMALL | {"layer_types": ["full_attention"]},
    "must be a list of words": SMALL | {"layer_types": 3},
    "must be a whole number": SMALL | {"hidden_size": "wide"},
    "max_position_embeddings is missing": SMALL | {ROPE: {"rope_type": "yarn", "factor": 2.0}},
    "short_factor must have 8 numbers": SMALL
    | {"max_position_embeddings": 64}
    | {ROPE: {"rope_type": "longrope", "short_factor": [1.0], "long_factor": [1.0]}},
    "no_rope_layers has 1 entries": SMALL | {"model_type": "smollm3", "no_rope_layers": [1]},
}


@pytest.mark.parametrize("rule", BAD)
def test_bad_input_names_the_field_and_the_rule(rule):
    with pytest.raises(ValueError, match=re.escape(rule)):
        str(inspect_config(BAD[rule]))


TEXTS = {
    "not JSON": "{'a': 1}",
    "line 2": '{"a": 1,\n}',
    "'a' twice": '{"a": 1, "a": 2}',
    "holds a list": "[1]",
    "holds null": "null",
    "UTF-8": b"\xff\xfe",
    "nested too deeply": "[" * 100_000,
    "longer than": " " * (MOST_BYTES + 1),
}


@pytest.mark.parametrize("rule", TEXTS)
def test_a_text_that_is_no_configuration_says_why(rule):
    with pytest.raises(ValueError, match=re.escape(rule)):
        parse_config(TEXTS[rule])


def test_the_command_reads_a_file_and_a_folder_and_refuses_the_rest(tmp_path, capsys):
    file = tmp_path / "config.json"
    file.write_text(json.dumps(PUBLISHED["SmolLM3"].config), encoding="utf-8")
    assert read_config(tmp_path) == read_config(file)
    assert main(["config", str(tmp_path), "--length", "100000"]) == 0
    printed = capsys.readouterr().out
    assert "Layers 3, 7, …, 35" in printed and "In a text of 100,000 positions" in printed
    for wrong in ([str(tmp_path / "none")], [str(file), "--length", "0"]):
        assert main(["config", *wrong]) == 2
        assert capsys.readouterr().err.startswith("error: ")


@pytest.mark.parametrize("name", ["Qwen3-VL", "Qwen 3.5"])
def test_sections_that_a_config_leaves_out_are_those_of_the_published_model(name):
    config = copy.deepcopy(PUBLISHED[name].config)
    written = inspect_config(config)
    rope = config["text_config"].get("rope_scaling") or config["text_config"]["rope_parameters"]
    del rope["mrope_section"]
    for found, group in zip(inspect_config(config).rotating, written.rotating, strict=True):
        assert found.rope.sections == group.rope.sections
