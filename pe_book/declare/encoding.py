"""The three sliders of the encoding, the same wherever an explorer has one of them.

Their values go with the reader from page to page (`renderer/kept.mjs`).
"""

from pe_book.declare.controls import Slider

POSITION = Slider("position", "position p", 0, 63, default=20, kept=True)
WIDTHS = (4, 8, 16, 32, 64, 128, 256, 512)
D_MODEL = Slider("d_model", "d_model", choices=WIDTHS, default=64, kept=True)
BASE = Slider(
    "base",
    "base B",
    choices=(10, 100, 1000, 10_000, 100_000, 500_000, 1_000_000),
    default=10_000,
    kept=True,
)
