"""What code can reach in the book's packages: all that a notebook's outputs may depend on.

Nothing is run. A definition is reached when its name is a word of something that is reached and
that sees its module. Code sees its own module and those that its words name, directly or through an
import. Words are identifiers and the words of strings, so that `getattr(module, "name")` counts.

So a name counts as used where it only occurs, and what is left out is this: a module that changes
another one while it is imported, and a name that is put together from pieces. Packages that look up
their own modules do that; each of these modules counts under its own name.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

# Beside its definitions a module has two pieces: the rest of its code, and all of it.
LOOSE, WHOLE = "<loose>", "<whole>"
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Address(NamedTuple):
    """Where a piece is found; without a name, the module itself is meant."""

    module: str
    name: str = ""


class Piece:
    """Some code: its text, docstrings left out, and the words in it."""

    def __init__(self) -> None:
        self.text = ""
        self.words: set[str] = set()

    def add(self, lines: list[str | None], tree: ast.AST | None = None) -> None:
        self.text += "".join(f"{line}\n" for line in lines if line is not None)
        self.words |= words_of(tree) if tree else set()


class Module:
    """The pieces of a module by name, and what the names mean that it imports."""

    def __init__(self, name: str, code: str, *, package: bool = False):
        self.name = name
        self.pieces: dict[str, Piece] = defaultdict(Piece)
        self.imports: dict[str, set[Address]] = defaultdict(set)
        self.children: set[str] = set()
        tree = ast.parse(code)
        lines: list[str | None] = code.splitlines()
        for node in ast.walk(tree):
            if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
                docstring = node.body[0]
                node.body[0] = ast.copy_location(ast.Pass(), docstring)
                first, last = docstring.lineno - 1, docstring.end_lineno
                if lines[first].lstrip().startswith(("'", '"', "r'", 'r"')):
                    lines[first:last] = [None] * (last - first)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    meant = alias.name if alias.asname else alias.name.partition(".")[0]
                    self.imports[alias.asname or meant].add(Address(meant))
            elif isinstance(node, ast.ImportFrom):
                above = name.split(".")[: package - node.level or None] if node.level else []
                source = ".".join([*above, node.module] if node.module else above)
                for alias in node.names:
                    self.imports[alias.asname or alias.name].add(Address(source, alias.name))
        for statement in tree.body:
            decorators = getattr(statement, "decorator_list", [])
            first = min(node.lineno for node in [statement, *decorators])
            for defined in defined_by(statement):
                self.pieces[defined].add(lines[first - 1 : statement.end_lineno], statement)
        self.pieces[LOOSE].add([])
        self.pieces[WHOLE].add(lines, tree)

    def names(self) -> set[str]:
        return self.pieces.keys() | self.imports.keys() | self.children

    def looks_up_its_modules(self) -> bool:
        return "import_module" in self.pieces[LOOSE].words


def words_of(tree: ast.AST) -> set[str]:
    """Identifiers, words of strings, and what in a string looks like the name of a file."""
    words = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            words.add(node.id)
        elif isinstance(node, ast.Attribute):
            words.add(node.attr)
        elif isinstance(node, ast.alias):
            words.update((node.asname or node.name).split("."))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            words.update(re.findall(r"\w+", node.value))
            words.update(re.findall(r"\w+\.\w+", node.value))
    return words


def defined_by(statement: ast.stmt) -> list[str]:
    """The pieces to which a statement at the top of a module belongs."""
    match statement:
        case ast.Import() | ast.ImportFrom():
            return []
        case ast.FunctionDef(name="__getattr__"):
            return [LOOSE]  # Python calls it for names that stand nowhere
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target) | ast.Assign([target]):
            parts = target.elts if isinstance(target, ast.Tuple) else [target]
            if all(isinstance(part, ast.Name) for part in parts):
                return [part.id for part in parts]
        case ast.If(test=ast.Compare(left=ast.Name("__name__"))):
            return []  # what a module does as a program
    return [LOOSE]


class Packages:
    """Packages that lie in one folder: all their modules and their data files."""

    def __init__(self, root: Path, names: tuple[str, ...]):
        self.modules: dict[str, Module] = {}
        self.data: dict[str, str] = {}
        twins = []
        for file in sorted(file for name in names for file in (root / name).rglob("*.*")):
            dotted = ".".join(file.relative_to(root).with_suffix("").parts)
            if file.suffix == ".py":
                name, code = dotted.removesuffix(".__init__"), file.read_text(encoding="utf-8")
                self.modules[name] = Module(name, code, package=name != dotted)
            elif file.suffix in (".json", ".npy", ".npz"):
                self.data[file.name] = sha256(file.read_bytes()).hexdigest()
            elif file.suffix == ".mjs":
                twins.append((dotted, file.name))
        for dotted, twin in twins:
            # An explorer shows itself in another way where it has a twin.
            if dotted in self.modules:
                self.modules[dotted].pieces[LOOSE].add([twin])
        for dotted in self.modules:
            parent, dot, child = dotted.rpartition(".")
            if dot:
                self.modules[parent].children.add(child)

    def fingerprint(self, code: str) -> str:
        """One hash of all that code can reach."""
        return sha256(repr(sorted(self.reached_from(code).items())).encode()).hexdigest()

    def reached_from(self, code: str) -> dict[Address, str]:
        """The text of every piece and every data file that code can reach."""
        return _Search(self, Module("<code>", code)).texts()

    def meanings(self, module: Module, word: str) -> Iterator[Address]:
        """The pieces and modules for which a word stands in a module."""
        if word in module.pieces:
            yield Address(module.name, word)
        if word in module.children:
            yield Address(f"{module.name}.{word}")
        for source, name in module.imports.get(word, ()):
            if source in self.modules:
                yield from self.meanings(self.modules[source], name) if name else [Address(source)]


class _Search:
    """One search through the packages: what is reached, and who sees which module."""

    def __init__(self, packages: Packages, start: Module):
        self.packages = packages
        self.modules = {**packages.modules, start.name: start}
        self.start = start.name
        self.reached: dict[Address, Piece] = {}
        self.data: set[str] = set()
        self.sights: set[tuple[Address, str]] = set()
        self.todo: list[tuple[Address, str]] = []
        self.reach(Address(start.name, WHOLE))
        while self.todo:
            self.look(*self.todo.pop())

    def reach(self, address: Address) -> None:
        if address not in self.reached:
            piece = self.reached[address] = self.modules[address.module].pieces[address.name]
            self.data |= piece.words & self.packages.data.keys()
            self.see(address, address.module)
            self.enter(address.module)

    def enter(self, module: str) -> None:
        """Reach what runs when a module is imported, and let its package see it."""
        self.reach(Address(module, LOOSE))
        parent = module.rpartition(".")[0]
        if parent:
            self.enter(parent)
            self.see(Address(parent, LOOSE), module)

    def see(self, address: Address, module: str) -> None:
        if (address, module) not in self.sights:
            self.sights.add((address, module))
            self.todo.append((address, module))

    def look(self, address: Address, seen: str) -> None:
        """Follow the words of a piece that mean something in a module that it sees."""
        piece, module = self.reached[address], self.modules[seen]
        for word in piece.words & module.names():
            for meant in self.packages.meanings(module, word):
                if meant.name:
                    self.reach(meant)
                    package = self.modules[meant.module]
                    if package.looks_up_its_modules() and address.module != package.name:
                        for child in package.children:
                            self.enter(f"{package.name}.{child}")
                else:
                    self.enter(meant.module)
                    self.see(address, meant.module)
                    # A string that is the name of a module may ask for its source.
                    if word in module.children and re.search(f"[\"']{word}[\"']", piece.text):
                        self.reach(Address(meant.module, WHOLE))

    def texts(self) -> dict[Address, str]:
        found = {address: piece.text for address, piece in self.reached.items()}
        own = {address for address in found if address.module == self.start}
        data = {Address("", name): self.packages.data[name] for name in self.data}
        return {address: text for address, text in found.items() if address not in own} | data
