"""Launch buttons only where they work, and a button that reports a mistake on GitHub.

The theme makes them from `repository:` in _config.yml. It raises an error while that is empty or
for a host that it does not know, and warns (which fails the build) of a Colab button for a
repository outside GitHub. This can go when the theme hides buttons that it cannot make.
The theme's issue button opens an empty issue; here it opens the form for a mistake in the text with
the page filled in.
"""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

from sphinx.application import Sphinx
from sphinx.config import Config

from pe_book.interface import gettext

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
        # For any other git host, as for GitLab, the theme gives Binder the whole address.
        options["repository_provider"] = "gitlab"
    options["launch_buttons"] = buttons
    options["use_issues_button"] = host == "github.com"


def open_the_form(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Lead the issue button to .github/ISSUE_TEMPLATE/text.yml, whose field `page` it fills in."""
    for button in context.get("header_buttons", []):
        if button.get("label") == "source-issues-button":
            repository = app.config.html_theme_options["repository_url"].rstrip("/")
            fields = {"template": "text.yml", "page": f"{pagename}.html"}
            button["url"] = f"{repository}/issues/new?{urlencode(fields)}"
            button["tooltip"] = gettext("Report a mistake on this page")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("config-inited", fit_launch_buttons)
    # After the theme has made its buttons.
    app.connect("html-page-context", open_the_form, priority=950)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
