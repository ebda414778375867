"""The table as a PyTorch module. This file alone imports torch; `import pe_lib` does not."""

import numpy as np
import torch
from torch import Tensor, nn

from pe_lib.checks import check_d_model, check_float, check_int
from pe_lib.encoding import positional_encoding


class PositionalEncoding(nn.Module):
    """Adds row p of the table to the token at position p, for every sequence of a batch.

    The table is float32, each entry rounded once from float64. It is a non-persistent buffer:
    it follows `.to(device)`, is no parameter, and is not in `state_dict()`, because it can be
    computed again. The sum is computed in the wider dtype of input and table and returned in the
    dtype of the input. `.half()` or `.bfloat16()` round the table itself as well, and casting
    back does not restore it. Dropout is the share of the sums set to zero while training.

    >>> PositionalEncoding(d_model=4, max_len=10)(torch.zeros(1, 2, 4))
    tensor([[[0.0000, 1.0000, 0.0000, 1.0000],
             [0.8415, 0.5403, 0.0100, 0.9999]]])

    Source: Vaswani et al. 2017, sections 3.5 and 5.4 (dropout).
    """

    table: Tensor

    def __init__(
        self, d_model: int, max_len: int = 5000, base: float = 10_000.0, *, dropout: float = 0.0
    ) -> None:
        super().__init__()
        self.d_model = check_d_model(d_model)
        self.max_len = check_int(max_len, "max_len", low=1)
        dropout = check_float(dropout, "dropout")
        if not 0 <= dropout < 1:
            raise ValueError(f"dropout must be from 0 to below 1, but it is {dropout!r}")
        table = positional_encoding(self.max_len, self.d_model, base, dtype=np.float32)
        self.base = float(base)
        self.register_buffer("table", torch.from_numpy(table), persistent=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        """Return x (batch, length, d_model), of any floating dtype, plus the table's first rows."""
        if not isinstance(x, Tensor):
            raise TypeError(f"x must be a torch tensor, but it is a {type(x).__name__}")
        if not x.is_floating_point():
            raise TypeError(f"x must be floating (embeddings, not token ids), but it is {x.dtype}")
        if x.dim() != 3 or x.shape[2] != self.d_model:
            raise ValueError(
                f"x must have shape (batch, length, {self.d_model}), but its shape is "
                f"{tuple(x.shape)}"
            )
        if x.shape[1] > self.max_len:
            raise ValueError(
                f"x has {x.shape[1]} positions, but this module was made with "
                f"max_len={self.max_len}"
            )
        return self.dropout((x + self.table[: x.shape[1]]).to(x.dtype))

    def extra_repr(self) -> str:
        return f"d_model={self.d_model}, max_len={self.max_len}, base={self.base:g}"
