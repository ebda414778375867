"""What an explorer is: a question, controls, a figure template, and a pure `update`."""

from pe_book.declare.explorer import Choice, Explorer, Slider, Toggle, View
from pe_book.declare.panels import heading, log_grid

__all__ = ["Choice", "Explorer", "Slider", "Toggle", "View", "heading", "log_grid"]
