"""The explorers: figures with controls that answer one question each.

`explorers.waves()` in a notebook gives sliders that drive `pe_lib`; on a page of the book the same
call gives the same figure with sliders that work in the browser. Each module here that declares
`EXPLORER` is an explorer, found by its name; `<name>.mjs` beside it is its twin for the browser.
`ALL` holds the declarations.
"""

import importlib
import pkgutil
from functools import partial

from pe_book.declare import Explorer
from pe_book.faces.notebook import Shown

ALL: dict[str, Explorer] = {}
for _name in sorted(module.name for module in pkgutil.iter_modules(__path__)):
    ALL[_name] = importlib.import_module(f"{__name__}.{_name}").EXPLORER
    if ALL[_name].name != _name:
        raise ValueError(f"{_name}.py declares an explorer named {ALL[_name].name!r}")
    # Importing the module bound its name here; from now on the name shows the explorer.
    globals()[_name] = partial(Shown, ALL[_name])

__all__ = ["ALL", *ALL]
