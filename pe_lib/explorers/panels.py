"""Parts that several figure templates share."""


def heading(text: str, x: float, y: float) -> dict:
    """Return the annotation that heads a panel, above the corner (x, y) of its domain."""
    place = {
        "xref": "paper",
        "yref": "paper",
        "x": x,
        "y": y,
        "xanchor": "left",
        "yanchor": "bottom",
    }
    return place | {"text": text, "showarrow": False}
