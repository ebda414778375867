"""Launch buttons only where they work, JupyterLite's too, and one that reports a mistake on GitHub.

The theme makes them from `repository:` in _config.yml. It raises an error while that is empty or
for a host that it does not know, and Colab takes notebooks from GitHub alone. This can go when the
theme hides buttons that it cannot make.
Its entry for JupyterLite needs a repository as well; the site's own JupyterLite does not.
The theme's issue button opens an empty issue; here it opens the form for a mistake in the text with
the page filled in.
"""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

from sphinx.application import Sphinx
from sphinx.config import Config

RELEASES = "on its page of releases"
NO_RELEASES = "on its page of releases, as soon as it is published"


def fit_launch_buttons(app: Sphinx, config: Config) -> None:
    """Drop the buttons that the book's address cannot serve."""
    options = config.html_theme_options
    host = urlsplit(options.get("repository_url", "")).netloc
    buttons = dict(options.get("launch_buttons", {})) if host else {}
    if host != "github.com":
        buttons.pop("colab_url", None)
        # The theme raises an error for a host that it does not know; its GitLab stands for any.
        options["repository_provider"] = "gitlab"
    options["launch_buttons"] = buttons
    options["use_issues_button"] = host == "github.com"


def name_releases(app: Sphinx, config: Config) -> None:
    """Let pages say `{{ book_releases }}`, a link as soon as there is an address."""
    repository = config.html_theme_options.get("repository_url", "").rstrip("/")
    words = f"[{RELEASES}]({repository}/releases)" if repository else NO_RELEASES
    config.myst_substitutions = {**config.myst_substitutions, "book_releases": words}


def add_jupyterlite(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Lead to the chapter in the site's own JupyterLite, if it has one, from the launch menu."""
    if not app.config.book_site_lite or not pagename.startswith("chapters/"):
        return
    buttons = context.setdefault("header_buttons", [])
    menu = next((button for button in buttons if button.get("label") == "launch-buttons"), None)
    if menu is None:
        menu = {
            "type": "group",
            "tooltip": "Open this chapter as a notebook",
            "icon": "fas fa-rocket",
            "buttons": [],
            "label": "launch-buttons",
        }
        buttons.insert(0, menu)
    menu["buttons"].insert(
        0,
        {
            "type": "link",
            "text": "JupyterLite",
            "tooltip": "Run this chapter here in the browser, without a server",
            "icon": "_static/images/logo_jupyterlite.svg",
            "url": f"../lite/notebooks/index.html?path={pagename}.ipynb",
        },
    )


def open_the_form(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Lead the issue button to .github/ISSUE_TEMPLATE/text.yml, whose field `page` it fills in."""
    for button in context.get("header_buttons", []):
        if button.get("label") == "source-issues-button":
            repository = app.config.html_theme_options["repository_url"].rstrip("/")
            fields = {"template": "text.yml", "page": f"{pagename}.html"}
            button["url"] = f"{repository}/issues/new?{urlencode(fields)}"
            button["tooltip"] = "Report a mistake on this page"


def setup(app: Sphinx) -> None:
    app.add_config_value("book_site_lite", False, "html", types=[bool])
    app.connect("config-inited", fit_launch_buttons)
    app.connect("config-inited", name_releases)
    # After the theme has made its buttons.
    app.connect("html-page-context", open_the_form, priority=950)
    app.connect("html-page-context", add_jupyterlite, priority=950)
