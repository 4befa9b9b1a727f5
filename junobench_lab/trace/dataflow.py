"""Which names a cell reads, writes, deletes, imports and changes in place: read off its syntax tree, nothing is run.

The order inside the cell counts: a name is read from outside only where the cell may not have bound it before.
Functions read the notebook's names when they are called, not when they are defined, so what a function uses is kept
apart (`FunctionFlow`) and added where the function is used. Scopes follow the language reference, section 4.2
("Naming and binding").
"""

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, ClassVar, Literal, NamedTuple

from .changes import (
    changed_by_call,
    constant_strings,
    keys_of_call,
    keys_of_new_object,
    keys_of_subscript,
    own_keys_of_call,
    root_name,
)
from .hidden_code import (
    executed_text,
    is_namespace,
    may_hide_code,
    names_mentioned_by_magic,
    runs_unseen_code,
    timed_expression,
)
from .python_source import parse_cell, statement_of_magic
from .scopes import BUILTIN_NAMES, children, free_names, target_names

KeyAction = Literal["read", "add", "remove"]


class KeyUse(NamedTuple):
    """A column or key of a named object, where the code spells it out."""

    name: str
    key: str
    action: KeyAction
    line: int
    prefix: bool = False
    """Whether only the start of the key is known."""


@dataclass(frozen=True)
class FunctionFlow:
    """What a function uses of the notebook's names, each time it is called."""

    reads: list[str] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class CellFlow:
    """The data flow of one cell. Lists are in order of first occurrence, without repeats."""

    reads: list[str] = field(default_factory=list)
    """Names that the cell needs from outside."""
    guarded: list[str] = field(default_factory=list)
    """Those of `reads` whose absence the cell itself handles (``try: x / except NameError``)."""
    writes: list[str] = field(default_factory=list)
    """Names that the cell may bind, imports included."""
    deletes: list[str] = field(default_factory=list)
    """Names that the cell unbinds and doesn't bind again afterwards."""
    imports: list[str] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    """Names whose object may be changed in place."""
    functions: dict[str, FunctionFlow] = field(default_factory=dict)
    """Functions and classes that the cell defines."""
    keys: list[KeyUse] = field(default_factory=list)
    read_lines: dict[str, list[int]] = field(default_factory=dict)
    """Lines (1-based) on which a name of `reads` is read from outside."""
    derived: dict[str, list[str]] = field(default_factory=dict)
    """Name written -> names that its value was made from, last assignment only."""
    star_import: bool = False
    """Whether ``from m import *`` may bind names that can't be known."""
    opaque: bool = False
    """Whether it runs code that isn't in the cell (``exec``, ``%run``), which may bind names that can't be known."""
    problem: str | None = None
    """A sentence where the cell could be read only in part."""

    @property
    def touches(self) -> set[str]:
        """Names whose value is another after the cell than before."""
        return {*self.writes, *self.changes, *self.deletes}


@lru_cache(maxsize=4096)
def cell_flow(source: str) -> CellFlow:
    """Data flow of a code cell's source. Never raises. Remembered, because cells are looked at again and again."""
    parsed = parse_cell(source)
    visitor = _CellVisitor(lazy_annotations=_has_lazy_annotations(parsed.tree))
    visitor.run(parsed.tree)
    if parsed.apart:
        # `%%timeit` runs its body as a function of its own: what it binds is gone afterwards.
        visitor.writes.clear()
        visitor.deletes.clear()
        visitor.imports.clear()
        visitor.functions.clear()
    if parsed.captured:
        visitor.bind(parsed.captured)
    return visitor.result(parsed.problem)


def interrupted_flow(source: str, line: int | None) -> CellFlow:
    """Data flow of a cell that failed on a line (1-based): it read all, but wrote only what stands above that line."""
    above = "\n".join(source.split("\n")[: max((line or 1) - 1, 0)])
    done = cell_flow(above)
    return replace(
        cell_flow(source),
        writes=done.writes,
        deletes=done.deletes,
        changes=done.changes,
        imports=done.imports,
        functions=done.functions,
    )


class _Branch:
    """What is surely bound at this point of the cell, and whether a missing name is caught here."""

    def __init__(self, bound: set[str]) -> None:
        self.bound = bound
        self.ends = False
        """Whether control surely leaves here (raise, return, continue, break)."""


