"""The forms of the texts give the table, to the accuracy that float64 angles allow."""

import numpy as np
import pytest

from pe_lib import (
    forms,
    positional_encoding,
    positional_encoding_doubling,
    positional_encoding_exp_log,
    positional_encoding_loop,
    positional_encoding_vectorized,
)

FORMS = [
    positional_encoding_loop,
    positional_encoding_vectorized,
    positional_encoding_exp_log,
    positional_encoding_doubling,
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("d_model", [1, 2, 3, 4, 7, 16, 33])
@pytest.mark.parametrize("base", [2, 100, 1e4, 5e5])
def test_every_form_gives_the_table(form, d_model, base):
    for seq_len in (1, 2, 3, 64, 100, 300):
        table = form(seq_len, d_model, base)
        assert table.shape == (seq_len, d_model)
        assert table.dtype == np.float64
        assert table.flags.c_contiguous
        truth = positional_encoding(seq_len, d_model, base)
        assert np.abs(table - truth).max() <= 4e-16 + 5e-16 * seq_len


def test_doubling_takes_sines_for_the_powers_of_two_alone(monkeypatch):
    calls = []
    monkeypatch.setattr(forms.np, "exp", lambda x, exp=np.exp: calls.append(x) or exp(x))
    positional_encoding_doubling(1000, 8)
    assert len(calls) == 10
