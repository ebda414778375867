"""A picture of a configuration: its layers in a row, as wide as a phone or a desk."""

import html

from pe_book.drawing.palette import COSINE, OFFSET, POSITION, SINE
from pe_check.config import Inspection
from pe_check.config.model import Group
from pe_check.numbers import ranges

#: Of groups with RoPE, in their order.
COLORS = (SINE, OFFSET, POSITION, COSINE)
MUTED = "var(--pst-color-text-muted)"


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
