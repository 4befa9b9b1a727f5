"""What a language model is told about an item. Pure.

The same words for every model, so that figures can be compared; cells are numbered from 0, as in the items.
"""

import json
from collections.abc import Mapping, Sequence

from ...instances.labels import CRASH_TYPES, ROOT_CAUSES, STAGES
from ..tasks.models import (
    DetectionItem,
    DiagnosisItem,
    Item,
    LabelsItem,
    LocalisationItem,
    OrderItem,
    RepairItem,
    RuntimeFacts,
    TaskCell,
    TaskCrash,
)

SYSTEM = (
    "You are an expert in Python, Jupyter notebooks and machine-learning libraries. Cells of a notebook share one "
    "kernel and may have run in any order. Think about what each executed cell leaves behind. End your answer with "
    "one JSON object, and nothing after it."
)

_LABELS = (
    '{"labels": {"library": the library that raised it, or "notebook-specific", "crash_type": one of '
    f'{json.dumps(list(CRASH_TYPES))}, "root_cause": one of {json.dumps(list(ROOT_CAUSES))}, '
    f'"stage": one of {json.dumps(list(STAGES))}}}}}'
)

_ASKED: Mapping[type[Item], str] = {
    DetectionItem: (
        'Will the target cell raise an exception when it runs next? Answer with {"crash": true} or {"crash": false}.'
    ),
    DiagnosisItem: (
        "The target cell raises an exception when it runs. Answer with "
        '{"exception": its type, "names": [names, keys or attributes that are missing], '
        '"cells": [numbers of the cells that hold the cause], "text": why, in two sentences}.'
    ),
    LocalisationItem: (
        "Which cells hold the cause of the crash? A cell that should have run and didn't holds it, too. Answer with "
        '{"cells": [their numbers]}.'
    ),
    RepairItem: (
        "Repair the notebook so that the crash cell does what its author meant; change as little as needed, and don't "
        'avoid the crash. Answer with {"edits": [{"op": "replace", "insert" or "delete", "cell": number before any '
        'edit (insert puts a cell before it), "type": "code", "source": the new source}], "order": [numbers of the '
        "cells of the edited notebook in the order in which to run them, the crash cell last]}."
    ),
    OrderItem: (
        "In the recorded order the target cell crashes. Which cells have to run, in which order, for the target to do "
        'what was meant? Answer with {"order": [numbers, the target last]}.'
    ),
    LabelsItem: f"Label the crash. Answer with {_LABELS}.",
}


def messages_for(item: Item) -> list[dict[str, str]]:
    """The conversation that asks about an item, in the form of chat completions."""
    return [
        {"role": "system", "content": SYSTEM},
        {"role": "user", "content": f"{_shown(item)}\n\n{_ASKED[type(item)]}"},
    ]


def _shown(item: Item) -> str:
    if isinstance(item, DetectionItem):
        ran = [f"### Execution {place}: cell {step.cell}\n{step.source}" for place, step in enumerate(item.steps, 1)]
        before = "\n\n".join(ran) or "Nothing ran before."
        facts = f"\n\n{_facts(item.facts)}" if item.facts is not None else ""
        return (
            f"These cells ran, in this order:\n\n{before}\n\n### Target: cell {item.target.cell}\n"
            f"{item.target.source}{facts}"
        )
    if isinstance(item, DiagnosisItem):
        return f"{_notebook(item.cells)}\n\n{_order(item.order)}\nThe target is cell {item.target}."
    if isinstance(item, OrderItem):
        return f"{_notebook(item.cells)}\n\n{_order(item.recorded)}\nThe target is cell {item.target}."
    return f"{_notebook(item.cells)}\n\n{_order(item.order)}\n{_crash(item.crash)}"


def _facts(facts: RuntimeFacts) -> str:
    """As JSON lines: every fact has its name, and nothing is said twice."""
    if facts.unknown is not None:
        return f"What the target's names stand for is not known: {facts.unknown}"
    told = [fact.model_dump_json(exclude_none=True) for fact in facts.names]
    missing = (
        [f"Names that the target reads and that do not exist: {', '.join(facts.missing)}."] if facts.missing else []
    )
    lines = [*told, *missing] or ["The target reads no names."]
    return "### What the names that the target reads stand for right before it runs\n" + "\n".join(lines)


def _notebook(cells: Sequence[TaskCell]) -> str:
    return "\n\n".join(f"### Cell {cell.cell} ({cell.type})\n{cell.source}" for cell in cells)


def _order(order: Sequence[int]) -> str:
    return f"The cells ran in this order: {', '.join(map(str, order))}."


def _crash(crash: TaskCrash) -> str:
    return f"Cell {crash.cell} crashed:\n" + "\n".join(crash.traceback or [f"{crash.ename}: {crash.evalue}"])
