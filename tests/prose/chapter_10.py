"""The numbers in the prose of chapter 10; those of programs and reports are as found there."""

import math

import numpy as np

from pe_lib import angular_frequencies
from pe_lib.practice import section_axes, t5_buckets, to_bfloat16

SECTIONS = [16, 24, 24]
#: The default of modeling_qwen3_vl.py.
QWEN3_VL = [24, 20, 20]
_OMEGA = angular_frequencies(128, 1_000_000)
_WIDTH = _OMEGA[section_axes(SECTIONS) == 2]


def first_in_last_bucket(causal: bool) -> int:
    buckets = t5_buckets(-np.arange(300), causal=causal)
    return int(np.argmax(buckets == buckets.max()))


T5_IN_USE = np.unique(t5_buckets(np.arange(-200, 201)))
