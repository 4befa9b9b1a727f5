"""Whether an attempt is the reference fix: the same sources, but for comments, layout or names, in the same order."""

import ast
from collections.abc import Mapping

from ..model import Model
from ..trace.python_source import parse_python
from .compare import SideInput, compare_notebooks
from .models import CellPair, Comparison, SourceRelation
from .source_relation import relate_sources

_DEGREES: tuple[SourceRelation, ...] = ("same", "same_but_comments", "same_syntax_tree", "same_but_names")
"""From the closest on."""

_WORDS: Mapping[SourceRelation, str] = {
    "same": "the same code",
    "same_but_comments": "the same code up to comments",
    "same_syntax_tree": "the same code, written in another way",
    "same_but_names": "the same code with other names",
}


class Equality(Model):
    relation: SourceRelation
    sentence: str


def equality(attempt: SideInput, reference: SideInput) -> Equality | None:
    """How alike the two are in what they run; ``None`` where they differ, or run their cells in another order."""
    comparison = compare_notebooks(attempt, reference)
    if not attempt.sequence or any(step.relation != "same" for step in comparison.sequence):
        return None
    pairs = _that_ran(comparison, attempt, reference)
    renamed = _renaming(pairs)
    if renamed is None:
        return None
    relations = {_relation(pair, renamed) for pair in pairs}
    if "differs" in relations:
        return None
    relation: SourceRelation = next((degree for degree in reversed(_DEGREES) if degree in relations), "same")
    return Equality(relation=relation, sentence=f"It is the reference fix: {_WORDS[relation]} in the same order.")


def _that_ran(comparison: Comparison, attempt: SideInput, reference: SideInput) -> list[CellPair]:
    left, right = set(attempt.sequence), set(reference.sequence)
    return [pair for pair in comparison.cells if pair.left in left or pair.right in right]


def _renaming(pairs: list[CellPair]) -> dict[str, str] | None:
    """Names on the left -> names on the right over all cells; ``None`` where the cells contradict each other."""
    renamed: dict[str, str] = {}
    for pair in pairs:
        for name, other in pair.renamed.items():
            if renamed.setdefault(name, other) != other:
                return None
    return renamed if len(set(renamed.values())) == len(renamed) else None


def _relation(pair: CellPair, renamed: Mapping[str, str]) -> SourceRelation:
    """As in the comparison; a cell that only reads what another cell has renamed is the same but for names, too."""
    if pair.source != "differs" or not renamed or pair.left is None or pair.right is None:
        return pair.source
    tree = parse_python(pair.left_source)
    if tree is None:
        return "differs"
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = renamed.get(node.id, node.id)
    relation = relate_sources(ast.unparse(tree), pair.right_source, code=True)
    return "differs" if relation.kind in ("differs", "same_but_names") else "same_but_names"
