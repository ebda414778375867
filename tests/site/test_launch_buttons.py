"""Launch buttons: none before the book has an address, and right addresses for any host after."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from bs4 import BeautifulSoup

from tests.site.small_book import build, make_small_book, pages_of
from tools.repository import set_repository, write_entry

pytestmark = [pytest.mark.elsewhere, pytest.mark.xdist_group("launch")]
PAGE = "chapters/01_sample"
URL = "https://github.com/someone/positional-encoding"


@pytest.fixture(scope="module")
def small_book(tmp_path_factory):
    """A small book that each test gives another address and builds again, with no cell run."""
    book = make_small_book(tmp_path_factory.mktemp("launch") / "book")
    chapter = book / f"{PAGE}.ipynb"
    notebook = json.loads(chapter.read_text("utf-8"))
    setup = {"cell_type": "code", "execution_count": None, "id": "book-setup", "outputs": []}
    notebook["cells"].insert(1, {**setup, "metadata": {}, "source": ["import pe_lib"]})
    chapter.write_text(json.dumps(notebook), encoding="utf-8")
    settings = book / "_config.yml"
    cached, off = "execute_notebooks: cache", 'execute_notebooks: "off"'
    text = settings.read_text("utf-8")
    assert cached in text
    settings.write_text(text.replace(cached, off), encoding="utf-8")
    return book


def buttons(book, url: str, branch: str = "main", jupyterhub: str = "") -> dict[str, str]:
    """Set the address as `make repository` does, build, and read the buttons of a chapter."""
    set_repository(book, url, branch)
    settings = book / "_config.yml"
    text = write_entry(settings.read_text("utf-8"), "launch_buttons", "jupyterhub_url", jupyterhub)
    settings.write_text(text, encoding="utf-8")
    assert yaml.safe_load(text)["repository"] == {"url": url, "branch": branch}
    done = build(book)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    page = BeautifulSoup((pages_of(book) / f"{PAGE}.html").read_text("utf-8"), "html.parser")
    links = page.select(".dropdown-launch-buttons a[href]")
    return {link.get_text(strip=True): link["href"] for link in links}


def test_there_are_no_buttons_without_an_address(small_book):
    assert buttons(small_book, "", jupyterhub="https://hub.example.org") == {}


def test_buttons_for_github(small_book):
    found = buttons(small_book, URL, "devel", jupyterhub="https://hub.example.org")

    assert set(found) == {"Binder", "Colab", "JupyterHub"}
    assert found["Colab"] == (
        "https://colab.research.google.com/github/someone/positional-encoding"
        f"/blob/devel/{PAGE}.ipynb"
    )
    assert found["Binder"] == (
        "https://mybinder.org/v2/gh/someone/positional-encoding/devel"
        f"?urlpath=lab/tree/{PAGE}.ipynb"
    )
    hub = urlsplit(found["JupyterHub"])
    assert hub.geturl().startswith("https://hub.example.org/hub/user-redirect/git-pull?")
    assert parse_qs(hub.query) == {
        "repo": [URL],
        "branch": ["devel"],
        "urlpath": [f"lab/tree/positional-encoding/{PAGE}.ipynb"],
    }


def test_on_github_a_button_reports_a_mistake_on_the_page(small_book):
    buttons(small_book, URL)
    page = BeautifulSoup((pages_of(small_book) / f"{PAGE}.html").read_text("utf-8"), "html.parser")
    [button] = page.select(".btn-source-issues-button")
    report = urlsplit(button["href"])
    assert report.geturl().startswith(f"{URL}/issues/new?")
    assert parse_qs(report.query) == {"template": ["text.yml"], "page": [f"{PAGE}.html"]}


def test_buttons_for_gitlab(small_book):
    assert buttons(small_book, "https://gitlab.com/someone/book") == {
        "Binder": f"https://mybinder.org/v2/gl/someone%2Fbook/main?urlpath=lab/tree/{PAGE}.ipynb"
    }


def test_buttons_for_other_hosts(small_book):
    assert buttons(small_book, "https://git.example.edu/physics/book") == {
        "Binder": "https://mybinder.org/v2/git/https%3A//git.example.edu/physics/book/main"
        f"?urlpath=lab/tree/{PAGE}.ipynb"
    }


def test_jupyterlite_stands_in_the_menu_where_the_site_has_it(small_book):
    lite = pages_of(small_book) / "lite" / "index.html"
    lite.parent.mkdir(parents=True)
    lite.write_text("<!doctype html>", encoding="utf-8")
    leads = f"../lite/notebooks/index.html?path={PAGE}.ipynb"
    assert buttons(small_book, "") == {"JupyterLite": leads}
    found = buttons(small_book, URL)
    assert list(found) == ["JupyterLite", "Binder", "Colab"] and found["JupyterLite"] == leads
    assert lite.is_file()  # a build leaves it alone
    lite.unlink()
    assert buttons(small_book, "") == {}
