"""Flatten an SVG that matplotlib has written, so that a page with it is painted faster.

A browser keeps a paint chunk for each element that is clipped or translated, and goes through all
chunks whenever anything near is painted again. Matplotlib translates each marker with `<use>`, and
clips each line by itself.
"""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
DEFS, GROUP, PATH, USE = (f"{{{SVG}}}{name}" for name in ("defs", "g", "path", "use"))


def flatten(root: ET.Element) -> None:
    """Replace `<use>` by paths, drop groups without attributes, and share neighbors' clips."""
    markers = {path.get("id", ""): path for path in root.iterfind(f".//{DEFS}/{PATH}")}
    for path in markers.values():
        path.set("d", _relative(path.get("d", "")))
    drawn = list(_drawn(root, None, markers))
    root[:] = [defs for defs in root.iter(DEFS) if defs.find(PATH) is None]
    for clip, neighbors in itertools.groupby(drawn, lambda part: part[0]):
        group = root if clip is None else ET.SubElement(root, GROUP, {"clip-path": clip})
        group.extend(element for _, element in neighbors)


def _drawn(
    parent: ET.Element, clip: str | None, markers: dict[str, ET.Element]
) -> Iterator[tuple[str | None, ET.Element]]:
    """Yield what is drawn in a group, in order, each with its clip."""
    for child in parent:
        own = child.attrib.pop("clip-path", clip)
        if child.tag == GROUP and child.attrib.keys() <= {"id"}:
            yield from _drawn(child, own, markers)
        elif child.tag == USE:
            yield own, _placed(markers[child.get(f"{{{XLINK}}}href", "").removeprefix("#")], child)
        elif child.tag != DEFS:
            yield own, child


def _placed(marker: ET.Element, use: ET.Element) -> ET.Element:
    """Return a marker as a path where it is used. Its own style comes after that of its use."""
    style = "; ".join(filter(None, (use.get("style"), marker.get("style"))))
    start = f"M {use.get('x')} {use.get('y')}"
    return ET.Element(PATH, {"d": f"{start} {marker.get('d')}", "style": style})


def _relative(d: str) -> str:
    """Return a path in relative coordinates, which compresses well when it is repeated."""
    pen = start = (0.0, 0.0)
    commands = []
    for command, numbers in re.findall(r"([MLQCz])([^MLQCz]*)", d):
        values = [float(number) for number in numbers.split()]
        points = list(zip(values[::2], values[1::2], strict=True))
        steps = [f"{x - pen[0]:.2f} {y - pen[1]:.2f}" for x, y in points]
        commands.append(" ".join([command.lower(), *steps]))
        if command == "M":
            start = points[0]
        pen = points[-1] if points else start
    return " ".join(commands)