class _CellVisitor(ast.NodeVisitor):
    """Walks a cell's top level in the order in which it runs."""

    def __init__(self, *, lazy_annotations: bool) -> None:
        self.lazy_annotations = lazy_annotations
        self.branch = _Branch(set())
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
            handler = getattr(type(self), f"visit_{type(node).__name__}", _CellVisitor.generic_visit)
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
        if self._is_local(name):
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
        if self._is_local(name):
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
        if self._is_local(name):
            return
        self.changes.setdefault(name)
        for other in self.aliases.get(name, ()):
            self.changes.setdefault(other)

    def _is_local(self, name: str) -> bool:
        return bool(self.local) and any(name in names for names in self.local)

    # -- names

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self.read(node.id, node.lineno)
        elif isinstance(node.ctx, ast.Store):
            self.bind(node.id)
        elif not self._is_local(node.id):
            if node.id not in self.branch.bound:
                self.read(node.id, node.lineno)
            self.branch.bound.discard(node.id)
            self.deletes.setdefault(node.id)

    # -- assignments

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self._assign(target, node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)
        if not self.lazy_annotations:
            self.visit(node.annotation)
        if node.value is not None:
            self._assign(node.target, node.value)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        # A walrus in a comprehension binds in the scope around it.
        hidden, self.local = self.local, []
        self._assign(node.target, node.value)
        self.local = hidden

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            self.read(node.target.id, node.target.lineno)
            self.visit(node.value)
            # `x += y` changes lists and arrays in place, and binds the name in any case.
            self.change(node.target.id)
            self.bind(node.target.id)
            self.derived[node.target.id] = [node.target.id]
        else:
            self.visit(node.value)
            self._store_into(node.target, read_key=True)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            made_from = [name for name in _names_in(value) if not self._is_local(name)]
            keys = keys_of_call(value, self.known)
            made = keys_of_new_object(value, self.known)
            strings = constant_strings(value, self.known)
            self.bind(target.id)
            if strings:
                self.known[target.id] = strings
            if not self._is_local(target.id):
                self.derived[target.id] = made_from
                self.keys += [
                    KeyUse(name=target.id, key=key, action=action, line=value.lineno)
                    for _, key, action in keys
                    if action != "read"
                ]
                self.keys += [
                    KeyUse(name=target.id, key=key, action="add", line=value.lineno, prefix=prefix)
                    for key, prefix in made
                ]
            if isinstance(value, ast.Name) and value.id != target.id:
                self._alias(target.id, value.id)
            if isinstance(value, ast.Lambda):
                self.functions[target.id] = self._function_flow(value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            values = value.elts if isinstance(value, (ast.Tuple, ast.List)) else ()
            paired = len(values) == len(target.elts) and not any(
                isinstance(e, ast.Starred) for e in (*values, *target.elts)
            )
            for i, element in enumerate(target.elts):
                inner = element.value if isinstance(element, ast.Starred) else element
                self._assign(inner, values[i] if paired else value)
        else:
            self._store_into(target)
            if isinstance(target, ast.Attribute) and target.attr == "columns" and isinstance(target.value, ast.Name):
                self.keys += [
                    KeyUse(name=target.value.id, key=key, action="add", line=target.lineno)
                    for key in constant_strings(value, self.known)
                ]

    def _alias(self, name: str, other: str) -> None:
        group = {name, other, *self.aliases.get(other, ())}
        for member in group:
            self.aliases[member] = group - {member}

    def _store_into(self, target: ast.expr, *, read_key: bool = False) -> None:
        """``x.a = ...``, ``x[k] = ...``, ``x.loc[i, k] = ...``: reads and changes ``x``."""
        self.visit(_without_context(target))
        root = root_name(target)
        if root is not None:
            self.change(root)
            self._note_keys(target, "read" if read_key else "add")
        elif is_namespace(target):
            for name in keys_of_subscript(target):
                self.bind(name)

    def visit_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.visit(target)
                continue
            self.visit(_without_context(target))
            root = root_name(target)
            if root is not None:
                self.change(root)
                self._note_keys(target, "remove")

    def _note_keys(self, node: ast.expr, action: KeyAction) -> None:
        root = root_name(node)
        if root is None or self._is_local(root):
            return
        for key in keys_of_subscript(node, self.known):
            self.keys.append(KeyUse(name=root, key=key, action=action, line=node.lineno))

    # -- expressions that change things

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.ctx, ast.Load):
            self._note_keys(node, "read")
        self.visit(node.value)
        self.visit(node.slice)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name) and isinstance(node.ctx, ast.Load) and not self._is_local(node.value.id):
            # A column may be spelt as an attribute.
            self.keys.append(KeyUse(name=node.value.id, key=node.attr, action="read", line=node.lineno))
        self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        if may_hide_code(node):
            statement = statement_of_magic(node)
            if statement is not None:
                self.run(statement)
                return
            self._run_hidden_code(node)
        self.visit(node.func)
        for argument in node.args:
            self.visit(argument)
        for keyword in node.keywords:
            self.visit(keyword.value)
        changed = changed_by_call(node)
        for name in changed:
            self.change(name)
        for name, key, action in own_keys_of_call(node, self.known):
            # `df = df.drop(columns="x")` leaves the old object alone: only a change in place takes the key away.
            if self._is_local(name):
                continue
            if action != "add":
                self.keys.append(KeyUse(name=name, key=key, action="read", line=node.lineno))
            if action != "read" and name in changed:
                self.keys.append(KeyUse(name=name, key=key, action=action, line=node.lineno))

    def _run_hidden_code(self, node: ast.Call) -> None:
        """What ``exec``, ``%run``, ``%timeit`` and ``!`` do with the notebook's names."""
        executed = executed_text(node)
        if executed is not None and not self.local:
            self.run(parse_cell(executed).tree)
        elif runs_unseen_code(node):
            self.opaque = True
        for name in names_mentioned_by_magic(node):
            # IPython leaves a name in place that doesn't exist, so none is missed.
            if name not in self.branch.bound and name not in BUILTIN_NAMES and not self._is_local(name):
                self.reads.setdefault(name, []).append(node.lineno)
        timed = timed_expression(node)
        if timed is not None:
            written = dict(self.writes)
            self.run(timed)
            self.writes = written

    # -- imports

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._import(alias.asname or alias.name.split(".")[0])

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            if alias.name == "*":
                self.star_import = True
            else:
                self._import(alias.asname or alias.name)

    def _import(self, name: str) -> None:
        self.bind(name)
        if not self._is_local(name):
            self.imports.setdefault(name)

    # -- functions and classes

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._visit_head(node)
        self.bind(node.name)
        if not self._is_local(node.name):
            self.functions[node.name] = self._function_flow(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def _visit_head(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """What a definition evaluates where it stands: decorators, defaults, annotations."""
        for outside in (*node.decorator_list, *_defaults(node.args)):
            self.visit(outside)
        if not self.lazy_annotations:
            with self._locals(_type_parameters(node)):
                for annotation in _annotations(node):
                    self.visit(annotation)

    def visit_TypeAlias(self, node: Any) -> None:
        """``type X = ...`` evaluates its value only when it is asked for (PEP 695)."""
        self.bind(node.name.id)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        for default in _defaults(node.args):
            self.visit(default)
        # A lambda that stands in an expression is mostly called there (`apply`, `sorted`), so what it uses is read.
        with self._locals((argument.arg for argument in _arguments(node.args)), function=True):
            self.visit(node.body)

    def _function_flow(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> FunctionFlow:
        free = free_names(node)
        changes: dict[str, None] = {}
        body = node.body if isinstance(node.body, list) else [node.body]
        for statement in body:
            for inner in ast.walk(statement):
                if isinstance(inner, ast.Call):
                    changes.update(dict.fromkeys(changed_by_call(inner)))
                elif isinstance(inner, (ast.Subscript, ast.Attribute)) and not isinstance(inner.ctx, ast.Load):
                    root = root_name(inner)
                    if root is not None:
                        changes.setdefault(root)
        return FunctionFlow(
            reads=[name for name in free.reads if name not in BUILTIN_NAMES],
            writes=free.writes,
            changes=[name for name in changes if name in free.reads],
        )

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for outside in node.decorator_list:
            self.visit(outside)
        with self._locals(_type_parameters(node)):
            for outside in (*node.bases, *(keyword.value for keyword in node.keywords)):
                self.visit(outside)
        reads: dict[str, None] = {}
        writes: dict[str, None] = {}
        changes: dict[str, None] = {}
        with self._locals(_type_parameters(node)), self._class_body() as names:
            for statement in node.body:
                if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    flow = self._function_flow(statement)
                    reads.update(dict.fromkeys(flow.reads))
                    writes.update(dict.fromkeys(flow.writes))
                    changes.update(dict.fromkeys(flow.changes))
                    self._visit_head(statement)
                    names.add(statement.name)
                else:
                    # What is bound in a class body is read from the class body from then on.
                    self._visit_values(statement)
                    names.update(target_names(statement))
        reads.pop(node.name, None)
        self.bind(node.name)
        if not self._is_local(node.name):
            self.functions[node.name] = FunctionFlow(reads=list(reads), writes=list(writes), changes=list(changes))

    def _visit_values(self, statement: ast.stmt) -> None:
        for inner in ast.iter_child_nodes(statement):
            if not (isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)):
                self.visit(inner)

    # -- comprehensions

    def _visit_comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, *results: ast.expr
    ) -> None:
        # Only the first iterable is evaluated in the scope around it.
        self.visit(node.generators[0].iter)
        with self._locals((), function=True) as names:
            for i, generator in enumerate(node.generators):
                if i:
                    self.visit(generator.iter)
                names.update(target_names(generator.target))
                self.visit(_without_context(generator.target))
                for condition in generator.ifs:
                    self.visit(condition)
            for result in results:
                self.visit(result)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._visit_comprehension(node, node.elt)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._visit_comprehension(node, node.elt)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._visit_comprehension(node, node.elt)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._visit_comprehension(node, node.key, node.value)

    @contextmanager
    def _locals(self, names: Iterable[str], *, function: bool = False) -> Iterator[set[str]]:
        """A scope with these names; inside a ``function`` the names of a class body around it can't be seen."""
        outer, scope = self.local, set(names)
        self.local = [*(each for each in outer if not (function and isinstance(each, _ClassNames))), scope]
        try:
            yield scope
        finally:
            self.local = outer

    @contextmanager
    def _class_body(self) -> Iterator[set[str]]:
        outer, scope = self.local, _ClassNames()
        self.local = [*outer, scope]
        try:
            yield scope
        finally:
            self.local = outer

    # -- control flow: a name is surely bound only where every way leads past its binding

    def _way(self, statements: Iterable[ast.stmt], bound: set[str]) -> _Branch:
        outer, self.branch = self.branch, _Branch(set(bound))
        for statement in statements:
            self.visit(statement)
        way, self.branch = self.branch, outer
        return way

    def _join(self, *ways: _Branch) -> None:
        going_on = [way.bound for way in ways if not way.ends]
        if going_on:
            self.branch.bound = set.intersection(*going_on)
        else:
            self.branch.ends = True

    def visit_If(self, node: ast.If) -> None:
        self.visit(node.test)
        before = self.branch.bound
        self._join(self._way(node.body, before), self._way(node.orelse, before))

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.visit(node.test)
        before = set(self.branch.bound)
        self.visit(node.body)
        self.branch.bound = set(before)
        self.visit(node.orelse)
        self.branch.bound = before

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self.visit(node.values[0])
        before = set(self.branch.bound)
        for value in node.values[1:]:
            self.visit(value)
        self.branch.bound = before

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        # Taken as run at least once: a loop over nothing is rare in notebooks, a name left over from a loop is not.
        self.visit(node.iter)
        strings = constant_strings(node.iter, self.known)
        self._assign(node.target, node.iter)
        if isinstance(node.target, ast.Name):
            self.known.pop(node.target.id, None)
            if strings:
                self.known[node.target.id] = strings
        self._loop(node)

    visit_AsyncFor = visit_For

    def visit_While(self, node: ast.While) -> None:
        self.visit(node.test)
        self._loop(node)

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While) -> None:
        before = self.branch.bound
        deleted = set(self.deletes)
        body = self._way(node.body, before)
        for name in set(self.deletes) - deleted - body.bound:
            # What a turn of the loop deletes is gone after it.
            before.discard(name)
        self.branch.bound = before | body.bound
        self.branch.bound |= self._way(node.orelse, self.branch.bound).bound

    def visit_Try(self, node: ast.Try) -> None:
        before = set(self.branch.bound)
        guards = any(_catches_name_error(handler) for handler in node.handlers)
        self.guards += guards
        body = self._way(node.body, before)
        self.guards -= guards
        passed = self._way(node.orelse, body.bound)
        passed.ends = passed.ends or body.ends
        handled = []
        for handler in node.handlers:
            if handler.type is not None:
                self.visit(handler.type)
            if handler.name:
                self.writes.setdefault(handler.name)
                way = self._way(handler.body, before | {handler.name})
                way.bound.discard(handler.name)
                self.deletes.setdefault(handler.name)
            else:
                way = self._way(handler.body, before)
            handled.append(way)
        self._join(passed, *handled)
        for statement in node.finalbody:
            self.visit(statement)

    def visit_TryStar(self, node: Any) -> None:
        self.visit_Try(node)

    def visit_With(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            self.visit(item.context_expr)
            if item.optional_vars is not None:
                self._assign(item.optional_vars, item.context_expr)
        for statement in node.body:
            self.visit(statement)

    visit_AsyncWith = visit_With

    def visit_Match(self, node: ast.Match) -> None:
        self.visit(node.subject)
        before = self.branch.bound
        ways = [_Branch(set(before))]
        for case in node.cases:
            outer, self.branch = self.branch, _Branch(set(before))
            self.visit(case.pattern)
            if case.guard is not None:
                self.visit(case.guard)
            for statement in case.body:
                self.visit(statement)
            ways.append(self.branch)
            self.branch = outer
            if case.guard is None and _matches_anything(case.pattern):
                ways.pop(0)
        self._join(*ways)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        self.generic_visit(node)
        if node.name:
            self.bind(node.name)

    def visit_MatchStar(self, node: ast.MatchStar) -> None:
        if node.name:
            self.bind(node.name)

    def visit_MatchMapping(self, node: ast.MatchMapping) -> None:
        self.generic_visit(node)
        if node.rest:
            self.bind(node.rest)

    def _leave(self, node: ast.AST) -> None:
        self.generic_visit(node)
        self.branch.ends = True

    visit_Raise = visit_Return = visit_Break = visit_Continue = _leave

    def visit_Global(self, node: ast.Global) -> None:
        """At the top level ``global x`` says nothing new."""


class _ClassNames(set[str]):
    """Names bound in a class body: only the body's own statements see them (language reference, section 4.2.2)."""


def _has_lazy_annotations(tree: ast.Module) -> bool:
    return any(
        isinstance(statement, ast.ImportFrom)
        and statement.module == "__future__"
        and any(alias.name == "annotations" for alias in statement.names)
        for statement in tree.body
    )


def _type_parameters(node: ast.AST) -> list[str]:
    """Names of ``def f[T](...)`` and ``class A[T]``, where the running Python knows them (3.12, PEP 695)."""
    return [parameter.name for parameter in getattr(node, "type_params", ())]


def _matches_anything(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None


def _catches_name_error(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(t, ast.Name) and t.id in {"NameError", "Exception", "BaseException"} for t in types)


def _without_context(node: ast.expr) -> ast.expr:
    """The same target as an expression that is read: what ``x[i].a = 1`` evaluates before it stores."""
    if isinstance(node, ast.Attribute):
        return ast.copy_location(ast.Tuple(elts=[node.value], ctx=ast.Load()), node)
    if isinstance(node, ast.Subscript):
        return ast.copy_location(ast.Tuple(elts=[node.value, node.slice], ctx=ast.Load()), node)
    if isinstance(node, (ast.Tuple, ast.List)):
        return ast.copy_location(ast.Tuple(elts=[_without_context(e) for e in node.elts], ctx=ast.Load()), node)
    if isinstance(node, ast.Starred):
        return _without_context(node.value)
    return ast.copy_location(ast.Constant(value=None), node)


def _names_in(node: ast.AST) -> list[str]:
    names: dict[str, None] = {}
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, ast.Name):
            if current.id not in BUILTIN_NAMES:
                names.setdefault(current.id)
        else:
            waiting.extend(reversed(children(current)))
    return list(names)


def _arguments(arguments: ast.arguments) -> Iterator[ast.arg]:
    yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    for extra in (arguments.vararg, arguments.kwarg):
        if extra is not None:
            yield extra


def _defaults(arguments: ast.arguments) -> Iterator[ast.expr]:
    yield from arguments.defaults
    yield from (default for default in arguments.kw_defaults if default is not None)


def _annotations(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr]:
    yield from (argument.annotation for argument in _arguments(node.args) if argument.annotation is not None)
    if node.returns is not None:
        yield node.returns
