"""Show rows of text and numbers as a table that a narrow screen can scroll."""

import html
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Listing:
    """A table with a header, shown as HTML in a notebook and as columns of text elsewhere.

    Parameters
    ----------
    header : sequence of str
        The columns' names.
    rows : sequence of sequence
        Cells; the first cell of each row heads the row.
    caption : str
        What the table shows.

    Raises
    ------
    ValueError
        If a row does not have as many cells as the header.
    """

    header: Sequence[str]
    rows: Sequence[Sequence[object]]
    caption: str

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.header):
                raise ValueError(f"each row must have {len(self.header)} cells, not {len(row)}")

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col">{_cell(name)}</th>' for name in self.header)
        body = "".join(
            f'<tr><th scope="row"{_room(first)}>{_cell(first)}</th>'
            + "".join(f"<td{_room(value)}>{_cell(value)}</td>" for value in rest)
            + "</tr>"
            for first, *rest in self.rows
        )
        return (
            # The caption stands outside of what scrolls, so that a narrow screen shows all of it.
            f'<div class="pe-listing"><p><strong>{_cell(self.caption)}</strong></p>'
            '<div role="region" tabindex="0" style="overflow-x:auto" '
            f'aria-label="{html.escape(self.caption, quote=True)}">'
            '<table style="text-align:left;border-collapse:collapse">'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div></div>"
        )

    def __repr__(self) -> str:
        lines = [[str(value) for value in row] for row in (self.header, *self.rows)]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.header))]
        text = [
            "  ".join(
                value.ljust(width) for value, width in zip(line, widths, strict=True)
            ).rstrip()
            for line in lines
        ]
        return "\n".join([self.caption, *text])


def _room(value: object) -> str:
    """Give a sentence room and break no number: the table scrolls on a phone instead."""
    length = len(str(value))
    style = "min-width:11em" if length > 40 else "white-space:nowrap" if length <= 10 else ""
    return f' style="{style}"' if style else ""


def _cell(value: object) -> str:
    return html.escape(str(value), quote=False)


def listing(header: Sequence[str], rows: Sequence[Sequence[object]], *, caption: str) -> Listing:
    """Return a table of these rows.

    Parameters
    ----------
    header : sequence of str
        The columns' names.
    rows : sequence of sequence
        One sequence of cells for each row; the first cell names the row.
    caption : str
        What the table shows.

    Returns
    -------
    Listing
        It shows itself at the end of a cell.

    Raises
    ------
    ValueError
        If a row does not have as many cells as the header.

    Examples
    --------
    >>> listing(["form", "tables"], [["loop", 1.0]], caption="Peak memory")
    Peak memory
    form  tables
    loop  1.0
    """
    return Listing(tuple(header), tuple(tuple(row) for row in rows), caption)
