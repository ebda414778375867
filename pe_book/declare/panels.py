"""Parts that several explorers share: headings, lines and heat maps."""

from typing import Any

#: The size of a figure that fills the room of a slide, 830 x 632 pixels (slides.css).
FILLS_SLIDE = {"width": 664, "height": 506}
#: The size of a figure that fills a page's column beside its sentence and controls, on a laptop.
FILLS_COLUMN = {"width": 720, "height": 345}
#: An axis without grid and ticks.
BARE_AXIS = {"showgrid": False, "showticklabels": False}


def heading(text: str | dict[str, Any], x: float, y: float, color: str = "@ink") -> dict:
    """Return the annotation that heads a panel; x, y is the upper left corner of its domain.

    `text` is the heading, or in a view an entry of `words` with its value; in the `color` of what
    it names, it is a key that holds in every theme.
    """
    place = {
        "xref": "paper",
        "yref": "paper",
        "x": x,
        "y": y,
        "xanchor": "left",
        "yanchor": "bottom",
    }
    return place | {"text": text, "font": {"color": color}}


def line(color: str, axes: int = 1, *, width: float = 2.5, **more: Any) -> dict:
    """Return a line in the panel with these axes, 1 for x and y."""
    number = axes if axes > 1 else ""
    place = {"xaxis": f"x{number}", "yaxis": f"y{number}"}
    shown = {"type": "scatter", "mode": "lines"}
    return shown | place | {"line": {"color": color, "width": width}} | more


def markers(color: Any, axes: int = 1, *, size: float = 11, **more: Any) -> dict:
    """Return markers in the panel with these axes, all of one color or a color for each."""
    return line(color, axes, mode="markers", marker={"color": color, "size": size}) | more


def heat_map(axes: int = 1, **more: Any) -> dict:
    """Return a heat map of numbers from -1 to 1 in the panel with these axes."""
    number = axes if axes > 1 else ""
    place = {"xaxis": f"x{number}", "yaxis": f"y{number}"}
    colors = {"zmin": -1, "zmax": 1, "colorscale": "@diverging"}
    return {"type": "heatmap"} | place | colors | more
