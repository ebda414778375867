"""Each page's content security policy: the browser, too, holds the promise that nothing is sent.

What a page may load, run and ask for is the site itself. Inline scripts are named by their hashes,
so that one that somebody slips in does not run. Written into the finished pages, since only there
it is known which scripts a page has; this can go when Sphinx writes a policy of its own.
"""

import base64
import hashlib
import html
import re
from pathlib import Path

from sphinx.application import Sphinx

SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.S)
HANDLER = re.compile(r"<[^>]*?\son[a-z]+=\"([^\"]*)\"")
WRITTEN = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>\n?')
#: Types of a script element that the browser runs; any other is data.
RUN = ("", "module", "text/javascript")


def policy(page: str, handlers: set[str]) -> str:
    """Return the policy of a page: the site, its own inline scripts, and nothing else.

    `handlers` are the hashes of the inline handlers of all pages: the search reads other pages too.
    """
    hashes = sorted({hash_of(script) for script in inline_scripts(page)})
    # The page's Python is WebAssembly.
    scripts = " ".join(["'self'", "'wasm-unsafe-eval'", *hashes])
    attributes = " ".join(["'unsafe-hashes'", *sorted(handlers)]) if handlers else "'none'"
    return "; ".join(
        [
            # What no other directive names: files fetched early, which Firefox judges by this one.
            "default-src 'self'",
            f"script-src {scripts}",
            f"script-src-attr {attributes}",
            # Figures and formulas have styles of their own in their elements.
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "worker-src 'self'",
            *(f"{kind}-src 'none'" for kind in ("frame", "object", "media", "manifest")),
            "form-action 'self'",
            "base-uri 'none'",
        ]
    )


def inline_scripts(page: str) -> list[str]:
    """Return the text of every script that stands in the page itself and runs."""
    found = []
    for attributes, text in SCRIPT.findall(page):
        kind = re.search(r'\btype="([^"]*)"', attributes)
        if not re.search(r"\bsrc=", attributes) and (kind[1] if kind else "") in RUN:
            found.append(text)
    return found


def handlers_of(page: str) -> set[str]:
    """Return the hash of every handler that stands in an attribute."""
    return {hash_of(html.unescape(code)) for code in HANDLER.findall(page)}


def hash_of(code: str) -> str:
    digest = hashlib.sha256(code.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def with_policy(page: str, handlers: set[str]) -> str:
    """Return the page with its policy in front of all that it governs."""
    page = WRITTEN.sub("", page)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy(page, handlers)}">'
    return re.sub(r"(<head[^>]*>\n?)", lambda found: f"{found[1]}{meta}\n", page, count=1)


def write_policies(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.name == "html":
        files = sorted(Path(app.outdir).rglob("*.html"))
        pages = {file: file.read_text(encoding="utf-8") for file in files}
        handlers = set().union(*map(handlers_of, pages.values()))
        for file, page in pages.items():
            if (changed := with_policy(page, handlers)) != page:
                file.write_text(changed, encoding="utf-8")


def setup(app: Sphinx) -> None:
    # When every page is written as it stays.
    app.connect("build-finished", write_policies, priority=950)
