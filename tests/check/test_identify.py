"""What `identify` finds in a table is named: grids, caches, dropout, types of numbers."""

import re

import numpy as np
import pytest

from pe_check.identify import identify
from pe_check.identify.fit import fit
from pe_check.identify.model import Form, Model
from pe_check.identify.rounding import Rounding
from pe_lib import angular_frequencies, positional_encoding
from pe_lib.practice import grid_encoding
from tests.check.made_tables import TABLE, patches, rope_frequencies


def test_longer_contexts_are_recognized_by_their_frequencies():
    angles = np.outer(np.arange(600), rope_frequencies(ntk=8.0))
    table = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    assert [f.name for f in identify(table).findings] == ["halves", "NTK-aware base"]
    ramp = np.clip((np.arange(32) - 8) / 12, 0, 1)
    angles = np.outer(np.arange(600), rope_frequencies() * (1 - ramp + ramp / 4))
    table = np.concatenate([np.cos(angles), np.sin(angles)], axis=1)
    scaled = identify(table).findings[-1]
    assert scaled.name == "scaled by parts"
    assert "the slowest divided by 4, by a ramp at pairs 9 to 19" in scaled.text


@pytest.mark.parametrize("d_model", [8, 24, 64])
@pytest.mark.parametrize("scale", [2, 8, 32])
def test_the_sentence_on_ntk_names_the_base_and_the_scale(d_model, scale):
    angles = np.outer(np.arange(600), rope_frequencies(d_model, scale))
    for cache in (np.concatenate([np.sin(angles), np.cos(angles)], axis=1), np.exp(1j * angles)):
        finding = identify(cache).findings[-1]
        base, by = (
            float(n.replace(",", "")) for n in re.findall(r"\d[\d,.]*(?<!\.)", finding.text)
        )
        assert base == pytest.approx(10_000 * scale ** (d_model / (d_model - 2)), rel=1e-7)
        assert by == scale


def test_how_near_a_table_is_to_sines_does_not_depend_on_constants():
    sines = np.sin(np.outer(np.arange(100), np.random.default_rng(3).uniform(0.01, 1, 16)))
    sentence = "The nearest sine of each column, with a constant, explains 100.0% of the variance"
    for constant in (0, np.linspace(-3, 3, 16)):
        found = identify(sines + constant)
        assert not found.sinusoidal and sentence in str(found)


def test_angles_taken_for_degrees_are_named():
    angles = np.radians(np.outer(np.arange(200), 10_000 ** -(np.arange(0, 64, 2) / 64)))
    table = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(200, 64)
    assert "Angles are converted from degrees" in str(identify(table))


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [("start", 3.0, 3.1), ("step", 1.0, 1.01), ("decay", 2.0, 2.01), ("amplitude", 0.5, 0.6)],
)
def test_a_fit_goes_on_until_its_steps_are_small(name, right, wrong):
    """One step alone leaves an error of the second order."""
    j = np.arange(8) // 2
    numbers = {"start": 3.0, "step": 1.0, "decay": 2.0, "amplitude": 0.5}

    def model(value: float) -> Model:
        given = numbers | {name: value}
        form = Form("interleaved", j, np.arange(8) % 2 == 1)
        return Model(form, omega=np.exp(-given["decay"] * j), **given)

    table = 0.5 * np.sin(
        (3.0 + np.arange(64))[:, None] * np.exp(-2.0 * j) + np.arange(8) % 2 * np.pi / 2
    )
    found = fit(table, model(wrong), Rounding("float64", 2.0**-53), [name])
    assert abs(getattr(found, name) - right) < 1e-13
    assert found.fitted.keys() == {name} and 0 < found.fitted[name] < 1e-12


def test_the_evidence_names_the_type_of_the_entries_and_of_coarse_angles():
    positions, omega = np.arange(20_000, 20_064), angular_frequencies(32)
    angles = np.float32(positions)[:, np.newaxis] * np.float32(omega)
    coarse = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(64, 32)
    assert "\n  float64; largest error " in str(identify(positional_encoding(64, 32)))
    assert "\n  float32, angles in float32; largest error " in str(identify(coarse))


