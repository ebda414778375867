"""A formula and the point after it stay together, and no word of the text is lost."""

from docutils import nodes

from _ext.book_site.maths import keep_points


def test_a_point_stays_with_its_formula_and_the_text_as_it_was():
    parts = ["chapter 1", ", ", "$p", ", ", "$q", " and ", "$r", ".”", "$s", " (", "$t", ")."]
    paragraph = nodes.paragraph()
    for part in parts:
        paragraph += nodes.math(text=part[1:]) if part[0] == "$" else nodes.Text(part)
    text = paragraph.astext()
    keep_points(None, paragraph, "")
    assert paragraph.astext() == text
    assert [whole.astext() for whole in paragraph.findall(nodes.inline)] == ["p,", "r.”", "t)."]
