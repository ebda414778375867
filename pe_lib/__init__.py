"""The mathematics of sinusoidal positional encoding, tested; it needs numpy alone.

The modules in the order in which to read them, each on those before it:

- `memory`: how much of it this machine, or the container, has
- `checks`: what every function does first; an error names the value and the rule
- `frequency`: from d_model and base to the frequency and wavelength of every pair
- `forms`: the table as textbooks write it, four times
- `encoding`: the table exactly and fast, by the theorem that a shift is a rotation
- `rotation`: that theorem as a matrix, and the same matrix found from data
- `similarity`: the dot product of two rows, which depends on their offset alone
- `law`: what the similarity comes to for many pairs
- `tensor2tensor`: the other table in use: other frequencies, and halves for pairs
- `attention`: enough self-attention to see that it does not know the order of its inputs
- `heads`: what an attention head can do with the table
- `addition`: what is left of table and embedding in their sum
- `variants`: learned and relative positions, ALiBi, RoPE and its longer contexts
- `practice`: what programs add: layouts, position ids, buckets, grids, fewer digits
- `pytorch`: the table as a module; it alone imports torch
"""

from pe_lib.attention import attention, attention_weights, permutation_matrix
from pe_lib.encoding import positional_encoding, positional_encoding_at
from pe_lib.forms import (
    positional_encoding_doubling,
    positional_encoding_exp_log,
    positional_encoding_loop,
    positional_encoding_vectorized,
)
from pe_lib.frequency import angular_frequencies, wavelengths
from pe_lib.law import similarity_law
from pe_lib.rotation import fit_shift, rotation_matrix
from pe_lib.similarity import reversals, similarity, toeplitz_deviation
from pe_lib.tensor2tensor import tensor2tensor_encoding

__version__ = "0.1.0"

__all__ = [
    "angular_frequencies",
    "attention",
    "attention_weights",
    "fit_shift",
    "permutation_matrix",
    "positional_encoding",
    "positional_encoding_at",
    "positional_encoding_doubling",
    "positional_encoding_exp_log",
    "positional_encoding_loop",
    "positional_encoding_vectorized",
    "reversals",
    "rotation_matrix",
    "similarity",
    "similarity_law",
    "tensor2tensor_encoding",
    "toeplitz_deviation",
    "wavelengths",
]
