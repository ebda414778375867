"""The archives of a release: what each holds, solutions in one alone, and how a page names them."""

import re
import zipfile
from types import SimpleNamespace

import pytest
from pypdf import PdfReader, PdfWriter

from _ext.book_site.launch import archive_file, name_releases
from pe_lib import __version__
from tools import ROOT, archives

PROBLEM_SET = "problem_set_1/problem_set_1.ipynb"
#: What the commands leave in _build, with something to recognize it by.
MADE = {
    f"course/release/{PROBLEM_SET}": "YOUR CODE HERE",
    f"course/source/{PROBLEM_SET}": "BEGIN SOLUTION",
    "course/nbgrader_config.py": "c = get_config()",
    "key.html": "Key of the questions",
    "questions/moodle/chapter_1.xml": '<answer fraction="100">',
    "html/index.html": "book",
    "html/lite/index.html": "JupyterLite",
}
ANSWERS = ("BEGIN SOLUTION", "Key of the questions", 'fraction="100"')


@pytest.fixture
def built(tmp_path, monkeypatch):
    folder = tmp_path / "_build"
    for name, text in MADE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    handout = PdfWriter()
    for width in (100, 200):  # the page to fill in, and its key
        handout.add_blank_page(width, 300)
    (folder / "html" / "pdf").mkdir()
    handout.write(folder / "html" / "pdf" / "gallery-handout.pdf")
    monkeypatch.setattr(archives, "ROOT", tmp_path)
    monkeypatch.setattr(archives, "BUILT", folder)
    monkeypatch.setattr(archives, "PAGES", folder / "html")
    monkeypatch.setattr(archives, "print_talks", lambda target: archives.write(target, []))
    return folder


def test_each_archive_holds_what_its_readers_need(built, tmp_path):
    made = archives.make(tmp_path / "release", "1.2.0")
    held = {file.name: set(zipfile.ZipFile(file).namelist()) for file in made}
    assert held == {
        "positional-encoding-1.2.0-students.zip": {
            f"problem_sets/{PROBLEM_SET}",
            "gallery-worksheet.pdf",
        },
        "positional-encoding-1.2.0-teachers-with-answers.zip": {
            "questions/moodle/chapter_1.xml",
            f"problem_sets_with_solutions/{PROBLEM_SET}",
            "nbgrader_config.py",
            "key.html",
            "gallery-with-key.pdf",
        },
        "positional-encoding-1.2.0-book.zip": {
            "index.html",
            "lite/index.html",
            "pdf/gallery-handout.pdf",
        },
        "positional-encoding-1.2.0-jupyterlite.zip": {"index.html"},
        "positional-encoding-1.2.0-talks.zip": set(),
    }


def test_solutions_and_answers_are_in_one_archive_alone(built, tmp_path):
    for file in archives.make(tmp_path / "release", "1.2.0"):
        with zipfile.ZipFile(file) as archive:
            names = [name for name in archive.namelist() if not name.endswith(".pdf")]
            text = b"".join(map(archive.read, names)).decode()
        with_answers = "with-answers" in file.name
        assert [answer in text for answer in ANSWERS] == [with_answers] * len(ANSWERS), file.name


def test_the_worksheet_of_the_gallery_has_no_key(built):
    pages = PdfReader(archives.worksheet()).pages
    assert [page.mediabox.width for page in pages] == [100]


def test_what_was_not_made_is_named_with_the_command(built, tmp_path):
    (built / "questions/moodle/chapter_1.xml").unlink()
    with pytest.raises(SystemExit, match="_build/questions is empty: run make site course"):
        archives.make(tmp_path / "release", "1.2.0")


def test_the_page_for_teachers_names_each_archive_that_a_release_makes(built, tmp_path):
    page = (ROOT / "pages/teaching.md").read_text(encoding="utf-8")
    named = re.findall(r'^\| \{\{ archives\["([\w-]+)"\] \}\} \|', page, re.MULTILINE)
    made = [file.name for file in archives.make(tmp_path / "release", "1.2.0")]
    assert [archive_file(name, "1.2.0") for name in named] == made


GITHUB = "https://github.com/someone/book"
DATED = f"# Changelog\n\n## [{__version__}] - 2027-01-31\n"
FILE = f"positional-encoding-{__version__}-talks.zip"


@pytest.mark.parametrize(
    ("repository", "changelog", "named"),
    [
        (GITHUB, DATED, f"[talks]({GITHUB}/releases/download/v{__version__}/{FILE})"),
        (GITHUB, "# Changelog\n\n## [Unreleased]\n", "`talks`"),
        ("", DATED, "`talks`"),
        ("https://gitlab.com/someone/book", DATED, "`talks`"),
    ],
)
def test_an_archive_is_a_link_once_github_has_it(repository, changelog, named, tmp_path):
    (tmp_path / "CHANGELOG.md").write_text(changelog, encoding="utf-8")
    options = {"repository_url": repository}
    config = SimpleNamespace(html_theme_options=options, myst_substitutions={})
    name_releases(SimpleNamespace(confdir=tmp_path), config)
    assert config.myst_substitutions["archives"]["talks"] == named
