"""Make tables with the packages that others use, for `pe_check.identify` to say what each one is.

    python -m venv .venv && .venv/bin/pip install -r requirements.txt
    .venv/bin/python make.py

writes pe_book/data/published_tables.npz: 32 rows of 32 columns (or as many as there are), numbers
alone, and the versions that they come from.
"""

import os
import sys
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

os.environ["KERAS_BACKEND"] = "torch"

import math

import keras_hub
import numpy as np
import torch
import transformers
from diffusers.models.embeddings import get_2d_sincos_pos_embed, get_timestep_embedding
from positional_encodings.torch_encodings import PositionalEncoding1D
from transformers.models.distilbert.modeling_distilbert import create_sinusoidal_embeddings
from transformers.models.m2m_100.modeling_m2m_100 import M2M100SinusoidalPositionalEmbedding
from transformers.models.speech_to_text.modeling_speech_to_text import (
    Speech2TextSinusoidalPositionalEmbedding,
)
from transformers.models.whisper.modeling_whisper import sinusoids
from x_transformers.x_transformers import ScaledSinusoidalEmbedding

ROWS, COLUMNS = 32, 32
OUTPUT = Path(__file__).parents[2] / "pe_book" / "data" / "published_tables.npz"


def import_without_package_init(package, module):
    """Import one module of a package whose own `__init__` asks for packages it does not need."""
    root, path = package, Path(find_spec(package).submodule_search_locations[0])
    for part in ["", *module.split(".")[:-1]]:
        root, path = (f"{root}.{part}", path / part) if part else (root, path)
        sys.modules[root] = ModuleType(root)
        sys.modules[root].__path__ = [str(path)]
    return import_module(f"{package}.{module}")


def pytorch_tutorial():
    # The class of the PyTorch tutorial "Language modeling with nn.Transformer", written out.
    position = torch.arange(ROWS).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, COLUMNS, 2) * (-math.log(10000.0) / COLUMNS))
    pe = torch.zeros(ROWS, 1, COLUMNS)
    pe[:, 0, 0::2] = torch.sin(position * div_term)
    pe[:, 0, 1::2] = torch.cos(position * div_term)
    return pe


def torchtune_rope():
    return (
        import_without_package_init("torchtune", "modules.position_embeddings")
        .RotaryPositionalEmbeddings(COLUMNS, max_seq_len=ROWS)
        .cache
    )


def keras_sine():
    layer = keras_hub.layers.SinePositionEncoding()
    return layer(torch.zeros(1, ROWS, COLUMNS))[0]


def distilbert():
    out = torch.nn.Embedding(ROWS, COLUMNS)
    create_sinusoidal_embeddings(ROWS, COLUMNS, out.weight)
    return out.weight


def xlnet():
    config = transformers.XLNetConfig(d_model=COLUMNS, n_head=4, n_layer=1, vocab_size=8, d_inner=8)
    return transformers.XLNetModel(config).relative_positional_encoding(ROWS // 2, ROWS // 2)


def positional_encodings_1d():
    return PositionalEncoding1D(COLUMNS)(torch.zeros(1, ROWS, COLUMNS))[0]


def x_transformers_scaled():
    return ScaledSinusoidalEmbedding(COLUMNS)(torch.zeros(1, ROWS, COLUMNS))


TABLES = {
    "PyTorch tutorial, PositionalEncoding": (pytorch_tutorial, "torch"),
    "torchtune, RotaryPositionalEmbeddings": (torchtune_rope, "torchtune"),
    "keras-hub, SinePositionEncoding": (keras_sine, "keras-hub"),
    "transformers, M2M100": (
        lambda: M2M100SinusoidalPositionalEmbedding(ROWS, COLUMNS, padding_idx=1).weights,
        "transformers",
    ),
    "transformers, Speech2Text": (
        lambda: Speech2TextSinusoidalPositionalEmbedding(ROWS, COLUMNS, padding_idx=1).weights,
        "transformers",
    ),
    "transformers, Whisper's encoder": (lambda: sinusoids(ROWS, COLUMNS), "transformers"),
    "transformers, DistilBERT": (distilbert, "transformers"),
    "transformers, XLNet's relative positions": (xlnet, "transformers"),
    "diffusers, time steps": (
        lambda: get_timestep_embedding(
            torch.arange(0, 20 * ROWS, 20), COLUMNS, flip_sin_to_cos=True, downscale_freq_shift=0
        ),
        "diffusers",
    ),
    "diffusers, 2-D as in MAE": (
        lambda: get_2d_sincos_pos_embed(2 * COLUMNS, (6, 8)),
        "diffusers",
    ),
    "timm, 2-D": (
        lambda: import_without_package_init(
            "timm", "layers.pos_embed_sincos"
        ).build_sincos2d_pos_embed([6, 8], 2 * COLUMNS),
        "timm",
    ),
    "x-transformers, ScaledSinusoidalEmbedding": (x_transformers_scaled, "x-transformers"),
    "positional-encodings, 1-D": (positional_encodings_1d, "positional-encodings"),
}

if __name__ == "__main__":
    made = {}
    for name, (make, package) in TABLES.items():
        table = make()
        table = table.detach().cpu().numpy() if isinstance(table, torch.Tensor) else table
        release = version(package).partition("+")[0]
        made[f"{name} ({package} {release})"] = np.asarray(table, np.float32)
    np.savez_compressed(OUTPUT, **made)
    print(f"{len(made)} tables in {OUTPUT}, {OUTPUT.stat().st_size:,} bytes")
