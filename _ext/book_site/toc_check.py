"""A page of `chapters/` or `pages/` that is not in `_toc.yml` fails the build.

Jupyter Book silently leaves such a file out when `only_build_toc_files` is set. This can go when
sphinx-external-toc warns about files that it excludes.
"""

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

logger = logging.getLogger(__name__)


def check_contents(app: Sphinx, env) -> None:
    source = Path(app.srcdir)
    for file in sorted([*source.glob("chapters/*"), *source.glob("pages/*")]):
        if file.suffix not in (".ipynb", ".md"):
            continue
        docname = file.relative_to(source).with_suffix("").as_posix()
        if docname not in env.found_docs:
            logger.warning(
                "%s is not in the contents: add it to _toc.yml, or remove it",
                file.relative_to(source).as_posix(),
                type="book_site",
                subtype="contents",
            )


def setup(app: Sphinx) -> None:
    app.connect("env-updated", check_contents)
