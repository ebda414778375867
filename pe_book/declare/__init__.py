"""What an explorer is: a question, controls, a figure template, and a pure `update`."""

from pe_book.declare.controls import Control, Select, Slider, Toggle
from pe_book.declare.explorer import Explorer, Settings, View, merge, plain
from pe_book.declare.panels import heading, log_grid, stems

__all__ = [
    "Control",
    "Explorer",
    "Select",
    "Settings",
    "Slider",
    "Toggle",
    "View",
    "heading",
    "log_grid",
    "merge",
    "plain",
    "stems",
]
