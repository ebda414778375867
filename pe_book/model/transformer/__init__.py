"""A very small Transformer for a task that needs order, in numpy.

One layer, one head that sees both ways, no residual path: a token is embedded, attention mixes
the tokens, one linear layer names a token. The task is to repeat the token three back.
"""

from pe_book.model.transformer.model import (
    ENCODINGS,
    Model,
    Task,
    forward,
    loss_and_gradients,
    new_model,
)
from pe_book.model.transformer.training import accuracy_by_position, train

__all__ = [
    "ENCODINGS",
    "Model",
    "Task",
    "accuracy_by_position",
    "forward",
    "loss_and_gradients",
    "new_model",
    "train",
]
