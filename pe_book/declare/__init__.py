"""What an explorer is: a question, controls, a figure template, and words for it."""

from pe_book.declare.cards import Card
from pe_book.declare.controls import Control, Select, SentenceInput, Slider, Switch, Toggle
from pe_book.declare.encoding import BASE, D_MODEL, POSITION
from pe_book.declare.explorer import Explorer, Settings, merge, to_json_values
from pe_book.declare.handles import DragHandle, Reorder, RotateHandle
from pe_book.declare.panels import (
    BARE_AXIS,
    FILLS_COLUMN,
    FILLS_SLIDE,
    heading,
    heat_map,
    line,
    markers,
)
from pe_book.declare.predictions import Prediction
from pe_book.declare.wording import Wording

__all__ = [
    "BARE_AXIS",
    "BASE",
    "D_MODEL",
    "FILLS_COLUMN",
    "FILLS_SLIDE",
    "POSITION",
    "Card",
    "Control",
    "DragHandle",
    "Explorer",
    "Prediction",
    "Reorder",
    "RotateHandle",
    "Select",
    "SentenceInput",
    "Settings",
    "Slider",
    "Switch",
    "Toggle",
    "Wording",
    "heading",
    "heat_map",
    "line",
    "markers",
    "merge",
    "to_json_values",
]
