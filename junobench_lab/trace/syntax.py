"""Questions to nodes of a syntax tree that more than one kind of statement asks."""

import ast
from collections.abc import Iterator

from .scopes import BUILTIN_NAMES, children

DEEPEST = 100
"""Levels of nesting that are read in any case; Python's own bound on recursion allows a few times as many."""


def depth(node: ast.AST) -> int:
    """Levels of nodes inside of each other, found without recursion."""
    deepest, waiting = 0, [(node, 1)]
    while waiting:
        one, level = waiting.pop()
        deepest = max(deepest, level)
        waiting += [(child, level + 1) for child in ast.iter_child_nodes(one)]
    return deepest


def type_parameters(node: ast.AST) -> list[str]:
    """Names of ``def f[T](...)`` and ``class A[T]``, where the running Python knows them (3.12, PEP 695)."""
    return [parameter.name for parameter in getattr(node, "type_params", ())]


def matches_anything(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None


def catches_name_error(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(t, ast.Name) and t.id in {"NameError", "Exception", "BaseException"} for t in types)


def without_context(node: ast.expr) -> ast.expr:
    """The same target as an expression that is read: what ``x[i].a = 1`` evaluates before it stores."""
    if isinstance(node, ast.Attribute):
        return ast.copy_location(ast.Tuple(elts=[node.value], ctx=ast.Load()), node)
    if isinstance(node, ast.Subscript):
        return ast.copy_location(ast.Tuple(elts=[node.value, node.slice], ctx=ast.Load()), node)
    if isinstance(node, (ast.Tuple, ast.List)):
        return ast.copy_location(ast.Tuple(elts=[without_context(e) for e in node.elts], ctx=ast.Load()), node)
    if isinstance(node, ast.Starred):
        return without_context(node.value)
    return ast.copy_location(ast.Constant(value=None), node)


def names_in(node: ast.AST) -> list[str]:
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


def arguments(arguments: ast.arguments) -> Iterator[ast.arg]:
    yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    for extra in (arguments.vararg, arguments.kwarg):
        if extra is not None:
            yield extra


def defaults(arguments: ast.arguments) -> Iterator[ast.expr]:
    yield from arguments.defaults
    yield from (default for default in arguments.kw_defaults if default is not None)


def annotations(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr]:
    yield from (argument.annotation for argument in arguments(node.args) if argument.annotation is not None)
    if node.returns is not None:
        yield node.returns
