"""The small tested library that every chapter of the book imports; it needs numpy alone."""

from pe_lib.attention import attention, attention_weights, permutation_matrix
from pe_lib.encoding import positional_encoding
from pe_lib.forms import (
    positional_encoding_exp_log,
    positional_encoding_loop,
    positional_encoding_vectorized,
)
from pe_lib.frequency import angular_frequencies, wavelengths
from pe_lib.rotation import rotation_matrix
from pe_lib.similarity import similarity

__all__ = [
    "angular_frequencies",
    "attention",
    "attention_weights",
    "permutation_matrix",
    "positional_encoding",
    "positional_encoding_exp_log",
    "positional_encoding_loop",
    "positional_encoding_vectorized",
    "rotation_matrix",
    "similarity",
    "wavelengths",
]
