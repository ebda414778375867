"""Every page in Firefox with the policy in force, its explorers and a live cell."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from tests.node import node_executable
from tests.site.live_cells import FORMULA, TABLE, needs_python
from tests.site.reader import PAGES, ROOT

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)


@pytest.mark.nightly  # it takes four minutes
@needs_python
def test_every_page_works_in_firefox(book_url):
    if not FIREFOX:
        pytest.skip("There is no Firefox: apt-get install firefox-esr")
    way = {"book": book_url, "pages": PAGES, "cell": {"page": FORMULA, "at": f"#cell-{TABLE}"}}
    done = subprocess.run(
        [node_executable(), str(ROOT / "tests/site/firefox.mjs"), FIREFOX],
        input=json.dumps(way),
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []
