"""The theme's and Sphinx's scripts are patched before they reach the site, or the build fails."""

import re

import pytest
from sphinx.errors import ExtensionError

from _ext.book_site.patches import SCRIPTS, patched


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.target)
def test_every_patch_is_applied(script):
    text = patched(script)
    assert all(new in text for new in script.changes.values())
    assert not re.search(r"\b(local|session)Storage\b|replaceState\(\{\}", text)


def test_a_patch_that_no_longer_applies_fails_the_build():
    script = SCRIPTS[0]._replace(changes={"no such line": ""})
    with pytest.raises(ExtensionError, match=r"sphinx-book-theme\.js .*has no 'no such line'"):
        patched(script)
