"""What computes a page's numbers reaches no reader: it stands in a page's source alone."""

from html import escape

from book.comments import COMMENT
from book.paths import ROOT
from tests.claims.prose import cells
from tests.claims.test_claims import FILES

SITE = ROOT / "_build/html"
TEXTS = (".html", ".js", ".mjs", ".json", ".txt", ".svg", ".webmanifest")


def test_no_comment_is_on_the_site():
    comments = {
        comment
        for file in FILES
        for text in cells(file).values()
        for comment in COMMENT.findall(text)
    }
    assert len(comments) > 300
    marks = [
        form for comment in comments for form in (f"<!-- {comment} -->", escape(f"<!-- {comment}"))
    ]
    files = [path for path in SITE.rglob("*") if path.suffix in TEXTS]
    assert len(files) > 100
    for path in files:
        text = path.read_text(encoding="utf-8")
        if "<!--" in text or "&lt;!--" in text:
            assert not [mark for mark in marks if mark in text], path
