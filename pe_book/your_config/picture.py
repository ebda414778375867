"""Two pictures of a configuration: its layers in a row, and the wavelengths of its pairs.

They are SVG whose places are percentages and whose letters are not: they fit a phone and a desk.
"""

import html
import math
from collections.abc import Iterator

import numpy as np

from pe_book.drawing.palette import COSINE, OFFSET, POSITION, SINE
from pe_check.config import Inspection
from pe_check.config.model import Group, RopeLayer
from pe_check.numbers import number, ranges

#: Of groups with RoPE, in their order.
COLORS = (SINE, OFFSET, POSITION, COSINE)
INK, MUTED = "var(--pst-color-text-base)", "var(--pst-color-text-muted)"
#: Heights in pixels: of the marks' names, of a lane, of the axis.
HEAD, LANE, AXIS = 44, 58, 22
EXPONENTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def strip(inspection: Inspection) -> str:
    """Return the layers as a row of cells, in the color of their group; empty without layers."""
    if not inspection.groups:
        return ""
    groups = {layer: i for i, group in enumerate(inspection.groups) for layer in group.layers}
    n = len(groups)
    cells = []
    for layer in range(n):
        i = groups[layer]
        rotates = inspection.groups[i].rope is not None
        color = COLORS[i % len(COLORS)]
        paint = f'fill="{color}"' if rotates else f'fill="none" stroke="{MUTED}"'
        cells.append(
            f'<rect x="{100 * (layer + 0.12) / n:.2f}%" y="2" width="{76 / n:.2f}%" height="16" '
            f'rx="2" {paint}><title>{_name(layer, inspection.groups[i])}</title></rect>'
        )
    label = f"The layers from the first to the last: {_kinds(inspection)}."
    note = ""
    if any(group.rope is None for group in inspection.groups):
        note = " An empty cell is a layer without RoPE."
    caption = f"Layers 0 to {n - 1}, left to right." + note
    return (
        f'<figure class="pe-strip"><svg width="100%" height="20" role="img" '
        f'aria-label="{html.escape(label)}">{"".join(cells)}</svg>'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _name(layer: int, group: Group) -> str:
    rope = group.rope.rope_type if group.rope else "no RoPE"
    return html.escape(f"{layer}: {group.kind}, {rope}")


def _kinds(inspection: Inspection) -> str:
    return "; ".join(
        f"{ranges(group.layers)} {group.kind}, {'RoPE' if group.rope else 'no RoPE'}"
        for group in inspection.groups
    )


def wavelength_picture(inspection: Inspection, length: int) -> str:
    """Return the wavelengths of every group on one axis, with the trained length and the text's."""
    lanes = [(i, group) for i, group in enumerate(inspection.groups) if group.rope]
    lanes = [(i, group) for i, group in lanes if group.rope and group.rope.rope_type != "axial"]
    if not lanes:
        return ""
    last = _last_decade([group.rope for _, group in lanes if group.rope], length)
    height = HEAD + LANE * len(lanes) + AXIS
    drawn = [
        *_axis(last, height),
        *(mark for k, (i, group) in enumerate(lanes) for mark in _lane(k, i, group, length, last)),
        *_marks(inspection.trained_length, length, last, height),
    ]
    power = str(last).translate(EXPONENTS)
    texts = "; ".join(_lane_text(group, length) for _, group in lanes)
    label = f"Wavelengths on a logarithmic axis of positions, from 1 to 10{power}: {texts}."
    legend = (
        '<span class="pe-key pe-full"></span>the wavelength of a pair '
        '<span class="pe-key pe-ring"></span>its angles are new in this text '
    )
    if any(group.rope and _is_scaled(group.rope) for _, group in lanes):
        legend += '<span class="pe-key pe-tick"></span>before scaling'
    return (
        f'<figure class="pe-wavelengths"><svg width="100%" height="{height}" role="img" '
        f'aria-label="{html.escape(label)}">{"".join(drawn)}</svg>'
        f"<figcaption>{legend}<br>{CAPTION}</figcaption></figure>"
    )


CAPTION = (
    "Pairs to the left of the trained length finished a turn in training, so they showed every "
    "angle. Pairs to its right didn’t."
)


def _last_decade(ropes: list[RopeLayer], length: int) -> int:
    slowest = [2 * math.pi / float(rope.frequencies[rope.frequencies > 0][-1]) for rope in ropes]
    return max(4, math.ceil(math.log10(max(*slowest, length, 10))))


def _x(positions: float, last: int) -> float:
    """Return the place of a number of positions, in percent."""
    return 1.5 + 97 * math.log10(max(positions, 1)) / last


def _svg_line(x: float, top: float, bottom: float, style: str) -> str:
    return f'<line x1="{x:.2f}%" x2="{x:.2f}%" y1="{top}" y2="{bottom}" {style}/>'


def _text(x: float, y: float, text: str, anchor: str = "middle", color: str = INK) -> str:
    place = f'x="{x:.2f}%" y="{y}" text-anchor="{anchor}"'
    return f'<text {place} fill="{color}">{html.escape(text)}</text>'


def _axis(last: int, height: int) -> Iterator[str]:
    for decade in range(last + 1):
        x = _x(10**decade, last)
        yield _svg_line(x, HEAD, height - AXIS, f'stroke="{MUTED}" stroke-opacity=".25"')
        text = "10" + str(decade).translate(EXPONENTS) if decade > 3 else str(10**decade)
        anchor = "start" if decade == 0 else "end" if decade == last else "middle"
        yield _text(x, height - 6, text, anchor, MUTED)


def _is_scaled(rope: RopeLayer) -> bool:
    return not np.allclose(rope.frequencies, rope.unscaled, rtol=1e-6)


def _lane(k: int, i: int, group: Group, length: int, last: int) -> Iterator[str]:
    """Yield one group: its name, its window, and its pairs."""
    rope = group.rope
    if rope is None:
        return
    top, color = HEAD + LANE * k, COLORS[i % len(COLORS)]
    name = group.kind
    if group.window:
        x = _x(group.window, last)
        yield (
            f'<rect x="0" y="{top + 4}" width="{x:.2f}%" height="{LANE - 8}" rx="3" fill="{color}" '
            'fill-opacity=".1"/>'
        )
        name += f", window {number(group.window)}"
    yield _text(1.5, top + 19, name, "start")
    if _is_scaled(rope):
        for frequency in rope.unscaled[rope.unscaled > 0]:
            x = _x(2 * math.pi / float(frequency), last)
            yield _svg_line(x, top + 46, top + 53, f'stroke="{color}" stroke-opacity=".55"')
    for frequency, new in zip(rope.at(length)[0], group.new_angles(length), strict=True):
        if frequency > 0:
            x = _x(2 * math.pi / float(frequency), last)
            fill = "var(--pst-color-background)" if new else color
            yield (
                f'<circle cx="{x:.2f}%" cy="{top + 36}" r="{3.5 if new else 2.5}" fill="{fill}" '
                f'stroke="{color}" stroke-width="{2 if new else 0}"/>'
            )


def _marks(trained: int | None, length: int, last: int, height: int) -> Iterator[str]:
    """Yield the lines of the trained length and of the text's, each with its name above."""
    marks = [(length, f"this text {number(length)}", 'stroke-dasharray="5 4"', 32)]
    if trained:
        text = f"trained {number(trained)}"
        marks = [*marks, (trained, text, 'stroke-width="1.8"', 14)]
    for value, text, style, y in marks:
        x = _x(value, last)
        yield _svg_line(x, y + 4, height - AXIS, f'stroke="{INK}" {style}')
        yield _text(x - 0.6 if x > 50 else x + 0.6, y, text, "end" if x > 50 else "start")


def _lane_text(group: Group, length: int) -> str:
    if group.rope is None:
        return ""
    frequencies, _ = group.rope.at(length)
    waves = 2 * math.pi / frequencies[frequencies > 0]
    first, last = (number(float(f"{wave:.3g}")) for wave in (waves[0], waves[-1]))
    return (
        f"layers {ranges(group.layers)}, {len(waves)} pairs from {first} to {last} positions, "
        f"{group.new_angles(length).sum()} with new angles"
    )
