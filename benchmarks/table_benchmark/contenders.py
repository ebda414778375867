"""Everything that makes a table: the forms of the texts, other libraries, and the write limit.

A contender has `make(seq_len, d_model)`, the whole table by its public interface, and
`row(position, d_model)`, one row by the same arithmetic, for the errors at positions whose tables
would not fit. The measurement asserts that both agree bit for bit where the table is short.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import Any

import numpy as np

import pe_lib

BASE = 10_000.0


@dataclass(frozen=True)
class Contender:
    """A way of making the table, and the formula it means to compute."""

    name: str
    words: str
    dtype: str
    make: Callable[[int, int], Any]
    row: Callable[[int, int], Any] | None = None
    halves: bool = False  # sines first, then cosines; else interleaved
    tensor2tensor: bool = False  # exponents j / (d_model/2 - 1); else 2j / d_model
    slow: bool = False  # a Python loop: once is enough, and not at every shape
    compiled: bool = False  # at the first call of a shape, which is timed apart


def numpy_forms() -> list[Contender]:
    """Return the write limits, the forms of the texts in numpy, and pe_lib's own table."""

    def limit(dtype):
        def make(seq_len, d_model):
            table = np.empty((seq_len, d_model), dtype)
            table.fill(1)
            return table

        return make

    def loop_row(p, d_model):
        angles = [p / BASE ** (2 * (c // 2) / d_model) for c in range(d_model)]
        return [math.cos(a) if c % 2 else math.sin(a) for c, a in enumerate(angles)]

    def angles_to_row(angles):
        return np.stack([np.sin(angles), np.cos(angles)], axis=-1).ravel()

    def vectorized_row(p, d_model):
        return angles_to_row(p * BASE ** (-np.arange(0, d_model, 2) / d_model))

    def exp_log_row(p, d_model):
        return angles_to_row(p * np.exp(np.arange(0, d_model, 2) * (-math.log(BASE) / d_model)))

    def all_float32(seq_len, d_model, first=0):
        positions = np.arange(first, first + seq_len, dtype=np.float32)[:, np.newaxis]
        exponents = -np.arange(0, d_model, 2, dtype=np.float32) / np.float32(d_model)
        angles = positions * np.float32(BASE) ** exponents
        table = np.empty((seq_len, d_model), np.float32)
        table[:, 0::2] = np.sin(angles)
        table[:, 1::2] = np.cos(angles)
        return table

    def ours32(seq_len, d_model, start=0):
        return pe_lib.positional_encoding(seq_len, d_model, start=start, dtype=np.float32)

    single = "float32"
    return [
        Contender("limit", "memory filled with a constant", "float64", limit(np.float64)),
        Contender("limit32", "memory filled with a constant", single, limit(np.float32)),
        Contender(
            "loop",
            "double loop",
            "float64",
            pe_lib.positional_encoding_loop,
            loop_row,
            slow=True,
        ),
        Contender(
            "vectorized",
            "vectorized numpy",
            "float64",
            pe_lib.positional_encoding_vectorized,
            vectorized_row,
        ),
        Contender(
            "exp_log", "exp/log numpy", "float64", pe_lib.positional_encoding_exp_log, exp_log_row
        ),
        Contender(
            "cast",
            "vectorized numpy, then cast",
            single,
            lambda seq_len, d_model: pe_lib.positional_encoding_vectorized(seq_len, d_model).astype(
                np.float32
            ),
            lambda p, d_model: vectorized_row(p, d_model).astype(np.float32),
        ),
        Contender(
            "all_float32",
            "numpy, all float32",
            single,
            all_float32,
            lambda p, d_model: all_float32(1, d_model, p)[0],
        ),
        Contender(
            "doubling", "doubling (exercise)", "float64", pe_lib.positional_encoding_doubling
        ),
        Contender(
            "ours",
            "pe_lib.positional_encoding",
            "float64",
            pe_lib.positional_encoding,
            lambda p, d_model: pe_lib.positional_encoding(1, d_model, start=p)[0],
        ),
        Contender(
            "ours32",
            "pe_lib.positional_encoding",
            single,
            ours32,
            lambda p, d_model: ours32(1, d_model, p)[0],
        ),
    ]


def tutorial() -> list[Contender]:
    """Return the snippet of the PyTorch tutorials, in float32 as printed, and in float64."""
    import torch

    def snippet(dtype):
        def make(seq_len, d_model, first=0):
            pe = torch.zeros(seq_len, d_model, dtype=dtype)
            position = torch.arange(first, first + seq_len, dtype=dtype).unsqueeze(1)
            steps = torch.arange(0, d_model, 2).to(dtype)
            div_term = torch.exp(steps * (-math.log(10000.0) / d_model))
            pe[:, 0::2] = torch.sin(position * div_term)
            pe[:, 1::2] = torch.cos(position * div_term)
            return pe

        return make, lambda p, d_model: make(1, d_model, p)[0].numpy()

    return [
        Contender("tutorial", "PyTorch tutorial", "float32", *snippet(torch.float32)),
        Contender("tutorial64", "PyTorch tutorial", "float64", *snippet(torch.float64)),
    ]


def torch_compile() -> list[Contender]:
    """Return the tutorial's snippet through torch.compile, in both types."""
    import torch

    torch._dynamo.config.recompile_limit = 100  # it compiles anew for each shape

    def compiled(make):
        return torch.compile(make, dynamic=False)

    return [
        Contender(
            c.name + "_compiled",
            "PyTorch tutorial, compiled",
            c.dtype,
            compiled(c.make),
            compiled=True,
        )
        for c in tutorial()
    ]


def jax_jit() -> list[Contender]:
    """Return the vectorized form in JAX, compiled. The first position is an argument of the
    compiled function: without one, XLA would compute the table when it compiles.
    """
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)

    def contender(dtype):
        @partial(jax.jit, static_argnums=(0, 1))
        def table(seq_len, d_model, first):
            positions = (first + jnp.arange(seq_len)).astype(dtype)[:, jnp.newaxis]
            omega = jnp.asarray(BASE, dtype) ** (-jnp.arange(0, d_model, 2, dtype=dtype) / d_model)
            angles = positions * omega
            pairs = jnp.stack([jnp.sin(angles), jnp.cos(angles)], axis=-1)
            return pairs.reshape(seq_len, d_model)

        def make(seq_len, d_model):
            return table(seq_len, d_model, 0).block_until_ready()

        words = f"jax {version('jax')}, jit"
        return Contender(f"jax_{dtype}", words, dtype, make, compiled=True)

    return [contender("float32"), contender("float64")]


def positional_encodings() -> list[Contender]:
    """Return the positional-encodings package."""
    import torch

    torch_encodings = import_module("positional_encodings.torch_encodings")

    def make(seq_len, d_model):
        # Only the shape of its argument is read; expand keeps it from costing memory.
        shaped = torch.zeros(1, 1, 1).expand(1, seq_len, d_model)
        return torch_encodings.PositionalEncoding1D(d_model)(shaped)[0]

    def row(p, d_model):
        inv_freq = torch_encodings.PositionalEncoding1D(d_model).inv_freq
        angles = torch.einsum("i,j->ij", torch.tensor([p], dtype=inv_freq.dtype), inv_freq)
        return torch_encodings.get_emb(angles)[0].numpy()

    words = f"positional-encodings {version('positional-encodings')}"
    return [Contender("positional_encodings", words, "float32", make, row)]


def x_transformers() -> list[Contender]:
    """Return x-transformers' sinusoidal embedding (halves, and scaled by 1/sqrt(d_model))."""
    import torch

    module = import_module("x_transformers.x_transformers")

    def make(seq_len, d_model, offset=0):
        embedding = module.ScaledSinusoidalEmbedding(d_model)
        shaped = torch.zeros(1, 1, 1).expand(1, seq_len, d_model)
        with torch.no_grad():
            return embedding(shaped, offset=offset)

    def row(p, d_model):
        # The scale is d_model**-0.5 rounded to float32; undone in float64 it costs 6e-8 at most.
        scale = float(module.ScaledSinusoidalEmbedding(d_model).scale.detach())
        return make(1, d_model, p)[0].double().numpy() / scale

    words = f"x-transformers {version('x-transformers')}"
    return [Contender("x_transformers", words, "float32", make, row, halves=True)]


def diffusers() -> list[Contender]:
    """Return diffusers' timestep embedding (halves)."""
    import torch

    embed = import_module("diffusers.models.embeddings").get_timestep_embedding

    def make(seq_len, d_model, first=0):
        return embed(torch.arange(first, first + seq_len), d_model, downscale_freq_shift=0)

    words = f"diffusers {version('diffusers')}, timestep embedding"
    return [
        Contender(
            "diffusers",
            words,
            "float32",
            make,
            lambda p, d_model: make(1, d_model, p)[0].numpy(),
            halves=True,
        )
    ]


def transformers() -> list[Contender]:
    """Return transformers' sinusoidal classes: M2M100's (tensor2tensor's formula) and Marian's."""
    import torch

    m2m = import_module("transformers.models.m2m_100.modeling_m2m_100")
    marian = import_module("transformers.models.marian.modeling_marian")
    embedding = m2m.M2M100SinusoidalPositionalEmbedding

    def row(p, d_model):
        half = d_model // 2
        omega = torch.exp(torch.arange(half).float() * -(math.log(10000) / (half - 1)))
        angles = torch.tensor([[p]]).float() * omega.unsqueeze(0)
        return torch.cat([torch.sin(angles), torch.cos(angles)], dim=1)[0].numpy()

    def marian_make(seq_len, d_model):
        return marian.MarianSinusoidalPositionalEmbedding(seq_len, d_model).create_weight()

    def marian_row(p, d_model):
        angles = np.array([p / np.power(10000, 2 * (c // 2) / d_model) for c in range(d_model)])
        halves = np.concatenate([np.sin(angles[0::2]), np.cos(angles[1::2])])
        return halves.astype(np.float32)

    name = f"transformers {version('transformers')}"
    return [
        Contender(
            "transformers",
            f"{name}, M2M100",
            "float32",
            embedding.get_embedding,
            row,
            halves=True,
            tensor2tensor=True,
        ),
        Contender(
            "transformers_marian",
            f"{name}, Marian",
            "float32",
            marian_make,
            marian_row,
            halves=True,
            slow=True,
        ),
    ]


def all_contenders() -> tuple[list[Contender], dict[str, str]]:
    """Return the contenders, and the reason for each library that is missing."""
    found, missing = numpy_forms(), {}
    libraries = (tutorial, torch_compile, jax_jit)
    libraries += (positional_encodings, x_transformers, diffusers, transformers)
    for library in libraries:
        try:
            found += library()
        except Exception as error:  # whatever an import of somebody else's library may raise
            missing[library.__name__] = f"{type(error).__name__}: {error}"
    return found, missing
