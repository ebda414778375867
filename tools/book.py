"""Build the book and serve it on this machine alone, at an address that is printed."""

from __future__ import annotations

from tools import ROOT, build, command_parser
from tools.serve import port_number, serve


def main(arguments: list[str]) -> int:
    parser = command_parser("book", __doc__)
    parser.add_argument("--port", type=port_number, default=8000)
    options = parser.parse_args(arguments)
    if failed := build.main([]):
        return failed
    serve(ROOT / build.PAGES, options.port)
    return 0
