"""Explorers and questions on pages: their scripts are loaded where needed.

The directive `{explorer}` shows an explorer on a Markdown page. Sphinx cannot load a script for an
output; this stays as long as the book has interactive outputs.
"""

from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from .slides import FOLDER as TALKS

BOOK = "pe_book"
# Class in an output -> the module that makes it interactive.
MODULES = {
    "pe-explorer": f"{BOOK}/renderer/page.mjs",
    "pe-question": f"{BOOK}/questions/question.mjs",
}


class Explorer(SphinxDirective):
    """An explorer on a Markdown page: its name, and `:simple:` for its switch alone.

    `:settings:` are written as in an address, `position=7,base=256`; `:key:` distinguishes two
    explorers of the same name on one page.
    """

    required_arguments = 1
    option_spec: ClassVar = {
        "simple": directives.flag,
        "settings": directives.unchanged,
        "key": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        from pe_book import explorers
        from pe_book.renderer import markup, node

        [name] = self.arguments
        if name not in explorers.ALL:
            raise self.error(f"there is no explorer {name!r}, only {', '.join(explorers.ALL)}")
        self.note_files(name)
        explorer, key = explorers.ALL[name], self.options.get("key", "")
        if self.env.docname.startswith(TALKS):
            explorer = explorer.on_slide()
        settings = settings_from(explorer, self.options.get("settings", ""))
        html = markup.explorer_html(
            explorer,
            settings,
            node.render(explorer, settings),
            key=key,
            simple="simple" in self.options,
            level=1 + self._depth(),
        )
        return [nodes.raw("", html, format="html")]

    def note_files(self, name: str) -> None:
        """Have the page built anew when the explorer of this name may have changed."""
        from pe_book import explorers
        from pe_book.renderer import markup

        for file in (markup.__file__, *Path(explorers.__file__).parent.glob(f"{name}.*")):
            self.env.note_dependency(str(file))

    def _depth(self) -> int:
        """Return how many sections contain the directive: the level of the heading above it."""
        depth, node = 0, self.state_machine.node
        while node is not None:
            depth += isinstance(node, nodes.section)
            node = node.parent
        return depth


def settings_from(explorer, text: str) -> dict:
    """Return complete settings from some that are written as in an address."""
    from pe_book.declare import Slider, Toggle

    controls = {control.name: control for control in explorer.controls}
    given = {}
    for name, value in (part.split("=") for part in text.split(",") if part):
        if isinstance(controls.get(name), Toggle):
            given[name] = value == "true"
        else:
            given[name] = float(value) if isinstance(controls.get(name), Slider) else value
    whole = {name: int(v) for name, v in given.items() if isinstance(v, float) and v.is_integer()}
    return explorer.check(**(given | whole))


def modules_of(doctree: nodes.document | None) -> list[str]:
    """Return the scripts, relative to `_static`, that the outputs of a page need."""
    if doctree is None:
        return []
    html = [node.astext() for node in doctree.findall(nodes.raw) if "html" in node["format"]]
    return [module for marker, module in MODULES.items() if any(marker in text for text in html)]


def add_modules(app: Sphinx, pagename, templatename, context, doctree) -> None:
    for module in modules_of(doctree):
        app.add_js_file(module, type="module", priority=800)


def setup(app: Sphinx) -> None:
    app.add_directive("explorer", Explorer)
    # On pages, styles are part of the bundle; a notebook's outputs include theirs.
    for style in sorted((Path(app.srcdir) / BOOK).rglob("*.css")):
        app.add_css_file(style.relative_to(app.srcdir).as_posix())
    app.connect("html-page-context", add_modules)
