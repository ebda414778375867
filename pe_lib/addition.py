"""Adding the table to the embeddings: what the sum holds, and how large each part of it is."""

import math
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import check_d_model, check_table, real_number, true_or_false, whole_number

#: How an embedding table of shape (vocabulary, d_model) starts, by the name used in the field.
Initialization = Literal["xavier_uniform", "standard_normal", "inverse_sqrt", "gpt2"]


def spectrum(table: ArrayLike, *, center: bool = True) -> np.ndarray:
    """Return how the table's variance is shared among its principal directions.

    Parameters
    ----------
    table : (n_rows, n_columns)
    center : bool
        Whether the mean row is taken off first (variance), or not (energy).

    Returns
    -------
    (min(n_rows, n_columns),) in float64
        Shares from the largest to the smallest; they sum to 1.

    Raises
    ------
    TypeError, ValueError
        If the table is not two-dimensional, finite and real, or does not vary.

    Examples
    --------
    >>> spectrum([[3.0, 0.0], [0.0, 1.0]], center=False)
    array([0.9, 0.1])
    """
    table, center = check_table(table), true_or_false(center, "center")
    squares = np.linalg.svd(table - table.mean(axis=0) if center else table, compute_uv=False) ** 2
    total = squares.sum()
    if total == 0:
        raise ValueError("table must vary, but its rows are all the same" + " zero" * (not center))
    return squares / total


def effective_size(table: ArrayLike, share: float = 0.99) -> int:
    """Return how many directions hold this share of the table's variance.

    Parameters
    ----------
    table : (n_rows, n_columns)
    share : float
        Above 0 and below 1.

    Returns
    -------
    int, at most min(n_rows, n_columns)

    Raises
    ------
    TypeError, ValueError
        If an argument breaks the rule above.

    Examples
    --------
    >>> from pe_lib import positional_encoding
    >>> effective_size(positional_encoding(100, 512))
    31
    """
    share = real_number(share, "share")
    if not 0 < share < 1:
        raise ValueError(f"share must be above 0 and below 1, but it is {share!r}")
    return int(np.searchsorted(np.cumsum(spectrum(table)), share) + 1)


def constant_share(table: ArrayLike) -> float:
    """Return the share of the table's energy (sum of squares) that is one constant row.

    What every position has in common tells nothing about position: it is a bias. For a short
    table most slow columns have hardly moved from (0, 1).

    Parameters
    ----------
    table : (n_rows, n_columns)

    Returns
    -------
    float, from 0 to 1
        n_rows * |mean row|^2 / sum of all squared entries.

    Raises
    ------
    TypeError, ValueError
        If the table is not two-dimensional, finite and real, or all zero.

    Examples
    --------
    >>> from pe_lib import positional_encoding
    >>> round(constant_share(positional_encoding(50, 512)), 2)
    0.67
    """
    table = check_table(table)
    energy = (table**2).sum()
    if energy == 0:
        raise ValueError("table must have an entry other than zero, but it is all zero")
    return float(len(table) * (table.mean(axis=0) ** 2).sum() / energy)


def concatenate_then_project(x: ArrayLike, positions: ArrayLike, weights: ArrayLike) -> np.ndarray:
    """Return [x; p] W: token and position side by side, then one linear layer.

    Parameters
    ----------
    x : (n, d_x)
    positions : (n, d_p)
    weights : (d_x + d_p, d_out)

    Returns
    -------
    (n, d_out) in float64

    Raises
    ------
    TypeError, ValueError
        If an array is not two-dimensional, finite and real, or the shapes do not fit.

    Examples
    --------
    >>> concatenate_then_project([[1.0]], [[2.0]], [[10.0], [100.0]])
    array([[210.]])
    """
    x, positions, weights = _parts(x, positions, weights)
    return np.concatenate([x, positions], axis=1) @ weights


def project_then_add(x: ArrayLike, positions: ArrayLike, weights: ArrayLike) -> np.ndarray:
    """Return x W_x + p W_p, with W_x the first d_x rows of weights and W_p the others.

    It equals concatenate_then_project for every input: a model that concatenates and then
    projects is a model that adds. Adding without a projection fixes W_p to the identity.

    Parameters
    ----------
    x, positions, weights
        As for concatenate_then_project: shapes (n, d_x), (n, d_p) and (d_x + d_p, d_out).

    Returns
    -------
    (n, d_out) in float64

    Raises
    ------
    TypeError, ValueError
        As concatenate_then_project does.

    Examples
    --------
    >>> project_then_add([[1.0]], [[2.0]], [[10.0], [100.0]])
    array([[210.]])

    Source: block multiplication of matrices; discussed in tensor2tensor issue 1591.
    """
    x, positions, weights = _parts(x, positions, weights)
    return x @ weights[: x.shape[1]] + positions @ weights[x.shape[1] :]


def embedding_norm(
    vocabulary: int, d_model: int, initialization: Initialization, *, scaled: bool = True
) -> float:
    """Return the length of a fresh token embedding, to hold against the table's sqrt(d_model/2).

    It is sqrt(d_model) times the standard deviation of an entry, and once more sqrt(d_model)
    where the model multiplies by it ("scaled").

    Parameters
    ----------
    vocabulary : int
        Number of tokens; only xavier_uniform depends on it.
    d_model : int
        Width of the embedding.
    initialization : str
        Standard deviation of the entries: "xavier_uniform" sqrt(2/(vocabulary + d_model)) as the
        Annotated Transformer; "standard_normal" 1, the default of torch.nn.Embedding;
        "inverse_sqrt" 1/sqrt(d_model) as tensor2tensor and fairseq; "gpt2" 0.02.
    scaled : bool
        Whether the embedding is multiplied by sqrt(d_model), as Vaswani et al. 2017 do.

    Returns
    -------
    float
        The root mean square of the norm over the initialization's draws.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks the rule above.

    Examples
    --------
    >>> [round(embedding_norm(v, 512, "xavier_uniform"), 1) for v in (11, 8000, 32000)]
    [31.7, 7.8, 4.0]

    Source: Glorot and Bengio 2010 for xavier_uniform; Vaswani et al. 2017, section 3.4.
    """
    vocabulary = whole_number(vocabulary, "vocabulary", low=1)
    d_model = check_d_model(d_model)
    if not isinstance(initialization, str) or initialization not in get_args(Initialization):
        raise ValueError(
            f"initialization must be one of {', '.join(get_args(Initialization))}, "
            f"but it is {initialization!r}"
        )
    scaled = true_or_false(scaled, "scaled")
    deviation = {
        "xavier_uniform": math.sqrt(2 / (vocabulary + d_model)),
        "standard_normal": 1.0,
        "inverse_sqrt": 1 / math.sqrt(d_model),
        "gpt2": 0.02,
    }[initialization]
    return math.sqrt(d_model) * deviation * (math.sqrt(d_model) if scaled else 1.0)


def _parts(
    x: ArrayLike, positions: ArrayLike, weights: ArrayLike
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    x, positions = check_table(x, "x"), check_table(positions, "positions")
    weights = check_table(weights, "weights")
    if len(x) != len(positions):
        raise ValueError(f"x and positions must have as many rows, not {len(x)}, {len(positions)}")
    if len(weights) != x.shape[1] + positions.shape[1]:
        raise ValueError(
            f"weights must have {x.shape[1]} + {positions.shape[1]} rows, "
            f"but its shape is {weights.shape}"
        )
    return x, positions, weights
