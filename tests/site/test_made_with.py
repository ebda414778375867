"""The page "Made with" names everything in the site that others made."""

from __future__ import annotations

import json
import re
import tomllib
from fnmatch import fnmatch

import pytest
from bs4 import BeautifulSoup

from _ext.book_site import live, made_with
from _ext.book_site.esbuild import esbuild
from tests.site.reader import ROOT

COMPONENTS = made_with.components(ROOT)
#: What is made of the repository alone, on the site; the bundles of styles and scripts are in both.
OWN = (
    *("*.html", "_sources/*", "searchindex.js", "objects.inv", "sitemap.xml", "robots.txt"),
    *(
        "manifest.webmanifest",
        "vendor/packages.zip",
        "_static/pe_book/*",
        "pdf/*",
        "lite/*",
        ".nojekyll",
    ),
    *(
        "_static/lesson_steps.mjs",
        "_static/questions/*.json",
        "_static/letters.css",
        "_static/icon-*.png",
        "_images/*",
        ".buildinfo",
    ),
)


def own(name: str) -> bool:
    # The macros of the themes lie with their styles.
    theirs = name.startswith("_static/") and name.endswith("macros.html")
    return not theirs and (
        any(fnmatch(name, pattern) for pattern in OWN)
        or (name.startswith("_static/") and (ROOT / name).is_file())
        or name.startswith(made_with.FOLDER)
    )


@pytest.fixture(scope="module")
def files(book_html) -> list[str]:
    found = (file for file in book_html.rglob("*") if file.is_file())
    return [file.relative_to(book_html).as_posix() for file in found]


def test_each_file_of_others_is_named(files):
    patterns = {pattern for each in COMPONENTS for pattern in each.files}
    named = {name for name in files for pattern in patterns if fnmatch(name, pattern)}
    assert sorted(name for name in files if not own(name) and name not in named) == []


def test_each_file_that_is_named_is_there(files):
    for each in COMPONENTS:
        for pattern in each.files:
            assert any(fnmatch(name, pattern) for name in files), (each.name, pattern)


def test_the_page_lists_each_with_version_source_and_license(book_html):
    page = (book_html / "pages/made_with.html").read_text(encoding="utf-8")
    rows = {row.th.get_text(): row for row in BeautifulSoup(page, "html.parser").select("tbody tr")}
    assert list(rows) == [each.name for each in COMPONENTS]
    for each in COMPONENTS:
        source, license_ = (link["href"] for link in rows[each.name].select("a"))
        assert source == each.source and source.startswith("https://")
        assert rows[each.name].td.get_text() == each.version
        assert (
            license_.startswith("https://") or (book_html / "pages" / license_).stat().st_size > 500
        )


def test_versions_are_those_that_are_pinned():
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    locked = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))["package"]
    pins = {package["name"]: package.get("version") for package in locked}
    versions = {each.name: each.version for each in COMPONENTS}
    for name in made_with.COPIED | made_with.BUNDLED:
        assert versions[name] == packages[f"node_modules/{name}"]["version"]
    for name in made_with.PYPI:
        assert versions[name] == pins[name]
    assert versions["Pyodide"] == packages["node_modules/pyodide"]["version"]


def bundled(script: str) -> set[str]:
    """The npm packages of which the bundle of a script has something."""
    text = esbuild(
        ROOT, entryPoints=[script], bundle=True, write=False, minify=False, legalComments="none"
    )
    return set(re.findall(r"^// node_modules/((?:@[\w-]+/)?[\w.-]+)/", text, re.M))


@pytest.mark.parametrize("script", ["pe_book/live/mount.mjs", "_ext/book_site/service_worker.mjs"])
def test_each_package_in_a_bundle_is_named(script):
    found = bundled(script)
    assert found
    assert found <= {each.name for each in COMPONENTS}


def test_pyodide_is_used_as_it_comes(book_html):
    """What is said of it under its license: its files are not changed."""
    pyodide = ROOT / "node_modules" / "pyodide"
    [folder] = book_html.glob("vendor/pyodide-*")
    for name in live.CORE:
        assert (folder / name).read_bytes() == (pyodide / name).read_bytes()
    worker = (folder / "worker.js").read_text(encoding="utf-8")
    for name in live.SCRIPTS:
        assert (pyodide / name).read_text(encoding="utf-8") in worker
