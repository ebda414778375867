"""The numbers on the page on what came since 2024."""

import numpy as np

from tests.check.published_configs import PUBLISHED
from tests.prose import test_attention
from tests.prose.text import code

IMAGE: dict = {"np": np}
exec(code("chapters/09_since_2024", "since-image-check"), IMAGE)
DEEPSEEK = PUBLISHED["DeepSeek V3"].config
WIDTHS = DEEPSEEK["qk_nope_head_dim"], DEEPSEEK["qk_rope_head_dim"]
