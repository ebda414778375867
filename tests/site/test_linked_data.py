"""The JSON-LD of the built pages, as a parser of linked data reads it."""

import json
import re
import warnings

import pytest
from rdflib import RDF, Graph, Literal, URIRef
from rdflib.namespace import SDO

from _ext.book_site.linked_data import CONTEXT
from book.objectives import objectives
from tests.conftest import ROOT

pytestmark = pytest.mark.site

CHAPTERS = sorted(file.stem for file in (ROOT / "chapters").glob("*.ipynb"))
SCRIPT = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.S)


def graph(book_html, name: str) -> Graph:
    """The statements of a page. schema.org's context is the vocabulary: nothing is fetched."""
    [text] = SCRIPT.findall((book_html / f"{name}.html").read_text(encoding="utf-8"))
    data = json.loads(text)
    assert data["@context"] == CONTEXT
    data["@context"] = {"@vocab": str(SDO), "@base": f"https://example.org/{name}.html"}
    return Graph().parse(data=json.dumps(data), format="json-ld")


@pytest.mark.parametrize("name", ["index", *(f"chapters/{name}" for name in CHAPTERS)])
def test_every_term_is_one_of_schema_org(book_html, name):
    page = graph(book_html, name)
    used = {value if term == RDF.type else term for _, term, value in page} - {RDF.type}
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # rdflib warns of a term that schema.org does not have
        for term in used:
            assert SDO[term.removeprefix(str(SDO))] == term


def test_the_book_has_its_chapters_as_parts_and_they_say_so(book_html):
    book = graph(book_html, "index")
    [root] = book.subjects(RDF.type, SDO.Book)
    assert (root, RDF.type, SDO.LearningResource) in book
    parts = set(book.objects(root, SDO.hasPart))
    assert parts == {URIRef(f"https://example.org/chapters/{name}.html") for name in CHAPTERS}
    for name in CHAPTERS:
        chapter = graph(book_html, f"chapters/{name}")
        [itself] = set(chapter.subjects(RDF.type, SDO.Chapter))
        assert itself in parts
        assert (itself, SDO.isPartOf, root) in chapter
        assert book.value(itself, SDO.name) == chapter.value(itself, SDO.name)


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_teaches_its_objectives_in_its_minutes(book_html, name):
    chapter = graph(book_html, f"chapters/{name}")
    [itself] = chapter.subjects(RDF.type, SDO.Chapter)
    taught = list(chapter.objects(itself, SDO.teaches))
    assert len(taught) == sum(one.file == f"chapters/{name}.ipynb" for one in objectives(ROOT))
    if not taught:  # a further page of a chapter
        return
    assert not any(mark in text for text in taught for mark in "$`*\\[<")
    text = (book_html / "chapters" / f"{name}.html").read_text(encoding="utf-8")
    minutes = re.fullmatch(r"PT(\d+)M", chapter.value(itself, SDO.timeRequired))[1]
    assert f"takes about {minutes} minutes" in text
    assert "licenses/by/4.0" in str(list(chapter.objects(itself, SDO.license)))
    for property in (SDO.description, SDO.educationalLevel, SDO.competencyRequired, SDO.inLanguage):
        assert isinstance(chapter.value(itself, property), Literal)
