"""Launch buttons only where they lead somewhere.

The theme makes them from `repository:` in _config.yml. Left to itself it stops with an error while
that is empty, stops for a host that it does not know, and warns (which fails the build) of a Colab
button for a repository that is not on GitHub. This can go when the theme hides what it cannot make.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from sphinx.application import Sphinx
from sphinx.config import Config

KNOWN_HOSTS = ("github.com", "gitlab.com", "bitbucket.org")


def fit_launch_buttons(app: Sphinx, config: Config) -> None:
    """Drop the buttons that the book's address cannot serve."""
    options = config.html_theme_options
    host = urlsplit(options.get("repository_url", "")).netloc
    buttons = dict(options.get("launch_buttons", {}))
    if not host:
        buttons = {}
    elif host != "github.com":
        buttons["colab_url"] = ""
    if host and host not in KNOWN_HOSTS:
        # Any other git host: the theme then gives Binder the whole address, which always works.
        options["repository_provider"] = "gitlab"
    options["launch_buttons"] = buttons


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("config-inited", fit_launch_buttons)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
