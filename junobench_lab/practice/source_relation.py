"""How alike two cells' sources are: the same, but for comments, as a syntax tree, or but for the names they bind."""

import ast
import io
import tokenize
from itertools import takewhile

from pydantic import Field

from ..model import Model
from ..trace.python_source import parse_cell
from ..trace.scopes import BUILTIN_NAMES
from .models import SourceRelation

_LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


class Relation(Model):
    kind: SourceRelation
    renamed: dict[str, str] = Field(default_factory=dict)
    """Names on the left -> names on the right, where only names differ."""


def relate_sources(left: str, right: str, *, code: bool) -> Relation:
    """Relate two sources. Text that isn't code is the same or differs; blank lines around it are no part of it."""
    if left.strip("\n") == right.strip("\n"):
        return Relation(kind="same")
    if not code:
        return Relation(kind="differs")
    if _tokens(left) == _tokens(right):
        return Relation(kind="same_but_comments")
    if _cell_magics(left) != _cell_magics(right):
        return Relation(kind="differs")
    trees = parse_cell(left), parse_cell(right)
    if any(parsed.problem for parsed in trees) or not all(parsed.tree.body for parsed in trees):
        return Relation(kind="differs")
    renamed = _renaming(trees[0].tree, trees[1].tree)
    if renamed is None:
        return Relation(kind="differs")
    return Relation(kind="same_but_names" if renamed else "same_syntax_tree", renamed=renamed)


def _cell_magics(source: str) -> list[str]:
    """The lines such as ``%%time`` at the top; the syntax tree is that of what stands below them."""
    lines = (line.strip() for line in source.split("\n") if line.strip())
    return list(takewhile(lambda line: line.startswith("%%"), lines))


def _tokens(source: str) -> list[tuple[int, str]]:
    """Tokens without comments and blank lines; indentation as it is nested, not as it is spelt."""
    try:
        found = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, SyntaxError):
        # Magics and broken cells: compared line by line, without trailing space and whole comment lines.
        lines = [line.rstrip() for line in source.split("\n")]
        return [(0, line) for line in lines if line and not line.lstrip().startswith("#")]
    tokens = []
    for token in found:
        if token.type in {tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE}:
            tokens.append((token.type, ""))
        elif token.type not in _LAYOUT:
            tokens.append((token.type, token.string))
    return tokens


def _renaming(left: ast.AST, right: ast.AST) -> dict[str, str] | None:
    """A one-to-one renaming of names that turns one tree into the other, empty where the trees are the same; ``None``
    where there is none.

    Only names may differ that the cell binds on both sides: another function or module is another meaning.
    """
    there: dict[str, str] = {}
    back: dict[str, str] = {}
    if not _match(left, right, there, back):
        return None
    renamed = {a: b for a, b in there.items() if a != b}
    if not renamed:
        return renamed
    bound = _bound(left), _bound(right)
    valid = all(a in bound[0] and b in bound[1] and a not in BUILTIN_NAMES for a, b in renamed.items())
    return renamed if valid else None


def _match(left: object, right: object, there: dict[str, str], back: dict[str, str]) -> bool:
    if type(left) is not type(right):
        return False
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(_match(a, b, there, back) for a, b in zip(left, right, strict=True))
    if not isinstance(left, ast.AST) or not isinstance(right, ast.AST):
        return left == right
    for field in left._fields:
        a, b = getattr(left, field, None), getattr(right, field, None)
        if _is_name(left, field) and isinstance(a, str) and isinstance(b, str):
            if there.setdefault(a, b) != b or back.setdefault(b, a) != a:
                return False
        elif not _match(a, b, there, back):
            return False
    return True


def _is_name(node: ast.AST, field: str) -> bool:
    return (
        (isinstance(node, ast.Name) and field == "id")
        or (isinstance(node, ast.arg) and field == "arg")
        or (isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and field == "name")
        or (isinstance(node, ast.alias) and field == "asname")
    )


def _bound(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.alias) and node.asname:
            names.add(node.asname)
    return names
