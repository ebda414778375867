"""The numbers on the page RoPE in 15 minutes."""

import numpy as np

from pe_book.explorers import arrows
from pe_lib.practice import pairs_to_halves
from tests.prose.chapter_9 import exact_whole_numbers, shifted_start
from tests.rendered import view_of

ROPE_CURVE = np.array(view_of("pairs", pairs=8).traces[5]["y"])
MOVED = pairs_to_halves([range(8)], 1)[0]
