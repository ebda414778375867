"""A release: the tag is the version, and the changelog has a section on it."""

import pytest

import pe_lib
from tools import release

CHANGELOG = (
    "# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2027-01-31\n\n- New.\n\n## [1.1.0] - x\n"
)


def test_another_tag_than_the_version_is_refused():
    with pytest.raises(SystemExit, match=r"The tag is v9\.9\.9, but pe_lib has version"):
        release.checked_version("v9.9.9", pe_lib.__version__)


@pytest.mark.parametrize("version", ["1.3.0", "1.1.0", "1.2", "Unreleased"])
def test_a_version_without_a_dated_section_is_refused(version):
    with pytest.raises(SystemExit, match=r"CHANGELOG\.md has no section"):
        release.notes(version, CHANGELOG)


def test_the_notes_are_the_section():
    assert release.notes("1.2.0", CHANGELOG) == "- New.\n"


def test_a_step_that_fails_ends_the_release():
    with pytest.raises(SystemExit, match="false failed with 1"):
        release.run("false")
