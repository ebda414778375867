"""What an archive and a citation of the book say, and that hosts can read the files for them."""

import json
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
import yaml

import pe_lib

ROOT = Path(__file__).resolve().parents[2]
CITED = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
ARCHIVED = json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))
FORMS = sorted(file.name for file in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("citation-file-format", ["CITATION.cff"]),
        ("dependabot", [".github/dependabot.yml"]),
        ("github-issue-config", [".github/ISSUE_TEMPLATE/config.yml"]),
        (
            "github-issue-forms",
            [f".github/ISSUE_TEMPLATE/{name}" for name in FORMS if name != "config.yml"],
        ),
    ],
)
def test_a_file_for_the_host_fits_its_schema(schema, files):
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    done = subprocess.run([*command, *files], cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_archives_file_says_what_the_citation_says():
    assert ARCHIVED["title"] == CITED["title"]
    assert ARCHIVED["description"] == " ".join(CITED["abstract"].split())
    assert [one["name"] for one in ARCHIVED["creators"]] == [
        one["name"] for one in CITED["authors"]
    ]
    assert ARCHIVED["keywords"] == CITED["keywords"]
    # Zenodo takes one license: the text's. The note names the other one, too.
    assert ARCHIVED["license"] in CITED["license"]
    for name in CITED["license"]:
        assert name in ARCHIVED["license"] or name in ARCHIVED["notes"]


def test_the_citation_has_the_librarys_version_and_a_date():
    """Zenodo takes the version from the tag of a release."""
    assert CITED["version"] == pe_lib.__version__
    assert isinstance(CITED["date-released"], date)
    assert "version" not in ARCHIVED
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    dated = re.findall(rf"(?m)^## \[{re.escape(pe_lib.__version__)}\] - (\S+)$", changelog)
    assert dated in ([], [CITED["date-released"].isoformat()])


def test_the_issue_button_fills_in_a_field_that_the_form_has():
    form = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE/text.yml").read_text(encoding="utf-8"))
    assert {"page", "sentence"} <= {part["id"] for part in form["body"]}
