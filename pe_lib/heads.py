"""What an attention head can do with the table: look k back, keep its structure, or lose it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.attention import attention_weights
from pe_lib.checks import check_d_model, check_table, real_array, real_number, whole_number
from pe_lib.rotation import rotation_matrix


class Head(NamedTuple):
    """The two projections of one attention head: queries = x @ W_q, keys = x @ W_k.

    Parameters
    ----------
    W_q, W_k : (d_model, d_head) arrays
    """

    W_q: np.ndarray
    W_k: np.ndarray


def look_back_head(offset: int, d_model: int, base: float = 10_000.0) -> Head:
    """Return a head, written down and not trained, whose largest score is offset rows back.

    The query of row p is turned by -offset, which makes it row p - offset of the table, and the
    keys are the rows themselves. A row's dot product is largest with itself.

    Parameters
    ----------
    offset : int
        How far to look back, in positions; negative looks ahead.
    d_model : int
        Number of columns, even.
    base : float
        Base B of the frequencies, above 1.

    Returns
    -------
    Head(W_q, W_k), each (d_model, d_model)

    Raises
    ------
    TypeError, ValueError
        If an argument breaks the rule above.

    Examples
    --------
    >>> from pe_lib import positional_encoding
    >>> table = positional_encoding(8, 32)
    >>> scores(table, look_back_head(3, 32)).argmax(axis=1)[3:]
    array([0, 1, 2, 3, 4])

    Source: the theorem of chapter 4, with M_k.T = M_(-k).
    """
    offset = whole_number(offset, "offset", low=1 - 2**29, high=2**29 - 1)
    return Head(rotation_matrix(offset, d_model, base), np.eye(d_model))


def random_head(d_model: int, seed: int = 0) -> Head:
    """Return a head with normal random projections, of the size that training starts from.

    Parameters
    ----------
    d_model : int
        Number of columns.
    seed : int
        Seed of numpy's generator, at least 0.

    Returns
    -------
    Head(W_q, W_k), each (d_model, d_model)
        Entries have standard deviation 1/sqrt(d_model).

    Raises
    ------
    TypeError, ValueError
        If an argument breaks the rule above.

    Examples
    --------
    >>> random_head(4).W_q.shape
    (4, 4)
    """
    d_model = check_d_model(d_model)
    rng = np.random.default_rng(whole_number(seed, "seed", low=0))
    W_q, W_k = rng.normal(scale=d_model**-0.5, size=(2, d_model, d_model))
    return Head(W_q, W_k)


def block_projection(a: ArrayLike, b: ArrayLike) -> np.ndarray:
    """Return the block-diagonal matrix with blocks [[a_j, b_j], [-b_j, a_j]].

    Such a block turns pair j by one angle and stretches it by one factor, so it commutes with
    every shift: projections made of them keep scores that depend on the offset alone.

    Parameters
    ----------
    a, b : (n_pairs,) each
        Real numbers, one of each per pair.

    Returns
    -------
    (2 * n_pairs, 2 * n_pairs) in float64

    Raises
    ------
    TypeError, ValueError
        If a and b are not one-dimensional, of one length, and finite.

    Examples
    --------
    >>> block_projection([1.0], [2.0])
    array([[ 1.,  2.],
           [-2.,  1.]])

    Source: the 2x2 matrices that commute with all rotations; Su et al. 2021 build on them.
    """
    a, b = real_array(a, "a", ndim=1), real_array(b, "b", ndim=1)
    if a.shape != b.shape or not a.size:
        raise ValueError(f"a and b must have one entry per pair each, not {a.size} and {b.size}")
    even, odd = np.arange(0, 2 * a.size, 2), np.arange(1, 2 * a.size, 2)
    matrix = np.zeros((2 * a.size, 2 * a.size))
    matrix[even, even] = matrix[odd, odd] = a
    matrix[even, odd] = b
    matrix[odd, even] = -b
    return matrix


def block_head(d_model: int, seed: int = 0) -> Head:
    """Return a head whose projections are random but made of blocks [[a, b], [-b, a]].

    Parameters
    ----------
    d_model : int
        Number of columns, even.
    seed : int
        Seed of numpy's generator, at least 0.

    Returns
    -------
    Head(W_q, W_k), each (d_model, d_model)

    Raises
    ------
    TypeError, ValueError
        If an argument breaks the rule above.

    Examples
    --------
    >>> from pe_lib import positional_encoding, toeplitz_deviation
    >>> table = positional_encoding(32, 16)
    >>> toeplitz_deviation(scores(table, block_head(16))) < 1e-14
    True
    >>> toeplitz_deviation(scores(table, random_head(16))) > 0.1
    True
    """
    d_model = check_d_model(d_model, even_because="a block takes two columns")
    rng = np.random.default_rng(whole_number(seed, "seed", low=0))
    q, k = rng.normal(size=(2, 2, d_model // 2))
    return Head(block_projection(*q), block_projection(*k))


def scores(x: ArrayLike, head: Head) -> np.ndarray:
    """Return the dot products of queries and keys before scaling: (x W_q)(x W_k)^T.

    Parameters
    ----------
    x : (n, d_model)
    head : Head
        With matrices of shape (d_model, anything) each.

    Returns
    -------
    (n, n) in float64
        Row p holds the scores of query p with every key.

    Raises
    ------
    TypeError, ValueError
        If an array is not two-dimensional, finite and real, or the shapes do not fit.

    Examples
    --------
    >>> scores([[1.0, 0.0], [0.0, 2.0]], Head(np.eye(2), np.eye(2)))
    array([[1., 0.],
           [0., 4.]])
    """
    queries, keys = _project(x, head)
    return queries @ keys.T


def head_weights(x: ArrayLike, head: Head, *, sharpness: float = 1.0) -> np.ndarray:
    """Return the head's attention weights, with its scores multiplied by sharpness first.

    Parameters
    ----------
    x : (n, d_model)
    head : Head
    sharpness : float
        1 for the usual softmax(scores / sqrt(d)); larger for a more decided head, above 0. A
        trained head reaches it by longer queries or keys.

    Returns
    -------
    (n, n) in float64
        Every row sums to 1.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks the rule above.

    Examples
    --------
    >>> from pe_lib import positional_encoding
    >>> table, head = positional_encoding(64, 512), look_back_head(3, 512)
    >>> [round(float(head_weights(table, head, sharpness=s)[30, 27]), 2) for s in (1, 8)]
    [0.22, 0.85]
    """
    sharpness = real_number(sharpness, "sharpness")
    if sharpness <= 0:
        raise ValueError(f"sharpness must be above 0, but it is {sharpness!r}")
    queries, keys = _project(x, head)
    return attention_weights(sharpness * queries, keys)


def _project(x: ArrayLike, head: Head) -> tuple[np.ndarray, np.ndarray]:
    x = check_table(x, "x")
    if not (isinstance(head, tuple) and len(head) == 2):
        raise TypeError(f"head must be a Head(W_q, W_k), but it is a {type(head).__name__}")
    W_q, W_k = check_table(head[0], "W_q"), check_table(head[1], "W_k")
    if len(W_q) != x.shape[1] or W_q.shape != W_k.shape:
        raise ValueError(
            f"W_q and W_k must have one shape and {x.shape[1]} rows (the columns of x), "
            f"but the shapes are {W_q.shape} and {W_k.shape}"
        )
    return x @ W_q, x @ W_k
