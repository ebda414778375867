"""The inspector of configurations agrees with transformers: by type, by family, by field.

The installed version is the locked one; with NEWEST_TRANSFORMERS=1, as in the weekly workflow, it
is the newest. A test that fails names the model and the field whose meaning differs.
"""

from __future__ import annotations

import numpy as np
import pytest

from pe_check.config import inspect_config
from pe_check.config.families import FAMILIES, SLIDING
from tests.check.conftest import asked_of_transformers
from tests.check.published_configs import PUBLISHED
from tests.check.rope_types_configs import BY_TYPE

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("transformers")]
CONFIGS = {name: each.config for name, each in PUBLISHED.items()} | BY_TYPE
#: How far transformers' float32 is from exact arithmetic, most on the ramps of YaRN and Llama 3.
IN_FLOAT32 = 4e-6
#: GPT-J's frequencies are read off a table in float32.
FROM_A_TABLE = 5e-7


@pytest.fixture(scope="module")
def theirs(transformers) -> dict:
    """What transformers says of every configuration."""
    asked = {
        "configs": CONFIGS,
        "run": list(PUBLISHED),
        "defaults": {name: list(family.defaults) for name, family in FAMILIES.items()},
    }
    return asked_of_transformers(transformers, "rope_of_transformers.py", asked)


def of(theirs: dict, name: str) -> dict:
    found = theirs["configs"][name]
    assert "error" not in found, f"{name}: transformers {theirs['version']}: {found['error']}"
    return found


@pytest.mark.parametrize("name", CONFIGS)
def test_frequencies_and_attention_factor(theirs, name):
    found, version = of(theirs, name), theirs["version"]
    for group in inspect_config(CONFIGS[name]).rotating:
        rope, label = group.rope, group.label
        where = f"{name}, {group.kind}, transformers {version}"
        wanted = np.array(found["exact"][label]["inv_freq"])
        assert rope.frequencies.shape == wanted.shape, f"inv_freq's shape: {where}"
        within = FROM_A_TABLE if found["model_type"] == "gptj" else 1e-9
        np.testing.assert_allclose(rope.frequencies, wanted, rtol=within, err_msg=where)
        as_run = np.array(found["rotations"][label]["inv_freq"])
        np.testing.assert_allclose(rope.frequencies, as_run, rtol=IN_FLOAT32, err_msg=where)
        factor = found["rotations"][label]["attention_factor"]
        assert rope.attention_factor == factor, f"attention_factor: {where}"


@pytest.mark.parametrize("name", [name for name in PUBLISHED if "images" not in name])
def test_layers_that_rotate_and_their_layout(theirs, name):
    """A small model of the same layers is run, and its rotations are watched."""
    found = of(theirs, name)
    inspection = inspect_config(CONFIGS[name])
    layouts = {str(i): g.rope.layout for g in inspection.rotating for i in g.layers}
    assert layouts == found["rotates"], f"{name}, transformers {theirs['version']}"


@pytest.mark.parametrize("name", CONFIGS)
def test_kinds_of_layers_and_windows(theirs, name):
    found = of(theirs, name)
    inspection = inspect_config(CONFIGS[name])
    kinds = {i: group.kind for group in inspection.groups for i in group.layers}
    if found["layer_types"] and FAMILIES[found["model_type"]].reads_layer_types:
        assert [kinds[i] for i in sorted(kinds)] == found["layer_types"], f"layer_types: {name}"
    for group in inspection.groups:
        if group.kind == SLIDING:
            assert group.window == found["sliding_window"], f"sliding_window: {name}"
        if group.kind == "chunked_attention":
            assert group.window == found["attention_chunk_size"], f"attention_chunk_size: {name}"
    assert inspection.max_positions == found["max_position_embeddings"], (
        f"max_position_embeddings: {name}"
    )


@pytest.mark.parametrize("model_type", FAMILIES)
def test_defaults_of_a_family(theirs, model_type):
    found = theirs["defaults"][model_type]
    assert "error" not in found, f"{model_type}: {found['error']}"
    for field, value in FAMILIES[model_type].defaults.items():
        there = found[field]
        if there != "no such field":
            assert there == value, f"{model_type}.{field}, transformers {theirs['version']}"
