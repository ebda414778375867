"""Where the handles of a figure are, and what moves them."""

import pytest

from pe_book.declare import DragHandle, Explorer, to_json_values
from pe_book.explorers import ALL
from tests.rendered import figure_of, view_of

#: Of each explorer the handles at a point of a trace.
TIPPED = {
    name: [handle for handle in explorer.handles if getattr(handle, "tip", None)]
    for name, explorer in ALL.items()
}
every_tipped = pytest.mark.parametrize("name", [name for name in ALL if TIPPED[name]])


def tip(name: str, handle, **settings) -> tuple:
    """Return the coordinates of a handle."""
    trace, point = handle.tip
    drawn = to_json_values(view_of(name, **settings).traces[trace])
    return drawn["x"][point], drawn["y"][point]


def next_value(explorer: Explorer, setting: str):
    """Return the value after the default, or the one before it at the end of the scale."""
    control = next(each for each in explorer.controls if each.name == setting)
    values = list(control.values())
    at = values.index(explorer.defaults[setting])
    return values[at + 1] if at + 1 < len(values) else values[at - 1]


@every_tipped
def test_a_handle_is_at_a_point_that_its_settings_move(name):
    explorer = ALL[name]
    for handle in TIPPED[name]:
        for setting in handle.settings():
            other = next_value(explorer, setting)
            before, after = tip(name, handle), tip(name, handle, **{setting: other})
            assert before != pytest.approx(after, abs=1e-6), f"{handle} does not move"
            if not isinstance(handle, DragHandle) or isinstance(other, str):
                continue
            side = 0 if setting == handle.x else 1
            start, unit = handle.scale or (0, 1)
            moved = after[side] - before[side]
            assert moved == pytest.approx(unit * (other - explorer.defaults[setting]))
            origin = explorer.defaults[handle.origin[side]] if handle.origin else 0
            here = start + origin + unit * explorer.defaults[setting]
            assert before[side] == pytest.approx(here)


@every_tipped
def test_a_handle_is_in_the_axes_of_its_point(name):
    figure = figure_of(name)
    for handle in TIPPED[name]:
        drawn = figure["data"][handle.tip[0]]
        # One that is not seen may have its own height.
        is_unseen = getattr(handle, "style", None) == "bare"
        along = ["x" if getattr(handle, "x", None) else "y"] if is_unseen else ["x", "y"]
        for side in along:
            # One axis may lie over another.
            refs = handle.axes["xy".index(side)], drawn.get(f"{side}axis", side)
            own, its = (figure["layout"][f"{side}axis{ref[1:]}"] for ref in refs)
            assert own.get("domain") == its.get("domain") and own["range"] == its["range"]
