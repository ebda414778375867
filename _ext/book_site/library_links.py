"""Names of `pe_lib` and `pe_check`, in text and code, link to their entries on the library page.

MyST has roles for that, which a notebook would show as they are. sphinx-codeautolink was tried: it
does code alone, writes every page a second time, and leaves out those that Sphinx writes again
without reading them again. This can go when it links inline code, too.
"""

import re

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.nodes import make_refnode

PACKAGES = ("pe_lib", "pe_check")
#: A name, or a call of it: `identify`, `pe_check.identify`, `rotation_matrix(offset)`.
NAME = re.compile(r"([\w.]+)(?:\(.*\))?")
#: The same in highlighted code, where a package's name is always before it.
DOT = r'<span class="o">\.</span>'
IN_CODE = re.compile(
    rf'<span class="n">(?:{"|".join(PACKAGES)})</span>(?:{DOT}<span class="n">\w+</span>)+'
)
TAG = re.compile(r"<[^>]+>")


def link_inline_code(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    objects = app.env.domains["py"].objects
    for literal in list(doctree.findall(nodes.literal)):
        found = NAME.fullmatch(literal.astext())
        if not found or inside_link_or_title(literal):
            continue
        names = (found[1], *(f"{package}.{found[1]}" for package in PACKAGES))
        if entry := next(filter(None, map(objects.get, names)), None):
            where = entry.docname, entry.node_id
            literal.replace_self(make_refnode(app.builder, docname, *where, literal.deepcopy()))


def inside_link_or_title(node: nodes.Node) -> bool:
    while node := node.parent:
        if isinstance(node, nodes.reference | nodes.title):
            return True
    return False


def link_code(app: Sphinx, pagename, templatename, context, doctree) -> None:
    objects = app.env.domains["py"].objects

    def linked(code: re.Match) -> str:
        entry = objects.get(TAG.sub("", code[0]))
        if not entry:
            return code[0]
        page = app.builder.get_relative_uri(pagename, entry.docname)
        return f'<a class="pe-name" href="{page}#{entry.node_id}">{code[0]}</a>'

    if "body" in context:
        context["body"] = IN_CODE.sub(linked, context["body"])


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", link_inline_code)
    app.connect("html-page-context", link_code)