def test_of_rows_that_are_off_alike_the_first_is_named():
    """Positions p and -p are rounded alike; a table this large is compared in parts."""
    table = positional_encoding(2201, 64, start=-1100).astype("float32")
    [line] = [line for line in identify(table).evidence if "largest error" in line]
    assert int(line.rpartition(" ")[2]) < 1100


@pytest.mark.parametrize(("height", "width"), [(2, 8), (3, 5), (5, 3)])
def test_a_grid_is_named_with_its_rows_and_their_length(height, width):
    text = str(identify(grid_encoding(height, width, 32)))
    assert (
        f"A grid of {height} rows of {width}, half of the columns for each axis, the row first."
        in text
    )


def interleaved(angles):
    """Return the table with the sines of angles in even columns and the cosines in odd ones."""
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(angles), -1)


ROPE_ANGLES = np.outer(np.arange(96), 10_000.0 ** (-np.arange(16) / 16))
COSINES, SINES = np.cos(ROPE_ANGLES), np.sin(ROPE_ANGLES)


@pytest.mark.parametrize(
    ("position", "name"), [(96, "dropped colon"), (0, "batch axis"), (7, "no positions")]
)
def test_rows_that_are_all_alike_are_no_positions(position, name):
    found = identify(np.repeat(positional_encoding(97, 32)[[position]], 96, axis=0))
    assert found.headline == "No positions: every token gets the same row."
    assert [finding.name for finding in found.findings] == [name] and not found.sinusoidal
    assert f"row {position} of the paper's table" in str(found)
    assert ("pe[:, x.shape[1], :]" in str(found)) == (position != 0)


def test_a_constant_row_that_is_none_of_the_papers_has_no_number():
    [found] = identify(np.full((20, 8), 0.3)).findings
    assert found.name == "no positions" and found.text.startswith("All rows are the same. A colon")


@pytest.mark.parametrize("rate", [0.1, 0.5])
@pytest.mark.parametrize("kind", ["float64", "float32", "float16"])
def test_a_table_is_recognized_through_dropout(rate, kind):
    kept = np.random.default_rng(5).random(TABLE.shape) >= rate
    found = identify((TABLE * kept / (1 - rate)).astype(kind))
    [dropout] = found.findings
    assert dropout.name == "dropout" and f"seen through dropout {rate:g}:" in dropout.text
    assert f"the others multiplied by {1 / (1 - rate):.4g}" in dropout.text
    assert (found.base, found.start, found.step) == (10_000.0, 0.0, 1.0)


def test_entries_that_are_dropped_and_not_scaled_are_recognized():
    kept = np.random.default_rng(6).random(TABLE.shape) >= 0.2
    [dropout] = identify(TABLE * kept).findings
    assert "the others are not scaled" in dropout.text


def test_noise_seen_through_dropout_is_not_called_sinusoidal():
    rng = np.random.default_rng(7)
    noise = rng.normal(size=(96, 32)) * (rng.random((96, 32)) >= 0.1)
    assert not identify(noise).sinusoidal and not identify(noise).findings


def to_few_bits(table, bits, smallest):
    quantum = 2.0 ** np.maximum(np.floor(np.log2(np.abs(table) + 1e-30)) + 1 - bits, smallest)
    return np.round(table / quantum) * quantum


EIGHT_BITS = {
    "float8 e4m3": lambda table: to_few_bits(table, 4, -9),
    "float8 e5m2": lambda table: to_few_bits(table, 3, -16),
    "int8": lambda table: (np.round(table * 127) / 127).astype("float32"),
}


@pytest.mark.parametrize("storage", EIGHT_BITS)
def test_storage_in_8_bits_is_recognized(storage):
    found = identify(EIGHT_BITS[storage](TABLE))
    assert found.paper and found.precision == storage
    noise = np.random.default_rng(8).uniform(-1, 1, TABLE.shape)
    noise[0, 0] = 1
    found = identify(EIGHT_BITS[storage](noise))
    assert not found.sinusoidal and found.precision == storage


def twice(table):
    return np.hstack([table, table])


