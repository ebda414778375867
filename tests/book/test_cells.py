"""Tables name their rows and columns, escape their cells, and refuse ragged rows."""

import pytest

from pe_book.cells import listing


def test_a_table_has_headers_a_name_and_escaped_cells():
    shown = listing(["form", "a < b"], [["loop", "x & y"]], caption="Which <one>")._repr_html_()
    assert '<th scope="col">a &lt; b</th>' in shown
    assert '<th scope="row" style="white-space:nowrap">loop</th>' in shown
    assert ">x &amp; y</td>" in shown
    assert 'aria-label="Which &lt;one&gt;"' in shown


def test_a_sentence_gets_room_and_a_number_stays_in_one_piece():
    row = ["x", "1e-16", "word " * 12, "some words in here"]
    shown = listing(["a", "b", "c", "d"], [row], caption="c")._repr_html_()
    assert '<td style="white-space:nowrap">1e-16</td>' in shown
    assert '<td style="min-width:11em">word' in shown
    assert "<td>some words in here</td>" in shown


def test_a_ragged_row_is_refused():
    with pytest.raises(ValueError, match="must have 2 cells, not 1"):
        listing(["a", "b"], [["only"]], caption="c")
