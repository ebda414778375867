"""The errors of the forms: against mpmath, against the real functions, and as they are told."""

import numpy as np
import pytest
from mpmath import mpf

from pe_lib import (
    form_errors,
    positional_encoding,
    positional_encoding_at,
    positional_encoding_exp_log,
    positional_encoding_vectorized,
)
from pe_lib.accuracy import FORMS
from tests.truth import error_of, frequencies, true_row


def test_every_form_is_named_in_words():
    assert list(form_errors(7, 4)) == list(FORMS)
    assert all("float" in words for words in FORMS.values())


def test_all_are_exact_at_position_zero():
    assert set(form_errors(0, 64).values()) == {0.0}


@pytest.mark.parametrize("d_model", [1, 7, 64])
@pytest.mark.parametrize("position", [1, 63, 64, 1000, 8191])
def test_the_numpy_forms_err_as_much_as_is_said(position, d_model):
    errors = form_errors(position, d_model)
    measured = {
        "vectorized": positional_encoding_vectorized(position + 1, d_model)[-1],
        "exp_log": positional_encoding_exp_log(position + 1, d_model)[-1],
        "rotation": positional_encoding(1, d_model, start=position)[0],
        "rotation_float32": positional_encoding(1, d_model, start=position, dtype=np.float32)[0],
    }
    for form, row in measured.items():
        # A mathematical library may be a bit off the nearest number, of the frequency as well.
        slack = 2e-16 if form.startswith("rotation") else 2e-16 * max(position, 2)
        found = error_of(row, position, d_model)
        assert abs(found - errors[form]) <= slack, form
        assert found <= 20 * errors[form] + 2e-16, form


@pytest.mark.parametrize("position", [1, 1000, 100_000, 10_000_000])
def test_the_snippet_of_the_tutorials_errs_as_much_as_is_said(position):
    d_model = 64
    exponents = np.arange(0, d_model, 2, dtype=np.float32) * np.float32(-np.log(10_000) / d_model)
    angles = np.float32(position) * np.exp(exponents)
    assert angles.dtype == np.float32
    row = np.stack([np.sin(angles), np.cos(angles)], axis=-1).ravel()
    found = error_of(row, position, d_model)
    said = form_errors(position, d_model)["tutorial"]
    assert said / 3 <= found <= 3 * said + 1e-7


def test_float32_angles_lose_all_digits_at_long_positions_and_ours_none():
    errors = [form_errors(p, 512) for p in (1000, 8191, 100_000, 1_000_000, 10_000_000)]
    for found, told in zip(errors, [4e-5, 3e-4, 5e-3, 4e-2, 0.3], strict=True):
        assert told / 1.5 < found["tutorial"] < told * 1.5
        assert found["rotation_float32"] <= 2.0**-25 + 1e-15  # half a step of float32 below 1
        assert found["rotation"] < 5e-16
    assert errors[-1]["vectorized"] > 1e-10


def test_the_errors_are_those_against_mpmath():
    position, d_model, base = 12_345, 6, 100.0
    angles = [position * float(omega) for omega in frequencies(d_model, base)]
    truth = true_row(position, d_model, base)
    largest = max(
        max(
            abs(mpf(float(np.sin(a))) - truth[2 * j]), abs(mpf(float(np.cos(a))) - truth[2 * j + 1])
        )
        for j, a in enumerate(angles)
    )
    assert form_errors(position, d_model, base)["vectorized"] == pytest.approx(
        float(largest), rel=1e-3
    )


def test_exp_log_is_not_more_accurate_than_the_power():
    """Over all pairs of d_model = 512: the exponential form's frequencies are worse, not better."""
    exact = frequencies(512, 10_000.0)
    power = 10_000.0 ** (-np.arange(0, 512, 2) / 512)
    exponential = np.exp(np.arange(0, 512, 2) * (-np.log(10_000.0) / 512))

    def worst(found):
        return max(abs(mpf(float(f)) / e - 1) for f, e in zip(found, exact, strict=True))

    assert worst(power) < 3e-16 < 1e-15 < worst(exponential)


def test_an_odd_width_has_no_last_cosine():
    wide, narrow = form_errors(100_000, 8), form_errors(100_000, 7)
    assert set(wide) == set(narrow)
    assert positional_encoding_at(3, 7).shape == (7,)
    assert form_errors(99, 1)["rotation"] == pytest.approx(
        error_of([np.sin(99.0)], 99, 1), abs=1.2e-16
    )
