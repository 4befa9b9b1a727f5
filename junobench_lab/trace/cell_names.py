"""What has become of the names at a point of a cell, while its syntax tree is walked in the order in which it runs."""

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from .flow_models import CellFlow, FunctionFlow, KeyUse
from .scopes import BUILTIN_NAMES, children


class Branch:
    """One way through a cell: what is surely bound at its end."""

    def __init__(self, bound: set[str]) -> None:
        self.bound = bound
        self.ends = False
        """Whether control surely leaves here (raise, return, continue, break)."""


class CellNames(ast.NodeVisitor):
    """The names read, bound and changed so far. What each kind of node does to them, its subclasses say."""

    def __init__(self, *, lazy_annotations: bool) -> None:
        self.lazy_annotations = lazy_annotations
        self.branch = Branch(set())
        self.reads: dict[str, list[int]] = {}
        self.unguarded: set[str] = set()
        self.writes: dict[str, None] = {}
        self.deletes: dict[str, None] = {}
        self.imports: dict[str, None] = {}
        self.changes: dict[str, None] = {}
        self.functions: dict[str, FunctionFlow] = {}
        self.keys: list[KeyUse] = []
        self.derived: dict[str, list[str]] = {}
        self.aliases: dict[str, set[str]] = {}
        self.known: dict[str, list[str]] = {}
        """Names that stand for strings that the cell spells out."""
        self.star_import = False
        self.opaque = False
        self.guards = 0
        self.local: list[set[str]] = []
        """Names of the comprehensions, lambdas and class bodies around the current node."""

    def run(self, tree: ast.Module) -> None:
        for statement in tree.body:
            self.visit(statement)

    def result(self, problem: str | None) -> CellFlow:
        return CellFlow(
            reads=list(self.reads),
            guarded=[name for name in self.reads if name not in self.unguarded],
            writes=list(self.writes),
            deletes=[name for name in self.deletes if name not in self.branch.bound],
            imports=list(self.imports),
            changes=list(self.changes),
            functions=self.functions,
            keys=self.keys,
            read_lines=self.reads,
            derived=self.derived,
            star_import=self.star_import,
            opaque=self.opaque,
            problem=problem,
        )

    # -- walking: `ast.NodeVisitor` builds a method's name for every node, which is half the time of a large notebook

    def visit(self, node: ast.AST) -> None:
        handler = self._handlers.get(type(node), self._unseen)
        if handler is self._unseen:
            handler = getattr(type(self), f"visit_{type(node).__name__}", CellNames.generic_visit)
            self._handlers[type(node)] = handler
        if handler is not None:
            handler(self, node)

    def generic_visit(self, node: ast.AST) -> None:
        for child in children(node):
            self.visit(child)

    _unseen: ClassVar[Any] = object()
    _handlers: ClassVar[dict[type[ast.AST], Any]] = dict.fromkeys((ast.Constant, ast.Load, ast.Store, ast.Del))

    # -- reading, binding, changing

    def read(self, name: str, line: int) -> None:
        if self.is_local(name):
            return
        if name in self.branch.bound:
            self._use_function(name, line)
            return
        if name in BUILTIN_NAMES:
            return
        lines = self.reads.setdefault(name, [])
        if line not in lines:
            lines.append(line)
        if self.guards:
            # Past a read that is caught where it fails, the name exists.
            self.branch.bound.add(name)
        else:
            self.unguarded.add(name)
        self._use_function(name, line)

    def _use_function(self, name: str, line: int) -> None:
        flow = self.functions.get(name)
        if flow is None:
            return
        # A function may use itself; it's looked away from while what it uses is read.
        del self.functions[name]
        try:
            for read in flow.reads:
                self.read(read, line)
            for changed in flow.changes:
                self.change(changed)
            for written in flow.writes:
                self.bind(written, surely=False)
        finally:
            self.functions[name] = flow

    def bind(self, name: str, *, surely: bool = True) -> None:
        if self.is_local(name):
            return
        self.writes.setdefault(name)
        for group in self.aliases.values():
            group.discard(name)
        self.aliases.pop(name, None)
        self.known.pop(name, None)
        self.functions.pop(name, None)
        if surely:
            self.branch.bound.add(name)

    def change(self, name: str) -> None:
        if self.is_local(name):
            return
        self.changes.setdefault(name)
        for other in self.aliases.get(name, ()):
            self.changes.setdefault(other)

    def is_local(self, name: str) -> bool:
        return bool(self.local) and any(name in names for names in self.local)

    # -- scopes within the cell

    @contextmanager
    def locals(self, names: Iterable[str], *, function: bool = False) -> Iterator[set[str]]:
        """A scope with these names; inside a ``function`` the names of a class body around it can't be seen."""
        outer, scope = self.local, set(names)
        self.local = [*(each for each in outer if not (function and isinstance(each, _ClassNames))), scope]
        try:
            yield scope
        finally:
            self.local = outer

    @contextmanager
    def class_body(self) -> Iterator[set[str]]:
        outer, scope = self.local, _ClassNames()
        self.local = [*outer, scope]
        try:
            yield scope
        finally:
            self.local = outer


class _ClassNames(set[str]):
    """Names bound in a class body: only the body's own statements see them (language reference, section 4.2.2)."""
