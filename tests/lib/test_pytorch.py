import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pe_lib import positional_encoding

torch = pytest.importorskip("torch")

PositionalEncoding = pytest.importorskip("pe_lib.pytorch").PositionalEncoding


@settings(max_examples=30)
@given(st.integers(1, 33), st.integers(1, 20), st.sampled_from([2.0, 100.0, 1e4]))
def test_it_adds_our_table_to_every_sequence(d_model, length, base):
    x = torch.randn(3, length, d_model)
    result = PositionalEncoding(d_model, max_len=20, base=base)(x)
    expected = x + torch.from_numpy(positional_encoding(length, d_model, base).astype(np.float32))
    assert result.shape == (3, length, d_model) and result.dtype == torch.float32
    torch.testing.assert_close(result, expected, rtol=0, atol=0)


def test_there_are_no_parameters_and_no_persistent_buffers():
    module = PositionalEncoding(8, max_len=10)
    assert list(module.parameters()) == []
    assert dict(module.state_dict()) == {}
    assert [name for name, _ in module.named_buffers()] == ["table"]
    assert not module.table.requires_grad
    # A checkpoint made with one max_len loads into another.
    PositionalEncoding(8, max_len=99).load_state_dict(module.state_dict())


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_the_result_has_the_dtype_of_the_input_and_is_rounded_once(dtype):
    x = torch.randn(2, 5, 8).to(dtype)
    module = PositionalEncoding(8)
    result = module(x)
    assert result.dtype == dtype
    torch.testing.assert_close(result, (x.double() + module.table[:5].double()).to(dtype))


def test_dropout_in_training_only():
    torch.manual_seed(0)
    module = PositionalEncoding(64, dropout=0.5)
    x = torch.full((1, 50, 64), 10.0)
    assert 0.4 < (module(x) == 0).double().mean() < 0.6
    torch.testing.assert_close(module.eval()(x), PositionalEncoding(64)(x))


@pytest.mark.parametrize(
    ("call", "error", "keyword"),
    [
        (lambda: PositionalEncoding(0), ValueError, "d_model"),
        (lambda: PositionalEncoding(8.0), TypeError, "d_model"),
        (lambda: PositionalEncoding(8, max_len=0), ValueError, "max_len"),
        (lambda: PositionalEncoding(8, base=1), ValueError, "base"),
        (lambda: PositionalEncoding(8, dropout=1), ValueError, "dropout"),
        (lambda: PositionalEncoding(8, dropout=float("nan")), ValueError, "dropout"),
        (lambda: PositionalEncoding(8)(np.zeros((1, 2, 8))), TypeError, "x"),
        (lambda: PositionalEncoding(8)(torch.zeros(2, 8)), ValueError, "batch"),
        (lambda: PositionalEncoding(8)(torch.zeros(1, 2, 6)), ValueError, "8"),
        (lambda: PositionalEncoding(8)(torch.zeros(1, 2, 8).long()), TypeError, "floating"),
        (lambda: PositionalEncoding(8, max_len=4)(torch.zeros(1, 5, 8)), ValueError, "max_len"),
    ],
)
def test_bad_input(call, error, keyword):
    with pytest.raises(error, match=keyword):
        call()
