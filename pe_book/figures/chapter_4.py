"""The figure of chapter 4: the weights of a head that looks back."""

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.text.numbers import fixed


def looks_back(weights: np.ndarray, offset: int) -> Picture:
    """Draw the attention weights, (n, n), of a head whose queries ask for the key `offset` back."""
    figure, axes = palette.canvas(3.7)
    image = axes.imshow(weights, cmap=palette.sequential(), vmin=0)
    axes.set(xlabel="position of the key", ylabel="position of the query")
    axes.set_xticks(range(0, len(weights), 5))
    axes.set_yticks(range(0, len(weights), 5))
    axes.grid(False)
    figure.colorbar(image, ax=axes, shrink=0.7)
    inner = range(offset, len(weights))
    found = all(weights[m].argmax() == m - offset for m in inner)
    least = min(weights[m, m - offset] for m in inner)
    where = f"{offset} back" if found else "not at one offset"
    return picture(
        figure,
        alt=f"A {len(weights)} by {len(weights)} picture of attention weights. A dark stripe runs "
        f"along the diagonal {offset} places left of the main one; the largest weight of every row "
        f"from {offset} on is {where}.",
        caption=f"From position {offset} on, each query gives its largest weight to the key "
        f"{where}, at least {fixed(least, 2)}. The stripe is the same all along the text.",
    )
