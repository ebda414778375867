"""Arrays of jax, in and out: an assertion for attention, and for a table."""

import pytest

import pe_check
import pe_lib
from pe_check.testing import assert_matches, assert_shift_invariant

pytestmark = pytest.mark.nightly


# jax takes seconds to import, so this file does it when a test runs and not when it is collected.
@pytest.fixture(scope="module")
def jax():
    return pytest.importorskip("jax")


def test_arrays_go_in_and_out(jax):
    jnp = jax.numpy

    @jax.jit
    def attention(x, positions):
        """Return causal attention of a text to itself, with RoPE by halves."""
        angles = positions[..., None] * 10_000.0 ** (-jnp.arange(32) / 32)
        cos, sin = jnp.cos(angles), jnp.sin(angles)
        first, second = x[..., :32], x[..., 32:]
        turned = jnp.concatenate([first * cos - second * sin, second * cos + first * sin], axis=-1)
        scores = turned @ turned.swapaxes(-1, -2) / 8
        visible = jnp.tril(jnp.ones(scores.shape[-2:], bool))
        return jax.nn.softmax(jnp.where(visible, scores, -1e9), axis=-1) @ x

    x = jax.random.normal(jax.random.key(0), (2, 12, 64))
    assert_shift_invariant(attention, x, shifts=(1, 100))


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
def test_a_table_is_identified_and_matches(jax, dtype):
    table = jax.numpy.asarray(pe_lib.positional_encoding(64, 16), dtype=dtype)
    found = pe_check.identify(table)
    assert found.paper and found.precision == dtype
    assert_matches(table)
