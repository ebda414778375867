"""Arrays of jax, in and out: an assertion for attention, identify, and the comparisons."""

import pytest

import pe_check
import pe_lib
from pe_check.testing import assert_matches, assert_rope_matches, assert_shift_invariant

pytestmark = pytest.mark.nightly


# jax takes seconds to import, so this file does it when a test runs and not when it is collected.
@pytest.fixture(scope="module")
def jax():
    return pytest.importorskip("jax")


@pytest.fixture(scope="module")
def jnp(jax):
    return jax.numpy


@pytest.fixture(scope="module")
def x(jax):
    return jax.random.normal(jax.random.key(0), (2, 12, 64))


@pytest.fixture(scope="module")
def rope(jnp):
    def rope(x, positions, base=10_000.0):
        width = x.shape[-1]
        angles = positions[..., None] * base ** (-jnp.arange(0, width, 2) / width)
        cos, sin = jnp.cos(angles), jnp.sin(angles)
        first, second = x[..., : width // 2], x[..., width // 2 :]
        return jnp.concatenate([first * cos - second * sin, second * cos + first * sin], axis=-1)

    return rope


@pytest.fixture(scope="module")
def attention(jax, jnp, rope):
    @jax.jit
    def attention(x, positions):
        """Return causal attention of a text to itself."""
        turned = rope(x, positions)
        scores = turned @ turned.swapaxes(-1, -2) / 8
        visible = jnp.tril(jnp.ones(scores.shape[-2:], bool))
        return jax.nn.softmax(jnp.where(visible, scores, -1e9), axis=-1) @ x

    return attention


def test_arrays_go_in_and_out(attention, x):
    assert_shift_invariant(attention, x, shifts=(1, 100))


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
def test_a_table_is_identified_and_matches(jnp, dtype):
    table = jnp.asarray(pe_lib.positional_encoding(64, 16), dtype=dtype)
    found = pe_check.identify(table)
    assert found.paper and found.precision == dtype
    assert_matches(table)


def test_two_ropes_are_compared(jnp, rope):
    def neighbors(x, positions):
        angles = positions[:, None] * 10_000.0 ** (-jnp.arange(16) / 16)
        z = (x[:, 0::2] + 1j * x[:, 1::2]) * jnp.exp(1j * angles)
        return jnp.stack([z.real, z.imag], axis=-1).reshape(x.shape)

    def halves(x, positions):
        return rope(x, positions)

    assert_rope_matches(halves, halves, (16, 32))
    steps = pe_check.compare_rope(neighbors, halves, (16, 32)).steps
    assert len(steps) == 1 and "halves (j, j + 16)" in steps[0]
