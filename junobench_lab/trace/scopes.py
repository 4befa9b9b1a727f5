"""Which names a function takes from the notebook: scopes as in the language reference, section 4.2."""

import ast
import builtins
from collections.abc import Iterable, Iterator
from typing import NamedTuple

BUILTIN_NAMES = frozenset(
    {*dir(builtins), "get_ipython", "display", "In", "Out", "_", "__", "___", "_i", "_ih", "_oh", "_dh", "__name__"}
)
"""Names that exist in every fresh IPython session."""

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_MARKS = (ast.expr_context, ast.operator, ast.unaryop, ast.boolop)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below one, in order, without those that say nothing (contexts and operators).

    As `ast.iter_child_nodes`, in a third of its time: large notebooks have a hundred thousand nodes.
    """
    found: list[ast.AST] = []
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, list):
            found += [item for item in value if isinstance(item, ast.AST)]
        elif isinstance(value, ast.AST) and not isinstance(value, _MARKS):
            found.append(value)
    return found


class FreeNames(NamedTuple):
    """Names of the notebook that a function uses when it is called."""

    reads: list[str]
    writes: list[str]
    """Names that it binds through a ``global`` statement."""


def target_names(node: ast.AST) -> set[str]:
    """Names that a statement or a target binds in its own scope: assignments, imports, definitions, patterns."""
    names: set[str] = set()
    for inner in _own_scope(node):
        if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load):
            names.add(inner.id)
        elif isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(inner.name)
        elif isinstance(inner, (ast.Import, ast.ImportFrom)):
            names.update(a.asname or a.name.split(".")[0] for a in inner.names if a.name != "*")
        elif isinstance(inner, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and inner.name:
            names.add(inner.name)
        elif isinstance(inner, ast.MatchMapping) and inner.rest:
            names.add(inner.rest)
    return names


def free_names(function: Function) -> FreeNames:
    """Names that a function, and the functions inside it, look up among the notebook's names."""
    reads: dict[str, None] = {}
    writes: dict[str, None] = {}
    _resolve(function, frozenset(), reads, writes)
    return FreeNames(reads=list(reads), writes=list(writes))


def _resolve(scope: ast.AST, enclosing: frozenset[str], reads: dict[str, None], writes: dict[str, None]) -> None:
    """Add what a function, class body or comprehension takes from outside all ``enclosing`` functions."""
    body = list(_scope_body(scope))
    declared_global = {
        n for node in body for inner in _own_scope(node) if isinstance(inner, ast.Global) for n in inner.names
    }
    declared_outer = {
        n for node in body for inner in _own_scope(node) if isinstance(inner, ast.Nonlocal) for n in inner.names
    }
    own = _parameters(scope) | {name for node in body for name in target_names(node)}
    own -= declared_global | declared_outer
    if isinstance(scope, _COMPREHENSIONS):
        own = {name for generator in scope.generators for name in target_names(generator.target)}
    # Functions inside a class don't see the class's names (section 4.2.2).
    visible = enclosing if isinstance(scope, ast.ClassDef) else enclosing | own
    for node in body:
        for inner in _own_scope(node):
            if isinstance(inner, ast.Name):
                if inner.id in declared_global:
                    (reads if isinstance(inner.ctx, ast.Load) else writes).setdefault(inner.id)
                elif isinstance(inner.ctx, ast.Load) and inner.id not in own and inner.id not in enclosing:
                    reads.setdefault(inner.id)
            elif isinstance(inner, (*_FUNCTIONS, *_COMPREHENSIONS, ast.ClassDef)):
                _resolve(inner, frozenset(visible - declared_global), reads, writes)
    for name in declared_global:
        if name in {n for node in body for n in target_names(node)}:
            writes.setdefault(name)


def _scope_body(scope: ast.AST) -> Iterator[ast.AST]:
    if isinstance(scope, ast.Lambda):
        yield scope.body
    elif isinstance(scope, _COMPREHENSIONS):
        yield from children(scope)
    elif isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield from scope.body


def _parameters(scope: ast.AST) -> set[str]:
    if not isinstance(scope, _FUNCTIONS):
        return set()
    arguments = scope.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return {argument.arg for argument in every if argument is not None}


def _own_scope(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it in the same scope; an inner scope is given as its head only.

    What an inner scope's head evaluates outside (decorators, defaults, bases) belongs to the scope around it, as does
    a walrus in a comprehension (PEP 572).
    """
    yield node
    for child in _outside_parts(node):
        yield from _own_scope(child)


def _outside_parts(node: ast.AST) -> Iterable[ast.AST]:
    if isinstance(node, _FUNCTIONS):
        arguments = node.args
        parts: list[ast.AST] = [*arguments.defaults, *(d for d in arguments.kw_defaults if d is not None)]
        if not isinstance(node, ast.Lambda):
            parts += node.decorator_list
        return parts
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords)]
    if isinstance(node, _COMPREHENSIONS):
        return [
            ast.copy_location(ast.Name(id=inner.target.id, ctx=ast.Store()), inner)
            for inner in ast.walk(node)
            if isinstance(inner, ast.NamedExpr)
        ]
    return children(node)
