"""The renderer and an explorer's module as one ECMAScript module, for hosts that serve no files.

It is put together in Python, since a notebook's environment has no bundler. Each module becomes a
blob, its imports rewritten to the blobs of those it needs. A notebook stores them compressed.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from functools import cache
from importlib import resources
from posixpath import dirname, join, normpath

BOOK = resources.files("pe_book")
COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
IMPORT = re.compile(r'(from |import\()"(\.{1,2}/[\w./]+\.(?:mjs|json))"')
STYLES = (
    "drawing/palette.css",
    *(f"renderer/{name}.css" for name in ("explorer", "stage", "forced_colors")),
)
#: What anywidget loads within two seconds has to be small: the rest is unpacked by `render`.
LOADER = """\
const packed = "%(packed)s";

async function unpacked() {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

async function started({ model, el }) {
  const { sources, style } = await unpacked();
  const urls = {};
  for (const [path, text] of sources) {
    const code = text.replace(/"@([\\w/]+\\.(?:mjs|json))"/g, (_, other) => `"${urls[other]}"`);
    const type = path.endsWith(".json") ? "application/json" : "text/javascript";
    urls[path] = URL.createObjectURL(new Blob([code], { type }));
  }
  const [widget, explorer] = await Promise.all([
    import(urls["renderer/widget.mjs"]),
    import(urls["%(module)s"]),
  ]);
  return widget.render({ model, el }, explorer, style);
}

async function render({ model, el }) {
  try {
    return await started({ model, el });
  } catch (error) {
    console.error(error);
    const still = `[data-static-figure="${model.get("figure_id")}"] .pe-message`;
    for (const message of document.querySelectorAll(still))
      message.textContent = `%(failed)s (${error})`;
  }
}

export default { render };
"""


def module_of(name: str) -> str:
    """Return the path of an explorer's module, from `pe_book` on."""
    return f"explorers/{name}.mjs"


def style() -> str:
    """Return the style of all explorers, for hosts that serve no files: without its comments."""
    return COMMENT.sub("", "".join(_read(path) for path in STYLES))


@cache
def widget_module(name: str) -> str:
    """Return the module that anywidget loads for the explorer of this name."""
    sources = [[path, _linked(path)] for path in needed(["renderer/widget.mjs", module_of(name)])]
    content = json.dumps({"sources": sources, "style": style()}).encode()
    packed = base64.b64encode(gzip.compress(content, mtime=0)).decode()
    failed = "The live figure couldn’t be started, so this is a still."
    return LOADER % {"packed": packed, "module": module_of(name), "failed": failed}


def needed(paths: list[str]) -> list[str]:
    """Return the modules and all that they import, now or later, each after what it needs."""
    order: list[str] = []
    imports = re.compile(r'(?:from |import\()"@([\w/]+\.(?:mjs|json))"')

    def visit(path: str) -> None:
        if path not in order:
            for other in imports.findall(_linked(path)):
                visit(other)
            order.append(path)

    for path in paths:
        visit(path)
    return order


def _linked(path: str) -> str:
    """Return a module whose imports name the path of what they need, from `pe_book` on."""
    return IMPORT.sub(lambda m: f'{m[1]}"@{normpath(join(dirname(path), m[2]))}"', _read(path))


def _read(path: str) -> str:
    return BOOK.joinpath(path).read_text(encoding="utf-8")
