"""The checks of the starter bench tell wrong repairs from right ones.

Every instance keeps repairs of both kinds. Checking all of them takes minutes (`make repairs`), so a run of the suite
takes a sixth of the instances, another sixth every day: of each the repair that only stops the crash, a further wrong
one and a right one.
"""

import ast
from datetime import datetime, timezone
from pathlib import Path

import pytest
from recording.repairs import Repair, check_repairs, read_repairs

from junobench_lab.instances.bench import Bench
from junobench_lab.running.libraries import HeavyLibrary
from junobench_lab.running.records import RecordStore

from .conftest import ROOT

STORIES = sorted(path.parent for path in (ROOT / "stories").glob("*/story.py"))
PARTS = 6


def chosen(day: int) -> list[Repair]:
    found = []
    for place, story in enumerate(STORIES):
        if place % PARTS == day % PARTS:
            repairs = read_repairs(story)
            found += [repair for repair in repairs if repair.name == "wrong_only_stops"]
            for kind in ("right_", "wrong_"):
                those = [each for each in repairs if each.name.startswith(kind) and each.name != "wrong_only_stops"]
                found.append(those[day // PARTS % len(those)])
    return found


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_every_instance_keeps_four_wrong_repairs_and_two_right_ones(story: Path) -> None:
    repairs = read_repairs(story)
    assert sum(repair.right for repair in repairs) >= 2
    assert sum(not repair.right for repair in repairs) >= 4
    assert "wrong_only_stops" in {repair.name for repair in repairs}


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_every_condition_is_said_in_a_sentence(story: Path) -> None:
    tree = ast.parse((story / "check.py").read_text(encoding="utf-8"))
    conditions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("check_")]
    assert len(conditions) >= 2
    for condition in conditions:
        said = ast.get_docstring(condition)
        assert said is not None and said.endswith("."), condition.name


@pytest.mark.asyncio
async def test_wrong_repairs_are_refused_and_right_ones_accepted(
    bench: Bench, lacking: dict[str, list[HeavyLibrary]], tmp_path: Path
) -> None:
    day = datetime.now(timezone.utc).toordinal()
    repairs = [repair for repair in chosen(day) if repair.id not in lacking]
    results = await check_repairs(repairs, bench, RecordStore(tmp_path))
    assert [mistake for repair, result in results if (mistake := repair.misjudged(result))] == []
