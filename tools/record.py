"""Makes the starter bench from the stories: ``python tools/record.py [ID...]``, or only compares: ``--check``.
``--checks`` copies the instances' checks beside their notebooks, which needs no run."""

import argparse
import sys
from pathlib import Path

from recording.agreement import disagreements
from recording.bench import record, write_check
from recording.blocks import StoryError
from recording.overview import PAGE, overview
from recording.sheets import write_sheets
from recording.stories import read_all, read_one

ROOT = Path(__file__).resolve().parent.parent
STORIES = ROOT / "stories"
BENCH = ROOT / "junobench_lab" / "instances" / "starter"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Record stories as instances of the starter bench.")
    parser.add_argument("id", nargs="*", help="stories to record; all of them without")
    parser.add_argument("--check", action="store_true", help="run nothing; say where stories and bench disagree")
    parser.add_argument("--checks", action="store_true", help="run nothing; copy every check.py to the bench")
    asked = parser.parse_args(arguments)
    try:
        if asked.check:
            found = disagreements(read_all(STORIES), BENCH, ROOT / PAGE)
            print("\n".join(found) or "Stories and bench agree.")
            return 1 if found else 0
        if asked.checks:
            for story in read_all(STORIES):
                if (BENCH / "benchmark" / story.id).is_dir():
                    write_check(story, BENCH)
            return 0
        for story in [read_one(STORIES / name) for name in asked.id] or read_all(STORIES):
            record(story, BENCH)
            print(f"recorded {story.id}")
        stories = read_all(STORIES)
        write_sheets(stories, BENCH)
        (ROOT / PAGE).write_text(overview(stories, BENCH), encoding="utf-8")
    except StoryError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
