"""Checks all repairs that the stories keep: ``python tools/repairs.py [ID...]``. Takes a few minutes for all."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from recording.repairs import check_repairs, read_repairs

from junobench_lab.instances.registry import starter_bench
from junobench_lab.running.records import RecordStore

STORIES = Path(__file__).resolve().parent.parent / "stories"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check the repairs that the stories keep as test data.")
    parser.add_argument("id", nargs="*", help="stories; all of them without")
    parser.add_argument("--jobs", type=int, default=2, help="instances at a time (default: 2)")
    parser.add_argument("--verbose", action="store_true", help="say of every repair what the check found")
    asked = parser.parse_args(arguments)
    ids = asked.id or sorted(path.parent.name for path in STORIES.glob("*/story.py"))
    repairs = [repair for id in ids for repair in read_repairs(STORIES / id)]
    with tempfile.TemporaryDirectory(prefix="repairs-") as place:
        results = asyncio.run(check_repairs(repairs, starter_bench(), RecordStore(Path(place)), jobs=asked.jobs))
    mistakes = []
    for repair, result in sorted(results, key=lambda each: (each[0].id, each[0].name)):
        mistake = repair.misjudged(result)
        if mistake is not None:
            mistakes.append(mistake)
        if asked.verbose:
            failed = [condition.text for condition in result.conditions if not condition.ok]
            named = [evasion.kind for evasion in result.evasions]
            print(f"{repair.id:22} {repair.name:28} {result.level!s:16} {'; '.join([*named, *failed])}")
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    wrong = [repair for repair, _ in results if not repair.right]
    print(f"{len(wrong)} wrong and {len(results) - len(wrong)} right repairs checked, {len(mistakes)} misjudged.")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
