"""The small tested library that every chapter of the book imports; it needs numpy alone."""

from pe_lib.attention import attention, attention_weights, permutation_matrix
from pe_lib.encoding import positional_encoding, positional_encoding_at
from pe_lib.forms import (
    positional_encoding_doubling,
    positional_encoding_exp_log,
    positional_encoding_loop,
    positional_encoding_vectorized,
)
from pe_lib.frequency import angular_frequencies, wavelengths
from pe_lib.law import cosine_integral, similarity_integral, similarity_law
from pe_lib.layouts import (
    halves_to_interleaved,
    interleaved_to_halves,
    tensor2tensor_encoding,
)
from pe_lib.rotation import ShiftFit, fit_shift, rotation_matrix, shift_r_squared
from pe_lib.similarity import (
    first_reversal,
    reversals,
    similarity,
    toeplitz_deviation,
)

__all__ = [
    "ShiftFit",
    "angular_frequencies",
    "attention",
    "attention_weights",
    "cosine_integral",
    "first_reversal",
    "fit_shift",
    "halves_to_interleaved",
    "interleaved_to_halves",
    "permutation_matrix",
    "positional_encoding",
    "positional_encoding_at",
    "positional_encoding_doubling",
    "positional_encoding_exp_log",
    "positional_encoding_loop",
    "positional_encoding_vectorized",
    "reversals",
    "rotation_matrix",
    "shift_r_squared",
    "similarity",
    "similarity_integral",
    "similarity_law",
    "tensor2tensor_encoding",
    "toeplitz_deviation",
    "wavelengths",
]