ROPE = {
    "two arrays": (COSINES, SINES),
    "two arrays, sines first": (SINES, COSINES),
    "repeated by halves": (twice(COSINES), twice(SINES)),
    "repeated side by side": (np.repeat(COSINES, 2, axis=1), np.repeat(SINES, 2, axis=1)),
    "with axes for batch and heads": (twice(COSINES)[None, None], twice(SINES)[None, None]),
    "two in one array": np.stack([COSINES, SINES]),
    "two numbers for each pair": np.stack([COSINES, SINES], axis=-1),
    "repeated, in one row": np.hstack([twice(COSINES), twice(SINES)]),
    "in float16": (COSINES.astype("float16"), SINES.astype("float16")),
    "complex": np.exp(1j * ROPE_ANGLES),
    "complex64": np.exp(1j * ROPE_ANGLES).astype("complex64"),
}


@pytest.mark.parametrize("name", ROPE)
def test_ropes_cosines_and_sines_are_named(name):
    found = identify(ROPE[name])
    assert found.headline == "RoPE's cosines and sines." and not found.paper
    assert [finding.name for finding in found.findings] == ["RoPE cache"]
    assert (found.base, found.start, found.step) == (10_000.0, 0.0, 1.0)
    assert "16 frequencies, 1 to 0.000177828 radians per row" in str(found)
    assert ("repeated" in found.findings[0].text) == name.startswith(("repeated", "with axes"))


@pytest.mark.parametrize("table", [COSINES, twice(COSINES), np.repeat(COSINES, 2, axis=1)])
def test_ropes_cosines_alone_are_named_with_all_frequencies(table):
    found = identify(table)
    assert [finding.name for finding in found.findings] == ["RoPE's cosines"]
    assert "16 frequencies, 1 to 0.000177828 radians per row" in str(found)


def detr(height, width, d_model, normalized):
    """DETR's table (height, width, d_model), counted from 1."""
    y, x = np.indices((height, width)) + 1.0
    if normalized:
        y, x = y / (height + 1e-6) * 2 * np.pi, x / (width + 1e-6) * 2 * np.pi
    omega = 10_000.0 ** (-np.arange(0, d_model // 2, 2) / (d_model // 2))
    angles = [axis.reshape(-1, 1) * omega for axis in (y, x)]
    return np.hstack([interleaved(angle) for angle in angles]).reshape(height, width, d_model)


@pytest.mark.parametrize(
    ("normalized", "names"),
    [(True, ["grid", "normalized positions"]), (False, ["grid", "positions from one"])],
)
def test_the_table_of_an_image_is_a_grid_in_each_shape(normalized, names):
    image = detr(9, 12, 64, normalized)
    for shown in (image, np.moveaxis(image, -1, 0), image.reshape(-1, 64)):
        found = identify(shown)
        assert [finding.name for finding in found.findings] == names
        assert "A grid of 9 rows of 12" in str(found)


def test_a_grid_is_told_in_float16_where_slow_columns_are_constant():
    found = identify(patches(225, 44).astype("float16"))
    assert [finding.name for finding in found.findings] == ["grid", "halves"]


def test_angles_in_float16_are_named():
    position = np.arange(96, dtype=np.float16)[:, np.newaxis]
    omega = (10_000.0 ** (-np.arange(0, 64, 2) / 64)).astype(np.float16)
    found = identify(interleaved(position * omega))
    assert [finding.name for finding in found.findings] == ["half-precision angles"]
    assert found.precision == "float16, angles in float16"


def test_the_first_columns_of_a_wider_table_are_named_beside_their_base():
    [base] = identify(positional_encoding(96, 64)[:, :16]).findings
    assert base.text == "The base is 10, or these are the first 16 columns of 64 at base 10,000."


def test_no_warning_of_numpy_reaches_the_user(warned):
    rng = np.random.default_rng(9)
    for table in (rng.normal(size=(96, 64)), TABLE.astype("float16"), 1e300 * TABLE, np.eye(40)):
        identify(table)
    identify(lambda seq_len, d_model: positional_encoding(seq_len, d_model) * 1e38)
    assert warned() == []


@pytest.mark.parametrize(
    ("table", "columns"),
    [(twice(COSINES), "repeated by halves"), (np.repeat(COSINES, 2, axis=1), "each column twice")],
)
def test_repeated_cosines_are_named_in_their_order(table, columns):
    assert f"Cosines alone, {columns}," in str(identify(table))
