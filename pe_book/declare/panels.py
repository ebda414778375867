"""Parts that several explorers share: headings of panels, and grids."""

import math


def heading(text: str, x: float, y: float) -> dict:
    """Return the annotation that heads a panel.

    Parameters
    ----------
    text : str
        The heading.
    x, y : float
        The upper left corner of the panel's domain, from 0 to 1; the heading stands above it.

    Returns
    -------
    dict
        A plotly annotation as plain data.

    Examples
    --------
    >>> heading("pair 0", 0, 1)["yanchor"]
    'bottom'
    """
    place = {
        "xref": "paper",
        "yref": "paper",
        "x": x,
        "y": y,
        "xanchor": "left",
        "yanchor": "bottom",
    }
    return place | {"align": "left", "text": text, "showarrow": False}


def log_grid(start: int, stop: int, count: int) -> list[int]:
    """Return whole numbers, evenly spaced on a log axis, each once, with both ends.

    Parameters
    ----------
    start, stop : int
        Both ends, 0 < start < stop.
    count : int
        Number of values before equal ones are dropped, 2 at least.

    Returns
    -------
    list of int
        Rising.

    Examples
    --------
    >>> log_grid(1, 100, 5)
    [1, 3, 10, 32, 100]
    """
    low, high = math.log(start), math.log(stop)
    spaced = [low + i * (high - low) / (count - 1) for i in range(count)]
    # The slack of numbers.py: a last bit of exp decides nothing.
    return list(dict.fromkeys(math.floor(math.exp(x) + 0.5 + 1e-6) for x in spaced))
