"""The explorers: figures with controls that answer one question each.

`explorers.waves()` in a notebook gives sliders that drive `pe_lib`; on a page of the book the same
call gives the same figure with sliders that work in the browser. Each module here that declares
`EXPLORER` is an explorer and is found by its name; `<name>.mjs` beside it is its twin for the
browser.
"""

import importlib
import pkgutil

from pe_book.declare.explorer import Choice, Explorer, Slider, Toggle, View

ALL: dict[str, Explorer] = {}
for _found in sorted(module.name for module in pkgutil.iter_modules(__path__)):
    _explorer = getattr(importlib.import_module(f"{__name__}.{_found}"), "EXPLORER", None)
    if _explorer is None:
        continue
    if _explorer.name != _found:
        raise ValueError(f"{_found}.py declares an explorer named {_explorer.name!r}")
    # Importing the module bound its name here; from now on the name means the explorer.
    globals()[_found] = ALL[_found] = _explorer

__all__ = ["ALL", "Choice", "Explorer", "Slider", "Toggle", "View", *ALL]
