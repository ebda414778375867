"""W3C's validator (vnu) finds no error on any page; it needs Java."""

import json
import shutil
import subprocess

import pytest

from tests.site.reader import PAGES, ROOT

VALIDATOR = ROOT / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"


@pytest.mark.slow
def test_every_page_is_valid_html(book_html):
    java = shutil.which("java") or pytest.skip("no Java")
    files = [str(book_html / page) for page in PAGES]
    command = [java, "-jar", str(VALIDATOR), "--errors-only", "--format", "json", *files]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    found = json.loads(done.stderr)["messages"]
    assert not [f"{m['url']}, line {m.get('lastLine')}: {m['message']}" for m in found]
