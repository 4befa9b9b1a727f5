"""The description of the records names what is in them."""

from pathlib import Path

import pytest

from junobench_lab.research.tasks import models
from junobench_lab.research.tasks.models import PREDICTIONS, TASKS
from junobench_lab.running.facts import ColumnFact, NameFact

DOCS = Path(__file__).parents[2] / "docs" / "research.md"


@pytest.mark.parametrize("task", TASKS)
def test_every_task_and_every_field_of_its_records_is_described(task: str) -> None:
    text = DOCS.read_text(encoding="utf-8")
    name = task.capitalize()
    kinds = [getattr(models, f"{name}Item"), getattr(models, f"{name}Answer"), PREDICTIONS[task]]
    fields = {field for kind in kinds for field in kind.model_fields}
    assert [field for field in [task, *fields] if f"`{field}`" not in text] == []


@pytest.mark.parametrize("kind", ["TaskCell", "TaskStep", "TaskCrash", "Edit", "ReferenceRepair", "RuntimeFacts"])
def test_every_field_of_what_records_consist_of_is_described(kind: str) -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert [field for field in getattr(models, kind).model_fields if f"`{field}`" not in text] == []


@pytest.mark.parametrize("kind", [NameFact, ColumnFact])
def test_every_runtime_fact_is_described(kind: type[NameFact] | type[ColumnFact]) -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert [field for field in kind.model_fields if f"`{field}`" not in text] == []
