"""Comparison of two notebooks as people read them: first which cells ran in which order, then what the cells say.

Outputs, counts, ids and metadata are left aside: they change with every run and drown what matters.
"""

import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise

from ..instances.models import Cell
from ..instances.notebooks import Notebook
from ..model import Model
from ..running.models import NameState
from ..trace.align import align_cells
from .models import CellPair, Comparison, ResultRow, SequenceStep, Side
from .results import compare_results, results_sentence
from .sequence import compare_sequences
from .source_relation import relate_sources

YOUR_FIX = "Your fix"
REFERENCE_FIX = "Reference fix"


class SideInput(Model):
    """One side: the notebook, how it is called, and the order in which its cells ran."""

    notebook: Notebook
    title: str
    detail: str = ""
    modified: datetime | None = None
    sequence: list[int]
    """Cells in the order of execution, through the crash cell's counterpart."""
    state: list[NameState] | None = None
    """The names after a run of just this; ``None`` where there was none that got through."""


def compare_notebooks(left: SideInput, right: SideInput, *, crash_cell: int | None = None) -> Comparison:
    """Compare two sides. ``crash_cell`` is the crash cell's counterpart on the left side."""
    began = time.perf_counter()
    pairs = align_cells(left.notebook.cells, right.notebook.cells)
    cells = _cell_pairs(left.notebook.cells, right.notebook.cells, pairs, crash_cell)
    counterparts = {a: b for a, b in pairs if a is not None and b is not None}
    sequence = compare_sequences(left.sequence, right.sequence, counterparts)
    results = _results(left, right, cells)
    return Comparison(
        left=_side(left),
        right=_side(right),
        sequence=sequence,
        cells=cells,
        sequence_sentence=_sequence_sentence(sequence, left.title, right.title),
        source_sentence=_source_sentence(cells),
        results=results,
        results_sentence="" if results is None else results_sentence(results),
        seconds=time.perf_counter() - began,
    )


def _side(side: SideInput) -> Side:
    return Side(title=side.title, detail=side.detail, modified=side.modified, executions=len(side.sequence))


def _results(left: SideInput, right: SideInput, cells: Sequence[CellPair]) -> list[ResultRow] | None:
    if left.state is None or right.state is None:
        return None
    renamed = {a: b for pair in cells for a, b in pair.renamed.items()}
    return compare_results(left.state, right.state, renamed)


def _cell_pairs(
    left: Sequence[Cell],
    right: Sequence[Cell],
    pairs: Sequence[tuple[int | None, int | None]],
    crash_cell: int | None,
) -> list[CellPair]:
    moved = _moved(pairs)
    found = []
    for a, b in pairs:
        one, other = (None if a is None else left[a]), (None if b is None else right[b])
        if _blank(one) and _blank(other):
            # Saved notebooks often end in an empty cell; that is no difference.
            continue
        cell = one or other
        assert cell is not None
        if one is None or other is None:
            found.append(
                CellPair(
                    relation="added" if one is None else "removed",
                    source="differs",
                    type=cell.type,
                    left=a,
                    right=b,
                    left_source=one.source if one else "",
                    right_source=other.source if other else "",
                    crash=a is not None and a == crash_cell,
                )
            )
            continue
        relation = relate_sources(one.source, other.source, code=one.type == other.type == "code")
        same = relation.kind == "same" and one.type == other.type
        found.append(
            CellPair(
                relation="moved" if (a, b) in moved and same else "unchanged" if same else "changed",
                source=relation.kind if one.type == other.type else "differs",
                type=other.type,
                left=a,
                right=b,
                left_source=one.source,
                right_source=other.source,
                crash=a == crash_cell,
                renamed=relation.renamed,
            )
        )
    return found


def _blank(cell: Cell | None) -> bool:
    return cell is None or not cell.source.strip()


def _moved(pairs: Sequence[tuple[int | None, int | None]]) -> set[tuple[int, int]]:
    """Pairs that cross others: the fewest that have to be taken out for the rest to stand in order."""
    both = sorted((a, b) for a, b in pairs if a is not None and b is not None)
    if all(x[1] < y[1] for x, y in pairwise(both)):
        return set()
    kept = compare_sequences([a for a, _ in both], sorted(b for _, b in both), dict(both))
    in_order = {(step.left, step.right) for step in kept if step.relation == "same"}
    return {pair for pair in both if pair not in in_order}


def _sequence_sentence(sequence: Sequence[SequenceStep], left: str, right: str) -> str:
    """As "2 cells only in the reference fix, 1 run twice"; only the first part says what is counted."""
    sides = {"left": _as_place(left), "right": _as_place(right)}
    parts: list[str] = []
    for words, number in _sequence_counts(sequence):
        counted = str(number) if parts else f"{number} cell{'' if number == 1 else 's'}"
        parts.append(f"{counted} {words.format(**sides)}")
    return ", ".join(parts) if parts else "The same cells in the same order"


def _sequence_counts(sequence: Sequence[SequenceStep]) -> Iterator[tuple[str, int]]:
    """What differs and how often; nothing that occurs nowhere. A moved execution stands in the lane twice."""
    kinds = {
        "only in {left}": [step for step in sequence if step.relation == "only_left"],
        "only in {right}": [step for step in sequence if step.relation == "only_right"],
        "run twice in {left}": [s for s in sequence if s.relation == "repeated_left" and s.left_nth == 2],
        "run twice in {right}": [s for s in sequence if s.relation == "repeated_right" and s.right_nth == 2],
        "run more often in {left}": [s for s in sequence if s.relation == "repeated_left" and s.left_nth > 2],
        "run more often in {right}": [s for s in sequence if s.relation == "repeated_right" and s.right_nth > 2],
        "at another place": [step for step in sequence if step.relation == "moved" and step.left is not None],
    }
    return ((words, len(steps)) for words, steps in kinds.items() if steps)


def _as_place(title: str) -> str:
    """The title within a sentence: "Your fix" -> "your fix", "Reference fix" -> "the reference fix"."""
    if title == YOUR_FIX:
        return "your fix"
    return "the reference fix" if title == REFERENCE_FIX else title


def _source_sentence(cells: Sequence[CellPair]) -> str:
    """As "2 of 33 cells differ, 1 more only in its comments"."""
    total = len(cells)
    if not total:
        return "No cells on either side"
    comments = sum(pair.relation == "changed" and pair.source == "same_but_comments" for pair in cells)
    differ = sum(pair.relation != "unchanged" for pair in cells) - comments
    of_all = f"of {total} cell{'' if total == 1 else 's'}"
    if not differ and not comments:
        return f"All {total} cells are the same" if total > 1 else "The one cell is the same"
    whose = "its comments" if comments == 1 else "their comments"
    if not differ:
        return f"{comments} {of_all} differ{'s' if comments == 1 else ''} only in {whose}"
    sentence = f"{differ} {of_all} differ{'s' if differ == 1 else ''}"
    return f"{sentence}, {comments} more only in {whose}" if comments else sentence
