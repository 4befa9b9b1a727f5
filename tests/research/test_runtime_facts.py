"""Runtime facts of detection items: real runs of what comes before the target, kept so that an export repeats."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.instances.bench import Bench
from junobench_lab.research.systems.prompts import messages_for
from junobench_lab.research.tasks.items import TaskSet, make_tasks
from junobench_lab.research.tasks.jsonl import json_lines
from junobench_lab.research.tasks.models import DetectionItem, RuntimeFacts
from junobench_lab.research.tasks.runtime_facts import gather_facts, with_runtime_facts
from junobench_lab.running.environments.local import LocalEnvironment
from tests.notebook_factory import code, notebook, write_bench

MISSING = ("NameError", "name 'y' is not defined")
FILE = 'x = open("sizes.txt").read().split()'


def bench(folder: Path, first: str = FILE) -> Bench:
    crashed = notebook(code(first, count=1), code("y = len(x)"), code("print(x, y)", count=2, error=MISSING))
    fixed = notebook(code(first, count=1), code("y = len(x)", count=2), code("print(x, y)", count=3))
    files = {"sizes": {"sizes.txt": "1 2 3"}}
    return Bench.open(write_bench(folder, {"sizes": {"reproduced": crashed, "fixed": fixed}}, files=files))


def gathered(opened: Bench, records: Path, kernel: str | None = None) -> tuple[TaskSet, list[str | None]]:
    made = make_tasks(opened, "detection")

    async def collect() -> list[Any]:
        facts = gather_facts(
            opened,
            made.answers,
            environment=LocalEnvironment(kernel),
            folder=records,
            at_a_time=2,
            cancel=asyncio.Event(),
        )
        return [one async for one in facts]

    found = asyncio.run(collect())
    return with_runtime_facts(made, {one.item: one.facts for one in found}), [one.problem for one in found]


def facts_of(made: TaskSet) -> dict[str, RuntimeFacts]:
    """By variant."""
    pairs = zip(made.items, made.answers, strict=True)
    found = {}
    for item, answer in pairs:
        assert isinstance(item, DetectionItem) and item.facts is not None
        found[answer.variant] = item.facts
    return found


def test_both_sides_tell_what_the_target_reads_as_their_own_steps_left_it(tmp_path: Path) -> None:
    made, problems = gathered(bench(tmp_path / "bench"), tmp_path / "records")
    facts = facts_of(made)
    x = {"name": "x", "type": "list", "length": 3, "elements": ["str"]}
    assert [fact.model_dump(exclude_none=True) for fact in facts["reproduced"].names] == [x]
    assert facts["reproduced"].missing == ["y"]
    y = {"name": "y", "type": "int", "value": "3"}
    assert [fact.model_dump(exclude_none=True) for fact in facts["fixed"].names] == [x, y]
    assert problems == [None, None]


def test_an_export_repeats_from_the_records_without_a_run(tmp_path: Path) -> None:
    opened = bench(tmp_path / "bench", "import time\nx = [time.time_ns()]")
    once, _ = gathered(opened, tmp_path / "records")
    again, _ = gathered(opened, tmp_path / "records")
    assert json_lines(again.items) == json_lines(once.items)


def test_another_input_file_or_source_is_run_anew(tmp_path: Path) -> None:
    opened = bench(tmp_path / "bench")
    gathered(opened, tmp_path / "records")
    (opened.folder("sizes") / "sizes.txt").write_text("1 2 3 4")
    made, _ = gathered(opened, tmp_path / "records")
    assert facts_of(made)["reproduced"].names[0].length == 4


def test_a_run_that_crashes_before_the_target_is_said(tmp_path: Path) -> None:
    made, problems = gathered(bench(tmp_path / "bench", "x = 1 / 0"), tmp_path / "records")
    unknown = facts_of(made)["reproduced"]
    assert unknown == RuntimeFacts(unknown="Cell 0 raised ZeroDivisionError before the target could run.")
    assert problems == [None, None]


def test_a_run_that_cannot_be_carried_out_is_a_problem_and_is_not_kept(tmp_path: Path) -> None:
    opened = bench(tmp_path / "bench")
    made, problems = gathered(opened, tmp_path / "records", kernel="no-such-kernel")
    assert facts_of(made)["fixed"].unknown == "The steps before the target could not be run."
    assert all(problem is not None and "no-such-kernel" in problem for problem in problems)
    made, _ = gathered(opened, tmp_path / "records")
    assert facts_of(made)["fixed"].unknown is None


def test_an_item_has_the_field_only_where_facts_were_asked_for(tmp_path: Path) -> None:
    opened = bench(tmp_path / "bench")
    assert "facts" not in json.loads(make_tasks(opened, "detection").items[0].model_dump_json())
    made, _ = gathered(opened, tmp_path / "records")
    record = json.loads(made.items[0].model_dump_json())
    assert DetectionItem.model_validate(record) == made.items[0]
    text = json_lines(made.items)
    assert "sizes" not in text.replace("sizes.txt", "") and "reproduced" not in text


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (RuntimeFacts(missing=["y"]), "do not exist: y."),
        (RuntimeFacts(unknown="Cell 0 raised ZeroDivisionError before the target could run."), "not known: Cell 0"),
        (RuntimeFacts.model_validate({"names": [{"name": "x", "type": "list", "length": 3}]}), '"length":3'),
    ],
)
def test_a_model_is_shown_the_facts(tmp_path: Path, facts: RuntimeFacts, words: str) -> None:
    item = make_tasks(bench(tmp_path / "bench"), "detection").items[0]
    assert words in messages_for(item.model_copy(update={"facts": facts}))[1]["content"]
