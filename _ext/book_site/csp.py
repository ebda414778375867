"""Each page's content security policy: the browser itself enforces that nothing is sent elsewhere.

A page may load, run and request files of the site only. Inline scripts are allowed by hash, so that
injected ones do not run. The policy is written into the finished pages, because only then the
scripts of a page are known. This can go when Sphinx writes a policy.
"""

import base64
import hashlib
import html
import re
from pathlib import Path

from sphinx.application import Sphinx

SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.S)
HANDLER = re.compile(r"<[^>]*?\son[a-z]+=\"([^\"]*)\"")
POLICY_TAG = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>\n?')
#: Types of a script element that the browser runs; any other is data.
RUN = ("", "module", "text/javascript")


def policy(page: str) -> str:
    """Return the policy of a page: the site, and the page's inline scripts and event handlers."""
    hashes = sorted({hash_of(script) for script in inline_scripts(page)})
    handlers = sorted({hash_of(html.unescape(code)) for code in HANDLER.findall(page)})
    # Pyodide is WebAssembly.
    scripts = " ".join(["'self'", "'wasm-unsafe-eval'", *hashes])
    attributes = " ".join(["'unsafe-hashes'", *handlers]) if handlers else "'none'"
    return "; ".join(
        [
            # For preloaded files, which Firefox checks against this directive.
            "default-src 'self'",
            f"script-src {scripts}",
            f"script-src-attr {attributes}",
            # Figures and formulas have style attributes.
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            # Python's worker, which this policy binds, too: unlike one from the site (worker.mjs).
            "worker-src 'self' data:",
            "manifest-src 'self'",
            *(f"{kind}-src 'none'" for kind in ("frame", "object", "media")),
            "form-action 'self'",
            "base-uri 'none'",
        ]
    )


def inline_scripts(page: str) -> list[str]:
    """Return the text of every inline script that the browser runs."""
    found = []
    for attributes, text in SCRIPT.findall(page):
        kind = re.search(r'\btype="([^"]*)"', attributes)
        if not re.search(r"\bsrc=", attributes) and (kind[1] if kind else "") in RUN:
            found.append(text)
    return found


def hash_of(code: str) -> str:
    digest = hashlib.sha256(code.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def with_policy(page: str) -> str:
    """Return the page with its policy first in the head."""
    page = POLICY_TAG.sub("", page)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy(page)}">'
    return re.sub(r"(<head[^>]*>\n?)", lambda found: f"{found[1]}{meta}\n", page, count=1)


def write_policies(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.name == "html":
        for file in Path(app.outdir).rglob("*.html"):
            page = file.read_text(encoding="utf-8")
            if (changed := with_policy(page)) != page:
                file.write_text(changed, encoding="utf-8")


def setup(app: Sphinx) -> None:
    # After everything else that writes pages.
    app.connect("build-finished", write_policies, priority=950)
