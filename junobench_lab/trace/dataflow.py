"""Which names a cell reads, writes, deletes, imports and changes in place: read off its syntax tree, nothing is run.

The order inside the cell counts: a name is read from outside only where the cell may not have bound it before.
Functions read the notebook's names when they are called, not when they are defined, so what a function uses is kept
apart (`FunctionFlow`) and added where the function is used. Scopes follow the language reference, section 4.2
("Naming and binding").
"""

import ast
from dataclasses import replace
from functools import lru_cache
from typing import Any

from .changes import (
    changed_by_call,
    constant_strings,
    keys_of_call,
    keys_of_new_object,
    keys_of_subscript,
    own_keys_of_call,
    root_name,
)
from .control_flow import ControlFlow
from .flow_models import CellFlow, FunctionFlow, KeyAction, KeyUse
from .hidden_code import (
    executed_text,
    is_namespace,
    may_hide_code,
    names_mentioned_by_magic,
    runs_unseen_code,
    timed_expression,
)
from .python_source import parse_cell, statement_of_magic
from .scopes import BUILTIN_NAMES, free_names, target_names
from .syntax import DEEPEST, annotations, arguments, defaults, depth, names_in, type_parameters, without_context


@lru_cache(maxsize=4096)
def cell_flow(source: str) -> CellFlow:
    """Data flow of a code cell's source. Never raises. Remembered, because cells are looked at again and again."""
    parsed = parse_cell(source)
    problem = parsed.problem
    visitor = _CellVisitor(lazy_annotations=_has_lazy_annotations(parsed.tree))
    try:
        visitor.run(parsed.tree)
    except RecursionError:
        # Generated code: a sum of thousands of terms is as deep as it is long.
        problem = "A statement of this cell is nested too deeply, so only the others could be read."
        visitor = _CellVisitor(lazy_annotations=_has_lazy_annotations(parsed.tree))
        visitor.run(ast.Module([one for one in parsed.tree.body if depth(one) <= DEEPEST], []))
    if parsed.apart:
        # `%%timeit` runs its body as a function of its own: what it binds is gone afterwards.
        visitor.writes.clear()
        visitor.deletes.clear()
        visitor.imports.clear()
        visitor.functions.clear()
    if parsed.captured:
        visitor.bind(parsed.captured)
    return visitor.result(problem)


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


class _CellVisitor(ControlFlow):
    """What assignments, calls, imports and definitions do to the names of a cell."""

    # -- names

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self.read(node.id, node.lineno)
        elif isinstance(node.ctx, ast.Store):
            self.bind(node.id)
        elif not self.is_local(node.id):
            if node.id not in self.branch.bound:
                self.read(node.id, node.lineno)
            self.branch.bound.discard(node.id)
            self.deletes.setdefault(node.id)

    # -- assignments

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self.assign(target, node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)
        if not self.lazy_annotations:
            self.visit(node.annotation)
        if node.value is not None:
            self.assign(node.target, node.value)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        # A walrus in a comprehension binds in the scope around it.
        hidden, self.local = self.local, []
        self.assign(node.target, node.value)
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

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            made_from = [name for name in names_in(value) if not self.is_local(name)]
            keys = keys_of_call(value, self.known)
            made = keys_of_new_object(value, self.known)
            strings = constant_strings(value, self.known)
            self.bind(target.id)
            if strings:
                self.known[target.id] = strings
            if not self.is_local(target.id):
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
                self.assign(inner, values[i] if paired else value)
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
        self.visit(without_context(target))
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
            self.visit(without_context(target))
            root = root_name(target)
            if root is not None:
                self.change(root)
                self._note_keys(target, "remove")

    def _note_keys(self, node: ast.expr, action: KeyAction) -> None:
        root = root_name(node)
        if root is None or self.is_local(root):
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
        if isinstance(node.value, ast.Name) and isinstance(node.ctx, ast.Load) and not self.is_local(node.value.id):
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
            if self.is_local(name):
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
            if name not in self.branch.bound and name not in BUILTIN_NAMES and not self.is_local(name):
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
        if not self.is_local(name):
            self.imports.setdefault(name)

    # -- functions and classes

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._visit_head(node)
        self.bind(node.name)
        if not self.is_local(node.name):
            self.functions[node.name] = self._function_flow(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def _visit_head(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """What a definition evaluates where it stands: decorators, defaults, annotations."""
        for outside in (*node.decorator_list, *defaults(node.args)):
            self.visit(outside)
        if not self.lazy_annotations:
            with self.locals(type_parameters(node)):
                for annotation in annotations(node):
                    self.visit(annotation)

    def visit_TypeAlias(self, node: Any) -> None:
        """``type X = ...`` evaluates its value only when it is asked for (PEP 695)."""
        self.bind(node.name.id)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        for default in defaults(node.args):
            self.visit(default)
        # A lambda that stands in an expression is mostly called there (`apply`, `sorted`), so what it uses is read.
        with self.locals((argument.arg for argument in arguments(node.args)), function=True):
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
        with self.locals(type_parameters(node)):
            for outside in (*node.bases, *(keyword.value for keyword in node.keywords)):
                self.visit(outside)
        reads: dict[str, None] = {}
        writes: dict[str, None] = {}
        changes: dict[str, None] = {}
        with self.locals(type_parameters(node)), self.class_body() as names:
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
        if not self.is_local(node.name):
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
        with self.locals((), function=True) as names:
            for i, generator in enumerate(node.generators):
                if i:
                    self.visit(generator.iter)
                names.update(target_names(generator.target))
                self.visit(without_context(generator.target))
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


def _has_lazy_annotations(tree: ast.Module) -> bool:
    return any(
        isinstance(statement, ast.ImportFrom)
        and statement.module == "__future__"
        and any(alias.name == "annotations" for alias in statement.names)
        for statement in tree.body
    )
