"""What a figure's plain data puts on the page, worked out without the script that draws it."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

import numpy as np

from pe_book.drawing import palette
from pe_book.numbers import fixed, scientific, significant

# What a drawing shows, in JSON: words, the numbers of its paths, its cells, as `expected` has them.
FOUND = """(section) => {
  const numbers = (path) => path.getAttribute("d").match(/-?[\\d.]+(e-?\\d+)?/g)?.map(Number) ?? [];
  const words = [...section.querySelectorAll(".pe-sheet text")].map((text) => text.textContent);
  const [lines, points, shapes, places, cells] = [{}, {}, {}, {}, {}];
  for (const group of section.querySelectorAll("[data-trace]")) {
    const i = group.dataset.trace;
    for (const path of group.querySelectorAll("path"))
      if (/[al]/.test(path.getAttribute("d")))
        points[i] = [...(points[i] ?? []), ...path.getAttribute("d").split("M").slice(1)
          .map((d) => d.split(/[al]/)[0].split(",").map(Number))];
      else lines[i] = numbers(path);
  }
  for (const path of section.querySelectorAll("[data-shape]"))
    shapes[path.dataset.shape] = numbers(path);
  section.querySelectorAll("canvas").forEach((canvas, i) => {
    const { width, height, style } = canvas;
    places[i] = [width, height,
      ...["left", "top", "width", "height"].map((side) => parseFloat(style[side]))];
    cells[i] = [...canvas.getContext("2d").getImageData(0, 0, width, height).data];
  });
  return JSON.stringify({ words: words.sort(), lines, points, shapes, places, cells });
}"""


# In pixels of the design, in percent of the figure, and in steps of a color's channels.
TOLERANCE = {"lines": 0.02, "points": 0.02, "shapes": 0.02, "places": 0.02, "cells": 4}
# Pixels by which values below 1e-9 may be off on a log axis, where a rounding's last bit shows.
FAINT = 12


class Scale:
    """Pixels of the design, along x or y, for the numbers of an axis."""

    def __init__(self, layout: dict, name: str) -> None:
        size, margin = layout["width" if name[0] == "x" else "height"], layout["margin"]
        before, after = ("l", "r") if name[0] == "x" else ("b", "t")
        self.spec = layout.get(f"{name[0]}axis{name[1:]}", {"range": [0, 1]})
        low, high = self.spec.get("domain", [0, 1])
        inner = size - margin[before] - margin[after]
        self.ends = [margin[before] + share * inner for share in (low, high)]
        if name[0] == "y":
            self.ends = [size - end for end in self.ends]

    def __call__(self, value: float) -> float:
        start, stop = self.spec["range"]
        value = math.log10(value) if self.spec.get("type") == "log" else value
        share = (value - start) / (stop - start)
        return self.ends[0] + share * (self.ends[1] - self.ends[0])

    def holds(self, pixel: float) -> bool:
        return min(self.ends) - 0.02 <= pixel <= max(self.ends) + 0.02

    def ticks(self) -> list[str]:
        values = self.spec.get("tickvals", [])
        words = self.spec.get("ticktext") or [str(v).replace("-", "−") for v in values]
        return [word for word, v in zip(words, values, strict=True) if self.holds(self(v))]


def scales(layout: dict, item: dict, *keys: str) -> tuple[Scale, Scale]:
    x, y = (item.get(key, key[0]) for key in keys)
    return tuple(
        Scale(layout, k + "-paper" if n == "paper" else n)
        for k, n in zip("xy", (x, y), strict=True)
    )


def differences(found: dict, figure: dict) -> list[str]:
    """Return where what FOUND has read is not what the figure's data puts there."""
    wanted, off = expected(figure), []
    if found["words"] != wanted["words"]:
        off.append(f"words: {found['words']}, not {wanted['words']}")
    for part, tolerance in TOLERANCE.items():
        if found[part].keys() != wanted[part].keys():
            off.append(f"{part}: {[*found[part]]}, not {[*wanted[part]]}")
            continue
        for key, numbers in wanted[part].items():
            one, other = np.array(found[part][key], dtype=float), np.array(numbers, dtype=float)
            if (
                one.shape != other.shape
                or not (
                    abs(one - other) <= tolerance + FAINT * wanted["faint"].get(f"{part} {key}", 0)
                ).all()
            ):
                off.append(f"{part} {key}: {one.tolist()[:9]}, not {other.tolist()[:9]}")
    return off


def expected(figure: dict) -> dict:
    """Return words, numbers and cells; and of which paths the numbers are faint."""
    layout = figure["layout"]
    lines, points, shapes, words = {}, {}, {}, []
    places, cells, faint = {}, {}, {}
    for i, trace in enumerate(figure["data"]):
        x, y = scales(layout, trace, "xaxis", "yaxis")
        if trace["type"] == "heatmap":
            number = str(len(cells))
            places[number], cells[number] = heat(figure, trace, x, y)
            continue
        known = [(a, b) for a, b in zip(trace["x"], trace["y"], strict=True) if None not in (a, b)]
        pixels = [(x(a), y(b)) for a, b in known]
        if y.spec.get("type") == "log":
            last_bits = np.array([[False, b < 1e-9] for _, b in known])
            faint |= {f"lines {i}": last_bits.ravel(), f"points {i}": last_bits}
        if "lines" in trace["mode"]:
            lines[str(i)] = [number for pixel in pixels for number in pixel]
        if "markers" in trace["mode"] and pixels:
            points[str(i)] = marks(of_known_points(trace), pixels)
        if "text" in trace["mode"]:
            words += trace["text"]
    for i, shape in enumerate(layout.get("shapes", [])):
        x, y = scales(layout, shape, "xref", "yref")
        x0, x1, y0, y1 = x(shape["x0"]), x(shape["x1"]), y(shape["y0"]), y(shape["y1"])
        shapes[str(i)] = [x0, y0, x1, y1] if shape["type"] == "line" else [x0, y0, x1, y1, x0]
    for key, axis in layout.items():
        if re.match("[xy]axis", key):
            scale = Scale(layout, key.replace("axis", ""))
            words += scale.ticks() if axis.get("showticklabels", True) else []
            words += [axis["title"]["text"]] if "title" in axis else []
    words += [note["text"] for note in layout.get("annotations", [])]
    by_code = sorted(map(str, words), key=lambda word: word.encode("utf-16-be"))
    known = {"lines": lines, "points": points, "shapes": shapes, "places": places, "cells": cells}
    known["faint"] = faint
    return {"words": by_code, **known}


