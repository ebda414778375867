"""The network in PyTorch, for training. `model.py` computes the same without it."""

from functools import cache
from itertools import islice
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from pe_book.model.sentences.grammar import (
    LABELS,
    TRAINED_WORDS,
    VOCABULARY,
    Sentence,
    sentences,
)
from pe_book.model.sentences.model import (
    D_HEAD,
    D_HIDDEN,
    D_MODEL,
    MAX_POSITIONS,
    N_HEADS,
    ROPE_BASE,
    Model,
    added_table,
)
from pe_lib.encoding import positional_encoding
from pe_lib.variants import alibi_bias, alibi_slopes, learned_encoding

#: The base of the sinusoidal table.
BASE = 10_000.0
N_LAYERS = 2
BATCH = 32
LEARNING_RATE = 3e-3
#: The label of a word that only fills up a batch.
PADDING = -100


class Recipe(NamedTuple):
    """How a model is trained."""

    encoding: str
    seed: int = 0
    steps: int = 1500
    #: of the sinusoidal table or of RoPE; None is what the stored models have
    base: float | None = None

    @property
    def rope_base(self) -> float:
        """The base of RoPE's frequencies."""
        return self.base or ROPE_BASE


class Block(nn.Module):
    """One Transformer block, LayerNorm before each of its two parts."""

    def __init__(self) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(D_MODEL), nn.LayerNorm(D_MODEL)
        self.qkv = nn.Linear(D_MODEL, 3 * D_MODEL, bias=False)
        self.out = nn.Linear(D_MODEL, D_MODEL)
        self.up, self.down = nn.Linear(D_MODEL, D_HIDDEN), nn.Linear(D_HIDDEN, D_MODEL)

    def forward(
        self, x: torch.Tensor, mask: torch.Tensor, turns: torch.Tensor | None
    ) -> torch.Tensor:
        projected = self.qkv(self.norm1(x)).unflatten(-1, (3, N_HEADS, D_HEAD))
        q, k, v = projected.permute(2, 0, 3, 1, 4)
        if turns is not None:
            q, k = ((a.unsqueeze(-2) @ turns).squeeze(-2) for a in (q, k))
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = x + self.out(mixed.transpose(1, 2).flatten(2))
        return x + self.down(F.relu(self.up(self.norm2(x))))


class Network(nn.Module):
    """The whole network, from words (batch, length) to logits (batch, length, 4)."""

    def __init__(self, recipe: Recipe) -> None:
        super().__init__()
        encoding, self.encoding = recipe.encoding, recipe.encoding
        self.rope_base = recipe.rope_base
        self.embedding = nn.Embedding(len(VOCABULARY), D_MODEL)
        if encoding == "learned":
            rows = learned_encoding(MAX_POSITIONS, D_MODEL, recipe.seed)
            self.table = nn.Parameter(_tensor(rows))
        elif encoding == "sinusoidal":
            self.register_buffer("table", _tensor(_fixed_rows(recipe)))
        self.blocks = nn.ModuleList(Block() for _ in range(N_LAYERS))
        self.norm = nn.LayerNorm(D_MODEL)
        self.readout = nn.Linear(D_MODEL, len(LABELS))

    def forward(self, words: torch.Tensor, start: int = 0) -> torch.Tensor:
        """Read sentences that begin at position `start`; words below 0 are padding."""
        length = words.shape[1]
        positions = start + torch.arange(length)
        x = self.embedding(words.clamp(min=0))
        if self.encoding in ("sinusoidal", "learned"):
            x = x + self.table[positions]
        turns = _rotations(self.rope_base)[positions].to(x) if self.encoding == "rope" else None
        mask = _mask(self.encoding, length).to(x)
        mask = mask.masked_fill((words < 0)[:, None, None, :], -torch.inf)
        for block in self.blocks:
            x = block(x, mask, turns)
        return self.readout(self.norm(x))


def train(recipe: Recipe) -> Model:
    """Train a network and return it as a model in numpy, its numbers rounded to float16.

    The seed settles the first weights and every sentence.
    """
    torch.manual_seed(recipe.seed)
    network = Network(recipe)
    stream = sentences(np.random.default_rng([recipe.seed, 1]), held_out=False)
    optimizer = torch.optim.Adam(network.parameters())
    rate = torch.optim.lr_scheduler.OneCycleLR(optimizer, LEARNING_RATE, total_steps=recipe.steps)
    for _ in range(recipe.steps):
        words, labels = padded(list(islice(stream, BATCH)))
        logits = network(words)
        loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=PADDING)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        rate.step()
    return to_model(network, recipe)


def padded(batch: list[Sentence]) -> tuple[torch.Tensor, torch.Tensor]:
    """Return words and labels (batch, TRAINED_WORDS); short sentences are filled up at the end."""
    words = torch.full((len(batch), TRAINED_WORDS), -1)
    labels = torch.full((len(batch), TRAINED_WORDS), PADDING)
    for row, sentence in enumerate(batch):
        words[row, : len(sentence.words)] = torch.tensor(sentence.words)
        labels[row, : len(sentence.words)] = torch.tensor(sentence.labels)
    return words, labels


def to_model(network: Network, recipe: Recipe) -> Model:
    """Return a network's weights as a model in numpy, rounded to float16."""
    weights = {}
    for path, parameter in network.named_parameters():
        name = path.removeprefix("blocks.")
        array = parameter.detach().numpy().astype(np.float16).astype(float)
        if "norm" in name:
            name = name.replace("weight", "scale").replace("bias", "shift")
        elif name.endswith("weight"):
            # PyTorch's linear layers hold the transpose of the matrix that rows are multiplied by.
            name, array = name.removesuffix(".weight"), array if "embedding" in name else array.T
        weights[name] = array
    table = (
        _fixed_rows(recipe)
        if recipe.encoding == "sinusoidal"
        else added_table(recipe.encoding, weights)
    )
    return Model(recipe.encoding, weights, table, recipe.rope_base)


def _fixed_rows(recipe: Recipe) -> np.ndarray:
    return positional_encoding(MAX_POSITIONS, D_MODEL, recipe.base or BASE)


@cache
def _rotations(base: float) -> torch.Tensor:
    """Return what turns a row vector at each position, (MAX_POSITIONS, D_HEAD, D_HEAD)."""
    table = torch.from_numpy(positional_encoding(MAX_POSITIONS, D_HEAD, base))
    sine, cosine = table[:, 0::2], table[:, 1::2]
    turned = torch.stack([torch.stack([cosine, -sine], -1), torch.stack([sine, cosine], -1)], -2)
    return torch.stack([torch.block_diag(*blocks) for blocks in turned])


def _mask(encoding: str, length: int) -> torch.Tensor:
    """Return what is added to the scores of each head, (1, N_HEADS, length, length)."""
    if encoding == "alibi":
        biases = [alibi_bias(length, slope) for slope in alibi_slopes(N_HEADS)]
        return torch.from_numpy(np.array(biases))[None]
    mask = torch.zeros(1, N_HEADS, length, length)
    if encoding == "causal":
        mask = mask.masked_fill(~torch.ones(length, length).tril().bool(), -torch.inf)
    return mask


def _tensor(array: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(array).to(torch.get_default_dtype())
