"""A progress bar for long cells: shown in a live notebook, silent while the pages are built."""

from collections.abc import Callable

from pe_book.host import host


def progress_bar(label: str) -> Callable[[int, int], None]:
    """Return a function of (done, total) that draws a bar in the cell's output.

    While the book's pages are built it draws nothing: a page keeps the last output only.

    Parameters
    ----------
    label : str
        What is under way.

    Returns
    -------
    callable
        The function to call with two whole numbers; it redraws at each percent.

    Examples
    --------
    >>> progress_bar("training")(1, 200)  # below one percent, outside of a notebook: nothing yet
    """
    if host() == "page":
        return lambda done, total: None
    from IPython.display import HTML, display

    shown = {"percent": 0, "handle": None}

    def draw(done: int, total: int) -> None:
        percent = 100 * done // total
        if percent == shown["percent"]:
            return
        shown["percent"] = percent
        bar = HTML(
            f'<label>{label} <progress max="100" value="{percent}"></progress> {percent} %</label>'
        )
        if shown["handle"] is None:
            shown["handle"] = display(bar, display_id=True)
        else:
            shown["handle"].update(bar)

    return draw
