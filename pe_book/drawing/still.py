"""Plotly figures drawn by matplotlib, for pictures that must stand without a script.

The same plain data that the browser gets is drawn here, as far as the explorers need it: lines,
markers, text, heat maps, shapes and annotations, on linear and log axes with plotly's domains. What
plotly can do beyond that is refused by name rather than silently dropped.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from pe_book.drawing import palette

DASHES = {"solid": "-", "dash": "--", "dot": ":", "dashdot": "-."}
MARKERS = {"circle": "o", "square": "s", "diamond": "D", "cross": "P", "x": "X"}
MARKERS |= {"triangle-up": "^", "triangle-down": "v", "line-ns": "|", "line-ew": "_"}
PX_TO_POINT = 0.75
# The properties of each kind of trace that are drawn, or that matter to a pointer alone.
EVERY = "type name visible showlegend xaxis yaxis hoverinfo hovertemplate customdata"
LINES = "x y mode line marker text textfont textposition opacity"
KNOWN = {
    "scatter": {*EVERY.split(), *LINES.split()},
    "heatmap": {*EVERY.split(), *"x y z zmin zmax colorscale showscale".split()},
}
SHAPE = {*"type xref yref x0 x1 y0 y1 line".split()}
AXIS = {
    *"type title domain anchor range tickvals ticktext showticklabels showgrid zeroline".split()
}


def draw(figure: Any) -> Any:
    """Return a matplotlib Figure that shows a plotly figure's plain data in the house style.

    It is as large as the layout says, at 96 pixels to the inch. Color tokens are resolved.
    """
    from matplotlib.figure import Figure

    figure = palette.resolve(figure)
    layout = figure.get("layout", {})
    width = layout.get("width", palette.WIDTH_INCHES * 96)
    height = layout.get("height", width * 0.7)
    with palette.style():
        canvas = Figure(figsize=(width / 96, height / 96))
        sheet = _Sheet(canvas, layout, width, height)
        for order, trace in enumerate(figure.get("data", [])):
            if trace.get("visible", True) is True:
                sheet.trace(trace, order)
        for shape in layout.get("shapes", []):
            sheet.shape(shape)
        for note in layout.get("annotations", []):
            sheet.annotation(note)
        sheet.finish()
    return canvas


class _Sheet:
    """The axes of one figure, made as traces ask for them."""

    def __init__(self, canvas: Any, layout: dict[str, Any], width: float, height: float) -> None:
        margin = {"l": 48, "r": 12, "t": 12, "b": 44} | layout.get("margin", {})
        self.canvas, self.layout = canvas, layout
        self.left, self.bottom = margin["l"] / width, margin["b"] / height
        self.width = 1 - (margin["l"] + margin["r"]) / width
        self.height = 1 - (margin["t"] + margin["b"]) / height
        self.font = layout.get("font", {}).get("size", 14)
        self.axes: dict[tuple[str, str], Any] = {}
        for key, axis in layout.items():
            if key.startswith("xaxis"):
                number = key.removeprefix("xaxis")
                self.at("x" + number, axis.get("anchor", "y" + number))

    def at(self, x: str, y: str) -> Any:
        """Return the axes for this pair of plotly axes, made on first use."""
        if (x, y) in self.axes:
            return self.axes[x, y]
        across = self.layout.get(x.replace("x", "xaxis"), {})
        up = self.layout.get(y.replace("y", "yaxis"), {})
        (x0, x1), (y0, y1) = across.get("domain", (0, 1)), up.get("domain", (0, 1))
        box = [self.left + x0 * self.width, self.bottom + y0 * self.height]
        box += [(x1 - x0) * self.width, (y1 - y0) * self.height]
        shared = next((a for (other, _), a in self.axes.items() if other == x and x0 == x1), None)
        axes = self.canvas.add_axes(box, sharex=shared)
        for name, axis in (("x", across), ("y", up)):
            self._style(axes, name, axis)
        self.axes[x, y] = axes
        return axes

    def _style(self, axes: Any, name: str, axis: dict[str, Any]) -> None:
        if unknown := sorted(axis.keys() - AXIS):
            raise ValueError(f"draw knows no {', '.join(unknown)} of an axis")
        log = axis.get("type") == "log"
        getattr(axes, f"set_{name}scale")("log" if log else "linear")
        ruler = axes.xaxis if name == "x" else axes.yaxis
        title = axis.get("title", {}).get("text", "")
        getattr(axes, f"set_{name}label")(_text(title), labelpad=3)
        ruler.set_tick_params(labelsize=(self.font - 1) * PX_TO_POINT, length=0, pad=3)
        ruler.label.set_size(self.font * PX_TO_POINT)
        if "tickvals" in axis:
            labels = [_text(t) for t in axis.get("ticktext", map(_tick, axis["tickvals"]))]
            ruler.set_ticks(axis["tickvals"], labels)
            ruler.set_ticks([], minor=True)
        if not axis.get("showticklabels", True):
            ruler.set_tick_params(labelbottom=False, labelleft=False)
        ruler.grid(axis.get("showgrid", True))
        for side in ("bottom", "top") if name == "x" else ("left", "right"):
            axes.spines[side].set_visible(False)
        if axis.get("zeroline") and name == "y":
            axes.axhline(0, color=palette.MUTED, linewidth=0.8)

    def trace(self, trace: dict[str, Any], order: int) -> None:
        """Draw one trace."""
        kind = trace.get("type", "scatter")
        if kind not in KNOWN:
            raise ValueError(f"draw knows {', '.join(KNOWN)}, not a trace of type {kind!r}")
        if unknown := sorted(trace.keys() - KNOWN[kind]):
            raise ValueError(f"draw knows no {', '.join(unknown)} of a {kind}")
        axes = self.at(trace.get("xaxis", "x"), trace.get("yaxis", "y"))
        if kind == "scatter":
            _scatter(axes, trace, order, self.font)
        else:
            _heatmap(axes, trace)

    def _place(self, item: dict[str, Any]) -> tuple[Any, Any]:
        """Return the axes and the transform that an annotation's or shape's references mean."""
        from matplotlib.transforms import Affine2D, blended_transform_factory

        xref, yref = item.get("xref", "x"), item.get("yref", "y")
        names = [ref.removesuffix(" domain") for ref in (xref, yref)]
        if "paper" in names:
            other = next((pair for pair in self.axes if set(pair) & set(names)), None)
            axes = self.axes[other] if other else self.canvas.add_axes([0, 0, 1, 1], frameon=False)
            if other is None:
                axes.set_axis_off()
        else:
            axes = self.at(*names)
        area = Affine2D().scale(self.width, self.height).translate(self.left, self.bottom)
        paper = area + self.canvas.transFigure
        parts = [
            paper if ref == "paper" else axes.transAxes if "domain" in ref else axes.transData
            for ref in (xref, yref)
        ]
        return axes, blended_transform_factory(*parts)

    def shape(self, shape: dict[str, Any]) -> None:
        """Draw a line or the outline of a rectangle."""
        from matplotlib.lines import Line2D
        from matplotlib.patches import Rectangle

        if unknown := sorted(shape.keys() - SHAPE):
            raise ValueError(f"draw knows no {', '.join(unknown)} of a shape")
        axes, where = self._place(shape)
        x0, x1, y0, y1 = (shape[key] for key in ("x0", "x1", "y0", "y1"))
        line = shape.get("line", {})
        look: dict[str, Any] = {
            "linewidth": line.get("width", 2) * PX_TO_POINT,
            "linestyle": DASHES[line.get("dash", "solid")],
            "transform": where,
            "clip_on": "paper" not in (shape.get("xref"), shape.get("yref")),
            "zorder": 4,
        }
        edge = line.get("color", palette.INK)
        if shape["type"] == "line":
            axes.add_artist(Line2D([x0, x1], [y0, y1], color=edge, **look))
        elif shape["type"] == "rect":
            look |= {"edgecolor": edge, "facecolor": "none"}
            axes.add_artist(Rectangle((x0, y0), x1 - x0, y1 - y0, **look))
        else:
            raise ValueError(f"draw knows line and rect, not a shape {shape['type']!r}")

    def annotation(self, note: dict[str, Any]) -> None:
        """Write a note."""
        if note.get("showarrow", True):
            raise ValueError("draw knows no arrows: an annotation needs showarrow=False")
        axes, where = self._place(note)
        font = note.get("font", {})
        shift = (note.get("xshift", 0), note.get("yshift", 0))
        across = note.get("xanchor", "auto")
        up = note.get("yanchor", "auto")
        axes.annotate(
            _text(note["text"]),
            (note["x"], note["y"]),
            xycoords=where,
            xytext=tuple(v * PX_TO_POINT for v in shift),
            textcoords="offset points",
            ha="center" if across == "auto" else across,
            va={"auto": "center", "middle": "center"}.get(up, up),
            fontsize=font.get("size", self.font) * PX_TO_POINT,
            color=font.get("color", palette.INK),
            weight="bold" if "<b>" in note["text"] else "normal",
            annotation_clip=False,
            zorder=6,
        )

    def finish(self) -> None:
        """Set ranges last, because drawing moves them; add the legend."""
        for (x, y), axes in self.axes.items():
            for letter, name in (("x", x), ("y", y)):
                axis = self.layout.get(name.replace(letter, letter + "axis"), {})
                limits = getattr(axes, f"set_{letter}lim")
                if "range" in axis:
                    low, high = axis["range"]
                    limits(*((10**low, 10**high) if axis.get("type") == "log" else (low, high)))
        if self.layout.get("showlegend"):
            found = [axes.get_legend_handles_labels() for axes in self.axes.values()]
            handles, labels = ([item for pair in found for item in pair[i]] for i in (0, 1))
            corner = (self.left, self.bottom + self.height * self.layout["legend"]["y"])
            space = self.width * self.canvas.get_figwidth() * 96
            # As many columns as fit; a handle and the gap beside it take about 44 pixels.
            for columns in range(min(4, len(labels)), 0, -1):
                parts = np.array_split(labels, columns)
                if sum(0.52 * self.font * max(map(len, part)) + 44 for part in parts) <= space:
                    break
            self.canvas.legend(
                handles,
                labels,
                ncols=columns,
                loc="lower left",
                bbox_to_anchor=corner,
                borderaxespad=0,
            )


def _scatter(axes: Any, trace: dict[str, Any], order: int, font: float) -> None:
    mode = trace.get("mode", "lines")
    line, marker = trace.get("line", {}), trace.get("marker", {})
    y = _numbers(trace["y"])
    x = _numbers(trace.get("x", np.arange(len(y))))
    alpha, depth = trace.get("opacity", 1), 2 + order / 1000
    color = line.get("color", marker.get("color"))
    name = trace.get("name") if trace.get("showlegend", True) else None
    if "lines" in mode:
        axes.plot(
            x,
            y,
            color=color,
            alpha=alpha,
            linewidth=line.get("width", 2) * PX_TO_POINT,
            linestyle=DASHES[line.get("dash", "solid")],
            solid_capstyle="butt",  # as plotly ends a line: at its point
            label=name,
            zorder=depth,
        )
    if "markers" in mode:
        size = np.asarray(marker.get("size", 6), dtype=float) * PX_TO_POINT
        edge = marker.get("line", {})
        color = marker.get("color", color)
        symbol = MARKERS[marker.get("symbol", "circle").removesuffix("-open")]
        hollow = marker.get("symbol", "").endswith("-open")
        axes.scatter(
            x,
            y,
            s=size**2,
            c=None if hollow else color,
            facecolors="none" if hollow else None,
            edgecolors=color if hollow else edge.get("color", "none"),
            linewidths=edge.get("width", 1.5 if hollow else 0) * PX_TO_POINT,
            marker=symbol,
            alpha=marker.get("opacity", alpha),
            label=None if "lines" in mode else name,
            zorder=depth,
        )
    if "text" in mode:
        sides = {"left": "right", "right": "left", "center": "center"}
        tops = {"top": "bottom", "bottom": "top", "middle": "center"}
        up, across = trace.get("textposition", "middle center").split()
        look = trace.get("textfont", {})
        for px, py, text in zip(x, y, trace["text"], strict=True):
            axes.text(
                px,
                py,
                _text(text),
                ha=sides[across],
                va=tops[up],
                fontsize=look.get("size", font) * PX_TO_POINT,
                color=look.get("color", palette.INK),
                clip_on=False,
            )


def _heatmap(axes: Any, trace: dict[str, Any]) -> None:
    z = np.ma.masked_invalid(np.array(_numbers(trace["z"]), dtype=float))
    rows, columns = z.shape
    x = np.asarray(trace.get("x", np.arange(columns)), dtype=float)
    y = np.asarray(trace.get("y", np.arange(rows)), dtype=float)
    look = {
        "cmap": _colormap(trace.get("colorscale", palette.colorscale(palette.SEQUENTIAL_STOPS))),
        "vmin": trace.get("zmin"),
        "vmax": trace.get("zmax"),
        "zorder": 1,
    }
    across, up = _edges(x), _edges(y)
    for widths in (np.diff(across), np.diff(up)):
        if not np.allclose(widths, widths[0]):
            raise ValueError("draw knows no heat map whose cells differ in size")
    extent = (across[0], across[-1], up[0], up[-1])
    axes.imshow(z, extent=extent, origin="lower", aspect="auto", **look)
    if trace.get("showscale", True):
        raise ValueError("draw knows no color bar: a heat map needs showscale=False")


def _tick(value: float) -> str:
    return f"{value:g}".replace("-", "\u2212")


def _colormap(scale: Any) -> Any:
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("scale", [(float(at), color) for at, color in scale])


def _edges(centers: np.ndarray) -> np.ndarray:
    """Return the n + 1 borders of cells with these centers; a single cell is one unit wide."""
    if len(centers) == 1:
        return np.array([centers[0] - 0.5, centers[0] + 0.5])
    middle = (centers[1:] + centers[:-1]) / 2
    return np.concatenate([[2 * centers[0] - middle[0]], middle, [2 * centers[-1] - middle[-1]]])


def _text(text: str) -> str:
    """Plotly's small HTML as plain text; matplotlib's dollar keeps its plain meaning."""
    return re.sub(r"<[^>]*>", "", str(text).replace("<br>", "\n")).replace("$", r"\$")


def _numbers(values: Any) -> Any:
    """Return a list with None as nan, so that lines break where plotly breaks them."""
    values = list(values)
    if values and isinstance(values[0], (list, tuple)):
        return [_numbers(row) for row in values]
    return [np.nan if value is None else value for value in values]
