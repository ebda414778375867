"""The accessibility statement names what the tests use."""

import json
import re
from pathlib import Path

from tests.site import test_pages
from tests.site.reader import THEMES, WIDTHS

ROOT = Path(__file__).resolve().parents[2]
STATEMENT = (ROOT / "pages/accessibility.md").read_text(encoding="utf-8")


def test_the_version_of_axe_is_the_locked_one():
    tools = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    [version] = re.findall(r"axe-core (\d+\.\d+)", STATEMENT)
    assert tools["axe-core"].startswith(f"{version}.")


def test_widths_and_themes_are_those_of_the_visits():
    widths = " and ".join(str(width) for width in WIDTHS)
    assert f"{widths} pixels wide, {' and '.join(THEMES)};" in STATEMENT
    assert "visit.look(width=320)" in Path(test_pages.__file__).read_text(encoding="utf-8")
