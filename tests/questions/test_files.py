"""The questions for Moodle and Canvas follow their format's rules and reply as the page does.

The rules are those of Moodle's importer (question/format/xml/format.php) and of IMS QTI 1.2, as far
as these files use it: there is no schema of either in a package that could be installed.
"""

import base64
import io
import re
import xml.etree.ElementTree as ET
import zipfile

import pytest
from moodle_xml_parser.parser import parse_bytes

from pe_book.questions.question import Choice
from tests.questions.lists import NUMERIC, QUESTION_MJS, QUESTIONS, html_to_text, values
from tools.questions import by_chapter, canvas, main, moodle, with_fresh_numbers
from tools.questions.parts import title
from tools.questions.tags import tags

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("question_files")]

CHAPTERS = dict(by_chapter())
QTI = {"": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"}
PACKAGE = {"": "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"}

every_question = pytest.mark.parametrize("name", QUESTIONS)
every_chapter = pytest.mark.parametrize("chapter", CHAPTERS)


def words(html: str) -> str:
    return " ".join(html_to_text(html).split())


# ---- Moodle


@pytest.fixture(scope="module")
def moodle_files() -> dict[str, bytes]:
    return {chapter: moodle.export(chapter, asked) for chapter, asked in CHAPTERS.items()}


@pytest.fixture(scope="module")
def in_moodle(moodle_files) -> dict[str, ET.Element]:
    """Return the questions of all files by their idnumbers."""
    found = [
        element
        for content in moodle_files.values()
        for element in ET.fromstring(content).findall("question[idnumber]")
    ]
    return {element.findtext("idnumber"): element for element in found}


SHARED = "name questiontext generalfeedback defaultgrade penalty hidden idnumber tags answer"
CHILDREN = {
    "multichoice": {*SHARED.split(), "single", "shuffleanswers", "answernumbering"},
    "numerical": {*SHARED.split(), "units", "unitgradingtype", "showunits"},
}


@every_question
def test_a_question_follows_the_rules_of_moodles_importer(name, in_moodle):
    element = in_moodle[name]
    children = {child.tag for child in element}
    assert children - {"units"} == CHILDREN[element.get("type")] - {"units"}
    answers = element.findall("answer")
    assert {one.get("fraction") for one in answers} == {"0", "100"}
    assert [one.get("fraction") for one in answers].count("100") == 1
    if element.get("type") == "numerical":
        assert all(float(one.findtext("tolerance")) >= 0 for one in answers)
        assert answers[-1].findtext("text") == "*"
    shown = re.findall(r'src="@@PLUGINFILE@@/([^"]+)"', element.findtext("questiontext/text"))
    files = {file.get("name"): file.text for file in element.findall("questiontext/file")}
    assert shown == list(files)
    for content in files.values():
        assert ET.fromstring(base64.b64decode(content)).tag.endswith("}svg")
    assert [tag.findtext("text") for tag in element.findall("tags/tag")] == tags(QUESTIONS[name])


@every_chapter
def test_a_parser_reads_the_choices_from_moodle_as_the_book_has_them(chapter, moodle_files):
    category = ET.fromstring(moodle_files[chapter])[0]
    assert category.findtext("category/text").startswith("$course$/top/")
    read = parse_bytes(moodle_files[chapter])["multichoice"]
    choices = [q for q in CHAPTERS[chapter] if isinstance(q, Choice)]
    for found, question in zip(read, choices, strict=True):
        assert found.name == title(question) and found.single and not found.shuffle_answers
        assert words(found.text_pre_parse).endswith(words(question.text))
        given = [(words(o.answer), words(o.feedback), o.score_fraction) for o in found.options]
        assert given == [
            (words(o.text), words(o.reply), 100.0 if o.right else 0.0) for o in question.options
        ]


def moodles_reply(element: ET.Element, value: float) -> tuple[str, str]:
    """Return the verdict and the reply of the first answer that fits, as Moodle does."""
    for answer in element.findall("answer"):
        text, tolerance = answer.findtext("text"), float(answer.findtext("tolerance"))
        if text == "*" or abs(value - float(text)) <= tolerance:
            verdict = "right" if answer.get("fraction") == "100" else "wrong"
            return verdict, answer.findtext("feedback/text")
    raise AssertionError(f"no answer fits {value}")


@pytest.mark.parametrize("name", NUMERIC)
def test_moodle_replies_to_numbers_as_the_page_does(name, in_moodle, node):
    question, element = NUMERIC[name], in_moodle[name]
    known = list(map(float, values(question)))
    near = [value * (1 + sign * 0.9 * question.tolerance) for value in known for sign in (-1, 1)]
    far = 1.37 + 30 * max(map(abs, known))
    close = [known[0] * (1 + share * question.tolerance) for share in (-9, -2, 2, 9)]
    for value in [*known, *near, *close, -known[0], far]:
        reply = node(QUESTION_MJS, "check", question.data(), repr(value))
        assert moodles_reply(element, value) == (reply["verdict"], reply["text"]), value
    units = [unit.text for unit in element.findall("units/unit/unit_name")]
    assert units == ([question.unit] if question.unit else [])


# ---- Canvas


def items_of(package: zipfile.ZipFile) -> list[ET.Element]:
    manifest = ET.fromstring(package.read("imsmanifest.xml"))
    [file] = manifest.findall(".//resource[@type='imsqti_xmlv1p2']/file", PACKAGE)
    return ET.fromstring(package.read(file.get("href"))).findall(".//item", QTI)


@pytest.fixture(scope="module")
def packages() -> dict[str, zipfile.ZipFile]:
    return {
        chapter: zipfile.ZipFile(io.BytesIO(canvas.export(chapter, asked)))
        for chapter, asked in CHAPTERS.items()
    }


@pytest.fixture(scope="module")
def in_canvas(packages) -> dict[str, ET.Element]:
    """Return the items of all packages by the names of their questions."""
    found = {}
    for chapter, asked in CHAPTERS.items():
        for question, item in zip(asked, items_of(packages[chapter]), strict=True):
            assert item.get("title") == title(question)
            found[question.name] = item
    return found


def test_a_package_states_the_license(packages):
    for package in packages.values():
        assert canvas.LICENSE in package.read("imsmanifest.xml").decode()


@every_question
def test_an_item_says_what_the_book_says(name, in_canvas):
    question, item = QUESTIONS[name], in_canvas[name]
    replies = {
        one.get("ident"): words(one.findtext(".//mattext", "", QTI))
        for one in item.findall("itemfeedback", QTI)
    }
    text = item.findtext("presentation/material/mattext", "", QTI)
    assert words(text).endswith(words(question.text))
    if isinstance(question, Choice):
        [score] = [c for c in item.iterfind(".//respcondition", QTI) if c.findall("setvar", QTI)]
        right = score.findtext(".//varequal", "", QTI)
        given = [
            (
                words(label.findtext(".//mattext", "", QTI)),
                replies[f"{label.get('ident')}_fb"],
                label.get("ident") == right,
            )
            for label in item.findall(".//response_label", QTI)
        ]
        assert given == [(words(o.text), words(o.reply), o.right) for o in question.options]
    else:
        low, exact, high = (
            float(item.findtext(f".//{tag}", "", QTI)) for tag in ("vargte", "varequal", "varlte")
        )
        margin = question.tolerance * abs(question.answer)
        assert exact == pytest.approx(question.answer, rel=1e-14)
        assert (low, high) == pytest.approx((exact - margin, exact + margin), rel=1e-12)
        assert replies["correct_fb"] == words(question.explanation)
        for answer in question.answers()[1:]:
            assert f"{words(answer.text)}: {words(answer.reply)}" in replies["general_incorrect_fb"]


# ---- both


def test_an_exam_has_other_numbers_and_a_folder_of_its_own(monkeypatch, tmp_path):
    [fresh] = [q for q in with_fresh_numbers(CHAPTERS["chapter_5"], 99) if "doubling" in q.name]
    [element] = ET.fromstring(moodle.export("chapter_5", [fresh], 99)).findall("question[idnumber]")
    answer = pytest.approx(fresh.answer, rel=1e-14)
    assert float(element.findtext("answer/text")) == answer != NUMERIC[fresh.name].answer
    [item] = items_of(zipfile.ZipFile(io.BytesIO(canvas.export("chapter_5", [fresh], 99))))
    assert float(item.findtext(".//varequal", "", QTI)) == answer
    chapter_11 = [("chapter_11", CHAPTERS["chapter_11"])]
    monkeypatch.setattr("tools.questions.by_chapter", lambda: chapter_11)
    monkeypatch.setattr("tools.questions.ROOT", tmp_path)
    monkeypatch.setattr("tools.questions.EXAMS", tmp_path / "exams")
    main(["--seed", "99"])
    written = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.*")}
    assert written == {
        "exams/moodle/chapter_11_numbers_99.xml",
        "exams/canvas/chapter_11_numbers_99.zip",
    }


def test_a_seed_that_the_pages_offer_is_refused(capsys):
    with pytest.raises(SystemExit):
        main(["--seed", "7"])
    assert "1 to 12" in capsys.readouterr().err


#: What canvas_sanitize and Moodle's HTMLPurifier leave in a text.
KEPT_BY_BOTH = {*"b code div em i img li ol p pre strong sub sup ul".split()}
KEPT = {"canvas": KEPT_BY_BOTH, "moodle": KEPT_BY_BOTH | {"var"}}


@every_question
def test_platforms_keep_all_markup(name, in_moodle, in_canvas):
    said = {
        "moodle": [one.text or "" for one in in_moodle[name].iter("text")],
        "canvas": [one.text or "" for one in in_canvas[name].iterfind(".//mattext", QTI)],
    }
    for platform, parts in said.items():
        assert {*re.findall(r"<(\w+)", " ".join(parts))} <= KEPT[platform], platform