def of_known_points(trace: dict) -> dict:
    """Return a trace's marker, with colors and sizes only of those points that are drawn."""
    drawn = [None not in point for point in zip(trace["x"], trace["y"], strict=True)]
    return {
        key: [one for one, there in zip(value, drawn, strict=True) if there]
        if isinstance(value, list)
        else value
        for key, value in trace["marker"].items()
    }


def marks(marker: dict, places: list) -> list:
    """Return where the outline of each marker begins, those of one color together."""
    colors = (
        marker["color"] if isinstance(marker["color"], list) else [marker["color"]] * len(places)
    )
    sizes = marker["size"] if isinstance(marker["size"], list) else [marker["size"]] * len(places)
    diamond = marker.get("symbol") == "diamond"
    starts = [
        [x, y - 1.3 * size / 2] if diamond else [x - size / 2, y]
        for (x, y), size in zip(places, sizes, strict=True)
    ]
    order = list(dict.fromkeys(colors))
    return [start for color in order for start, c in zip(starts, colors, strict=True) if c == color]


def heat(figure: dict, trace: dict, x: Scale, y: Scale) -> tuple[list[float], list[float]]:
    """Return columns, rows and place in percent; and red, green, blue and alpha of each cell."""
    layout, z = figure["layout"], np.array(trace["z"], dtype=float)
    edges = []
    for scale, places, size in ((x, trace["x"], "width"), (y, trace["y"], "height")):
        half = (places[1] - places[0]) / 2 if len(places) > 1 else 0.5
        ends = sorted([scale(places[0] - half), scale(places[-1] + half)])
        edges.append([100 * (ends[0]) / layout[size], 100 * (ends[1] - ends[0]) / layout[size]])
    if len(z) > 1 and y(trace["y"][0]) > y(trace["y"][1]):
        z = z[::-1]
    (left, width), (top, height) = edges
    stops = palette.tokens()[trace["colorscale"]]
    share = np.clip((z - trace["zmin"]) / (trace["zmax"] - trace["zmin"]), 0, 1)
    channels = [
        np.interp(share, [at for at, _ in stops], [int(c[k : k + 2], 16) for _, c in stops])
        for k in (1, 3, 5)
    ]
    there = np.where(np.isnan(z), 0, 255)
    pixels = np.where(np.isnan(z), 0, np.array([*channels, there])).transpose(1, 2, 0)
    return [z.shape[1], z.shape[0], left, top, width, height], [*pixels.ravel()]


# ---- values under a pointer


@dataclass(frozen=True)
class Point:
    """A value that hovering shows: its trace, its place, and its numbers."""

    trace: int
    at: tuple[float, float]
    values: dict


def points(figure: dict) -> list[Point]:
    """Return all that has a value to tell, within its axes."""
    found = []
    for i, trace in enumerate(figure["data"]):
        if trace.get("hoverinfo") == "skip":
            continue
        x, y = scales(figure["layout"], trace, "xaxis", "yaxis")
        if trace["type"] == "heatmap":
            values_at = [
                {"x": a, "y": b, "z": z}
                for b, row in zip(trace["y"], trace["z"], strict=True)
                for a, z in zip(trace["x"], row, strict=True)
            ]
        else:
            values_at = [{"x": a, "y": b} for a, b in zip(trace["x"], trace["y"], strict=True)]
        for values in values_at:
            if None not in values.values():
                at = (x(values["x"]), y(values["y"]))
                if x.holds(at[0]) and y.holds(at[1]):
                    found.append(Point(i, at, values))
    return found


def said(figure: dict, point: Point) -> str:
    """Return what the label says of a point."""
    trace = figure["data"][point.trace]
    text, extra = re.fullmatch("(.*)<extra>(.*)</extra>", trace["hovertemplate"]).groups()
    axes = dict(zip("xy", scales(figure["layout"], trace, "xaxis", "yaxis"), strict=True))

    def filled(match: re.Match) -> str:
        name, digits, form = match.groups()
        value = point.values[name]
        if form:
            return {"f": fixed, "g": significant, "e": scientific}[form](value, int(digits))
        spec = axes[name].spec if name in axes else {}
        named = dict(zip(spec.get("tickvals", []), spec.get("ticktext", []), strict=False))
        whole = float(value).is_integer()
        return named.get(value) or (fixed(value) if whole else significant(value))

    text = re.sub(r"%\{(\w)(?::\.(\d)(\w))?\}", filled, text)
    return f"{extra}: {text}" if extra else text
