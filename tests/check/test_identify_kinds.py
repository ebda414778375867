"""The kinds behind bug reports and packages are named, at parameters drawn for each of them.

The kinds stand in benchmarks/kinds, whose words each answer must have in two lines.
"""

import numpy as np
import pytest

from benchmarks.identify_kinds import KINDS, judge
from pe_check.identify import identify

TABLES = 2


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_a_kind_is_named_in_two_lines(name):
    rng = np.random.default_rng([*name.encode()])
    answers = [judge(KINDS[name](rng)) for _ in range(TABLES)]
    assert all(right for right, _ in answers), answers


def test_a_wrong_answer_is_seen():
    right, first = judge(KINDS["packed documents"](np.random.default_rng(1)))
    other = KINDS["video"](np.random.default_rng(1))
    swapped = KINDS["packed documents"](np.random.default_rng(1))._replace(words=other.words)
    assert right and "again at position 0" in first and not judge(swapped)[0]


@pytest.mark.parametrize(("rows", "bands"), [(255, 24), (299, 23), (101, 19)])
def test_bands_that_come_around_after_many_rows_are_read_near_zero(rows, bands):
    a = np.pi * np.linspace(-1, 1, rows)[:, None] * np.linspace(1, rows / 2, bands)
    found = identify(np.hstack([np.sin(a), np.cos(a)]))
    assert "pi times coordinates -1 to 1" in found.summary


@pytest.mark.parametrize(("rows", "octaves"), [(129, 9), (65, 8), (181, 10), (285, 10)])
def test_doubled_bands_of_coordinates_are_read_so_where_another_rule_fits_as_well(rows, octaves):
    """The same bands have base 512 in steps of 2 pi, angles in degrees, or in float32."""
    a = np.pi * np.linspace(0, 1, rows)[:, None] * 2.0 ** np.arange(octaves)
    found = identify(np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(rows, -1))
    assert "as in NeRF; pi times coordinates 0 to 1" in found.summary
    assert not [one for one in found.findings if one.kind == "a mistake"]


def angles(n=200, d=64, base=10_000.0):
    return np.outer(np.arange(n), base ** (-np.arange(0, d, 2) / d))


def test_a_cache_in_float32_has_a_note_with_its_error_in_radians():
    w = np.float32(500_000.0 ** (-np.arange(0, 128, 2) / 128))
    a = np.arange(8192, dtype=np.float32)[:, None] * w
    found = identify((np.cos(a), np.sin(a)))
    assert not any("float32" in one.name for one in found.findings)
    [note] = [line for line in found.evidence if "radians in row" in line]
    assert note.startswith("angles in float32: off by ")


def test_sines_of_shuffled_positions_without_their_cosines_are_not_called_sinusoidal():
    shuffled = np.sin(angles()[np.random.default_rng(4).permutation(200)])
    assert not identify(np.hstack([shuffled, shuffled[::-1]])).sinusoidal


def test_shuffled_positions_are_read_one_by_one():
    order = np.concatenate([np.arange(40), np.arange(20, 60), np.arange(7)])
    table = np.concatenate([np.sin(angles()), np.cos(angles())], axis=1)[order]
    found = identify(table)
    assert found.sinusoidal and found.base == 10_000
    assert "from 39 to 20 at row 40; from 59 to 0 at row 80" in found.summary


@pytest.mark.parametrize("shape", [(4, 50, 64), (50, 4, 64)])
def test_a_constant_axis_is_said_with_both_readings(shape):
    rows = np.stack([np.sin(angles(shape[0])), np.cos(angles(shape[0]))], -1).reshape(-1, 64)
    found = identify(np.zeros(shape) + rows[:, None])
    assert not found.paper
    assert found.headline == (
        "No positions along axis 1; or, if that is the batch or the heads, the paper's table along "
        "axis 0."
    )


torch_inputs = {
    "bfloat16": lambda torch, table: table.to(torch.bfloat16),
    "a parameter": lambda torch, table: torch.nn.Parameter(table),
    "an embedding": lambda torch, table: torch.nn.Embedding.from_pretrained(table),
    "a pair": lambda torch, table: (table[:, 1::2], table[:, 0::2]),
}


@pytest.mark.parametrize("name", torch_inputs)
def test_tensors_parameters_and_modules_of_torch_are_read(name):
    torch = pytest.importorskip("torch")
    a = angles(100, 32)
    table = torch.tensor(np.stack([np.sin(a), np.cos(a)], -1).reshape(100, 32))
    found = identify(torch_inputs[name](torch, table))
    assert found.base == 10_000 and found.paper == (name != "a pair")


def test_a_module_of_several_tables_is_refused_with_their_names():
    torch = pytest.importorskip("torch")
    module = torch.nn.Sequential(torch.nn.Embedding(9, 4), torch.nn.Embedding(9, 4))
    with pytest.raises(ValueError, match=r"its tables are: 0\.weight, 1\.weight"):
        identify(module)
