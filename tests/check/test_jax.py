"""Arrays of jax, in and out: assertions for attention, identify, and the comparisons."""

import numpy as np
import pytest

import pe_check
import pe_lib
from pe_check.testing import (
    assert_cached_equals_full,
    assert_matches,
    assert_order_matters,
    assert_rope_matches,
    assert_shift_invariant,
)

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


def counted(x):
    return np.broadcast_to(np.arange(x.shape[1]), x.shape[:2])


def test_order_and_shift(attention, x):
    assert_order_matters(lambda x: attention(x, counted(x)), x)
    assert_shift_invariant(attention, x, shifts=(1, 100))


def test_cache(jax, jnp, attention, x):
    @jax.jit
    def step(x, text, old):
        text = jax.lax.dynamic_update_slice(text, x, (0, old, 0))
        output = attention(text, counted(text))
        return jax.lax.dynamic_slice_in_dim(output, old, x.shape[1], axis=1), text

    def cached(x, cache):
        text, old = cache or (jnp.zeros((x.shape[0], 24, 64)), 0)
        output, text = step(x, text, old)
        return output, (text, old + x.shape[1])

    assert_cached_equals_full(cached, x)


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
